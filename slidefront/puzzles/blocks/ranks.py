"""Ranks of block puzzles: by the arrangement, and by the order of the names of its pieces.

A row is an arrangement (`arrangements.py`), those of one side before those of the other, and its places are the
elements of the group that loops make of the names (there too): the pieces with the names of a board come in the order
T g, with T one of few orders that stand for all orders that the group cannot tell apart. Where the group has all
orders, T changes nothing, and most moves change nothing either. A puzzle without equal shapes has rows of one board.

Which boards of a row meet the goal depends only on T, and on which pieces of the arrangement lie on placements that the
goal wants. So few masks of rows are different.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.machine import cores
from slidefront.puzzles.blocks import arrangements
from slidefront.puzzles.blocks.arrangements import Orders, bare_of, find_loops
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import NOWHERE
from slidefront.puzzles.groups import GroupWords, least
from slidefront.puzzles.ranking import Flags, Ranking, Ranks, RowMarks, RowMoves, Shape, Shuffles

_MOST_ORDERS = 4_000_000
_SLICE = 1 << 16


class BlockRanking(Ranking):
    """Ranks of the boards of a block puzzle; without a board if names come in too many orders."""

    def __init__(self, puzzle: BlockPuzzle) -> None:
        self._puzzle = puzzle
        self._bare = bare_of(puzzle)
        loops = find_loops(self._bare)
        assert loops is not None
        self._words = GroupWords(loops.group, _MOST_ORDERS)
        bits = self._bare.bare.key_bits
        self._sides = None if puzzle.sides is None or bits == 64 else self._bare.bare.sides
        self._side_bit = np.uint64(0 if self._sides is None else 1 << bits)
        self._arrangements = np.concatenate([*map(self._with_own_sides, loops.arrangements)])
        rows = self._arrangements.size
        if loops.orders is None:
            self._arrangements.sort()
            self._orders = np.arange(self._bare.points, dtype=np.int8)[None]
            self._order_of = np.broadcast_to(np.int64(0), rows)
        else:
            in_order = np.argsort(self._arrangements)
            self._arrangements = self._arrangements[in_order]
            standing = least(np.concatenate(loops.orders), loops.group.chain)
            self._orders, order_of = np.unique(standing, axis=0, return_inverse=True)
            self._order_of = order_of.reshape(-1)[in_order]
        self.shape = Shape(rows, self._words.words if self._words.blocks == 1 else 0, self._words.per_word)
        bits += self._sides is not None
        used = min(bits, max(4, rows.bit_length() - 2))
        self._shift = np.uint64(bits - used)
        tops = np.arange((1 << used) + 1, dtype=np.uint64)
        self._index = np.searchsorted(self._arrangements, tops << self._shift)

    def _with_own_sides(self, bare: Keys) -> Keys:
        return bare if self._sides is None else self._with_sides(bare, self._sides(bare))

    def _with_sides(self, bare: Keys, sides: npt.NDArray[Any]) -> Keys:
        """Put the sides of arrangements above their keys: a move leads from one half of the rows to the other."""
        return bare | np.where(sides, self._side_bit, np.uint64(0))

    def _bare_of(self, rows: Ranks) -> Keys:
        return self._arrangements[rows] & ~self._side_bit

    def _find(self, keys: Keys) -> Small:
        """Find arrangements whose keys have their sides; -1 for one that cannot be reached."""
        rows = np.empty(keys.size, np.int32)
        arrangements.find(keys, self._arrangements, self._index, self._shift, rows)
        return rows

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The parity of all rows and columns of some arrangements."""
        return None if self._sides is None else (self._arrangements[rows] >= self._side_bit).astype(np.uint8)

    def row_moves(self, rows: Ranks) -> RowMoves:
        """The moves of some rows, those of each row in the order of what they do to the names."""
        slices = [rows[first : first + _SLICE] for first in range(0, max(1, rows.size), _SLICE)]
        with ThreadPoolExecutor(min(4, cores(), len(slices))) as pool:
            made = [*pool.map(self._made, slices)]
        ends, by, counts = (np.concatenate(arrays) for arrays in zip(*made, strict=True))
        numbers, shuffles = self._of_codes if self._has_one_order else self._words.numbered(by)
        by = numbers[by] if self._has_one_order else numbers
        first = np.concatenate([[0], np.cumsum(counts)])
        arrangements.order_moves(first, ends, by)
        return RowMoves(first, ends, by, shuffles)

    def moves_in(self, first: int, end: int) -> RowMoves:
        """The moves of a stretch of rows, as a part of all moves, which take long to make."""
        of_row, moves = self.moves.first[first : end + 1], self.moves
        some = slice(of_row[0], of_row[-1])
        return RowMoves(of_row - of_row[0], moves.end[some], moves.by[some], moves.shuffles)

    def _made(self, rows: Ranks) -> tuple[Small, npt.NDArray[Any], Numbers]:
        """Make the moves of some rows: the rows that they lead to, what each does to the names, and the counts.

        That is a code if one order stands for all, else the place of an element of the group.
        """
        ends, codes, counts = self._bare.moves_of(self._bare_of(rows), self._puzzle.metric)
        if (sides := self.sides_of(rows)) is not None:
            ends = self._with_sides(ends, np.repeat(1 - sides, counts))
        to = self._find(ends)
        if self._has_one_order:
            return to, codes, counts
        before = self._orders[self._order_of[np.repeat(rows, counts)]].astype(np.int64)
        moved = np.take_along_axis(self._bare.orders[codes], before, axis=1).astype(np.int64)
        loops = np.take_along_axis(self._inverses[self._order_of[to]], moved, axis=1)
        return to, self._words.find(np.ascontiguousarray(loops, np.int8))[1], counts

    @property
    def _has_one_order(self) -> bool:
        return len(self._orders) == 1

    @cached_property
    def _of_codes(self) -> tuple[npt.NDArray[np.uint16], Shuffles]:
        """For each code the number of what it does to the names, where one order stands for all."""
        return self._words.numbered(self._words.find(self._bare.orders)[1])

    @cached_property
    def _inverses(self) -> Orders:
        return np.argsort(self._orders, axis=1).astype(np.int8)

    @cached_property
    def marked(self) -> RowMarks:
        """The boards that meet the goal."""
        wanted, numbers = self._wanted(), {bytes(8 * self.shape.words): 0}
        known: dict[bytes, int] = {}
        mask_of = np.zeros(self.shape.rows, np.uint16)
        for first in range(0, self.shape.rows if self._puzzle.goal else 0, _SLICE):
            rows = np.arange(first, min(first + _SLICE, self.shape.rows))
            places = self._bare.bare.places(self._bare_of(rows))
            possible = wanted[places].sum(axis=0) >= self._puzzle.wanted_total
            rows, places = rows[possible], places[:, possible]
            alike = np.column_stack([self._order_of[rows], np.where(wanted[places], places, NOWHERE).T])
            different, at, of_row = np.unique(alike, axis=0, return_index=True, return_inverse=True)
            names = [one.tobytes() for one in different]
            for name, row in zip(names, rows[at].tolist(), strict=True):
                if name not in known:
                    known[name] = numbers.setdefault(self._mask_of(row), len(numbers))
            mask_of[rows] = np.array([known[name] for name in names], np.uint16)[of_row.reshape(-1)]
        return RowMarks(mask_of, np.frombuffer(b"".join(numbers), np.uint64).reshape(len(numbers), -1))

    def _wanted(self) -> npt.NDArray[np.bool_]:
        """Tell for each placement of arrangements whether the goal wants some piece on it."""
        ends, number = np.cumsum([len(one.places) for one in self._puzzle.classes]), self._bare.number
        by_class = np.split(self._puzzle.wanted > 0, ends[:-1])
        return np.concatenate(
            [np.any([by_class[number[piece.name]] for piece in one.pieces], axis=0) for one in self._bare.bare.classes]
        )

    def _mask_of(self, row: int) -> bytes:
        """Find the boards of a row that meet the goal, as words."""
        boards = self.keys(row * self.shape.boards_per_row + np.arange(self.shape.boards_per_row))
        bits = np.zeros((self.shape.words, 64), np.uint8)
        bits[:, : self.shape.per_word] = self._puzzle.meets(boards).reshape(self.shape.words, self.shape.per_word)
        return np.packbits(bits, axis=1, bitorder="little").tobytes()

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""
        out = np.full(keys.size, -1, np.int64)
        for first in range(0, keys.size, _SLICE):
            some = keys[first : first + _SLICE]
            bare, orders = self._bare.forget(some)
            rows = np.maximum(self._find(bare), self._find(bare | self._side_bit))
            (known,) = np.nonzero(rows >= 0)
            orders, rows = orders[known], rows[known]
            left = np.take_along_axis(self._inverses[self._order_of[rows]], orders.astype(np.int64), axis=1)
            block, place = self._words.find(np.ascontiguousarray(left))
            good = (block >= 0) & (self._bare.recall(self._bare_of(rows), orders) == some[known])
            out[first + known[good]] = rows[good].astype(np.int64) * self.shape.boards_per_row + place[good]
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        for first in range(0, ranks.size, _SLICE):
            rows, place = np.divmod(ranks[first : first + _SLICE], self.shape.boards_per_row)
            elements = self._words.cosets.inner[place].astype(np.int64)
            orders = np.take_along_axis(self._orders[self._order_of[rows]], elements, axis=1)
            out[first : first + rows.size] = self._bare.recall(self._bare_of(rows), orders)
        return out
