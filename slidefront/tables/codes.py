"""The codes of a whole space: depths of ranks by going down, step by step."""

from collections.abc import Iterator, Mapping

import numpy as np

from slidefront.arrays import Numbers, read_only
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array
from slidefront.tables import descend
from slidefront.tables.descend import BIT_MASK, NONE, PAGE_WORDS, ROW_AT, WORD_AT, WORD_MASK, Steps
from slidefront.tables.steps import Flags

MORE = 6
"""How many times as long a row takes whose moves are made alone, on a way, as one of all rows."""


class Codes:
    """The codes of all boards of a ranking, and the moves between them: all, or those of the rows on a few ways."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array], depth: int) -> None:
        """Use one or two planes of codes of a space whose greatest depth is known."""
        self._ranking = ranking
        self._starts = starts
        self._depth = depth
        self._low, self._high = ([read_only(plane) for plane in planes.values()] * 2)[:2]
        self._modulus = 4 if len(planes) == 1 else 3
        self._below = np.array([self._modulus - 1, *range(self._modulus - 1)])
        """For each code that of boards one step nearer."""
        self._shape = np.array([ranking.shape.words, ranking.shape.per_word])
        self._rows = 0
        """The rows on all ways so far; a great number once all moves are made."""
        self.touched: Flags = np.zeros(-(-ranking.shape.all_words >> PAGE_WORDS), np.uint8)

    def _places(self, ranks: Numbers) -> tuple[Numbers, Numbers]:
        """Give the places and codes of ranks."""
        shape = self._ranking.shape
        words, bits = np.divmod(ranks, shape.per_word)
        rows, within = np.divmod(words, shape.words)
        self.touched[words >> PAGE_WORDS] = 1
        low, high = ((plane[words] >> bits.view(np.uint64)).view(np.int64) & 1 for plane in (self._low, self._high))
        if self._modulus == 4:
            sides = self._ranking.sides_of(np.append(rows, self._starts[0] // shape.boards_per_row))
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
        rows, found = places >> ROW_AT, np.empty_like(places)
        if MORE * self._rows > self._ranking.shape.rows:
            moves, at = self._ranking.moves, rows
        else:
            moves, at = self._ranking.row_moves(rows), np.arange(rows.size)
        steps = Steps(self._low, self._high, self._modulus, self._shape, moves, self.touched)
        descend.step_down(steps, places, codes, at, found)
        return found

    def _down(self, ranks: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """Go down from ranks together: yield after each step which are still on their way, and their places."""
        self._rows += ranks.size * self._depth
        boards, (places, codes) = np.arange(ranks.size), self._places(ranks)
        for _ in range(self._depth + 1):
            yield boards, places
            codes = self._below[codes]
            places = self._neighbours(places, codes)
            moved = places != NONE
            boards, places, codes = boards[moved], places[moved], codes[moved]
            if not boards.size:
                return

    def depths(self, ranks: Numbers) -> Numbers:
        """Find the depth of each rank; -2 if its way does not end at a start."""
        depths, ends = np.empty_like(ranks), np.empty_like(ranks)
        for taken, (boards, places) in enumerate(self._down(ranks)):
            depths[boards], ends[boards] = taken, places
        return np.where(np.isin(self._ranks(ends), self._starts), depths, -2)

    def ways(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """List the ranks on ways down to a start, one way after the other; empty if one does not lead there.

        A way has its rank first, and `ends` tells where each way begins, and where the last one ends.
        """
        out = np.full(ends[-1], NONE)
        for depth, (boards, places) in enumerate(self._down(ranks)):
            at = ends[boards] + depth
            inside = at < ends[boards + 1]
            out[at[inside]] = self._ranks(places[inside])
        return out if (out != NONE).all() else out[:0]
