"""The tasks of a search, and their results by the number of pieces, which can be added up and written as JSON.

An *item* is a part of the tree of multisets: (from, to, shapes ...) stands for the multisets that begin with these
shapes, continue with a shape of at least `from` and less than `to`, and have any shapes after that. A task searches
items until it reaches a limit of work or memory, and returns its results and the unfinished items. It needs the kind
only as text, so it runs on any machine.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from slidefront.apps.find.distances import (
    CLUSTER_BOARDS,
    CLUSTER_LENGTH,
    CLUSTER_MINIMAL,
    CLUSTER_PIECES,
    CLUSTER_PLACES,
    Best,
    FindTotals,
)
from slidefront.apps.find.kinds import Kind, read_kind
from slidefront.apps.find.kit import CELLS, CLUSTERS, FREE, METRIC, Kit, build_kit
from slidefront.apps.find.multisets import (
    DONE,
    EQUAL_KEYS,
    ITEM_SHAPES,
    TOO_LONG,
    FindTree,
    TaskLimits,
    new_tree,
    search_item,
)
from slidefront.arrays import Small
from slidefront.errors import LimitError
from slidefront.moves import MOVE

LABELS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
"""An empty cell, and the pieces in the order of their first cells."""
COUNTS = ("placements", "multisets", "components", "starts", "movable")
CLUSTERS_AT_ONCE = 1 << 17
"""The most clusters of a task."""
LENGTH_BOUND = 4096
"""Lengths must be less."""
FindItem = tuple[int, ...]
"""The range of the next shape, and the shapes before it."""
SINGLE = 64
"""The number of last shapes that have items of their own."""
_ONE_AT_A_TIME = Lock()


class Hard(NamedTuple):
    """A hard puzzle: its cells as labels, the label of the goal's piece, and its length."""

    length: int
    board: str
    piece: str
    size: int = 0
    """The boards of its cluster, if clusters are measured."""
    number: int = 0
    """The order of boards of equal length; boards with equal numbers are ordered by their labels."""

    @property
    def order(self) -> tuple[int, int, str, str]:
        """The key by which boards are sorted, the longest first."""
        return -self.length, self.number, self.board, self.piece


