"""Block boards as grids of names.

    AXXB        a name a cell, `.` blank, `#` wall, `-` gate        .  0  .  1      names longer than a character
    AXXB                                                            5  5  6  4      stand apart
    C..D

A piece is the set of cells that share a name. Its shape is where those cells lie from the first row and the first
column that it touches.
"""

from dataclasses import dataclass

from slidefront.errors import PuzzleError
from slidefront.puzzles.cells import BoardText

BLANK, WALL, GATE = ".", "#", "-"
Shape = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Grid:
    """Rows of names, all of one length."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def cells(self, *names: str) -> set[tuple[int, int]]:
        """Find the cells that hold one of some names, as (row, column)."""
        return {(r, c) for r, row in enumerate(self.rows) for c, name in enumerate(row) if name in names}

    @property
    def pieces(self) -> list[str]:
        """The names of the pieces in the order in which the grid shows them."""
        names = dict.fromkeys(name for row in self.rows for name in row)
        return [name for name in names if name not in (BLANK, WALL, GATE)]


def read_grid(text: str) -> Grid:
    """Read the grid of a puzzle: a name for each cell."""
    board = BoardText(text, PuzzleError, "AXXB/AXXB/C..D")
    rows = board.rows()
    grid = Grid(tuple(tuple(cell.name for cell in row) for row in rows))
    if grid.width == 1 and any(len(row[0]) > 1 for row in grid.rows):
        raise PuzzleError("a grid of one column has names of one character")
    return grid


def corner(cells: set[tuple[int, int]]) -> tuple[int, int]:
    """Find the first row and the first column that cells touch."""
    return min(r for r, _ in cells), min(c for _, c in cells)


def shape_of(cells: set[tuple[int, int]]) -> Shape:
    """Move cells to the first row and column."""
    top, left = corner(cells)
    return frozenset((r - top, c - left) for r, c in cells)


def is_joined(shape: Shape) -> bool:
    """Tell whether a shape is in one part, its cells joined by their sides."""
    waiting = [min(shape)]
    seen = set(waiting)
    while waiting:
        r, c = waiting.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & shape
        waiting += near - seen
        seen |= near
    return seen == shape
