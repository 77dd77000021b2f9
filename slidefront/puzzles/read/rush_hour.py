"""Rush Hour cards as people paste them, distinguished from other block grids.

    IBBxoo         36 cells on one line or in six rows, with or without blanks; `o`, `.`, 0, `-` or `_` is empty,
    IooLDD         a single x a wall; the car that has to come out is called A, X, R or =. A line of a database
    JAALoo         may say the number of moves before the board, and the number of boards after it: 60 IBBx... 2332

Cars move along their length only. A 6 x 6 grid of nothing but cars and trucks is a card; where it does not tell which
car has to come out, it is refused, and so is one that could be two cards.
"""

import re
from dataclasses import dataclass

from slidefront.errors import BoardError
from slidefront.puzzles.read.pasted_blocks import BLANK, WALL, PastedGrid, Rows, raw_cells
from slidefront.puzzles.read.wrapping import unwrap

SIDE = 6
RED = ("A", "X", "R", "=", "x", "r", "a")
_EMPTY = ("o", ".", "0", "-", "_", "")
_ROW_OF_EXIT = 2
_LINE = re.compile(r"(?:(\d{1,4})[\s,]+)?([A-Za-z.o=0_-]{36})(?:[\s,]+(\d+))?")
SAID = "read as Rush Hour: cars move along their length, {red} has to come to the right end of row {row}"
MOVES_ANY_WAY = "pieces move any way; use --axis all for cars, which move along their length"
BLOCKS_HINT = "use --axis none for blocks that move any way"


@dataclass(frozen=True)
class Card:
    """A Rush Hour card."""

    grid: PastedGrid
    red: str
    moves: int | None = None
    """The number of moves in the line of a database."""

    @property
    def how(self) -> str:
        """Say how the text was read."""
        row = self.grid.cells(self.red)[0][0] + 1
        return f"{SAID.format(red=self.red, row=row)}; {BLOCKS_HINT}"


def read_card(text: str) -> Card | None:
    """Read a card; None if the text is not a 6 x 6 grid of cars."""
    cells, moves = _cells(text)
    if cells is None:
        return None
    cards = [card for mark in _EMPTY if (card := _card(cells, mark)) is not None]
    grids = list(dict.fromkeys(card.rows for card in cards))
    if len(grids) > 1:
        marks = [mark for mark in _EMPTY if _card(cells, mark) is not None]
        raise BoardError(
            f"the card can be read with {marks[0]} empty or with {marks[1]} empty: write empty cells as . throughout"
        )
    if not grids:
        return None
    grid = PastedGrid(grids[0])
    return Card(grid, red_car(grid), moves)


def _cells(text: str) -> tuple[Rows | None, int | None]:
    line = _LINE.fullmatch(unwrap(text).strip())
    if line:
        return _rows(line[2]), int(line[1]) if line[1] else None
    try:
        rows = raw_cells(_without_border(unwrap(text)))
    except BoardError:
        return None, None
    flat = "".join(cell or " " for row in rows for cell in row)
    fits = [len(row) for row in rows] in ([SIDE] * SIDE, [SIDE**2]) and len(flat) == SIDE**2
    return (_rows(flat), None) if fits else (None, None)


def _without_border(text: str) -> str:
    """Remove a border of walls, or of + - |, around six rows."""
    lines = text.split("\n")
    rows = [re.fullmatch(r"\s*[#|](.{6})[#| =.>]?", line) for line in lines[1:-1]]
    ruled = len(lines) == SIDE + 2 and all(re.fullmatch(r"\s*[#+=-]{8}\s*", line) for line in (lines[0], lines[-1]))
    return "\n".join(row[1] for row in rows if row) if ruled and all(rows) else text


def _rows(flat: str) -> Rows:
    return tuple(tuple(cell.strip() for cell in flat[start : start + SIDE]) for start in range(0, SIDE**2, SIDE))


def _card(cells: Rows, mark: str) -> PastedGrid | None:
    """Take a mark as empty; None if what is left is not all cars of two or three cells, and walls."""
    others = {*_EMPTY} - {"o", mark}
    if not any(mark in row for row in cells) or any(cell in others for row in cells for cell in row):
        return None
    walls = _walls(cells)
    rows = tuple(
        tuple(BLANK if cell == mark else WALL if cell == "#" or (r, c) in walls else cell for c, cell in enumerate(row))
        for r, row in enumerate(cells)
    )
    grid = PastedGrid(rows)
    return grid if grid.pieces and all(_is_car(grid.cells(name)) for name in grid.pieces) else None


