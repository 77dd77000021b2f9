"""IDA* on any puzzle: depth first, but in batches, so that a board that many routes lead to is expanded once.

Boards are queued by depth. Each time a batch of the deepest ones is expanded, and its successors under the threshold
are queued in turn, so that the queues stay short. The search ends without a route once a round has reached no more
boards than the round before, and none of their moves leads to another board.

    depth 0    taken: 1
    depth 1    taken: 2                          the batches taken at all depths contain a route to every
    depth 2    taken: 4 of 9, and 5 wait         board of the deepest: the route is found back through them
    depth 3    12 wait

The engine keeps the boards that a round has reached, each with the least depth at which it was reached, in a table.

A board that is reached again, at the same depth or deeper, need not be expanded again: everything that can be reached
from it under the threshold is reached from its first visit, by a route that is not longer. So no shortest route is
lost, and the least sum above the threshold stays the same. A full table overwrites the deepest board of some slots;
boards that were overwritten may be expanded twice, which costs time and nothing else.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds, LowerBound
from slidefront.puzzles.core import Puzzle
from slidefront.search.depth_first import NOTHING, Engine, Searched

FEWEST, MOST = 1 << 16, 1 << 22  # slots
NEAR = 8  # slots that are examined for one board in a full table
NEW, ABOVE = range(2)  # what `sift` counts: slots taken, and the least sum above the threshold
Depths = npt.NDArray[np.uint16]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


@kernel
def slot_of(key: np.uint64, keys: Keys, depths: Depths, near: int) -> np.int64:
    """Find the slot of a board or, if it has none, one for it: an empty one, or the deepest of those near.

    A slot contains the depth plus one, or 0 if it is empty.
    """
    spread = (key ^ (key >> _HALF)) * _GOLDEN
    mask = keys.size - 1
    slot = np.int64((spread ^ (spread >> _HALF)) & np.uint64(mask))
    deepest = slot
    for _ in range(near):
        if depths[slot] == 0 or keys[slot] == key:
            return slot
        if depths[slot] > depths[deepest]:
            deepest = slot
        slot = (slot + 1) & mask
    return deepest


@kernel
def sift(
    boards: Keys, bounds: Bounds, depth: int, limit: int, keys: Keys, depths: Depths, near: int, counts: Numbers
) -> int:
    """Keep the boards, in place, that are under the threshold and new at this depth; return how many."""
    kept = 0
    for i in range(boards.size):
        least = depth + bounds[i]
        if least > limit:
            if bounds[i] < UNREACHABLE:
                counts[ABOVE] = min(counts[ABOVE], least)
            continue
        slot = slot_of(boards[i], keys, depths, near)
        if depths[slot] > 0 and keys[slot] == boards[i] and depths[slot] <= depth + 1:
            continue
        counts[NEW] += depths[slot] == 0
        keys[slot], depths[slot] = boards[i], depth + 1
        boards[kept], bounds[kept] = boards[i], bounds[i]
        kept += 1
    return kept


@kernel
def holds_all(boards: Keys, bounds: Bounds, keys: Keys, depths: Depths) -> bool:
    """Tell whether all boards are in the table, but for those from which the goal cannot be reached."""
    for i in range(boards.size):
        slot = slot_of(boards[i], keys, depths, keys.size)
        if bounds[i] < UNREACHABLE and (depths[slot] == 0 or keys[slot] != boards[i]):
            return False
    return True


class Seen:
    """The table of one search, of up to `most` slots."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._keys = np.zeros(0, np.uint64)
        self._counts = np.zeros(2, np.int64)
        self.clear()

    def clear(self) -> None:
        """Clear the table for a new round, with space for several times as many boards as the round before had."""
        slots = min(self._most, max(FEWEST, 1 << int(4 * self._counts[NEW]).bit_length()))
        if slots > self._keys.size:
            self._keys, self._depths = np.zeros(slots, np.uint64), np.zeros(slots, np.uint16)
        self._depths.fill(0)
        self._counts = np.array([0, NOTHING], np.int64)

    @property
    def above(self) -> int:
        """The least sum that was above the threshold; NOTHING if none was."""
        return int(self._counts[ABOVE])

    @property
    def boards(self) -> Keys:
        """All boards that are in the table."""
        return self._keys[self._depths > 0]

    def sift(self, boards: Keys, bounds: Bounds, depth: int, limit: int) -> int:
        """Keep the boards, in place, that are to be expanded; return how many."""
        half_empty = 2 * (self._counts[NEW] + boards.size) <= self._keys.size  # then a slot is found soon
        near = self._keys.size if half_empty else NEAR
        return sift(boards, bounds, depth, limit, self._keys, self._depths, near, self._counts)

    def holds_all(self, boards: Keys, bounds: Bounds) -> bool:
        """Tell whether all boards that the goal may be reached from are in the table, which must be half empty."""
        half_empty = 2 * self._counts[NEW] <= self._keys.size
        return bool(half_empty) and holds_all(boards, bounds, self._keys, self._depths)


MOST_TAKEN = 1 << 12
ROOM = 1 << 20
"""The room for successors, which keeps the batches small for puzzles with many successors."""
SUCCESSORS_AT_ONCE = 1 << 18


class BatchEngine(Engine):
    """The rounds of a search from one board to the goal of its puzzle."""

    def __init__(self, puzzle: Puzzle, bound: LowerBound, start: int) -> None:
        super().__init__(bound, np.array([start], np.uint64))
        self.puzzle = puzzle
        self.seen = Seen()
        self.most_taken = max(1, min(MOST_TAKEN, ROOM // max(1, puzzle.most_successors)))
        self._boards_before = 0

    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round, a batch of the deepest boards after the other."""
        waiting, taken = [self.start], list[Keys]()
        generated = examined = told = 0
        route = None
        self.seen.clear()
        self.seen.sift(self.start.copy(), self.bound.of(self.start), 0, limit)
        while waiting and route is None:
            depth, most = len(waiting), self.most_taken
            batch, waiting[-1] = waiting[-1][-most:], waiting[-1][:-most]
            taken[depth - 1 :] = [batch]
            found = self.puzzle.successors(batch)
            bounds = self.bound.of(found)
            generated += found.size
            examined += batch.size
            kept = self.seen.sift(found, bounds, depth, limit)
            waiting.append(found[:kept].copy())
            near = found[:kept][bounds[:kept] == 0]
            goals = near[self.puzzle.meets(near)]
            if goals.size:
                route = self._trace(taken, int(goals.min()))
            while waiting and waiting[-1].size == 0:
                waiting.pop()
            if generated >= told + SUCCESSORS_AT_ONCE:
                told = generated
                yield Searched(generated, examined)
        above = NOTHING if route is None and self._is_closed() else self.seen.above
        yield Searched(generated, examined, above, route, over=True)

    def _trace(self, taken: list[Keys], goal: int) -> list[int]:
        """Go back from the goal through the batches that were taken; every move has an inverse."""
        route = [goal]
        for batch in reversed(taken):
            before = self.puzzle.successors(np.array(route[-1:], np.uint64))
            route.append(int(before[np.isin(before, batch)].min()))
        return route[::-1]

    def _is_closed(self) -> bool:
        """Tell after a round whether no further board can be reached."""
        boards = self.seen.boards
        more = boards.size > self._boards_before
        self._boards_before = boards.size
        return not more and all(
            self.seen.holds_all(found, self.bound.of(found))
            for part in np.array_split(boards, -(-boards.size // self.most_taken))
            for found in [self.puzzle.successors(part)]
        )
