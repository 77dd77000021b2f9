"""The question that a search answers, and its answer; `result` turns both into the result of `solve`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Literal

from slidefront.arrays import Keys
from slidefront.keys.algebra import places_in
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.watch import Round, Threshold


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
            is_next = places_in(after, target) >= 0
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
    """A shortest route, or one that is short enough, from a board to the goal of its puzzle."""

    puzzle: Puzzle
    start: int
    all_routes: bool = False
    """Whether all shortest routes are wanted."""
    max_depth: int | None = None
    max_ratio: Fraction = Fraction(1)
    """The route may be this many times as long as a shortest one."""
    max_seconds: float | None = None
    """The time after which the search ends with what it has found and proved."""


@dataclass
class SearchAnswer:
    """The result of a search, its proof, and its counts."""

    route: list[int] | None
    """The keys of a route, both ends included."""
    at_least: int | None
    """The proved lower bound: no route has fewer moves. None if there is no route at all."""
    proof: str = ""
    """Why no route is shorter, or why there is none."""
    generated: int = 0
    examined: int = 0
    """The number of boards that were expanded."""
    rounds: list[Round | Threshold] = field(default_factory=list)
    """The rounds; the last one is unfinished if a depth-first search found a route or was stopped."""
    routes: Routes | None = None
    """All shortest routes, if the question asks for them."""
    ended: Literal["", "max depth", "most boards", "stopped"] = ""
    """The limit that ended the search; `stopped` if the watcher did."""
    databases: str | None = None
    """The identity of the pattern databases that gave the bound."""
    algorithm: str = ""
    why: str = ""
    """Why this algorithm was chosen."""

    def explained(self, algorithm: str, why: str) -> "SearchAnswer":
        """Set the algorithm that answered, and why it was chosen."""
        self.algorithm, self.why = algorithm, why
        return self


def why_unsolvable(puzzle: Puzzle, starts: Sequence[int]) -> list[str]:
    """Explain for each board why no moves lead to the goal, and suggest a goal with another hole if moves lead there.

    The explanation is empty if moves lead to the goal, or if only a search can tell.
    """
    goal = puzzle.goal.key
    reasons = [""] * len(starts) if goal is None else puzzle.theory.why_unreachable(starts, goal)
    if goal not in puzzle.ordered.values() or not any(reasons):
        return reasons
    for hole, other in puzzle.ordered.items():
        if other != goal:
            suggestion = f"; it would be solvable with the goal hole-{hole}"
            elsewhere = puzzle.theory.why_unreachable(starts, other)
            reasons = [
                f"{reason}{suggestion}" if reason and not there else reason
                for reason, there in zip(reasons, elsewhere, strict=True)
            ]
    return reasons
