"""Block boards as people write them: grids of names.

    AXXB        a name a cell, `.` blank, `#` wall, `-` gate        .  0  .  1      names longer than a character
    AXXB        rows on lines or with / between                     5  5  6  4      stand apart
    C..D

A piece is the set of cells that share a name. Its shape is where those cells lie from the first row and the first
column that it touches.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from slidefront.errors import BoardError, SlidefrontError
from slidefront.text.boards import BOARDS, grammar_of
from slidefront.text.cells import Cells
from slidefront.text.choice import Grammar, read
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.sections import sections
from slidefront.text.tokens import Token, is_word

T = TypeVar("T")

BLANK, WALL, GATE = ".", "#", "-"
_BLANKS = (BLANK, "_", "0", "", "o", GATE)
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
    """Read the grid of a puzzle file; its names stand apart if any line has spaces in it."""
    lines = [line.strip() for line in text.replace("/", "\n").split("\n") if line.strip()]
    if not lines:
        raise BoardError("the grid is empty")
    apart = any(len(line.split()) > 1 for line in lines)
    rows = tuple(tuple(line.split() if apart else line) for line in lines)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(f"row {number} of the grid has {len(row)} cells where row 1 has {len(rows[0])}")
    return Grid(rows)


def read_like(
    text: str, like: Grid, use: Callable[[Grid], T], error: type[SlidefrontError] = BoardError
) -> tuple[T, str]:
    """Read a board of known size and names in the one form that fits, and say how it was read.

    `use` makes a board of a grid, or raises what is wrong with it. If a name has marks in it that separate, enclose or
    quote names in pasted text, a board is read only as this program writes it.
    """
    if not all(is_word(name) for name in like.pieces):
        grid = read_grid(text)
        if (len(grid.rows), grid.width) != (len(like.rows), like.width):
            raise BoardError(_wrong_size((len(grid.rows), grid.width), like))
        return use(grid), ""
    grammars = {name: partial(_grid_like, like, use, grammar) for name, grammar in BOARDS.items()}
    found = read(text, grammars, error=error, alone=grammar_of(text)).value
    return found.value, found.how


def _wrong_size(shape: tuple[int, int], like: Grid) -> str:
    return f"the board has {shape[0]} x {shape[1]} cells where the puzzle has {len(like.rows)} x {like.width}"


@dataclass(frozen=True)
class _ReadGrid(Generic[T]):
    value: T
    how: str = field(default="", compare=False)


def _grid_like(like: Grid, use: Callable[[Grid], T], grammar: Grammar[Cells], cursor: Cursor) -> _ReadGrid[T]:
    start, goal = sections(cursor)
    if goal:
        raise Stop(goal[0], "", "the text has a start and a goal: give one board")
    inside = Cursor(start)
    cells = grammar(inside)
    inside.finish()
    names = [*like.pieces, *([GATE] if like.cells(GATE) else [])]
    rows, mark = blanks_marked(_shaped(cells, like), names, "@x" if like.cells(WALL) else "@")
    try:
        said = [cells.how] * bool(cells.how) + [f"{mark or 'an empty cell'} is blank"] * (mark != BLANK)
        return _ReadGrid(use(Grid(rows)), ", ".join(said))
    except SlidefrontError as error:
        raise Stop(cells.flat[0], "", str(error)) from None


def _shaped(cells: Cells, like: Grid) -> list[list[Token]]:
    flat, shape = cells.flat, (len(cells.rows), len(cells.rows[0]))
    height = len(like.rows)
    if shape != (height, like.width) and not (shape[0] == 1 and shape[1] == height * like.width):
        raise Stop(flat[-1], "", _wrong_size(shape, like))
    return [flat[start : start + like.width] for start in range(0, len(flat), like.width)]


def blanks_marked(
    cells: Sequence[Sequence[Token]], names: Sequence[str] = (), walls: str = "@"
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Write the blanks of cells as `.` and walls as `#`; return the mark of the blanks, one throughout.

    0 beside `.` is a piece if 1 is one too.
    """
    flat = [cell for row in cells for cell in row]
    marks = [mark for mark in dict.fromkeys(cell.text for cell in flat) if mark in _BLANKS and mark not in names]
    if {*marks} & {BLANK, "_", ""}:
        is_piece = BLANK in marks and any(cell.text == "1" for cell in flat)
        marks = [mark for mark in marks if mark not in ("o", GATE) and (mark != "0" or not is_piece)]
    elif len(marks) > 1:
        marks = [mark for mark in marks if mark != "o"]
    if len(marks) > 1:
        second = next(cell for cell in flat if cell.text == marks[1])
        one, other = (f'"{mark}"' if mark else "an empty cell" for mark in marks[:2])
        raise Stop(second, "", f"the grid has both {one} and {other}: write blanks as . throughout")
    mark = marks[0] if marks else BLANK
    plain = {mark: BLANK, **dict.fromkeys(walls, WALL), **{name: name for name in names}}
    return tuple(tuple(plain.get(cell.text, cell.text) for cell in row) for row in cells), mark


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