def _walls(cells: Rows) -> set[tuple[int, int]]:
    """Find the walls: each x, unless two of them side by side are the only car that can be the red one."""
    found = PastedGrid(cells).cells("x")
    upper = {cell for row in cells for cell in row}
    if len(found) == 2 and _is_car(found) and found[0][0] == found[1][0] and not upper & {"A", "X", "R", "="}:
        return set()
    return set(found)


def _is_car(cells: list[tuple[int, int]]) -> bool:
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    spread = max(rows) - min(rows) + max(columns) - min(columns) + 1
    return len(cells) in (2, 3) and 1 in (len(rows), len(columns)) and spread == len(cells)


def check_cars(grid: PastedGrid, axis: str | None) -> None:
    """Refuse 6 x 6 cells of blocks that are nearly all cars, unless an axis is named."""
    size = len(grid.rows), len(grid.rows[0])
    framed = size == (SIDE + 2, SIDE + 2) and len(grid.cells(WALL)) >= 4 * (SIDE + 1) - 2
    if axis is not None or (size != (SIDE, SIDE) and not framed) or grid.goal or grid.wanted:
        return
    long = _cars(grid)
    if len(long) > 2:
        odd = next((name for name in grid.pieces if name not in long), "")
        but = f", but {odd} is neither a car nor a truck" if odd else ""
        raise BoardError(f"the 6 x 6 cells look like Rush Hour{but}; {BLOCKS_HINT}, or --axis all for cars")


def like_cars(grid: PastedGrid, axis: str | None) -> bool:
    """Tell whether most pieces of a large grid are as long as cars and trucks."""
    return axis is None and min(len(grid.rows), len(grid.rows[0])) > 4 and len(_cars(grid)) > 3


def _cars(grid: PastedGrid) -> list[str]:
    """List the pieces that are cars or trucks; none where more than a third of the pieces are something else."""
    long = [name for name in grid.pieces if _is_car(grid.cells(name))]
    return long if 3 * len(long) >= 2 * len(grid.pieces) else []


def red_car(grid: PastedGrid) -> str:
    """Find the car that has to leave: two cells in a row, with one of the usual names."""
    lying = {}
    for name in RED:
        cells = grid.cells(name)
        if len(cells) == 2 and cells[0][0] == cells[1][0]:
            lying[name] = cells[0][0]
    at_exit = [name for name, row in lying.items() if row == _ROW_OF_EXIT]
    named = at_exit or list(lying)
    if len(named) == 1:
        return named[0]
    cars = f"6 x 6 cells of cars and trucks look like Rush Hour; {BLOCKS_HINT}; for Rush Hour "
    if named:
        one, other = named[0], named[1]
        raise BoardError(f"{cars}either {one} or {other} has to come out: use --axis all --goal '{one} {lying[one]} 4'")
    raise BoardError(
        f"the card has no red car: {cars}call the car that has to come out, two cells in a row, A or X, or name it: "
        f"{_goal(grid)}"
    )


def _goal(grid: PastedGrid) -> str:
    """Write the options that name the car that has to leave, for the first possible car."""
    lying = [name for name in grid.pieces if len({r for r, _ in grid.cells(name)}) == 1]
    lying.sort(key=lambda name: grid.cells(name)[0][0] != _ROW_OF_EXIT)
    name = lying[0] if lying else grid.pieces[0]
    return f"--axis all --goal '{name} {grid.cells(name)[0][0]} {SIDE - len(grid.cells(name))}'"


def letters(card: Card) -> str:
    """Write a card on one line as databases do: `o` empty, `x` wall, the red car A, the others B, C, ... in order."""
    others = iter("BCDEFGHIJKLMNOPQRSTUVWYZ")
    names = {BLANK: "o", WALL: "x", card.red: "A"}
    return "".join(
        names[cell] if cell in names else names.setdefault(cell, next(others)) for row in card.grid.rows for cell in row
    )