@dataclass
class SizeResults:
    """The results for one number of pieces."""

    counts: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    """The number of starts, by length."""
    orbits: Counter[int] = field(default_factory=Counter)
    """The same if images under the symmetries of the question count once."""
    best: list[Hard] = field(default_factory=list)

    @property
    def longest(self) -> int:
        """The greatest length of a start, or of a minimal cluster; -1 if there is none."""
        return max((length for length, count in self.orbits.items() if count), default=-1)

    def add(self, other: "SizeResults", top: int) -> None:
        """Add the results of another search, and keep the `top` hardest boards."""
        self.counts.update(other.counts)
        self.lengths.update(other.lengths)
        self.orbits.update(other.orbits)
        self.best = sorted({*self.best, *other.best}, key=lambda hard: hard.order)[:top]

    def as_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        return {
            "counts": {name: self.counts[name] for name in COUNTS},
            "lengths": [[length, self.lengths[length], self.orbits[length]] for length in sorted(self.lengths)],
            "best": [list(hard) for hard in self.best],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "SizeResults":
        """Return the results from plain data."""
        counts: Counter[str] = Counter({name: int(data["counts"][name]) for name in COUNTS})
        lengths = Counter({int(length): int(count) for length, count, _ in data["lengths"]})
        orbits = Counter({int(length): int(count) for length, _, count in data["lengths"]})
        return cls(counts, lengths, orbits, [Hard(*hard) for hard in data["best"]])


FindResults = dict[int, SizeResults]
"""The results by the number of pieces."""


def total_count(results: FindResults, name: str) -> int:
    """Add up a count over all numbers of pieces."""
    return sum(group.counts[name] for group in results.values())


# Tasks


@dataclass(frozen=True)
class FindTask:
    """The items that a task searches, and its limits."""

    number: int
    kind: str
    """The kind as text."""
    items: tuple[FindItem, ...]
    work: int
    """The number of placements after which the task ends, if items are left."""
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
        bounds = kit.limits if kit.limits.size else None
        left, outcome, level, needs = [*task.items], DONE, -1, 0
        while left and level < 0 and tree.work_done[0] < task.work:
            item = np.array(left[0], np.int64)
            outcome, level, needs = search_item(kit, bounds, item, tree, totals, best, clusters)
            if outcome != DONE and level < 0:
                break
            left[:1] = _left(tree, level, item.size - ITEM_SHAPES)
        if outcome == TOO_LONG:
            raise LimitError("a puzzle needs more moves than this command counts: choose a smaller board")
        if outcome != EQUAL_KEYS:
            return FindRecord(task.items, tuple(left), read_results(kit, totals, best, clusters, task.top), needs)
    raise AssertionError("random numbers are equal")


def _left(tree: FindTree, level: int, base: int) -> Iterator[FindItem]:
    """List the unfinished parts of an item that begins with `base` shapes, the deepest level first."""
    for pieces in range(level, base - 1, -1):
        first, last = int(tree.next_candidate[pieces]), int(tree.last_candidate[pieces])
        if first < last:
            shapes = tree.shapes[:pieces].tolist()
            yield (int(tree.candidates[first]), int(tree.candidates[last - 1]) + 1, *shapes)


# The arrays of kernels as results


def new_totals(kit: Kit, top: int) -> tuple[FindTotals, Best | None, Small | None]:
    """Allocate the arrays that kernels add to: `top` boards for each number of pieces, or clusters.

    The first row of clusters contains their number; `note_cluster` writes the other rows.
    """
    cells = int(kit.rules[CELLS])
    totals = FindTotals(
        counts=np.zeros((cells + 1, len(COUNTS)), np.int64),
        lengths=np.zeros((cells + 1, LENGTH_BOUND), np.int64),
        orbits=np.zeros((cells + 1, LENGTH_BOUND), np.int64),
    )
    if kit.rules[CLUSTERS]:
        return totals, None, np.zeros((CLUSTERS_AT_ONCE, cells + CLUSTER_PLACES), np.int32)
    size = cells + 1, top
    best = Best(np.full(size, -1, np.int64), np.zeros(size, np.uint64), np.zeros((*size, cells + 2), np.int32))
    return totals, best, None


def read_results(kit: Kit, totals: FindTotals, best: Best | None, clusters: Small | None, top: int) -> FindResults:
    """Return the results that kernels have written to the arrays of `new_totals`."""
    results = {}
    for pieces in np.flatnonzero(totals.counts.any(axis=1)).tolist():
        counts = Counter(dict(zip(COUNTS, totals.counts[pieces].tolist(), strict=True)))
        by_length = [dict(enumerate(numbers[pieces].tolist())) for numbers in (totals.lengths, totals.orbits)]
        lengths, orbits = (Counter({length: n for length, n in numbers.items() if n}) for numbers in by_length)
        hardest = []
        if best is not None:
            kept = zip(best.lengths[pieces].tolist(), best.orders[pieces].tolist(), best.boards[pieces], strict=True)
            hardest = [_of_question(kit, pieces, *hard) for hard in kept if hard[0] >= 0]
        if clusters is not None:
            listed = clusters[1 : 1 + clusters[0, 0]]
            minimal = listed[(listed[:, CLUSTER_MINIMAL] == 1) & (listed[:, CLUSTER_PIECES] == pieces)]
            own_lengths = minimal[:, CLUSTER_LENGTH]
            minimal = minimal[own_lengths >= np.sort(own_lengths)[-top:][:1]]  # more than `top` if lengths are equal
            hardest = sorted((_of_cluster(kit, cluster) for cluster in minimal), key=lambda hard: hard.order)[:top]
        results[pieces] = SizeResults(counts, lengths, orbits, hardest)
    return results


def _of_question(kit: Kit, pieces: int, length: int, order: int, board: Small) -> Hard:
    """Return a board as its view shows it: the least of its images under the symmetries of the question."""
    view, piece, places = board[0], board[1], board[2 : 2 + pieces]
    shown = (_written(kit, image[places], piece) for image in kit.image[kit.view_of == view])
    return Hard(length, *min(shown), number=order)


def _of_cluster(kit: Kit, cluster: Small) -> Hard:
    """Return the board that represents a cluster."""
    places = cluster[CLUSTER_PLACES:]
    board = _written(kit, places[places >= 0], 0)
    return Hard(int(cluster[CLUSTER_LENGTH]), *board, size=int(cluster[CLUSTER_BOARDS]))


def _written(kit: Kit, places: Small, piece: int) -> tuple[str, str]:
    """Return a board as labels, and the label of the goal's piece."""
    masks, walls, cells = kit.mask[places].tolist(), int(kit.walls[0]), range(int(kit.rules[CELLS]))
    goal = masks[piece]
    if kit.rules[CLUSTERS]:
        walls |= sum(mask for mask in masks if mask.bit_count() == 1)
        masks = [mask for mask in masks if mask.bit_count() > 1]
    labels = dict(zip(sorted(masks, key=lambda mask: mask & -mask), LABELS[1:], strict=False))
    names = {cell: label for mask, label in labels.items() for cell in cells if mask >> cell & 1}
    return "".join(names.get(cell, "#" if walls >> cell & 1 else ".") for cell in cells), labels[goal]
