"""The kernels that list the placements of a multiset of shapes, and the moves between these placements.

A placement is a row with the place of each shape. If a shape is appended to a multiset, each placement is extended by
each place of that shape that is free. If the last two shapes are equal, their places must ascend. So every placement
is listed exactly once.

A multiset and its images under the symmetries of the board have the same placements, up to the symmetry. Only the least
image, compared shape by shape, is searched. If a multiset is the least image, so are its first shapes, because another
shape in a sorted list makes no item of it greater. So multisets are searched as a tree (see `multisets`).

A move consists of the row that it leads to, and a turn. The pieces of equal shapes are in the order of their places, so
a piece that passes an equal piece changes its column: the turn is 256 * from + to, or 0 if the column stays the same.
"""

import numpy as np

from slidefront.apps.find.kit import (
    AMOUNT,
    CLUSTERS,
    FREE,
    LAST,
    LEAST,
    LIMIT,
    MEASURE,
    METRIC,
    MOST,
    PIECES,
    SIZE,
    Kit,
)
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.moves import MOVE, SLIDE

NO_CELLS = np.uint64(0)


@kernel
def is_wall(kit: Kit, shape: int) -> bool:
    """Whether a shape is a wall of rush. Walls are the last shapes."""
    return bool(kit.rules[MEASURE] == CLUSTERS and kit.shapes[shape, SIZE] == 1)


@kernel
def has_room(places: Keys, rows: Cells, occupied: Keys, begin: int, end: int, last: int) -> bool:
    """Whether any of some places is free on any of the rows from `begin` to `end`.

    `last` is the column of an equal shape, whose place must be less, or -1.
    """
    for r in range(begin, end):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            if places[y] & occupied[r] == NO_CELLS:
                return True
    return False


@kernel
def count_room(places: Keys, rows: Cells, occupied: Keys, begin: int, end: int, last: int) -> int:
    """Count the placements that extend the rows from `begin` to `end` by any of some places."""
    count = 0
    for r in range(begin, end):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            count += places[y] & occupied[r] == NO_CELLS
    return count


@kernel
def add_shape(
    places: Keys, weights: Keys, rows: Cells, occupied: Keys, keys: Keys, last: int, pieces: int, begin: int, end: int
) -> None:
    """Write the placements that extend the rows from `begin` to `end` by any of some places, behind `end`."""
    to = end
    for r in range(begin, end):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            if places[y] & occupied[r] == NO_CELLS:
                for j in range(pieces):
                    rows[to, j] = rows[r, j]
                rows[to, pieces] = y
                occupied[to] = occupied[r] | places[y]
                keys[to] = keys[r] + weights[y]
                to += 1


@kernel
def is_allowed(rules: Numbers, limits: Numbers, shapes: Numbers, pieces: int, shape: int) -> bool:
    """Whether the limits allow another shape behind the first shapes of a multiset."""
    limit = rules[shape, LIMIT]
    if limit >= 0 and taken(rules, shapes, pieces, limit) + rules[shape, AMOUNT] > limits[limit, MOST]:
        return False
    return has_least(rules, limits, shapes, pieces, shape)


@kernel
def taken(rules: Numbers, shapes: Numbers, pieces: int, limit: int) -> int:
    """Add up how much of a limit the shapes of a multiset take."""
    amount = 0
    for j in range(pieces):
        if rules[shapes[j], LIMIT] == limit:
            amount += rules[shapes[j], AMOUNT]
    return amount


@kernel
def has_least(rules: Numbers, limits: Numbers, shapes: Numbers, pieces: int, before: int) -> bool:
    """Whether a multiset reaches the minimum of every limit whose shapes all come before a shape."""
    for limit in range(limits.shape[0]):
        least = limits[limit, LEAST]
        if least > 0 and limits[limit, LAST] < before and taken(rules, shapes, pieces, limit) < least:
            return False
    return True


@kernel
def find_images(shape_image: Small, shapes: Numbers, pieces: int, images: Numbers) -> bool:
    """Write the sorted images of a multiset; return whether none of them is less than the multiset."""
    for g in range(shape_image.shape[0]):
        image = images[g]
        for j in range(pieces):
            shape = shape_image[g, shapes[j]]
            i = j
            while i > 0 and image[i - 1] > shape:
                image[i] = image[i - 1]
                i -= 1
            image[i] = shape
        for j in range(pieces):
            if image[j] != shapes[j]:
                if image[j] < shapes[j]:
                    return False
                break
    return True


