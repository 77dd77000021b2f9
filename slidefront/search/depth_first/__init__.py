"""IDA*: depth-first search with a bound and a growing threshold, in little memory.

- here: what the loop of thresholds knows of the engines that search
- `ida`: that loop, and the choice between the engines
- `transfer_engine`: transfer puzzles, one route at a time; trails keep it from coming to a board by two ways
- `batch_engine`: any puzzle, in batches, with a table of boards that it has reached
- `pattern_engine`: tile boards with pattern databases, on all cores, with checkpoints; also routes that are at most
  some factor too long; `pattern_kernel`: its inner loop
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from slidefront.arrays import Keys
from slidefront.puzzles.capabilities import UNREACHABLE, LowerBound

AGAIN, FOUND, OVER = range(3)
NOTHING = 1 << 30


class SearchState(NamedTuple):
    """Where the search of a kernel is."""

    depth: int
    generated: int = 0
    examined: int = 0
    above: int = NOTHING
    """The least sum above the threshold."""
    end: int = AGAIN
    """Why the kernel has returned: to go on, with the goal found, or with everything searched."""


class Searched(NamedTuple):
    """How far a round has come, which searches all routes of up to some number of moves, unless one is found."""

    generated: int
    """How many moves were made."""
    examined: int
    """How many boards were expanded: those that are not above the threshold."""
    above: int = NOTHING
    """Once the round is over, the least sum that was above the threshold; NOTHING if no board is left."""
    route: list[int] | None = None
    """The boards from start to goal, once the goal is found."""
    over: bool = False


class Engine(ABC):
    """The rounds of a search from one board."""

    def __init__(self, bound: LowerBound, start: Keys) -> None:
        self.bound = bound
        self.start = start

    @property
    def least(self) -> int:
        """The bound of the start; NOTHING if no moves lead to the goal."""
        least = int(self.bound.of(self.start)[0])
        return least if least < UNREACHABLE else NOTHING

    @abstractmethod
    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round, and tell every some milliseconds how far it has come; the round before is over."""
