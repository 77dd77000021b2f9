"""Kernels that list all moves between the placements of a multiset.

A move is the row that it leads to, and a turn: the pieces of a row are in the order of their places, so a piece that
passes an equal one changes its column. A turn is 256 * from + to, or 0 if the column stays the same.
"""

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.find.kit import METRIC, MOVE, STEP, Kit, Numbers, Small

NOBODY = -1


@kernel
def table_of_keys(keys: Keys, slots: Small) -> bool:
    """Put the rows of all keys in a hash table of 2 ** k slots; tell whether all keys are different."""
    slots[:] = NOBODY
    last = slots.size - 1
    for row in range(keys.size):
        at = np.int64(keys[row] >> np.uint64(32)) & last
        while slots[at] != NOBODY:
            if keys[slots[at]] == keys[row]:
                return False
            at = (at + 1) & last
        slots[at] = row
    return True


@kernel
def row_of(key: np.uint64, keys: Keys, slots: Small) -> int:
    """Find the row of a key."""
    last = slots.size - 1
    at = np.int64(key >> np.uint64(32)) & last
    while slots[at] != NOBODY and keys[slots[at]] != key:
        at = (at + 1) & last
    return np.int64(slots[at])


@kernel
def reach(kit: Kit, place: int, others: np.uint64, shape_first: int, found: Numbers) -> int:
    """List the places that one move of a piece leads to, after its own; return how many with its own."""
    one, nothing = np.uint64(1), np.uint64(0)
    metric = kit.rules[METRIC]
    found[0] = place
    count = 1
    if metric != MOVE:
        for way in range(4):
            at = place
            while kit.enter[at, way] & others == nothing:
                at = np.int64(kit.after[at, way])
                found[count] = at
                count += 1
                if metric == STEP:
                    break
        return count
    seen = one << np.uint64(place - shape_first)
    done = 0
    while done < count:
        at = found[done]
        done += 1
        for way in range(4):
            if kit.enter[at, way] & others == nothing:
                to = np.int64(kit.after[at, way])
                bit = one << np.uint64(to - shape_first)
                if seen & bit == nothing:
                    seen |= bit
                    found[count] = to
                    count += 1
    return count


@kernel
def column_after(row: Cells, shapes: Numbers, pieces: int, column: int, to: int) -> int:
    """Find the column of a piece that moves to a place: equal pieces are in the order of their places."""
    shape = shapes[column]
    new = column
    while new + 1 < pieces and shapes[new + 1] == shape and row[new + 1] < to:
        new += 1
    while new > 0 and shapes[new - 1] == shape and row[new - 1] > to:
        new -= 1
    return new


@kernel
def longer(array: Small, size: int) -> Small:
    """Copy an array to one that is twice as long."""
    new = np.empty(2 * array.size, np.int32)
    for i in range(size):
        new[i] = array[i]
    return new


@kernel
def list_moves(
    kit: Kit, shapes: Numbers, rows: Cells, occupied: Keys, keys: Keys, slots: Small, first: Numbers, movable: Keys
) -> tuple[Small, Small]:
    """List the moves of each row, from first[row] to first[row + 1]: the row after each, and its turn."""
    pieces = shapes.size
    room = 4 * keys.size + 64 * pieces
    after, turns = np.empty(room, np.int32), np.empty(room, np.int32)
    found = np.empty(64, np.int64)
    count = 0
    for r in range(keys.size):
        first[r] = count
        movable[r] = 0
        if count + 64 * pieces > after.size:
            after, turns = longer(after, count), longer(turns, count)
        for j in range(pieces):
            begin = kit.first[shapes[j]]
            place = begin + rows[r, j]
            places = reach(kit, place, occupied[r] ^ kit.mask[place], begin, found)
            if places > 1:
                movable[r] |= np.uint64(1) << np.uint64(j)
            rest = keys[r] - kit.weight[place]
            for i in range(1, places):
                to = found[i]
                column = column_after(rows[r], shapes, pieces, j, to - begin)
                after[count] = row_of(rest + kit.weight[to], keys, slots)
                turns[count] = 0 if column == j else 256 * j + column
                count += 1
    first[keys.size] = count
    return after, turns
