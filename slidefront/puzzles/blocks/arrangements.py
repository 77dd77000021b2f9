"""The arrangements of a block puzzle: which cells the pieces of each shape take, not telling equal pieces apart.

A board is an arrangement and the order of the pieces with names on it. A move leads from one arrangement to another,
and moves a piece within the order of its class, most often not at all. All arrangements that can be reached are listed
as sorted keys of the puzzle without these names.

Each arrangement can have the names in the same number of orders, because every move has an inverse. A loop is a route
through arrangements that ends where it began, with the names in another order; all loops together generate a group G.
Arrangements are explored layer by layer, each with the order T of the first route to it. Every other route to it that
brings another order gives a loop. So the orders of an arrangement are T g, for all g of G.

A move leads to the layer before, the same one or the next, so only two layers are compared. Usually some loops make all
orders; then T does not matter, and the exploring ends. In a large space random walks find them sooner: where two of
them come to one arrangement, they close a loop.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.keys.algebra import layers_from
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.layout import PieceClass
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
    decode_class,
    no_cells,
    part_of,
    put,
    rank_change,
    take,
    targets,
)
from slidefront.puzzles.capabilities import Size
from slidefront.puzzles.groups import Group, Permutations

Codes = npt.NDArray[np.uint16]
Orders = npt.NDArray[np.int8]
"""A row a board: for each piece that has a name, its place in the order of the pieces of its class, by points."""


class Names(NamedTuple):
    """How the classes of a puzzle join to those of its arrangements.

    A point is a piece of a class whose pieces have names, in arrangements alike.
    """

    parts: Keys
    """For each class of the puzzle its part of a key."""
    ranks: Keys
    """And how many ranks it has."""
    classes: Numbers
    """For each class of arrangements: its first point, or -1 if it has no names; the class of the puzzle, if not."""
    of_point: Numbers
    """For each point, its class of the puzzle, which has one piece."""
    code: Numbers
    """For each class of arrangements, the first code of its moves."""


@kernel
def index_of(of_class: npt.NDArray[np.uint16], k: int, piece: int, to: int) -> int:
    """Find the place of a piece in the order of its class after it has moved."""
    i = piece
    while i + 1 < of_class.shape[0] and of_class[i + 1, k] < to:
        i += 1
    while i > 0 and of_class[i - 1, k] > to:
        i -= 1
    return i


class Made(NamedTuple):
    """The moves of a batch of boards, in any order."""

    board: Codes
    end: Keys
    code: Codes


@kernel
def list_class(batch: Keys, c: int, places: Places, occupied: Keys, t: BlockTables, how: Numbers, made: Made) -> int:
    """Make every move of the pieces of a class on some boards.

    `how` has the metric; the first code of the moves of the class, or -1 if its pieces have no names; and how many
    moves there are already. Return how many there are then.
    """
    start, count, first = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT]), np.int64(t.classes[c, FIRST])
    mask, enter, steps, binomials, parts = t.mask, t.enter, t.steps, t.binomials, t.parts
    board, end, codes = made.board, made.end, made.code
    of_class, part = places[start : start + count], part_of(c, ONE, parts)
    found = np.empty(256, np.uint16)
    n = int(how[2])
    for i in range(count):
        for k in range(batch.size):
            for j in range(targets(of_class[i, k], cells_on(occupied, k), mask, enter, steps, how[0], found)):
                change = rank_change(of_class, np.int64(k), i, found[j], first, binomials)
                to = i if how[1] < 0 else index_of(of_class, k, i, found[j])
                board[n], end[n] = k, batch[k] + put(change, part, parts)
                codes[n] = 0 if to == i else how[1] + i * count + to
                n += 1
    return n


@kernel
def list_moves(keys: Keys, t: BlockTables, metric: int, names: Names, ends: Keys, codes: Codes, counts: Numbers) -> int:
    """Make every move of some boards, one board after the other: where it leads, and a code of what it does to names.

    Code 0 leaves the order of the pieces as it is. `counts` gets the moves of each board. Return the number of moves,
    or -1 if a key is not a board.
    """
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places, occupied = np.empty((pieces, BATCH), np.uint16), no_cells(t.mask)
    room = -(-ends.size // max(1, keys.size)) * BATCH
    made = Made(np.empty(room, np.uint16), np.empty(room, np.uint64), np.empty(room, np.uint16))
    board, end, code = made
    at, n = np.empty(BATCH, np.int64), 0
    for first in range(0, keys.size, BATCH):
        batch = keys[first : first + BATCH]
        of_board = counts[first : first + BATCH]
        if not decode(batch, places, occupied[: batch.size], t):
            return -1
        found = 0
        for c in range(t.classes.shape[0]):
            how = np.array([metric, names.code[c] if names.classes[c, 0] >= 0 else -1, found])
            found = list_class(batch, c, places, occupied, t, how, made)
        of_board[:] = 0
        for j in range(found):
            of_board[board[j]] += 1
        for k in range(batch.size):
            at[k] = n
            n += of_board[k]
        for j in range(found):
            k = board[j]
            ends[at[k]], codes[at[k]] = end[j], code[j]
            at[k] += 1
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
def forget(keys: Keys, t: BlockTables, names: Names, bare: Keys, orders: Orders) -> None:
    """Take the names off boards: their arrangements, and the order of the pieces."""
    placed = np.empty(max(1, orders.shape[1]), np.int64)
    parts, of_bare = names.parts, t.parts
    for k in range(keys.size):
        bare[k] = 0
        for c in range(t.classes.shape[0]):
            count, first = np.int64(t.classes[c, COUNT]), names.classes[c, 0]
            rank = np.int64(0)
            if first < 0:
                own = names.classes[c, 1]
                rank = np.int64(take(keys[k], part_of(own, names.ranks[own], parts), parts))
            else:
                for i in range(count):
                    own = names.of_point[first + i]
                    placed[i] = np.int64(take(keys[k], part_of(own, names.ranks[own], parts), parts))
                for i in range(count):
                    at = 0
                    for j in range(count):
                        at += placed[j] < placed[i]
                    orders[k, first + i] = first + at
                    rank += t.binomials[at + 1, min(placed[i], t.binomials.shape[1] - 1)]
            bare[k] += put(np.uint64(rank), part_of(c, ONE, of_bare), of_bare)


@kernel
def recall(bare: Keys, orders: Orders, t: BlockTables, names: Names, keys: Keys) -> None:
    """Give the pieces of arrangements their names, in some order each."""
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places = np.empty((pieces, BATCH), np.uint16)
    parts, of_bare = names.parts, t.parts
    for at in range(0, bare.size, BATCH):
        batch = bare[at : at + BATCH]
        keys[at : at + batch.size] = 0
        for c in range(t.classes.shape[0]):
            count, first = np.int64(t.classes[c, COUNT]), names.classes[c, 0]
            if first < 0:
                own = names.classes[c, 1]
                to, part = part_of(own, ONE, parts), part_of(c, names.ranks[own], of_bare)
                for k in range(batch.size):
                    keys[at + k] += put(take(batch[k], part, of_bare), to, parts)
                continue
            decode_class(batch, c, places, t)
            slot, least = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, FIRST])
            for i in range(count):
                to = part_of(names.of_point[first + i], ONE, parts)
                for k in range(batch.size):
                    place = np.int64(places[slot + orders[at + k, first + i] - first, k]) - least
                    keys[at + k] += put(np.uint64(place), to, parts)


@dataclass(frozen=True)
class MovesOf:
    """The moves of some arrangements, one arrangement after the other."""

    ends: Keys
    codes: npt.NDArray[np.uint16]
    counts: Numbers


class Bare:
    """A puzzle without the names of some pieces."""

    def __init__(self, puzzle: BlockEncoding, groups: Sequence[Sequence[str]]) -> None:
        """Take the names off the pieces of each group, which have classes of one piece."""
        self.puzzle = puzzle
        gates = tuple(name for name, piece in puzzle.layout.pieces.items() if piece.passes_gates)
        rules = replace(
            puzzle.rules, interchangeable=False, groups=tuple(map(tuple, groups)), goal_match="shape", gate_pieces=gates
        )
        self.bare = BlockEncoding(puzzle.name, puzzle.grid, (), rules)
        self.number = {piece.name: number for number, one in enumerate(puzzle.classes) for piece in one.pieces}
        self.points = max(1, sum(len(one.pieces) for one in self.bare.classes if self._is_named(one)))

    def _is_named(self, one: PieceClass) -> bool:
        return len(one.pieces) > 1 and len({self.number[piece.name] for piece in one.pieces}) > 1

    @cached_property
    def names(self) -> Names:
        """How the classes join; the points of the largest class come last."""
        classes = [[-1, self.number[one.pieces[0].name]] for one in self.bare.classes]
        named = [number for number, one in enumerate(self.bare.classes) if self._is_named(one)]
        of_point: list[int] = []
        code, codes = [0] * len(classes), 1
        for number in sorted(named, key=lambda number: len(self.bare.classes[number].pieces)):
            pieces = self.bare.classes[number].pieces
            classes[number][0], code[number] = len(of_point), codes
            of_point += [self.number[piece.name] for piece in pieces]
            codes += len(pieces) ** 2
        ranks = np.array([one.sets for one in self.puzzle.classes], np.uint64)
        rows = (np.array(one, np.int64) for one in (classes, of_point, code))
        return Names(self.puzzle.tables.parts, ranks, *rows)

    @cached_property
    def orders(self) -> Orders:
        """For each code of a move, where it takes each place in the order of the pieces."""
        names = self.names
        rows = np.tile(np.arange(self.points, dtype=np.int8), (1 + sum(size**2 for size in self.sizes), 1))
        for one, (first, _), code in zip(self.bare.classes, names.classes.tolist(), names.code.tolist(), strict=True):
            count = len(one.pieces)
            for start, end in product(range(count if first >= 0 else 0), range(count)):
                order = [piece for piece in range(count) if piece != start]
                order.insert(end, start)
                rows[code + start * count + end, [first + piece for piece in order]] = first + np.arange(count)
        return rows

    @cached_property
    def sizes(self) -> list[int]:
        """How many pieces each class with names has."""
        return [
            len(one.pieces)
            for one, (first, _) in zip(self.bare.classes, self.names.classes.tolist(), strict=True)
            if first >= 0
        ]

    def moves_of(self, keys: Keys, metric: str) -> MovesOf:
        """Make every move of some arrangements."""
        most = keys.size * self.bare.most_successors
        ends, codes = np.empty(most, np.uint64), np.empty(most, np.uint16)
        counts = np.empty(keys.size, np.int64)
        made = list_moves(keys, self.bare.tables, METRICS[metric], self.names, ends, codes, counts)
        return MovesOf(ends[:made].copy(), codes[:made].copy(), counts)

    def forget(self, keys: Keys) -> tuple[Keys, Orders]:
        """Take the names off boards: the arrangements, and where each piece comes in the order of its class."""
        bare, orders = np.empty(keys.size, np.uint64), np.zeros((keys.size, self.points), np.int8)
        forget(keys, self.bare.tables, self.names, bare, orders)
        return bare, orders

    def recall(self, bare: Keys, orders: Orders) -> Keys:
        """Give the pieces of arrangements their names again."""
        keys = np.empty(bare.size, np.uint64)
        recall(bare, orders, self.bare.tables, self.names, keys)
        return keys

    def layers(self) -> Iterator[Keys]:
        """Explore all arrangements, step by step, whatever the metric is: it reaches the same ones."""
        steps = copy(self.bare)
        steps.metric = "step"

        def successors(keys: Keys) -> Keys:
            out = np.empty(keys.size * steps.most_successors, np.uint64)
            return out[: steps.expand(keys, out)]

        return layers_from(np.array([steps.home], np.uint64), successors)


def groups_of(puzzle: BlockEncoding, *, whole: bool) -> list[list[str]]:
    """Join classes whose shapes and placements are equal: those of one piece each, or `whole` ones as well."""
    found: dict[Any, list[str]] = {}
    for number, one in enumerate(puzzle.classes):
        piece = one.pieces[0]
        alike = (piece.shape, piece.ways, one.places) if whole or len(one.pieces) == 1 else number
        found.setdefault(alike, []).extend(piece.name for piece in one.pieces)
    return [*found.values()]


_SLICE = 1 << 16
_EXPLORED = 50_000  # arrangements after which random walks are tried, once
_MOST_ORDERS = 1_000_000
_WALKS, _STEPS = 512, (256, 512, 1024, 2048)


@dataclass(frozen=True)
class Loops:
    """The group of the loops; if it has not all orders, the arrangements with the order of the first route to each."""

    group: Group
    whole: bool
    """Whether the group has all orders."""
    keys: Keys
    orders: Orders


Layer = tuple[Keys, Orders]


def find_loops(bare: Bare, most: int | None = None) -> Loops | None:
    """Find the group of the loops; None if `most` arrangements are not enough."""
    group = Group([range(bare.points)])
    full = prod(factorial(size) for size in bare.sizes)
    nothing: Layer = np.empty(0, np.uint64), np.empty((0, bare.points), np.int8)
    identity = np.arange(bare.points, dtype=np.int8)[None]
    layers: list[Layer] = [nothing, (np.array([bare.bare.home], np.uint64), identity)]
    found, walked = 1, False
    while layers[-1][0].size and group.order < full:
        if most is not None and found > most:
            return None
        if found > _EXPLORED and not walked:
            group, walked = _walk(bare, group, full), True
            continue
        new = nothing
        keys, orders = layers[-1]
        for first in range(0, keys.size, _SLICE):
            some = _successors(bare, keys[first : first + _SLICE], orders[first : first + _SLICE])
            group, fresh = _meet([*layers[-2:], new], some, group)
            new = _join(new, fresh)
        layers.append(new)
        found += new[0].size
    every, of_all = (np.concatenate(arrays) for arrays in zip(*layers, strict=True))
    at = np.argsort(every, kind="stable")
    return Loops(group, group.order == full, every[at], of_all[at])


def _walk(bare: Bare, group: Group, full: int) -> Group:
    """Add the loops that random walks from home close to a group, until it is full."""
    random = np.random.default_rng(1)
    keys = np.full(_WALKS, bare.bare.home, np.uint64)
    orders = np.tile(np.arange(bare.points, dtype=np.int8), (_WALKS, 1))
    every, of_all = [], []
    for step in range(1, _STEPS[-1] + 1):
        moves = bare.moves_of(keys, "step")
        chosen = np.cumsum(moves.counts) - 1 - (random.random(_WALKS) * moves.counts).astype(np.int64)
        keys = moves.ends[chosen]
        orders = np.take_along_axis(bare.orders[moves.codes[chosen]], orders.astype(np.int64), axis=1)
        every.append(keys)
        of_all.append(orders)
        if step in _STEPS and group.order < full:
            layer = np.concatenate(every), np.concatenate(of_all)
            at = np.argsort(layer[0], kind="stable")
            group = _meet([], (layer[0][at], layer[1][at]), group)[0]
        if group.order == full:
            break
    return group


def _successors(bare: Bare, keys: Keys, orders: Orders) -> Layer:
    """Make the moves of arrangements, sorted, with the order that each brings."""
    moves = bare.moves_of(keys, "step")
    before = np.repeat(orders, moves.counts, axis=0).astype(np.int64)
    after = np.take_along_axis(bare.orders[moves.codes], before, axis=1)
    at = np.argsort(moves.ends, kind="stable")
    return moves.ends[at], after[at]


def _meet(layers: list[Layer], found: Layer, group: Group) -> tuple[Group, Layer]:
    """Compare arrangements with those of some layers and with each other; return the new ones."""
    keys, orders = found
    new = np.ones(keys.size, np.bool_)
    for known, of_known in layers:
        if known.size:
            at = np.minimum(np.searchsorted(known, keys), known.size - 1)
            (there,) = np.nonzero(known[at] == keys)
            group = _extend(group, of_known[at[there]], orders[there])
            new[there] = False
    keys, orders = keys[new], orders[new]
    if not keys.size:
        return group, (keys, orders)
    first = np.concatenate([[True], keys[1:] != keys[:-1]])
    leader = orders[first][np.cumsum(first) - 1]
    return _extend(group, leader, orders), (keys[first], orders[first])


def _join(one: Layer, other: Layer) -> Layer:
    keys, orders = np.concatenate([one[0], other[0]]), np.concatenate([one[1], other[1]])
    at = np.argsort(keys, kind="stable")
    return keys[at], orders[at]


def _extend(group: Group, one: Orders, other: Orders) -> Group:
    """Add to a group what is between two orders of the same arrangements."""
    differ = (one != other).any(axis=1)
    if not differ.any():
        return group
    loop: Permutations = np.take_along_axis(inverses(one[differ]), other[differ].astype(np.int64), axis=1)
    while not (inside := group.contains(loop)).all():
        loop = loop[~inside]
        group = Group([*group.generators, loop[0].tolist()])
    return group


def inverses(orders: Orders) -> Permutations:
    """Invert permutations."""
    return np.argsort(orders, axis=1)


def least(orders: Orders, group: Group) -> Orders:
    """Give, for each order T, one that is the same for all T g: the least, point after point."""
    for carriers, carried in zip(group.chain.carriers, group.chain.carried, strict=True):
        (points,) = np.nonzero(carried)
        chosen = points[np.argmin(orders[:, points], axis=1)]
        orders = np.take_along_axis(orders, carriers[chosen].astype(np.int64), axis=1)
    return orders


@lru_cache(maxsize=8)
def count_named(puzzle: BlockEncoding, most: int) -> Size | None:
    """Count the boards that can be reached from home: the arrangements, times the orders that loops make of the names.

    None if names make no difference, or `most` arrangements are too few.
    """
    bare = Bare(puzzle, groups_of(puzzle, whole=True))
    if len(bare.bare.classes) == len(puzzle.classes):
        return None
    loops = find_loops(bare, most)
    if loops is None:
        return None
    arrangements = 0
    for layer in bare.layers():
        arrangements += layer.size
        if arrangements > most:
            return None
    orders = _orders_of(loops.group, bare.names.of_point.tolist(), prod(map(factorial, bare.sizes)))
    return None if orders is None else Size(arrangements * orders, exact=True)


def _orders_of(group: Group, colours: list[int], full: int) -> int | None:
    """Count the orders that a group makes of pieces of which some are alike; None if they are too many to list."""
    alike = prod(factorial(colours.count(colour)) for colour in set(colours))
    if alike == 1 or group.order == full:
        return group.order // alike
    start = tuple(colours)
    seen, waiting = {start}, [start]
    while waiting and len(seen) <= _MOST_ORDERS:
        order = waiting.pop()
        for one in group.generators:
            after = tuple(order[piece] for piece in one)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return None if waiting else len(seen)
