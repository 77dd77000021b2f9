"""Tile distance: the bound of an axis for any transfer puzzle.

Each tile is considered as if the others were not there. How many moves of the axis must carry it, by any way, until it
is on a cell that the goal has for its label? The sum over all tiles, divided by the most
tiles that a move carries, bounds the moves of the axis.

    hole of 1 x 2: up and down it carries two tiles by one cell, left and right one tile by two cells
"""

from dataclasses import dataclass

import numpy as np

from slidefront.arrays import Cells
from slidefront.puzzles.transfer.frame import Frame, Transfer
from slidefront.search.bounds.axes import NEVER, Entries, Numbers, axis_of, pack_entry

_FAR = 10_000


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
