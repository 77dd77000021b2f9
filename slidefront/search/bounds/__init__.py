"""Lower bounds of the moves from a board to a goal, for depth-first search and greedy players. None is ever too large.

- `choose`: the bound that suits a puzzle
- `transfer_bound`: that of transfer puzzles, the sum over two axes, each by walking distance or by tile distance
- `block_bound`: that of block puzzles, the sum over groups of classes of equal pieces
"""

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