@kernel
def first_at_least(numbers: Numbers, begin: int, end: int, least: int) -> int:
    """Return the position of the first of ascending numbers from `begin` to `end` that is not less than `least`."""
    while begin < end:
        middle = (begin + end) // 2
        if numbers[middle] < least:
            begin = middle + 1
        else:
            end = middle
    return begin


@kernel
def longer(numbers: Numbers) -> Numbers:
    """Copy numbers to an array of twice the size."""
    new = np.empty(2 * numbers.size, np.int64)
    for i in range(numbers.size):
        new[i] = numbers[i]
    return new


@kernel
def find_candidates(
    kit: Kit,
    shapes: Numbers,
    pieces: int,
    rows: Cells,
    occupied: Keys,
    begin: int,
    end: int,
    candidates: Numbers,
    low: int,
    high: int,
) -> int:
    """Write the candidates from `low` to `high` that fit on any of the rows behind `high`; return the new end."""
    first, mask, sizes = kit.first, kit.mask, kit.shapes[:, SIZE]
    free = kit.rules[FREE]
    for j in range(pieces):
        free -= sizes[shapes[j]]
    to = high
    for at in range(first_at_least(candidates, low, high, shapes[pieces - 1]) if pieces else low, high):
        shape = candidates[at]
        if sizes[shape] <= free and (pieces < kit.rules[PIECES] or is_wall(kit, shape)):
            equal = pieces > 0 and shape == shapes[pieces - 1]
            places = mask[first[shape] : first[shape + 1]]
            if has_room(places, rows, occupied, begin, end, pieces - 1 if equal else -1):
                candidates[to] = shape
                to += 1
    return to


EMPTY = np.uint64((1 << 64) - 1)
LOW = np.uint64((1 << 32) - 1)
HIGH = np.uint64(32)


@kernel
def table_of_keys(keys: Keys, slots: Keys) -> bool:
    """Put the rows of all keys in a hash table of 2 ** k slots; return whether all keys can be distinguished.

    The upper half of a key is its hash. A slot contains the lower half and the row. A lookup passes the same slots as
    the insertion, so it is enough that the lower half of each key differs from the keys that its insertion passed.
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
def column_after(rows: Cells, row: int, column: int, to: int, low: int, high: int) -> int:
    """Return the column of a piece after its move. The shapes from `low` to `high` are equal; their places ascend."""
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
    """List the moves of each row, from `first[row]` to `first[row + 1]`, and the pieces that can move as bits.

    `slots` is the hash table of the keys.
    """
    enter, after, mask, weight, metric = kit.enter, kit.after, kit.mask, kit.weight, kit.rules[METRIC]
    pieces, one = shapes.size, np.uint64(1)
    moves = np.empty(4 * keys.size + 64 * pieces, np.int64)
    ends, ranges = np.empty(64, np.int64), np.empty((pieces, 3), np.int64)
    for j in range(pieces):
        ranges[j, 0] = kit.first[shapes[j]]
        ranges[j, 1] = ranges[j - 1, 1] if j > 0 and shapes[j - 1] == shapes[j] else j
        ranges[ranges[j, 1] : j + 1, 2] = j + 1
    count, last = 0, np.int64(slots.size - 1)
    for r in range(keys.size):
        first[r] = count
        movable[r] = 0
        if count + 64 * pieces > moves.size:
            moves = longer(moves)
        for j in range(pieces):
            begin = ranges[j, 0]
            place = begin + rows[r, j]
            others = occupied[r] ^ mask[place]
            ends[0], places, done, seen = place, 1, 0, one << np.uint64(place - begin)
            while done < (places if metric == MOVE else 1):  # a path continues from each place
                for direction in range(4):
                    to = ends[done]
                    while enter[to, direction] & others == NO_CELLS:
                        to = np.int64(after[to, direction])
                        bit = one << np.uint64(to - begin)
                        if seen & bit == NO_CELLS:
                            seen |= bit
                            ends[places] = to
                            places += 1
                        if metric != SLIDE:
                            break
                done += 1
            if places > 1:
                movable[r] |= one << np.uint64(j)
            key_of_others = keys[r] - weight[place]
            for i in range(1, places):
                key = key_of_others + weight[ends[i]]
                at, low = np.int64(key >> HIGH) & last, key & LOW
                while slots[at] >> HIGH != low:
                    at = (at + 1) & last
                moves[count] = np.int64(slots[at] & LOW)
                if ranges[j, 2] - ranges[j, 1] > 1:
                    column = column_after(rows, r, j, ends[i] - begin, ranges[j, 1], ranges[j, 2])
                    if column != j:
                        moves[count] |= (256 * j + column) << 32
                count += 1
    first[keys.size] = count
    return moves
