"""The tree of all multisets, and the tasks that search parts of it.

A multiset is an ascending list of shapes. Its children have one more shape, which is at least as great as its last:

    ()                     level 0 chooses the first shape
    (0)  (1)  (2)          level 1 chooses the second shape
    (0 0)  (0 1) ...

`explore_items` walks the tree depth first. On each level it lists the placements of the shapes chosen so far, finds the
other shapes that fit, and measures the multiset. If a multiset has an image under a symmetry that comes before it, it
is left out with all its children.

An *item* is a part of the tree: (from, to, shapes ...) stands for the multisets that begin with these shapes, continue
with a shape of at least `from` and less than `to`, and have any shapes after that. A task searches items until it
reaches a limit of work or memory, and returns its results and the unfinished items. It needs the kind only as text, so
it runs on any machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from slidefront.apps.find.distances import Multiset, measure_clusters, measure_questions
from slidefront.apps.find.kinds import Kind, read_kind
from slidefront.apps.find.kit import CELLS, FREE, METRIC, Best, FindTotals, Kit, build_kit
from slidefront.apps.find.placements import (
    add_shape,
    count_room,
    find_candidates,
    find_images,
    first_at_least,
    has_least,
    is_allowed,
    list_moves,
    table_of_keys,
)
from slidefront.apps.find.results import FindResults, new_totals, read_results
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.errors import LimitError
from slidefront.moves import MOVE

DONE, TOO_LARGE, EQUAL_KEYS, TOO_LONG = range(4)
COST_OF_MULTISET = 32
"""The work of a multiset itself, in placements."""


class TaskLimits(NamedTuple):
    """How much a task may do."""

    work: int
    """The task ends after so many placements."""
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
        images=np.empty((kit.mirror.size, cells + 1), np.int64),
        work_done=np.zeros(1, np.int64),
    )
    tree.occupied[0], tree.keys[0], tree.row_ends[1] = kit.walls[0], 0, 1
    tree.candidates[:shapes] = np.arange(shapes)  # before level 0: all shapes
    tree.candidate_ends[1] = shapes
    return tree


@kernel
def explore_items(
    kit: Kit,
    bounds: Numbers | None,
    items: Numbers,
    tree: FindTree,
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
) -> tuple[int, int, int, int]:
    """Search items one after the other, until the task has done its work.

    `bounds` are the limits of the kind; arguments that are None are not compiled.

    Return the outcome; how many items were begun; the level at which the last of them was left, or -1 if it is done;
    and if the memory is too small, the bytes that are needed.
    """
    find_level(kit, tree, 0)
    for number in range(items.shape[0]):
        outcome, level, needs = search_item(kit, bounds, items[number], tree, totals, best, clusters)
        if level >= 0:
            return outcome, number + 1, level, needs
        if outcome != DONE:
            return outcome, number, -1, needs
        if tree.work_done[0] >= tree.limits.work:
            return DONE, number + 1, -1, 0
    return DONE, items.shape[0], -1, 0


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
    """Search an item depth first. Return the outcome, the level at which it was left or -1, and the bytes needed."""
    prefix, level = item[0], 0
    restrict_level(tree, 0, item)
    while True:
        level = choose_shape(kit, bounds, tree, item, level)
        if level < 0:
            return DONE, -1, 0
        count = count_placements(kit, tree, level)
        needs = tree.row_ends[level + 1] * tree.limits.listed + count * tree.limits.searched
        if needs > tree.limits.memory and level < prefix:
            return TOO_LARGE, -1, needs
        must_stop = level >= prefix and is_full(clusters, count)
        if must_stop or needs > tree.limits.memory:
            tree.next_candidate[level] -= 1
            return (DONE, level, 0) if must_stop else (TOO_LARGE, level, needs)
        list_placements(kit, tree, level, count)
        level += 1
        find_level(kit, tree, level)
        if level == prefix:
            restrict_level(tree, level, item)
        if level > prefix and has_all(kit, bounds, tree.shapes, level):
            outcome = measure(kit, tree, level, totals, best, clusters)
            if outcome != DONE:
                return outcome, -1, 0
            tree.work_done[0] += COST_OF_MULTISET + count
        if level >= prefix and tree.work_done[0] >= tree.limits.work:
            return DONE, level, 0


@kernel
def has_all(kit: Kit, bounds: Numbers | None, shapes: Numbers, pieces: int) -> bool:
    """Whether a multiset reaches the minimum of every limit."""
    return bounds is None or has_least(kit.shapes, bounds, shapes, pieces, kit.first.size - 1)


@kernel
def is_full(clusters: Small | None, count: int) -> bool:
    """Whether the list of clusters may have no room for `count` more; its first row contains their number."""
    if clusters is None:
        return False
    used = clusters[0, 0]
    return bool(used > 0 and used + count >= clusters.shape[0])


@kernel
def choose_shape(kit: Kit, bounds: Numbers | None, tree: FindTree, item: Numbers, level: int) -> int:
    """Choose the next shape on a level, or on the deepest level above it that has one.

    Return the level of the choice, or -1 if the item has no more multisets. Its first shapes are given by the item.
    """
    shapes, prefix = tree.shapes, item[0]
    while True:
        if level < prefix:
            shapes[level] = item[3 + level]
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
def find_level(kit: Kit, tree: FindTree, level: int) -> None:
    """Find the candidates of a level: candidates of the level before that fit on a board with the chosen shapes."""
    low, high = tree.candidate_ends[level], tree.candidate_ends[level + 1]
    begin, end = tree.row_ends[level], tree.row_ends[level + 1]
    last = find_candidates(kit, tree.shapes, level, tree.rows, tree.occupied, begin, end, tree.candidates, low, high)
    tree.candidate_ends[level + 2] = last
    tree.next_candidate[level], tree.last_candidate[level] = high, last


@kernel
def restrict_level(tree: FindTree, level: int, item: Numbers) -> None:
    """Restrict the candidates of a level to the range of an item."""
    low, high = tree.candidate_ends[level + 1], tree.candidate_ends[level + 2]
    tree.next_candidate[level] = first_at_least(tree.candidates, low, high, item[1])
    tree.last_candidate[level] = first_at_least(tree.candidates, low, high, item[2])


@kernel
def column_of_equal(tree: FindTree, level: int) -> int:
    """Return the column of the shape before a level if it is equal, because its place must come first; else -1."""
    return level - 1 if level > 0 and tree.shapes[level - 1] == tree.shapes[level] else -1


@kernel
def count_placements(kit: Kit, tree: FindTree, level: int) -> int:
    """Count the placements of the shapes up to a level."""
    shape, column = tree.shapes[level], column_of_equal(tree, level)
    places = kit.mask[kit.first[shape] : kit.first[shape + 1]]
    return count_room(places, tree.rows, tree.occupied, tree.row_ends[level], tree.row_ends[level + 1], column)


@kernel
def list_placements(kit: Kit, tree: FindTree, level: int, count: int) -> None:
    """List the placements of the shapes up to a level behind all other rows; `count` is their number."""
    shape, column = tree.shapes[level], column_of_equal(tree, level)
    begin, end = tree.row_ends[level], tree.row_ends[level + 1]
    places = kit.mask[kit.first[shape] : kit.first[shape + 1]]
    weights = kit.weight[kit.first[shape] : kit.first[shape + 1]]
    add_shape(places, weights, tree.rows, tree.occupied, tree.keys, column, level, begin, end)
    tree.row_ends[level + 2] = end + count


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


FindItem = tuple[int, ...]
"""The range of the next shape, and the shapes before it."""
SINGLE = 64
"""The number of last shapes that have items of their own."""
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class FindTask:
    """The items that a task searches, and its limits."""

    number: int
    kind: str
    """The kind as text."""
    items: tuple[FindItem, ...]
    work: int
    """The task ends after so many placements, or with its items."""
    memory: int
    """The bytes that its arrays may take."""
    top: int
    """The number of hardest boards to keep for each number of pieces."""

    def __str__(self) -> str:
        return f"find-{self.number}"


@dataclass(frozen=True)
class FindRecord:
    """The results of a task."""

    items: tuple[FindItem, ...]
    left: tuple[FindItem, ...]
    results: FindResults
    needs: int
    """The bytes that the first unfinished item needs, if they were too many for the task; else 0."""


def first_items(kind: Kind) -> list[FindItem]:
    """Divide all multisets by their first shape. Most multisets begin with one of the last shapes."""
    last = len(kind.shapes)
    ends = [last - number for number in range(min(last, SINGLE))]
    while ends[-1] > 0:
        ends.append(max(0, min(ends[-1] - 1, 2 * ends[-1] - last)))
    return [*zip(ends[1:], ends, strict=False)]


@lru_cache(maxsize=2)
def _kit(text: str, seed: int) -> Kit:
    return build_kit(read_kind(text), seed)


def kit_of(text: str, seed: int = 0) -> Kit:
    """Return the arrays of a kind, which are built once for all threads."""
    with _ONE_AT_A_TIME:
        return _kit(text, seed)


def bytes_per_row(kit: Kit) -> tuple[int, int]:
    """Return the most bytes for a placement that is only listed, and for a placement that is searched with its moves.

    Pieces of one cell on half of the cells have the most moves. Measured on 4x5: 661 bytes for nine such pieces with 63
    moves; 590 and 334 bytes for multisets with dominoes that have 33 and 18 moves.
    """
    free = int(kit.rules[FREE])
    moves = free // 2 * ((free + 1) // 2) if kit.rules[METRIC] == MOVE else 4 * free
    return int(kit.rules[CELLS]) + 17, 180 + 5 * moves


def run_task(task: FindTask) -> FindRecord:
    """Run a task. In the unlikely case that two placements have the same key, run it again with other weights."""
    for seed in range(9):
        kit = kit_of(task.kind, seed)
        totals, best, clusters = new_totals(kit, task.top)
        limits = TaskLimits(task.work, task.memory, *bytes_per_row(kit))
        tree = new_tree(kit, limits)
        items = np.zeros((len(task.items), int(kit.rules[CELLS]) + 4), np.int64)
        for row, item in zip(items, task.items, strict=True):
            row[0], row[1 : 1 + len(item)] = len(item) - 2, item
        bounds = kit.limits if kit.limits.size else None
        outcome, begun, level, needs = explore_items(kit, bounds, items, tree, totals, best, clusters)
        if outcome == TOO_LONG:
            raise LimitError("a puzzle needs more moves than this command counts: choose a smaller board")
        if outcome != EQUAL_KEYS:
            left = (*_left(tree, level, len(task.items[begun - 1]) - 2), *task.items[begun:])
            return FindRecord(task.items, left, read_results(kit, totals, best, clusters, task.top), needs)
    raise AssertionError("random numbers are equal")


def _left(tree: FindTree, level: int, base: int) -> Iterator[FindItem]:
    """List the unfinished parts of an item that begins with `base` shapes, the deepest level first."""
    for pieces in range(level, base - 1, -1):
        first, last = int(tree.next_candidate[pieces]), int(tree.last_candidate[pieces])
        if first < last:
            shapes = tree.shapes[:pieces].tolist()
            yield (int(tree.candidates[first]), int(tree.candidates[last - 1]) + 1, *shapes)
