"""Builds a pattern database: the least number of moves of the pattern's tiles, for each of their placements.

Only moves of the pattern's tiles count. The other tiles move freely, so only the region of the hole matters. A
breadth-first search goes backwards from the goal through all stations and orders, with one byte for each:

    level 0   the placement of the goal, with the hole in the region that it has in the goal
    level 1   every placement after one move of a pattern's tile, with the hole anywhere in the region where it is then

The entry of a placement is the least level over its regions. The database stores only its difference to the sum of the
tiles' distances, in four bits. If every move changes the parity class, this difference is even, and half of it is
stored. A difference that is too large is cut to the largest one that fits, which is still a lower bound.

In the line metric the database stores the levels themselves, modulo 3 (see `LinePattern`).
"""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.errors import LimitError
from slidefront.executors import Threads
from slidefront.search.patterns.pattern import CellDistances, Indexes, OrderRanks, Pattern, Stations
from slidefront.watch import Watcher

UNSEEN = 255
TOP = 15
"""The largest entry."""
AT_ONCE = 128
"""The number of sets that are compressed together."""
TASKS = 64
"""The number of tasks per level."""
_MODULO_3 = np.array([*(level % 3 for level in range(UNSEEN)), 3], np.uint8)
PatternLevels = npt.NDArray[np.uint8]


