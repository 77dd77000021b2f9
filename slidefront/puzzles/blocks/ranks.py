"""The ranks of the boards of a block puzzle: by the arrangement, and by the order of its names.

    rank = row x boards of a row + place in the row

A row is an arrangement (see `arrangements`). If every move changes the parity class, the rows of one class come first.
A place is an element g of the group of the loops: the names come in the order T g, and T is the order that represents
the row. If the group has all orders, one T serves all rows, and most moves keep the place. A puzzle without equal
shapes has rows of one board.

Which boards of a row meet the goal depends only on T, and on which pieces of the arrangement lie on wanted placements.
So few rows have different masks.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.puzzles.blocks.arrangements import (
    Loops,
    NameOrders,
    Reorderings,
    arrangements_of,
    find_loops,
)
from slidefront.puzzles.blocks.codec import BlockCodec, WantedPlacements
from slidefront.puzzles.blocks.successors import NOWHERE
from slidefront.puzzles.groups import GroupWords, least
from slidefront.puzzles.ranking import (
    Flags,
    Ranking,
    Ranks,
    RowMarks,
    RowMoves,
    Shape,
    Shuffles,
    batch_slices,
    distinct_rows,
    map_batches,
)

_MAX_ELEMENTS = 4_000_000
"""The most elements of a group that are listed."""


class RowList(NamedTuple):
    """The rows of a ranking."""

    keys: Keys
    """Their arrangements, ascending, each with its parity class above its key."""
    orders: NameOrders
    """The orders T."""
    order_of: npt.NDArray[np.intp]
    """For each row the number of its order."""
    shift: np.uint64
    """The number of bits by which a key is shifted to look it up in `first_row`."""
    first_row: Numbers
    """For each value of the upper bits of keys, the first row with this value or a higher one."""


class BlockRanking(Ranking):
    """Ranks of the boards of a block puzzle. The ranking is empty if the group has too many elements to list."""

    keeps_moves = True

    def __init__(self, codec: BlockCodec, wanted: WantedPlacements | None = None) -> None:
        """List the rows of a puzzle; `wanted` are the placements that its goal wants, if it has a goal."""
        self._codec, self._wanted = codec, wanted
        self._arrangements = arrangements_of(codec)
        loops = find_loops(self._arrangements)
        assert loops is not None
        self._words = GroupWords(loops.group, _MAX_ELEMENTS)
        nameless = self._arrangements.nameless
        self._parity_classes = nameless.parity_classes if codec.metric == "step" and nameless.key_bits < 64 else None
        self._parity_bit = np.uint64(0 if self._parity_classes is None else 1 << nameless.key_bits)
        count = self._arrangements.count
        if loops.orders is not None or count is None:
            self._rows = self._list_rows(loops)
            count = self._rows.keys.size
        self.shape = Shape(count, self._words.words if self._words.blocks == 1 else 0, self._words.per_word)

    @cached_property
    def _rows(self) -> RowList:
        """The rows, listed at their first use: the shape is known without them if the arrangements were counted."""
        loops = find_loops(self._arrangements)
        assert loops is not None
        return self._list_rows(loops)

    def _list_rows(self, loops: Loops) -> RowList:
        """Sort all arrangements, with their parity classes above the keys, and index them by their highest bits."""
        keys = np.concatenate([self._with_parity(layer) for layer in loops.layers])
        if loops.orders is None:
            keys.sort()
            orders = np.arange(self._arrangements.point_count, dtype=np.int8)[None]
            order_of = np.broadcast_to(np.int64(0), keys.size)
        else:
            sorting = np.argsort(keys)
            keys = keys[sorting]
            representatives = least(np.concatenate(loops.orders), loops.group.chain)
            firsts, order_of = distinct_rows(representatives)
            orders, order_of = representatives[firsts], order_of[sorting]
        bits = self._arrangements.nameless.key_bits + (self._parity_classes is not None)
        index_bits = min(bits, max(4, keys.size.bit_length() - 2))
        shift = np.uint64(bits - index_bits)
        tops = np.arange((1 << index_bits) + 1, dtype=np.uint64)
        return RowList(keys, orders, order_of, shift, np.searchsorted(keys, tops << shift))

    def _with_parity(self, arrangements: Keys) -> Keys:
        """Put the parity class above each key, so that a move leads from one half of the rows to the other."""
        if self._parity_classes is None:
            return arrangements
        return arrangements | np.where(self._parity_classes(arrangements), self._parity_bit, np.uint64(0))

    def _arrangements_in(self, rows: Ranks) -> Keys:
        return self._rows.keys[rows] & ~self._parity_bit

    def _rows_of(self, keys: Keys) -> Small:
        """Return the rows of arrangements with their parity classes; -1 if home does not reach an arrangement."""
        rows = np.empty(keys.size, np.int32)
        find_rows(keys, self._rows.keys, self._rows.first_row, self._rows.shift, rows)
        return rows

    @property
    def has_parity(self) -> bool:
        """Whether every move changes the parity class; this is known without the rows."""
        return self._parity_classes is not None

    def parity_of(self, rows: Ranks) -> Flags | None:
        """Return the parity of all rows and columns of some arrangements."""
        return None if self._parity_classes is None else (self._rows.keys[rows] >= self._parity_bit).astype(np.uint8)

    def row_moves(self, rows: Ranks) -> RowMoves:
        """Return the moves of some rows; the moves of a row are sorted by their reorderings."""
        moves = map_batches(self._moves_of, rows)
        ends, by, counts = (np.concatenate(arrays) for arrays in zip(*moves, strict=True))
        numbers, shuffles = self._numbers_of_codes if self._has_one_order else self._words.numbered(by)
        by = numbers[by] if self._has_one_order else numbers
        first = np.concatenate([[0], np.cumsum(counts)])
        sort_by_reordering(first, ends, by)
        return RowMoves(first, ends, by, shuffles)

    def _moves_of(self, rows: Ranks) -> tuple[Small, npt.NDArray[Any], Numbers]:
        """Make the moves of rows: the rows that they lead to, the effect of each on the names, and the counts.

        If one order represents all rows, the effect is the code of a reordering, otherwise an element of the group.
        """
        ends, codes, counts = self._arrangements.moves_of(self._arrangements_in(rows), self._codec.metric)
        if (classes := self.parity_of(rows)) is not None:
            ends |= np.where(np.repeat(classes, counts), np.uint64(0), self._parity_bit)
        to = self._rows_of(ends)
        if self._has_one_order:
            return to, codes, counts
        before = self._rows.orders[self._rows.order_of[np.repeat(rows, counts)]].astype(np.int64)
        moved = np.take_along_axis(self._arrangements.reorderings[codes], before, axis=1).astype(np.int64)
        loops = np.take_along_axis(self._inverses[self._rows.order_of[to]], moved, axis=1)
        return to, self._words.find(np.ascontiguousarray(loops, np.int8))[1], counts

    @property
    def _has_one_order(self) -> bool:
        return len(self._rows.orders) == 1

    @cached_property
    def _numbers_of_codes(self) -> tuple[npt.NDArray[np.uint16], Shuffles]:
        """For each code of a reordering, the number of its shuffle, if one order represents all rows."""
        return self._words.numbered(self._words.find(self._arrangements.reorderings)[1])

    @cached_property
    def _inverses(self) -> NameOrders:
        return np.argsort(self._rows.orders, axis=1).astype(np.int8)

    @cached_property
    def marked(self) -> RowMarks:
        """The boards that meet the goal."""
        wanted, mask_of = self._wanted, np.zeros(self.shape.rows, np.uint16)
        if wanted is None:
            return RowMarks(mask_of, np.zeros((1, self.shape.words), np.uint64))
        # Whether the goal wants any of the pieces of the shape on each placement of arrangements.
        by_class = [wanted.flags[span.placements] > 0 for span in self._codec.spans]
        by_shape = [
            np.any([by_class[self._arrangements.class_of[piece.name]] for piece in cls.pieces], axis=0)
            for cls in self._arrangements.nameless.classes
        ]
        is_wanted = np.concatenate(by_shape)
        masks = {bytes(8 * self.shape.words): 0}
        known: dict[bytes, int] = {}
        places = np.arange(self.shape.boards_per_row)
        for batch in batch_slices(self.shape.rows):
            rows = np.arange(batch.start, batch.stop)
            placements = self._arrangements.nameless.placements_of(self._arrangements_in(rows))
            can_meet = is_wanted[placements].sum(axis=0) >= wanted.total
            rows, placements = rows[can_meet], placements[:, can_meet]
            # Rows with the same order and the same pieces on wanted placements have the same mask.
            alike = np.column_stack([self._rows.order_of[rows], np.where(is_wanted[placements], placements, NOWHERE).T])
            firsts, of_row = distinct_rows(alike)
            names = [row.tobytes() for row in alike[firsts]]
            for name, row in zip(names, rows[firsts].tolist(), strict=True):
                if name not in known:
                    boards = self.keys(row * places.size + places)
                    bits = np.zeros((self.shape.words, 64), np.uint8)
                    meet = wanted.are_taken(self._codec.placements_of(boards))
                    bits[:, : self.shape.per_word] = meet.reshape(self.shape.words, -1)
                    mask = np.packbits(bits, axis=1, bitorder="little").tobytes()
                    known[name] = masks.setdefault(mask, len(masks))
            mask_of[rows] = np.array([known[name] for name in names], np.uint16)[of_row]
        return RowMarks(mask_of, np.frombuffer(b"".join(masks), np.uint64).reshape(len(masks), -1))

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for a board that cannot be reached from home."""
        out = np.full(keys.size, -1, np.int64)
        for batch in batch_slices(keys.size):
            arrangements, orders = self._arrangements.strip_names(keys[batch])
            rows = np.maximum(self._rows_of(arrangements), self._rows_of(arrangements | self._parity_bit))
            (known,) = np.nonzero(rows >= 0)
            orders, rows = orders[known], rows[known]
            elements = np.take_along_axis(self._inverses[self._rows.order_of[rows]], orders.astype(np.int64), axis=1)
            block, place = self._words.find(np.ascontiguousarray(elements))
            restored = self._arrangements.restore_names(self._arrangements_in(rows), orders)
            good = (block >= 0) & (restored == keys[batch][known])
            out[batch.start + known[good]] = rows[good].astype(np.int64) * self.shape.boards_per_row + place[good]
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        for batch in batch_slices(ranks.size):
            rows, place = np.divmod(ranks[batch], self.shape.boards_per_row)
            elements = self._words.cosets.inner[place].astype(np.int64)
            orders = np.take_along_axis(self._rows.orders[self._rows.order_of[rows]], elements, axis=1)
            out[batch] = self._arrangements.restore_names(self._arrangements_in(rows), orders)
        return out


@kernel
def find_rows(keys: Keys, ascending: Keys, index: Numbers, shift: np.uint64, out: Small) -> None:
    """Find the places of keys among ascending ones; -1 for a key that is not there.

    `index` has, for each value of the highest bits of a key, the first place whose key has it, or more.
    """
    for i in range(keys.size):
        out[i] = -1
        top = np.int64(keys[i] >> shift)
        if top >= index.size - 1:
            continue
        low, high = index[top], index[top + 1]
        while low < high:
            middle = (low + high) // 2
            if ascending[middle] < keys[i]:
                low = middle + 1
            else:
                high = middle
        if low < index[top + 1] and ascending[low] == keys[i]:
            out[i] = low


@kernel
def sort_by_reordering(first: Numbers, ends: Small, by: Reorderings) -> None:
    """Sort the moves of each row by their reorderings; row r has the moves from `first[r]` to `first[r + 1]`."""
    for row in range(first.size - 1):
        for i in range(first[row] + 1, first[row + 1]):
            end, code = ends[i], by[i]
            j = i
            while j > first[row] and by[j - 1] > code:
                ends[j], by[j] = ends[j - 1], by[j - 1]
                j -= 1
            ends[j], by[j] = end, code
