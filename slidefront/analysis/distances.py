"""The columns that bound the number of moves from each board to the goal.

    manhattan   of a tile board the sum of the distances of all tiles from their cells in the goal, in rows and columns
    bound       the lower bound that `solve --algorithm ida` uses; -1 if it shows that the goal cannot be reached

Where several tiles are alike, each counts the distance to the nearest cell that the goal has for them.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds.bound import UNREACHABLE
from slidefront.search.bounds.choose import choose_bound

Distances = npt.NDArray[np.int16]


def manhattan(puzzle: Puzzle) -> Callable[[Keys], Distances]:
    """Make the function that gives each board its Manhattan distance to the goal."""
    frame, goal = puzzle.frame, puzzle.goal.key
    if frame is None or not frame.is_grid or goal is None:
        raise PuzzleError(
            f"{puzzle.name} has no column manhattan, which needs a tile board and a goal: use bound, a lower bound "
            f"of the moves to the goal"
        )
    cells = np.arange(frame.cells)
    rows, columns = np.divmod(cells, frame.columns)
    apart = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    wanted = frame.labels(np.array([goal], np.uint64))[0]
    table = np.zeros((frame.cells, 16), np.int16)
    for label in {*wanted.tolist()} - {0}:
        table[:, label] = apart[:, wanted == label].min(axis=1)

    def distances(keys: Keys) -> Distances:
        labels = frame.labels(keys)
        found = np.zeros(keys.size, np.int16)
        for cell in range(frame.cells):
            found += table[cell].take(labels[:, cell])
        return found

    return distances


def bound(puzzle: Puzzle) -> Callable[[Keys], Distances]:
    """Make the function that gives each board the lower bound of the moves to the goal."""
    found = choose_bound(puzzle, puzzle.goal) if puzzle.goal else None
    if found is None:
        raise PuzzleError(f"{puzzle.name} has no column bound: it has no goal, or offers no lower bound")

    def bounds(keys: Keys) -> Distances:
        least = found.of(keys)
        return np.where(least >= UNREACHABLE, np.int16(-1), least.astype(np.int16))

    return bounds
