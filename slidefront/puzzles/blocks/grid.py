"""Block boards as people write them: grids of names.

    AXXB        a name a cell, `.` blank, `#` wall, `-` gate        .  0  .  1      names longer than a character
    AXXB        rows on lines or with / between                     5  5  6  4      stand apart
    C..D

A piece is the set of cells that share a name. Its shape is where those cells lie from the first row and the first
column that it touches.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from slidefront.errors import BoardError, SlidefrontError

T = TypeVar("T")

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
    """Read a grid; its names stand apart if any line has spaces in it."""
    lines = [line.strip() for line in re.split(r"[/\n]", text) if line.strip()]
    if not lines:
        raise BoardError("the grid is empty")
    apart = any(len(line.split()) > 1 for line in lines)
    rows = tuple(tuple(line.split() if apart else line) for line in lines)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(f"row {number} of the grid has {len(row)} cells where row 1 has {len(rows[0])}")
    return Grid(rows)


def read_board_like(text: str, like: Grid) -> Grid:
    """Read a board of known size: rows as in a file, or all cells on one line."""
    rows, width = len(like.rows), like.width
    flat = text.strip()
    if rows > 1 and len(flat) == rows * width and not set(flat) & set("/ \n"):
        text = "/".join(flat[start : start + width] for start in range(0, len(flat), width))
    grid = read_grid(text)
    if (len(grid.rows), grid.width) != (rows, width):
        raise BoardError(f"the board has {len(grid.rows)} x {grid.width} cells where the puzzle has {rows} x {width}")
    return grid


def grids_like(text: str, like: Grid) -> Iterator[tuple[Grid, str]]:
    """Read a board of known size in each way that its text allows, the plain one first, each with how it is read."""
    plain = None
    try:
        plain = read_board_like(text, like)
    except BoardError as error:
        refusal = error
    if plain is not None:
        yield plain, ""
    from slidefront.puzzles.read.pasted import grid_like

    rows, how = grid_like(text, len(like.rows), like.width) if text.strip() else (None, "")
    if rows is not None:
        yield Grid(rows), how
    elif plain is None:
        raise refusal


def first_fit(text: str, like: Grid, use: Callable[[Grid], T]) -> tuple[T, str]:
    """Use the first reading of a board that fits; if none does, say what is wrong with the plain one."""
    refusal: SlidefrontError | None = None
    for grid, how in grids_like(text, like):
        try:
            return use(grid), how
        except SlidefrontError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


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
