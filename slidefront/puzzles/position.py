"""A board on a route, whose pieces keep their names, and the moves that lead on from it.

A key does not distinguish equal pieces, but people who move them do. A *position* is a board of a route: it has the
names of the pieces since the start of the route, and the move that led to it.

    A B    A D    . B      A and B are alike. From its key alone the second board would be drawn    . A
    . .           A .      with the names in the order of the file; on the route A stays A.         B .

There are two ways to continue from a position: to a key (`to`), and by a move as people write it (`play`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from slidefront.display import Displayed
from slidefront.errors import RouteError

if TYPE_CHECKING:
    from slidefront.puzzles.core import Move, Puzzle
    from slidefront.puzzles.drawing import Drawing

_SHOWN = 8


class IllegalMoveError(RouteError):
    """A move that cannot be made; the message says what is in its way."""


class Position(Displayed):
    """A board on a route. For most puzzles the key determines all names."""

    def __init__(self, puzzle: "Puzzle", key: int, move: "Move | None" = None) -> None:
        self.puzzle = puzzle
        self.key = key
        self.move = move
        """The move that led here; None at the start."""

    @property
    def text(self) -> str:
        """The board on one line."""
        return self.puzzle.format(self.key)

    def __repr__(self) -> str:
        return f"<Position {self.text} of {self.puzzle.name}>"

    def to(self, key: int) -> "Position":
        """Make the move that leads to a board."""
        for after in self._following(key):
            if after.key == key:
                return after
        raise RouteError(f"no move leads from the board {self.text} to {self.puzzle.format(key)}")

    def drawing(self) -> "Drawing | None":
        """Describe how the board looks, with the names that the pieces have here; None where only text shows it."""
        return self.puzzle.drawing(self.text)

    def moves(self) -> "list[Move]":
        """List the moves that can be made, with the names that the pieces have here."""
        return [after.move for after in self._following() if after.move is not None]

    def _following(self, key: int | None = None) -> Iterator["Position"]:  # noqa: ARG002
        """Make all moves; of those that cannot lead to the key, if one is given, any may be left out."""
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
        fitting: dict[int, Position] = {}
        for after in following:
            moved = after.move.what.split() if after.move else []
            if after.move and after.move.way == way and (not names or names[: len(moved)] == moved):
                fitting.setdefault(len(moved), after)
        if fitting:
            return fitting[max(fitting) if names else min(fitting)]
        moves = [str(after.move) for after in following[:_SHOWN]]
        more = " ..." if len(following) > _SHOWN else ""
        raise IllegalMoveError(f"the moves here are {', '.join(moves)}{more}" if moves else "no move can be made here")
