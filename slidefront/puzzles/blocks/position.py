"""A block board on a route, whose pieces keep their names."""

from collections.abc import Iterator

from slidefront.errors import IllegalMoveError
from slidefront.puzzles.blocks.board import BlockBoard
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.values import Move


class BlockPosition(Position):
    """A board of blocks on a route, whose pieces keep their names."""

    def __init__(self, puzzle: Puzzle, encoding: BlockEncoding, board: BlockBoard, move: Move | None = None) -> None:
        super().__init__(puzzle, move.key if move else encoding.key_of(board), move)
        self.board = board
        self._encoding = encoding

    def _after(self, what: str, way: str, board: BlockBoard) -> "BlockPosition":
        move = Move(what, way, self._encoding.key_of(board))
        return BlockPosition(self.puzzle, self._encoding, board, move)

    def drawing(self) -> Drawing:
        """Describe how the board looks, with the names that the pieces have here."""
        return self.board.drawing(self.puzzle.goal.pieces)

    @property
    def text(self) -> str:
        """The board on one line, equal pieces with their own names."""
        return self.board.text

    def _following(self, key: int | None = None) -> Iterator[Position]:
        names = None if key is None else self._encoding.differing(self.key, key)
        for name, path, board in self.board.moves(self.puzzle.metric, names):
            yield self._after(name, path, board)

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, cell by cell."""
        board = self.board
        for step in way:
            hindrance = board.hindrance(what, step)
            if hindrance:
                raise IllegalMoveError(hindrance)
            board = board.step(what, step)
            yield self._after(what, step, board)
