"""The two axes of a transfer puzzle, each with a lower bound of its own for the moves along it.

A move goes along the rows or across them, and a bound for one axis counts none of the other's moves: so the bounds of
the two axes may be added. A graph has one axis, and all its moves go along it.

An axis keeps a board's part in the bound as an *entry*, and a table `link` that leads from entry to entry:

    entry     |        place        | bound |        32 bits, the low 8 the bound itself
    a move    entry after = link[place of entry before + gain of the move for the tile that it carries]

The bound of an axis is walking distance (`walking`) or, for any transfer puzzle, tile distance, which considers each
tile as if the others were not there. How many moves of the axis must carry it, by any way, until it is on a cell that
the goal has for its label? The sum over all tiles, divided by the most tiles that a move carries, is the bound.

    hole of 1 x 2: up and down it carries two tiles by one cell, left and right one tile by two cells
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells
from slidefront.puzzles.transfer.frame import Frame, Transfer

ACROSS, ALONG = range(2)  # the axis of moves up and down, and that of moves left and right
BOUND_BITS = 8
NEVER = 255
"""The bound of a board that no moves take to the goal."""
MOST_PLACES = 1 << 23
_FAR = 10_000
Entries = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int64]


def axis_of(move: Transfer, frame: Frame) -> int:
    """Find the axis of a move."""
    cell, to = move.carries[0]
    return ACROSS if (to - cell) % frame.columns == 0 else ALONG


def pack_entry(places: Numbers, bounds: Numbers) -> Entries:
    """Make entries."""
    return (places << BOUND_BITS | bounds).astype(np.uint32)


@dataclass
class TileDistance:
    """For each label and cell the moves that a tile must be carried by; an entry's place is the sum of them."""

    frame: Frame
    goal: list[int]
    axis: int

    def __post_init__(self) -> None:
        self._moves = np.full((self.frame.cells, 16), _FAR)
        distance = self._distance()
        for label in {*self.goal} - {0}:
            wanted = [cell for cell, there in enumerate(self.goal) if there == label]
            self._moves[:, label] = distance[:, wanted].min(axis=1)
        self._moves[:, 0] = 0
        most = int(np.where(self._moves < _FAR, self._moves, 0).max(axis=1).sum())
        carried = max(
            (len(move.carries) for move in self.frame.moves if axis_of(move, self.frame) == self.axis), default=1
        )
        sums = np.arange(most + 1)
        self.link = pack_entry(sums, -(-sums // carried))

    def _distance(self) -> Numbers:
        """How many moves of the axis a tile needs from cell to cell; moves of the other axis count 0."""
        distance = np.where(np.eye(self.frame.cells, dtype=np.bool_), 0, _FAR)
        for move in self.frame.moves:
            for cell, to in move.carries:
                distance[cell, to] = axis_of(move, self.frame) == self.axis
        for cell in range(self.frame.cells):
            distance = np.minimum(distance, distance[:, [cell]] + distance[[cell], :])
        return distance

    def entries(self, cells: Cells) -> Entries:
        """Give the entries of boards."""
        sums = self._moves[np.arange(self.frame.cells), cells].sum(axis=1)
        return np.where(sums < _FAR, self.link[np.minimum(sums, self.link.size - 1)], np.uint32(NEVER))

    def gains(self, move: Transfer) -> Numbers:
        """Tell by how much a move changes the sum, for each tile that it carries."""
        return np.array([self._moves[to] - self._moves[cell] for cell, to in move.carries])
