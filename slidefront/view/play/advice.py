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
        self._known: dict[str, tuple[int, Route]] = {}
        self._unsolvable: dict[str, str] = {}

    def recall(self, board: str) -> Advice | None:
        """Return a known answer; None if there is none."""
        if board in self._unsolvable:
            return Advice(None, None, self._unsolvable[board])
        if board not in self._known:
            return None
        at, route = self._known[board]
        rest = Route(self.puzzle, route.keys[at:], board)
        return Advice(rest.length, rest)

    def search(self, board: str, stop: Callable[[], bool]) -> Advice | None:
        """Answer after a search; None if it was stopped."""
        known = self.recall(board)
        if known is not None:
            return known
        watcher = Watcher()
        watcher.stop = stop  # type: ignore[method-assign]
        try:
            solved = solve(self.puzzle, board, watcher=watcher)
        except Interrupted:
            return None
        except SlidefrontError as error:
            self._unsolvable[board] = str(error)
        else:
            self._keep(board, solved.route, solved.answer.proof)
        return self.recall(board)

    def _keep(self, board: str, route: Route | None, why: str) -> None:
        if route is None:
            self._unsolvable[board] = f"no solution: {why.partition(';')[0]}"
            return
        for at, words in enumerate(route.boards):
            self._known.setdefault(words, (at, route))
