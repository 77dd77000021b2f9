"""Ranks of block puzzles: by the arrangement, and by the order of the names of its pieces.

A row is an arrangement (`arrangements.py`), those of one side before those of the other, and its places are the
elements of the group that loops make of the names (there too): the pieces with the names of a board come in the order
T g, with T one of few orders that stand for all orders that the group cannot tell apart. Where the group has all
orders, T changes nothing, and most moves change nothing either. A puzzle without equal shapes has rows of one board.

The goal wants some placements to be taken by certain pieces. Which orders of the names do so depends only on which of
these placements an arrangement takes, and on the place of their pieces in the order of their class. So few masks of
rows are different.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.machine import cores
from slidefront.puzzles.blocks import arrangements
from slidefront.puzzles.blocks.arrangements import Bare, Codes, Orders, find_loops, groups_of, inverses, least
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.groups import GroupWords
from slidefront.puzzles.ranking import Flags, Ranking, Ranks, RowMarks, RowMoves, Shape, Shuffles


class MarkFinder:
    """Finds the mask of each row."""

    def __init__(self, puzzle: BlockEncoding, bare: Bare, words: GroupWords) -> None:
        self._bare = bare
        self._words = words
        self.masks = [np.zeros(words.words, np.uint64)]
        self._number: dict[bytes, int] = {}
        self._has_goal, self._total, wanted = bool(puzzle.goal), puzzle.wanted_total, puzzle.wanted
        sizes = [len(one.places) for one in puzzle.classes]
        firsts = np.cumsum([0, *sizes])
        by_class = [wanted[firsts[number] : firsts[number + 1]].astype(np.int64) for number in range(len(sizes))]
        self._always: list[Numbers] = []
        """For each class of arrangements, by placement: whether a piece there counts, whatever its name."""
        self._by_name: list[list[Numbers]] = []
        """And for each of its pieces with a name whether it counts there."""
        for one, (first, alone) in zip(bare.bare.classes, bare.names.classes.tolist(), strict=True):
            if first < 0:
                self._always.append(by_class[alone])
                self._by_name.append([])
            else:
                points = range(first, first + len(one.pieces))
                self._always.append(np.zeros(len(one.places), np.int64))
                self._by_name.append([by_class[bare.names.of_point[point]] for point in points])

    def masks_of(self, keys: Keys, orders: Orders) -> Codes:
        """Find the number of the mask of some arrangements, each with the order that stands for its row."""
        found = np.zeros(keys.size, np.uint16)
        if not self._has_goal:
            return found
        missing, slots = self._missing(keys)
        possible = np.flatnonzero((missing >= 0) & ((slots >= 0).sum(axis=1) >= missing))
        if possible.size == 0:
            return found
        rows = np.column_stack([missing[possible], slots[possible], orders[possible]]).astype(np.int64)
        different, of_row = np.unique(rows, axis=0, return_inverse=True)
        numbers = [self._number_of(row) for row in different]
        found[possible] = np.array(numbers, np.uint16)[of_row.reshape(-1)]
        return found

    def _missing(self, keys: Keys) -> tuple[Numbers, Numbers]:
        """Count the wanted placements that names must take; and list, for each point in order, its placement.

        A placement that the goal wants no piece with a name on is -1.
        """
        missing = np.full(keys.size, self._total, np.int64)
        slots = np.full((keys.size, self._bare.points), -1, np.int64)
        places = self._bare.bare.places(keys).astype(np.int64)
        slot = first_place = 0
        for number, one in enumerate(self._bare.bare.classes):
            first = int(self._bare.names.classes[number, 0])
            names = self._by_name[number]
            for i in range(len(one.pieces)):
                place = places[slot + i] - first_place
                missing -= self._always[number][place]
                if names:
                    slots[:, first + i] = np.where(np.sum(names, axis=0)[place] > 0, place, -1)
            slot += len(one.pieces)
            first_place += len(one.places)
        return missing, slots

    def _number_of(self, row: Numbers) -> int:
        """Number the mask of rows that have some placements to fill, pieces at wanted placements, and an order."""
        known = self._number.get(row.tobytes())
        if known is None:
            mask = self._mask_of(int(row[0]), row[1 : 1 + self._bare.points], row[1 + self._bare.points :])
            known = 0
            if mask.any():
                known = len(self.masks)
                self.masks.append(mask)
            self._number[row.tobytes()] = known
        return known

    def _mask_of(self, missing: int, slots: Numbers, order: Numbers) -> Keys:
        """Find the names that take all placements that are wanted of them, as bits of words."""
        elements = self._words.cosets.inner
        met = np.zeros(len(elements), np.int64)
        for number, (first, _) in enumerate(self._bare.names.classes.tolist()):
            for i, counts in enumerate(self._by_name[number]):
                place = slots[order[elements[:, first + i]]]
                met += np.where(place >= 0, counts[place], 0)
        bits = np.zeros((self._words.words, 64), np.uint8)
        bits[:, : self._words.per_word] = (met == missing).reshape(self._words.words, self._words.per_word)
        return np.packbits(bits, axis=1, bitorder="little").view("<u8").reshape(-1).astype(np.uint64)


_MOST_ORDERS = 4_000_000
_SLICE = 1 << 16


def make_ranking(puzzle: BlockEncoding) -> "BlockRanking | None":
    """Rank the boards of a puzzle; None if no piece can move, or names come in too many orders."""
    if not puzzle.classes:
        return None
    ranking = BlockRanking(puzzle)
    return ranking if ranking.shape.row_boards else None


class BlockRanking(Ranking):
    """Ranks of the boards of a block puzzle."""

    def __init__(self, puzzle: BlockEncoding) -> None:
        self._puzzle = puzzle
        self._bare = Bare(puzzle, groups_of(puzzle, whole=False))
        loops = find_loops(self._bare)
        assert loops is not None
        self._words = GroupWords(loops.group, _MOST_ORDERS)
        self._used = _UsedShuffles(self._words)
        bits = self._bare.bare.key_bits
        self._sides = self._bare.bare.sides if bits < 64 else None
        self._side_bit = np.uint64(0 if self._sides is None else 1 << bits)
        if loops.whole:
            self._arrangements = np.concatenate([*map(self._with_own_sides, self._bare.layers())])
            self._arrangements.sort()
            self._orders = np.arange(self._bare.points, dtype=np.int8)[None]
            self._order_of = np.empty(0, np.int32)
        else:
            keys = self._with_own_sides(loops.keys)
            in_order = np.argsort(keys)
            self._arrangements = keys[in_order]
            standing = least(loops.orders, loops.group)
            self._orders, order_of = np.unique(standing, axis=0, return_inverse=True)
            self._order_of = order_of.reshape(-1).astype(np.int32)[in_order]
        rows = self._arrangements.size
        self.shape = Shape(rows, self._words.words if self._words.blocks == 1 else 0, self._words.per_word)
        bits += self._sides is not None
        used = min(bits, max(4, rows.bit_length() - 2))
        self._shift = np.uint64(bits - used)
        tops = np.arange((1 << used) + 1, dtype=np.uint64)
        self._index = np.searchsorted(self._arrangements, tops << self._shift)

    @property
    def has_all_orders(self) -> bool:
        """Whether the names can come into every order, so that no order of a row must be kept."""
        return not self._order_of.size

    def _with_own_sides(self, bare: Keys) -> Keys:
        return bare if self._sides is None else self._with_sides(bare, self._sides(bare))

    def _with_sides(self, bare: Keys, sides: npt.NDArray[Any]) -> Keys:
        """Put the sides of arrangements above their keys: a move leads from one half of the rows to the other."""
        return bare | np.where(sides, self._side_bit, np.uint64(0))

    def _bare_of(self, rows: Ranks) -> Keys:
        return self._arrangements[rows] & ~self._side_bit

    def _rows_of(self, bare: Keys) -> Small:
        """Find arrangements of any side; -1 for one that cannot be reached."""
        rows = self._find(bare)
        if self._sides is not None:
            rows = np.maximum(rows, self._find(bare | self._side_bit))
        return rows

    def _find(self, keys: Keys) -> Small:
        """Find arrangements whose keys have their sides; -1 for one that cannot be reached."""
        rows = np.empty(keys.size, np.int32)
        arrangements.find(keys, self._arrangements, self._index, self._shift, rows)
        return rows

    def _orders_of(self, rows: Small | Numbers) -> Numbers:
        """Tell which of `_orders` each row has."""
        return np.zeros(rows.size, np.int64) if self.has_all_orders else self._order_of[rows].astype(np.int64)

    @cached_property
    def sides(self) -> Flags | None:
        """The parity of all rows and columns, where each move is a step."""
        return None if self._sides is None else (self._arrangements >= self._side_bit).astype(np.uint8)

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The parity of all rows and columns of some arrangements."""
        return None if self._sides is None else (self._arrangements[rows] >= self._side_bit).astype(np.uint8)

    def _slices(self) -> Iterator[Ranks]:
        """All rows, some at a time."""
        return (np.arange(first, min(first + _SLICE, self.shape.rows)) for first in range(0, self.shape.rows, _SLICE))

    @cached_property
    def moves(self) -> RowMoves:
        """All moves."""
        with ThreadPoolExecutor(min(4, cores())) as pool:
            made = [*pool.map(self._made, self._slices())]
        ends, by, counts = (np.concatenate(arrays) for arrays in zip(*made, strict=True))
        first = np.concatenate([[0], np.cumsum(counts)])
        arrangements.order_moves(first, ends, by)
        return RowMoves(first, ends, by, self._used.shuffles)

    def moves_of(self, rows: Ranks) -> RowMoves:
        """The moves of some rows; no others are made."""
        ends, by, counts = self._made(rows)
        return RowMoves(np.concatenate([[0], np.cumsum(counts)]), ends, by, self._used.shuffles)

    def _made(self, rows: Ranks) -> tuple[Small, arrangements.Codes, Numbers]:
        """Make the moves of some rows: the rows that they lead to, the numbers of their permutations, the counts."""
        made, sides = self._bare.moves_of(self._bare_of(rows), self._puzzle.metric), self.sides_of(rows)
        ends = self._find(
            made.ends if sides is None else self._with_sides(made.ends, np.repeat(1 - sides, made.counts))
        )
        if self.has_all_orders:
            return ends, self._used.numbers(self._place_of_code[made.codes]), made.counts
        starts = np.repeat(rows, made.counts)
        before, after = self._orders[self._orders_of(starts)], self._inverses[self._orders_of(ends)]
        moved = np.take_along_axis(self._bare.orders[made.codes], before.astype(np.int64), axis=1)
        loops = np.take_along_axis(after, moved.astype(np.int64), axis=1)
        return ends, self._used.numbers(self._words.find(np.ascontiguousarray(loops, np.int8))[1]), made.counts

    @cached_property
    def _place_of_code(self) -> Numbers:
        return self._words.find(self._bare.orders)[1]

    @cached_property
    def _inverses(self) -> Orders:
        return inverses(self._orders).astype(np.int8)

    @cached_property
    def marked(self) -> RowMarks:
        """The boards that meet the goal."""
        marks = MarkFinder(self._puzzle, self._bare, self._words)
        mask_of = np.zeros(self.shape.rows, np.uint16)
        for first in range(0, self.shape.rows, _SLICE):
            rows = np.arange(first, min(first + _SLICE, self.shape.rows))
            mask_of[rows] = marks.masks_of(self._bare_of(rows), self._orders[self._orders_of(rows)])
        return RowMarks(mask_of, np.array(marks.masks))

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""
        out = np.full(keys.size, -1, np.int64)
        for first in range(0, keys.size, _SLICE):
            some = keys[first : first + _SLICE]
            bare, orders = self._bare.forget(some)
            rows = self._rows_of(bare)
            (known,) = np.nonzero(rows >= 0)
            bare, orders, rows = bare[known], orders[known], rows[known]
            left = np.take_along_axis(self._inverses[self._orders_of(rows)], orders.astype(np.int64), axis=1)
            block, place = self._words.find(np.ascontiguousarray(left))
            good = (block >= 0) & (self._bare.recall(bare, orders) == some[known])
            out[first + known[good]] = rows[good].astype(np.int64) * self.shape.row_boards + place[good]
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        for first in range(0, ranks.size, _SLICE):
            rows, place = np.divmod(ranks[first : first + _SLICE], self.shape.row_boards)
            elements = self._words.cosets.inner[place].astype(np.int64)
            orders = np.take_along_axis(self._orders[self._orders_of(rows)], elements, axis=1)
            out[first : first + rows.size] = self._bare.recall(self._bare_of(rows), orders)
        return out


class _UsedShuffles:
    """Numbers for those permutations of the places of a row that moves make; 0 changes nothing."""

    def __init__(self, words: GroupWords) -> None:
        self._words = words
        self._number = np.full(words.inner, -1, np.int32)
        self._number[0] = 0
        self._places = [0]
        self._lock = Lock()
        self._shuffles: Shuffles | None = None

    @property
    def shuffles(self) -> Shuffles:
        """What these permutations do to the words of a row."""
        with self._lock:
            if self._shuffles is None or len(self._shuffles.word_to) < len(self._places):
                self._shuffles = self._words.shuffles(np.array(self._places))
            return self._shuffles

    def numbers(self, places: Numbers) -> arrangements.Codes:
        """Number the permutations that are given by the places of elements of the group."""
        new = places[self._number[places] < 0]
        if new.size:
            with self._lock:
                for place in np.sort(new)[np.flatnonzero(np.diff(np.sort(new), prepend=-1))].tolist():
                    if self._number[place] < 0:
                        self._number[place] = len(self._places)
                        self._places.append(place)
        return self._number[places].astype(np.uint16)
