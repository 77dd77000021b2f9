"""Lists of the rows that a step of a table looks at.

If the last layer lies in many rows, a step looks at all rows that have boards left. If it lies in few, they are the
rows that moves lead to from these; with one bit a board also the rows of which some boards are reached and some not,
because the bits of the latter change with each step.
"""

import numpy as np

from slidefront.puzzles.ranking import RowMoves
from slidefront.tables import kernels
from slidefront.tables.kernels import Flags, Rows, Small

_FEW = 16  # one row in so many


class RowLists:
    """The rows of the last layer, and those to look at next."""

    def __init__(self, rows: Rows, moves: RowMoves, sides: Flags | None) -> None:
        """Begin with no layer; `sides` is None with two bits a board."""
        self._moves = moves
        self._sides = np.empty(0, np.uint8) if sides is None else sides
        self._out = np.empty(rows.left.size, np.int32)
        self._listed = np.zeros(rows.left.size, np.uint8)
        self._open: dict[int, Small] = {}
        self.front = self._old = self._out[:0]

    def begin(self, rows: Rows, side: int) -> None:
        """Find the rows of the last layer, which is on a side, by their flags."""
        self.front = self._on_side(rows.front, side)
        self._old = self._on_side(rows.following, 1 - side)

    def _on_side(self, flags: Flags, side: int) -> Small:
        found = np.flatnonzero(flags).astype(np.int32)
        return found[self._sides[found] == side] if self._sides.size else found

    def clear(self, rows: Rows) -> None:
        """Clear the flags of the layer that is found next."""
        rows.following[self._old] = 0

    def next(self, rows: Rows, side: int) -> Small:
        """List the rows to look at for the layer of a side, ascending; with two bits the side does not matter."""
        if self.front.size * _FEW > rows.left.size:
            return self._out[: kernels.list_left(rows.left, self._sides, side, self._out)]
        others = self._open.get(side)
        if others is None:
            partly = (rows.left > 0) & (rows.reached > 0)
            others = self._on_side(partly.view(np.uint8), side) if self._sides.size else self._out[:0].copy()
        found = self._out[: kernels.list_near(self.front, others, rows.left, self._moves, self._listed, self._out)]
        found.sort()
        return found

    def turn(self, rows: Rows, side: int, listed: Small | None) -> None:
        """Make the rows of the layer found last those of the last layer; they are among the listed ones."""
        few = self.front.size * _FEW <= rows.left.size
        self._open.pop(side, None)
        if listed is None:
            new = self._on_side(rows.following, side)
        else:
            new = listed[rows.following[listed] > 0]
            if few and self._sides.size:
                self._open[side] = listed[(rows.left[listed] > 0) & (rows.reached[listed] > 0)]
        self.front, self._old = new, self.front
