"""A tile board on a route, whose tiles are written as the person who typed the board wrote them.

Labels are single digits that go on with letters: tile 13 is `d`. On a board that was typed in decimals it is `13`, in
the board and in its moves.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from slidefront.puzzles.core import Move
from slidefront.puzzles.position import Position

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle


class DecimalPosition(Position):
    """A board on a route, its tiles in decimals."""

    puzzle: "TransferPuzzle"

    @property
    def text(self) -> str:
        """The board in rows, its tiles in decimals."""
        cells, columns = [self._decimal(name) for name in self.puzzle.format(self.key)], self.puzzle.frame.columns
        return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))

    def _following(self) -> Iterator[Position]:
        for move in self.puzzle.successors(self.key):
            what = " ".join(self._decimal(name) for name in move.what.split())
            yield DecimalPosition(self.puzzle, move.key, Move(what, move.way, move.key))

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, its tiles in decimals or as the puzzle names them."""
        return super().play(" ".join(self._decimal(name) for name in what.split()), way)

    def _decimal(self, name: str) -> str:
        label = self.puzzle.labels.read(name)
        return name if not label else str(label)


def in_decimals(tokens: list[str]) -> bool:
    """Tell whether tiles were typed as decimal numbers: one of them has two digits."""
    return any(len(token) > 1 and token.isdigit() and token[0] != "0" for token in tokens)
