"""The lower bound that the databases of a partition give for a board.

Each symmetry that takes the goal's hole to the hole of the partition gives its own look-up: the board and the goal
are turned or reflected together, and once more for each group, onto the pattern whose database it uses. The bound is
the largest of the look-ups. For the kernel, all tables are in flat arrays, one after the other; it keeps of each
look-up and group one number, a *word*:

    word      |  mask: the cells of the group's tiles  | order, 20 bits | entry, 4 bits |
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, count_bits, read_only
from slidefront.compile import kernel
from slidefront.puzzles.transfer.frame import Frame
from slidefront.search.bounds import Bounds
from slidefront.search.patterns.partitions import Partition
from slidefront.search.patterns.pattern import PARTS, Orders, Pattern, shape_of

TILES, ORDERS, ROW, FIRST_ENTRY, FIRST_PART, PART_BITS, FIRST_SHIFT = range(7)  # columns of the table of groups
MASK, ORDER = 24, 4  # where in a word they begin
ORDERS_MASK = 0xFFFFF
NO_TILE = -1


class PatternTables(NamedTuple):
    """All that look-ups need, as a kernel reads it."""

    entries: Cells
    groups: Numbers
    parts: npt.NDArray[np.uint32]
    shifts: Orders
    image: Numbers
    """For each look-up, group and cell the cell that it is turned to."""
    group: Numbers
    """For each look-up and tile, by its goal cell, the group that it belongs to."""
    distances: Numbers
    """From each cell to each goal cell."""
    step: int
    """How many moves an entry of 1 stands for."""


@kernel
def rank_of_mask(mask: np.int64, g: np.int64, groups: Numbers, parts: npt.NDArray[np.uint32]) -> np.int64:
    """Find the rank of a mask among those of a group."""
    bits = groups[g, PART_BITS]
    low = (1 << bits) - 1
    row = groups[g, TILES] + 1
    at = groups[g, FIRST_PART]
    share = np.int64(parts[at + (mask & low)])
    rank = share >> 4
    for part in range(1, PARTS):
        at += row << bits
        share = np.int64(parts[at + ((share & 15) << bits) + ((mask >> (bits * part)) & low)])
        rank += share >> 4
    return rank


@kernel
def look_up(
    mask: np.int64, order: np.int64, g: np.int64, groups: Numbers, parts: npt.NDArray[np.uint32], entries: Cells
) -> np.int64:
    """Find the entry of the mask and the order of a group."""
    rank = rank_of_mask(mask, g, groups, parts)
    number = groups[g, FIRST_ENTRY] + order * groups[g, ROW] + rank
    return np.int64((np.int64(entries[number >> 1]) >> (4 * (number & 1))) & 15)


@kernel
def after_move(
    word: np.int64, cell: np.int64, to: np.int64, g: np.int64, groups: Numbers, shifts: Orders
) -> tuple[np.int64, np.int64]:
    """Find the mask and the order of a group after one of its tiles has moved."""
    mask, order = word >> MASK, (word >> ORDER) & ORDERS_MASK
    i = count_bits(np.uint64(mask & ((1 << cell) - 1)))
    mask ^= 1 << cell
    j = count_bits(np.uint64(mask & ((1 << to) - 1)))
    mask |= 1 << to
    if i != j:
        change = i * groups[g, TILES] + j
        order = np.int64(shifts[groups[g, FIRST_SHIFT] + change * groups[g, ORDERS] + order])
    return mask, order


@dataclass(frozen=True, eq=False)
class Databases:
    """A partition with the entries of its groups, one group behind the other."""

    partition: Partition
    entries: Cells


class PatternBound:
    """The bound of a puzzle for one goal."""

    def __init__(self, frame: Frame, goal: int, databases: Databases) -> None:
        self.frame = frame
        self.databases = databases
        if shape_of(frame) != databases.partition.shape:
            raise ValueError("these databases are for another shape")
        labels = frame.labels_of(goal)
        self._goal_cell = np.full(max(labels) + 1, NO_TILE, np.int64)
        self._goal_cell[labels] = np.arange(len(labels))
        self._goal_cell[0] = NO_TILE
        self.goal_hole = labels.index(0)
        self.tables = self._make_tables()

    def _make_tables(self) -> PatternTables:
        made = self.databases.partition
        own = group_tables(made.patterns, 2)
        groups = own.groups[[made.patterns.index(pattern) for pattern, _ in made.placed]]
        looked_up = np.array(made.shape.images(self.goal_hole, made.hole), np.int64)
        places = np.array([image for _, image in made.placed], np.int64)
        group_of = np.full(made.shape.cells, NO_TILE, np.int64)
        for g, cells in enumerate(made.groups):
            group_of[list(cells)] = g
        return PatternTables(
            read_only(self.databases.entries),
            groups,
            own.parts,
            own.shifts,
            np.ascontiguousarray(places[:, looked_up].transpose(1, 0, 2)),
            group_of[looked_up],
            made.shape.distances.astype(np.int64),
            2 if made.shape.two_sided else 1,
        )

    def load(self) -> None:
        """Copy the entries to memory with large pages, where a long search reads them about a third faster."""
        if isinstance(self.tables.entries.base, np.memmap):
            entries = np.array(self.tables.entries)
            entries.setflags(write=False)
            self.tables = self.tables._replace(entries=entries)

    def tiles(self, keys: Keys) -> Numbers:
        """Give the tile in each cell of boards, by its goal cell; NO_TILE in the hole."""
        return self._goal_cell[self.frame.labels(keys)]

    def looked_up(self, tiles: Numbers) -> Numbers:
        """Make the words of boards: for each and each look-up and group."""
        tables = self.tables
        words = np.zeros((len(tiles), *tables.image.shape[:2]), np.int64)
        for turn, images in enumerate(tables.image):
            for g, (pattern, _) in enumerate(self.databases.partition.placed):
                mask, order = pattern.ranks.rank_of(images[g][self._cells(tiles, images[g], pattern)])
                rank = pattern.ranks.masks.searchsorted(mask.astype(np.uint64))
                number = tables.groups[g, FIRST_ENTRY] + order * pattern.row + rank
                entry = tables.entries[number >> 1] >> (4 * (number & 1)) & 15
                words[:, turn, g] = mask << MASK | order << ORDER | entry
        return words

    def _cells(self, tiles: Numbers, image: Numbers, pattern: Pattern) -> Numbers:
        """Find where the tiles are that an image takes to those of a pattern."""
        at = np.argsort(tiles, axis=1)[:, 1:]  # the cell of each tile; the hole comes first
        wanted = np.argsort(image)[list(pattern.cells)]
        return at[:, wanted - (wanted > self.goal_hole)]

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
        tiles = self.tiles(keys)
        entries = (self.looked_up(tiles) & 15).sum(axis=2).max(axis=1)
        bounds: Bounds = (self.alone(tiles) + entries * self.tables.step).astype(np.uint16)
        return bounds

    def root(self, board: Numbers, counts: int) -> tuple[Numbers, int, Numbers]:
        """Begin a search: the words of a board, its sum alone, counted so many times, and the totals of look-ups."""
        words = self.looked_up(board[None])[0]
        totals = (words & 15).sum(axis=1)
        return words, int(self.alone(board[None])[0]) * counts, np.stack((totals, np.zeros_like(totals)), axis=1)

    def weighted(self, counts: int) -> PatternTables:
        """Let each move that the bound says count several times."""
        tables = self.tables
        return tables._replace(distances=tables.distances * counts, step=tables.step * counts)

    def alone(self, tiles: Numbers) -> Numbers:
        """Add up the distances of the single tiles."""
        far = self.tables.distances[np.arange(tiles.shape[1]), np.maximum(tiles, 0)]
        return np.asarray(np.where(tiles >= 0, far, 0).sum(axis=1))


class Groups(NamedTuple):
    """The tables of some databases, one behind the other."""

    groups: Numbers
    parts: npt.NDArray[np.uint32]
    shifts: Orders


def group_tables(patterns: list[Pattern], entries_a_byte: int) -> Groups:
    """Make the tables of patterns, whose databases are one behind the other."""
    rankings = list(dict.fromkeys(pattern.ranks for pattern in patterns))
    entry = accumulate((entries_a_byte * one.stored_bytes for one in patterns), initial=0)
    part = dict(zip(rankings, accumulate((one.parts.size for one in rankings), initial=0), strict=False))
    shift = dict(zip(rankings, accumulate((one.shifts.size for one in rankings), initial=0), strict=False))
    rows = [
        (one.tiles, one.orders, pattern.row, first, part[one], one.part_bits, shift[one])
        for pattern, one, first in (
            (pattern, pattern.ranks, first) for pattern, first in zip(patterns, entry, strict=False)
        )
    ]
    return Groups(
        np.array(rows, np.int64),
        np.concatenate([one.parts.reshape(-1) for one in rankings]),
        np.concatenate([one.shifts.reshape(-1) for one in rankings]),
    )
