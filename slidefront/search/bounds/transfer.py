"""The bound of a transfer puzzle: the bounds of its two axes, added up."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from slidefront.arrays import Keys
from slidefront.puzzles.transfer.frame import Frame
from slidefront.search.bounds.axes import ACROSS, ALONG, BOUND_BITS, NEVER, Entries, Numbers, TileDistance, axis_of
from slidefront.search.bounds.bound import UNREACHABLE, Bounds
from slidefront.search.bounds.walking import Walking


@dataclass
class TransferBound:
    """The axes, and their tables one behind the other in `link`."""

    frame: Frame
    goal: int

    def __post_init__(self) -> None:
        goal = self.frame.labels_of(self.goal)
        self.axes = [
            Walking.of(self.frame, goal, axis) or TileDistance(self.frame, goal, axis) for axis in (ACROSS, ALONG)
        ]
        self._base = np.array([0, self.axes[ACROSS].link.size], np.uint32) << np.uint32(BOUND_BITS)
        self.link: Entries = np.concatenate([one.link + base for one, base in zip(self.axes, self._base, strict=True)])
        self.gains: list[Numbers] = [self.axes[axis_of(move, self.frame)].gains(move) for move in self.frame.moves]
        """For each move: where in `link` to look, by tile and label."""

    def entries(self, keys: Keys) -> Entries:
        """Give each board its entry on each axis."""
        cells = self.frame.labels(keys)
        return np.stack([one.entries(cells) for one in self.axes], axis=1) + self._base

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
        bounds = (self.entries(keys) & np.uint32(NEVER)).astype(np.uint16)
        return np.where((bounds == NEVER).any(axis=1), np.uint16(UNREACHABLE), bounds.sum(axis=1, dtype=np.uint16))


@lru_cache(maxsize=2)
def transfer_bound(frame: Frame, goal: int) -> TransferBound:
    """Make the bound for a goal; it is cached for the next board with that goal."""
    return TransferBound(frame, goal)
