"""Read depths and routes from a table of two bits a board."""

from functools import cached_property

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import TableError
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.ranks import TransferRanking
from slidefront.tables import descend
from slidefront.tables.descend import Steps, Stop
from slidefront.tables.file import TableFile
from slidefront.tables.kernels import Numbers

_STOP = 200_000  # boards of a depth: enough to shorten the way of most boards


class BitsReader:
    """Reads a table of two bits a board: depths by going down, step by step."""

    def __init__(self, puzzle: Puzzle, table: TableFile) -> None:
        ranking = puzzle.ranking()
        if not isinstance(ranking, TransferRanking):
            raise TableError(
                f"{table.file.path} numbers the boards of {puzzle.name}, which this version cannot do: remove it and "
                f"make it again"
            )
        shape = ranking.shape
        self._shape = np.array([shape.anchors, shape.blocks, shape.words, shape.per_word])
        if table.header.shape != tuple(self._shape.tolist()):
            raise TableError(
                f"{table.file.path} numbers boards differently than this version: remove it and make it again"
            )
        self._ranking = ranking
        self._low, self._high = table.file.arrays["low"], table.file.arrays["high"]
        self._boards = shape.boards
        self._radius = table.header.manifest.depth
        self._starts = np.array(table.header.starts, np.uint64)

    @cached_property
    def _steps(self) -> Steps:
        return descend.make_steps(self._ranking.moves, self._shape)

    @cached_property
    def _ends(self) -> Numbers:
        (start,) = self._ranking.ranks(self._starts)
        return np.array([start, self._radius])

    @cached_property
    def _stop(self) -> Stop:
        return descend.make_stop(0, self._ends[:1])

    def prepare(self) -> None:
        """Prepare for many boards on several threads: list all boards of the first depth that has enough of them."""
        steps, ranks, depth = self._steps, self._ends[:1], 0
        most = int(np.diff(steps.first).max())
        while depth < self._radius and ranks.size < min(_STOP, self._boards // 500):
            depth += 1
            found = np.empty(ranks.size * most, np.int64)
            count = descend.list_above(self._low, self._high, steps, ranks, depth % 3, found)
            ranks = as_set(found[:count]).view(np.int64)
        if depth != self._stop.depth:
            self._stop = descend.make_stop(depth, ranks)
        self.depths(np.empty(0, np.uint64))  # compiles

    def depths(self, keys: Keys) -> Numbers:
        """Find the depth of each board; -1 if the table has none, -2 if it is damaged."""
        depths = np.full(keys.size, -1)
        ranks = self._ranking.ranks(keys)
        (known,) = np.nonzero(ranks >= 0)
        steps = np.empty(known.size, np.int64)
        arrays = self._low, self._high, self._steps, self._stop, descend.make_batch()
        descend.count_steps(*arrays, ranks[known], self._ends, steps)
        depths[known] = steps
        return depths

    def way(self, key: int) -> list[int]:
        """Return the boards on a way down from a board to the start, the board first."""
        (rank,) = self._ranking.ranks(np.array([key], np.uint64)).tolist()
        way = np.empty(self._radius + 1, np.int64)
        steps = descend.descend(self._low, self._high, self._steps, rank, way)
        return [int(key) for key in self._ranking.keys(way[:steps])]
