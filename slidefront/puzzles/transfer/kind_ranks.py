"""Ranks of transfer puzzles with equal tiles, computed from the places of each kind of tiles.

With the hole carried home (`theory`), a board is an arrangement of tiles on places, and a loop of the hole moves tiles
within the orbits of places. A *kind* is all equal tiles on one orbit. The most frequent kind of an orbit fills the
places that the other kinds leave free. A rank numbers the places of the other kinds, one kind after another:

    row            the anchor of the hole, and the places of the first kinds
    bit of a row   the places of the last kinds, counted among the places that the first kinds leave free

A move of a tile of the first kinds leads to another row and does not change the order of the bits. Every other move
shifts some free places, so few permutations of bits occur: 209 for the hole and seven tiles on 5 x 5 cells, and two
moves in three change nothing.

All this requires loops that produce every arrangement of an orbit. For other groups, which are small or rare, the
arrangements are listed and a row is an anchor.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import prod

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.keys.algebra import layers_from, places_in
from slidefront.machine import cores
from slidefront.puzzles.ranking import (
    Flags,
    Ranking,
    Ranks,
    RowMarks,
    RowMoves,
    Shape,
    Shuffles,
    marked_alike,
    turning,
    whole_rows,
)
from slidefront.puzzles.transfer.kinds import (
    AnchorMoves,
    make_kinds,
    move_rows,
    order_free,
    rank_all,
    unrank_all,
    unrank_kinds,
)
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.puzzles.transfer.theory import first_holes

_MOST_BITS = 1 << 15
"""The maximum number of boards in a row, unless the last kind alone has more: small compared with a cache."""
_MOST_WORDS = 1 << 16  # of a row, see `Shuffles`
_MOST_LISTED = 200_000
_SLICE = 1 << 16


class KindRanking(Ranking):
    """Ranks of the boards of a transfer puzzle with equal tiles."""

    def __init__(self, puzzle: TransferPuzzle, *, listed: bool) -> None:
        self._puzzle = puzzle
        self._loops = loops = puzzle.theory.loops
        self._orbit_of = np.zeros(loops.points, np.int32)
        for orbit, places in enumerate(loops.orbits):
            self._orbit_of[places] = orbit
        (tiles,) = loops.bring(np.array([puzzle.home_cells], np.uint8))
        counts = Counter(zip(self._orbit_of.tolist(), tiles.tolist(), strict=True))
        common = {orbit: max((n, label) for (of, label), n in counts.items() if of == orbit)[1] for orbit, _ in counts}
        of_kinds = [(0, 0), *sorted(one for one in counts if common[one[0]] != one[1])]
        self._kind_of = np.full((len(loops.orbits), 256), -1, np.int32)
        self._label_of = np.zeros((len(loops.orbits), len(of_kinds)), np.uint8)
        for orbit, label in common.items():
            self._kind_of[orbit, label], self._label_of[orbit, 0] = 0, label
        for kind, (orbit, label) in enumerate(of_kinds[1:], 1):
            self._kind_of[orbit, label], self._label_of[orbit, kind] = kind, label
        orbits, numbers = [orbit for orbit, _ in of_kinds], [0, *(counts[one] for one in of_kinds[1:])]
        self._kinds = make_kinds(self._orbit_of, orbits, numbers)
        self._all = len(of_kinds)
        self._split = self._first_of_bits(listed=listed)
        self._listed = self._list() if listed else None
        sizes = self._kinds.sizes.tolist()
        self._blocks = prod(sizes[1 : self._split])
        """How many rows an anchor has."""
        row_boards = prod(sizes[self._split :]) if self._listed is None else self._listed.size
        per_word = max(size for size in range(1, 65) if row_boards % size == 0)
        self.shape = Shape(len(loops.row_of) * self._blocks, row_boards // per_word, per_word)
        free = np.zeros(loops.points, np.int32)
        unrank_kinds(0, 1, self._split, self._kinds, free)
        self._free_kinds = self._kinds._replace(orbit_of=self._orbit_of[free == 0])
        """The kinds on the free places of a row."""
        self._codes = np.zeros(1, np.int64)
        """The hashes of the known orders of free places, ascending. The hash of the unchanged order is 0."""
        self._numbers = np.zeros(1, np.uint16)
        self._orders = [np.arange(row_boards, dtype=np.int32)]
        """For each numbered order, the new bit of each bit of a row."""

    def _first_of_bits(self, *, listed: bool) -> int:
        """Choose the first kind that the bits of a row tell apart: the earliest for which a row is not too large."""
        fits = (kind for kind in range(1, self._all) if prod(self._kinds.sizes[kind:].tolist()) <= _MOST_BITS)
        return 1 if listed else next(fits, max(1, self._all - 1))

    def _list(self) -> Keys:
        """List the boards with the hole at home, as the loops make them of home."""
        loops = sorted({*map(tuple, self._anchor_moves.loops.tolist())})

        def around(keys: Keys) -> Keys:
            tiles = self._loops.bring(self._puzzle.decode(keys))
            return np.concatenate([self._keys_of(tiles[:, np.argsort(loop)], np.zeros(1, np.int64)) for loop in loops])

        return np.sort(np.concatenate([*layers_from(self._puzzle.array([self._puzzle.home]), around)]))

    def _keys_of(self, tiles: Cells, anchors: Numbers) -> Keys:
        """Make the keys of boards, given as the tile on each place and the row of the anchor of the hole."""
        places = self._loops.place_at[anchors]
        cells = np.take_along_axis(tiles, np.broadcast_to(np.maximum(places, 0), (len(tiles), places.shape[1])), axis=1)
        return self._puzzle.keys_of(np.where(places < 0, np.uint8(0), cells))

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""
        puzzle, out = self._puzzle, np.full(keys.size, -1, np.int64)
        (known,) = np.nonzero(puzzle.are_boards(keys))
        cells = puzzle.decode(keys[known])
        anchors, tiles = self._loops.row_at[first_holes(cells)].astype(np.int64), self._loops.bring(cells)
        if self._listed is None:
            kinds_at, bits = self._kind_of[self._orbit_of, tiles], np.empty(known.size, np.int64)
            rank_all(kinds_at, 1, self._all, self._kinds, bits)
            bits[(kinds_at < 0).any(axis=1)] = -1
        else:
            bits = places_in(self._listed, self._keys_of(tiles, np.zeros(1, np.int64)))
        good = (anchors >= 0) & (bits >= 0)
        out[known[good]] = (anchors * (self._blocks * self.shape.boards_per_row) + bits)[good]
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        for first in range(0, ranks.size, _SLICE):
            anchors, rest = np.divmod(ranks[first : first + _SLICE], self._blocks * self.shape.boards_per_row)
            if self._listed is None:
                kinds_at = np.zeros((rest.size, self._orbit_of.size), np.int32)
                unrank_all(rest, 1, self._all, self._kinds, kinds_at)
                tiles = self._label_of[self._orbit_of, kinds_at]
            else:
                tiles = self._loops.bring(self._puzzle.decode(self._listed[rest]))
            out[first : first + rest.size] = self._keys_of(tiles, anchors)
        return out

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The colours of anchors, if they have two so that every move changes colours."""
        sides = self._puzzle.frame.sides
        return None if sides is None else sides[[*self._loops.row_of]][rows // self._blocks].astype(np.uint8)

    def stretch(self, most: int) -> int:
        """The rows with the hole at one place, and the first kinds at others."""
        sizes: list[int] = self._kinds.sizes[1 : self._split].tolist()
        return next(rows for kind in range(len(sizes) + 1) if (rows := prod(sizes[kind:])) <= max(1, most))

    # Moves

    @cached_property
    def _anchor_moves(self) -> AnchorMoves:
        row_of, moves_at = self._loops.row_of, self._puzzle.frame.moves_at
        moves = [move for anchor in row_of for move in moves_at[anchor]]
        first = np.concatenate([[0], np.cumsum([len(moves_at[anchor]) for anchor in row_of])])
        loops = np.array([self._loops.loop(move) for move in moves], np.int32).reshape(-1, self._loops.points)
        return AnchorMoves(first, np.array([row_of[move.end] for move in moves], np.int32), loops)

    def moves_in(self, first: int, end: int) -> RowMoves:
        """The moves of a stretch of rows, as a part of all moves, which take long to make."""
        of_row, moves = self.moves.first[first : end + 1], self.moves
        some = slice(of_row[0], of_row[-1])
        return RowMoves(of_row - of_row[0], moves.end[some], moves.by[some], moves.shuffles)

    def row_moves(self, rows: Ranks) -> RowMoves:
        """The moves of some rows: each leads to a row with the hole elsewhere, and in few orders of the free places."""
        slices = [rows[first : first + _SLICE] for first in range(0, max(1, rows.size), _SLICE)]
        with ThreadPoolExecutor(min(4, cores(), len(slices))) as pool:
            made = [*pool.map(self._made, slices)]
        counts, ends = (np.concatenate(arrays) for arrays in zip(*((one[0], one[1]) for one in made), strict=True))
        numbers = np.concatenate([self._numbered(some, *one) for some, one in zip(slices, made, strict=True)])
        return RowMoves(np.concatenate([[0], np.cumsum(counts)]), ends, numbers, self._shuffles)

    def _made(self, rows: Ranks) -> tuple[Numbers, Small, Numbers]:
        """Make the moves of some rows: how many each has, the rows that they lead to, and the hashes of the orders."""
        counts = np.diff(self._anchor_moves.first)[rows // self._blocks]
        ends, codes = np.empty(counts.sum(), np.int32), np.empty(counts.sum(), np.int64)
        move_rows(rows, self._anchor_moves, self._split, self._kinds, ends, codes)
        return counts, ends, codes

    def _numbered(self, rows: Ranks, counts: Numbers, _: Small, codes: Numbers) -> npt.NDArray[np.uint16]:
        """Look up the numbers of orders by their hashes, and number new orders."""
        at = np.minimum(np.searchsorted(self._codes, codes), self._codes.size - 1)
        new, first = np.unique(codes[self._codes[at] != codes], return_index=True)
        if new.size:
            moves = np.flatnonzero(self._codes[at] != codes)[first]
            row = np.searchsorted(np.cumsum(counts), moves, side="right")
            within = moves - (np.cumsum(counts) - counts)[row]
            self._orders += map(self._order, rows[row].tolist(), within.tolist())
            numbers = np.append(
                self._numbers, np.arange(self._codes.size, self._codes.size + new.size, dtype=np.uint16)
            )
            codes_now = np.append(self._codes, new)
            order = np.argsort(codes_now)
            self._codes, self._numbers = codes_now[order], numbers[order]
            self.__dict__.pop("_shuffles", None)
            at = np.searchsorted(self._codes, codes)
        return self._numbers[at]

    def _order(self, row: int, move: int) -> Small:
        """Compute the new bit of each bit of a row after a move."""
        anchor, block = divmod(row, self._blocks)
        loop = self._anchor_moves.loops[self._anchor_moves.first[anchor] + move]
        if self._listed is not None:
            tiles = self._loops.bring(self._puzzle.decode(self._listed))
            after_move = self._keys_of(tiles[:, np.argsort(loop)], np.zeros(1, np.int64))
            return places_in(self._listed, after_move).astype(np.int32)
        kind_at, after, order = np.zeros((3, loop.size), np.int32)
        unrank_kinds(block, 1, self._split, self._kinds, kind_at)
        free = order_free(kind_at, loop, after, order)
        moved, bits = np.empty_like(self._free_kinds_at), np.empty(self.shape.boards_per_row, np.int64)
        moved[:, order[:free]] = self._free_kinds_at
        rank_all(moved, self._split, self._all, self._free_kinds, bits)
        return bits.astype(np.int32)

    @cached_property
    def _free_kinds_at(self) -> Small:
        """For each bit of a row the kinds on its free places."""
        kinds_at = np.zeros((self.shape.boards_per_row, self._free_kinds.orbit_of.size), np.int32)
        unrank_all(np.arange(self.shape.boards_per_row), self._split, self._all, self._free_kinds, kinds_at)
        return kinds_at

    @cached_property
    def _shuffles(self) -> Shuffles:
        return turning(np.stack(self._orders), self.shape)

    # Marks

    @property
    def marked(self) -> RowMarks:
        """The boards that meet a partial goal, or else the rows with the hole at home, which come first."""
        rows, bits = np.arange(self.shape.rows), np.arange(self.shape.boards_per_row)
        if not self._puzzle.goal.partial:
            return whole_rows(self.shape, (rows < self._blocks).astype(np.uint8))
        if self._listed is None:
            return marked_alike(self.shape, *self._rows_near_goal(), self._bits_near_goal)
        return marked_alike(
            self.shape, rows, rows[:, None], lambda row: self._puzzle.meets(self.keys(row * bits.size + bits))
        )

    def _rows_near_goal(self) -> tuple[Ranks, Numbers]:
        """Find the rows whose first kinds meet the goal, and which kinds each must have on which free places."""
        rows, wanted, split = [np.empty(0, np.int64)], [], self._split
        cells = [cell for cell, label in enumerate(self._puzzle.goal_labels) if label]
        labels = np.array([self._puzzle.goal_labels[cell] for cell in cells], np.int64)
        holes = {cell for cell, label in enumerate(self._puzzle.goal_labels) if label == 0}
        for first in range(0, self._blocks, _SLICE):
            blocks = np.arange(first, min(first + _SLICE, self._blocks))
            kinds_at = np.zeros((blocks.size, self._orbit_of.size), np.int32)
            unrank_all(blocks, 1, split, self._kinds, kinds_at)
            free = np.cumsum(kinds_at == 0, axis=1) - 1
            for anchor, places in enumerate(self._loops.place_at[:, cells].astype(np.int64)):
                kinds = self._kind_of[self._orbit_of[places], labels]
                in_row = (kinds > 0) & (kinds < split)
                here = (kinds_at[:, places] == np.where(in_row, kinds, 0)).all(axis=1)
                if (places < 0).any() or (kinds < 0).any() or any(self._loops.place_at[anchor, [*holes]] >= 0):
                    continue
                rows.append(anchor * self._blocks + blocks[here])
                wanted.append(np.where(in_row, -1, free[here][:, places] * self._all + kinds))
        return np.concatenate(rows), np.concatenate(wanted or [np.empty((0, labels.size), np.int64)])

    def _bits_near_goal(self, wanted: Numbers) -> npt.NDArray[np.bool_]:
        """Tell for each bit of a row whether it has the kinds that are wanted on free places."""
        free, kinds = np.divmod(wanted[wanted >= 0], self._all)
        return np.asarray((self._free_kinds_at[:, free] == kinds).all(axis=1))


def rank_kinds_of(puzzle: TransferPuzzle) -> KindRanking | None:
    """Rank the boards of a puzzle with equal tiles; None if they cannot be numbered.

    If the loops produce only even permutations of an orbit, it needs two equal tiles to have all arrangements.
    """
    loops = puzzle.theory.loops
    (tiles,) = loops.bring(np.array([puzzle.home_cells], np.uint8))
    kinds = loops.kinds or []
    free = [
        kind == "symmetric" or len(orbit) == 1 or len({*tiles[orbit].tolist()}) < len(orbit)
        for kind, orbit in zip(kinds, loops.orbits, strict=False)
    ]
    listed = not kinds or not all(free)
    if listed and loops.size(np.array(puzzle.home_cells, np.uint8)).board_count > _MOST_LISTED * len(loops.row_of):
        return None
    ranking = KindRanking(puzzle, listed=listed)
    return ranking if ranking.shape.words < _MOST_WORDS else None
