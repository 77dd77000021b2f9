"""The inner loops over arrangements: boards without the names of some equal pieces, and the moves between them.

Every table they read is built by `arrangements.py` and `tables.py`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.blocks.kernels import (
    BATCH,
    COUNT,
    FIRST,
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

Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
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
