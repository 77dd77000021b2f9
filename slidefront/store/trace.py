"""Shortest routes from layers, without a search.

A board at depth d has a successor at depth d - 1; that one has a successor at depth d - 2, and so on down to layer 0.
So a route costs a few lookups a depth, and those of many boards are made together.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import repair_hint


class Layers(Protocol):
    """Layers that tell which boards they contain."""

    path: Path

    @property
    def puzzle(self) -> Puzzle:
        """Their puzzle."""

    def find(self, depth: int, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell for each board whether the layer at a depth contains it."""


def descend(layers: Layers, boards: Sequence[int], depths: Sequence[int]) -> list[list[int]]:
    """Descend from boards at some depths to layer 0: return the keys on each way, the board first."""
    ways = [[int(board)] for board in boards]
    for depth in range(max(depths, default=0), 0, -1):
        _step_down(layers, depth, [way for way, top in zip(ways, depths, strict=True) if top >= depth])
    return ways


def _step_down(layers: Layers, depth: int, ways: list[list[int]]) -> None:
    """Append to each way, which ends at a depth, a successor in the layer before."""
    waiting = [(way, _successors(layers.puzzle, way)) for way in ways]
    while waiting:
        if not all(left for _, left in waiting):
            why = f"a board of layer {depth} has no neighbour in layer {depth - 1}"
            raise RunError(f"{layers.path} is damaged: {why}; {repair_hint(layers.path)}")
        tried = np.array([left.pop() for _, left in waiting], np.uint64)
        found = layers.find(depth - 1, tried).tolist()
        for (way, _), key, there in zip(waiting, tried.tolist(), found, strict=True):
            if there:
                way.append(key)
        waiting = [one for one, there in zip(waiting, found, strict=True) if not there]


def _successors(puzzle: Puzzle, way: list[int]) -> list[int]:
    """Make the successors of the end of a way, without the board before it, which lies deeper."""
    out = np.empty(puzzle.most_successors, np.uint64)
    count = puzzle.expand(puzzle.working.pack(np.array(way[-1:], np.uint64)), out)
    found = puzzle.working.unpack(out[:count])
    return [key for key in found.tolist() if key not in way[-2:-1]]
