"""What cells mean as blocks, and the puzzle file of a grid with the options beside it.

AXXB                                                  5,4,             numbers between commas; equal numbers
AXXB          blanks `.`, `_`, 0, `-` or an empty     1,-1,-1,1,       are one piece. With -1 among them: 1 is
C__D          cell, one of them throughout            1,2,2,1,         wall, 2 has to reach the cells of -1
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.grid import BLANK, GATE, WALL, Grid, blanks_marked, is_joined
from slidefront.puzzles.cards import is_car
from slidefront.puzzles.values import GridOptions
from slidefront.text.cells import Cells
from slidefront.text.cursor import Stop
from slidefront.text.rows import WORDS
from slidefront.text.tokens import Token

_EXIT = "-1"
_LONGEST_NAME = 2
Goal = Sequence[tuple[str, int, int]]


@dataclass(frozen=True)
class Blocks:
    """A grid of blocks."""

    grid: Grid
    how: str = ""
    goal: tuple[tuple[str, int, int], ...] = ()
    """Pieces and their places in the goal, where the cells tell them."""


def blocks_of(cells: Cells, like: Grid | None = None) -> Blocks:
    """Read cells as blocks, or as the goal of a grid, which may leave pieces out."""
    if len(cells.rows) == 1 or cells.how == WORDS:
        raise Stop(cells.flat[-1], "", "a grid of blocks needs several rows: put / between them, such as AAB/..B")
    if any(cell.text == _EXIT for cell in cells.flat):
        return _with_exit(cells)
    rows, mark = blanks_marked(cells.rows, ("o",))
    grid = Grid(rows)
    for cell, name in zip(cells.flat, (name for row in rows for name in row), strict=True):
        _check_name(cell, name, like)
    if like is not None and (len(rows), len(rows[0])) != (len(like.rows), like.width):
        raise Stop(cells.flat[0], "", f"the goal has {len(rows)} x {len(rows[0])} cells, and the start another size")
    if like is None and not grid.cells(BLANK, GATE):
        raise Stop(
            cells.flat[-1], "", "the grid has no blank cell, so nothing can move: write blanks as ., as in AAB/..B"
        )
    _check_joined(grid, cells)
    _check_counts(cells)
    said = [cells.how] * bool(cells.how) + [f"{mark or 'an empty cell'} is blank"] * (mark != BLANK)
    return Blocks(grid, ", ".join(said))


def _check_name(cell: Token, name: str, like: Grid | None) -> None:
    """Stop at a name that is no name of a piece: one or two letters and digits, or those of the start."""
    if name in (BLANK, WALL, GATE) or (like and name in like.pieces):
        return
    if not (name.isalnum() and (name.isascii() or name.isalpha())) and name != "=":
        what = f'"{name}"' if name else "an empty cell"
        raise Stop(cell, "", f"{what} is not the name of a piece: write letters and digits, . for blank, # for wall")
    if len(name) > _LONGEST_NAME:
        raise Stop(cell, "", f'"{name[:20]}" is longer than the name of a piece in a grid: write one or two letters')


def _check_joined(grid: Grid, cells: Cells) -> None:
    for name in grid.pieces:
        of_piece = grid.cells(name)
        if not is_joined(frozenset(of_piece)):
            last = [cell for cell in cells.flat if cell.text == name][-1]
            raise Stop(
                last,
                "",
                f"piece {name} is in several parts; equal names are one piece: give each piece a name of its own, and "
                f"write walls as {WALL} and blanks as {BLANK}",
            )


def _check_counts(cells: Cells) -> None:
    """Stop at a first row or column that only counts the others, as on a chess board."""
    for what, line in (("row", cells.rows[0]), ("column", tuple(row[0] for row in cells.rows))):
        names = [cell.text for cell in line if cell.text not in (BLANK, "", "_")]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        orders = (numbers, numbers[::-1], [chr(ord("a") + number) for number in range(len(names))])
        others = [cell.text for cell in cells.flat if cell not in line]
        counted = names in orders and len(names) > 2 and len(line) < len(names) + 2
        if (
            counted
            and not {*others} & {*names}
            and not any(other.isdecimal() if names[0].isdecimal() else other.islower() for other in others)
        ):
            raise Stop(line[0], "", f"the first {what} of the grid counts the others: remove it")


def _with_exit(cells: Cells) -> Blocks:
    """Read numbers with -1: 1 is wall, 0 blank, 2 has to reach the cells of -1, all others are pieces."""
    meanings = {_EXIT: GATE, "1": WALL, "0": BLANK, "": BLANK}
    grid = Grid(tuple(tuple(meanings.get(cell.text, cell.text) for cell in row) for row in cells.rows))
    for cell in cells.flat:
        if cell.text not in meanings and not cell.text.isdecimal():
            raise Stop(cell, "", f'"{cell.text}" is not a number: among -1, 0 and 1 all pieces are numbers')
    exits, piece = grid.cells(GATE), grid.cells("2")
    place = next(cell for cell in cells.flat if cell.text == _EXIT)
    if not piece:
        raise Stop(place, "", "the grid has -1, the cells of the exit, and no 2, the piece that has to come there")
    height, width = (len({cell[i] for cell in exits}) for i in (0, 1))
    size = [max(cell[i] for cell in piece) - min(cell[i] for cell in piece) + 1 for i in (0, 1)]
    if height * width != len(exits) or height > size[0] or width > size[1]:
        raise Stop(place, "", "the cells of -1 are not as high and as wide as the piece 2")
    _check_joined(grid, cells)
    how = "0 is blank, 1 is wall, and 2 has to reach the cells of -1"
    return Blocks(grid, how, (("2", min(r for r, _ in exits), min(c for _, c in exits)),))


def file_of_blocks(
    grid: Grid, options: GridOptions, axis: Sequence[str], wanted: Goal, goal: Grid | None = None
) -> str:
    """Write a grid as a puzzle file; options go before the axis and the goal that the text tells."""
    lines = ['kind = "blocks"', f"home = {_quoted(grid)}"]
    if wanted:
        lines.append(f"goal = {json.dumps([list(one) for one in wanted])}")
    elif goal is not None:
        lines.append(f"goal = {_quoted(goal)}")
    if options.axis not in (None, "none"):
        axis = grid.pieces if options.axis == "all" else _pieces("axis", options.axis or "", grid)
    elif options.axis is None and not axis and not wanted and goal is None and _like_cars(grid):
        raise PuzzleError(
            "the 6 x 6 cells look like Rush Hour, and not all pieces are cars and trucks: use axis=all for cars, or "
            "axis=none for blocks that move any way"
        )
    if axis:
        lines.append("axis = true" if len(axis) == len(grid.pieces) else f"axis = {json.dumps(list(axis))}")
    if options.frozen is not None:
        lines.append(f"frozen = {json.dumps(_pieces('frozen', options.frozen, grid))}")
    if options.groups is not None:
        groups = [_pieces("groups", group, grid) for group in options.groups.split(",")]
        lines.append(f"groups = {json.dumps(groups)}")
    return "\n".join(lines) + "\n"


def _like_cars(grid: Grid) -> bool:
    """Tell 6 x 6 cells, with a border of walls or not, of which most pieces are cars and trucks."""
    cars = [name for name in grid.pieces if is_car(grid, name)]
    framed = (len(grid.rows), grid.width) == (8, 8) and len(grid.cells(WALL)) > 25
    inside = framed or (len(grid.rows), grid.width) == (6, 6)
    return inside and len(cars) > 2 and 3 * len(cars) >= 2 * len(grid.pieces)


def _pieces(field: str, text: str, grid: Grid) -> list[str]:
    """Read names of pieces: apart by blanks or commas, or one character each."""
    names = text.replace(",", " ").split()
    if not all(name in grid.pieces for name in names):
        names = [letter for name in names for letter in name]
    for name in names:
        if name not in grid.pieces:
            raise PuzzleError(f"{field} names {name!r}; the pieces of the grid are {' '.join(grid.pieces)}")
    if not names:
        raise PuzzleError(f"{field} names no piece: write some of {' '.join(grid.pieces)}")
    return names


def _quoted(grid: Grid) -> str:
    """Write a grid as TOML."""
    apart = "" if all(len(cell) == 1 for row in grid.rows for cell in row) else " "
    return json.dumps("/".join(apart.join(row) for row in grid.rows), ensure_ascii=False)
