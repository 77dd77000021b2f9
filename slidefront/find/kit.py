"""What the kernels know of a kind of puzzles, as arrays; `tables.py` builds them, and numba reads them.

Each shape has the places where it may lie. Places of one shape have neighbouring numbers, in the order of their cells:
those of shape s are numbered from first[s] to first[s + 1]. A set of cells is a mask of 64 bits. A multiset is an
ascending list of shapes. A placement of it is a row: for each shape of the list the number of its place, counted from
the first place of that shape; equal shapes are in ascending order.

The weights of places are random numbers, and the key of a placement is the sum of the weights of its places. No two
placements of a multiset have the same key: `moves.table_of_keys` checks that, and other weights are drawn if two have.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys

Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

STEP, SLIDE, MOVE = range(3)
QUESTIONS, CLUSTERS = range(2)


class Kit(NamedTuple):
    """A kind of puzzles as arrays."""

    first: Numbers
    """For each shape its first place."""
    mask: Keys
    """For each place the cells that it covers."""
    enter: Keys
    """For each place and way the cells that a step enters; all cells if there is no such step."""
    after: Small
    """For each place and way the place after a step."""
    weight: Keys
    """For each place a random number."""
    goal: Cells
    """For each place, a bit for each mirror: a piece there is at the goal."""
    start: Cells
    """For each place, a bit for each mirror: a piece there is at a start."""
    image: Small
    """For each symmetry of the board, the image of each place."""
    shape_image: Small
    """For each symmetry of the board, the image of each shape."""
    mirror: Numbers
    """For each symmetry of the board, its mirror: the symmetries that show the same question share one."""
    twins: Numbers
    """For each mirror, the symmetries that keep its question, except the identity."""
    shapes: Numbers
    """For each shape: its size, its limit (-1: none), how much of the limit it takes."""
    ways: Numbers
    """For each shape the first of the ways that it may move; 4: none."""
    limits: Numbers
    """For each limit: how much its shapes take together at least, at most, and the last of its shapes."""
    rules: Numbers
    """The metric, what is measured, the number of cells, the number of free cells, the most pieces."""
    walls: Keys
    """The cells of walls, as one mask."""


SIZE, LIMIT, AMOUNT = range(3)  # columns of shapes
LEAST, MOST, LAST = range(3)  # columns of limits
METRIC, MEASURE, CELLS, FREE, PIECES = range(5)  # places in rules


class FindTotals(NamedTuple):
    """What a search has found, by the number of pieces."""

    counts: Numbers
    """PLACEMENTS, MULTISETS, COMPONENTS, STARTS, MOVABLE: a row for each number of pieces."""
    lengths: Numbers
    """For each number of pieces and each length the number of starts."""
    orbits: Numbers
    """The same, where starts that a symmetry of the question maps to each other count once."""
    best_length: Numbers
    """For each number of pieces the greatest lengths, descending; -1: none."""
    best_board: Cells
    """The boards with these lengths: for each cell its piece, in the order of cells; last, the goal's piece."""
    clusters: Small
    """If clusters are measured, the number of rows used, and a row for each; see `clusters.note_cluster`."""


PLACEMENTS, MULTISETS, COMPONENTS, STARTS, MOVABLE = range(5)
