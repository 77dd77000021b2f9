"""Kernels that number the places of equal tiles, for ranks of boards with equal tiles.

A kind is all equal tiles on one orbit of places. Its number identifies the set of places that it takes, among the
places that earlier kinds leave free. Sets are ordered by their last place, then by the place before it, and so on.

The kernels handle the kinds from `first` up to, but not including, `last`.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.puzzles.frame import MOST_CELLS

_SPREAD = np.int64(6364136223846793005)  # an odd number: the factor of a hash


class Kinds(NamedTuple):
    """The kinds of tiles, numbered from 1; 0 stands for the most frequent kind of any orbit."""

    orbit_of: Small
    """The orbit of each place."""
    orbit: Small
    """The orbit per kind."""
    tiles: Small
    """The tile count per kind."""
    sizes: Numbers
    """The number of sets of places for each kind, if the kinds before it have their places."""
    choose: Numbers
    """Binomial coefficients."""


@kernel
def rank_kinds(kind_at: Small, first: int, last: int, kinds: Kinds) -> int:
    """Return the number of the places of the kinds; -1 if a kind has too few or too many tiles."""
    rank = 0
    for kind in range(first, last):
        free, seen, number = 0, 0, 0
        for place in range(kind_at.size):
            here = kind_at[place]
            if kinds.orbit_of[place] == kinds.orbit[kind] and (here == 0 or here >= kind):
                if here == kind:
                    seen += 1
                    number += kinds.choose[free, seen]
                free += 1
        if seen != kinds.tiles[kind]:
            return -1
        rank = rank * kinds.sizes[kind] + number
    return rank


@kernel
def unrank_kinds(rank: int, first: int, last: int, kinds: Kinds, kind_at: Small) -> None:
    """Put the kinds on the places with the number `rank`; `kind_at` has the earlier kinds, and 0 elsewhere."""
    unit = 1
    for kind in range(first, last):
        unit *= kinds.sizes[kind]
    for kind in range(first, last):
        unit //= kinds.sizes[kind]
        number, left, free = rank // unit, kinds.tiles[kind], 0
        rank -= number * unit
        for place in range(kind_at.size):
            free += kinds.orbit_of[place] == kinds.orbit[kind] and kind_at[place] == 0
        for place in range(kind_at.size - 1, -1, -1):
            if left and kinds.orbit_of[place] == kinds.orbit[kind] and kind_at[place] == 0:
                free -= 1
                if kinds.choose[free, left] <= number:
                    number -= kinds.choose[free, left]
                    kind_at[place] = kind
                    left -= 1


@kernel
def rank_all(kinds_at: Small, first: int, last: int, kinds: Kinds, out: Numbers) -> None:
    """Write the numbers of the places of kinds on many boards, each a row of `kinds_at`."""
    for i in range(out.size):
        out[i] = rank_kinds(kinds_at[i], first, last, kinds)


@kernel
def unrank_all(ranks: Numbers, first: int, last: int, kinds: Kinds, kinds_at: Small) -> None:
    """Put kinds on the places with each number; `kinds_at` has a row per number."""
    for i in range(ranks.size):
        unrank_kinds(ranks[i], first, last, kinds, kinds_at[i])


@kernel
def order_free(kind_at: Small, loop: Small, after: Small, order: Small) -> int:
    """Make a move, given as the new place of each place; return the number of free places.

    `after` gets the kinds after the move, `order` the new position of each free place among the free places.
    """
    for place in range(kind_at.size):
        after[loop[place]] = kind_at[place]
    n = 0
    for place in range(kind_at.size):
        if kind_at[place] == 0:
            number = 0
            for other in range(loop[place]):
                number += after[other] == 0
            order[n] = number
            n += 1
    return n


class AnchorMoves(NamedTuple):
    """The moves of all anchors; the moves of an anchor begin at `first[anchor]`."""

    first: Numbers
    end: Small
    """The anchor that each move leads to."""
    loops: Small
    """For each move and place, the new place of the tile."""


@kernel
def move_rows(rows: Numbers, moves: AnchorMoves, last: int, kinds: Kinds, ends: Small, codes: Numbers) -> None:
    """Write the row after each move of rows, and a hash of the new order of the free places, 0 for the same order.

    The kinds before `last` determine a row.
    """
    places, blocks, n = kinds.orbit_of.size, 1, 0
    for kind in range(1, last):
        blocks *= kinds.sizes[kind]
    kind_at, after, order = np.empty(places, np.int32), np.empty(places, np.int32), np.empty(places, np.int32)
    for row in rows:
        kind_at[:] = 0
        unrank_kinds(row % blocks, 1, last, kinds, kind_at)
        for move in range(moves.first[row // blocks], moves.first[row // blocks + 1]):
            free = order_free(kind_at, moves.loops[move], after, order)
            ends[n] = moves.end[move] * blocks + rank_kinds(after, 1, last, kinds)
            code, same = np.int64(1), True
            for i in range(free):
                code = code * _SPREAD + order[i]
                same &= order[i] == i
            codes[n] = 0 if same else code | 1
            n += 1


def make_kinds(orbit_of: Small, orbits: Sequence[int], counts: Sequence[int]) -> Kinds:
    """Return the tables of kinds, given the orbit and the tile count per kind; kind 0 comes first."""
    free, sizes = np.bincount(orbit_of).tolist(), [1]
    for orbit, count in zip(orbits[1:], counts[1:], strict=True):
        sizes.append(comb(free[orbit], count))
        free[orbit] -= count
    choose = np.array([[comb(n, k) for k in range(MOST_CELLS + 1)] for n in range(MOST_CELLS + 1)], np.int64)
    return Kinds(orbit_of, np.array(orbits, np.int32), np.array(counts, np.int32), np.array(sizes, np.int64), choose)


@kernel
def expand_ranks(keys: Keys, moves: AnchorMoves, last: int, kinds: Kinds, out: Keys, counts: Numbers) -> int:
    """Make all moves of boards whose keys are ranks. Return the number of moves; `counts` gets the number per board."""
    places, boards, n = kinds.orbit_of.size, 1, 0
    for kind in range(1, last):
        boards *= kinds.sizes[kind]
    kind_at, after = np.empty(places, np.int32), np.empty(places, np.int32)
    for i in range(keys.size):
        anchor = int(keys[i]) // boards
        kind_at[:] = 0
        unrank_kinds(int(keys[i]) - anchor * boards, 1, last, kinds, kind_at)
        for move in range(moves.first[anchor], moves.first[anchor + 1]):
            for place in range(places):
                after[moves.loops[move, place]] = kind_at[place]
            out[n] = np.uint64(moves.end[move] * boards + rank_kinds(after, 1, last, kinds))
            n += 1
        counts[i] = moves.first[anchor + 1] - moves.first[anchor]
    return n
