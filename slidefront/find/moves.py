"""Kernels that list all moves between the placements of a multiset.

A move is the row that it leads to, and a turn: the pieces of a row are in the order of their places, so a piece that
passes an equal one changes its column. A turn is 256 * from + to, or 0 if the column stays the same.
"""

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.find.kit import METRIC, MOVE, STEP, Kit, Numbers, Small

EMPTY = np.uint64((1 << 64) - 1)
LOW = np.uint64((1 << 32) - 1)
HIGH = np.uint64(32)


@kernel
def table_of_keys(keys: Keys, slots: Keys) -> bool:
    """Put the rows of all keys in a hash table of 2 ** k slots; tell whether each key can be told from the others.

    The upper half of a key is its hash. A slot has the lower half and the row. Whoever looks up a key passes the same
    slots as it did when it was put in, so it is enough that no key has the lower half of one that it passes.
    """
    slots[:] = EMPTY
    last = slots.size - 1
    for row in range(keys.size):
        at, low = np.int64(keys[row] >> HIGH) & last, keys[row] & LOW
        while slots[at] != EMPTY:
            if slots[at] >> HIGH == low:
                return False
            at = (at + 1) & last
        slots[at] = low << HIGH | np.uint64(row)
    return True


@kernel
def reach_far(enter: Keys, after: Small, place: int, others: np.uint64, first: int, found: Numbers) -> int:
    """List the places that a piece reaches by any path, after its own; return how many with its own."""
    one, nothing = np.uint64(1), np.uint64(0)
    found[0] = place
    count, done = 1, 0
    seen = one << np.uint64(place - first)
    while done < count:
        at = found[done]
        done += 1
        for way in range(4):
            if enter[at, way] & others == nothing:
                to = np.int64(after[at, way])
                bit = one << np.uint64(to - first)
                if seen & bit == nothing:
                    seen |= bit
                    found[count] = to
                    count += 1
    return count


@kernel
def reach_straight(enter: Keys, after: Small, place: int, others: np.uint64, metric: int, found: Numbers) -> int:
    """List the places that a piece reaches by one step, or straight on; its own comes first."""
    found[0] = place
    count = 1
    for way in range(4):
        at = np.int64(place)
        while enter[at, way] & others == np.uint64(0):
            at = np.int64(after[at, way])
            found[count] = at
            count += 1
            if metric == STEP:
                break
    return count


@kernel
def column_after(rows: Cells, row: int, column: int, to: int, low: int, high: int) -> int:
    """Find the column of a piece that moves: those from `low` to `high` are equal, and in the order of their places."""
    new = column
    while new + 1 < high and rows[row, new + 1] < to:
        new += 1
    while new > low and rows[row, new - 1] > to:
        new -= 1
    return new


@kernel
def list_moves(  # noqa: C901 - the loop where the time goes
    kit: Kit, shapes: Numbers, rows: Cells, occupied: Keys, keys: Keys, slots: Keys, first: Numbers, movable: Keys
) -> Numbers:
    """List the moves of each row, from first[row] to first[row + 1]."""
    enter, after, mask, weight, metric = kit.enter, kit.after, kit.mask, kit.weight, kit.rules[METRIC]
    pieces = shapes.size
    moves = np.empty(4 * keys.size + 64 * pieces, np.int64)
    found, ranges = np.empty(64, np.int64), np.empty((pieces, 3), np.int64)
    for j in range(pieces):
        ranges[j, 0] = kit.first[shapes[j]]
        ranges[j, 1] = ranges[j - 1, 1] if j > 0 and shapes[j - 1] == shapes[j] else j
        ranges[ranges[j, 1] : j + 1, 2] = j + 1
    count, last = 0, np.int64(slots.size - 1)
    for r in range(keys.size):
        first[r] = count
        movable[r] = 0
        if count + 64 * pieces > moves.size:
            moves = np.concatenate((moves, np.empty_like(moves)))
        for j in range(pieces):
            begin = ranges[j, 0]
            place = begin + rows[r, j]
            others = occupied[r] ^ mask[place]
            if metric == MOVE:
                places = reach_far(enter, after, place, others, begin, found)
            else:
                places = reach_straight(enter, after, place, others, metric, found)
            if places > 1:
                movable[r] |= np.uint64(1) << np.uint64(j)
            rest = keys[r] - weight[place]
            for i in range(1, places):
                key = rest + weight[found[i]]
                at, low = np.int64(key >> HIGH) & last, key & LOW
                while slots[at] >> HIGH != low:
                    at = (at + 1) & last
                moves[count] = np.int64(slots[at] & LOW)
                if ranges[j, 2] - ranges[j, 1] > 1:
                    column = column_after(rows, r, j, found[i] - begin, ranges[j, 1], ranges[j, 2])
                    if column != j:
                        moves[count] |= (256 * j + column) << 32
                count += 1
    first[keys.size] = count
    return moves
