"""The cells of a puzzle with one hole of one cell, and which of them are neighbours.

A move takes a tile from a neighbour of the hole into the hole; in the line metric it takes all tiles of a row or column
that are between the hole and its new cell. The databases name tiles by their cells in the goal, so
that they depend only on a shape and the cell of the hole in the goal:

    goal  1 2 3      tiles by their goal cells  0 1 2       a symmetry: the diagonal  0 3 6
          4 5 6                                 3 4 5                                 1 4 7
          7 8 _                                 6 7 _                                 2 5 _
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from slidefront.puzzles.transfer.frame import MOST_CELLS, Frame

MOST_SYMMETRIES = 8
MOST_MOVES = 256
"""Searches number the moves of a frame in a byte; boards of more than about 25 cells have more in the line metric."""
FAR = 255
Distances = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class CellGraph:
    """For each cell its neighbours, ascending."""

    neighbours: tuple[tuple[int, ...], ...]
    line_columns: int = 0
    """The columns of a tile board in the line metric; 0 where a move takes one tile."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    @cached_property
    def distances(self) -> Distances:
        """From each cell to each other: the moves that one tile needs at least. FAR if there is no way."""
        found = np.full((self.cells, self.cells), FAR, np.uint8)
        for start in range(self.cells):
            reached = {start: 0}
            for cell in (order := [start]):
                for other in self.neighbours[cell]:
                    if other not in reached:
                        reached[other] = reached[cell] + 1
                        order.append(other)
            found[start, list(reached)] = list(reached.values())
        return found

    @property
    def connected(self) -> bool:
        """Whether a way leads from each cell to each other."""
        return bool((self.distances < FAR).all())

    @cached_property
    def two_sided(self) -> bool:
        """Whether neighbours always have different colours, with two colours for all cells."""
        odd = self.distances[0] % 2
        return all(odd[cell] != odd[other] for cell, row in enumerate(self.neighbours) for other in row)

    def images(self, hole: int, onto: int) -> list[tuple[int, ...]]:
        """List up to eight symmetries that map one cell to another; for the same cell, the identity is first.

        A symmetry tells for each cell the cell that it goes to.
        """
        order = [hole]
        for cell in order:  # each cell but the first has a neighbour before it
            order += [other for other in self.neighbours[cell] if other not in order]
        found: list[tuple[int, ...]] = []
        self._extend({hole: onto}, order, found)
        same = tuple(range(self.cells))
        return sorted(found, key=lambda image: image != same)

    @cached_property
    def all_symmetries(self) -> list[tuple[int, ...]]:
        """List symmetries, up to eight that take cell 0 to the same cell; the identity is first."""
        return [image for onto in range(self.cells) for image in self.images(0, onto)]

    def region(self, start: int, without: tuple[int, ...]) -> tuple[int, ...]:
        """List the cells that a way leads to from a cell, without some cells."""
        found = [start]
        for cell in found:
            found += [other for other in self.neighbours[cell] if other not in found and other not in without]
        return tuple(sorted(found))

    def _extend(self, image: dict[int, int], order: list[int], found: list[tuple[int, ...]]) -> None:
        """Give the next cell of the order each image that keeps neighbours neighbours."""
        if len(found) == MOST_SYMMETRIES or not self._fits(image, order):
            return
        if len(image) == len(order):
            found.append(tuple(image[cell] for cell in range(self.cells)))
            return
        cell = order[len(image)]
        before = next(other for other in order if other in self.neighbours[cell])
        for onto in sorted(set(self.neighbours[image[before]]) - set(image.values()), key=lambda other: other != cell):
            self._extend({**image, cell: onto}, order, found)

    def _fits(self, image: dict[int, int], order: list[int]) -> bool:
        """Tell whether the cell that got its image last fits the others."""
        cell = order[len(image) - 1]
        if len(self.neighbours[cell]) != len(self.neighbours[image[cell]]):
            return False
        return all(
            (other in self.neighbours[cell]) == (onto in self.neighbours[image[cell]]) for other, onto in image.items()
        )


def grid(rows: int, columns: int, metric: str = "step") -> CellGraph:
    """Make the shape of a rectangle of cells."""
    near = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        ways = ((-1, 0), (0, -1), (0, 1), (1, 0))
        cells = [(row + down) * columns + column + right for down, right in ways if 0 <= column + right < columns]
        near.append(tuple(other for other in cells if 0 <= other < rows * columns))
    return CellGraph(tuple(near), columns if metric == "line" else 0)


@lru_cache(maxsize=8)
def shape_of(frame: Frame) -> CellGraph | None:
    """Find the shape of a puzzle; None if its hole is larger than a cell."""
    if any(len(hole) != 1 for hole in frame.holes) or len(frame.holes) != frame.cells or frame.cells > MOST_CELLS:
        return None
    if frame.metric == "line":
        fits = min(frame.rows, frame.columns) > 1 and len(frame.moves) <= MOST_MOVES
        return grid(frame.rows, frame.columns, "line") if fits else None
    near: list[set[int]] = [set() for _ in range(frame.cells)]
    for move in frame.moves:
        hole, tile = frame.holes[move.start][0], frame.holes[move.end][0]
        if move.carries != ((tile, hole),):
            return None
        near[hole].add(tile)
    shape = CellGraph(tuple(tuple(sorted(row)) for row in near))
    return shape if shape.connected else None


def hole_in(frame: Frame, board: int) -> int | None:
    """Find the cell of a board's hole; None if several cells have the same label."""
    labels = frame.labels_of(board)
    return labels.index(0) if len(set(labels)) == len(labels) else None
