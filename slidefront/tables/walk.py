"""A few boards on their ways down to the starts of a table: only the moves of rows on these ways are made.

With one bit a board, sides alternate on a way: those of the first boards are enough.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from slidefront.compile import kernel
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array
from slidefront.tables.descend import NONE, PAGE_WORDS, Steps, code_on, moved, place_of, rank_of
from slidefront.tables.kernels import Numbers


class Walk:
    """Goes down from some boards, all of them a step at a time."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array], depth: int) -> None:
        """Use one or two planes of codes of a space whose greatest depth is known."""
        self._ranking = ranking
        self._starts = starts
        self._low, self._high = (*planes.values(), *planes.values())[:2]
        self._modulus = 4 if len(planes) == 1 else 3
        self._depth = depth
        self.touched = np.zeros((ranking.shape.all_words >> PAGE_WORDS) + 1, np.uint8)

    def depths(self, ranks: Numbers) -> Numbers:
        """Find the depth of each rank; -2 if its way does not end at a start."""
        depths, ends = np.full(ranks.size, -2), np.full(ranks.size, NONE)
        for depth, (boards, found) in enumerate(self._ways(ranks)):
            depths[boards], ends[boards] = depth, found
        at = np.minimum(np.searchsorted(self._starts, ends), self._starts.size - 1)
        return np.where(self._starts[at] == ends, depths, -2)

    def ways(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """List the ranks on ways down to a start, one way after the other; empty if one does not lead there.

        A way has its rank first, and `ends` tells where each way begins, and where the last one ends.
        """
        out = np.full(ends[-1], NONE)
        for depth, (boards, found) in enumerate(self._ways(ranks)):
            at = ends[boards] + depth
            inside = at < ends[boards + 1]
            out[at[inside]] = found[inside]
        return out if (out != NONE).all() else out[:0]

    def _ways(self, ranks: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield, for each step, which boards are still on their way, and the ranks at which they are."""
        boards, codes = np.arange(ranks.size), np.empty(ranks.size, np.int64)
        read_few(self._steps(ranks[:0]), ranks, self._sides_of(ranks), codes)
        for _ in range(self._depth + 1):
            yield boards, ranks
            found = np.empty(ranks.size, np.int64)
            step_few(self._steps(ranks), self._modulus, ranks, codes, found)
            moved = found != NONE
            boards, ranks, codes = boards[moved], found[moved], codes[moved]
            if not boards.size:
                break

    def _sides_of(self, ranks: Numbers) -> Numbers:
        """Tell for each rank whether its depth is odd; -1 where codes have two bits."""
        sides = self._ranking.sides_of(np.append(ranks, self._starts[0]) // self._ranking.shape.row_boards)
        if self._modulus == 3 or sides is None:
            return np.full(ranks.size, -1)
        return np.asarray(sides[:-1] ^ sides[-1], np.int64)

    def _steps(self, ranks: Numbers) -> Steps:
        """Give the codes, and the moves of the rows of some ranks."""
        shape = self._ranking.shape
        return Steps(
            low=self._low,
            high=self._high,
            sides=np.empty(0, np.uint8),
            shape=np.array([shape.words, shape.per_word]),
            moves=self._ranking.moves_of(ranks // shape.row_boards),
            touched=self.touched,
        )


@kernel
def read_few(steps: Steps, ranks: Numbers, sides: Numbers, codes: Numbers) -> None:
    """Read the codes of a few ranks, whose depths are odd or even as `sides` tells; these are -1 for two bits."""
    for i in range(ranks.size):
        codes[i] = code_on(place_of(ranks[i], steps.shape), sides[i], steps)


@kernel
def step_few(steps: Steps, modulus: int, ranks: Numbers, codes: Numbers, out: Numbers) -> None:
    """Write a neighbour of each rank one step nearer to the start, or NONE; row i of the moves is that of rank i."""
    for i in range(ranks.size):
        out[i] = NONE
        code = (codes[i] + modulus - 1) % modulus
        side = code & 1 if modulus == 4 else -1
        place = place_of(ranks[i], steps.shape)
        for move in range(steps.moves.first[i], steps.moves.first[i + 1]):
            to = moved(place, move, steps.moves)
            if code_on(to, side, steps) == code:
                out[i], codes[i] = rank_of(to, steps.shape), code
                break
