"""The tree of all multisets: list the placements of each multiset of shapes and their moves, and measure it.

A multiset is an ascending list of shapes. Its children have one more shape, which is at least as great as its last:

    ()                     level 0 chooses the first shape
    (0)  (1)  (2)          level 1 chooses the second shape
    (0 0)  (0 1) ...

`search_item` walks the tree depth first. On each level it lists the placements of the shapes chosen so far, finds the
other shapes that fit, and measures the multiset (`distances`).

A placement is a row with the place of each shape. If a shape is appended to a multiset, each placement is extended by
each place of that shape that is free. If the last two shapes are equal, their places must ascend. So every placement
is listed exactly once.

A multiset and its images under the symmetries of the board have the same placements, up to the symmetry. Only the least
image, compared shape by shape, is searched; any other is left out with all its children. If a multiset is its own least
image, so is each of its prefixes: inserting a shape into a sorted list never makes the shape at any position greater.

A move consists of the row that it leads to, and a turn. The pieces of equal shapes are in the order of their places, so
a piece that passes an equal piece changes its column: the turn is 256 * from + to, or 0 if the column stays the same.

An example: dominoes and single cells on a board of 2 x 2 cells, with paths as moves.

    shape 0    a domino across    places 0 and 1: the upper and the lower row
    shape 1    a domino upright   places 0 and 1: the left and the right column
    shape 2    a single cell      places 0 to 3: the cells, row by row

    (0)    (0 0)                                 (0 1) has no placement
           (0 2)    (0 2 2)
                                                 (1) and its children are images of (0) and its children
    (2)    (2 2)    (2 2 2)    (2 2 2 2)

The multiset (2 2) has six placements. A is the piece in column 0, and B the piece in column 1:

    row        0      1      2      3      4      5
    places     0 1    0 2    0 3    1 2    1 3    2 3
    board      AB     A.     A.     .A     .A     ..
               ..     B.     .B     B.     .B     AB

Four moves begin at row 0. If B moves to cell 2 or 3, the placement is row 1 or 2, and the turn is 0. If A moves to
cell 2 or 3, it passes B. The placement is then row 3 or 4, and the turn is 256 * 0 + 1.
"""

from typing import NamedTuple

import numpy as np

from slidefront.apps.find.distances import (
    Best,
    FindTotals,
    Multiset,
    is_wall,
    measure_clusters,
    measure_questions,
)
from slidefront.apps.find.kit import (
    CELLS,
    FREE,
    LAST,
    LEAST,
    METRIC,
    MOST,
    PIECES,
    SHAPE_AMOUNT,
    SHAPE_LIMIT,
    SHAPE_SIZE,
    Kit,
)
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.moves import MOVE, SLIDE

DONE, TOO_LARGE, EQUAL_KEYS, TOO_LONG = range(4)
ITEM_FROM, ITEM_TO, ITEM_SHAPES = range(3)
"""Positions in an item (see `tasks`): the range of the next shape, and then the first shapes."""
COST_OF_MULTISET = 32
"""The work of a multiset itself, in placements."""
NO_CELLS = np.uint64(0)
EMPTY = np.uint64((1 << 64) - 1)  # a slot of the hash table without a row
LOW_HALF = np.uint64((1 << 32) - 1)
HIGH = np.uint64(32)


class TaskLimits(NamedTuple):
    """The limits of the work and the memory of a task."""

    work: int
    """The number of placements after which the task ends."""
    memory: int
    """The bytes that its lists may take."""
    listed: int
    """The bytes of a placement that is only listed."""
    searched: int
    """The bytes of a placement that is searched with its moves."""


