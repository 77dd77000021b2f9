"""The codes of a whole space: depths of ranks by going down, step by step."""

from collections.abc import Mapping, Sequence

import numpy as np

from slidefront.arrays import read_only
from slidefront.keys.algebra import as_set
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array
from slidefront.tables import descend
from slidefront.tables.descend import Steps
from slidefront.tables.kernels import Numbers
from slidefront.tables.space import side_of_starts

_STOP = 200_000  # boards of a depth: enough to shorten the way of most boards


class Codes:
    """The codes of all boards of a ranking, and the moves between them."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array], depth: int) -> None:
        """Use one or two planes of codes of a space whose greatest depth is known."""
        shape, sides = ranking.shape, side_of_starts(ranking, starts)
        low, high = ([read_only(plane) for plane in planes.values()] * 2)[:2]
        self.steps = Steps(
            low=low,
            high=high,
            sides=np.empty(0, np.uint8) if len(planes) == 2 or sides is None else sides[0] ^ np.uint8(sides[1]),
            shape=np.array([shape.words, shape.per_word]),
            moves=ranking.moves,
            touched=np.zeros((shape.all_words >> descend.PAGE_WORDS) + 1, np.uint8),
        )
        self.touched = self.steps.touched
        self._boards = shape.boards
        self._depth = depth
        self._starts = descend.make_stop(0, starts)
        self._stop = self._starts
        self._first = starts

    def prepare(self) -> None:
        """Prepare for many boards on several threads: list all boards of the first depth that has enough of them."""
        ranks, depth = self._first, 0
        while depth < self._depth and ranks.size < min(_STOP, self._boards // 500):
            depth += 1
            found = np.empty(ranks.size * self._most, np.int64)
            count = descend.list_above(self.steps, ranks, self._code(depth), found)
            ranks = as_set(found[:count]).view(np.int64)
        if depth != self._stop.depth:
            self._stop = descend.make_stop(depth, ranks)
        self.depths(np.empty(0, np.int64))  # compiles

    def _code(self, depth: int) -> int:
        return depth % (4 if self.steps.sides.size else 3)

    def deepest(self, depth: int, rows: Sequence[int], above: Numbers) -> Numbers:
        """List the ranks at a depth in some rows; `above` are all ranks one step farther.

        Each of them is a neighbour of one of these, or it has no neighbour that is farther, as few boards have.
        """
        wide = int(np.prod(self.steps.shape))
        near, out = np.empty(max(1, above.size) * self._most, np.int64), np.empty(wide, np.int64)
        found = [near[: descend.list_above(self.steps, above, self._code(depth), near)].copy()]
        found[0] = found[0][np.isin(found[0] // wide, rows)]
        for row in rows:
            peaks = out[: descend.list_peaks(self.steps, row * wide, self._code(depth), near, out)]
            found.append(peaks[self.depths(peaks) == depth])
        return as_set(np.concatenate(found)).view(np.int64)

    @property
    def _most(self) -> int:
        """The most moves of a row."""
        return int(np.diff(self.steps.moves.first).max())

    def depths(self, ranks: Numbers) -> Numbers:
        """Find the depth of each rank; -2 if its way does not end at a start."""
        found = np.empty(ranks.size, np.int64)
        descend.count_steps(self.steps, self._starts, self._stop, descend.make_batch(), ranks, self._depth, found)
        return found

    def ways(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """List the ranks on ways down to a start, one way after the other; empty if one does not lead there.

        A way has its rank first, and `ends` tells where each way begins, and where the last one ends.
        """
        found = np.empty(ends[-1], np.int64)
        good = descend.descend_all(self.steps, ranks, ends, np.empty(self._most, np.int64), found)
        return found if good else found[:0]
