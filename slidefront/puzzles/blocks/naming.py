"""The names of a block puzzle's pieces in written moves, in columns of data frames and in lists of places."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from slidefront.errors import PuzzleError, RouteError
from slidefront.puzzles.blocks.classes import WAYS
from slidefront.puzzles.blocks.goal import classes_for
from slidefront.puzzles.core import PiecePlaces, Place, PlaceColumn

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.puzzle import BlockPuzzle


def read_move(puzzle: "BlockPuzzle", words: Sequence[str]) -> list[tuple[str, str]]:
    """Read a piece and its way: `X DR`."""
    *names, way = words
    if len(names) != 1 or not set(way) <= set(WAYS):
        raise RouteError("write a piece and its way, as in X L,Y UUR")
    if names[0] not in puzzle.names:
        raise RouteError(f"{puzzle.name} has no piece {names[0]}: its pieces are {' '.join(puzzle.names)}")
    return [(names[0], way)]


def place_column(puzzle: "BlockPuzzle", name: str) -> PlaceColumn:
    """Find a column: where a piece is; of equal pieces, the one that the board shows under this name."""
    kind, _, piece = name.partition("_")
    if kind not in ("at", "row", "column") or not piece:
        raise PuzzleError(f"{puzzle.name} has no column {name!r}: {_column_names(puzzle)}")
    if piece in puzzle.slots:
        return PlaceColumn(puzzle.slots.index(piece), _numbers(puzzle, kind, puzzle.placements))
    frozen = [one.start for one in puzzle.layout.fixed if one.name == piece]
    if not frozen:
        raise PuzzleError(f"{puzzle.name} has no piece {piece!r}: {_column_names(puzzle)}")
    return PlaceColumn(None, _numbers(puzzle, kind, frozen))


def _numbers(puzzle: "BlockPuzzle", kind: str, places: Sequence[Place]) -> npt.NDArray[np.int16]:
    """For each place, its cell, row or column."""
    width = puzzle.grid.width
    numbers = [{"at": r * width + c, "row": r, "column": c}[kind] for r, c in places]
    return np.array(numbers, np.int16)


def _column_names(puzzle: "BlockPuzzle") -> str:
    ways = "at_, row_ or column_ with the name of a piece"
    return f"it has state, depth, board, marked, bound, and {ways}, such as at_{puzzle.names[0]}"


def goal_pieces(puzzle: "BlockPuzzle") -> list[str]:
    """List the pieces that the goal names and that can move."""
    found = [name for name, _ in puzzle.goal.pieces if name in puzzle.slots]
    if not found:
        raise PuzzleError(f"the goal of {puzzle.name} names no piece that can move, so there are no places to list")
    return found


def piece_places(puzzle: "BlockPuzzle", piece: str) -> PiecePlaces:
    """Find the places of a piece, or of all pieces that will do for it in the goal."""
    if piece not in puzzle.slots:
        raise PuzzleError(f"{puzzle.name} has no piece {piece!r} that can move: it has {' '.join(puzzle.slots)}")
    classes = [puzzle.classes[index] for index in classes_for(piece, puzzle.layout)]
    names = {one.name for members in classes for one in members.pieces}
    rows = [slot for slot, name in enumerate(puzzle.slots) if name in names]
    return PiecePlaces(rows, puzzle.placements, frozenset(place for one in classes for place in one.places))
