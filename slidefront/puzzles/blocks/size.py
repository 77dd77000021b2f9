"""The size of a block puzzle whose equal pieces have different names, without exploring all its boards.

Without the names there are far fewer boards. Each of them can have the names in the same number of orders, because
every move has an inverse. A loop is a route through boards without names that ends where it began, with the names in
another order; all loops together generate a group, and its elements give the orders.

    boards = boards without names  x  orders that loops make of the names

Boards without names are explored layer by layer, each with the names of the first route to it. Every other route to it
that brings the names in another order gives a loop. A move leads to the layer before, the same one or the next, so only
two layers are needed. Usually the loops of a few layers make all orders; then the other boards are only counted.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.keys.algebra import subtract, unite_equal
from slidefront.puzzles.blocks.tables import BINOMIALS
from slidefront.puzzles.core import Size
from slidefront.puzzles.groups.permutations import Group, Permutations

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.puzzle import BlockPuzzle

_PIECE = 1 << 17  # boards that are expanded at a time
_MOST_ORDERS = 1_000_000
Orders = npt.NDArray[np.int64]
"""A row a board: the pieces, by class and place."""


@lru_cache(maxsize=8)
def count_named(puzzle: "BlockPuzzle", most: int) -> Size | None:
    """Count the boards that can be reached from home; None if names make none, or `most` boards are too few."""
    try:
        unnamed, named = _with_names(puzzle, alike=True), _with_names(puzzle, alike=False)
    except PuzzleError:
        return None  # with a name for each piece, a board has no key
    if len(unnamed.classes) == len(puzzle.classes):
        return None
    loops = _Loops(unnamed, named)
    boards, group = _explore(loops, most)
    if boards is None:
        return None
    orders = _orders_of(group, loops.colours(puzzle), prod(factorial(size) for size in loops.sizes))
    return None if orders is None else Size(boards * orders, exact=True)


def _with_names(puzzle: "BlockPuzzle", *, alike: bool) -> "BlockPuzzle":
    """Make the puzzle with all equal pieces alike, or with none alike; in steps, which reach the same boards."""
    gates = tuple(name for name, piece in puzzle.layout.pieces.items() if piece.passes_gates)
    rules = replace(
        puzzle.rules, metric="step", interchangeable=alike, groups=(), goal_match="shape", gate_pieces=gates
    )
    return type(puzzle)(puzzle.name, puzzle.text, puzzle.grid, (), rules)


class _Loops:
    """A puzzle without names and with all names, side by side."""

    def __init__(self, unnamed: "BlockPuzzle", named: "BlockPuzzle") -> None:
        self.unnamed, self.named = unnamed, named
        self._class_of = np.array([self._class(name) for name in named.slots])
        firsts = np.cumsum([0, *(len(one.places) for one in named.classes)])
        self._first = np.array([int(firsts[number]) for number, one in enumerate(named.classes) for _ in one.pieces])
        self.sizes = [len(one.pieces) for one in unnamed.classes]

    def _class(self, name: str) -> int:
        return next(i for i, one in enumerate(self.unnamed.classes) if name in [piece.name for piece in one.pieces])

    def colours(self, puzzle: "BlockPuzzle") -> list[int]:
        """Give each piece the number of its class in the puzzle as it is."""
        number = {piece.name: i for i, one in enumerate(puzzle.classes) for piece in one.pieces}
        return [number[name] for name in self.named.slots]

    def forget(self, keys: Keys) -> tuple[Keys, Orders]:
        """Take the names off boards: the keys without names, and the pieces in order of class and place."""
        places = self.named.places(keys).astype(np.int64) - self._first[:, None]
        order = np.argsort(places + (self._class_of << 20)[:, None], axis=0)
        ordered = np.take_along_axis(places, order, axis=0)
        bare, at = np.zeros(keys.size, np.uint64), 0
        for one in self.unnamed.classes:
            rank = np.zeros(keys.size, np.int64)
            for number, place in enumerate(ordered[at : at + len(one.pieces)], 1):
                rank += BINOMIALS[number, place]
            bare = bare << np.uint64(one.bits) | rank.astype(np.uint64)
            at += len(one.pieces)
        return bare, order.T


def _explore(loops: _Loops, most: int) -> tuple[int | None, Group]:
    """Count the boards without names, and find the group that loops make of the names."""
    group = Group([range(len(loops.named.slots))])
    full = prod(factorial(size) for size in loops.sizes)
    named = np.array([loops.named.home], np.uint64)
    layers = [(np.empty(0, np.uint64), named[:0]), (loops.forget(named)[0], named)]
    boards = 1
    while layers[1][0].size and boards <= most and group.order < full:
        new: list[tuple[Keys, Keys]] = [(np.empty(0, np.uint64), named[:0])]
        for names in _successors(loops.named, layers[1][1]):
            bare, _ = loops.forget(names)
            at = np.argsort(bare, kind="stable")
            group, fresh = _meet(loops, [*layers, new[0]], (bare[at], names[at]), group)
            new = [_join(new[0], fresh)]
        layers = [layers[1], new[0]]
        boards += layers[1][0].size
    if boards <= most and layers[1][0].size:
        boards += _count_on(loops.unnamed, layers[0][0], layers[1][0], most - boards)
    return (boards if boards <= most else None), group


def _successors(puzzle: "BlockPuzzle", keys: Keys) -> Iterator[Keys]:
    """Make the successors of boards, some boards at a time."""
    for first in range(0, keys.size, _PIECE):
        some = keys[first : first + _PIECE]
        out = np.empty(some.size * max(1, puzzle.most_successors), np.uint64)
        yield out[: puzzle.expand(puzzle.pack(some), out)]


def _meet(
    loops: _Loops, layers: list[tuple[Keys, Keys]], found: tuple[Keys, Keys], group: Group
) -> tuple[Group, tuple[Keys, Keys]]:
    """Compare boards, sorted without names, with those of some layers and with each other; return the new ones."""
    bare, names = found
    new = np.ones(bare.size, np.bool_)
    for known, lifts in layers:
        if known.size:
            at = np.minimum(np.searchsorted(known, bare), known.size - 1)
            (there,) = np.nonzero(known[at] == bare)
            group = _extend(loops, group, lifts[at[there]], names[there])
            new[there] = False
    bare, names = bare[new], names[new]
    if not bare.size:
        return group, (bare, names)
    first = np.concatenate([[True], bare[1:] != bare[:-1]])
    leader = names[first][np.cumsum(first) - 1]
    return _extend(loops, group, leader, names), (bare[first], names[first])


def _join(one: tuple[Keys, Keys], other: tuple[Keys, Keys]) -> tuple[Keys, Keys]:
    bare, names = np.concatenate([one[0], other[0]]), np.concatenate([one[1], other[1]])
    at = np.argsort(bare, kind="stable")
    return bare[at], names[at]


def _extend(loops: _Loops, group: Group, one: Keys, other: Keys) -> Group:
    """Add to a group what is between two orders of names of the same boards."""
    differ = one != other
    if not differ.any():
        return group
    before, after = loops.forget(one[differ])[1], loops.forget(other[differ])[1]
    loop: Permutations = np.empty_like(before)
    np.put_along_axis(loop, before, after, axis=1)
    while not (inside := group.contains(loop)).all():
        loop = loop[~inside]
        group = Group([*group.generators, loop[0].tolist()])
    return group


def _count_on(puzzle: "BlockPuzzle", before: Keys, layer: Keys, most: int) -> int:
    """Count the boards beyond a layer, as long as they are no more than `most`."""
    boards = 0
    while layer.size and boards <= most:
        pieces = [np.empty(0, np.uint64)]
        for found in _successors(puzzle, layer):
            found.sort()
            found = found[: unite_equal(found, 0)]
            for known in (before, layer):
                found = found[: subtract(found, known, 0)]
            pieces.append(found.copy())
        after = np.concatenate(pieces)
        after.sort()
        before, layer = layer, after[: unite_equal(after, 0)]
        boards += layer.size
    return boards


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
