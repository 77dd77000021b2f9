"""The bits of a space while it is explored, and one depth of it on threads.

A depth is split into tasks by blocks of ranks. A task writes only words of its own blocks. If every move changes sides,
no task reads words that another one writes, so any number of threads can work. If not, only one thread works.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from slidefront.explore.watch import Watcher
from slidefront.puzzles.transfer.ranks import TransferRanking
from slidefront.store.array_files import Array
from slidefront.tables import kernels
from slidefront.tables.kernels import Numbers, Space

LOGGED = 1000
"""How many boards of a depth are recorded by rank, in case they are among the deepest."""
_TASKS = 64
HOME = 0  # the anchor of home among those of a ranking
KEPT = ("low", "high", "frontier", "following")


@dataclass
class Found:
    """The boards that a depth, or a part of it, has."""

    boards: Numbers
    """By anchor."""
    ranks: list[int] = field(default_factory=list)
    """Some of them."""
    complete: bool = True
    """Whether all tasks were done."""


class Bits:
    """A space of ranks with two bits for each board, and the moves over it."""

    def __init__(self, ranking: TransferRanking, arrays: Mapping[str, Array] | None = None) -> None:
        """Begin with no board reached, or with the arrays of an unfinished table."""
        self.ranking = ranking
        shape = ranking.shape
        blocks = (shape.anchors, shape.blocks)
        if arrays is None:
            arrays = {name: np.full(shape.all_words, kernels.ALL) for name in ("low", "high")}
            arrays |= {name: np.zeros(shape.anchors * shape.blocks, np.uint8) for name in ("frontier", "following")}
        low, high = (arrays[name].reshape(*blocks, shape.words) for name in ("low", "high"))
        frontier, following = (arrays[name].reshape(blocks) for name in ("frontier", "following"))
        self._space = Space(low, high, frontier, following, np.empty(blocks, np.int32))
        kernels.count_unreached(self._space, shape.per_word)

    @property
    def arrays(self) -> dict[str, Array]:
        """What a file keeps of a space that is not finished."""
        return {name: getattr(self._space, name).reshape(-1) for name in KEPT}

    def start(self, rank: int) -> None:
        """Set the one board at depth 0."""
        shape, space = self.ranking.shape, self._space
        kernels.set_codes(space.low.reshape(-1), space.high.reshape(-1), np.array([rank]), shape.per_word, 0)
        block = divmod(rank // shape.per_word // shape.words, shape.blocks)
        space.frontier[block] = 1
        space.left[block] -= 1

    def anchors_at(self, depth: int, start: int) -> Numbers:
        """List the anchors that the hole can be at `depth` moves from a start, given by its rank."""
        shape, sides = self.ranking.shape, self.ranking.sides
        if sides is None:
            return np.arange(shape.anchors)
        first = sides[start // shape.per_word // shape.words // shape.blocks]
        return np.flatnonzero(sides == (first + depth) % 2)

    def turn(self) -> None:
        """Make the boards that were found last those that the next step starts from."""
        self._space = self._space._replace(frontier=self._space.following, following=self._space.frontier)
        self._space.following.fill(0)

    def step(self, depth: int, anchors: Numbers, pool: ThreadPoolExecutor, watcher: Watcher) -> Found:
        """Find the boards of a depth at some anchors. If the watcher wants to stop, waiting tasks are skipped."""
        shape = self.ranking.shape
        cuts = np.linspace(0, shape.blocks, min(shape.blocks, _TASKS) + 1).astype(np.int64).tolist()

        def run(first: int, end: int) -> Found:
            found = Found(np.zeros(shape.anchors, np.int64))
            if watcher.stop():
                return Found(found.boards, complete=False)
            log = np.zeros(LOGGED + 1, np.int64)
            task = np.array([depth, first, end, shape.per_word])
            kernels.step(self._space, self.ranking.moves, task, anchors, found.boards, log)
            return Found(found.boards, log[1 : 1 + log[0]].tolist())

        tasks = [pool.submit(run, first, end) for first, end in pairwise(cuts)]
        done = [task.result() for task in as_completed(tasks)]
        boards = np.sum([one.boards for one in done], axis=0)
        ranks = sorted(rank for one in done for rank in one.ranks)
        return Found(boards, ranks[:LOGGED], all(one.complete for one in done))
