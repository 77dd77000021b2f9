"""Ranks of transfer puzzles: by the place of the hole, and by the group that its loops make of the tiles.

With the hole carried home (`theory`), a board is a permutation g, from tiles to places, of the group G of the loops,
and a loop multiplies g by one permutation of places from the left. G is cut into blocks, words and places (`groups`).
A row is a block with the hole at one place, so a few small tables describe all moves of the whole space, and no board
is ever decoded.
"""

from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.puzzles.groups import Cosets, GroupWords, Permutation, Rows, split
from slidefront.puzzles.ranking import (
    Flags,
    Ranking,
    Ranks,
    RowMarks,
    RowMoves,
    Shape,
    Shuffles,
    marked_alike,
    whole_rows,
)
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.puzzles.transfer.theory import first_holes

_MOST_INNER = 45_000
"""The most elements of K: with 8!/2 of them a block has 336 words, which is small compared with a cache, and large
compared with a jump to another block."""


class TransferRanking(Ranking):
    """Ranks of the boards of a transfer puzzle whose tiles are all different."""

    def __init__(self, puzzle: TransferPuzzle) -> None:
        self._puzzle = puzzle
        self._loops = loops = puzzle.theory.loops
        self._anchors = [*loops.row_of]
        self._tile_of = np.full(16, -1, np.int8)
        self._label_of = np.zeros(loops.points, np.uint8)
        for label, place in zip(puzzle.home_cells, loops.place_at[0].tolist(), strict=True):
            if label:
                self._tile_of[label], self._label_of[place] = place, label
        self._words = words = GroupWords(loops.group, _MOST_INNER)
        self.shape = Shape(len(self._anchors) * words.blocks, words.words, words.per_word)

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The colours of anchors, if they have two so that every move changes colours."""
        sides = self._puzzle.frame.sides
        return None if sides is None else sides[self._anchors][rows // self._words.blocks].astype(np.uint8)

    @property
    def marked(self) -> RowMarks:
        """The boards that meet a partial goal; without one those with the hole at home, whose rows come first."""
        if not self._puzzle.goal.partial:
            return whole_rows(self.shape, (np.arange(self.shape.rows) < self._words.blocks).astype(np.uint8))
        wanted, inner = self._puzzle.goal_labels, self._words.cosets.inner
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
        """Rank boards; -1 for one that cannot be reached from home."""
        out = np.empty(keys.size, np.int64)
        cells = self._puzzle.decode(keys)
        anchors = self._loops.row_at[first_holes(cells)]
        rank_cells(cells, self._loops.place_at, self._tile_of, self._words.cosets, out, anchors)
        out[keys > (1 << self._puzzle.key_bits) - 1] = -1
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        out = np.empty(ranks.size, np.uint64)
        unrank_keys(ranks, self._loops.place_at, self._label_of, self._words.cosets, out)
        return out

    def description(self) -> dict[str, Any]:
        """Everything that a page needs to rank a board, as plain data and as arrays: `distances.js` reads it."""
        words, cosets, sides = self._words, self._words.cosets, self._puzzle.frame.sides
        return {
            "points": len(self._label_of),
            "sizes": words.chain.sizes.tolist(),
            "level": words.level,
            "blocks": words.blocks,
            "inner": words.inner,
            "perWord": self.shape.per_word,
            "tileOf": self._tile_of.tolist(),
            "placeAt": self._loops.place_at.tolist(),
            "rowOf": [self._loops.row_of.get(anchor, -1) for anchor in range(len(self._puzzle.frame.holes))],
            "sides": None if sides is None else sides[self._anchors].tolist(),
            "carriers": words.chain.carriers.reshape(-1).astype(np.uint8),
            "carried": words.chain.carried.reshape(-1).astype(np.uint8),
            "placeOf": cosets.place_of,
        }

    @cached_property
    def _anchor_moves(self) -> list[list[tuple[int, Permutation]]]:
        """For each anchor its moves: the row of the anchor that it leads to, and its loop."""
        loops, moves_at = self._loops, self._puzzle.frame.moves_at
        return [[(loops.row_of[move.end], loops.loop(move)) for move in moves_at[one]] for one in self._anchors]

    @cached_property
    def _products(self) -> tuple[dict[Permutation, tuple[Small, npt.NDArray[np.uint16]]], Shuffles]:
        """For each loop the block that each block goes to and the number of a shuffle; and what these do."""
        words, loops = self._words, sorted({loop for moves in self._anchor_moves for _, loop in moves})
        made = [words.products(np.array(loop, np.int8), words.cosets.base) for loop in loops]
        by, shuffles = words.numbered(np.array([place for _, place in made], np.int64))
        blocks = (block.astype(np.int32) for block, _ in made)
        return dict(zip(loops, zip(blocks, by, strict=True), strict=True)), shuffles

    def row_moves(self, rows: Ranks) -> RowMoves:
        """The moves of some rows: each leads from all blocks of an anchor to those of another one."""
        products, shuffles = self._products
        anchors = rows // self._words.blocks
        blocks = rows - anchors * self._words.blocks
        counts = np.array([len(moves) for moves in self._anchor_moves])
        first = np.concatenate([[0], np.cumsum(counts[anchors])])
        ends, numbers = np.empty(first[-1], np.int32), np.empty(first[-1], np.uint16)
        for anchor in np.flatnonzero(np.bincount(anchors)).tolist():
            (some,) = np.nonzero(anchors == anchor)
            at, block = first[some], blocks[some]
            for i, (row, loop) in enumerate(self._anchor_moves[anchor]):
                to, by = products[loop]
                ends[at + i], numbers[at + i] = to[block] + np.int32(row * self._words.blocks), by[block]
        return RowMoves(first, ends, numbers, shuffles)

    def stretch(self, most: int) -> int:
        """The rows with the hole at one place, and the first tiles at others: a coset of a larger subgroup."""
        sizes: list[int] = self._words.chain.sizes[: self._words.level].tolist()
        return next(rows for level in range(len(sizes) + 1) if (rows := prod(sizes[level:])) <= max(1, most))


@kernel
def rank_cells(cells: Cells, place_at: Rows, tile_of: Rows, cosets: Cosets, out: Numbers, anchors: Rows) -> None:
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
            block, place = split(g, cosets)
            if block >= 0:
                out[i] = (np.int64(anchor) * blocks + block) * places + place


@kernel
def unrank_keys(ranks: Numbers, place_at: Rows, label_of: Cells, cosets: Cosets, out: Keys) -> None:
    """Write the keys of some ranks; `label_of` has the label of each tile."""
    points = cosets.base.shape[1]
    blocks, places = cosets.base.shape[0], cosets.inner.shape[0]
    tile_at = np.empty(points, np.int8)
    for i in range(ranks.size):
        rest, place = divmod(ranks[i], places)
        anchor, block = divmod(rest, blocks)
        for tile in range(points):
            tile_at[cosets.base[block, cosets.inner[place, tile]]] = tile
        key = np.uint64(0)
        for cell in range(place_at.shape[1]):
            key <<= np.uint64(4)
            at = place_at[anchor, cell]
            if at >= 0:
                key |= np.uint64(label_of[tile_at[at]])
        out[i] = key
