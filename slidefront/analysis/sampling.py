"""Boards of a layer, drawn without replacement, each with the same chance.

Rows are drawn before anything is read. A board's row is its number among all boards of its layer, or among the marked
ones, in order of their keys; how many there are stands in the manifest. So a draw depends on the seed, the depth and
that number, and not on how the layer is cut into parts.
"""

from collections.abc import Iterable
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.store.manifest import WAY_OUT
from slidefront.store.run import Run

Rows = npt.NDArray[np.int64]


def sample(run: Run, depth: int, boards: int, seed: int, marked: bool = False) -> Keys:
    """Draw boards, or marked boards, of a layer: so many, or all where there are no more. Keys ascending."""
    layer = run.layer(depth)
    if not marked:
        return run.take(depth, draw(layer.boards, boards, seed, depth))
    rows = draw(layer.marked, boards, seed, depth)
    if not rows.size:
        return np.empty(0, np.uint64)
    found = take((keys[run.puzzle.marked(keys)] for keys in run.blocks(depth)), rows)
    if found.size < rows.size:
        raise RunError(f"layer {depth} of {run.folder} has fewer marked boards than its manifest says; {WAY_OUT}")
    return found


def draw(boards: int, wanted: int, seed: int, depth: int) -> Rows:
    """Draw rows, ascending."""
    if boards <= wanted:
        return np.arange(boards)
    return np.array(sorted(Random(f"{seed} {depth}").sample(range(boards), wanted)), np.int64)


def take(blocks: Iterable[Keys], rows: Rows) -> Keys:
    """Take the keys of ascending rows out of blocks that follow each other."""
    found = [np.empty(0, np.uint64)]
    first = 0
    for keys in blocks:
        start, end = np.searchsorted(rows, [first, first + keys.size])
        found.append(keys[rows[start:end] - first])
        first += keys.size
        if end == rows.size:
            break
    return np.concatenate(found)
