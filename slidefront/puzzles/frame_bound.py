"""The lower bound of a puzzle that offers a `Frame`: how far the tiles are from their goal cells, each on its own.

A move goes along the rows or across them, and a bound for one axis counts no move of the other axis. So the bounds of
the two axes may be added. A graph has one axis, and all its moves go along it.

The bound of an axis looks at each tile as if it were alone on the board: how many moves of the axis must carry it
before it reaches a cell where the goal has its label? The sum over all tiles, divided by the number of tiles that a
move can carry, is the bound of the axis.

    hole of 1 x 2: up and down it carries two tiles by one cell, left and right one tile by two cells
"""

from collections.abc import Sequence

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds, LowerBound
from slidefront.puzzles.frame import Frame, Transfer, shortest_distances

ACROSS, ALONG = range(2)  # the axis of moves up and down, and the axis of moves left and right
_NEVER = 10_000
"""The distance of a tile that no moves carry to its goal cell."""


def axis_of(move: Transfer, frame: Frame) -> int:
    """Return the axis of a move."""
    cell, target = move.carries[0]
    return ACROSS if (target - cell) % frame.columns == 0 else ALONG


class FrameBound(LowerBound):
    """The lower bound of the moves to one goal.

    `goal` is the key of the goal; for a partial goal, of any board. `wanted` has the label that a partial goal wants in
    each cell, None for any label.
    """

    def __init__(self, frame: Frame, goal: int, wanted: Sequence[int | None] = ()) -> None:
        self.frame = frame
        self.goal = goal
        labels = frame.labels_of(goal)
        wanted_labels = np.array([-1 if label is None else label for label in wanted or labels])
        self.distances = np.stack([self._distances(axis, labels, wanted_labels) for axis in (ACROSS, ALONG)])
        """For each axis, cell and label, the number of moves that must carry such a tile."""
        largest_sum = int(np.where(self.distances < _NEVER, self.distances, 0).max(axis=2).sum(axis=1).max())
        carried = [[1], [1]]
        for move in frame.moves:
            carried[axis_of(move, frame)].append(len(move.carries))
        self.moves = np.stack([-(-np.arange(largest_sum + 1) // max(counts)) for counts in carried]).astype(np.uint64)
        """For each axis and sum of distances, the number of moves that it takes."""

    def _distances(self, axis: int, labels: list[int], wanted: Numbers) -> Numbers:
        """Count, for each cell and label, the moves of the axis that must carry the tile; other moves count 0."""
        between = np.full((self.frame.cells, self.frame.cells), _NEVER)
        for move in self.frame.moves:
            for cell, target in move.carries:
                between[cell, target] = axis_of(move, self.frame) == axis
        between = shortest_distances(between)
        distances = np.full((self.frame.cells, 16), _NEVER)
        for label in {*labels}:
            goal_cells = wanted == label
            # If the goal wants fewer of these tiles than there are, none of them must go to any of these cells.
            is_bound = label and goal_cells.sum() == labels.count(label)
            distances[:, label] = between[:, goal_cells].min(axis=1) if is_bound else 0
        return distances

    def sums(self, keys: Keys) -> Numbers:
        """Add up the distances of the tiles of each board: a row per board, a column per axis."""
        labels = self.frame.labels(keys)
        return np.asarray(self.distances[:, np.arange(self.frame.cells), labels].sum(axis=2)).T

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board to the goal."""
        sums = self.sums(keys)
        columns = np.minimum(sums, self.moves.shape[1] - 1)
        bounds = self.moves[ACROSS, columns[:, ACROSS]] + self.moves[ALONG, columns[:, ALONG]]
        return np.where((sums < _NEVER).all(axis=1), bounds, UNREACHABLE).astype(np.uint16)
