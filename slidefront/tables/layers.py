"""Find the layers of a finished table again: the boards next to a layer whose code is the next one.

The neighbours of a board at depth d are at depths d - 1, d and d + 1, which have different codes. So the codes of a
table and one more bit a board, those of the last layer, give all layers one after the other, as fast as they were
explored.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from slidefront.arrays import Keys, Numbers, Small, count_bits, read_only
from slidefront.compile import kernel
from slidefront.puzzles.ranking import Ranking, whole_rows
from slidefront.store.array_files import Array
from slidefront.tables.space import RowLists, begin, new_rows, on_threads, rows_of, side_of_starts
from slidefront.tables.steps import ALL, NONE, Rows, Sources, gather, has_source, list_boards


class KnownLayers:
    """The layers of a table, of which one is at hand."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array]) -> None:
        """Begin with the starts, given by ascending ranks."""
        shape, one = ranking.shape, len(planes) == 1
        self.ranking = ranking
        self._codes = [read_only(plane).reshape(shape.rows, shape.words) for plane in planes.values()]
        self._layer = np.empty((shape.rows, shape.words), np.uint64)
        self._next = self._layer if one else np.empty_like(self._layer)
        marks = whole_rows(shape, np.zeros(shape.rows, np.uint8))
        arrays = new_rows(ranking, marks)
        self._front = arrays["front"]
        if not one:
            arrays["following"] = np.zeros(shape.rows, np.uint8)
        self._rows = rows_of(starts, arrays, marks, shape.boards_per_row)
        begin(self._layer, NONE, self._rows, self._front, shape.per_word)
        sides = side_of_starts(ranking, starts) if one else None
        self._lists = RowLists(self._rows, ranking.moves, sides, self._front, 0)

    @property
    def front(self) -> Small:
        """The rows that have boards of the layer, ascending."""
        return self._lists.front

    def step(self, depth: int, pool: ThreadPoolExecutor) -> int:
        """Go to the next layer, that at a depth; return how many boards it has."""
        low, high = (self._codes * 2)[:2]
        code = 3 * ((depth >> 1) & 1) if low is high else depth % 3
        sources = Sources(self._layer, self._layer[:0], self._front, self._front, self.ranking.moves)

        def run(listed: Small) -> int:
            return step_known((low, high, self._next), self._rows, sources, listed, code)

        found = sum(on_threads(run, self._lists.next(self._rows, depth), low.shape[1], pool))
        self._lists.turn(self._rows, depth)
        self._layer, self._next = self._next, self._layer
        self._rows, self._front = self._rows._replace(following=self._front), self._rows.following
        return found

    def keys(self, rows: Small) -> Keys:
        """List the boards of the layer in some rows, in no order."""
        shape = self.ranking.shape
        ranks = np.empty(self._rows.alike[rows].sum(), np.int64)
        list_ranks(self._layer, rows, shape.per_word, ranks)
        return self.ranking.keys(ranks)


@kernel
def step_known(planes: tuple[Keys, Keys, Keys], rows: Rows, sources: Sources, listed: Small, code: int) -> int:
    """Find the boards with a code next to those of the layer, in the rows of a list; return how many there are.

    `planes` are those of the codes, and of the next layer; `alike` gets how many of its boards a row has.
    """
    low, high, following_layer = planes
    flip_low, flip_high = NONE if code & 1 else ALL, NONE if code & 2 else ALL
    words = low.shape[1]
    found, spare = np.empty(words, np.uint64), np.empty(words, np.uint64)
    total = 0
    for row in listed:
        if not has_source(sources, row):
            continue
        gather(sources, (NONE, NONE), row, found, spare)
        count = 0
        for w in range(words):
            new = found[w] & (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)
            following_layer[row, w] = new
            count += count_bits(new)
        if count:
            rows.following[row], rows.alike[row] = 1, count
            rows.left[row] -= count
            total += count
    return total


@kernel
def list_ranks(layer: Keys, rows: Small, per_word: int, out: Numbers) -> None:
    """List the ranks of the boards of a layer in some rows."""
    n = 0
    for row in rows:
        n = list_boards(layer[row], np.int64(row) * layer.shape[1] * per_word, per_word, n, out)
