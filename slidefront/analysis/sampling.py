"""Draw random boards of a layer without replacement, with equal probability.

Rows are drawn before anything is read. The row of a board is its index among all boards of its layer, or among the
marked boards, sorted by key; the manifest has their number. So a draw depends on the seed, the depth and that number,
and not on the division of the layer into parts.
"""

from collections.abc import Iterable
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.store.manifest import REPAIR_HINT
from slidefront.store.run import Run

Rows = npt.NDArray[np.int64]


def sample(run: Run, depth: int, boards: int, seed: int, *, marked: bool = False) -> Keys:
    """Draw a number of boards, or marked boards, of a layer, or all if there are fewer; keys ascend."""
    layer = run.layer(depth)
    if not marked:
        return run.take(depth, draw(layer.boards, boards, seed, depth))
    rows = draw(layer.marked, boards, seed, depth)
    if not rows.size:
        return np.empty(0, np.uint64)
    found = take((keys[run.puzzle.marked(keys)] for keys in run.blocks(depth)), rows)
    if found.size < rows.size:
        raise RunError(f"layer {depth} of {run.folder} has fewer marked boards than its manifest says; {REPAIR_HINT}")
    return found


def draw(boards: int, wanted: int, seed: int, depth: int) -> Rows:
    """Draw rows, in ascending order."""
    if boards <= wanted:
        return np.arange(boards)
    return np.array(sorted(Random(f"{seed} {depth}").sample(range(boards), wanted)), np.int64)


def take(blocks: Iterable[Keys], rows: Rows) -> Keys:
    """Take the keys of ascending rows from consecutive blocks."""
    found = [np.empty(0, np.uint64)]
    first = 0
    for keys in blocks:
        start, end = np.searchsorted(rows, [first, first + keys.size])
        found.append(keys[rows[start:end] - first])
        first += keys.size
        if end == rows.size:
            break
    return np.concatenate(found)
