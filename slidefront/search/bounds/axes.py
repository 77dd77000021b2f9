"""The two axes of a transfer puzzle, each with a lower bound of its own for the moves along it.

A move goes along the rows or across them, and a bound for one axis counts none of the other's moves: so the bounds of
the two axes may be added. A graph has one axis, and all its moves go along it.

An axis keeps a board's part in the bound as an *entry*, and a table `link` that leads from entry to entry:

    entry     |        place        | bound |        32 bits, the low 8 the bound itself
    a move    entry after = link[place of entry before + gain of the move for the tile that it carries]
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells
from slidefront.puzzles.transfer.frame import Frame, Transfer

ACROSS, ALONG = range(2)  # the axis of moves up and down, and that of moves left and right
BOUND_BITS = 8
NEVER = 255
"""The bound of a board that no moves take to the goal."""
MOST_PLACES = 1 << 23
Entries = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int64]


class AxisBound(Protocol):
    """A lower bound for the moves of one axis."""

    link: Entries

    def entries(self, cells: Cells) -> Entries:
        """Give the entries of boards, one row of labels each."""

    def gains(self, move: Transfer) -> Numbers:
        """Tell for each tile that a move carries, and each label that it may have, how far on in `link` to look."""


def axis_of(move: Transfer, frame: Frame) -> int:
    """Find the axis of a move."""
    cell, to = move.carries[0]
    return ACROSS if (to - cell) % frame.columns == 0 else ALONG


def pack_entry(places: Numbers, bounds: Numbers) -> Entries:
    """Make entries."""
    return (places << BOUND_BITS | bounds).astype(np.uint32)
