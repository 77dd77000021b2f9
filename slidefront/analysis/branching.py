"""How many moves a board has on average, by depth, and how many of them lead ahead, stay beside, or lead back."""

from dataclasses import dataclass

import numpy as np

from slidefront.analysis.columns import MOVES, batches, select
from slidefront.store.explored import Explored


@dataclass(frozen=True)
class MeanMoves:
    """The mean numbers of the moves from the boards of one depth."""

    moves: float
    ahead: float
    """Moves to boards one move farther from the start. Their mean is the branching of a search without repeats."""
    beside: float
    back: float


def mean_moves(run: Explored) -> list[MeanMoves]:
    """Count the moves from every board; a million boards take some seconds."""
    sums = np.zeros((run.greatest_depth + 1, len(MOVES)), np.int64)
    for batch in batches(run, None, select(run.puzzle, ["depth", *MOVES])):
        depth, *counts = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
        sums[depth[0]] += [int(one.sum(dtype=np.int64)) for one in counts]
    return [MeanMoves(*(row / layer.boards).tolist()) for row, layer in zip(sums, run.layers, strict=True)]
