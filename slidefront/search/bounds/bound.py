"""The lower bound that IDA* uses: the least number of moves that a board needs. It must never be too large."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys

UNREACHABLE = 1 << 15
"""The bound of a board from which no moves lead to the goal."""
Bounds = npt.NDArray[np.uint16]


class Bound(Protocol):
    """A lower bound of the moves from any board to one goal."""

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
