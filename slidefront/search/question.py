"""Questions that searches answer, and their answers."""

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
        """For each board at each depth, the boards at the next that a move leads to, ascending."""
        found = []
        for before, after in pairwise(self.layers):
            row, target = list_successors(self.puzzle, before)
            near = places_in(after, target) >= 0
            found.append({key: list[int]() for key in before.tolist()})
            for key, to in zip(before[row[near]].tolist(), target[near].tolist(), strict=True):
                found[-1][key].append(to)
        return found

    @cached_property
    def count(self) -> int:
        """How many routes there are."""
        ways = dict.fromkeys(self.layers[-1].tolist(), 1)
        for following in reversed(self._following):
            ways = {key: sum(ways[after] for after in afters) for key, afters in following.items()}
        return sum(ways.values())

    def __iter__(self) -> Iterator[list[int]]:
        """List the routes, each from its start to its end, in order of their boards."""
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
    """After this time the search ends with what it has found and proved."""


@dataclass
class SearchAnswer:
    """What a search has found, and what it took."""

    route: list[int] | None
    """The keys of a route, both ends included."""
    at_least: int | None
    """What is proved: no route has fewer moves. None if there is no route at all."""
    proof: str = ""
    """What proves that no route is shorter, or that there is none."""
    generated: int = 0
    examined: int = 0
    """The boards whose successors were made."""
    rounds: list[Round | Threshold] = field(default_factory=list)
    """The last one is unfinished where a depth-first search found a route or was stopped."""
    routes: Routes | None = None
    """All shortest routes, if the question asks for them."""
    ended: Literal["", "max depth", "most boards", "stopped"] = ""
    """The limit that ended the search; `stopped` by the watcher."""
    databases: str | None = None
    """The identity of the pattern databases that the bound is from."""
    algorithm: str = ""
    why: str = ""
    """Why this algorithm."""

    def explained(self, algorithm: str, why: str) -> "SearchAnswer":
        """Say which algorithm answered, and why this one."""
        self.algorithm, self.why = algorithm, why
        return self


def why_unsolvable(puzzle: Puzzle, starts: Sequence[int]) -> list[str]:
    """Explain for each board why no moves lead to the goal; suggest the goal with the hole first or last if they do."""
    goal = puzzle.goal.key
    whys = [""] * len(starts) if goal is None else puzzle.theory.why_unreachable(starts, goal)
    if goal not in puzzle.ordered.values() or not any(whys):
        return whys
    for hole, other in puzzle.ordered.items():
        if other != goal:
            suggestion = f"; it would be solvable with the goal hole-{hole}"
            elsewhere = puzzle.theory.why_unreachable(starts, other)
            whys = [
                f"{why}{suggestion}" if why and not also else why for why, also in zip(whys, elsewhere, strict=True)
            ]
    return whys
