"""A board of a transfer puzzle on a route, which writes tiles as the board was typed."""

from collections.abc import Iterator
from dataclasses import replace

from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.written_boards import read_written_board
from slidefront.puzzles.values import Move


def start_position(puzzle: Puzzle, encoding: TransferEncoding, board: str | int) -> Position:
    """Start a route at a board; tiles are decimal if the board, or the puzzle, was typed with decimals."""
    key, decimal, how = board, encoding.decimal, ""
    if isinstance(board, str):
        written = read_written_board(encoding, board)
        key, decimal, how = encoding.frame.key_of(written.labels), written.decimal, written.how
    key = puzzle.key(key)
    found = DecimalPosition(puzzle, encoding, key) if decimal and encoding.labels.numbered else Position(puzzle, key)
    found.how = how
    return found


class DecimalPosition(Position):
    """A board on a route, its tiles in decimals."""

    def __init__(self, puzzle: Puzzle, encoding: TransferEncoding, key: int, move: Move | None = None) -> None:
        super().__init__(puzzle, key, move)
        self._encoding = encoding

    @property
    def text(self) -> str:
        """The board in rows, its tiles in decimals."""
        cells, columns = [self._decimal(name) for name in self._encoding.format(self.key)], self._encoding.frame.columns
        return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))

    def drawing(self) -> Drawing | None:
        """Describe how the board looks."""
        found = super().drawing()
        return found and replace(
            found, pieces=tuple(replace(one, name=self._decimal(one.name)) for one in found.pieces)
        )

    def _following(self, key: int | None = None) -> Iterator[Position]:  # noqa: ARG002
        for move in self.puzzle.successors(self.key):
            what = " ".join(self._decimal(name) for name in move.what.split())
            yield DecimalPosition(self.puzzle, self._encoding, move.key, Move(what, move.way, move.key))

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, its tiles in decimals or as the puzzle names them."""
        return super().play(" ".join(self._decimal(name) for name in what.split()), way)

    def _decimal(self, name: str) -> str:
        label = self._encoding.labels.label(name)
        return name if not label else str(label)
