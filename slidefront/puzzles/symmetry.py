"""Symmetries of boards: permutations of cells that map boards to boards, moves to moves, and the goal to itself.

A symmetry moves the contents of the cells and then gives them the names that make the goal look the same again. So the
image of a board is as far from the goal as the board:

    goal  1 2 3    the diagonal takes cell 1 to cell 3,  1 4 7    the names that restore the goal:  1 2 3
          4 5 6    cell 2 to cell 6, ...                 2 5 8    4 is 2, 2 is 4, 7 is 3, ...       4 5 6
          7 8 _                                          3 6 _                                      7 8 _

    board  1 2 3                                   image  1 2 3
           4 5 _    the 6 is below the hole               4 5 6    the 8, which the 6 becomes, is right of the hole
           7 8 6                                          7 _ 8
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from slidefront.arrays import Cells, Numbers
from slidefront.errors import LimitError

MOST_SYMMETRIES = 10_000
"""The maximum number of symmetries to list."""
Label = TypeVar("Label", bound=Hashable)


class BoardSymmetry(NamedTuple):
    """A symmetry of a puzzle: where the content of each cell goes, and what it becomes."""

    cells: Numbers
    """For each cell, the cell that its content goes to."""
    labels: Cells
    """For each number in `Puzzle.cells`, the number that it becomes."""

    def apply(self, cells: Cells) -> Cells:
        """Return the images of boards, as `Puzzle.cells` gives them.

        >>> import slidefront
        >>> puzzle = slidefront.load("3x3")
        >>> [puzzle.strings(puzzle.keys(image.apply(puzzle.cells(["12345_786"]))))[0] for image in puzzle.symmetries]
        ['12345_786', '1234567_8']
        """
        images = np.empty_like(cells)
        images[:, self.cells] = self.labels[cells]
        return images


def rectangle_symmetries(rows: int, columns: int) -> list[tuple[int, ...]]:
    """List the rotations and reflections of a rectangle, the identity first, as the new cell of each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    images = [board[::down, ::right] for board in (cells, cells.T) for down in (1, -1) for right in (1, -1)]
    return [*dict.fromkeys(tuple(image.reshape(-1).tolist()) for image in images if image.shape == cells.shape)]


def graph_symmetries(neighbours: Sequence[Collection[int]]) -> Iterator[tuple[int, ...]]:
    """List the permutations of vertices that map neighbours to neighbours, the identity first."""
    joined = [frozenset(vertices) for vertices in neighbours]

    def extend(images: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        vertex = len(images)
        if vertex == len(joined):
            yield images
            return
        for image in range(len(joined)):
            if (
                image not in images
                and len(joined[image]) == len(joined[vertex])
                and all((i in joined[vertex]) == (earlier in joined[image]) for i, earlier in enumerate(images))
            ):
                yield from extend((*images, image))

    return extend(())


def match_labels(
    before: Iterable[Label], after: Iterable[Label], fixed: Iterable[Label]
) -> Mapping[Label, Label] | None:
    """Map the labels before to the labels after, with some labels fixed; None if the map is not one to one."""
    images = {label: label for label in fixed}
    for label, image in zip(before, after, strict=True):
        if images.setdefault(label, image) != image:
            return None
    return images if len({*images.values()}) == len(images) else None


def limited(symmetries: Iterable[BoardSymmetry], name: str) -> list[BoardSymmetry]:
    """List symmetries; raise LimitError if there are more than `MOST_SYMMETRIES`."""
    listed: list[BoardSymmetry] = []
    for symmetry in symmetries:
        listed.append(symmetry)
        if len(listed) > MOST_SYMMETRIES:
            raise LimitError(f"{name} has more than {MOST_SYMMETRIES:,} symmetries, too many for a list")
    return listed
