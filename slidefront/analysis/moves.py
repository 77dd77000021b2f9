"""The moves from many boards, each with the board that it starts from."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.core import Puzzle

Rows = npt.NDArray[np.int64]


class Moves(NamedTuple):
    """The moves from some boards: for each its row among them, and the board that it leads to, without repeats."""

    row: Rows
    target: Keys


def moves_of(puzzle: Puzzle, keys: Keys) -> Moves:
    """Make the moves from each of some boards, in order of the rows, and then of the boards that they lead to."""
    work = puzzle.working.pack(keys)
    out = np.empty(keys.size * puzzle.most_successors, np.uint64)
    ends = np.zeros(keys.size + 1, np.int64)
    for row in range(keys.size):  # one by one, because a puzzle makes the moves of many boards in any order
        ends[row + 1] = ends[row] + puzzle.expand(work[row : row + 1], out[ends[row] :])
    rows = np.repeat(np.arange(keys.size), np.diff(ends))
    target = puzzle.working.unpack(out[: ends[-1]])
    order = np.lexsort((target, rows))
    rows, target = rows[order], target[order]
    other = np.ones(rows.size, np.bool_)
    other[1:] = (rows[1:] != rows[:-1]) | (target[1:] != target[:-1])
    return Moves(rows[other], target[other])
