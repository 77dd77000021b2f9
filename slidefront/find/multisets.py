"""The kernel that searches the tree of multisets.

    item: pieces, from, to, shapes ...     the multisets that begin with these shapes, go on with a shape of at least
                                           `from` and less than `to`, and have any shapes after that

It stops when it has done enough work, and lists as items what is left: so any item is a task of bounded length, and the
work is divided while it is done.
"""

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.find.clusters import measure_clusters
from slidefront.find.distances import Multiset, measure_questions
from slidefront.find.kit import CELLS, CLUSTERS, MEASURE, FindTotals, Kit, Numbers
from slidefront.find.moves import list_moves, table_of_keys
from slidefront.find.placements import (
    add_shape,
    count_room,
    find_candidates,
    find_images,
    has_least,
    is_allowed,
)

DONE, TOO_LARGE, EQUAL_KEYS, TOO_LONG = range(4)
COST_OF_MULTISET = 32
"""The time that a multiset costs, in placements."""


@kernel
def measure(
    kit: Kit, shapes: Numbers, images: Numbers, rows: Cells, occupied: Keys, keys: Keys, totals: FindTotals
) -> int:
    """List the moves of a multiset, and measure it."""
    slots = 4
    while slots < 2 * keys.size:
        slots *= 2
    table = np.empty(slots, np.uint64)
    if not table_of_keys(keys, table):
        return EQUAL_KEYS
    first = np.empty(keys.size + 1, np.int64)
    movable = np.empty(keys.size, np.uint64)
    moves = list_moves(kit, shapes, rows, occupied, keys, table, first, movable)
    one = Multiset(shapes, rows, keys, first, moves, movable, images)
    if kit.rules[MEASURE] == CLUSTERS:
        measure_clusters(kit, one, occupied, totals)
        return DONE
    return DONE if measure_questions(kit, one, totals) else TOO_LONG


@kernel
def list_left(
    items: Numbers,
    number: int,
    shapes: Numbers,
    top: int,
    base: int,
    at: Numbers,
    stops: Numbers,
    candidates: Numbers,
    left: Numbers,
) -> int:
    """List what is left of an item, the deepest first, and the items after it; return how many."""
    count = 0
    for level in range(top, base - 1, -1):
        if at[level] < stops[level]:
            left[count, 0], left[count, 1] = level, candidates[at[level]]
            left[count, 2] = candidates[stops[level] - 1] + 1
            for j in range(level):
                left[count, 3 + j] = shapes[j]
            count += 1
    for other in range(number, items.shape[0]):
        for j in range(left.shape[1]):
            left[count, j] = items[other, j]
        count += 1
    return count


@kernel
def next_shape(kit: Kit, shapes: Numbers, pieces: int, candidates: Numbers, images: Numbers) -> int:
    """Return how many candidates to pass for the next shape that may follow; write it, and the images with it."""
    for at in range(candidates.size):
        if is_allowed(kit, shapes, pieces, candidates[at]):
            shapes[pieces] = candidates[at]
            if find_images(kit, shapes, pieces + 1, images):
                return at + 1
    return candidates.size + 1


