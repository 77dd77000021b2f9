"""Draw random boards of a layer without replacement, with equal probability.

Rows are drawn before anything is read. The row of a board is its index among all boards of its layer, or among the
marked boards, sorted by key; the manifest of a run and the header of a table have their number. So a draw depends on
the seed, the depth and that number, and not on the division of the layer into parts.
"""

from collections.abc import Iterable, Iterator
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.store.explored import Explored
from slidefront.store.manifest import repair_hint
from slidefront.store.run import Run

Rows = npt.NDArray[np.int64]


def samples(
    run: Explored, depths: Iterable[int], boards: int, seed: int, *, marked: bool = False
) -> Iterator[tuple[int, Keys]]:
    """Draw a number of boards, or marked boards, of each of some depths, or all if there are fewer; all ascend.

    A table explores them all again at once.
    """
    layers = [run.layer(depth) for depth in depths]
    counts = {layer.depth: layer.marked if marked else layer.boards for layer in layers}
    rows = {depth: draw(count, boards, seed, depth) for depth, count in counts.items()}
    if isinstance(run, Run) and not marked:
        yield from ((depth, run.take(depth, some)) for depth, some in rows.items())
        return
    some = [depth for depth, chosen in rows.items() if chosen.size]
    yield from ((depth, np.empty(0, np.uint64)) for depth in rows if depth not in some)
    for depth, blocks in run.layer_blocks(some):
        found = take((keys[run.puzzle.marked(keys)] if marked else keys for keys in blocks), rows[depth])
        if found.size < rows[depth].size:
            raise RunError(
                f"layer {depth} of {run.path} has fewer marked boards than its manifest says; {repair_hint(run.path)}"
            )
        yield depth, found


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
