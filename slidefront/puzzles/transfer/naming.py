"""The names of a transfer puzzle in written moves and in columns of data frames."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from slidefront.errors import PuzzleError, RouteError
from slidefront.puzzles.core import PlaceColumn

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

WAYS = ("U", "D", "L", "R")


def read_move(puzzle: "TransferPuzzle", words: Sequence[str]) -> list[tuple[str, str]]:
    """Read a move: tiles and their way (`5 6 7 L`) or ways alone (`LURD`); on a graph the mover and its vertex."""
    *names, way = words
    if not puzzle.frame.is_grid:
        if len(names) != 1 or not (way.isascii() and way.isdecimal() and len(way) < 10):
            mover = puzzle.names[0]
            raise RouteError(f"write the mover and its vertex, as in {mover} 1,{mover} 2")
        return [(_label(puzzle, names[0]), str(int(way)))]
    ways = "".join(words)
    if set(ways) <= set(WAYS) and (not names or not set(names) <= set(puzzle.names)):
        return [("", letter) for letter in ways]
    if way not in WAYS:
        raise RouteError("write a tile and its way, as in 5 L,2 U, or letters, as in URDL2")
    return [(" ".join(_label(puzzle, name) for name in names), way)]


def _label(puzzle: "TransferPuzzle", name: str) -> str:
    """Return a label as the puzzle writes it."""
    label = puzzle.labels.label(name)
    if label is None or (label == 0 and puzzle.frame.is_grid):
        raise RouteError(f"{puzzle.name} has no {name}: it has {' '.join(puzzle.names[puzzle.frame.is_grid :])}")
    return puzzle.names[label]


def place_column(puzzle: "TransferPuzzle", name: str) -> PlaceColumn:
    """Find a column: the cell, row or column of the hole or a tile; on a graph the vertex of a label."""
    cells = np.arange(puzzle.frame.cells, dtype=np.int16)
    kind, _, tile = ("at", "", "hole") if name == "hole" else name.partition("_")
    numbers = {"at": cells, "row": cells // puzzle.frame.columns, "column": cells % puzzle.frame.columns}.get(kind)
    if numbers is None or not tile:
        raise PuzzleError(f"{puzzle.name} has no column {name!r}: {_column_names(puzzle)}")
    of_hole = tile == "hole" and tile not in puzzle.names
    label = 0 if of_hole else puzzle.labels.label(tile)
    if label is None or (label == 0 and puzzle.frame.is_grid and not of_hole):
        raise PuzzleError(f"{puzzle.name} has no tile {tile!r}: {_column_names(puzzle)}")
    if kind != "at" and not puzzle.frame.is_grid:
        raise PuzzleError(f"{puzzle.name} is a graph, without rows and columns: use at_{tile}, the vertex")
    if not of_hole and puzzle.home_cells.count(label) > 1:
        board = puzzle.format(puzzle.home)
        raise PuzzleError(f"several tiles of {puzzle.name} are named {tile!r}, so none has a column: {board}")
    return PlaceColumn(label, numbers.astype(np.int16))


def _column_names(puzzle: "TransferPuzzle") -> str:
    ways, thing = ("at_, row_ or column_", "tile") if puzzle.frame.is_grid else ("at_", "label")
    more = "manhattan, bound" if puzzle.frame.is_grid else "bound"
    example = f"such as at_{puzzle.names[-1]}"
    return f"it has state, depth, board, marked, hole, {more}, and {ways} with the name of a {thing}, {example}"
