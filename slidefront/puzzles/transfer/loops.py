"""The loops of the hole of a transfer puzzle, and the group that they generate.

Carry the hole home along a tree of its anchors: what is left of a board is an order of its tiles, on the places that
hold tiles at home. A move along the tree leaves the order as it is; every other move closes a loop, which permutes the
places. All that moves can do to the tiles is the group of these loops.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from slidefront.puzzles.groups.kernels import Rows
from slidefront.puzzles.groups.permutations import Group, Permutation
from slidefront.puzzles.transfer.frame import Frame, Transfer


@dataclass(frozen=True)
class Tree:
    """Where the tile of each cell is after the hole is carried home: one row for each anchor that it can reach."""

    anchors: list[int]
    place_at: Rows
    """By place, -1 for the cells of the hole."""

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The row of each anchor."""
        return {anchor: row for row, anchor in enumerate(self.anchors)}

    @property
    def points(self) -> int:
        """The number of places."""
        return int((self.place_at[0] >= 0).sum())

    def loop(self, move: Transfer) -> Permutation:
        """Tell where a move takes the tile of each place, when the hole is carried home before and after."""
        before, after = (self.place_at[self.row_of[anchor]].tolist() for anchor in (move.start, move.end))
        loop = [0] * self.points
        for cell, place in enumerate(move.apply(before, -1)):
            if place >= 0:
                loop[place] = after[cell]
        return tuple(loop)

    def moves(self, frame: Frame) -> list[Transfer]:
        """List the moves from its anchors."""
        return [move for anchor in self.anchors for move in frame.moves_at(anchor)]

    def group(self, frame: Frame) -> Group:
        """Generate the group of the loops."""
        return Group(sorted({*map(self.loop, self.moves(frame)), tuple(range(self.points))}))


def carry_home(frame: Frame, home: int) -> Tree:
    """Carry the hole home from every anchor from which it can come: along a path if there is one, else by few moves."""
    places = iter(range(frame.cells))
    carried = {home: [-1 if cell in frame.holes[home] else next(places) for cell in range(frame.cells)]}
    path = {frozenset(step) for step in pairwise(path_of(frame))} if _has_path(frame) else set()
    for every in (False, True):
        waiting = [*carried]
        for anchor in waiting:
            for move in frame.moves_at(anchor):
                if move.end not in carried and (every or {move.start, move.end} in path):
                    carried[move.end] = move.apply(carried[anchor], -1)
                    waiting.append(move.end)
    return Tree([*carried], np.array([*carried.values()], np.int8))


def _has_path(frame: Frame) -> bool:
    """Tell whether the hole can take each cell of a grid: loops next to a path permute few tiles."""
    return frame.is_grid and len(frame.holes) == frame.cells


def path_of(frame: Frame) -> list[int]:
    """List the cells along a path that turns at the end of each row, or column, if the hole can take all of them."""
    rows, columns = frame.rows, frame.columns
    if not _has_path(frame):
        return [*range(frame.cells)]
    lines = [[r * columns + c for c in range(columns)] for r in range(rows)]
    if columns > rows:
        lines = [[r * columns + c for r in range(rows)] for c in range(columns)]
    return [cell for number, line in enumerate(lines) for cell in (line[::-1] if number % 2 else line)]


def order_by_orbits(frame: Frame, tree: Tree) -> Tree:
    """Renumber the places: those of one orbit consecutively, in the order of a path, and the largest orbit last."""
    cell_of = {place: cell for cell, place in enumerate(tree.place_at[0].tolist())}
    path = path_of(frame)
    order = [
        place
        for orbit in sorted(tree.group(frame).orbits, key=len)
        for place in sorted(orbit, key=lambda place: path.index(cell_of[place]))
    ]
    number = np.full(tree.points + 1, -1, np.int8)  # the last one stands for the hole's -1
    number[order] = np.arange(tree.points)
    return Tree(tree.anchors, number[tree.place_at])
