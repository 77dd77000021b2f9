"""Ranks of transfer puzzles: by the place of the hole, and by the group that its loops make of the tiles.

Carry the hole home along a tree of its anchors: what is left of a board is a permutation g, from tiles to places, of
the group G of the loops. A move along the tree leaves g as it is; every other move is a loop, which multiplies g by one
permutation of places from the left. G is cut by two subgroups, H in K in G, each of which leaves some tiles alone:

    g = base[block] inner[word, place]       block: a coset of K;  word: a coset of H in K;  place: an element of H

    loop base[block] = base[block'] k        so all boards of a block go to one block
    k inner[word]    = inner[word'] h        and all boards of a word to one word,
    h inner[place]   = inner[place']         where one permutation of the bits, out of |H|, puts them in order

A row is a block with the hole at one place, so a few small tables describe all moves of the whole space, and no board
is ever decoded (`slidefront.puzzles.groups.words`).
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from slidefront.arrays import Keys
from slidefront.puzzles.groups.kernels import Rows
from slidefront.puzzles.groups.permutations import Group
from slidefront.puzzles.groups.words import GroupWords
from slidefront.puzzles.ranking import Flags, Ranking, Ranks, RowMarks, RowMoves, Shape, whole_rows
from slidefront.puzzles.transfer import rank_kernels
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.frame import Frame, Transfer

_MOST_INNER = 45_000
"""The most elements of K: with 8!/2 of them a block has 336 words, which is small compared with a cache, and large
compared with a jump to another block."""


@dataclass(frozen=True)
class _Tree:
    """Where the tile of each cell is after the hole is carried home: one row for each anchor that it can reach."""

    anchors: list[int]
    place_at: Rows
    """By place, -1 for the cells of the hole."""

    @property
    def row_of(self) -> dict[int, int]:
        return {anchor: row for row, anchor in enumerate(self.anchors)}


def make_ranking(puzzle: TransferEncoding) -> "TransferRanking | None":
    """Rank the boards of a puzzle; None if tiles are equal, or the board is too large for a key."""
    tiles = [label for label in puzzle.home_cells if label]
    if len(set(tiles)) < len(tiles) or puzzle.frame.is_wide:
        return None
    return TransferRanking(puzzle)


class TransferRanking(Ranking):
    """Ranks of the boards of a transfer puzzle whose tiles are all different."""

    def __init__(self, puzzle: TransferEncoding) -> None:
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
        self._words = GroupWords(Group(generators), _MOST_INNER)
        words = self._words
        self.shape = Shape(len(self._tree.anchors) * words.blocks, words.words, words.per_word)

    @property
    def sides(self) -> Flags | None:
        """Two colours for the anchors so that every move changes colours; None if there are none."""
        sides = self._puzzle.frame.sides
        if sides is None:
            return None
        return np.repeat(sides[self._tree.anchors], self._words.blocks).astype(np.uint8)

    @property
    def marked(self) -> RowMarks:
        """The boards with the hole at home, whose rows come first."""
        return whole_rows(self.shape, (np.arange(self.shape.rows) < self._words.blocks).astype(np.uint8))

    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""
        anchors = self._row_of_anchor[self._puzzle.anchors(keys)]
        out = np.empty(keys.size, np.int64)
        cells = self._puzzle.cells(keys)
        rank_kernels.rank_cells(cells, self._tree.place_at, self._tile_of, self._words.cosets, out, anchors)
        return out

    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""
        cells = np.empty((ranks.size, self._puzzle.frame.cells), np.uint8)
        rank_kernels.unrank_cells(ranks, self._tree.place_at, self._label_of, self._words.cosets, cells)
        return self._puzzle.encode(cells)

    def description(self) -> dict[str, Any]:
        """Everything that a page needs to rank a board, as plain data and as arrays: `ranked.js` reads it."""
        words, cosets, sides = self._words, self._words.cosets, self._puzzle.frame.sides
        return {
            "points": len(self._label_of),
            "sizes": words.chain.sizes.tolist(),
            "level": words.level,
            "blocks": words.blocks,
            "inner": words.inner,
            "perWord": self.shape.per_word,
            "tileOf": self._tile_of.tolist(),
            "placeAt": self._tree.place_at.tolist(),
            "rowOf": self._row_of_anchor.tolist(),
            "sides": None if sides is None else sides[self._tree.anchors].tolist(),
            "carriers": words.chain.carriers.reshape(-1).astype(np.uint8),
            "carried": words.chain.carried.reshape(-1).astype(np.uint8),
            "base": cosets.base.reshape(-1).astype(np.uint8),
            "placeOf": cosets.place_of,
        }

    @cached_property
    def _row_of_anchor(self) -> Rows:
        rows = np.full(len(self._puzzle.frame.holes), -1, np.int8)
        rows[self._tree.anchors] = np.arange(len(self._tree.anchors))
        return rows

    @cached_property
    def moves(self) -> RowMoves:
        """All moves: each leads from all blocks of an anchor to those of another one."""
        frame, tree, words = self._puzzle.frame, self._tree, self._words
        moves = [move for anchor in tree.anchors for move in frame.moves_at(anchor)]
        loops = [tuple(_loop(move, tree)) for move in moves]
        products = {loop: words.products(np.array(loop, np.int8), words.cosets.base) for loop in {*loops}}
        used = np.zeros(words.inner, np.bool_)
        used[0] = True
        for _, by in products.values():
            used[by] = True
        number = np.cumsum(used) - 1
        starts = np.concatenate([_rows(tree.row_of[move.start], words.blocks) for move in moves] or [_NONE])
        ends = np.concatenate(
            [tree.row_of[move.end] * words.blocks + products[loop][0] for move, loop in zip(moves, loops, strict=True)]
            or [_NONE]
        )
        by = np.concatenate([number[products[loop][1]] for loop in loops] or [_NONE])
        order = np.lexsort((by, starts))
        first = np.searchsorted(starts[order], np.arange(self.shape.rows + 1))
        shuffles = words.shuffles(np.flatnonzero(used))
        return RowMoves(first, ends[order].astype(np.int32), by[order].astype(np.uint16), shuffles)


_NONE = np.empty(0, np.int64)


def _rows(anchor: int, blocks: int) -> Ranks:
    return np.arange(anchor * blocks, (anchor + 1) * blocks)


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
