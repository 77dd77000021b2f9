"""Moves made one after the other, on boards whose pieces keep their names.

A key does not tell equal pieces apart; someone who moves one does. A *position* is a board in the course of a route:
it knows which piece is where from the board that the route began with, and the move that led to it.

    A B    A D    . B      A and B are alike. From its key alone the second board would be drawn    . A
    . .           A .      with the names in the order of the file; on the route A stays A.         B .

Both ways to go on from a position are here: to a key (`to`), and by a move as people write it (`play`).
"""

from collections.abc import Iterator

from slidefront.errors import RouteError
from slidefront.puzzles.blocks.board import BlockBoard
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.core import Move, Puzzle

_SHOWN = 8


class IllegalMoveError(RouteError):
    """A move that cannot be made; the message says what is in its way."""


class Position:
    """A board on a route. Of tiles and graphs the key tells all names."""

    def __init__(self, puzzle: Puzzle, key: int, move: Move | None = None) -> None:
        self.puzzle = puzzle
        self.key = key
        self.move = move
        """The move that led here; None at the start."""

    @property
    def text(self) -> str:
        """The board on one line."""
        return self.puzzle.format(self.key)

    def to(self, key: int) -> "Position":
        """Make the move that leads to a board."""
        for after in self._following():
            if after.key == key:
                return after
        raise RouteError(f"no move leads from the board {self.text} to {self.puzzle.format(key)}")

    def _following(self) -> Iterator["Position"]:
        for move in self.puzzle.successors(self.key):
            yield Position(self.puzzle, move.key, move)

    def play(self, what: str, way: str) -> Iterator["Position"]:
        """Make a move as it is written, step by step: `5 6 7 L` moves one tile after the other, `L` any that can."""
        here, names = self, what.split()
        while True:
            here = here._step(names, way)
            moved = here.move.what.split() if here.move else []
            yield here
            names = names[len(moved) :]
            if not names:
                return

    def _step(self, names: list[str], way: str) -> "Position":
        following = [*self._following()]
        for after in following:
            moved = after.move.what.split() if after.move else []
            if after.move and after.move.way == way and (not names or names[: len(moved)] == moved):
                return after
        moves = [str(after.move) for after in following[:_SHOWN]]
        more = " ..." if len(following) > _SHOWN else ""
        raise IllegalMoveError(f"the moves here are {', '.join(moves)}{more}" if moves else "no move can be made here")


class BlockPosition(Position):
    """A board of blocks on a route."""

    puzzle: BlockPuzzle

    def __init__(self, puzzle: BlockPuzzle, board: BlockBoard, move: Move | None = None) -> None:
        super().__init__(puzzle, move.key if move else puzzle.key_of(board), move)
        self.board = board

    @property
    def text(self) -> str:
        """The board on one line, equal pieces with their own names."""
        return self.board.text

    def _following(self) -> Iterator[Position]:
        for name, path, board in self.board.moves(self.puzzle.metric):
            yield BlockPosition(self.puzzle, board, Move(name, path, self.puzzle.key_of(board)))

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, cell by cell."""
        board = self.board
        for step in way:
            hindrance = board.hindrance(what, step)
            if hindrance:
                raise IllegalMoveError(hindrance)
            board = board.step(what, step)
            yield BlockPosition(self.puzzle, board, Move(what, step, self.puzzle.key_of(board)))


def position_of(puzzle: Puzzle, board: int | str) -> Position:
    """Begin at a board: at its key, or as someone has typed it, with the names that are on it."""
    if isinstance(puzzle, BlockPuzzle):
        return BlockPosition(puzzle, puzzle.read(board) if isinstance(board, str) else puzzle.board(board))
    return Position(puzzle, puzzle.parse(board) if isinstance(board, str) else board)
