"""What cells mean as tiles: numbers 1, 2, 3, ... with a hole, or the first letters of the alphabet with `_`.

The hole is the one mark that is not among the tiles: `_`, `.`, 0, an empty cell, `x`, `-`, `*`, null, or the number
after the last tile. A board that is nearly one of tiles is refused, and is not read as blocks.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.puzzles.labels import DIGITS, value
from slidefront.text.cells import Cells
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token
from slidefront.units import counted

HOLE = "_"
MARKS = (HOLE, ".", "0", "00", "", "x", "X", "-", "*", "null", "None", "nil")
_SAMPLE = "such as 1 2 3/4 5 6/7 8 _"
_MOST_TILES = 35
_MOST_SLIPS = 2
"""The most names that are there more than once where that is a slip; with more of them cells are blocks."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class TileBoard:
    """A board of tiles: rows of names, its hole as `_`, tiles as decimal numbers or as letters."""

    rows: tuple[tuple[str, ...], ...]
    how: str
    decimal: bool
    """Whether tiles above 9 were typed as decimal numbers."""

    @property
    def flat(self) -> list[str]:
        """All cells in order."""
        return [cell for row in self.rows for cell in row]

    def in_order(self) -> list[str]:
        """Put the tiles in order, with the hole in the last corner."""
        place = [(r, c) for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell == HOLE]
        height, width = len({r for r, _ in place}), len({c for _, c in place})
        rows, columns = len(self.rows), len(self.rows[0])
        tiles = iter(sorted((cell for cell in self.flat if cell != HOLE), key=lambda cell: (len(cell), cell)))
        return [
            HOLE if r >= rows - height and c >= columns - width else next(tiles)
            for r in range(rows)
            for c in range(columns)
        ]


def read_tiles(cells: Cells) -> TileBoard | None:
    """Read cells as tiles; None if they look like blocks, and a stop if they are tiles with a slip."""
    flat = cells.flat
    texts = [cell.text for cell in flat]
    after = "" if cells.spelled else str(len(flat))
    marks = [mark for mark in dict.fromkeys(texts) if mark in MARKS or mark == after]
    for mark in marks:
        numbers = _numbers([text for text in texts if text != mark])
        if numbers and len(numbers) <= _MOST_TILES and sorted(numbers) == [*range(1, len(numbers) + 1)]:
            numbered = iter(map(str, numbers))
            names = [HOLE if text == mark else next(numbered) for text in texts]
            return _board(cells, names, mark, decimal=any(len(name) > 1 and name.isdigit() for name in texts))
    rest = [text for text in texts if text not in (HOLE, "", *("." * cells.is_flat))]
    if len(rest) == len(texts) - 1 and "".join(sorted(rest)) in (_LETTERS[: len(rest)], _LETTERS[: len(rest)].upper()):
        names = [text if text in rest else HOLE for text in texts]
        return _board(cells, names, HOLE, decimal=False)
    _check_slips(flat)
    if cells.is_flat:
        raise Stop(
            flat[-1],
            "",
            f"{counted(len(flat), 'cell')} on one line: neither a square of tiles nor 36 letters of a card; put / "
            "between rows",
        )
    return None


def is_joined(text: str, texts: Sequence[str]) -> bool:
    """Tell two cells without a blank between them, such as 05, from numbers of two digits each."""
    return (
        len(text) > 1
        and text.isdigit()
        and text[0] == "0"
        and any(len(one) == 1 and one in "123456789" for one in texts)
    )


def _numbers(texts: Sequence[str]) -> list[int]:
    """Read all tiles as decimal numbers, or all as one digit or letter each; nothing if that is not possible."""
    if any(len(text) > 1 for text in texts) and not all(text.isascii() and text.isdigit() for text in texts):
        return []
    if any(is_joined(text, texts) for text in texts):
        return []
    values = [value(text) for text in texts]
    return [number for number in values if number is not None] if None not in values else []


