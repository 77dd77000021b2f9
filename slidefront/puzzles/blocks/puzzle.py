"""Block puzzles: pieces of any shape on a board with walls and gates, and several blanks.

A X X B        X must move down to the gate; A to E are in its way.
A X X B
C D D E
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import accumulate, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import IllegalMoveError, PuzzleError
from slidefront.puzzles.blocks.arrangements import count_named
from slidefront.puzzles.blocks.encoding import BlockBoard, BlockEncoding
from slidefront.puzzles.blocks.layout import (
    BLANK,
    GATE,
    WALL,
    WAYS,
    Grid,
    Layout,
    Piece,
    PieceGoal,
    Rules,
    goal_of_text,
    place_text,
)
from slidefront.puzzles.blocks.ranks import make_ranking
from slidefront.puzzles.blocks.successors import METRICS, Places
from slidefront.puzzles.capabilities import (
    BoardRows,
    Columns,
    Drawing,
    Move,
    Notation,
    Place,
    PlaceColumn,
    Size,
    Theory,
    WrongWordError,
)
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.puzzles.ranking import Ranking


class BlockNotation(Notation):
    """Moves such as `X DR`: a piece and its steps."""

    def __init__(self, encoding: BlockEncoding) -> None:
        self._of = encoding

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read a piece and its steps."""
        if words[0] not in self._of.names:
            raise WrongWordError(0, f"{words[0]!r} is not a piece of {self._of.name}")
        if len(words) != 2 or not set(words[1]) <= set(WAYS):
            raise WrongWordError(min(len(words) - 1, 1), f"after {words[0]} its steps are expected, as in UUR")
        return words[0], words[1]

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


class BlockTheory(Theory):
    """The size of a puzzle whose equal pieces have different names."""

    def __init__(self, encoding: BlockEncoding) -> None:
        super().__init__(encoding.home)
        self._of = encoding

    def size(self, most: int = 0) -> Size | None:
        """Count the boards from those without names, if equal pieces have different ones."""
        return count_named(self._of, most) if most else None


