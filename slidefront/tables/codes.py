"""The codes of a whole space: depths of ranks by going down, step by step."""

from collections.abc import Callable, Mapping

import numpy as np

from slidefront.arrays import Numbers, read_only
from slidefront.keys.algebra import as_set
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array
from slidefront.tables import descend
from slidefront.tables.descend import BIT_MASK, NONE, PAGE_WORDS, ROW_AT, WORD_AT, WORD_MASK, Steps
from slidefront.tables.steps import Flags

MORE = 6
"""How many times as long a row takes whose moves are made alone, on a way, as one of all rows."""
_STOP = 200_000  # boards of a depth: enough to shorten the way of most boards


class Codes:
    """The codes of all boards of a ranking, and the moves between them: all, or those of the rows on a few ways."""

    def __init__(
        self,
        ranking: Ranking,
        starts: Numbers,
        planes: Mapping[str, Array],
        depth: int,
        forget: Callable[[], None] | None = None,
    ) -> None:
        """Use one or two planes of codes of a space whose greatest depth is known.

        If they are larger than memory, `forget` gives back what was read of them, and only some moves are made.
        """
        self._ranking = ranking
        self._forget = forget
        self._starts = starts
        self._depth = depth
        self._low, self._high = ([read_only(plane) for plane in planes.values()] * 2)[:2]
        self._modulus = 4 if len(planes) == 1 else 3
        self._below = np.array([self._modulus - 1, *range(self._modulus - 1)])
        """For each code that of boards one step nearer."""
        self._shape = np.array([ranking.shape.words, ranking.shape.per_word])
        self._rows = 0
        """The rows on all ways so far; a great number once all moves are made."""
        self._stop: Numbers | None = None
        """The places of all boards at one depth as a hash table, where many boards need not go down any farther."""
        self._stop_depth = 0
        self.touched: Flags = np.zeros(-(-ranking.shape.all_words >> PAGE_WORDS), np.uint8)

    @property
    def _makes_all(self) -> bool:
        return self._forget is None and MORE * self._rows > self._ranking.shape.rows

    def _steps(self, rows: Numbers | None = None) -> Steps:
        """Give the codes with all moves, or with the moves of some rows."""
        moves = self._ranking.moves if rows is None else self._ranking.moves_of(rows)
        return Steps(self._low, self._high, self._modulus, self._shape, moves, self.touched)

    def _begin(self, ranks: Numbers) -> tuple[Numbers, Numbers]:
        """Give the places and codes of ranks from which ways go down."""
        self._rows += ranks.size * self._depth
        return self._places(ranks)

    def _places(self, ranks: Numbers) -> tuple[Numbers, Numbers]:
        """Give the places and codes of ranks."""
        shape = self._ranking.shape
        words, bits = np.divmod(ranks, shape.per_word)
        rows, within = np.divmod(words, shape.words)
        self.touched[words >> PAGE_WORDS] = 1
        low, high = ((plane[words] >> bits.view(np.uint64)).view(np.int64) & 1 for plane in (self._low, self._high))
        if self._modulus == 4:
            sides = self._ranking.sides_of(np.append(rows, self._starts[0] // shape.row_boards))
            assert sides is not None
            low, high = (sides[:-1] ^ sides[-1]).astype(np.int64), low
        return rows << ROW_AT | within << WORD_AT | bits, low | high << 1

    def _ranks(self, places: Numbers) -> Numbers:
        """Give the ranks of places."""
        shape = self._ranking.shape
        words: Numbers = (places >> ROW_AT) * shape.words + (places >> WORD_AT & WORD_MASK)
        return np.asarray(words * shape.per_word + (places & BIT_MASK))

    def _neighbours(self, places: Numbers, codes: Numbers) -> Numbers:
        """Find a neighbour of each place that has a code; NONE where there is none."""
        found = np.empty_like(places)
        steps, rows = self._steps_of(places >> ROW_AT)
        descend.step_down(steps, places, codes, rows, found)
        if self._forget is not None:
            self._forget()
        return found

    def _step(self, places: Numbers, codes: Numbers) -> tuple[Flags, Numbers, Numbers]:
        """Go one step down: tell which places have a neighbour there, and give its place and code."""
        wanted = self._below[codes]
        after = self._neighbours(places, wanted)
        moved = after != NONE
        return moved, after[moved], wanted[moved]

    def prepare(self) -> None:
        """Prepare for many boards on several threads: list all boards of the first depth that has enough of them."""
        if self._stop is not None:
            return
        self._rows = self._ranking.shape.rows
        ranks, depth = self._starts, 0
        while depth < self._depth and ranks.size < min(_STOP, self._ranking.shape.boards // 500):
            depth += 1
            ranks = self._above(ranks, depth)
        places, _ = self._begin(ranks)
        stop = np.full(1 << int(2 * places.size).bit_length(), NONE)
        descend.fill(stop, places)
        self._stop, self._stop_depth = stop, depth
        self.depths(np.empty(0, np.int64))  # compiles

    def _above(self, ranks: Numbers, depth: int) -> Numbers:
        """List the ranks at a depth that are neighbours of some one step nearer, or farther."""
        steps, rows = self._steps_of(ranks // self._ranking.shape.row_boards)
        found = np.empty(max(1, ranks.size) * _most(steps), np.int64)
        count = descend.list_near(steps, self._places(ranks)[0], rows, depth % self._modulus, found)
        return as_set(self._ranks(found[:count])).view(np.int64)

    def deepest(self, row: int) -> Numbers:
        """List the ranks in a row at the greatest depth: they have no neighbour that is farther, as few boards have."""
        ranks = np.arange(row * self._ranking.shape.row_boards, (row + 1) * self._ranking.shape.row_boards)
        places, codes = self._begin(ranks)
        here = codes == self._depth % self._modulus
        farther = self._neighbours(places[here], (codes[here] + 1) % self._modulus)
        peaks = ranks[here][farther == NONE]
        return np.compress(self.depths(peaks) == self._depth, peaks)

    def _steps_of(self, rows: Numbers) -> tuple[Steps, Numbers]:
        """Give the codes with the moves of some rows, or with all, and where there the moves of each row are."""
        return (self._steps(), rows) if self._makes_all else (self._steps(rows), np.arange(rows.size))

    def depths(self, ranks: Numbers) -> Numbers:
        """Find the depth of each rank; -2 if its way does not end at a start."""
        depths, boards = np.full(ranks.size, -2), np.arange(ranks.size)
        places, codes = self._begin(ranks)
        for taken in range(self._depth + 1):
            if self._stop is not None:
                known = np.empty(places.size, np.uint8)
                descend.are_known(self._stop, places, codes, self._stop_depth % self._modulus, known)
                depths[boards[known > 0]] = taken + self._stop_depth
                left = known == 0
                boards, places, codes = boards[left], places[left], codes[left]
            moved, after, codes = self._step(places, codes)
            depths[boards[~moved][np.isin(self._ranks(places[~moved]), self._starts)]] = taken
            boards, places = boards[moved], after
            if not boards.size:
                break
        return depths

    def ways(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """List the ranks on ways down to a start, one way after the other; empty if one does not lead there.

        A way has its rank first, and `ends` tells where each way begins, and where the last one ends.
        """
        out, boards = np.full(ends[-1], NONE), np.arange(ranks.size)
        places, codes = self._begin(ranks)
        for depth in range(self._depth + 1):
            at = ends[boards] + depth
            inside = at < ends[boards + 1]
            boards, places, codes = boards[inside], places[inside], codes[inside]
            if not boards.size:
                break
            out[at[inside]] = self._ranks(places)
            moved, places, codes = self._step(places, codes)
            boards = boards[moved]
        return out if (out != NONE).all() else out[:0]


def _most(steps: Steps) -> int:
    """The most moves of a row."""
    return int(np.diff(steps.moves.first).max(initial=0))
