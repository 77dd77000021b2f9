"""Tell tiles from blocks: numbers that are nearly all different from names that take several cells.

So a slip in a board of tiles is refused, and not read as blocks.
"""

import re
from collections import Counter
from collections.abc import Sequence

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import value
from slidefront.puzzles.read.cut import cuts
from slidefront.puzzles.read.holes import HOLE
from slidefront.puzzles.read.pasted_blocks import PastedGrid, Rows
from slidefront.puzzles.read.pasted_boards import PastedBoard


def like_tiles(text: str) -> bool:
    """Tell a text of numbers, nearly all different, with one cell for a hole; so a slip in it is not read as blocks."""
    if len(text.split()) == 1 and text.strip().isalnum():
        return len({*text.strip()}) > 0.8 * len(text.strip())
    words = _cells_apart(text)
    return _nearly_numbered(words, letters=True) or any(_nearly_numbered(cells) for cells in _cells_of(text))


def _cells_apart(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;/|\[\](){}]+", text) if word]


def _cells_of(text: str) -> list[tuple[str, ...]]:
    """Cut a text in rows of several cells, in every way."""
    try:
        return [cut.flat for cut in cuts(text) if max(map(len, cut.rows)) > 1]
    except BoardError:
        return []


def _nearly_numbered(cells: Sequence[str], *, letters: bool = False) -> bool:
    """Tell cells that are nearly all different numbers; letters alone, which are digits above 9, only where said."""
    numbers = [cell for cell in cells if value(cell) is not None and (cell.isdigit() or len(cell) == 1)]
    digits = sum(map(str.isdigit, numbers))
    nearly = len(numbers) >= len(cells) - 2 and (letters or 2 * digits >= len(numbers))
    names = [cell for cell in cells if cell[:1].isalpha()]
    if len(cells) < 4 or len({*names}) < len(names) - 1:
        return False
    return (nearly or digits >= 0.6 * len(cells)) and len({*numbers}) >= 0.75 * len(numbers)


def repeats(text: str) -> bool:
    """Tell whether a word is there twice."""
    words = _cells_apart(text)
    return len({*words}) < len(words)


def like_blocks(rows: Rows) -> bool:
    """Tell blocks: a name takes several cells that are joined, or there are several blanks that are not a rectangle."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            cells.setdefault(cell, []).append((r, c))
    hole = cells.pop(HOLE)
    if not _is_rectangle(hole):
        return True
    several = [of for of in cells.values() if len(of) > 1]
    return bool(several) and all(joined(of) for of in several)


def in_rows(text: str) -> bool:
    """Tell rows of names whose blanks are points, which are blocks; on one line they are a square of tiles."""
    return "." in text and any(mark in text.strip() for mark in "/\n")


def _is_rectangle(cells: list[tuple[int, int]]) -> bool:
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    return len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def joined(cells: list[tuple[int, int]]) -> bool:
    """Tell whether cells are in one part."""
    waiting, seen = [cells[0]], {cells[0]}
    for r, c in waiting:
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & {*cells} - seen
        seen |= near
        waiting += near
    return len(seen) == len(cells)


def check_repeats(board: PastedBoard) -> None:
    """Refuse tiles that are numbers of which some are there more than once: these are slips, or several boards."""
    tiles = [number for number in board.numbers or [] if number]
    times = Counter(tiles)
    if {*times.values()} == {board.tokens.count(HOLE)} != {1}:
        raise BoardError(
            f"the text has each number {times[tiles[0]]} times: give one board, or start and goal with goal: between "
            f"them; many boards go into a file, one a line, for --from"
        )
    twice = [str(number) for number in sorted(times) if times[number] > 1]
    missing = [str(number) for number in range(1, len(tiles) + 1) if number not in times]
    if len({*times.values()}) > 1:
        raise BoardError(
            f"the board has {', '.join(twice[:4])} more than once and no {', '.join(missing[:4])}: a board of "
            f"{len(board.tokens)} cells has the tiles 1 to {len(tiles)} once each; if equal tiles are meant, give them "
            f'in a .toml file with kind = "tiles" and home = "1 2 2/..."'
        )


def check_number_pieces(grid: PastedGrid) -> None:
    """Refuse a grid of pieces of one cell, most of them numbers, of which some are missing: these are tiles."""
    numbers = (
        {value(name) for name in grid.pieces} if 3 * sum(map(str.isdecimal, grid.pieces)) > len(grid.pieces) else {}
    )
    if len(grid.rows) == 1 and numbers:
        raise BoardError("the text has one row of numbers: put / between rows, such as 1 2 3/4 5 6/7 8 _")
    small = all(len(grid.cells(name)) == 1 for name in grid.pieces)
    missing = [number for number in range(1, len(grid.pieces) + 1) if number not in numbers]
    if small and missing and 2 * len(missing) < len(grid.pieces):
        raise BoardError(
            f"the grid has no {', '.join(map(str, missing[:4]))} among its numbers: write tiles as 1, 2, 3, ... with _ "
            f"for the hole, such as 1 2 3/4 5 6/7 8 _, or pieces as letters, such as AB/C."
        )


def check_holes(board: PastedBoard) -> None:
    """Refuse numbers of which some are missing around empty cells that are not one hole."""
    hole = [(r, c) for r, row in enumerate(board.rows) for c, cell in enumerate(row) if cell == HOLE]
    tiles = [number for number in board.numbers or [] if number]
    missing = [number for number in range(1, len(tiles) + len(hole)) if number not in tiles]
    if len(tiles) > 4 * len(hole) > 4 and not _is_rectangle(hole) and missing and min(missing) < max(tiles):
        raise BoardError(f"the board has {len(hole)} empty cells apart, and no {min(missing)}: write each tile once")
