"""The tree of multisets, divided into tasks while it is searched.

    item: pieces, from, to, shapes ...     the multisets that begin with these shapes, go on with a shape of at least
                                           `from` and less than `to`, and have any shapes after that

A task searches some items within a bound of work and of memory, and returns what it found, and as items what it left.
It needs the kind only as text, so it runs on any machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from slidefront.apps.find.distances import Multiset, measure_clusters, measure_questions
from slidefront.apps.find.found import Found, found_in, new_totals
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
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.errors import LimitError
from slidefront.moves import MOVE

DONE, TOO_LARGE, EQUAL_KEYS, TOO_LONG = range(4)
COST_OF_MULTISET = 32
"""The time that a multiset costs, in placements."""


class TaskLimits(NamedTuple):
    """How much a task may do."""

    work: int
    """How many placements are enough."""
    memory: int
    """How many bytes its lists may take."""
    listed: int
    """The bytes of a placement that is only listed."""
    searched: int
    """The bytes of one that is searched with its moves."""


class FindTree(NamedTuple):
    """Where a task is in the tree. Level k is the multiset of the first k shapes."""

    shapes: Numbers
    at: Numbers
    """For each level the candidate that comes next, and those before it are done."""
    stops: Numbers
    """For each level the end of its candidates; those after it belong to other items."""
    candidates: Numbers
    """Of all levels, one after the other."""
    rows: Cells
    occupied: Keys
    keys: Keys
    """The placements of all levels, one after the other."""
    images: Numbers
    """The multiset as each symmetry of the board shows it."""


def new_tree(kit: Kit, limits: TaskLimits) -> FindTree:
    """Allocate arrays for all that a task may list; only what is written takes memory."""
    cells, shapes, most = int(kit.rules[CELLS]), kit.first.size - 1, 1 + limits.memory // limits.listed
    shape, at, stop = np.zeros((3, cells + 3), np.int64)
    candidates = np.empty((cells + 3) * shapes, np.int64)
    candidates[:shapes] = np.arange(shapes)
    rows, occupied, keys = np.empty((most, cells + 1), np.uint8), np.empty(most, np.uint64), np.empty(most, np.uint64)
    occupied[0], keys[0] = kit.walls[0], 0
    return FindTree(shape, at, stop, candidates, rows, occupied, keys, np.empty((kit.mirror.size, cells + 1), np.int64))


@kernel
def measure(
    kit: Kit,
    shapes: Numbers,
    images: Numbers,
    rows: Cells,
    occupied: Keys,
    keys: Keys,
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
) -> int:
    """List the moves of a multiset, and measure it. What is None is not measured, and not compiled."""
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
    if clusters is not None:
        measure_clusters(kit, one, occupied, totals, clusters)
    if best is not None:
        return DONE if measure_questions(kit, one, totals, best) else TOO_LONG
    return DONE


@kernel
def explore(  # noqa: C901 - the tree in a loop
    kit: Kit,
    bounds: Numbers | None,
    items: Numbers,
    limits: TaskLimits,
    tree: FindTree,
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
) -> tuple[int, int, int, int]:
    """Search items one after the other.

    `bounds` are the limits of the kind. What is None is not compiled.

    Return the outcome, how many items were begun, the level at which the last of them was left (-1: it is done), and
    the bytes that are too many.
    """
    all_shapes = kit.first.size - 1
    shapes, at, stops, candidates = tree.shapes, tree.at, tree.stops, tree.candidates
    rows, occupied, keys, images = tree.rows, tree.occupied, tree.keys, tree.images
    rules, shape_image = kit.shapes, kit.shape_image
    ends, lasts = np.empty(shapes.size, np.int64), np.empty(shapes.size, np.int64)
    ends[0], ends[1], lasts[0] = 0, 1, all_shapes
    lasts[1] = find_candidates(kit, shapes, 0, rows, occupied, 0, 1, candidates, 0, all_shapes)
    spent = 0
    for number in range(items.shape[0]):
        if spent >= limits.work:
            return DONE, number, -1, 0
        base, pieces = items[number, 0], 0
        at[0] = first_at_least(candidates, lasts[0], lasts[1], items[number, 1])
        stops[0] = first_at_least(candidates, lasts[0], lasts[1], items[number, 2])
        while True:
            if pieces < base:
                shapes[pieces] = items[number, 3 + pieces]
            elif at[pieces] == stops[pieces]:
                if pieces == base:
                    break
                pieces -= 1
                continue
            else:
                shapes[pieces] = candidates[at[pieces]]
                at[pieces] += 1
                if bounds is not None and not is_allowed(rules, bounds, shapes, pieces, shapes[pieces]):
                    continue
                if not find_images(shape_image, shapes, pieces + 1, images):
                    continue
            shape, begin, end = shapes[pieces], ends[pieces], ends[pieces + 1]
            column = pieces - 1 if pieces > 0 and shapes[pieces - 1] == shape else -1
            places = kit.mask[kit.first[shape] : kit.first[shape + 1]]
            more = count_room(places, rows, occupied, begin, end, column)
            if clusters is not None:
                used = clusters[0, 0]
                if used and pieces >= base and used + more >= clusters.shape[0]:
                    at[pieces] -= 1
                    return DONE, number + 1, pieces, 0
            needs = end * limits.listed + more * limits.searched
            if needs > limits.memory:
                if pieces < base:
                    return TOO_LARGE, number, -1, needs
                at[pieces] -= 1
                return TOO_LARGE, number + 1, pieces, needs
            weights = kit.weight[kit.first[shape] : kit.first[shape + 1]]
            add_shape(places, weights, rows, occupied, keys, column, pieces, begin, end)
            pieces += 1
            begin, end = end, end + more
            ends[pieces + 1] = end
            low, high = lasts[pieces - 1], lasts[pieces]
            last = find_candidates(kit, shapes, pieces, rows, occupied, begin, end, candidates, low, high)
            lasts[pieces + 1], at[pieces], stops[pieces] = last, high, last
            if pieces == base:
                at[pieces] = first_at_least(candidates, high, last, items[number, 1])
                stops[pieces] = first_at_least(candidates, high, last, items[number, 2])
            if pieces > base and (bounds is None or has_least(rules, bounds, shapes, pieces, all_shapes)):
                new = slice(begin, end)
                outcome = measure(
                    kit, shapes[:pieces], images, rows[new], occupied[new], keys[new], totals, best, clusters
                )
                if outcome != DONE:
                    return outcome, 0, -1, 0
                spent += COST_OF_MULTISET + more
            if spent >= limits.work and pieces >= base:
                return DONE, number + 1, pieces, 0
    return DONE, items.shape[0], -1, 0


Item = tuple[int, ...]
"""The range of the shape that comes next, and the shapes before it."""
SINGLE = 64
"""How many of the last shapes have items of their own."""
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class FindTask:
    """A task."""

    number: int
    kind: str
    """The kind as text."""
    items: tuple[Item, ...]
    work: int
    """How many placements are enough; a task also ends with its items."""
    memory: int
    """How many bytes its arrays may take."""
    top: int
    """How many of the hardest boards to keep for each number of pieces."""

    def __str__(self) -> str:
        return f"find-{self.number}"


@dataclass(frozen=True)
class FindRecord:
    """What a task has found."""

    items: tuple[Item, ...]
    left: tuple[Item, ...]
    found: Found
    needs: int
    """The memory that the first item that is left needs; 0: no more than others."""


def first_items(kind: Kind) -> list[Item]:
    """Divide all multisets by their first shape. Those that begin with one of the last shapes are most of them."""
    last = len(kind.shapes)
    ends = [last - number for number in range(min(last, SINGLE))]
    while ends[-1] > 0:
        ends.append(max(0, min(ends[-1] - 1, 2 * ends[-1] - last)))
    return [*zip(ends[1:], ends, strict=False)]


@lru_cache(maxsize=2)
def _kit(text: str, seed: int) -> Kit:
    return build_kit(read_kind(text), seed)


def kit_of(text: str, seed: int = 0) -> Kit:
    """Build the arrays of a kind once, whichever threads ask for them."""
    with _ONE_AT_A_TIME:
        return _kit(text, seed)


def bytes_per_row(kit: Kit) -> tuple[int, int]:
    """The most memory for a placement that is only listed, and for one that is searched with its moves.

    Half of the cells as pieces of one cell have the most moves. Measured on 4x5: 661 bytes for nine of them, which have
    63 moves; 590 and 334 bytes for sets with dominoes that have 33 and 18.
    """
    free = int(kit.rules[FREE])
    moves = free // 2 * ((free + 1) // 2) if kit.rules[METRIC] == MOVE else 4 * free
    return int(kit.rules[CELLS]) + 17, 180 + 5 * moves


def run_task(task: FindTask) -> FindRecord:
    """Run a task. If two placements have the same key, which is not likely, other random numbers are drawn."""
    for seed in range(9):
        kit = kit_of(task.kind, seed)
        totals, best, clusters = new_totals(kit, task.top)
        limits = TaskLimits(task.work, task.memory, *bytes_per_row(kit))
        tree = new_tree(kit, limits)
        items = _as_array(task.items, int(kit.rules[CELLS]))
        bounds = kit.limits if kit.limits.size else None
        outcome, begun, level, needs = explore(kit, bounds, items, limits, tree, totals, best, clusters)
        if outcome == TOO_LONG:
            raise LimitError("a puzzle needs more moves than this command counts: choose a smaller board")
        if outcome != EQUAL_KEYS:
            left = (*_left(tree, level, len(task.items[begun - 1]) - 2), *task.items[begun:])
            return FindRecord(task.items, left, found_in(kit, totals, best, clusters, task.top), needs)
    raise AssertionError("random numbers are equal")


def _left(tree: FindTree, level: int, base: int) -> Iterator[Item]:
    """List what is left of an item that begins with `base` shapes, the deepest level first."""
    for pieces in range(level, base - 1, -1):
        at, stop = int(tree.at[pieces]), int(tree.stops[pieces])
        if at < stop:
            shapes = tree.shapes[:pieces].tolist()
            yield (int(tree.candidates[at]), int(tree.candidates[stop - 1]) + 1, *shapes)


def _as_array(items: tuple[Item, ...], cells: int) -> np.ndarray:
    rows = np.zeros((len(items), cells + 4), np.int64)
    for row, item in zip(rows, items, strict=True):
        row[0], row[1 : 1 + len(item)] = len(item) - 2, item
    return rows
