"""IDA* on any puzzle: depth first, but in batches, so that a board that many routes lead to is expanded once.

Boards are queued by depth. Each time a batch of the deepest ones is expanded, and its successors under the threshold
are queued in turn, so that the queues stay short. The search ends without a route once a round has reached no more
boards than the round before, and none of their moves leads to another board.

    depth 0    taken: 1
    depth 1    taken: 2                          the batches taken at all depths contain a route to every
    depth 2    taken: 4 of 9, and 5 wait         board of the deepest: the route is found back through them
    depth 3    12 wait
"""

import numpy as np

from slidefront.arrays import Keys
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds.bound import Bound
from slidefront.search.depth_first.rounds import Engine, EngineRound
from slidefront.search.depth_first.seen import Seen

MOST_TAKEN = 1 << 12
ROOM = 1 << 20
"""The room for successors, which keeps the batches small for puzzles with many successors."""
SUCCESSORS_AT_ONCE = 1 << 18


class BatchEngine(Engine):
    """The rounds of a search from one board to the goal of its puzzle."""

    def __init__(self, puzzle: Puzzle, bound: Bound, start: int) -> None:
        super().__init__(bound, np.array([start], np.uint64))
        self.puzzle = puzzle
        self.seen = Seen()
        self.most_taken = max(1, min(MOST_TAKEN, ROOM // max(1, puzzle.most_successors)))
        self._boards_before = 0

    def round(self, limit: int) -> "BatchRound":
        """Begin a round; the one before is over."""
        self.seen.clear()
        return BatchRound(self, limit)

    def is_closed(self) -> bool:
        """Tell after a round whether no further board can be reached."""
        boards = self.seen.boards
        more = boards.size > self._boards_before
        self._boards_before = boards.size
        return not more and all(
            self.seen.holds_all(found, self.bound.of(found))
            for part in np.array_split(boards, -(-boards.size // self.most_taken))
            for found in [self.puzzle.neighbours(part)]
        )


class BatchRound(EngineRound):
    """One round: all routes of up to `limit` moves, unless one is found."""

    def __init__(self, engine: BatchEngine, limit: int) -> None:
        self._engine = engine
        self._limit = limit
        self._waiting = [engine.start]
        self._taken: list[Keys] = []
        engine.seen.sift(engine.start.copy(), engine.bound.of(engine.start), 0, limit)

    def work(self) -> bool:
        """Search for some milliseconds; return whether the round is over."""
        end = self.generated + SUCCESSORS_AT_ONCE
        while self._waiting and self.route is None and self.generated < end:
            self._take()
        if not self._waiting and self.route is None:
            self.above = None if self._engine.is_closed() else self._engine.seen.above
        return not self._waiting or self.route is not None

    def _take(self) -> None:
        """Expand a batch of the deepest boards."""
        depth, most = len(self._waiting), self._engine.most_taken
        batch, self._waiting[-1] = self._waiting[-1][-most:], self._waiting[-1][:-most]
        self._taken[depth - 1 :] = [batch]
        found = self._engine.puzzle.neighbours(batch)
        bounds = self._engine.bound.of(found)
        self.generated += found.size
        self.examined += batch.size
        kept = self._engine.seen.sift(found, bounds, depth, self._limit)
        self._waiting.append(found[:kept].copy())
        near = found[:kept][bounds[:kept] == 0]
        goals = near[self._engine.puzzle.meets(near)]
        if goals.size:
            self.route = self._trace(int(goals.min()))
        while self._waiting and self._waiting[-1].size == 0:
            self._waiting.pop()

    def _trace(self, goal: int) -> list[int]:
        """Go back from the goal through the batches that were taken; every move has an inverse."""
        route = [goal]
        for batch in reversed(self._taken):
            before = self._engine.puzzle.neighbours(np.array(route[-1:], np.uint64))
            route.append(int(before[np.isin(before, batch)].min()))
        return route[::-1]