@kernel
def explore(  # noqa: C901 - the tree in a loop
    kit: Kit, items: Numbers, budget: int, memory: int, costs: tuple[int, int], totals: FindTotals, left: Numbers
) -> tuple[int, int, int]:
    """Search items one after the other; return the outcome, how many items are left, and the bytes that are too many.

    `costs` are the bytes of a row that is listed, and of one that is searched.

    Level k has a list of placements, from ends[k] to ends[k + 1], and candidates for the next shape, from lasts[k] to
    lasts[k + 1]; those before at[k] are done, and those from stops[k] on belong to other items.
    """
    cells, all_shapes = kit.rules[CELLS], kit.first.size - 1
    images = np.empty((kit.mirror.size, cells + 1), np.int64)
    shapes, at, stops = np.empty(cells + 1, np.int64), np.empty(cells + 2, np.int64), np.empty(cells + 2, np.int64)
    ends, lasts = np.zeros(cells + 3, np.int64), np.zeros(cells + 3, np.int64)
    candidates = np.arange(2 * all_shapes)
    rows, occupied, keys = np.empty((256, cells + 1), np.uint8), np.empty(256, np.uint64), np.empty(256, np.uint64)
    occupied[0], keys[0], ends[1], lasts[0] = kit.walls[0], 0, 1, all_shapes
    lasts[1] = find_candidates(kit, shapes[:0], rows[:1], occupied[:1], candidates, 0, all_shapes)
    spent = 0
    for number in range(items.shape[0]):
        if spent >= budget:
            return DONE, list_left(items, number, shapes, -1, 0, at, stops, candidates, left), 0
        base, pieces = items[number, 0], 0
        own = candidates[lasts[0] : lasts[1]]
        at[0] = lasts[0] + np.searchsorted(own, items[number, 1])
        stops[0] = lasts[0] + np.searchsorted(own, items[number, 2])
        while True:
            if pieces < base:
                shapes[pieces] = items[number, 3 + pieces]
            else:
                at[pieces] += next_shape(kit, shapes, pieces, candidates[at[pieces] : stops[pieces]], images)
                if at[pieces] > stops[pieces]:
                    if pieces == base:
                        break
                    pieces -= 1
                    continue
            shape, begin, end = shapes[pieces], ends[pieces], ends[pieces + 1]
            column = pieces - 1 if pieces > 0 and shapes[pieces - 1] == shape else -1
            places = kit.mask[kit.first[shape] : kit.first[shape + 1]]
            more = count_room(places, rows[begin:end], occupied[begin:end], column)
            used = totals.clusters[0, 0]
            if used and pieces >= base and used + more >= totals.clusters.shape[0]:
                at[pieces] -= 1
                return DONE, list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left), 0
            needs = end * costs[0] + more * costs[1]
            if needs > memory:
                if pieces < base:
                    return TOO_LARGE, list_left(items, number, shapes, -1, 0, at, stops, candidates, left), needs
                at[pieces] -= 1
                count = list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left)
                return TOO_LARGE, count, needs
            if end + more > keys.size:
                space = np.empty(2 * (end + more) - keys.size, np.uint64)
                occupied, keys = np.concatenate((occupied, space)), np.concatenate((keys, space))
                rows = np.concatenate((rows, np.empty((space.size, cells + 1), np.uint8)))
            weights = kit.weight[kit.first[shape] : kit.first[shape + 1]]
            add_shape(places, weights, rows, occupied, keys, column, pieces, begin, end)
            pieces += 1
            begin, end, ends[pieces + 1] = end, end + more, end + more
            if 2 * lasts[pieces] > candidates.size:
                candidates = np.concatenate((candidates, np.empty_like(candidates)))
            lasts[pieces + 1] = find_candidates(
                kit, shapes[:pieces], rows[begin:end], occupied[begin:end], candidates, lasts[pieces - 1], lasts[pieces]
            )
            at[pieces], stops[pieces] = lasts[pieces], lasts[pieces + 1]
            if pieces == base:
                own = candidates[lasts[pieces] : lasts[pieces + 1]]
                at[pieces] = lasts[pieces] + np.searchsorted(own, items[number, 1])
                stops[pieces] = lasts[pieces] + np.searchsorted(own, items[number, 2])
            if pieces > base and has_least(kit, shapes, pieces, all_shapes):
                new = slice(begin, end)
                outcome = measure(kit, shapes[:pieces], images, rows[new], occupied[new], keys[new], totals)
                if outcome != DONE:
                    return outcome, 0, 0
                spent += COST_OF_MULTISET + more
            if spent >= budget and pieces >= base:
                return DONE, list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left), 0
    return DONE, 0, 0
