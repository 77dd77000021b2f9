"""The puzzle file of a pasted puzzle: the text that `load` reads, with what options say beside a grid."""

import json
import re
from dataclasses import dataclass

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.read.grid_options import GridOptions
from slidefront.puzzles.read.likeness import joined
from slidefront.puzzles.read.pasted_blocks import BLANK, WALL, PastedGrid, Rows, read_grid_text
from slidefront.puzzles.read.pasted_boards import PastedBoard

_PLACE = re.compile(r"\s*(\S+)\s+(\d+)\s+(\d+)\s*")


@dataclass(frozen=True)
class PastedPuzzle:
    """A puzzle as it was pasted."""

    text: str
    """The equivalent puzzle file."""
    how: str
    """How the text was understood, in words; empty for the plain forms."""
    title: str
    name: str
    decimal: bool = False
    """Whether tiles above 9 were typed as decimal numbers."""
    has_goal: bool = False
    """Whether the text has a second board, which is the goal."""


def tile_puzzle(board: PastedBoard, goal: list[str], title: str) -> PastedPuzzle:
    """Write a tile board and the cells of its goal as a puzzle."""
    home = "/".join(" ".join(row) for row in board.rows)
    columns = board.shape[1]
    rows = [goal[start : start + columns] for start in range(0, len(goal), columns)]
    text = f'kind = "tiles"\nhome = {quoted(home)}\ngoal = {quoted("/".join(" ".join(row) for row in rows))}\n'
    how = f"read as tiles: {board.how}" if board.how else ""
    return PastedPuzzle(text, how, title, name_of(board.rows), board.decimal)


def block_text(
    grid: PastedGrid, options: GridOptions, axis: tuple[str, ...], goal: tuple[tuple[str, int, int], ...]
) -> str:
    """Write a grid of blocks as a puzzle file; options go before the axis and the goal that the text tells."""
    _check_joined(grid)
    apart = _apart(grid.rows)
    home = "/".join(apart.join(row) for row in grid.rows)
    lines = ['kind = "blocks"', f"home = {quoted(home)}"]
    if options.goal is not None:
        lines.append(f"goal = {_goal_text(options.goal, grid)}")
    elif goal:
        lines.append(f"goal = {json.dumps([list(one) for one in goal])}")
    elif grid.goal is not None:
        lines.append(f"goal = {quoted('/'.join(_apart(grid.goal).join(row) for row in grid.goal))}")
    lines += _rules(grid, options, axis)
    return "\n".join(lines) + "\n"


def _rules(grid: PastedGrid, options: GridOptions, axis: tuple[str, ...]) -> list[str]:
    lines = []
    if options.axis not in (None, "none"):
        axis = tuple(grid.pieces) if options.axis == "all" else _pieces("--axis", options.axis or "", grid)
    if axis and len(axis) == len(grid.pieces):
        lines.append("axis = true")
    elif axis:
        lines.append(f"axis = {json.dumps(list(axis))}")
    if options.frozen is not None:
        lines.append(f"frozen = {json.dumps(list(_pieces('--frozen', options.frozen, grid)))}")
    if options.groups is not None:
        groups = [_pieces("--groups", group, grid) for group in options.groups.split(",")]
        lines.append(f"groups = {json.dumps([list(group) for group in groups])}")
    return lines


def _pieces(option: str, text: str, grid: PastedGrid) -> tuple[str, ...]:
    """Read names of pieces: apart by blanks or commas, or one character each."""
    names = [name for name in re.split(r"[\s,]+", text) if name]
    if not all(name in grid.pieces for name in names):
        names = [letter for name in names for letter in name]
    for name in names:
        if name not in grid.pieces:
            raise PuzzleError(f"{option} names {name!r}; the pieces of the grid are {' '.join(grid.pieces)}")
    if not names:
        raise PuzzleError(f"{option} names no piece: write some of {' '.join(grid.pieces)}")
    return tuple(names)


def _goal_text(goal: str, grid: PastedGrid) -> str:
    """Read `--goal`: pieces with row and column from 0, or a grid."""
    places = [_PLACE.fullmatch(part) for part in re.split("[,;]", goal)]
    if all(places):
        return json.dumps([[place[1], int(place[2]), int(place[3])] for place in places if place])
    try:
        shown = read_grid_text(goal).rows
    except BoardError:
        shown = ((),)
    if (len(shown), len(shown[0])) != (len(grid.rows), len(grid.rows[0])):
        raise PuzzleError(
            f"--goal {goal!r} is neither a grid of {len(grid.rows)} x {len(grid.rows[0])} cells nor a piece with row "
            f"and column from 0: write it as --goal '{grid.pieces[0]} 0 1'"
        )
    return quoted("/".join(_apart(shown).join(row) for row in shown))


def _check_joined(grid: PastedGrid) -> None:
    parted = [name for name in grid.pieces if not joined(grid.cells(name))]
    if not parted:
        return
    times = {len(grid.cells(name)) for name in grid.pieces}
    if len(times) == 1 and len(grid.pieces) > 4 and all(map(str.isdecimal, grid.pieces)):
        raise BoardError(
            f"the text has each number {times.pop()} times: give one board, or start and goal with goal: between them; "
            f"many boards go into a file, one a line, for --from"
        )
    raise BoardError(
        f"piece {parted[0]} is in several parts; equal names are one piece, so give each piece a name of its own, "
        f"write walls as {WALL} and blanks as {BLANK}; between start and goal write an empty line"
    )


def _apart(rows: Rows) -> str:
    return "" if all(len(cell) == 1 for row in rows for cell in row) else " "


def name_of(rows: Rows) -> str:
    """Name a puzzle after its grid."""
    flat = "-".join(_apart(rows).join(row) for row in rows)
    return f"grid-{flat.replace(' ', '-')[:80]}"


def quoted(text: str) -> str:
    """Write a text as TOML; unprintable characters, and what would end the text, are refused."""
    if not text.isprintable():
        raise PuzzleError("the grid has characters that cannot be printed: write names of letters and digits")
    return json.dumps(text, ensure_ascii=False)
