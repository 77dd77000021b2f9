"""Ranks of transfer puzzles: by the place of the hole, and by the group that its loops make of the tiles.

Carry the hole home along a tree of its anchors: what is left of a board is a permutation g, from tiles to places, of
the group G of the loops. A move along the tree leaves g as it is; every other move is a loop, which multiplies g by one
permutation of places from the left. G is cut by two subgroups, H in K in G, each of which leaves some tiles alone:

    g = base[block] inner[word, place]       block: a coset of K;  word: a coset of H in K;  place: an element of H

    loop base[block] = base[block'] k        so all boards of a block go to one block
    k inner[word]    = inner[word'] h        and all boards of a word to one word,
    h inner[place]   = inner[place']         where one permutation of the bits, out of |H|, puts them in order

So a few small tables describe all moves of the whole space, and no board is ever decoded. H has at most 64 elements. If
tiles can come into every even order, it has 60: the even orders of the last five tiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.ranking import Ranking, Ranks, Shape
from slidefront.puzzles.transfer import rank_kernels
from slidefront.puzzles.transfer.frame import Frame, Transfer
from slidefront.puzzles.transfer.permutations import Group, Permutation, even
from slidefront.puzzles.transfer.rank_kernels import Chain, Cosets, Numbers, Rows

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

Small = npt.NDArray[np.int32]
WORD = 64
_MOST_INNER = 45_000
"""The most elements of K: with 8!/2 of them a block has 336 words, which is small compared with a cache, and large
compared with a jump to another block."""


class Moves(NamedTuple):
    """All moves as tables, for kernels: the moves at an anchor are those from `first[anchor]` on."""

    first: npt.NDArray[np.int32]
    end: npt.NDArray[np.int32]
    """The anchor that a move leads to."""
    loop: npt.NDArray[np.int32]
    """The row of `block_to` of a move; -1 for a move along the tree, which changes nothing else."""
    block_to: npt.NDArray[np.int32]
    block_by: npt.NDArray[np.int32]
    """The row of `word_to` for what becomes of the words of a block; row 0 leaves them as they are."""
    word_to: npt.NDArray[np.uint16]
    word_by: npt.NDArray[np.uint8]
    """The element of H that puts the boards of a word in order; 0 leaves them as they are."""
    times: npt.NDArray[np.uint8]
    """The multiplication of H."""
    shuffle: Keys
    """For an element h of H, a byte of a word and its value: where these bits come from a word that h leads to."""


@dataclass(frozen=True)
class _Tree:
    """Where the tile of each cell is after the hole is carried home: one row for each anchor that it can reach."""

    anchors: list[int]
    place_at: Rows
    """By place, -1 for the cells of the hole."""

    @property
    def row_of(self) -> dict[int, int]:
        return {anchor: row for row, anchor in enumerate(self.anchors)}


def make_ranking(puzzle: "TransferPuzzle") -> "TransferRanking | None":
    """Rank the boards of a puzzle; None if tiles are equal, or the board is too large for a key."""
    tiles = [label for label in puzzle.home_cells if label]
    if len(set(tiles)) < len(tiles) or puzzle.frame.is_wide:
        return None
    return TransferRanking(puzzle)


class TransferRanking(Ranking):
    """Ranks of the boards of a transfer puzzle whose tiles are all different."""

    def __init__(self, puzzle: "TransferPuzzle") -> None:
        self._puzzle = puzzle
        frame, home = puzzle.frame, puzzle.home_cells
        anchor = frame.anchor_of(home)
        self._tree = _order_by_orbits(frame, _carry_home(frame, anchor, [c for c, label in enumerate(home) if label]))
        points = sum(label > 0 for label in home)
        self._tile_of = np.full(16, -1, np.int8)
        self._label_of = np.zeros(points, np.uint8)
        for cell, label in enumerate(home):
            if label:
                place = self._tree.place_at[0, cell]
                self._tile_of[label], self._label_of[place] = place, label
        generators = sorted({tuple(loop) for loop in _loops(frame, self._tree)} | {tuple(range(points))})
        self._chain = _chain_of(Group(generators))
        self._orders = [prod(self._chain.sizes[level:].tolist()) for level in range(points + 1)]
        self._level = next(level for level, order in enumerate(self._orders) if order <= _MOST_INNER)
        inner = self._orders[self._level]
        self._elements = np.empty((inner, points), np.int8)
        rank_kernels.list_elements(self._elements, 1, self._level, self._chain)
        self._in_word = _word_elements(self._elements, self._orders)
        per_word = len(self._in_word)
        self.shape = Shape(len(self._tree.anchors), self._orders[0] // inner, inner // per_word, per_word)

    @cached_property
    def _cosets(self) -> Cosets:
        base = np.empty((self.shape.blocks, self._elements.shape[1]), np.int8)
        rank_kernels.list_elements(base, self._orders[self._level], 0, self._chain)
        inner = np.empty_like(self._elements)
        place_of = np.full(len(inner), -1, np.int32)
        rank_kernels.order_by_words(self._elements, self._in_word, self._level, self._chain, inner, place_of)
        return Cosets(self._chain, base, inner, place_of, self._level)

    @property
    def anchors(self) -> list[int]:
        """The anchors of the puzzle's frame in the order of ranks; home's comes first."""
        return self._tree.anchors

    @property
    def sides(self) -> npt.NDArray[np.int8] | None:
        """Two colours for the anchors of the ranks so that every move changes colours; None if there are none."""
        sides = self._puzzle.frame.sides
        return None if sides is None else sides[self._tree.anchors]

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""
        anchors = self._row_of_anchor[self._puzzle.anchors(keys)]
        out = np.empty(keys.size, np.int64)
        cells = self._puzzle.cells(keys)
        rank_kernels.rank_cells(cells, self._tree.place_at, self._tile_of, self._cosets, out, anchors)
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        cells = np.empty((ranks.size, self._puzzle.frame.cells), np.uint8)
        rank_kernels.unrank_cells(ranks, self._tree.place_at, self._label_of, self._cosets, cells)
        return self._puzzle.encode(cells)

    def description(self) -> dict[str, Any]:
        """Everything that a page needs to rank a board, as plain data and as arrays: `ranked.js` reads it."""
        chain, cosets = self._chain, self._cosets
        return {
            "points": len(self._label_of),
            "sizes": chain.sizes.tolist(),
            "level": self._level,
            "blocks": self.shape.blocks,
            "inner": len(cosets.inner),
            "perWord": self.shape.per_word,
            "tileOf": self._tile_of.tolist(),
            "placeAt": self._tree.place_at.tolist(),
            "rowOf": self._row_of_anchor.tolist(),
            "carriers": chain.carriers.reshape(-1).astype(np.uint8),
            "carried": chain.carried.reshape(-1).astype(np.uint8),
            "base": cosets.base.reshape(-1).astype(np.uint8),
            "placeOf": cosets.place_of,
        }

    @cached_property
    def _row_of_anchor(self) -> Rows:
        rows = np.full(len(self._puzzle.frame.holes), -1, np.int8)
        rows[self._tree.anchors] = np.arange(len(self._tree.anchors))
        return rows

    @cached_property
    def moves(self) -> Moves:
        """The moves as tables."""
        frame, tree = self._puzzle.frame, self._tree
        moves = [move for anchor in tree.anchors for move in frame.moves_at(anchor)]
        loops = [tuple(_loop(move, tree)) for move in moves]
        identity = tuple(range(len(self._label_of)))
        different = sorted({*loops} - {identity})
        starts = [tree.row_of[move.start] for move in moves]
        block_to, block_by, rows = _block_tables(different, self._cosets)
        word_to, word_by = _word_tables(rows, self._cosets, self.shape.per_word)
        in_word = np.ascontiguousarray(self._cosets.inner[: self.shape.per_word])
        times = np.array([_products(one, in_word, self._cosets)[1] for one in in_word], np.uint8)
        return Moves(
            first=np.searchsorted(starts, np.arange(len(tree.anchors) + 1)).astype(np.int32),
            end=np.array([tree.row_of[move.end] for move in moves], np.int32),
            loop=np.array([different.index(loop) if loop in different else -1 for loop in loops], np.int32),
            block_to=block_to,
            block_by=block_by,
            word_to=word_to,
            word_by=word_by,
            times=times,
            shuffle=_shuffles(times),
        )


def _carry_home(frame: Frame, home: int, cells: list[int]) -> _Tree:
    """Carry the hole from home to every anchor that it can reach: along a path if there is one, else by few moves."""
    carried = {home: [cells.index(cell) if cell in cells else -1 for cell in range(frame.cells)]}
    for preferred in (_along_rows(frame), {(move.start, move.end) for move in frame.moves}):
        waiting = [*carried]
        for anchor in waiting:
            for move in frame.moves_at(anchor):
                if move.end not in carried and (move.start, move.end) in preferred:
                    carried[move.end] = move.apply(carried[anchor], -1)
                    waiting.append(move.end)
    return _Tree([*carried], np.array([*carried.values()], np.int8))


def _along_rows(frame: Frame) -> set[tuple[int, int]]:
    """Return the moves of a path that turns at the end of each row, or column: loops next to it permute few tiles."""
    if len(frame.holes) != frame.cells or frame.kind != "tiles":
        return set()
    path = _snake(frame)
    steps = [*pairwise(path)]
    return {*steps, *((end, start) for start, end in steps)}


def _snake(frame: Frame) -> list[int]:
    rows, columns = frame.rows, frame.columns
    lines = [[r * columns + c for c in range(columns)] for r in range(rows)]
    if columns > rows:
        lines = [[r * columns + c for r in range(rows)] for c in range(columns)]
    return [cell for number, line in enumerate(lines) for cell in (line[::-1] if number % 2 else line)]


def _loop(move: Transfer, tree: _Tree) -> list[int]:
    """Tell where a move takes the tile of each place, when the hole is carried home before and after."""
    before, after = (tree.place_at[tree.row_of[anchor]] for anchor in (move.start, move.end))
    loop = [0] * int((before >= 0).sum())
    for cell, place in enumerate(move.apply(before.tolist(), -1)):
        if place >= 0:
            loop[place] = int(after[cell])
    return loop


def _loops(frame: Frame, tree: _Tree) -> list[list[int]]:
    return [_loop(move, tree) for anchor in tree.anchors for move in frame.moves_at(anchor)]


def _order_by_orbits(frame: Frame, tree: _Tree) -> _Tree:
    """Renumber the places: those of one orbit consecutively, in the order of a path, and the largest orbit last."""
    points = int((tree.place_at[0] >= 0).sum())
    orbits = Group([*_loops(frame, tree), list(range(points))]).orbits
    cell_of = {int(place): cell for cell, place in enumerate(tree.place_at[0])}
    path = _snake(frame) if len(frame.holes) == frame.cells and frame.kind == "tiles" else list(range(frame.cells))
    order = [
        place
        for orbit in sorted(orbits, key=len)
        for place in sorted(orbit, key=lambda place: path.index(cell_of[place]))
    ]
    number = np.full(points + 1, -1, np.int8)  # the last one stands for the hole's -1
    number[order] = np.arange(points)
    return _Tree(tree.anchors, number[tree.place_at])


def _chain_of(group: Group) -> Chain:
    points = group.points
    carriers = np.zeros((points, points, points), np.int8)
    inverses = np.zeros((points, points, points), np.int8)
    carried = np.zeros((points, points), np.bool_)
    for level, elements in enumerate(group.chain):
        for point, one in elements.items():
            carriers[level, point] = one
            inverses[level, point] = np.argsort(one)
            carried[level, point] = True
    return Chain(carriers, inverses, carried, carried.sum(axis=1))


def _word_elements(elements: Rows, orders: Sequence[int]) -> Rows:
    """Choose H: a group of the chain, or the even half of one, that fills most of a word."""
    fits = next(level for level, order in enumerate(orders) if order <= WORD)
    chosen = elements[: orders[fits]]
    if fits > 0 and orders[fits - 1] <= min(2 * WORD, len(elements)):
        larger = elements[: orders[fits - 1]]
        even_half = larger[even(larger.astype(np.int64))]
        if len(chosen) < len(even_half) <= WORD:
            return even_half
    return chosen


def _block_tables(loops: Sequence[Permutation], cosets: Cosets) -> tuple[Small, Small, Numbers]:
    """Compute the block that each loop takes each block to, and by which elements of K; return these elements last."""
    block_to = np.empty((len(loops), len(cosets.base)), np.int32)
    block_by = np.empty_like(block_to)
    for number, loop in enumerate(loops):
        block_to[number], block_by[number] = _products(np.array(loop, np.int8), cosets.base, cosets)
    used = np.zeros(len(cosets.inner), np.bool_)
    used[0] = True
    used[block_by] = True
    (rows,) = np.nonzero(used)
    row_of = np.cumsum(used) - 1
    return block_to, row_of[block_by].astype(np.int32), rows


def _word_tables(rows: Numbers, cosets: Cosets, per_word: int) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Compute the word that some elements of K take each word to, and by which elements of H."""
    firsts = np.ascontiguousarray(cosets.inner[::per_word])
    word_to = np.empty((rows.size, len(firsts)), np.uint16)
    word_by = np.empty((rows.size, len(firsts)), np.uint8)
    for number, row in enumerate(rows):
        _, places = _products(cosets.inner[row], firsts, cosets)
        word_to[number], word_by[number] = np.divmod(places, per_word)
    return word_to, word_by


def _products(one: Rows, others: Rows, cosets: Cosets) -> tuple[Numbers, Numbers]:
    block, place = np.empty(len(others), np.int64), np.empty(len(others), np.int64)
    rank_kernels.split_products(np.ascontiguousarray(one), others, cosets, block, place)
    return block, place


def _shuffles(times: npt.NDArray[np.uint8]) -> Keys:
    """For each h, byte and value: the bits i whose place `times[h, i]` is a bit of that value in that byte."""
    order = len(times)
    shuffle = np.zeros((order, 8, 256), np.uint64)
    values = np.arange(256)
    for h in range(order):
        for i, source in enumerate(times[h].tolist()):
            byte, bit = divmod(source, 8)
            shuffle[h, byte, (values >> bit & 1) > 0] |= np.uint64(1 << i)
    return shuffle
