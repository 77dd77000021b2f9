"""Lower bounds of the moves to the goal, and other distances, as functions of an array of keys.

`solve` asks a puzzle for its bound (`Puzzle.lower_bound`) or uses pattern databases. The functions here make the same
bounds available to players that choose moves by a heuristic, and to columns of data frames.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.notation.load import load
from slidefront.puzzles.capabilities import UNREACHABLE
from slidefront.puzzles.core import Puzzle
from slidefront.watch import Watcher

KeyDistances = npt.NDArray[np.int16]
DistanceFunction = Callable[[Keys], KeyDistances]
"""Returns a number of moves, or a distance, for each key."""


def lower_bound(puzzle: Puzzle | str | Path) -> DistanceFunction:
    """Return a function of an array of keys: a lower bound of the moves to the goal, or -1 if no moves lead there.

    The keys must be boards, which is not checked. The bound looks at each tile, or each small group of pieces, alone.
    `solve` uses it for boards without pattern databases.
    """
    puzzle = load(puzzle)
    bound = puzzle.lower_bound() if puzzle.goal else None
    if bound is None:
        raise PuzzleError(f"{puzzle.name} has no lower bound of moves: it has no goal, or offers none")

    def bounds(keys: Keys) -> KeyDistances:
        moves = bound.of(keys)
        return np.where(moves >= UNREACHABLE, np.int16(-1), moves.astype(np.int16))

    return bounds


def pattern_bound(puzzle: Puzzle) -> DistanceFunction:
    """Return a function that returns the bound of pattern databases for each key; build the databases if needed."""
    from slidefront.search.patterns.bound import PatternBound  # imports many modules
    from slidefront.search.patterns.databases import databases_for

    if puzzle.metric != "step":
        raise PuzzleError(f"{puzzle.name} has no pattern_bound in the {puzzle.metric} metric: use bound")
    databases = databases_for(puzzle, Watcher())
    assert puzzle.frame is not None and puzzle.goal.key is not None  # otherwise there are no databases
    bound = PatternBound(puzzle.frame, puzzle.goal.key, databases)
    return lambda keys: bound.of(keys).astype(np.int16)


def manhattan(puzzle: Puzzle) -> DistanceFunction:
    """Return a function that adds up how far the tiles are from the goal, equal tiles each from its nearest goal cell.

    The sum is not a lower bound if a move carries several tiles, or a tile by several cells.
    """
    frame = puzzle.frame
    if frame is None or not frame.is_grid or puzzle.goal.key is None:
        raise PuzzleError(
            f"{puzzle.name} has no column manhattan, which needs a tile board and a goal: use bound, a lower bound "
            f"of the moves to the goal"
        )
    rows, columns = np.divmod(np.arange(frame.cells), frame.columns)
    apart = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    goal_labels = np.array(puzzle.goal_labels, np.int64)
    table = np.zeros((frame.cells, 1 + goal_labels.max()), np.int16)
    for label in {*goal_labels.tolist()} - {0}:
        table[:, label] = apart[:, goal_labels == label].min(axis=1)

    def distances(keys: Keys) -> KeyDistances:
        labels = puzzle.decode(keys)
        total = np.zeros(keys.size, np.int16)
        for cell in range(frame.cells):
            total += table[cell].take(labels[:, cell])
        return total

    return distances
