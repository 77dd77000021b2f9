"""Which cell of a tile board is the hole.

The hole is the one mark that is not among the tiles 1, 2, 3, ...: `_`, `.`, 0, an empty cell, `x`, `-`, `*`, null, or
the number after the last tile. So no list of marks is needed where the tiles are numbers; where they are names, the
hole is `_`, `.`, 0 or an empty cell. What two readings fit is refused with both.
"""

from collections import Counter
from collections.abc import Sequence

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import value

HOLE = "_"
CLEAR = (
    *("_", ".", "0", "00", "", "null", "NULL", "undefined", "None", "none", "nil", "Nothing", "NaN", "nan", "NA"),
    *("blank", "empty", "hole", "space", "gap", "leer", "vide", "vacío", "hueco", "__", "___", "--", "<blank>"),
)
SYMBOLS = ("x", "X", "-", "*", "□", "▢", "☐", "·", "•", "?", "–", "—", "@", "-1", "#")
_MOST_TILES = 35


def find_hole(flat: Sequence[str]) -> tuple[str, str]:
    """Find the token that marks the hole, and its description, which is empty for plain marks."""
    marks = list(dict.fromkeys(cell for cell in flat if not is_tile(cell)))
    numbered = [mark for mark in dict.fromkeys(flat) if can_be_hole(mark, flat) and _rest_is_numbered(flat, mark)]
    if len(numbered) == 1:
        return numbered[0], describe(numbered[0], flat)
    clear = [mark for mark in marks if mark in CLEAR]
    if len(clear) > 1 or (clear and [mark for mark in marks if mark in SYMBOLS]):
        one, other, *_ = [*clear, *[mark for mark in marks if mark in SYMBOLS]]
        raise BoardError(_both(one, other, flat))
    if clear and not _fault_of_numbers(flat, clear[0]):
        return clear[0], describe(clear[0], flat)
    if clear:
        raise BoardError(_fault_of_numbers(flat, clear[0]))
    raise BoardError(_no_hole(flat))


def is_tile(cell: str) -> bool:
    """Tell a tile from the marks that people write for the hole."""
    return cell not in CLEAR and cell not in SYMBOLS


def can_be_hole(mark: str, flat: Sequence[str]) -> bool:
    """Tell a mark from a tile with a wrong number: of numbers only 0 and the one after the last tile are marks."""
    if mark.isascii() and mark.isdigit():
        return len(mark) < 5 and int(mark) in (0, len(flat))
    bare = mark.strip("[]()\\")
    return bare in CLEAR or mark in SYMBOLS or (len(mark) == 1 and mark not in "|:;,()[]{}")


def _rest_is_numbered(flat: Sequence[str], mark: str) -> bool:
    """Tell whether all cells but those of a mark are 1, 2, 3, ... in any order."""
    cells = [cell for cell in flat if cell != mark]
    if any(len(cell) > 1 for cell in cells) and any(cell.isalpha() for cell in cells):
        return False  # 10 and a are the same tile
    values = [value(cell) for cell in cells]
    return (
        bool(values)
        and len(values) <= 3 * _MOST_TILES
        and sorted(v or 0 for v in values) == [*range(1, len(values) + 1)]
    )


def describe(mark: str, flat: Sequence[str]) -> str:
    """Say which mark is the hole; empty for plain marks."""
    if mark in ("_", ".", "0"):
        return ""
    if mark == "":
        return "the empty cell is the hole"
    return f"{mark} is the hole" + (", the number after the last tile" if value(mark) == len(flat) else "")


def _both(one: str, other: str, flat: Sequence[str]) -> str:
    names = [mark or "an empty cell" for mark in (one, other)]
    return (
        f"the board has both {names[0]} and {names[1]}: either {names[0]} is the hole and {names[1]} a tile, or the "
        f"other way round; write the hole as _ and tiles as numbers from 1, such as {sample_board(flat)}"
    )


def sample_board(flat: Sequence[str]) -> str:
    """Write an ordered board of a similar size."""
    side = round(len(flat) ** 0.5)
    cells = [*map(str, range(1, len(flat))), HOLE]
    if side * side != len(flat):
        return "1 2 3/4 5 6/7 8 _"
    return "/".join(" ".join(cells[start : start + side]) for start in range(0, len(flat), side))


def _fault_of_numbers(flat: Sequence[str], hole: str) -> str:
    """Say which number is missing or twice where nearly all tiles are numbers; empty if they are names."""
    tiles = [cell for cell in flat if cell != hole]
    values = [value(cell) for cell in tiles]
    single = all(len(cell) == 1 and 0 < (value(cell) or 0) <= len(tiles) for cell in tiles)
    digits = all(cell.isascii() and cell.isdigit() for cell in tiles) or (single and any(map(str.isdigit, tiles)))
    if not digits or any(v is None for v in values):
        mixed = [cell for cell in tiles if len(cell) == 1 and cell.lower() in "abcdef"]
        decimals = [cell for cell in tiles if cell.isdigit() and len(cell) > 1]
        if mixed and decimals and {value(cell) for cell in mixed} & {value(cell) for cell in decimals}:
            return (
                f"the board has both {decimals[0]} and {mixed[0]}: as decimals 10 and as hexadecimal a mean the same "
                f"tile; write all tiles one way, such as {sample_board(flat)}"
            )
        return ""
    times = Counter(values)
    if not times:
        return ""
    if max(times.values()) > 1 and len(times) <= len(values) - max(2, len(values) // 4):
        return ""  # many tiles alike: these are wanted
    twice = [str(v) for v, count in sorted(times.items(), key=lambda one: one[0] or 0) if count > 1]
    missing = [str(v) for v in range(1, len(tiles) + 1) if v not in times]
    beyond = [str(v) for v in sorted(v for v in times if v is not None) if v > len(tiles)]
    faults = [f"{', '.join(twice)} twice"] * bool(twice) + [f"no {', '.join(missing[:4])}"] * bool(missing)
    faults += [f"{', '.join(beyond[:4])}, which is above {len(tiles)}"] * bool(beyond and not twice)
    return (
        f"the board has {' and '.join(faults)}: a board of {len(flat)} cells has the tiles 1 to {len(tiles)} once each"
        if faults
        else ""
    )


def _no_hole(flat: Sequence[str]) -> str:
    symbols = list(dict.fromkeys(cell for cell in flat if cell in SYMBOLS))
    if symbols:
        mark = symbols[0]
        return f"is {mark} the hole or the name of a tile? write the hole as _, such as {sample_board(flat)}"
    return f"the board has no hole: mark it with _, such as {sample_board(flat)}"
