"""The orders that loops make of the names of a block puzzle's pieces.

Each arrangement can have the names in the same number of orders, because every move has an inverse. A loop is a route
through arrangements that ends where it began, with the names in another order; all loops together generate a group G.
Arrangements are explored layer by layer, each with the order T of the first route to it. Every other route to it that
brings another order gives a loop. So the orders of an arrangement are T g, for all g of G.

A move leads to the layer before, the same one or the next, so only two layers are compared. Usually some loops make all
orders; then T does not matter, and the exploring ends. In a large space random walks find them sooner: where two of
them come to one arrangement, they close a loop.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

import numpy as np

from slidefront.arrays import Keys
from slidefront.puzzles.blocks.arrangements import Bare, Orders, groups_of
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.groups import Group, Permutations
from slidefront.puzzles.values import Size

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
