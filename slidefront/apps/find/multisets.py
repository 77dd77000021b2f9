"""The tree of multisets, divided into tasks while it is searched.

    item: pieces, from, to, shapes ...     the multisets that begin with these shapes, go on with a shape of at least
                                           `from` and less than `to`, and have any shapes after that

A task searches some items within a bound of work and of memory, and returns what it found, and as items what it left.
It needs the kind only as text, so it runs on any machine.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from slidefront.apps.find.distances import Multiset, measure_clusters, measure_questions
from slidefront.apps.find.found import Found, found_in, new_totals
from slidefront.apps.find.kinds import Kind, read_kind
from slidefront.apps.find.kit import CELLS, FREE, METRIC, MOVE, Best, FindTotals, Kit, build_kit
from slidefront.apps.find.placements import (
    add_shape,
    count_room,
    find_candidates,
    find_images,
    first_at_least,
    has_least,
    is_allowed,
    list_moves,
    longer,
    table_of_keys,
)
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.errors import LimitError

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


@kernel
def larger_lists(rows: Cells, occupied: Keys, keys: Keys, size: int) -> tuple[Cells, Keys, Keys]:
    """Copy lists of placements to larger arrays."""
    new_rows, new_occupied = np.empty((size, rows.shape[1]), np.uint8), np.empty(size, np.uint64)
    new_keys = np.empty(size, np.uint64)
    for r in range(keys.size):
        new_occupied[r], new_keys[r] = occupied[r], keys[r]
        for j in range(rows.shape[1]):
            new_rows[r, j] = rows[r, j]
    return new_rows, new_occupied, new_keys


@kernel
def measure(
    kit: Kit,
    shapes: Numbers,
    images: Numbers,
    placements: tuple[Cells, Keys, Keys],
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
) -> int:
    """List the moves of a multiset, and measure it. What is None is not measured, and not compiled."""
    rows, occupied, keys = placements
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
        if is_allowed(kit.shapes, kit.limits, shapes, pieces, candidates[at]):
            shapes[pieces] = candidates[at]
            if find_images(kit.shape_image, shapes, pieces + 1, images):
                return at + 1
    return candidates.size + 1


@kernel
def explore(  # noqa: C901 - the tree in a loop
    kit: Kit,
    items: Numbers,
    limits: TaskLimits,
    totals: FindTotals,
    best: Best | None,
    clusters: Small | None,
    left: Numbers,
) -> tuple[int, int, int]:
    """Search items one after the other; return the outcome, how many items are left, and the bytes that are too many.

    Level k has a list of placements, from ends[k] to ends[k + 1], and candidates for the next shape, from lasts[k] to
    lasts[k + 1]; those before at[k] are done, and those from stops[k] on belong to other items.
    """
    cells, all_shapes = kit.rules[CELLS], kit.first.size - 1
    images = np.empty((kit.mirror.size, cells + 1), np.int64)
    levels = np.empty((5, cells + 3), np.int64)
    shapes, at, stops, ends, lasts = levels[0], levels[1], levels[2], levels[3], levels[4]
    candidates = np.empty(2 * all_shapes, np.int64)
    for shape in range(all_shapes):
        candidates[shape] = shape
    rows, occupied, keys = np.empty((256, cells + 1), np.uint8), np.empty(256, np.uint64), np.empty(256, np.uint64)
    occupied[0], keys[0], ends[0], ends[1], lasts[0] = kit.walls[0], 0, 0, 1, all_shapes
    lasts[1] = find_candidates(kit, shapes[:0], rows[:1], occupied[:1], candidates, 0, all_shapes)
    spent = 0
    for number in range(items.shape[0]):
        if spent >= limits.work:
            return DONE, list_left(items, number, shapes, -1, 0, at, stops, candidates, left), 0
        base, pieces = items[number, 0], 0
        at[0] = first_at_least(candidates, lasts[0], lasts[1], items[number, 1])
        stops[0] = first_at_least(candidates, lasts[0], lasts[1], items[number, 2])
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
            if clusters is not None:
                used = clusters[0, 0]
                if used and pieces >= base and used + more >= clusters.shape[0]:
                    at[pieces] -= 1
                    return DONE, list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left), 0
            needs = end * limits.listed + more * limits.searched
            if needs > limits.memory:
                if pieces < base:
                    return TOO_LARGE, list_left(items, number, shapes, -1, 0, at, stops, candidates, left), needs
                at[pieces] -= 1
                count = list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left)
                return TOO_LARGE, count, needs
            if end + more > keys.size:
                rows, occupied, keys = larger_lists(rows, occupied, keys, 2 * (end + more))
            weights = kit.weight[kit.first[shape] : kit.first[shape + 1]]
            add_shape(places, weights, rows, occupied, keys, column, pieces, begin, end)
            pieces += 1
            begin, end, ends[pieces + 1] = end, end + more, end + more
            if 2 * lasts[pieces] > candidates.size:
                candidates = longer(candidates)
            lasts[pieces + 1] = find_candidates(
                kit, shapes[:pieces], rows[begin:end], occupied[begin:end], candidates, lasts[pieces - 1], lasts[pieces]
            )
            at[pieces], stops[pieces] = lasts[pieces], lasts[pieces + 1]
            if pieces == base:
                at[pieces] = first_at_least(candidates, lasts[pieces], lasts[pieces + 1], items[number, 1])
                stops[pieces] = first_at_least(candidates, lasts[pieces], lasts[pieces + 1], items[number, 2])
            if pieces > base and has_least(kit.shapes, kit.limits, shapes, pieces, all_shapes):
                new = slice(begin, end)
                own = rows[new], occupied[new], keys[new]
                outcome = measure(kit, shapes[:pieces], images, own, totals, best, clusters)
                if outcome != DONE:
                    return outcome, 0, 0
                spent += COST_OF_MULTISET + more
            if spent >= limits.work and pieces >= base:
                return DONE, list_left(items, number + 1, shapes, pieces, base, at, stops, candidates, left), 0
    return DONE, 0, 0


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

    Lists have twice the length that they need, and those of the multisets before this one stay.
    Half of the cells as pieces of one cell have the most moves. Measured on 4x5: 661 bytes for nine of them, which have
    63 moves; 590 and 334 bytes for sets with dominoes that have 33 and 18.
    """
    free = int(kit.rules[FREE])
    moves = free // 2 * ((free + 1) // 2) if kit.rules[METRIC] == MOVE else 4 * free
    return 2 * (int(kit.rules[CELLS]) + 17), 180 + 5 * moves


def run_task(task: FindTask) -> FindRecord:
    """Run a task. If two placements have the same key, which is not likely, other random numbers are drawn."""
    for seed in range(9):
        kit = kit_of(task.kind, seed)
        totals, best, clusters = new_totals(kit, task.top)
        limits = TaskLimits(task.work, task.memory, *bytes_per_row(kit))
        items = _as_array(task.items, int(kit.rules[CELLS]))
        left = np.zeros((len(items) + items.shape[1], items.shape[1]), np.int64)
        outcome, count, needs = explore(kit, items, limits, totals, best, clusters, left)
        if outcome == TOO_LONG:
            raise LimitError("a puzzle needs more moves than this command counts: choose a smaller board")
        if outcome != EQUAL_KEYS:
            rest = tuple(tuple(map(int, row[1 : 3 + row[0]])) for row in left[:count])
            return FindRecord(task.items, rest, found_in(kit, totals, best, clusters, task.top), needs)
    raise AssertionError("random numbers are equal")


def _as_array(items: tuple[Item, ...], cells: int) -> np.ndarray:
    rows = np.zeros((len(items), cells + 4), np.int64)
    for row, item in zip(rows, items, strict=True):
        row[0], row[1 : 1 + len(item)] = len(item) - 2, item
    return rows