class FindTree(NamedTuple):
    """The position of a task in the tree. On level k, shape k is chosen after a multiset of k shapes."""

    limits: TaskLimits
    shapes: Numbers
    """The shape that is chosen on each level."""
    candidates: Numbers
    """The shapes that fit on each level, one level after the other."""
    candidate_ends: Numbers
    """The candidates of level k are from `candidate_ends[k + 1]` to `candidate_ends[k + 2]`, after all shapes."""
    next_candidate: Numbers
    """For each level the next candidate; earlier candidates are done."""
    last_candidate: Numbers
    """For each level the end of its candidates; later candidates belong to other items."""
    rows: Cells
    occupied: Keys
    keys: Keys
    """The placements of the multisets on all levels, one level after the other."""
    row_ends: Numbers
    """The placements of the first k shapes are from `row_ends[k]` to `row_ends[k + 1]`."""
    images: Numbers
    """The images of the multiset under the symmetries of the board."""
    work_done: Numbers
    """The work so far, as an array of one number."""


def new_tree(kit: Kit, limits: TaskLimits) -> FindTree:
    """Allocate arrays for all that a task may list; unwritten parts take no memory. Level 0 is the empty board."""
    cells, shapes, most = int(kit.rules[CELLS]), kit.first.size - 1, 1 + limits.memory // limits.listed
    tree = FindTree(
        limits=limits,
        shapes=np.zeros(cells + 3, np.int64),
        candidates=np.empty((cells + 3) * shapes, np.int64),
        candidate_ends=np.zeros(cells + 4, np.int64),
        next_candidate=np.zeros(cells + 3, np.int64),
        last_candidate=np.zeros(cells + 3, np.int64),
        rows=np.empty((most, cells + 1), np.uint8),
        occupied=np.empty(most, np.uint64),
        keys=np.empty(most, np.uint64),
        row_ends=np.zeros(cells + 4, np.int64),
        images=np.empty((kit.view_of.size, cells + 1), np.int64),
        work_done=np.zeros(1, np.int64),
    )
    tree.occupied[0], tree.keys[0], tree.row_ends[1] = kit.walls[0], 0, 1
    tree.candidates[:shapes] = np.arange(shapes)  # before level 0: all shapes
    tree.candidate_ends[1] = shapes
    return tree


@kernel
def search_item(
    kit: Kit,
    bounds: Numbers | None,
    item: Numbers,
    tree: FindTree,
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
) -> tuple[int, int, int]:
    """Search an item depth first, until the task has done its work.

    `bounds` are the limits of the kind; arguments that are None are not compiled.

    Return the outcome; the level at which the item was left, or -1 if it is done or was not begun; and if the memory is
    too small, the bytes that are needed.
    """
    prefix, level, last_shape = item.size - ITEM_SHAPES, 0, kit.first.size - 1
    find_level(kit, tree, 0)
    restrict_level(tree, 0, item)
    while True:
        level = choose_shape(kit, bounds, tree, item, level)
        if level < 0:
            return DONE, -1, 0
        shape, begin, end = tree.shapes[level], tree.row_ends[level], tree.row_ends[level + 1]
        column = level - 1 if level > 0 and tree.shapes[level - 1] == shape else -1
        places = kit.mask[kit.first[shape] : kit.first[shape + 1]]
        weights = kit.weight[kit.first[shape] : kit.first[shape + 1]]
        count = count_placements(places, tree.rows, tree.occupied, begin, end, column)
        needs = end * tree.limits.listed + count * tree.limits.searched
        if needs > tree.limits.memory and level < prefix:
            return TOO_LARGE, -1, needs
        must_stop = False
        if clusters is not None:  # the list may have no room for the clusters of another multiset
            must_stop = level >= prefix and clusters[0, 0] > 0 and clusters[0, 0] + count >= clusters.shape[0]
        if must_stop or needs > tree.limits.memory:
            tree.next_candidate[level] -= 1
            return (DONE, level, 0) if must_stop else (TOO_LARGE, level, needs)
        list_placements(places, weights, tree.rows, tree.occupied, tree.keys, begin, end, column, level)
        tree.row_ends[level + 2] = end + count
        level += 1
        find_level(kit, tree, level)
        if level == prefix:
            restrict_level(tree, level, item)
        if level > prefix and (bounds is None or has_least(kit.shapes, bounds, tree.shapes, level, last_shape)):
            outcome = measure(kit, tree, level, totals, best, clusters)
            if outcome != DONE:
                return outcome, -1, 0
            tree.work_done[0] += COST_OF_MULTISET + count
        if level >= prefix and tree.work_done[0] >= tree.limits.work:
            return DONE, level, 0


