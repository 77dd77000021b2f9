"""The arrangements of a block puzzle: which cells the pieces of each shape take, not telling equal pieces apart.

A board is an arrangement and the order of the pieces with names on it. A move leads from one arrangement to another,
and moves a piece within the order of its class, most often not at all. All arrangements that can be reached are listed
as sorted keys of the puzzle without these names.

Each arrangement can have the names in the same number of orders, because every move has an inverse. A loop is a route
through arrangements that ends where it began, with the names in another order; all loops together generate a group G.
Arrangements are explored layer by layer, each with the order T of the first route to it. Every other route to it that
brings another order gives a loop. So the orders of an arrangement are T g, for all g of G.

A move leads to the layer before, the same one or the next, so only two layers are compared. Usually some loops make all
orders; then T does not matter, and the exploring ends.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.keys.algebra import layers_from
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import (
    BATCH,
    COUNT,
    FIRST,
    METRICS,
    ONE,
    SLOT,
    BlockTables,
    Places,
    cells_on,
    decode,
    no_cells,
    part_of,
    put,
    rank_change,
    targets,
)
from slidefront.puzzles.capabilities import Size
from slidefront.puzzles.groups import Chain, Group, take_off

Codes = npt.NDArray[np.uint16]
Orders = npt.NDArray[np.int8]
"""A row a board: for each piece that has a name, its place in the order of the pieces of its class, by points."""


@kernel
def index_of(of_class: npt.NDArray[np.uint16], k: int, piece: int, to: int) -> int:
    """Find the place of a piece in the order of its class after it has moved."""
    i = piece
    while i + 1 < of_class.shape[0] and of_class[i + 1, k] < to:
        i += 1
    while i > 0 and of_class[i - 1, k] > to:
        i -= 1
    return i


@kernel
def list_moves(
    keys: Keys, t: BlockTables, metric: int, first_codes: Numbers, ends: Keys, codes: Codes, counts: Numbers
) -> int:
    """Make every move of some boards, one board after the other: where it leads, and a code of what it does to names.

    Code 0 leaves the order of the pieces as it is; a class whose pieces have no names has -1 in `first_codes`. `counts`
    gets the moves of each board. Return the number of moves, or -1 if a key is not a board.
    """
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places, occupied, found = np.empty((pieces, BATCH), np.uint16), no_cells(t.mask), np.empty(256, np.uint16)
    mask, enter, steps, binomials, parts = t.mask, t.enter, t.steps, t.binomials, t.parts
    n = 0
    for at in range(0, keys.size, BATCH):
        batch = keys[at : at + BATCH]
        if not decode(batch, places, occupied[: batch.size], t):
            return -1
        for k in range(batch.size):
            before = n
            for c in range(t.classes.shape[0]):
                start, count = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT])
                first, part = np.int64(t.classes[c, FIRST]), part_of(c, ONE, parts)
                of_class = places[start : start + count]
                for i in range(count):
                    for j in range(targets(of_class[i, k], cells_on(occupied, k), mask, enter, steps, metric, found)):
                        change = rank_change(of_class, np.int64(k), i, found[j], first, binomials)
                        to = i if first_codes[c] < 0 else index_of(of_class, k, i, found[j])
                        ends[n] = batch[k] + put(change, part, parts)
                        codes[n] = 0 if to == i else first_codes[c] + i * count + to
                        n += 1
            counts[at + k] = n - before
    return n


@kernel
def find(keys: Keys, ordered: Keys, index: Numbers, shift: np.uint64, out: Small) -> None:
    """Find keys among ascending ones; -1 for one that is not there.

    `index` has, for each value of the highest bits of a key, the first place of a key that has it, or more.
    """
    for i in range(keys.size):
        out[i] = -1
        top = np.int64(keys[i] >> shift)
        if top >= index.size - 1:
            continue
        low, high = index[top], index[top + 1]
        while low < high:
            middle = (low + high) // 2
            if ordered[middle] < keys[i]:
                low = middle + 1
            else:
                high = middle
        if low < index[top + 1] and ordered[low] == keys[i]:
            out[i] = low


@kernel
def order_moves(first: Numbers, ends: Small, by: Codes) -> None:
    """Sort the moves of each row by what they do to the names."""
    for row in range(first.size - 1):
        for i in range(first[row] + 1, first[row + 1]):
            end, one = ends[i], by[i]
            j = i
            while j > first[row] and by[j - 1] > one:
                ends[j], by[j] = ends[j - 1], by[j - 1]
                j -= 1
            ends[j], by[j] = end, one


@kernel
def first_outside(first: int, one: Orders, other: Orders, chain: Chain) -> int:
    """Find the first row, from some row on, where what is between two orders is not in a group."""
    inverse, between = np.empty(one.shape[1], np.int8), np.empty(one.shape[1], np.int8)
    for i in range(first, one.shape[0]):
        differs = False
        for x in range(inverse.size):
            inverse[one[i, x]] = x
            differs |= one[i, x] != other[i, x]
        if differs:
            for x in range(inverse.size):
                between[x] = inverse[other[i, x]]
            if take_off(between, 0, between.size, chain) < 0:
                return int(i)
    return int(one.shape[0])


class Bare:
    """A puzzle without the names of some pieces."""

    def __init__(self, puzzle: BlockPuzzle, *, whole: bool = False) -> None:
        """Take the names off pieces whose shapes and placements are equal, and which have classes of one piece.

        `whole` takes them off the pieces of larger classes as well, whose orders cannot be ranked.
        """
        self.puzzle = puzzle
        found: dict[Any, list[str]] = {}
        for number, one in enumerate(puzzle.classes):
            piece = one.pieces[0]
            alike = (piece.shape, piece.ways, one.places) if whole or len(one.pieces) == 1 else number
            found.setdefault(alike, []).extend(piece.name for piece in one.pieces)
        gates = tuple(name for name, piece in puzzle.layout.pieces.items() if piece.passes_gates)
        groups = tuple(map(tuple, found.values()))
        rules = replace(puzzle.rules, metric="step", goal_match="shape", groups=groups, gate_pieces=gates)
        self.bare = BlockPuzzle(puzzle.name, "", puzzle.grid, (), rules)
        self.number = {piece.name: number for number, one in enumerate(puzzle.classes) for piece in one.pieces}
        """For each piece its class of the puzzle."""
        self.spans: list[tuple[int, int, int]] = []
        """Of each class with names, the largest last: its first point, its first slot of `bare`, and its pieces."""
        self.first_codes = np.full(len(self.bare.classes), -1)
        """For each class of arrangements the first code of its moves; -1 if it has no names."""
        code, points = 1, 0
        for number, one in sorted(enumerate(self.bare.classes), key=lambda pair: len(pair[1].pieces)):
            count = len(one.pieces)
            if len({self.number[piece.name] for piece in one.pieces}) > 1:
                self.spans.append((points, self.bare.slots.index(one.pieces[0].name), count))
                self.first_codes[number], code = code, code + count**2
                points += count
        self.points = max(1, points)
        self.loops = Group([range(self.points)])
        """The group of the loops found so far; `find_loops` extends it."""
        self.all_orders = prod(factorial(count) for _, _, count in self.spans)

    @cached_property
    def orders(self) -> Orders:
        """For each code of a move, where it takes each place in the order of the pieces."""
        rows = [np.arange(self.points)]
        for first, _, count in self.spans:
            for start, end in product(range(count), repeat=2):
                order = [piece for piece in range(count) if piece != start]
                order.insert(end, start)
                rows.append(rows[0].copy())
                rows[-1][[first + piece for piece in order]] = first + np.arange(count)
        return np.array(rows, np.int8)

    def moves_of(self, keys: Keys, metric: str) -> tuple[Keys, Codes, Numbers]:
        """Make every move of some arrangements, one after the other: where they lead, their codes, and the counts."""
        most = keys.size * self.puzzle.most_successors
        ends, codes = np.empty(most, np.uint64), np.empty(most, np.uint16)
        counts = np.empty(keys.size, np.int64)
        made = list_moves(keys, self.bare.tables, METRICS[metric], self.first_codes, ends, codes, counts)
        return ends[:made].copy(), codes[:made].copy(), counts

    def forget(self, keys: Keys) -> tuple[Keys, Orders]:
        """Take the names off boards: the arrangements, and where each piece comes in the order of its class."""
        if not self.spans:
            return keys, np.zeros((keys.size, self.points), np.int8)
        places = self.puzzle.placed(keys)[0][self._own_slots] + self._shifts
        orders = np.zeros((keys.size, self.points), np.int8)
        for first, slot, count in self.spans:
            of_class = places[slot : slot + count]
            orders[:, first : first + count] = first + of_class.argsort(axis=0).argsort(axis=0).T
        return self.bare.encode(places), orders

    def recall(self, bare: Keys, orders: Orders) -> Keys:
        """Give the pieces of arrangements their names, in some order each."""
        if not self.spans:
            return bare
        places = self.bare.placed(bare)[0]
        for first, slot, count in self.spans:
            at = orders[:, first : first + count].T - first
            places[slot : slot + count] = np.take_along_axis(places[slot : slot + count], at.astype(np.int64), axis=0)
        named = np.empty_like(places)
        named[self._own_slots] = places - self._shifts
        return self.puzzle.encode(named)

    @cached_property
    def _own_slots(self) -> Numbers:
        """For each piece of arrangements its place among those of the puzzle."""
        return np.array([self.puzzle.slots.index(name) for name in self.bare.slots], np.int64)

    @cached_property
    def _shifts(self) -> Places:
        """For each piece of arrangements how much higher its placements are numbered there."""
        tables = self.bare.tables, self.puzzle.tables
        bare, own = (np.repeat(one.classes[:, FIRST], one.classes[:, COUNT].astype(np.int64)) for one in tables)
        return np.asarray((bare - own[self._own_slots]).astype(np.uint16)[:, None])

    def layers(self) -> Iterator[Keys]:
        """Explore all arrangements, step by step, whatever the metric is: it reaches the same ones."""
        return layers_from(np.array([self.bare.home], np.uint64), self.bare.successors)


@lru_cache(maxsize=8)
def bare_of(puzzle: BlockPuzzle, *, whole: bool = False) -> Bare:
    """Return the `Bare` of a puzzle, with the loops that earlier callers found."""
    if whole and all(len(one.pieces) == 1 for one in puzzle.classes):
        return bare_of(puzzle)
    return Bare(puzzle, whole=whole)


_SLICE = 1 << 16
_MOST_ORDERS = 1_000_000


class Loops(NamedTuple):
    """The group of the loops, and all arrangements."""

    group: Group
    arrangements: Iterable[Keys]
    """Layer by layer."""
    orders: list[Orders] | None
    """The order of the first route to each; None if the group has all orders, so that none has to be known."""


Layer = tuple[Keys, Orders]


def find_loops(bare: Bare, most: int | None = None) -> Loops | None:
    """Find the group of the loops; None if `most` arrangements are not enough."""
    group = bare.loops
    layers: list[Layer] = [(np.array([bare.bare.home], np.uint64), np.arange(bare.points, dtype=np.int8)[None])]
    found = 1
    while layers[-1][0].size and group.order < bare.all_orders:
        if most is not None and found > most:
            return None
        keys, orders = layers[-1]
        new: list[Layer] = []
        for first in range(0, keys.size, _SLICE):
            some = slice(first, first + _SLICE)
            ends, codes, counts = bare.moves_of(keys[some], "step")
            before = np.repeat(orders[some], counts, axis=0).astype(np.int64)
            after = np.take_along_axis(bare.orders[codes], before, axis=1)
            group, fresh = _meet([*layers[-2:], *new], (ends, after), group)
            new.append(fresh)
        bare.loops = group
        layers.append(_joined(new))
        found += layers[-1][0].size
    if group.order == bare.all_orders:
        return Loops(group, bare.layers(), None)
    return Loops(group, [keys for keys, _ in layers], [orders for _, orders in layers])


def _joined(layers: list[Layer]) -> Layer:
    keys, orders = zip(*layers, strict=True)
    return np.concatenate(keys), np.concatenate(orders)


def _meet(known: list[Layer], found: Layer, group: Group) -> tuple[Group, Layer]:
    """Compare arrangements with known ones and with each other; return the new ones."""
    keys, orders = _joined([*known, found])
    at = np.argsort(keys, kind="stable")
    is_first = np.diff(keys[at], prepend=~keys[at[:1]]) != 0
    firsts = at[is_first]
    group = _extend(group, orders[firsts[np.cumsum(is_first) - 1]], orders[at])
    new = firsts[firsts >= keys.size - found[0].size]
    return group, (keys[new], orders[new])


def _extend(group: Group, one: Orders, other: Orders) -> Group:
    """Add to a group what is between two orders of the same arrangements."""
    at = 0
    while (at := first_outside(at, one, other, group.chain)) < len(one):
        loop = np.argsort(one[at])[other[at]]
        group = Group([*group.generators, loop.tolist()])
    return group


@lru_cache(maxsize=8)
def count_named(puzzle: BlockPuzzle, most: int) -> Size | None:
    """Count the boards that can be reached from home: the arrangements, times the orders that loops make of the names.

    None if names make no difference, or `most` arrangements are too few.
    """
    bare = bare_of(puzzle, whole=True)
    loops = find_loops(bare, most) if bare.spans else None
    if loops is None:
        return None
    arrangements = 0
    for layer in loops.arrangements:
        arrangements += layer.size
        if arrangements > most:
            return None
    orders = _count_orders(bare, loops.group)
    return None if orders is None else Size(arrangements * orders, exact=True)


def _count_orders(bare: Bare, group: Group) -> int | None:
    """Count the orders that a group makes of pieces of which some are alike; None if they are too many to list."""
    slots = chain.from_iterable(range(slot, slot + count) for _, slot, count in bare.spans)
    start = tuple(bare.number[bare.bare.slots[slot]] for slot in slots)
    alike = prod(factorial(count) for count in Counter(start).values())
    if alike == 1 or group.order == bare.all_orders:
        return group.order // alike
    seen, waiting = {start}, [start]
    while waiting and len(seen) <= _MOST_ORDERS:
        order = waiting.pop()
        new = {tuple(order[point] for point in one) for one in group.generators} - seen
        seen |= new
        waiting += new
    return None if waiting else len(seen)
