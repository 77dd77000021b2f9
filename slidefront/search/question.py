"""Questions that searches answer, and their answers."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from slidefront.puzzles.core import Puzzle
from slidefront.search.shortest_routes import Routes
from slidefront.watch import Round, Threshold


@dataclass(frozen=True)
class SearchQuestion:
    """A shortest route, or one that is short enough, from a board to the goal of its puzzle."""

    puzzle: Puzzle
    start: int
    every: bool = False
    """Whether all shortest routes are wanted."""
    max_depth: int | None = None
    bounded: Fraction = Fraction(1)
    """The route may be this many times as long as a shortest one."""
    max_seconds: float | None = None
    """After this time the search ends with what it has found and proved."""
    to: str | int | None = None
    """The goal that was asked for in place of the puzzle's own."""


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

    @property
    def interrupted(self) -> bool:
        """Whether the search was stopped before its end."""
        return self.ended == "stopped"