@kernel
def choose_shape(kit: Kit, bounds: Numbers | None, tree: FindTree, item: Numbers, level: int) -> int:
    """Choose the next shape on a level, or on the deepest level above it that has one.

    Return the level of the choice, or -1 if the item has no more multisets. Its first shapes are given by the item.
    """
    shapes, prefix = tree.shapes, item.size - ITEM_SHAPES
    while True:
        if level < prefix:
            shapes[level] = item[ITEM_SHAPES + level]
            return level
        if tree.next_candidate[level] < tree.last_candidate[level]:
            shapes[level] = tree.candidates[tree.next_candidate[level]]
            tree.next_candidate[level] += 1
            is_in_limits = bounds is None or is_allowed(kit.shapes, bounds, shapes, level, shapes[level])
            if is_in_limits and find_images(kit.shape_image, shapes, level + 1, tree.images):
                return level
        elif level == prefix:
            return -1
        else:
            level -= 1


@kernel
def is_allowed(rules: Numbers, limits: Numbers, shapes: Numbers, pieces: int, shape: int) -> bool:
    """Whether the limits allow another shape behind the first shapes of a multiset."""
    limit = rules[shape, SHAPE_LIMIT]
    if limit >= 0 and taken(rules, shapes, pieces, limit) + rules[shape, SHAPE_AMOUNT] > limits[limit, MOST]:
        return False
    return has_least(rules, limits, shapes, pieces, shape)


@kernel
def taken(rules: Numbers, shapes: Numbers, pieces: int, limit: int) -> int:
    """Add up how much of a limit the shapes of a multiset take."""
    amount = 0
    for j in range(pieces):
        if rules[shapes[j], SHAPE_LIMIT] == limit:
            amount += rules[shapes[j], SHAPE_AMOUNT]
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


# The shapes and the placements of a level


@kernel
def find_level(kit: Kit, tree: FindTree, level: int) -> None:
    """Find the candidates of a level: candidates of the level before that fit on a board with the chosen shapes."""
    first, mask, sizes, candidates = kit.first, kit.mask, kit.shapes[:, SHAPE_SIZE], tree.candidates
    low, high = tree.candidate_ends[level], tree.candidate_ends[level + 1]
    begin, end = tree.row_ends[level], tree.row_ends[level + 1]
    free, last_shape = kit.rules[FREE], tree.shapes[level - 1] if level else -1
    for j in range(level):
        free -= sizes[tree.shapes[j]]
    to = high
    for i in range(first_at_least(candidates, low, high, last_shape), high):
        shape = candidates[i]
        if sizes[shape] <= free and (level < kit.rules[PIECES] or is_wall(kit, shape)):
            places, column = mask[first[shape] : first[shape + 1]], level - 1 if shape == last_shape else -1
            if has_room(places, tree.rows, tree.occupied, begin, end, column):
                candidates[to] = shape
                to += 1
    tree.candidate_ends[level + 2] = to
    tree.next_candidate[level], tree.last_candidate[level] = high, to


@kernel
def has_room(places: Keys, rows: Cells, occupied: Keys, begin: int, end: int, column: int) -> bool:
    """Whether a shape, which takes one of `places`, fits into one of the rows from `begin` to `end`.

    `column` is the column of an equal shape, whose place must come first, or -1.
    """
    for r in range(begin, end):
        for y in range(np.int64(rows[r, column]) + 1 if column >= 0 else 0, places.size):
            if places[y] & occupied[r] == NO_CELLS:
                return True
    return False


