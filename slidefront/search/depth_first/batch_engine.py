"""IDA* on any puzzle with a lower bound: depth first, but in batches, so that a board is expanded once per round.

Boards wait in a queue per depth. Each step takes a batch of the deepest boards, expands it, and queues the successors
that are within the threshold. So the queues stay short. The batches taken at all depths contain a route to every board
of the deepest queue, and the route to a goal is traced back through them:

    depth 0    taken: 1
    depth 1    taken: 2
    depth 2    taken: 4 of 9; 5 wait
    depth 3    12 wait

A table keeps the boards that a round has reached, each with the least depth at which it was reached.

A board that is reached again, at the same depth or deeper, need not be expanded again: everything within the threshold
that can be reached from it is reached from its first visit, by a route that is not longer. So no shortest route is
lost, and the least sum above the threshold stays the same. A full table overwrites the deepest of several boards;
overwritten boards may be expanded twice, which costs time and nothing else.

The search ends without a route once a round has reached no more boards than the round before, and all successors of
these boards are among them.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds, LowerBound
from slidefront.puzzles.core import Puzzle
from slidefront.search.depth_first.ida import NO_SUM, Engine, Searched

MOST_TAKEN = 1 << 12
BATCH_ROOM = 1 << 20
"""The room for successors, which keeps the batches small for puzzles with many successors."""
SUCCESSORS_AT_ONCE = 1 << 18
"""The number of successors after which a round yields its progress."""
FEWEST_SLOTS, MOST_SLOTS = 1 << 16, 1 << 22  # slots
PROBES = 8
"""The number of slots that are examined for a board if the table is more than half full."""
NEW, ABOVE = range(2)  # the results of `sift`: newly taken slots, and the least sum above the threshold
TableDepths = npt.NDArray[np.uint16]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


class BatchEngine(Engine):
    """Searches the rounds from one board to the goal of its puzzle."""

    def __init__(self, puzzle: Puzzle, bound: LowerBound, start: int) -> None:
        super().__init__(bound, np.array([start], np.uint64))
        self.puzzle = puzzle
        self.seen = Seen()
        self.most_taken = max(1, min(MOST_TAKEN, BATCH_ROOM // max(1, puzzle.most_successors)))
        self._boards_before = 0

    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round, one batch of the deepest boards after the other."""
        waiting, taken = [self.start], list[Keys]()
        generated = examined = reported = 0
        route = None
        self.seen.clear()
        self.seen.sift(self.start.copy(), self.bound.of(self.start), 0, limit)
        while waiting and route is None:
            depth, most = len(waiting), self.most_taken
            batch, waiting[-1] = waiting[-1][-most:], waiting[-1][:-most]
            taken[depth - 1 :] = [batch]
            successors = self.puzzle.successors(batch)
            bounds = self.bound.of(successors)
            generated += successors.size
            examined += batch.size
            kept = self.seen.sift(successors, bounds, depth, limit)
            waiting.append(successors[:kept].copy())
            candidates = successors[:kept][bounds[:kept] == 0]
            goals = candidates[self.puzzle.meets(candidates)]
            if goals.size:
                route = self._trace(taken, int(goals.min()))
            while waiting and waiting[-1].size == 0:
                waiting.pop()
            if generated >= reported + SUCCESSORS_AT_ONCE:
                reported = generated
                yield Searched(generated, examined)
        above = NO_SUM if route is None and self._is_closed() else self.seen.above
        yield Searched(generated, examined, above, route, over=True)

    def _trace(self, taken: list[Keys], goal: int) -> list[int]:
        """Trace the route back from the goal through the batches that were taken; every move has an inverse."""
        route = [goal]
        for batch in reversed(taken):
            before = self.puzzle.successors(np.array(route[-1:], np.uint64))
            route.append(int(before[np.isin(before, batch)].min()))
        return route[::-1]

    def _is_closed(self) -> bool:
        """Whether no further board can be reached; called at the end of a round."""
        boards = self.seen.boards
        has_grown = boards.size > self._boards_before
        self._boards_before = boards.size
        return not has_grown and all(
            self.seen.contains_all(successors, self.bound.of(successors))
            for part in np.array_split(boards, -(-boards.size // self.most_taken))
            for successors in [self.puzzle.successors(part)]
        )


class Seen:
    """The table of the boards that a round has reached, of up to `most` slots."""

    def __init__(self, most: int = MOST_SLOTS) -> None:
        self._most = most
        self._keys = np.zeros(0, np.uint64)
        self._counts = np.zeros(2, np.int64)
        self.clear()

    def clear(self) -> None:
        """Clear the table for a new round, with room for several times the boards of the round before."""
        slots = min(self._most, max(FEWEST_SLOTS, 1 << int(4 * self._counts[NEW]).bit_length()))
        if slots > self._keys.size:
            self._keys, self._depths = np.zeros(slots, np.uint64), np.zeros(slots, np.uint16)
        self._depths.fill(0)
        self._counts = np.array([0, NO_SUM], np.int64)

    @property
    def above(self) -> int:
        """The least sum that was above the threshold; NO_SUM if none was."""
        return int(self._counts[ABOVE])

    @property
    def boards(self) -> Keys:
        """All boards in the table."""
        return self._keys[self._depths > 0]

    def sift(self, boards: Keys, bounds: Bounds, depth: int, limit: int) -> int:
        """Keep the boards, in place, that are to be expanded; return their number."""
        half_empty = 2 * (self._counts[NEW] + boards.size) <= self._keys.size  # an empty slot is a few probes away
        probes = self._keys.size if half_empty else PROBES
        return sift(boards, bounds, depth, limit, self._keys, self._depths, probes, self._counts)

    def contains_all(self, boards: Keys, bounds: Bounds) -> bool:
        """Whether the table contains all boards from which the goal may be reached; False unless it is half empty."""
        half_empty = 2 * self._counts[NEW] <= self._keys.size
        return bool(half_empty) and contains_all(boards, bounds, self._keys, self._depths)


@kernel
def slot_of(key: np.uint64, keys: Keys, depths: TableDepths, probes: int) -> np.int64:
    """Return the slot of a board; if it is not in the table, an empty slot, or the slot of the deepest probed board.

    `depths` has the depth plus one for each slot, 0 for an empty slot.
    """
    spread = (key ^ (key >> _HALF)) * _GOLDEN
    mask = keys.size - 1
    slot = np.int64((spread ^ (spread >> _HALF)) & np.uint64(mask))
    deepest = slot
    for _ in range(probes):
        if depths[slot] == 0 or keys[slot] == key:
            return slot
        if depths[slot] > depths[deepest]:
            deepest = slot
        slot = (slot + 1) & mask
    return deepest


@kernel
def sift(
    boards: Keys, bounds: Bounds, depth: int, limit: int, keys: Keys, depths: TableDepths, probes: int, counts: Numbers
) -> int:
    """Keep the boards, in place, that are within the threshold and new at this depth; return their number."""
    kept = 0
    for i in range(boards.size):
        least = depth + bounds[i]
        if least > limit:
            if bounds[i] < UNREACHABLE:
                counts[ABOVE] = min(counts[ABOVE], least)
            continue
        slot = slot_of(boards[i], keys, depths, probes)
        if depths[slot] > 0 and keys[slot] == boards[i] and depths[slot] <= depth + 1:
            continue
        counts[NEW] += depths[slot] == 0
        keys[slot], depths[slot] = boards[i], depth + 1
        boards[kept], bounds[kept] = boards[i], bounds[i]
        kept += 1
    return kept


@kernel
def contains_all(boards: Keys, bounds: Bounds, keys: Keys, depths: TableDepths) -> bool:
    """Whether all boards are in the table, except boards from which the goal cannot be reached."""
    for i in range(boards.size):
        slot = slot_of(boards[i], keys, depths, keys.size)
        if bounds[i] < UNREACHABLE and (depths[slot] == 0 or keys[slot] != boards[i]):
            return False
    return True
