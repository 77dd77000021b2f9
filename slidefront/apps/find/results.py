"""The results of a search by the number of pieces, which can be added up and written as JSON."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from slidefront.apps.find.distances import HEAD
from slidefront.apps.find.kit import CELLS, CLUSTERS, MEASURE, Best, FindTotals, Kit
from slidefront.arrays import Small

LABELS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
"""An empty cell, and the pieces in the order of their first cells."""
COUNTS = ("placements", "multisets", "components", "starts", "movable")
CLUSTERS_AT_ONCE = 1 << 17
"""The most clusters of a task."""
LENGTH_BOUND = 4096
"""Lengths must be less."""


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
    """How many starts have each length."""
    orbits: Counter[int] = field(default_factory=Counter)
    """The same if images under the symmetries of the question count once."""
    best: list[Hard] = field(default_factory=list)

    @property
    def longest(self) -> int:
        """The greatest length; -1 if no start can be solved."""
        return max(self.lengths, default=-1)

    @property
    def hardest(self) -> int:
        """The greatest length that counts as different; -1 if there is none."""
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


def add_results(results: FindResults, more: FindResults, top: int) -> None:
    """Add the results of another search, and keep the `top` hardest boards for each number of pieces."""
    for pieces, group in more.items():
        results.setdefault(pieces, SizeResults()).add(group, top)


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
    if kit.rules[MEASURE] == CLUSTERS:
        return totals, None, np.zeros((CLUSTERS_AT_ONCE, cells + HEAD), np.int32)
    size = cells + 1, top
    best = Best(np.full(size, -1, np.int64), np.zeros(size, np.uint64), np.zeros((*size, cells + 2), np.int32))
    return totals, best, None


def read_results(kit: Kit, totals: FindTotals, best: Best | None, clusters: Small | None, top: int) -> FindResults:
    """Return the results that kernels have written to the arrays of `new_totals`."""
    used = np.flatnonzero(totals.counts.any(axis=1)).tolist()
    results = {pieces: _group(totals, pieces) for pieces in used}
    for pieces, group in results.items():
        if best is not None:
            known = best.lengths[pieces] >= 0
            kept = zip(best.lengths[pieces][known], best.orders[pieces][known], best.boards[pieces][known], strict=True)
            group.best = [_of_question(kit, int(length), int(order), board, pieces) for length, order, board in kept]
    if clusters is None:
        return results
    clusters = clusters[1 : 1 + clusters[0, 0]]
    for pieces, group in results.items():
        minimal = clusters[(clusters[:, 2] == 1) & (clusters[:, 3] == pieces)]
        least = np.sort(minimal[:, 1])[-top:][:1]
        group.best = [_of_cluster(kit, cluster) for cluster in minimal[minimal[:, 1] >= least]] if least.size else []
        group.best = sorted(group.best, key=lambda hard: hard.order)[:top]
    return results


def _of_question(kit: Kit, length: int, order: int, board: Small, pieces: int) -> Hard:
    """Return a board as its mirror shows it: the least of its images under the symmetries of the question."""
    mirror, piece, places = board[0], board[1], board[2 : 2 + pieces]
    shown = (_written(kit, image[places], piece) for image in kit.image[kit.mirror == mirror])
    return Hard(length, *min(shown), number=order)


def _of_cluster(kit: Kit, cluster: Small) -> Hard:
    """Return the board that represents a cluster."""
    board = _written(kit, cluster[HEAD:][cluster[HEAD:] >= 0], 0)
    return Hard(int(cluster[1]), *board, size=int(cluster[0]))


def _written(kit: Kit, places: Small, piece: int) -> tuple[str, str]:
    """Return a board as labels, and the label of the goal's piece."""
    masks, walls, cells = kit.mask[places].tolist(), int(kit.walls[0]), range(int(kit.rules[CELLS]))
    goal = masks[piece]
    if kit.rules[MEASURE] == CLUSTERS:
        walls |= sum(mask for mask in masks if mask.bit_count() == 1)
        masks = [mask for mask in masks if mask.bit_count() > 1]
    labels = dict(zip(sorted(masks, key=lambda mask: mask & -mask), LABELS[1:], strict=False))
    names = {cell: label for mask, label in labels.items() for cell in cells if mask >> cell & 1}
    return "".join(names.get(cell, "#" if walls >> cell & 1 else ".") for cell in cells), labels[goal]


def _group(totals: FindTotals, pieces: int) -> SizeResults:
    counts = Counter(dict(zip(COUNTS, totals.counts[pieces].tolist(), strict=True)))
    return SizeResults(counts, _sparse(totals.lengths[pieces]), _sparse(totals.orbits[pieces]))


def _sparse(counts: Any) -> Counter[int]:
    return Counter({int(length): int(counts[length]) for length in np.flatnonzero(counts)})


def total_count(results: FindResults, name: str) -> int:
    """Add up a count over all numbers of pieces."""
    return sum(group.counts[name] for group in results.values())
