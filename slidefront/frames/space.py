"""A whole small space in memory: all boards that home can reach, and their distances.

Pages, pictures and studies of spaces up to about a million boards need every board at once; layers on disk are for
what is larger.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.executors.budget import make_budget
from slidefront.explore.layers import keys_of
from slidefront.explore.tasks import NoSink
from slidefront.puzzles.core import Puzzle
from slidefront.search.layer_search import levels_from, means_of
from slidefront.watch import Watcher

NEVER = 65535
"""The distance of a board that cannot reach it."""
Distances = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class SmallSpace:
    """All boards that can be reached from home."""

    puzzle: Puzzle
    keys: Keys
    """Ascending."""
    from_home: Distances
    """The distance of each board from home."""

    @property
    def boards(self) -> int:
        """The number of boards."""
        return int(self.keys.size)

    @cached_property
    def goals(self) -> Keys:
        """The boards that meet the goal, ascending."""
        return self.keys[self.puzzle.meets(self.keys)] if self.puzzle.goal else self.keys[:0]

    @cached_property
    def to_goal(self) -> Distances:
        """The distance of each board to the nearest board that meets the goal; NEVER if there is none."""
        found = np.full(self.keys.size, NEVER, np.uint16)
        for depth, layer in enumerate(_layers(self.puzzle, self.goals)):
            found[np.searchsorted(self.keys, layer)] = depth
        return found

    def lengths(self, keys: Keys) -> npt.NDArray[np.int64]:
        """Find the distance of some boards to the goal; -1 for one from which no moves lead there."""
        at = np.minimum(np.searchsorted(self.keys, keys), self.keys.size - 1)
        found = self.to_goal[at].astype(np.int64)
        return np.where((self.keys[at] == keys) & (found != NEVER), found, -1)

    def find(self, depth: int, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell which of some boards have a distance to the goal."""
        return np.asarray(self.lengths(keys) == depth)


def _layers(puzzle: Puzzle, starts: Keys) -> Iterator[Keys]:
    """Yield the boards at distance 0, 1, 2 and so on from the nearest of some boards, each layer ascending."""
    if not starts.size:
        return
    with means_of(make_budget(1), Watcher()) as means:
        levels = levels_from(puzzle, starts, means)
        while levels.frontier.boards:
            yield puzzle.working.unpack(keys_of(levels.frontier.segments))
            levels.step(lambda _: NoSink())


def explore(puzzle: Puzzle, most: int) -> SmallSpace | None:
    """Explore from home in memory; None if there are more than `most` boards."""
    size = puzzle.size()
    if puzzle.key_bits > 64 or (size is not None and size.exact and size.boards > most):
        return None
    found: list[Keys] = []
    boards = 0
    for layer in _layers(puzzle, np.array([puzzle.home], np.uint64)):
        found.append(layer)
        boards += layer.size
        if boards > most:
            return None
    keys = np.concatenate(found)
    depths = np.repeat(np.arange(len(found), dtype=np.uint16), [layer.size for layer in found])
    order = np.argsort(keys)
    return SmallSpace(puzzle, keys[order], depths[order])