@kernel
def restrict_level(tree: FindTree, level: int, item: Numbers) -> None:
    """Restrict the candidates of a level to the range of an item."""
    low, high = tree.candidate_ends[level + 1], tree.candidate_ends[level + 2]
    tree.next_candidate[level] = first_at_least(tree.candidates, low, high, item[ITEM_FROM])
    tree.last_candidate[level] = first_at_least(tree.candidates, low, high, item[ITEM_TO])


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
def count_placements(places: Keys, rows: Cells, occupied: Keys, begin: int, end: int, column: int) -> int:
    """Count the placements of the rows from `begin` to `end` with another shape; see `has_room`."""
    count = 0
    for r in range(begin, end):
        for y in range(np.int64(rows[r, column]) + 1 if column >= 0 else 0, places.size):
            count += places[y] & occupied[r] == NO_CELLS
    return count


@kernel
def list_placements(
    places: Keys,
    weights: Keys,
    rows: Cells,
    occupied: Keys,
    keys: Keys,
    begin: int,
    end: int,
    column: int,
    level: int,
) -> None:
    """List the placements of the rows from `begin` to `end` with another shape, from row `end`; see `has_room`.

    `level` is the column of the shape, and `weights` are the weights of its places.
    """
    to = end
    for r in range(begin, end):
        for y in range(np.int64(rows[r, column]) + 1 if column >= 0 else 0, places.size):
            if places[y] & occupied[r] == NO_CELLS:
                for j in range(level):
                    rows[to, j] = rows[r, j]
                rows[to, level] = y
                occupied[to] = occupied[r] | places[y]
                keys[to] = keys[r] + weights[y]
                to += 1


# The moves of a multiset


@kernel
def measure(kit: Kit, tree: FindTree, level: int, totals: FindTotals, best: Best | None, clusters: Small | None) -> int:
    """List the moves of the multiset of the first `level` shapes, and measure it; return the outcome."""
    rows_of_level = slice(tree.row_ends[level], tree.row_ends[level + 1])
    shapes, rows = tree.shapes[:level], tree.rows[rows_of_level]
    occupied, keys = tree.occupied[rows_of_level], tree.keys[rows_of_level]
    slots = 4
    while slots < 2 * keys.size:
        slots *= 2
    table = np.empty(slots, np.uint64)
    if not table_of_keys(keys, table):
        return EQUAL_KEYS
    first = np.empty(keys.size + 1, np.int64)
    movable = np.empty(keys.size, np.uint64)
    moves = list_moves(kit, shapes, rows, occupied, keys, table, first, movable)
    multiset = Multiset(shapes, rows, keys, first, moves, movable, tree.images)
    if clusters is not None:
        measure_clusters(kit, multiset, occupied, totals, clusters)
    if best is not None:
        return DONE if measure_questions(kit, multiset, totals, best) else TOO_LONG
    return DONE


@kernel
def table_of_keys(keys: Keys, slots: Keys) -> bool:
    """Put the rows of all keys in a hash table of 2 ** k slots; return whether all keys can be distinguished.

    The upper half of a key is its hash. A slot contains the lower half and the row. A lookup passes the same slots as
    the insertion, so it is enough that the lower half of each key differs from the keys that its insertion passed.
    """
    slots[:] = EMPTY
    last = slots.size - 1
    for row in range(keys.size):
        slot, low = np.int64(keys[row] >> HIGH) & last, keys[row] & LOW_HALF
        while slots[slot] != EMPTY:
            if slots[slot] >> HIGH == low:
                return False
            slot = (slot + 1) & last
        slots[slot] = low << HIGH | np.uint64(row)
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
                slot, low = np.int64(key >> HIGH) & last, key & LOW_HALF
                while slots[slot] >> HIGH != low:
                    slot = (slot + 1) & last
                moves[count] = np.int64(slots[slot] & LOW_HALF)
                if ranges[j, 2] - ranges[j, 1] > 1:
                    column = column_after(rows, r, j, ends[i] - begin, ranges[j, 1], ranges[j, 2])
                    if column != j:
                        moves[count] |= (256 * j + column) << 32
                count += 1
    first[keys.size] = count
    return moves


@kernel
def longer(numbers: Numbers) -> Numbers:
    """Copy numbers to an array of twice the size."""
    new = np.empty(2 * numbers.size, np.int64)
    for i in range(numbers.size):
        new[i] = numbers[i]
    return new
