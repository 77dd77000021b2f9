"""Block puzzles: pieces of any shape on a board with walls and gates, and several blanks.

A X X B        X must move down to the gate; A to E are in its way.
A X X B
C D D E
"""

from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np

from slidefront.puzzles.blocks.capabilities import (
    BlockColumns,
    BlockNotation,
    BlockPieces,
    BlockRows,
    BlockTheory,
)
from slidefront.puzzles.blocks.classes import PieceClass
from slidefront.puzzles.blocks.description import describe
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.goal import goal_of_text, place_text
from slidefront.puzzles.blocks.grid import BLANK, WALL, Grid
from slidefront.puzzles.blocks.kernels import METRICS
from slidefront.puzzles.blocks.layout import Layout, PieceGoal, Rules
from slidefront.puzzles.blocks.position import BlockPosition
from slidefront.puzzles.blocks.ranks import make_ranking
from slidefront.puzzles.board_strings import BoardsInBulk
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.listed import Board, plain
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.values import Move


class BlockPuzzle(BlockEncoding, Puzzle):
    """A puzzle of blocks."""

    kind = "blocks"
    metrics = tuple(METRICS)
    layout: Layout

    def __init__(self, name: str, text: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        super().__init__(name, grid, goal, rules)
        self.text = text
        self.title = name

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
        return {
            "kind": f"blocks, {len(self.grid.rows)} x {self.grid.width} cells, {len(self.grid.pieces)} pieces",
            "home": self.format(self.home),
            "goal": goal if self.goal.key is None else self.format(self.goal.key),
            "key": f"{self.key_bits} bits: " + "; ".join(self._field(one) for one in self.classes),
            "moves": f"one piece {reach[self.metric]} ({self.metric} metric), at most {self.most_successors}",
        }

    def _field(self, one: PieceClass) -> str:
        names = " ".join(piece.name for piece in one.pieces)
        return f"{names} on {len(one.pieces)} of {len(one.places)} places"

    def parse(self, text: str) -> int:
        """Parse a board, which must have the pieces of home."""
        return self.key_of(self.read(text)[0])

    def successors(self, key: int) -> list[Move]:
        """List the moves of a board, each with its piece and the steps that it takes: `X DR`."""
        moves = self.board(key).moves(self.metric)
        return [Move(name, path, self.key_of(after)) for name, path, after in moves]

    def position(self, board: str | int) -> BlockPosition:
        """Start a route at a board; equal pieces keep the names that a typed board gives them."""
        if not isinstance(board, str):
            return BlockPosition(self, self, self.board(board))
        read, how = self.read(board)
        position = BlockPosition(self, self, read)
        position.how = how
        return position

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return self.board(key).drawing(self.goal.pieces)

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data, for pages."""
        return describe(self)

    def ranking(self) -> Ranking | None:
        """Rank the boards by arrangements and the orders of names; None if that is not possible."""
        return make_ranking(self)

    @property
    def theory(self) -> BlockTheory:
        """The size, where equal pieces have different names."""
        return BlockTheory(self)

    @property
    def notation(self) -> BlockNotation:
        """Moves of a piece by one step or several."""
        return BlockNotation(self)

    @property
    def bulk(self) -> BoardsInBulk:
        """Many boards at once."""
        return BoardsInBulk(self)

    @property
    def rows(self) -> BlockRows:
        """Boards as rows of names."""
        return BlockRows(self)

    @property
    def columns(self) -> BlockColumns:
        """Columns with the place of a piece."""
        return BlockColumns(self)

    @property
    def pieces(self) -> BlockPieces:
        """The ways and places of each piece."""
        return BlockPieces(self)
