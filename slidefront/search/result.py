"""The result of `solve`: a route, what is proved about its length, and the same as plain data."""

from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from slidefront import Displayed, units
from slidefront.notation.route import Route
from slidefront.puzzles.core import Puzzle
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.watch import Interrupted

Status = Literal["optimal", "bounded", "unsolvable", "unfinished"]
EndedBy = Literal["max_depth", "max_seconds", "watcher"]


@dataclass(frozen=True)
class SolveResult(Displayed):
    """What a search found out about the shortest route from a board to a goal.

    The status is one of these:

    - `optimal`: `route` is a shortest route
    - `bounded`: `route` is a route, and no route has fewer than `lower_bound` moves
    - `unsolvable`: no moves lead to the goal
    - `unfinished`: a limit or the watcher ended the search before it found a route; no route has fewer than
      `lower_bound` moves
    """

    question: SearchQuestion
    answer: SearchAnswer
    """The counts and the rounds of the search."""
    route: Route | None
    """The best route that was found; None if none was found."""
    seconds: float
    """The time of the search, without the time for loading and compiling kernels."""
    ended_by: EndedBy | None = None
    """The limit that ended the search, or its watcher; None if the search came to its end."""

    @property
    def status(self) -> Status:
        """What is known: optimal, bounded, unsolvable or unfinished."""
        if self.route is not None:
            return "optimal" if self.route.length == self.lower_bound else "bounded"
        return "unsolvable" if self.lower_bound is None else "unfinished"

    @property
    def length(self) -> int | None:
        """The number of moves of `route`; None without one."""
        return None if self.route is None else self.route.length

    @property
    def lower_bound(self) -> int | None:
        """No route has fewer moves. None if there is no route at all."""
        return self.answer.at_least

    @property
    def proof(self) -> str:
        """Why no route has fewer moves than `lower_bound`, or why there is none."""
        return self.answer.proof

    @property
    def optimum(self) -> int | None:
        """The number of moves of a shortest route; None if it is not known, or if there is none."""
        return self.length if self.status == "optimal" else None

    @property
    def algorithm(self) -> str:
        """The algorithm that answered; `table`, `group` or `none` if it took no search."""
        return self.answer.algorithm

    @property
    def why(self) -> str:
        """Why this algorithm was used."""
        return self.answer.why

    @property
    def boards(self) -> list[str]:
        """The boards of the route as text, the start first."""
        return [] if self.route is None else self.route.boards

    @property
    def count(self) -> int | None:
        """The number of shortest routes, if all were asked for."""
        return None if self.answer.routes is None else self.answer.routes.count

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with the goal of the question."""
        return self.question.puzzle

    def listed(self, limit: int) -> list[Route]:
        """List the first shortest routes, if all were asked for."""
        typed = self.route.boards[0] if self.route is not None else None
        return [Route(self.puzzle, keys, typed) for keys in islice(self.answer.routes or [], limit)]

    def check(self) -> None:
        """Raise Interrupted if the watcher ended the search."""
        if self.ended_by == "watcher":
            raise Interrupted

    def to_dict(self, limit: int = 10) -> dict[str, Any]:
        """Return everything as plain data, which `solve --json` prints; of all shortest routes the first `limit`."""
        answer, puzzle, route = self.answer, self.puzzle, self.route
        data: dict[str, Any] = {
            "status": self.status,
            "puzzle": puzzle.name,
            "metric": puzzle.metric,
            "start": puzzle.format(self.question.start),
            **(dict.fromkeys(("end", "length", "moves", "groups")) if route is None else route.to_dict()),
            "goal": puzzle.format(puzzle.goal.key) if puzzle.goal.key is not None else None,
            **{name: getattr(self, name) for name in ("optimum", "lower_bound", "proof", "ended_by")},
            **{name: getattr(answer, name) for name in ("algorithm", "why", "generated", "examined")},
            "seconds": round(self.seconds, 6),
            "rounds": [{**vars(round_), "seconds": round(round_.seconds, 6)} for round_ in answer.rounds],
        }
        if answer.routes is not None:
            data["count"] = answer.routes.count
            data["routes"] = [route.to_dict() for route in self.listed(limit)]
        return data

    def __repr__(self) -> str:
        moves = "" if self.length is None else f", {units.counted(self.length, 'move')}"
        unknown = self.status in ("bounded", "unfinished")
        bound = f", no route has fewer than {units.counted(self.lower_bound or 0, 'move')}" if unknown else ""
        return f"<SolveResult {self.puzzle.name}: {self.status}{moves}{bound}>"
