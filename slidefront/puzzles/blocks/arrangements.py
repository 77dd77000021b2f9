"""The arrangements of a block puzzle: which cells the pieces of each shape take, without their names.

    A B .      B . A      one arrangement in two orders of the names A and B
    C D D      C D D

A board is an arrangement and the order of the named pieces on it. A move leads from one arrangement to another, and may
*reorder* the pieces of a shape; most moves reorder none. `Arrangements` converts between boards and arrangements.

Every arrangement occurs in the same number of orders, because every move has an inverse. A *loop* is a route that
returns to its first arrangement, with the names in another order; all loops together generate a group G. `find_loops`
explores the arrangements layer by layer, each with the order T of the first route to it. Every other route that brings
another order gives a loop. So the orders of an arrangement are T g, for all g of G.

A move leads to the layer before, the same or the next, so only two layers are compared. Usually few loops generate all
orders; then T does not matter, and the exploring of orders ends. `count_named` multiplies the arrangements by the
orders, which gives the size of a puzzle much larger than can be explored.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, islice, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.keys.algebra import layers_from
from slidefront.moves import METRICS, reach
from slidefront.puzzles.blocks.codec import BlockCodec
from slidefront.puzzles.blocks.layout import Layout
from slidefront.puzzles.blocks.successors import (
    BATCH_BOARDS,
    COUNT,
    FIRST,
    ONE,
    SLOT,
    BlockTables,
    Placements,
    cells_on,
    class_part,
    decode_boards,
    no_cells,
    put_rank,
    rank_change,
    targets,
)
from slidefront.puzzles.capabilities import Size
from slidefront.puzzles.groups import Chain, Group, take_off
from slidefront.puzzles.ranking import batch_slices

Reorderings = npt.NDArray[np.uint16]
"""Codes of what moves do to the order of the names; 0 if the order stays."""
NameOrders = npt.NDArray[np.int8]
"""A row for each board, a column for each named piece: its position in the order of its shape, counted over all."""
OrderedKeys = tuple[Keys, NameOrders]

_MAX_LISTED_ORDERS = 1_000_000


class NamedShape(NamedTuple):
    """A shape whose pieces have different names."""

    piece_count: int
    slots: slice
    """The rows of the shape in the placements of arrangements."""
    points: slice
    """The columns of the shape in `NameOrders`: its pieces, numbered among all named pieces."""


class Arrangements:
    """The boards of a puzzle without the names of some pieces."""

    def __init__(self, named: BlockCodec, *, whole: bool = False) -> None:
        """Remove the names of pieces of equal shapes and placements that are alone in their class.

        `whole` also removes the names of pieces in larger classes; their orders can be counted but not ranked.
        """
        self.named = named
        alike: dict[Any, list[str]] = {}
        for number, cls in enumerate(named.classes):
            piece = cls.pieces[0]
            shape = (piece.shape, piece.directions, cls.places) if whole or len(cls.pieces) == 1 else number
            alike.setdefault(shape, []).extend(piece.name for piece in cls.pieces)
        layout = named.layout
        gates = tuple(name for name, piece in layout.pieces.items() if piece.passes_gates)
        groups = tuple(map(tuple, alike.values()))
        rules = replace(layout.rules, metric="step", goal_match="shape", groups=groups, gate_pieces=gates)
        self.nameless = BlockCodec(named.name, Layout(layout.grid, (), rules))
        self.class_of = {piece.name: number for number, cls in enumerate(named.classes) for piece in cls.pieces}
        """The number of the class of each piece in the puzzle."""
        self.shapes: list[NamedShape] = []
        """The shapes with names, the largest last."""
        self.first_codes = np.full(len(self.nameless.classes), -1)
        """For each class of arrangements, the first code of its reorderings; -1 if its pieces have no names."""
        code, points = 1, 0
        for number, span in sorted(enumerate(self.nameless.spans), key=lambda pair: pair[1].piece_count):
            count = span.piece_count
            if len({self.class_of[name] for name in self.nameless.slots[span.slots]}) > 1:
                self.shapes.append(NamedShape(count, span.slots, slice(points, points + count)))
                self.first_codes[number], code = code, code + count**2
                points += count
        self.point_count = max(1, points)
        self.group = Group([range(self.point_count)])
        """The group of the loops found so far; `find_loops` extends it."""
        self.count: int | None = None
        """The number of arrangements; None until `count_named` has counted them."""
        self.order_count = prod(factorial(shape.piece_count) for shape in self.shapes)
        """The number of orders of the names, reachable or not."""

    @cached_property
    def reorderings(self) -> NameOrders:
        """For each code of a reordering, the position that the piece at each position goes to."""
        rows = [np.arange(self.point_count)]
        for shape in self.shapes:
            for start, end in product(range(shape.piece_count), repeat=2):
                order = [piece for piece in range(shape.piece_count) if piece != start]
                order.insert(end, start)
                row = rows[0].copy()
                row[shape.points] = shape.points.start + np.argsort(order)
                rows.append(row)
        return np.array(rows, np.int8)

    def moves_of(self, keys: Keys, metric: str) -> tuple[Keys, Reorderings, Numbers]:
        """Make every move of arrangements. Return their ends, their reorderings, and the move count per arrangement."""
        room = keys.size * self.named.most_successors
        ends, codes = np.empty(room, np.uint64), np.empty(room, np.uint16)
        counts = np.empty(keys.size, np.int64)
        total = reorder_moves(keys, self.nameless.tables, METRICS[metric], self.first_codes, ends, codes, counts)
        return ends[:total].copy(), codes[:total].copy(), counts

    def strip_names(self, keys: Keys) -> OrderedKeys:
        """Return the arrangements of boards, and the orders of the names on them."""
        if not self.shapes:
            return keys, np.zeros((keys.size, self.point_count), np.int8)
        placements = self.named.decode_placements(keys)[0][self._named_slots] + self._shifts
        orders = np.zeros((keys.size, self.point_count), np.int8)
        for shape in self.shapes:
            orders[:, shape.points] = shape.points.start + placements[shape.slots].argsort(axis=0).argsort(axis=0).T
        return self.nameless.encode(placements), orders

    def restore_names(self, arrangements: Keys, orders: NameOrders) -> Keys:
        """Return the boards of arrangements, given the order of the names on each."""
        if not self.shapes:
            return arrangements
        placements = self.nameless.decode_placements(arrangements)[0]
        for shape in self.shapes:
            positions = (orders[:, shape.points].T - shape.points.start).astype(np.int64)
            placements[shape.slots] = np.take_along_axis(placements[shape.slots], positions, axis=0)
        named = np.empty_like(placements)
        named[self._named_slots] = placements - self._shifts
        return self.named.encode(named)

    @cached_property
    def _named_slots(self) -> Numbers:
        """For each slot of arrangements, the slot of the same piece in the puzzle."""
        return np.array([self.named.slots.index(name) for name in self.nameless.slots], np.int64)

    @cached_property
    def _shifts(self) -> Placements:
        """For each slot of arrangements, how much higher its placements are numbered there than in the puzzle."""

        def first_placements(codec: BlockCodec) -> Numbers:
            return np.array([span.placements.start for span in codec.spans for _ in range(span.piece_count)], np.int64)

        shifts = first_placements(self.nameless) - first_placements(self.named)[self._named_slots]
        return np.asarray(shifts.astype(np.uint16)[:, None])


@lru_cache(maxsize=8)
def arrangements_of(named: BlockCodec, *, whole: bool = False) -> Arrangements:
    """Return the arrangements of a puzzle, with the loops that earlier callers found."""
    if whole and all(len(cls.pieces) == 1 for cls in named.classes):
        return arrangements_of(named)
    return Arrangements(named, whole=whole)


class Loops(NamedTuple):
    """The group of the loops, and all arrangements."""

    group: Group
    layers: Iterable[Keys]
    """The keys of the arrangements, layer by layer."""
    orders: list[NameOrders] | None
    """The order of the first route to each arrangement; None if the group has all orders, so that T does not matter."""


def find_loops(arrangements: Arrangements, max_count: int | None = None) -> Loops | None:
    """Find the group of the loops; None if that takes more than `max_count` arrangements."""
    group = arrangements.group
    home = np.array([arrangements.nameless.home], np.uint64)
    layers: list[OrderedKeys] = [(home, np.arange(arrangements.point_count, dtype=np.int8)[None])]
    count = 1
    while layers[-1][0].size and group.order < arrangements.order_count:
        if max_count is not None and count > max_count:
            return None
        keys, orders = layers[-1]
        parts: list[OrderedKeys] = []
        for batch in batch_slices(keys.size):
            ends, codes, counts = arrangements.moves_of(keys[batch], "step")
            before = np.repeat(orders[batch], counts, axis=0).astype(np.int64)
            after = np.take_along_axis(arrangements.reorderings[codes], before, axis=1)
            group, new = _meet([*layers[-2:], *parts], (ends, after), group)
            parts.append(new)
        arrangements.group = group
        layers.append(_concatenate(parts))
        count += layers[-1][0].size
    if group.order == arrangements.order_count:
        return Loops(group, layers_from(home, arrangements.nameless.successors), None)
    return Loops(group, [keys for keys, _ in layers], [orders for _, orders in layers])


def _concatenate(layers: list[OrderedKeys]) -> OrderedKeys:
    keys, orders = zip(*layers, strict=True)
    return np.concatenate(keys), np.concatenate(orders)


def _meet(known: list[OrderedKeys], reached: OrderedKeys, group: Group) -> tuple[Group, OrderedKeys]:
    """Compare reached arrangements with known ones and with each other.

    Return the group with the loops that they close, and the new arrangements with their orders.
    """
    keys, orders = _concatenate([*known, reached])
    sorting = np.argsort(keys, kind="stable")
    is_first = np.diff(keys[sorting], prepend=~keys[sorting[:1]]) != 0
    firsts = sorting[is_first]
    first_orders, all_orders = orders[firsts[np.cumsum(is_first) - 1]], orders[sorting]
    row = 0
    while (row := first_outside(row, first_orders, all_orders, group.chain)) < len(all_orders):
        loop = np.argsort(first_orders[row])[all_orders[row]]
        group = Group([*group.generators, loop.tolist()])
    new = firsts[firsts >= keys.size - reached[0].size]
    return group, (keys[new], orders[new])


@lru_cache(maxsize=8)
def count_named(named: BlockCodec, max_count: int) -> Size | None:
    """Count the boards that can be reached from home: the arrangements, times the orders of the names.

    Return None if names make no difference, if there are more than `max_count` arrangements, or if there are too many
    orders to list.
    """
    arrangements = arrangements_of(named, whole=True)
    loops = find_loops(arrangements, max_count) if arrangements.shapes else None
    if loops is None:
        return None
    count = 0
    for layer in loops.layers:
        count += layer.size
        if count > max_count:
            return None
    arrangements.count = count
    names = chain.from_iterable(arrangements.nameless.slots[shape.slots] for shape in arrangements.shapes)
    home = tuple(arrangements.class_of[name] for name in names)  # equal pieces have no order
    repeats = prod(factorial(number) for number in Counter(home).values())
    group = loops.group
    if repeats == 1 or group.order == arrangements.order_count:
        return Size(count * (group.order // repeats), exact=True)
    orders = reach([home], lambda order: (tuple(order[point] for point in g) for g in group.generators))
    order_count = sum(1 for _ in islice(orders, _MAX_LISTED_ORDERS + 1))
    return Size(count * order_count, exact=True) if order_count <= _MAX_LISTED_ORDERS else None


# Kernels


@kernel
def position_after(of_class: npt.NDArray[np.uint16], k: int, piece: int, to: int) -> int:
    """Return the position of a piece in the order of its class on board k after it has moved."""
    i = piece
    while i + 1 < of_class.shape[0] and of_class[i + 1, k] < to:
        i += 1
    while i > 0 and of_class[i - 1, k] > to:
        i -= 1
    return i


@kernel
def reorder_moves(
    keys: Keys, t: BlockTables, metric: int, first_codes: Numbers, ends: Keys, codes: Reorderings, counts: Numbers
) -> int:
    """Make every move of some arrangements, one after the other; return how many, or -1 if a key is not a board.

    `ends` gets where each move leads, `codes` its reordering, and `counts` the moves of each arrangement.
    """
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places, occupied, ends_of_piece = (
        np.empty((pieces, BATCH_BOARDS), np.uint16),
        no_cells(t.mask),
        np.empty(256, np.uint16),
    )
    mask, enter, steps, binomials, parts = t.mask, t.enter, t.steps, t.binomials, t.parts
    n = 0
    for begin in range(0, keys.size, BATCH_BOARDS):
        batch = keys[begin : begin + BATCH_BOARDS]
        if not decode_boards(batch, places, occupied[: batch.size], t):
            return -1
        for k in range(batch.size):
            before = n
            for c in range(t.classes.shape[0]):
                start, count = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT])
                first, part = np.int64(t.classes[c, FIRST]), class_part(c, ONE, parts)
                of_class = places[start : start + count]
                for i in range(count):
                    cells = cells_on(occupied, k)
                    for j in range(targets(of_class[i, k], cells, mask, enter, steps, metric, ends_of_piece)):
                        change = rank_change(of_class, np.int64(k), i, ends_of_piece[j], first, binomials)
                        to = i if first_codes[c] < 0 else position_after(of_class, k, i, ends_of_piece[j])
                        ends[n] = batch[k] + put_rank(change, part, parts)
                        codes[n] = 0 if to == i else first_codes[c] + i * count + to
                        n += 1
            counts[begin + k] = n - before
    return n


@kernel
def first_outside(first: int, known: NameOrders, reached: NameOrders, chain: Chain) -> int:
    """Return the first row, from row `first` on, whose permutation from the known to the reached order is not in G."""
    inverse, between = np.empty(known.shape[1], np.int8), np.empty(known.shape[1], np.int8)
    for i in range(first, known.shape[0]):
        differs = False
        for x in range(inverse.size):
            inverse[known[i, x]] = x
            differs |= known[i, x] != reached[i, x]
        if differs:
            for x in range(inverse.size):
                between[x] = inverse[reached[i, x]]
            if take_off(between, 0, between.size, chain) < 0:
                return int(i)
    return int(known.shape[0])
