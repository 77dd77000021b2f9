"""IDA*: depth-first search with a lower bound and a growing threshold, in little memory.

A round searches all routes whose moves so far plus the bound of their last board stay within the threshold. If it finds
no route, the least sum above the threshold becomes the threshold of the next round.

- here: the interface between the loop of rounds and the engines that search a round
- `ida`: the loop, and the choice of the engine
- `transfer_engine`: puzzles with a frame, one route at a time; trails avoid reaching a board by two routes
- `batch_engine`: any puzzle with a lower bound, in batches, with a table of the boards that it has reached
- `pattern_engine`: tile boards with pattern databases, on all cores, with checkpoints; also routes that are longer than
  a shortest one by a limited factor. `pattern_kernel` is its inner loop
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from slidefront.arrays import Keys
from slidefront.puzzles.capabilities import UNREACHABLE, LowerBound

AGAIN, FOUND, OVER = range(3)
NO_SUM = 1 << 30
"""The least sum above the threshold if there is none."""


class SearchState(NamedTuple):
    """The progress of a kernel."""

    depth: int
    generated: int = 0
    examined: int = 0
    above: int = NO_SUM
    """The least sum above the threshold."""
    end: int = AGAIN
    """Why the kernel returned: AGAIN to be called again, FOUND with the goal, OVER with everything searched."""


class Searched(NamedTuple):
    """The progress of a round."""

    generated: int
    """The number of moves made."""
    examined: int
    """The number of boards expanded: those within the threshold."""
    above: int = NO_SUM
    """At the end of the round, the least sum above the threshold; NO_SUM if no board is left."""
    route: list[int] | None = None
    """The boards from start to goal, once the goal is found."""
    over: bool = False


class Engine(ABC):
    """Searches the rounds from one board."""

    def __init__(self, bound: LowerBound, start: Keys) -> None:
        self.bound = bound
        self.start = start

    @property
    def least(self) -> int:
        """The bound of the start; NO_SUM if no moves lead to the goal."""
        least = int(self.bound.of(self.start)[0])
        return least if least < UNREACHABLE else NO_SUM

    @abstractmethod
    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round with this threshold, after the round before is over; yield the progress often."""
