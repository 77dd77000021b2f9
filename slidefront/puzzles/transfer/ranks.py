"""Ranks of transfer puzzles: by the place of the hole, and by the arrangement of the tiles when the hole is at home.

With the hole carried home (`theory`), a board is an arrangement of tiles on places, and every move is a loop that
permutes the places. So a few small tables describe all moves of the whole space, and no board is ever decoded. How
arrangements are numbered depends on the tiles.

If all tiles are different (`TransferRanking`), an arrangement is a permutation g, from tiles to places, of the group G
of the loops, and a loop multiplies g by one permutation of places from the left. G is divided into blocks, words and
places (`groups`). A row is a block with the hole at one place.

If some tiles are equal (`KindRanking`), a *kind* is all equal tiles on one orbit of places. The most frequent kind of
an orbit fills the places that the other kinds leave free. A rank numbers the places of the other kinds, one kind after
another:

    row            the anchor of the hole, and the places of the first kinds
    bit of a row   the places of the last kinds, counted among the places that the first kinds leave free

A move of a tile of the first kinds leads to another row and does not change the order of the bits. Every other move
shifts some free places, so few permutations of bits occur: 209 for the hole and seven tiles on 5 x 5 cells, and two
moves in three change nothing. All this requires loops that produce every arrangement of an orbit. For other groups,
which are small or rare, the arrangements are listed and a row is an anchor.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, Small, key_array
from slidefront.compile import kernel
from slidefront.keys.algebra import key_indices, layers_from
from slidefront.puzzles.groups import Cosets, GroupWords, PermutationRows, split_permutation
from slidefront.puzzles.ranking import (
    Flags,
    Ranking,
    Ranks,
    RowMarks,
    RowMoves,
    Shape,
    Shuffles,
    batch_slices,
    map_batches,
    marked_alike,
    turning,
    whole_rows,
)
from slidefront.puzzles.transfer.codec import TransferCodec
from slidefront.puzzles.transfer.kinds import (
    AnchorMoves,
    make_kinds,
    move_rows,
    order_free,
    rank_all,
    unrank_all,
    unrank_kinds,
)
from slidefront.puzzles.transfer.theory import HomeLoops, first_holes

_MOST_INNER = 45_000
"""The most elements of K: with 8!/2 of them a block has 336 words, which is small compared with a cache, and large
compared with a jump to another block."""
_MOST_BITS = 1 << 15
"""The maximum number of boards in a row, unless the last kind alone has more: small compared with a cache."""
_MOST_WORDS = 1 << 16  # of a row, see `Shuffles`
_MOST_LISTED = 200_000
"""The most boards per anchor if arrangements are listed."""
WantedLabels = Sequence[int | None]
"""The label that a partial goal wants in each cell, None for any label."""


def rank_transfers(codec: TransferCodec, loops: HomeLoops, wanted: WantedLabels | None) -> "HomeRanking | None":
    """Return a ranking of the boards that can be reached from home; None if they cannot be numbered.

    `loops` start at home. The selected boards meet the partial goal `wanted`, or have the hole at home if it is None.
    """
    tiles = [label for label in codec.home_cells if label]
    if len({*tiles}) == len(tiles) and not codec.frame.is_wide:
        return TransferRanking(codec, loops, wanted)
    home = np.array([codec.home_cells], np.uint8)
    (tiles_at,) = loops.bring(home)
    # If the loops produce only even permutations of an orbit, it needs two equal tiles to have all arrangements.
    have_all = [
        group == "symmetric" or len(orbit) == 1 or len({*tiles_at[orbit].tolist()}) < len(orbit)
        for group, orbit in zip(loops.orbit_groups or [], loops.orbits, strict=False)
    ]
    listed = not loops.orbit_groups or not all(have_all)
    if listed and loops.size(home[0]).board_count > _MOST_LISTED * len(loops.row_of):
        return None
    ranking = KindRanking(codec, loops, wanted, listed=listed)
    return ranking if ranking.shape.words < _MOST_WORDS else None


class HomeRanking(Ranking):
    """Ranks whose rows belong to the anchors of the hole, home first, with the same number of rows for each."""

    row_sizes: list[int]
    """For each of the first tiles or kinds, the number of places or sets of places that it can have, given the earlier
    ones. Their product is the number of rows of an anchor."""

    def __init__(self, codec: TransferCodec, loops: HomeLoops, wanted: WantedLabels | None) -> None:
        self._codec = codec
        self._loops = loops
        self._wanted = wanted

    @cached_property
    def rows_per_anchor(self) -> int:
        """The number of rows with the hole at one anchor."""
        return prod(self.row_sizes)

    def stretch(self, most: int) -> int:
        """Return the number of rows, at most `most`, with the hole at one anchor and the first tiles at some places."""
        regions = (prod(self.row_sizes[first:]) for first in range(len(self.row_sizes) + 1))
        return next(rows for rows in regions if rows <= max(1, most))

    @cached_property
    def _anchor_moves(self) -> AnchorMoves:
        """The moves of the anchors, which are numbered as in `HomeLoops.row_of`."""
        row_of, moves_at = self._loops.row_of, self._codec.frame.moves_at
        moves = [move for anchor in row_of for move in moves_at[anchor]]
        first = np.concatenate([[0], np.cumsum([len(moves_at[anchor]) for anchor in row_of])])
        loops = np.array([self._loops.loop(move) for move in moves], np.int32).reshape(len(moves), self._loops.points)
        return AnchorMoves(first, np.array([row_of[move.end] for move in moves], np.int32), loops)

    def parity_of(self, rows: Ranks) -> Flags | None:
        """Return the parity classes of the anchors, if every move changes them."""
        classes = self._codec.frame.parity_classes
        if classes is None:
            return None
        return classes[[*self._loops.row_of]][rows // self.rows_per_anchor].astype(np.uint8)

    @property
    def marked(self) -> RowMarks:
        """The boards that meet a partial goal; without one, the boards with the hole at home."""
        if self._wanted is None:
            return whole_rows(self.shape, (np.arange(self.shape.rows) < self.rows_per_anchor).astype(np.uint8))
        return self._marked_goals(self._wanted)

    @abstractmethod
    def _marked_goals(self, wanted: WantedLabels) -> RowMarks:
        """Mark the boards that meet a partial goal."""


class TransferRanking(HomeRanking):
    """Ranks of the boards of a transfer puzzle whose tiles are all different."""

    def __init__(self, codec: TransferCodec, loops: HomeLoops, wanted: WantedLabels | None) -> None:
        super().__init__(codec, loops, wanted)
        self._tile_of = np.full(16, -1, np.int8)
        self._label_of = np.zeros(loops.points, np.uint8)
        for label, place in zip(codec.home_cells, loops.place_at[0].tolist(), strict=True):
            if label:
                self._tile_of[label], self._label_of[place] = place, label
        self._words = words = GroupWords(loops.group, _MOST_INNER)
        self.row_sizes = words.chain.sizes[: words.level].tolist()
        self.shape = Shape(len(loops.row_of) * words.blocks, words.words, words.per_word)

    def _marked_goals(self, wanted: WantedLabels) -> RowMarks:
        """Mark the boards that meet a partial goal."""
        inner = self._words.cosets.inner
        cells = [cell for cell, label in enumerate(wanted) if label]
        tiles = self._tile_of[[label for label in wanted if label]].astype(np.int64)
        rows, points = [np.empty(0, np.int64)], [np.empty((0, tiles.size), np.int64)]
        in_order = np.argsort(self._words.cosets.base, axis=1)  # for each block and place the point that comes there
        moving = (inner[:, tiles] != tiles).any(axis=0)
        for anchor, places in enumerate(self._loops.place_at.astype(np.int64)):
            hole = places[[cell for cell, label in enumerate(wanted) if label == 0]]
            if (places[cells] >= 0).all() and (hole < 0).all():
                point = in_order[:, places[cells]]
                (blocks,) = np.nonzero((moving | (point == tiles)).all(axis=1))
                rows.append(anchor * self._words.blocks + blocks)
                points.append(point[blocks])

        def meeting(points: Numbers) -> npt.NDArray[np.bool_]:
            return np.asarray((inner[:, tiles] == points).all(axis=1))

        return marked_alike(self.shape, np.concatenate(rows), np.concatenate(points), meeting)

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for a board that cannot be reached from home."""
        out = np.empty(keys.size, np.int64)
        cells = self._codec.decode(keys)
        anchors = self._loops.row_at[first_holes(cells)]
        rank_cells(cells, self._loops.place_at, self._tile_of, self._words.cosets, out, anchors)
        out[keys > (1 << self._codec.key_bits) - 1] = -1
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Return the keys of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        unrank_keys(ranks, self._loops.place_at, self._label_of, self._words.cosets, out)
        return out

    def description(self) -> dict[str, Any]:
        """Return the plain data and arrays with which `distances.js` ranks a board on a page."""
        words, cosets, classes = self._words, self._words.cosets, self._codec.frame.parity_classes
        return {
            "points": len(self._label_of),
            "sizes": words.chain.sizes.tolist(),
            "level": words.level,
            "blocks": words.blocks,
            "inner": words.inner,
            "perWord": self.shape.per_word,
            "tileOf": self._tile_of.tolist(),
            "placeAt": self._loops.place_at.tolist(),
            "rowOf": [self._loops.row_of.get(anchor, -1) for anchor in range(len(self._codec.frame.holes))],
            "sides": None if classes is None else classes[[*self._loops.row_of]].tolist(),
            "carriers": words.chain.carriers.reshape(-1).astype(np.uint8),
            "carried": words.chain.carried.reshape(-1).astype(np.uint8),
            "placeOf": cosets.place_of,
        }

    @cached_property
    def _products(self) -> tuple[Numbers, Small, npt.NDArray[np.uint16], Shuffles]:
        """The number of the loop of each move; for each loop and block, the new block and its shuffle; the shuffles."""
        words = self._words
        loops, numbers = np.unique(self._anchor_moves.loops, axis=0, return_inverse=True)
        products = [words.products(loop, words.cosets.base) for loop in loops]
        by, shuffles = words.numbered(np.array([place for _, place in products], np.int64))
        return numbers.reshape(-1), np.array([block for block, _ in products], np.int32), by, shuffles

    def row_moves(self, rows: Ranks) -> RowMoves:
        """Return the moves of some rows, which lead from the blocks of an anchor to the blocks of another anchor."""
        loop_of, new_block, by, shuffles = self._products
        moves = self._anchor_moves
        anchors, blocks = np.divmod(rows, self.rows_per_anchor)
        first = np.concatenate([[0], np.cumsum(np.diff(moves.first)[anchors])])
        ends, numbers = np.empty(first[-1], np.int32), np.empty(first[-1], np.uint16)
        for anchor in np.flatnonzero(np.bincount(anchors)).tolist():
            (of_anchor,) = np.nonzero(anchors == anchor)
            first_move, block = first[of_anchor], blocks[of_anchor]
            for i, move in enumerate(range(moves.first[anchor], moves.first[anchor + 1])):
                loop = loop_of[move]
                ends[first_move + i] = new_block[loop][block] + np.int32(moves.end[move] * self.rows_per_anchor)
                numbers[first_move + i] = by[loop][block]
        return RowMoves(first, ends, numbers, shuffles)


