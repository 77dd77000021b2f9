"""The columns that bound the number of moves from each board to the goal.

    manhattan   of a tile board the sum of the distances of all tiles from their cells in the goal, in rows and columns
    bound       the lower bound that `solve --algorithm ida` uses; -1 if it shows that the goal cannot be reached

Where several tiles are alike, each counts the distance to the nearest cell that the goal has for them.
"""

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.puzzles.capabilities import Distance, Distances
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds.bound import UNREACHABLE
from slidefront.search.bounds.choose import choose_bound


def manhattan(puzzle: Puzzle) -> Distance:
    """Make the function that gives each board its Manhattan distance to the goal."""
    found = None if puzzle.columns is None else puzzle.columns.manhattan()
    if found is None:
        raise PuzzleError(
            f"{puzzle.name} has no column manhattan, which needs a tile board and a goal: use bound, a lower bound "
            f"of the moves to the goal"
        )
    return found


def bound(puzzle: Puzzle) -> Distance:
    """Make the function that gives each board the lower bound of the moves to the goal."""
    found = choose_bound(puzzle) if puzzle.goal else None
    if found is None:
        raise PuzzleError(f"{puzzle.name} has no column bound: it has no goal, or offers no lower bound")

    def bounds(keys: Keys) -> Distances:
        least = found.of(keys)
        return np.where(least >= UNREACHABLE, np.int16(-1), least.astype(np.int16))

    return bounds
