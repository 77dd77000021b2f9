"""How the tiles are divided among databases.

A partition is made for a shape and a hole: of all cells that symmetries take the goal's hole to, the last one. So one
partition serves every goal with the hole in any corner. Each tile is in one group, and only its group's database counts
its moves, so the entries of all groups may be added.

    1 1 1 1        sizes 8-7 of the 15-puzzle; the hole is home in the last cell
    1 1 1 1
    2 2 2 2
    2 2 2 _

In the line metric entries cannot be added, and the bound is the largest: there the groups are all of one size and
overlap.
"""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256

from slidefront.errors import LimitError
from slidefront.search.patterns.pattern import (
    MOST_LINE_TILES,
    MOST_TILES,
    CellGraph,
    LinePattern,
    Pattern,
    grid,
    ranking,
)

SMALL = 8_000_000
"""The most placements of a small database, which `solve` builds by itself: 4 MB, and a second of work."""
LARGE = 600_000_000
"""The most placements of a large database: 300 MB, and a minute of work."""
LINE_ENTRIES = {SMALL: 32_000_000, LARGE: 300_000_000}
"""The most entries of each database of the line metric, of which four are a byte."""

MEASURED: dict[tuple[int, int, str], list[tuple[tuple[int, ...], ...]]] = {
    (4, 4, "step"): [((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3)), (tuple(range(8)), tuple(range(8, 15)))],
    (4, 4, "line"): [
        ((0, 1, 2, 3, 8, 12), (7, 10, 11, 12, 13, 14), (0, 1, 4, 11, 13, 14)),
        ((0, 1, 2, 3, 12, 13, 14), (8, 9, 10, 11, 12, 13, 14), (0, 1, 2, 3, 4, 5, 6)),
    ],
    (5, 5, "step"): [((0, 1, 2, 5, 6, 7), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (12, 17, 18, 19, 22, 23))],
}
"""Partitions of square boards with the hole last, measured to be better than compact ones (docs/patterns.md)."""


@dataclass(frozen=True)
class Partition:
    """A shape, the hole's cell, and the groups of tiles by their goal cells."""

    shape: CellGraph
    hole: int
    groups: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        cells = sorted([self.hole, *(cell for group in self.groups for cell in group)])
        if not self.shape.line_columns and cells != list(range(self.shape.cells)):
            raise LimitError("a partition must have each tile in one group")

    @cached_property
    def placed(self) -> list[tuple[Pattern, tuple[int, ...]]]:
        """For each group the pattern whose database it uses, and the symmetry that takes the group there."""
        kind = LinePattern if self.shape.line_columns else Pattern
        return [kind(self.shape, self.hole, group).placed() for group in self.groups]

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The patterns that have databases; groups that symmetries take to each other share one."""
        return list(dict.fromkeys(pattern for pattern, _ in self.placed))

    @property
    def sizes(self) -> str:
        """The sizes of the groups as people write them, such as 8-7."""
        return "-".join(str(len(group)) for group in self.groups)

    @property
    def stored_bytes(self) -> int:
        """The size of its databases."""
        return sum(pattern.stored_bytes for pattern in self.patterns)

    @cached_property
    def identity(self) -> str:
        """A hash of all that its databases depend on."""
        return sha256(json.dumps([pattern.identity for pattern, _ in self.placed]).encode()).hexdigest()


@lru_cache(maxsize=64)
def hole_for(shape: CellGraph, hole: int) -> int:
    """Find the last cell that a symmetry takes the hole to: partitions are made for that one."""
    return next(cell for cell in reversed(range(shape.cells)) if shape.images(hole, cell))


def partition(shape: CellGraph, hole: int, sizes: list[int]) -> Partition:
    """Divide the tiles into compact groups of some sizes; in the line metric they overlap."""
    line = shape.line_columns > 0
    if line and not all(1 <= size <= min(MOST_LINE_TILES, shape.cells - 1) for size in sizes):
        raise LimitError(
            f"sizes {'-'.join(map(str, sizes))} do not fit: groups of the line metric must have "
            f"1 to {min(MOST_LINE_TILES, shape.cells - 1)} tiles each"
        )
    if not line and (sum(sizes) != shape.cells - 1 or not all(1 <= size <= MOST_TILES for size in sizes)):
        raise LimitError(
            f"sizes {'-'.join(map(str, sizes))} do not fit: they must add up to {shape.cells - 1} tiles, "
            f"each from 1 to {MOST_TILES}"
        )
    hole = hole_for(shape, hole)
    for groups in _measured(shape, hole):
        if [len(group) for group in groups] == sizes:
            return Partition(shape, hole, groups)
    tiles = left = set(range(shape.cells)) - {hole}
    found = []
    for size in sizes:
        found.append(_compact_group(shape, hole, left, tiles, size))
        left = left - set(found[-1]) or tiles
    return Partition(shape, hole, tuple(found))


def _measured(shape: CellGraph, hole: int) -> list[tuple[tuple[int, ...], ...]]:
    for (rows, columns, metric), found in MEASURED.items():
        if hole == rows * columns - 1 and shape == grid(rows, columns, metric):
            return found
    return []


def _compact_group(shape: CellGraph, hole: int, left: set[int], tiles: set[int], size: int) -> tuple[int, ...]:
    """Take the cell that is farthest from the hole, and then always the one that is nearest to those taken."""
    distances = shape.distances.astype(int)
    group = [min(left, key=lambda cell: (-distances[cell, hole], cell))]
    while len(group) < size:
        rest = left - set(group) or tiles - set(group)
        group.append(min(rest, key=lambda cell: (distances[cell, group].sum(), -distances[cell, hole], cell)))
    return tuple(sorted(group))


def usual_sizes(shape: CellGraph, most_placements: int) -> list[int]:
    """Choose the sizes of groups: as few groups as possible with at most `most_placements` each, the largest first."""
    if shape.line_columns:
        return _usual_line_sizes(shape, LINE_ENTRIES[most_placements])
    sizes = range(1, min(MOST_TILES, shape.cells - 1) + 1)
    most = max(size for size in sizes if size == 1 or ranking(shape.cells, size).placements <= most_placements)
    count = -(-(shape.cells - 1) // most)
    return [most] * (count - 1) + [shape.cells - 1 - most * (count - 1)]


def _usual_line_sizes(shape: CellGraph, most_entries: int) -> list[int]:
    """Choose groups of one size: those that were measured, or as many as contain all tiles."""
    sizes = range(1, min(MOST_LINE_TILES, shape.cells - 1) + 1)
    entries = {size: 4 * LinePattern(shape, shape.cells - 1, tuple(range(size))).stored_bytes for size in sizes}
    most = max(size for size in sizes if size == 1 or entries[size] <= most_entries)
    measured = [len(groups) for groups in _measured(shape, shape.cells - 1) if len(groups[0]) == most]
    return [most] * (measured[0] if measured else -(-(shape.cells - 1) // most))
