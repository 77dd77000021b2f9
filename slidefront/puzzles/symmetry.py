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
"""The most symmetries of a graph that are listed."""
Label = TypeVar("Label", bound=Hashable)


class BoardSymmetry(NamedTuple):
    """A symmetry of a puzzle: where the content of each cell goes, and what it becomes."""

    cells: Numbers
    """For each cell the cell that its content goes to."""
    labels: Cells
    """For each number in `Puzzle.cells` the number that it becomes."""

    def apply(self, cells: Cells) -> Cells:
        """Return the images of boards, as `Puzzle.cells` gives them.

        >>> import slidefront
        >>> puzzle = slidefront.load("3x3")
        >>> [puzzle.strings(puzzle.keys(one.apply(puzzle.cells(["12345_786"]))))[0] for one in puzzle.symmetries]
        ['12345_786', '1234567_8']
        """
        images = np.empty_like(cells)
        images[:, self.cells] = self.labels[cells]
        return images


def rectangle_symmetries(rows: int, columns: int) -> list[tuple[int, ...]]:
    """List the turns and reflections of a rectangle, the identity first: for each cell the cell that it goes to."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    turned = [one[::down, ::right] for one in (cells, cells.T) for down in (1, -1) for right in (1, -1)]
    return [*dict.fromkeys(tuple(one.reshape(-1).tolist()) for one in turned if one.shape == cells.shape)]


def graph_symmetries(neighbours: Sequence[Collection[int]]) -> Iterator[tuple[int, ...]]:
    """List the permutations of vertices that map neighbours to neighbours, the identity first."""
    near = [frozenset(one) for one in neighbours]

    def extend(images: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        vertex = len(images)
        if vertex == len(near):
            yield images
            return
        for image in range(len(near)):
            if (
                image not in images
                and len(near[image]) == len(near[vertex])
                and all((i in near[vertex]) == (earlier in near[image]) for i, earlier in enumerate(images))
            ):
                yield from extend((*images, image))

    return extend(())


def match_labels(
    before: Iterable[Label], after: Iterable[Label], fixed: Iterable[Label]
) -> Mapping[Label, Label] | None:
    """Map each label to the one in the same place, where some stay; None if that is not one to one."""
    found = {label: label for label in fixed}
    for label, image in zip(before, after, strict=True):
        if found.setdefault(label, image) != image:
            return None
    return found if len({*found.values()}) == len(found) else None


def limited(symmetries: Iterable[BoardSymmetry], name: str) -> list[BoardSymmetry]:
    """List symmetries; refuse too many."""
    found: list[BoardSymmetry] = []
    for symmetry in symmetries:
        found.append(symmetry)
        if len(found) > MOST_SYMMETRIES:
            raise LimitError(f"{name} has more than {MOST_SYMMETRIES:,} symmetries, too many for a list")
    return found
