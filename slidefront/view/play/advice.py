"""The fewest moves from a board, and the next move, found by searches whose routes are kept.

A shortest route gives the answer for each of its boards, so following a hint needs no further search.
"""

from collections.abc import Callable
from dataclasses import dataclass

from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import Move
from slidefront.routes.route import Route
from slidefront.search.solve import solve
from slidefront.watch import Interrupted, Watcher


@dataclass(frozen=True)
class Advice:
    """What is known about a board."""

    fewest: int | None
    """The number of moves of a shortest route; None if the goal cannot be reached."""
    route: Route | None = None
    """A shortest route from the board on."""
    why: str = ""
    """The reason why nothing is known."""

    @property
    def hint(self) -> Move | None:
        """The next move of a shortest route."""
        return self.route.moves[0] if self.route and self.route.length else None


class Adviser:
    """Answers for the boards of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._known: dict[str, Advice] = {}

    def recall(self, board: str) -> Advice | None:
        """Return a known answer; None if there is none."""
        return self._known.get(board)

    def search(self, board: str, stop: Callable[[], bool]) -> Advice | None:
        """Answer after a search; None if it was stopped."""
        if board in self._known:
            return self._known[board]
        watcher = Watcher()
        watcher.stop = stop  # type: ignore[method-assign]
        try:
            solved = solve(self.puzzle, board, watcher=watcher)
        except Interrupted:
            return None
        except SlidefrontError as error:
            self._known[board] = Advice(None, why=str(error))
            return self._known[board]
        route = solved.route
        if route is None:
            self._known[board] = Advice(None, why=f"no solution: {solved.answer.proof.partition(';')[0]}")
            return self._known[board]
        for at, words in enumerate(route.boards):
            self._known.setdefault(words, Advice(route.length - at, Route(self.puzzle, route.keys[at:], words)))
        return self._known.get(board)