class KindRanking(HomeRanking):
    """Ranks of the boards of a transfer puzzle with equal tiles."""

    keeps_moves = True

    def __init__(self, codec: TransferCodec, loops: HomeLoops, wanted: WantedLabels | None, *, listed: bool) -> None:
        super().__init__(codec, loops, wanted)
        self._orbit_of = np.zeros(loops.points, np.int32)
        for orbit, places in enumerate(loops.orbits):
            self._orbit_of[places] = orbit
        (tiles,) = loops.bring(np.array([codec.home_cells], np.uint8))
        counts = Counter(zip(self._orbit_of.tolist(), tiles.tolist(), strict=True))
        common = {orbit: max((n, label) for (of, label), n in counts.items() if of == orbit)[1] for orbit, _ in counts}
        of_kinds = [(0, 0), *sorted((orbit, label) for orbit, label in counts if common[orbit] != label)]
        self._kind_of = np.full((len(loops.orbits), 256), -1, np.int32)
        self._label_of = np.zeros((len(loops.orbits), len(of_kinds)), np.uint8)
        for orbit, label in common.items():
            self._kind_of[orbit, label], self._label_of[orbit, 0] = 0, label
        for kind, (orbit, label) in enumerate(of_kinds[1:], 1):
            self._kind_of[orbit, label], self._label_of[orbit, kind] = kind, label
        orbits, numbers = [orbit for orbit, _ in of_kinds], [0, *(counts[kind] for kind in of_kinds[1:])]
        self._kinds = make_kinds(self._orbit_of, orbits, numbers)
        self._all = len(of_kinds)
        # The bits of a row distinguish the last kinds, as many as keep the row small enough.
        fits = (kind for kind in range(1, self._all) if prod(self._kinds.sizes[kind:].tolist()) <= _MOST_BITS)
        self._split = 1 if listed else next(fits, max(1, self._all - 1))
        self._listed = self._list() if listed else None
        sizes = self._kinds.sizes.tolist()
        self.row_sizes = sizes[1 : self._split]
        row_boards = prod(sizes[self._split :]) if self._listed is None else self._listed.size
        per_word = max(size for size in range(1, 65) if row_boards % size == 0)
        self.shape = Shape(len(loops.row_of) * self.rows_per_anchor, row_boards // per_word, per_word)
        free = np.zeros(loops.points, np.int32)
        unrank_kinds(0, 1, self._split, self._kinds, free)
        self._free_kinds = self._kinds._replace(orbit_of=self._orbit_of[free == 0])
        """The kinds on the free places of a row."""
        self._codes = np.zeros(1, np.int64)
        """The hashes of the known orders of free places, ascending. The hash of the unchanged order is 0."""
        self._numbers = np.zeros(1, np.uint16)
        self._orders = [np.arange(row_boards, dtype=np.int32)]
        """For each numbered order, the new bit of each bit of a row."""

    def _list(self) -> Keys:
        """List the boards with the hole at home that the loops produce from home."""
        loops = sorted({*map(tuple, self._anchor_moves.loops.tolist())})

        def around(keys: Keys) -> Keys:
            tiles = self._loops.bring(self._codec.decode(keys))
            return np.concatenate([self._keys_of(tiles[:, np.argsort(loop)], np.zeros(1, np.int64)) for loop in loops])

        home = key_array([self._codec.key_of(self._codec.home_cells)], self._codec.key_bits)
        return np.sort(np.concatenate([*layers_from(home, around)]))

    def _keys_of(self, tiles: Cells, anchors: Numbers) -> Keys:
        """Make the keys of boards, given as the tile on each place and the row of the anchor of the hole."""
        places = self._loops.place_at[anchors]
        cells = np.take_along_axis(tiles, np.broadcast_to(np.maximum(places, 0), (len(tiles), places.shape[1])), axis=1)
        return self._codec.encode(np.where(places < 0, np.uint8(0), cells))

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for a board that cannot be reached from home."""
        codec, out = self._codec, np.full(keys.size, -1, np.int64)
        (known,) = np.nonzero(codec.are_boards(keys))
        cells = codec.decode(keys[known])
        anchors, tiles = self._loops.row_at[first_holes(cells)].astype(np.int64), self._loops.bring(cells)
        if self._listed is None:
            kinds_at, bits = self._kind_of[self._orbit_of, tiles], np.empty(known.size, np.int64)
            rank_all(kinds_at, 1, self._all, self._kinds, bits)
            bits[(kinds_at < 0).any(axis=1)] = -1
        else:
            bits = key_indices(self._listed, self._keys_of(tiles, np.zeros(1, np.int64)))
        good = (anchors >= 0) & (bits >= 0)
        out[known[good]] = (anchors * (self.rows_per_anchor * self.shape.boards_per_row) + bits)[good]
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Return the keys of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        for batch in batch_slices(ranks.size):
            anchors, bits = np.divmod(ranks[batch], self.rows_per_anchor * self.shape.boards_per_row)
            if self._listed is None:
                kinds_at = np.zeros((bits.size, self._orbit_of.size), np.int32)
                unrank_all(bits, 1, self._all, self._kinds, kinds_at)
                tiles = self._label_of[self._orbit_of, kinds_at]
            else:
                tiles = self._loops.bring(self._codec.decode(self._listed[bits]))
            out[batch] = self._keys_of(tiles, anchors)
        return out

    # Moves

    def row_moves(self, rows: Ranks) -> RowMoves:
        """Return the moves of some rows: each moves the hole, and most keep the order of the free places."""
        batches = map_batches(self._moves_of, rows)
        numbers = np.concatenate([self._numbered(batch, counts, codes) for batch, counts, _, codes in batches])
        counts, ends = (np.concatenate([batch[column] for batch in batches]) for column in (1, 2))
        return RowMoves(np.concatenate([[0], np.cumsum(counts)]), ends, numbers, self._shuffles)

    def _moves_of(self, rows: Ranks) -> tuple[Ranks, Numbers, Small, Numbers]:
        """Return rows, their numbers of moves, the rows that the moves lead to, and the hashes of the orders."""
        counts = np.diff(self._anchor_moves.first)[rows // self.rows_per_anchor]
        ends, codes = np.empty(counts.sum(), np.int32), np.empty(counts.sum(), np.int64)
        move_rows(rows, self._anchor_moves, self._split, self._kinds, ends, codes)
        return rows, counts, ends, codes

    def _numbered(self, rows: Ranks, counts: Numbers, codes: Numbers) -> npt.NDArray[np.uint16]:
        """Look up the numbers of orders by their hashes, and number new orders."""
        known = np.minimum(np.searchsorted(self._codes, codes), self._codes.size - 1)
        new, first = np.unique(codes[self._codes[known] != codes], return_index=True)
        if new.size:
            moves = np.flatnonzero(self._codes[known] != codes)[first]
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
            known = np.searchsorted(self._codes, codes)
        return self._numbers[known]

    def _order(self, row: int, move: int) -> Small:
        """Compute the new bit of each bit of a row after a move."""
        anchor, block = divmod(row, self.rows_per_anchor)
        loop = self._anchor_moves.loops[self._anchor_moves.first[anchor] + move]
        if self._listed is not None:
            tiles = self._loops.bring(self._codec.decode(self._listed))
            after_move = self._keys_of(tiles[:, np.argsort(loop)], np.zeros(1, np.int64))
            return key_indices(self._listed, after_move).astype(np.int32)
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

    # Marked boards

    def _marked_goals(self, wanted: WantedLabels) -> RowMarks:
        """Mark the boards that meet a partial goal."""
        if self._listed is None:
            rows, alike = self._goal_rows(wanted)
        else:
            rows = np.arange(self.shape.rows)
            alike = rows[:, None]

        def bits_meet(row: Numbers) -> npt.NDArray[np.bool_]:
            if self._listed is None:
                free, kinds = np.divmod(row[row >= 0], self._all)
                return np.asarray((self._free_kinds_at[:, free] == kinds).all(axis=1))
            bits = np.arange(self.shape.boards_per_row)
            return self._codec.have_labels(self.keys(row * bits.size + bits), wanted)

        return marked_alike(self.shape, rows, alike, bits_meet)

    def _goal_rows(self, wanted: WantedLabels) -> tuple[Ranks, Numbers]:
        """Find the rows whose first kinds meet the goal, and which kinds each must have on which free places."""
        rows, free_wanted, split = [np.empty(0, np.int64)], list[Numbers](), self._split
        cells = [cell for cell, label in enumerate(wanted) if label]
        labels = np.array([wanted[cell] for cell in cells], np.int64)
        holes = [cell for cell, label in enumerate(wanted) if label == 0]
        for batch in batch_slices(self.rows_per_anchor):
            blocks = np.arange(batch.start, batch.stop)
            kinds_at = np.zeros((blocks.size, self._orbit_of.size), np.int32)
            unrank_all(blocks, 1, split, self._kinds, kinds_at)
            free = np.cumsum(kinds_at == 0, axis=1) - 1
            for anchor, places in enumerate(self._loops.place_at[:, cells].astype(np.int64)):
                kinds = self._kind_of[self._orbit_of[places], labels]
                if (places < 0).any() or (kinds < 0).any() or any(self._loops.place_at[anchor, holes] >= 0):
                    continue
                in_row = (kinds > 0) & (kinds < split)
                meet = (kinds_at[:, places] == np.where(in_row, kinds, 0)).all(axis=1)
                rows.append(anchor * self.rows_per_anchor + blocks[meet])
                free_wanted.append(np.where(in_row, -1, free[meet][:, places] * self._all + kinds))
        return np.concatenate(rows), np.concatenate(free_wanted or [np.empty((0, labels.size), np.int64)])


@kernel
def rank_cells(
    cells: Cells,
    place_at: PermutationRows,
    tile_of: PermutationRows,
    cosets: Cosets,
    out: Numbers,
    anchors: PermutationRows,
) -> None:
    """Rank boards given as cells; `place_at` has a row for each anchor, `anchors` the anchor of each board."""
    points = cosets.base.shape[1]
    blocks, places = cosets.base.shape[0], cosets.inner.shape[0]
    g = np.empty(points, np.int8)
    for i in range(cells.shape[0]):
        out[i] = -1
        anchor = anchors[i]
        if anchor < 0:
            continue
        g[:] = -1
        good = True
        for cell in range(cells.shape[1]):
            place, label = place_at[anchor, cell], cells[i, cell] & 15
            tile = tile_of[label]
            if (place < 0) != (label == 0) or (label != 0 and (tile < 0 or g[tile] >= 0)):
                good = False
            elif label != 0:
                g[tile] = place
        if good:
            block, place = split_permutation(g, cosets)
            if block >= 0:
                out[i] = (np.int64(anchor) * blocks + block) * places + place


@kernel
def unrank_keys(ranks: Numbers, place_at: PermutationRows, label_of: Cells, cosets: Cosets, out: Keys) -> None:
    """Write the keys of some ranks; `label_of` has the label of each tile."""
    points = cosets.base.shape[1]
    blocks, places = cosets.base.shape[0], cosets.inner.shape[0]
    tile_at = np.empty(points, np.int8)
    for i in range(ranks.size):
        row, place = divmod(ranks[i], places)
        anchor, block = divmod(row, blocks)
        for tile in range(points):
            tile_at[cosets.base[block, cosets.inner[place, tile]]] = tile
        key = np.uint64(0)
        for cell in range(place_at.shape[1]):
            key <<= np.uint64(4)
            tile_place = place_at[anchor, cell]
            if tile_place >= 0:
                key |= np.uint64(label_of[tile_at[tile_place]])
        out[i] = key
