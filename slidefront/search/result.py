"""The question that `solve` asks a search, the answer of the search, and the result, which contains both."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, Literal

from slidefront import Displayed, units
from slidefront.arrays import Keys
from slidefront.keys.algebra import key_indices
from slidefront.notation.route import Route
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.watch import Interrupted, Round, Threshold

Status = Literal["optimal", "bounded", "unsolvable", "unfinished"]
EndedBy = Literal["max_depth", "max_seconds", "watcher"]


@dataclass
class Routes:
    """All shortest routes, as the boards at each depth of them."""

    puzzle: Puzzle
    layers: list[Keys]

    @cached_property
    def _following(self) -> list[dict[int, list[int]]]:
        """For each depth, the boards of the next depth that follow each board, ascending."""
        following = []
        for before, after in pairwise(self.layers):
            row, target = list_successors(self.puzzle, before)
            is_next = key_indices(after, target) >= 0
            following.append({key: list[int]() for key in before.tolist()})
            for key, end in zip(before[row[is_next]].tolist(), target[is_next].tolist(), strict=True):
                following[-1][key].append(end)
        return following

    @cached_property
    def count(self) -> int:
        """The number of routes."""
        counts = dict.fromkeys(self.layers[-1].tolist(), 1)
        for following in reversed(self._following):
            counts = {key: sum(counts[after] for after in afters) for key, afters in following.items()}
        return sum(counts.values())

    def __iter__(self) -> Iterator[list[int]]:
        """Iterate over the routes, each from start to end, in the order of their boards."""
        following = self._following
        waiting = [[key] for key in self.layers[0].tolist()[::-1]]
        while waiting:
            route = waiting.pop()
            if len(route) == len(self.layers):
                yield route
            else:
                waiting += [[*route, after] for after in following[len(route) - 1][route[-1]][::-1]]


@dataclass(frozen=True)
class SearchQuestion:
    """A request for a route from a board to the goal of its puzzle, a shortest route or one that is short enough."""

    puzzle: Puzzle
    start: int
    all_routes: bool = False
    """Whether to find all shortest routes."""
    max_depth: int | None = None
    max_ratio: Fraction = Fraction(1)
    """The route may be this many times as long as a shortest one."""
    max_seconds: float | None = None
    """The time after which the search ends with the best route and proof so far."""


@dataclass
class SearchAnswer:
    """The result of a search, its proof, and its counts."""

    route: list[int] | None
    """The keys of a route, both ends included."""
    at_least: int | None
    """The proved lower bound: no route has fewer moves. None if there is no route at all."""
    proof: str = ""
    """The reason why no route is shorter, or why none exists."""
    generated: int = 0
    examined: int = 0
    """The number of boards that were expanded."""
    rounds: list[Round | Threshold] = field(default_factory=list)
    """The rounds; the last one is unfinished if a depth-first search found a route or was stopped."""
    routes: Routes | None = None
    """All shortest routes, if the question asks for them."""
    ended: Literal["", "max depth", "most boards", "stopped"] = ""
    """The limit that ended the search: `stopped` for the watcher or the time limit; empty if the search finished."""
    databases: str | None = None
    """The identity of the pattern databases that gave the bound."""
    algorithm: str = ""
    why: str = ""
    """Why this algorithm was chosen."""

    def explained(self, algorithm: str, why: str) -> "SearchAnswer":
        """Set the algorithm that answered and why it was chosen; return the answer."""
        self.algorithm, self.why = algorithm, why
        return self


@dataclass(frozen=True)
class SolveResult(Displayed):
    """The result of a search for a shortest route from a board to a goal.

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
    """The limit that ended the search, or `watcher`; None if the search finished."""

    @property
    def status(self) -> Status:
        """The status of the result: optimal, bounded, unsolvable or unfinished."""
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
        return [
            Route(self.puzzle, keys, typed) for keys in islice(self.answer.routes or [], units.whole(limit, "limit"))
        ]

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
