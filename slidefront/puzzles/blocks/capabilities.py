"""What block puzzles can do: their notation, columns, pieces, and what is known of their size."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError, RouteError
from slidefront.puzzles.blocks.classes import WAYS
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.goal import classes_for
from slidefront.puzzles.blocks.kernels import Places
from slidefront.puzzles.blocks.loops import count_named
from slidefront.puzzles.capabilities import Columns, Notation, Pieces, Theory
from slidefront.puzzles.values import Move, PiecePlaces, Place, PlaceColumn, Size


class BlockNotation(Notation):
    """Moves such as `X DR`: a piece and its steps."""

    paths = True

    def __init__(self, encoding: BlockEncoding) -> None:
        self._name = encoding.name
        self.things = encoding.names

    def read_move(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Read a piece and its way."""
        *names, way = words
        if len(names) != 1 or not set(way) <= set(WAYS):
            raise RouteError("write a piece and its way, as in X L,Y UUR")
        if names[0] not in self.things:
            raise RouteError(f"{self._name} has no piece {names[0]}: its pieces are {' '.join(self.things)}")
        return [(names[0], way)]

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join the moves of one piece: `6 UUL`."""
        runs = [[*run] for _, run in groupby(moves, lambda move: move.what)]
        return [Move(run[0].what, "".join(move.way for move in run), run[-1].key) for run in runs]


class BlockColumns(Columns):
    """Columns with the cell, row or column of a piece."""

    def __init__(self, encoding: BlockEncoding) -> None:
        self._of = encoding

    def places(self, keys: Keys) -> Places:
        """Find the placement of each piece."""
        return self._of.places(keys)

    def column(self, name: str) -> PlaceColumn:
        """Find a column: where a piece is; of equal pieces, the one that the board shows under this name."""
        kind, _, piece = name.partition("_")
        if kind not in ("at", "row", "column") or not piece:
            raise PuzzleError(f"{self._of.name} has no column {name!r}: {self._column_names}")
        if piece in self._of.slots:
            return PlaceColumn(self._of.slots.index(piece), self._numbers(kind, self._of.placements))
        frozen = [one.start for one in self._of.layout.fixed if one.name == piece]
        if not frozen:
            raise PuzzleError(f"{self._of.name} has no piece {piece!r}: {self._column_names}")
        return PlaceColumn(None, self._numbers(kind, frozen))

    def _numbers(self, kind: str, places: Sequence[Place]) -> npt.NDArray[np.int16]:
        """For each place, its cell, row or column."""
        width = self._of.grid.width
        return np.array([{"at": r * width + c, "row": r, "column": c}[kind] for r, c in places], np.int16)

    @property
    def _column_names(self) -> str:
        ways = "at_, row_ or column_ with the name of a piece"
        return f"it has state, depth, board, marked, bound, and {ways}, such as at_{self._of.names[0]}"


class BlockPieces(Pieces):
    """The pieces of a block puzzle."""

    def __init__(self, encoding: BlockEncoding) -> None:
        self._of = encoding

    def in_goal(self) -> list[str]:
        """List the pieces that the goal names and that can move."""
        found = [name for name, _ in self._of.goal.pieces if name in self._of.slots]
        if not found:
            name = self._of.name
            raise PuzzleError(f"the goal of {name} names no piece that can move, so there are no places to list")
        return found

    def places_of(self, piece: str) -> PiecePlaces:
        """Find the places of a piece, or of all pieces that will do for it in the goal."""
        of = self._of
        if piece not in of.slots:
            raise PuzzleError(f"{of.name} has no piece {piece!r} that can move: it has {' '.join(of.slots)}")
        classes = [of.classes[index] for index in classes_for(piece, of.layout)]
        names = {one.name for members in classes for one in members.pieces}
        rows = [slot for slot, name in enumerate(of.slots) if name in names]
        return PiecePlaces(rows, of.placements, frozenset(place for one in classes for place in one.places))

    def ways_of(self, piece: str) -> Sequence[str]:
        """List the ways that a piece may go."""
        return self._of.layout.pieces[piece].ways


class BlockTheory(Theory):
    """The size of a puzzle whose equal pieces have different names."""

    def __init__(self, encoding: BlockEncoding) -> None:
        super().__init__(encoding.home)
        self._of = encoding

    def count(self, most: int) -> Size | None:
        """Count the boards from those without names, if equal pieces have different ones."""
        return count_named(self._of, most)