class PatternBuild:
    """The search through a pattern, and the packing of its entries. It can stop at any time and resume.

    Each level, and then the packing, is work on independent ranges. A stop keeps the finished ranges. The ranges in
    flight are done twice, which changes nothing.
    """

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self._stations, self._shifts, goals = pattern.graph()
        self.levels = np.full((self._stations.first_move.size - 1, pattern.ranks.orders), UNSEEN, np.uint8)
        for goal in goals:
            self.levels[goal] = 0
        self.level = 0
        """The level whose moves come next."""
        self._seen = 0
        self._begin_ranges(len(self.levels))
        self._entries: Cells | None = None
        """The packed entries; None until the search is over."""

    def restore(self, levels: PatternLevels, level: int) -> None:
        """Resume with the levels of an earlier process."""
        self.levels, self.level = levels.reshape(self.levels.shape), level
        self._seen = int(np.count_nonzero(levels < level))

    def run(self, threads: int, watcher: Watcher, name: str = "a pattern") -> tuple[Cells, int]:
        """Do the remaining work. Return the entries, and the number of entries that did not fit in four bits."""
        with closing(Threads(threads)) as workers:
            while self._entries is None:
                search = partial(advance, self.levels, self._stations, self._shifts, self.level)
                count = self._finish_ranges(workers, search, watcher)
                if count:  # entries of this level, from which all moves are made
                    self._seen += count
                    share = 100 * self._seen / self.levels.size
                    watcher.on_message(f"building {name}: level {self.level}, {share:.0f}%")
                    self.level += 1
                    self._begin_ranges(len(self.levels))
                    if self.level == UNSEEN:
                        tiles = self.pattern.ranks.tiles
                        raise LimitError(f"a pattern of {tiles} tiles needs more than {UNSEEN - 1} moves: too many")
                else:  # the search is over: pack the entries
                    if self.pattern.shape.in_lines:
                        self._begin_ranges(len(self.levels), 4)
                    else:
                        self._begin_ranges(self.pattern.ranks.sets)
                    self._entries = np.zeros(self.pattern.stored_bytes, np.uint8)
            return self._entries, self._finish_ranges(workers, self._packing(self._entries), watcher)

    def _begin_ranges(self, count: int, multiple: int = 2) -> None:
        """Divide the numbers below `count` into about `TASKS` ranges that begin at multiples of a number."""
        step = max(multiple, multiple * -(-count // (multiple * TASKS)))
        self._ranges = [(first, min(first + step, count)) for first in range(0, count, step)]
        """The unfinished ranges."""
        self._total = 0
        """The sum of the results of the finished ranges."""

    def _finish_ranges(self, workers: Threads, work: Callable[[int, int], int], watcher: Watcher) -> int:
        """Work on the unfinished ranges; return the sum of the results of all ranges."""
        with closing(workers.run(lambda part: (part, work(*part)), tuple(self._ranges))) as records:
            for part, number in records:
                self._ranges.remove(part)
                self._total += number
                watcher.check()
        return self._total

    def _packing(self, entries: Cells) -> Callable[[int, int], int]:
        """Return a function that packs the entries of a range, and returns how many were cut."""
        pattern = self.pattern
        if pattern.shape.in_lines:
            return partial(keep_modulo_3, self.levels, entries)
        ranks = pattern.ranks
        distances = np.ascontiguousarray(pattern.shape.distances[:, list(pattern.cells)])
        alone = SingleTiles(ranks.masks, ranks.order_table, distances, 2 if pattern.shape.two_sided else 1)
        return partial(compress, self.levels, self._stations.first_station, alone, entries)


class SingleTiles(NamedTuple):
    """The tables for the distances of the single tiles of a placement."""

    masks: Keys
    order_table: Cells
    distances: CellDistances
    """From each cell to the goal cell of each tile."""
    moves_per_entry: int


@kernel
def advance(levels: PatternLevels, stations: Stations, shifts: OrderRanks, level: int, begin: int, end: int) -> int:
    """Make all moves from the entries of a level, in a range of stations; return the number of these entries.

    Several threads may write to an entry at the same time, but all of them write the same level.
    """
    here = np.empty(levels.shape[1], np.uint16)
    count = 0
    for station in range(begin, end):
        n = 0
        for order in range(levels.shape[1]):
            here[n] = order
            n += levels[station, order] == level
        count += n
        if n == 0:
            continue
        for move in range(stations.first_move[station], stations.first_move[station + 1]):
            target, shift = stations.target[move], stations.shift[move]
            for k in range(n):
                order = shifts[shift, here[k]]
                if levels[target, order] == UNSEEN:
                    levels[target, order] = level + 1
    return count


@kernel
def compress(
    levels: PatternLevels, first_station: Indexes, alone: SingleTiles, entries: Cells, begin: int, end: int
) -> int:
    """Write the entries of a range of sets, a few sets at a time, order by order; return how many were cut."""
    orders, tiles = alone.order_table.shape
    sets = first_station.size - 1
    row = sets + sets % 2
    cells = np.zeros((AT_ONCE, tiles + 1), np.int64)
    cut = np.int64(0)
    for first in range(begin, end, AT_ONCE):
        count = min(AT_ONCE, end - first)
        for s in range(count):
            n = np.int64(0)
            for cell in range(alone.distances.shape[0]):
                cells[s, n] = cell
                n += np.int64((alone.masks[first + s] >> np.uint64(cell)) & np.uint64(1))
        for order in range(orders):
            for s in range(count):
                least = np.int64(UNSEEN)
                for station in range(first_station[first + s], first_station[first + s + 1]):
                    least = np.int64(min(least, np.int64(levels[station, order])))
                entry = least
                for place in range(tiles):
                    entry -= np.int64(alone.distances[cells[s, place], alone.order_table[order, place]])
                entry = np.int64(0) if least == UNSEEN else np.int64(entry // alone.moves_per_entry)
                cut += entry > TOP
                number = order * row + first + s
                entries[number >> 1] |= np.uint8(min(entry, np.int64(TOP)) << (4 * (number & 1)))
    return int(cut)


def keep_modulo_3(levels: PatternLevels, entries: Cells, begin: int, end: int) -> int:
    """Write the levels of a range of stations modulo 3, four per byte, order by order (3: unreached); cut none."""
    codes = np.pad(_MODULO_3[levels[begin:end]], ((0, -(end - begin) % 4), (0, 0)))
    bytes_ = codes[0::4] | codes[1::4] << 2 | codes[2::4] << 4 | codes[3::4] << 6
    entries.reshape(levels.shape[1], -1)[:, begin // 4 : begin // 4 + len(bytes_)] = bytes_.T
    return 0
