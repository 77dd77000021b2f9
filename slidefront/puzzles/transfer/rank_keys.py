"""Keys of boards of more than 16 cells: ranks, if there are fewer than 2^62 arrangements of the tiles.

    key = anchor of the hole x number of arrangements + rank of the arrangement of the tiles on the other cells

All boards with the tiles and the hole of a puzzle have such a key, whether they can be reached or not.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import prod

import numpy as np

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.puzzles.frame import Frame
from slidefront.puzzles.transfer.kinds import AnchorMoves, expand_ranks, make_kinds, rank_all, unrank_all

MOST_BOARDS = 1 << 62


class RankKeys:
    """The ranks of all boards with the tiles of a home board."""

    def __init__(self, frame: Frame, home: Sequence[int]) -> None:
        self._frame = frame
        counts = Counter(label for label in home if label)
        (common, _), *others = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        self._labels = np.array([common, *(label for label, _ in others)], np.uint8)
        self._kind_of = np.full(256, -1, np.int32)
        self._kind_of[self._labels] = range(self._labels.size)
        orbit_of = np.zeros(counts.total(), np.int32)
        self._kinds = make_kinds(orbit_of, [0] * self._labels.size, [0, *(count for _, count in others)])
        self._arrangements = prod(self._kinds.sizes.tolist())
        self.boards = len(frame.holes) * self._arrangements
        """How many boards have a key."""
        self._cells = np.array([[cell for cell in range(frame.cells) if cell not in hole] for hole in frame.holes])
        """For each anchor the cells that the hole does not cover."""

    @cached_property
    def _moves(self) -> AnchorMoves:
        loops = []
        for move in self._frame.moves:
            before = np.full(self._frame.cells, -1)
            before[self._cells[move.start]] = range(self._cells.shape[1])
            after = move.apply(before.tolist(), -1)
            loops.append(np.argsort([after[cell] for cell in self._cells[move.end]]))
        first = np.cumsum([0, *map(len, self._frame.moves_at)])
        return AnchorMoves(
            first, np.array([move.end for move in self._frame.moves], np.int32), np.array(loops, np.int32)
        )

    def keys(self, cells: Cells) -> Keys:
        """Make the keys of boards, each a row of labels."""
        holes = {hole[0]: anchor for anchor, hole in enumerate(self._frame.holes)}
        anchors = np.array([holes.get(cell, 0) for cell in range(self._frame.cells)])[np.argmax(cells == 0, axis=1)]
        kinds_at = self._kind_of[np.take_along_axis(cells, self._cells[anchors], axis=1)]
        ranks = np.empty(len(cells), np.int64)
        rank_all(kinds_at, 1, self._labels.size, self._kinds, ranks)
        return np.asarray((anchors * self._arrangements + ranks).astype(np.uint64))

    def cells(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each."""
        anchors, ranks = np.divmod(keys.astype(np.int64), self._arrangements)
        kinds_at = np.zeros((keys.size, self._cells.shape[1]), np.int32)
        unrank_all(ranks, 1, self._labels.size, self._kinds, kinds_at)
        cells = np.zeros((keys.size, self._frame.cells), np.uint8)
        np.put_along_axis(cells, self._cells[anchors], self._labels[kinds_at], axis=1)
        return cells

    def expand(self, keys: Keys, out: Keys) -> tuple[int, Numbers]:
        """Make all moves of boards; return how many there are, and how many of each board."""
        counts = np.empty(keys.size, np.int64)
        return expand_ranks(keys, self._moves, self._labels.size, self._kinds, out, counts), counts


def rank_keys_of(frame: Frame, home: Sequence[int]) -> RankKeys | None:
    """Make ranks for boards whose cells do not fit a key; None if there are too many, or if all tiles differ."""
    tiles = [label for label in home if label]
    if not frame.is_wide or len({*tiles}) == len(tiles):
        return None
    ranks = RankKeys(frame, home)
    return ranks if ranks.boards < MOST_BOARDS else None