class BlockPuzzle(BlockEncoding, Puzzle):
    """A puzzle of blocks."""

    kind = "blocks"
    metrics = tuple(METRICS)
    layout: Layout

    def __init__(self, name: str, text: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        super().__init__(name, grid, goal, rules)
        self.text = text
        self.title = name
        self.notation = BlockNotation(self)
        self.columns = BlockColumns(self)
        self.rows = BoardRows(lambda key: tuple(map(tuple, self.board(key).rows)), apart=False)

    def with_goal(self, board: Board) -> "BlockPuzzle":
        """Return the puzzle with another goal: a grid that shows all pieces, or some; places, `X 3 1`; or a key.

        Classes and keys stay the same. The file says which pieces may take the places of a grid; a key is exactly
        that board.
        """
        other, board = copy(self), plain(board)
        other.new_goal = board if isinstance(board, str) else self.key(board)
        if isinstance(board, str):
            other.set_goal(goal_of_text(board, self.grid))
        else:
            other.set_goal(goal_of_text(self.format(board), self.grid), exact=True)
        return other

    def identity(self) -> Mapping[str, Any]:
        """Return the board, the classes, their placements, home and goal, on which keys, layers and marks depend."""
        return {
            "kind": self.kind,
            "rows": [" ".join(WALL if name == WALL else BLANK for name in row) for row in self.grid.rows],
            "classes": [
                {
                    "pieces": len(one.pieces),
                    "shape": sorted(map(list, one.pieces[0].shape)),
                    "ways": "".join(one.pieces[0].ways),
                    "places": [list(place) for place in one.places],
                }
                for one in self.classes
            ],
            "metric": self.metric,
            "home": f"{self.home:x}",
            "goal": [self.wanted_total, np.flatnonzero(self.wanted).tolist()] if self.goal else None,
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people."""
        reach = {"move": "any way", "slide": "any distance one way", "step": "one cell"}
        goal = ", ".join(f"{name} at {place_text(place)}" for name, place in self.goal.pieces) or "none"
        fields = (
            f"{' '.join(piece.name for piece in one.pieces)} on {len(one.pieces)} of {len(one.places)} places"
            for one in self.classes
        )
        return {
            "kind": f"blocks, {len(self.grid.rows)} x {self.grid.width} cells, {len(self.grid.pieces)} pieces",
            "home": self.format(self.home),
            "goal": goal if self.goal.key is None else self.format(self.goal.key),
            "key": f"{self.key_bits} bits: " + "; ".join(fields),
            "moves": f"one piece {reach[self.metric]} ({self.metric} metric), at most {self.most_successors}",
        }

    def parse(self, text: str) -> int:
        """Parse a board, which must have the pieces of home."""
        return self.key_of(self.read(text))

    def successors(self, key: int) -> list[Move]:
        """List the moves of a board, each with its piece and the steps that it takes: `X DR`."""
        moves = self.board(key).moves(self.metric)
        return [Move(name, path, self.key_of(after)) for name, path, after in moves]

    def position(self, board: str | int) -> "BlockPosition":
        """Start a route at a board; equal pieces keep the names that a typed board gives them."""
        return BlockPosition(self, self.read(board) if isinstance(board, str) else self.board(board))

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return self.board(key).drawing(self.goal.pieces)

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data: the board, the pieces, their classes and the goal.

        Cells are counted row by row. A piece lies where the first row and the first column of its shape are; the places
        of a class are such cells, in the order that the ranks of keys count them in.
        """
        grid, width = self.grid, self.grid.width
        wanted = np.flatnonzero(self.wanted).tolist()
        firsts = accumulate((len(one.places) for one in self.classes), initial=0)
        return {
            "family": "blocks",
            "kind": "blocks",
            "metric": self.metric,
            "rows": len(grid.rows),
            "columns": width,
            "cells": [name if name in (WALL, GATE) else BLANK for row in grid.rows for name in row],
            "pieces": [self._described(piece) for piece in self.layout.pieces.values()],
            "classes": [
                {
                    "keys": str(radix),
                    "places": [row * width + column for row, column in one.places],
                    "wanted": [at - first for at in wanted if first <= at < first + len(one.places)],
                }
                for one, radix, first in zip(self.classes, self.layout.radices, firsts, strict=False)
            ],
            "wantedTotal": self.wanted_total,
            "goal": [[name, place[0] * width + place[1]] for name, place in self.goal.pieces],
        }

    def _described(self, piece: Piece) -> dict[str, Any]:
        return {
            "name": piece.name,
            "shape": sorted(map(list, piece.shape)),
            "ways": "".join(piece.ways),
            "gates": piece.passes_gates,
            "start": piece.start[0] * self.grid.width + piece.start[1],
            "class": next((number for number, one in enumerate(self.classes) if piece in one.pieces), -1),
        }

    def ranking(self) -> Ranking | None:
        """Rank the boards by arrangements and the orders of names; None if that is not possible."""
        return make_ranking(self)

    @cached_property
    def theory(self) -> BlockTheory:
        """The size, where equal pieces have different names."""
        return BlockTheory(self)


class BlockPosition(Position):
    """A board of blocks on a route, whose pieces keep their names."""

    puzzle: BlockPuzzle

    def __init__(self, puzzle: BlockPuzzle, board: BlockBoard, move: Move | None = None) -> None:
        super().__init__(puzzle, move.key if move else puzzle.key_of(board), move)
        self.board = board

    def _after(self, what: str, way: str, board: BlockBoard) -> "BlockPosition":
        return BlockPosition(self.puzzle, board, Move(what, way, self.puzzle.key_of(board)))

    def drawing(self) -> Drawing:
        """Describe how the board looks, with the names that the pieces have here."""
        return self.board.drawing(self.puzzle.goal.pieces)

    @property
    def text(self) -> str:
        """The board on one line, equal pieces with their own names."""
        return self.board.text

    def _following(self, key: int | None = None) -> Iterator[Position]:
        names = None if key is None else self.puzzle.differing(self.key, key)
        for name, path, board in self.board.moves(self.puzzle.metric, names):
            yield self._after(name, path, board)

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, cell by cell."""
        board = self.board
        for step in way:
            if hindrance := board.hindrance(what, step):
                raise IllegalMoveError(hindrance)
            board = board.step(what, step)
            yield self._after(what, step, board)
