"""Keys that number what lies on a board in reading order, where numbers of placements would need too many bits.

    A A .      A head is a cell where something begins: a blank cell, or the first cell of a piece, row by row.
    B C C      The heads, here of A, a blank, B and C, tell the whole board.
    B . .

All boards of a puzzle have the same number of heads. The first class of pieces has some of them, the next class some
of those that are left, and so on: the rank of a class is the rank of this set, as `classes.py` ranks sets of
placements. Two pieces never share a head, so no number is spent on pieces that overlap. A key in which a piece does not
fit at its head is not the key of a board.

A piece that moves changes the heads of others, so the key after a move is not the key plus a difference, but is made
anew from the placements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys
from slidefront.bits import count_bits
from slidefront.compile import kernel
from slidefront.puzzles.blocks.classes import PieceClass, rank_numbers, unrank_numbers
from slidefront.puzzles.blocks.kernels import (
    BATCH,
    COUNT,
    NOWHERE,
    ONE,
    SLOT,
    BlockTables,
    Places,
    Table,
    cells_on,
    cover,
    no_cells,
    targets,
    unrank,
)
from slidefront.puzzles.values import Place

ZERO, WORD = np.uint64(0), 64


@dataclass(frozen=True)
class Heads:
    """The heads of the boards of some classes."""

    classes: tuple[PieceClass, ...]

    @cached_property
    def cells(self) -> list[Place]:
        """The cells that a piece can cover, row by row."""
        return sorted({cell for one in self.classes for place in one.places for cell in one.cells_at(place)})

    @cached_property
    def left(self) -> list[int]:
        """How many heads the classes before leave to each class."""
        sizes = [len(one.pieces) for one in self.classes]
        bodies = sum(len(one.pieces[0].shape) - 1 for one in self.classes for _ in one.pieces)
        return [len(self.cells) - bodies - before for before in accumulate(sizes[:-1], initial=0)]

    @property
    def sets(self) -> tuple[int, ...]:
        """How many sets of heads each class can have."""
        return tuple(comb(left, len(one.pieces)) for one, left in zip(self.classes, self.left, strict=False))

    @cached_property
    def place_at(self) -> list[dict[Place, Place]]:
        """For each class, the placement that has a cell as its head."""
        return [{min(one.cells_at(place)): place for place in one.places} for one in self.classes]

    def ranks(self, places: Sequence[Sequence[Place]]) -> list[int]:
        """Rank the heads of each class."""
        taken = [[one.cells_at(place) for place in of] for one, of in zip(self.classes, places, strict=True)]
        bodies = {cell for of in taken for cells in of for cell in cells if cell != min(cells)}
        heads, ranks = [cell for cell in self.cells if cell not in bodies], []
        for of_class in taken:
            own = [min(cells) for cells in of_class]
            ranks.append(rank_numbers(map(heads.index, own)))
            heads = [cell for cell in heads if cell not in own]
        return ranks

    def places(self, ranks: Sequence[int]) -> list[list[Place]]:
        """Find the places of each class again; a LookupError if a piece has none at its head."""
        class_of: dict[int, int] = {}
        for number, (one, rank) in enumerate(zip(self.classes, ranks, strict=True)):
            left = [head for head in range(self.left[0]) if head not in class_of]
            class_of |= {left[at]: number for at in unrank_numbers(rank, len(one.pieces))}
        found: list[list[Place]] = [[] for _ in self.classes]
        covered: set[Place] = set()
        head = 0
        for cell in self.cells:
            if cell in covered:
                continue
            if head in class_of:
                number = class_of[head]
                found[number].append(self.place_at[number][cell])
                covered |= self.classes[number].cells_at(found[number][-1])
            head += 1
        return found


class HeadTables(NamedTuple):
    """What the kernels know of heads. A set of cells that pieces can cover is two numbers."""

    left: Table
    """How many heads the classes before leave to each class."""
    at: Places
    """For each class and cell, the placement that begins there, or NOWHERE."""
    cells: Keys
    """All cells."""
    head: Keys
    """For each placement its first cell."""
    body: Keys
    """And the others."""


def build_head_tables(heads: Heads) -> HeadTables:
    """Build the tables."""
    number = {cell: i for i, cell in enumerate(heads.cells)}
    every = [(c, one.cells_at(place)) for c, one in enumerate(heads.classes) for place in one.places]
    placements = [(c, min(cells), cells) for c, cells in every]
    at = np.full((len(heads.classes), len(number)), NOWHERE, np.uint16)
    for placement, (c, first, _) in enumerate(placements):
        at[c, number[first]] = placement
    sets = ([1 << number[cell] for cell in cells if cell != first] for _, first, cells in placements)
    return HeadTables(
        np.array(heads.left, np.int64),
        at,
        _words([(1 << len(number)) - 1])[0],
        _words([1 << number[first] for _, first, _ in placements]),
        _words([sum(cells) for cells in sets]),
    )


def _words(sets: list[int]) -> Keys:
    return np.array([[cells & (1 << WORD) - 1, cells >> WORD] for cells in sets], np.uint64)


@kernel
def key_of(places: Places, k: int, t: BlockTables, h: HeadTables) -> np.uint64:
    """Make the key of board k; the pieces of a class may come in any order."""
    head, body, binomials = h.head, h.body, t.binomials
    low, high = h.cells[0], h.cells[1]
    for slot in range(places.shape[0]):
        low ^= body[places[slot, k], 0]
        high ^= body[places[slot, k], 1]
    key = ZERO
    for c in range(t.classes.shape[0]):
        first = np.int64(t.classes[c, SLOT])
        end = first + np.int64(t.classes[c, COUNT])
        own_low, own_high = ZERO, ZERO
        for slot in range(first, end):
            own_low |= head[places[slot, k], 0]
            own_high |= head[places[slot, k], 1]
        rank = 0
        for slot in range(first, end):
            in_low, in_high = head[places[slot, k], 0], head[places[slot, k], 1]
            below = in_low - ONE  # all bits if the head is in the other word
            above = in_high - ONE if in_high else ZERO
            nth = count_bits(own_low & below) + count_bits(own_high & above) + 1
            rank += binomials[nth, count_bits(low & below) + count_bits(high & above)]
        low ^= own_low
        high ^= own_high
        key += np.uint64(rank) * t.parts[c]
    return np.uint64(key)


@kernel
def lay(heads: Table, turn: Table, k: int, places: Places, t: BlockTables, h: HeadTables) -> bool:
    """Lay the pieces of board k at their heads, cell by cell; tell whether they fit.

    For each class, `turn` has the piece that comes next and how many heads that are left to the class came already.
    """
    at, head, body = h.at, h.head, h.body
    for c in range(turn.shape[0]):
        turn[c, 0], turn[c, 1] = t.classes[c, SLOT], 0
    low, high = ZERO, ZERO  # the cells that are covered
    for cell in range(at.shape[1]):
        if (low if cell < WORD else high) >> np.uint64(cell % WORD) & ONE:
            continue
        for c in range(turn.shape[0]):
            slot, came = turn[c, 0], turn[c, 1]
            turn[c, 1] += 1
            if slot < np.int64(t.classes[c, SLOT] + t.classes[c, COUNT]) and heads[slot] == came:
                place = at[c, cell]
                if place == NOWHERE or body[place, 0] & low or body[place, 1] & high:
                    return False
                low |= head[place, 0] | body[place, 0]
                high |= head[place, 1] | body[place, 1]
                places[slot, k] = place
                turn[c, 0] += 1
                break
    return True


@kernel
def read(keys: Keys, places: Places, t: BlockTables, h: HeadTables) -> int:
    """Write the places of pieces, a row for each; return how many keys come before one that is not a board."""
    heads = np.empty(places.shape[0], np.int64)
    turn = np.empty((t.classes.shape[0], 2), np.int64)
    for k in range(keys.size):
        if keys[k] > t.last:
            return k
        rest = keys[k]
        for c in range(t.classes.shape[0] - 1, -1, -1):
            first, count = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT])
            sets = np.uint64(t.binomials[count, h.left[c]])
            unrank(np.int64(rest % sets), h.left[c], np.int64(0), t.binomials, heads[first : first + count])
            rest //= sets
        if not lay(heads, turn, k, places, t, h):
            return k
    return keys.size


@kernel
def expand(keys: Keys, out: Keys, t: BlockTables, h: HeadTables, metric: int) -> int:
    """Make every move of every board; return how many successors `out` got, or -1 if a key is not a board."""
    places = np.empty((np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT]), BATCH), np.uint16)
    occupied, found = no_cells(t.mask), np.empty(128, np.uint16)
    mask, enter, steps = t.mask, t.enter, t.steps
    n = 0
    for at in range(0, keys.size, BATCH):
        batch = keys[at : at + BATCH]
        if read(batch, places, t, h) < batch.size:
            return -1
        occupied[:] = 0
        for slot in range(places.shape[0]):
            for k in range(batch.size):
                cover(occupied, k, mask, places[slot, k])
        for slot in range(places.shape[0]):
            for k in range(batch.size):
                place = places[slot, k]
                for j in range(targets(place, cells_on(occupied, k), mask, enter, steps, metric, found)):
                    places[slot, k] = found[j]
                    out[n] = key_of(places, k, t, h)
                    n += 1
                places[slot, k] = place
    return n
