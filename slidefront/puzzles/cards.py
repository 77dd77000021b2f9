"""What 6 x 6 cells mean as a Rush Hour card: cars and trucks, which move along their length only.

    IBBxoo         `o`, `.`, 0, `-` or `_` is empty, one of them throughout; a single x is a wall; the car that has to
    IooLDD         come out takes two cells in a row and is called A, X, R or =.
    JAALoo

A card that does not tell which car has to come out is refused, and so is one that could be two cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.puzzles.blocks.grid import BLANK, WALL, Grid
from slidefront.text.cells import Cells
from slidefront.text.cursor import Stop

SIDE = 6
RED = ("A", "X", "R", "=", "x", "r", "a")
_EMPTY = ("o", ".", "0", "-", "_", "")
_ROW_OF_EXIT = 2
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Card:
    """A Rush Hour card: its grid, and the car that has to come out."""

    grid: Grid
    red: str

    @property
    def row(self) -> int:
        """The row of the car that has to come out."""
        return min(self.grid.cells(self.red))[0]


def read_card(cells: Cells, *, named: bool = False) -> Card | None:
    """Read cells as a card; None if they are not 6 x 6 cells of cars.

    `named` says that the car that has to come out is named elsewhere.
    """
    flat = [cell.text for cell in cells.flat]
    if (len(cells.rows), len(cells.rows[0])) not in ((SIDE, SIDE), (1, SIDE**2)):
        return None
    grids = _grids(tuple(tuple(flat[start : start + SIDE]) for start in range(0, SIDE**2, SIDE)))
    if not grids:
        return None
    first = cells.flat[0]
    if len(grids) > 1:
        raise Stop(first, "", "the card can be read with either of two marks empty: write empty cells as . throughout")
    red = red_cars(grids[0])
    if len(red) != 1 and not named:
        names = red or [name for name in grids[0].pieces if len({r for r, _ in grids[0].cells(name)}) == 1][:1]
        which = "does not say which car has to come out" if not red else f"has {' and '.join(red)} that may come out"
        example = _goal(grids[0], names[0]) if names else "axis=all and a goal"
        raise Stop(first, "", f"the card {which}: use {example}, or axis=none for blocks that move any way")
    return Card(grids[0], red[0] if red else "")


def card_of(rows: Rows) -> Card | None:
    """Take a grid as a card; None if it is none that tells which car has to come out."""
    grids = _grids(rows) if (len(rows), len(rows[0])) == (SIDE, SIDE) else []
    red = red_cars(grids[0]) if len(grids) == 1 else ()
    return Card(grids[0], red[0]) if len(red) == 1 else None


def _grids(rows: Rows) -> list[Grid]:
    return list(dict.fromkeys(grid for mark in _EMPTY if (grid := _cars(rows, mark)) is not None))


def _cars(rows: Rows, mark: str) -> Grid | None:
    """Take a mark as empty; None if what is left is not all cars of two or three cells, and walls."""
    others = {*_EMPTY} - {"o", mark}
    if not any(mark in row for row in rows) or any(cell in others for row in rows for cell in row):
        return None
    walls = _walls(rows)
    grid = Grid(
        tuple(
            tuple(BLANK if cell == mark else WALL if cell == "#" or (r, c) in walls else cell for c, cell in places)
            for r, places in ((r, [*enumerate(row)]) for r, row in enumerate(rows))
        )
    )
    return grid if grid.pieces and all(is_car(grid, name) for name in grid.pieces) else None


def _walls(rows: Rows) -> set[tuple[int, int]]:
    """Find the walls: each x, unless two of them side by side are the only car that can be the red one."""
    grid = Grid(rows)
    found = grid.cells("x")
    lies = len(found) == 2 and is_car(grid, "x") and len({r for r, _ in found}) == 1
    return set() if lies and not {*grid.pieces} & {"A", "X", "R", "="} else found


def is_car(grid: Grid, name: str) -> bool:
    """Tell whether a piece takes two or three cells in a line."""
    cells = grid.cells(name)
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    spread = max(rows) - min(rows) + max(columns) - min(columns) + 1
    return len(cells) in (2, 3) and 1 in (len(rows), len(columns)) and spread == len(cells)


def red_cars(grid: Grid) -> Sequence[str]:
    """Find the cars that may have to come out: two cells in a row, with one of the usual names, at the exit first."""
    lying = {}
    for name in RED:
        cells = sorted(grid.cells(name))
        if len(cells) == 2 and cells[0][0] == cells[1][0]:
            lying[name] = cells[0][0]
    return [name for name, row in lying.items() if row == _ROW_OF_EXIT] or list(lying)


def _goal(grid: Grid, name: str) -> str:
    """Write what is said beside a grid to name the car that has to come out."""
    cells = grid.cells(name)
    return f"axis=all and the goal '{name} {min(cells)[0]} {SIDE - len(cells)}'"


def letters(card: Card) -> str:
    """Write a card on one line as databases do: `o` empty, `x` wall, the red car A, the others B, C, ... in order.

    Cars that have capital letters as names keep them.
    """
    if card.red == "A" and all(name in _CAPITALS for name in card.grid.pieces):
        return "".join({BLANK: "o", WALL: "x"}.get(cell, cell) for row in card.grid.rows for cell in row)
    others = iter(_CAPITALS[1:].replace("X", ""))
    names = {BLANK: "o", WALL: "x", card.red: "A"}
    return "".join(
        names[cell] if cell in names else names.setdefault(cell, next(others)) for row in card.grid.rows for cell in row
    )