def _board(cells: Cells, names: Sequence[str], mark: str, *, decimal: bool) -> TileBoard:
    rows, columns = len(cells.rows), len(cells.rows[0])
    if rows == 1:
        rows = columns = round(len(names) ** 0.5)
    if rows * columns != len(names) or columns < 2:
        raise Stop(cells.flat[0], "", _which_shape(len(names)))
    found = tuple(tuple(names[row * columns : (row + 1) * columns]) for row in range(rows))
    hole = [(r, c) for r, row in enumerate(found) for c, name in enumerate(row) if name == HOLE]
    sides = [max(one) - min(one) + 1 for one in zip(*hole, strict=True)]
    if len(hole) != sides[0] * sides[1]:
        second = [cell for cell, name in zip(cells.flat, names, strict=True) if name == HOLE][1]
        raise Stop(second, "", "the cells of the hole are not a rectangle: mark one hole with _")
    said = [cells.how] * bool(cells.how) + [f"{rows} x {columns}"] * (cells.is_flat)
    if mark not in (HOLE, ".", "0") and "empty cell" not in cells.how:
        said.append(f"{mark or 'the empty cell'} is the hole")
    return TileBoard(found, ", ".join(said), decimal)


def _which_shape(cells: int) -> str:
    shapes = [f"{rows} x {cells // rows}" for rows in range(2, cells) if cells % rows == 0 and cells // rows > 1]
    can = f"; it can be {' or '.join(shapes[:3])}" if shapes else ""
    return f"the board has {cells} cells in one row or column: put / between its rows{can}"


def _check_slips(flat: Sequence[Token]) -> None:
    """Stop at what is wrong with cells that are nearly all different numbers."""
    numbers = [cell for cell in flat if cell.text.isascii() and cell.text.isdigit()]
    digits = {cell.text for cell in flat if len(cell.text) == 1 and cell.text.isascii() and cell.text.isalnum()}
    if len(flat) > 2 * len(numbers) > 0 and len(flat) > 8 and len(digits) >= len(flat) - 1:
        missing = [one for one in DIGITS[1 : len(flat)] if one not in digits]
        no = f" and has no {', '.join(missing[:4])}" if missing else ""
        raise Stop(flat[-1], "", f"each cell is another digit or letter{no}: write tiles as numbers from 1, {_SAMPLE}")
    if len(flat) < 4 or 5 * len(numbers) < 3 * len(flat) or 4 * len({cell.text for cell in numbers}) < 3 * len(numbers):
        return
    blocks = "; if equal cells are one piece, read it as blocks with axis=none"
    times = Counter(cell.text for cell in flat)
    marks = [mark for mark in MARKS if times[mark]]
    tiles = len(flat) - (times[marks[0]] if marks else 1)
    twice = [cell for cell in flat if times[cell.text] > 1 and cell.text not in MARKS]
    if len({cell.text for cell in twice}) > _MOST_SLIPS:
        return
    missing = [str(number) for number in range(1, tiles + 1) if not times[str(number)]]
    odd = [cell for cell in flat if not (cell.text.isascii() and cell.text.isdigit()) and cell.text not in MARKS]
    once = f"a board of {len(flat)} cells has the tiles 1 to {tiles} once each"
    if len(marks) > 1:
        second = next(cell for cell in flat if cell.text == marks[1])
        names = " and ".join(mark or "an empty cell" for mark in marks[:2])
        raise Stop(
            second, "", f"the board has both {names}: write the hole as _ and tiles as numbers from 1, {_SAMPLE}"
        )
    joined = next((cell for cell in numbers if is_joined(cell.text, [*times])), None)
    if joined:
        raise Stop(joined, "", f"{joined.text} is one cell: write a blank between its digits")
    if odd:
        raise Stop(odd[0], "", f'"{odd[0].text}" is not a tile among numbers: {once}')
    if twice:
        no = f" and no {', '.join(missing[:4])}" if missing else ""
        raise Stop(twice[1], "", f"the board has {twice[1].text} {_times(times[twice[1].text])}{no}: {once}{blocks}")
    if not marks:
        raise Stop(flat[-1], "", f"the board has no hole: mark it with _, {_SAMPLE}")
    above = next((cell for cell in numbers if len(cell.text) > 4 or int(cell.text) > tiles), flat[-1])
    raise Stop(above, "", f"the board has no {', '.join(missing[:4])}: {once}" if missing else once)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
