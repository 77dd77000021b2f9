"""The lower bound that the pattern databases of a partition give for a board.

Each symmetry that maps the hole of the goal to the hole of the partition gives a look-up of its own: the board and the
goal are rotated or reflected together. The bound is the largest look-up. In the line metric the entries of groups
cannot be added, so each pattern, with each of the symmetries, is one look-up.

All tables are flat arrays, one behind the other, because kernels read them. `kernels` explains the layout, and the
*words* that look-ups return.
"""

from itertools import accumulate, product

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, read_only
from slidefront.puzzles.capabilities import Bounds, LowerBound
from slidefront.puzzles.frame import Frame
from slidefront.search.patterns.databases import Databases
from slidefront.search.patterns.kernels import (
    FIRST_ENTRY,
    MASK_AT,
    MOVE_HOLE,
    NO_TILE,
    ORDER_AT,
    VALUE_MASK,
    Tables,
    add_levels,
)
from slidefront.search.patterns.pattern import BY_COLUMNS, BY_ROWS, CellGraph, OrderRanks, Pattern, shape_of


class PatternBound(LowerBound):
    """The lower bound of the moves to one goal from pattern databases."""

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
        self.tables = make_tables(databases, self.goal_hole, frame)

    def load(self) -> None:
        """Copy the entries to memory with large pages, where a long search reads them about a third faster."""
        if isinstance(self.tables.entries.base, np.memmap):
            self.tables = self.tables._replace(entries=read_only(np.array(self.tables.entries)))

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board to the goal."""
        tiles = self.tiles(keys)
        entries = (self.look_up(tiles) & VALUE_MASK).sum(axis=2).max(axis=1)
        bounds: Bounds = (self.alone(tiles) + entries * self.tables.step).astype(np.uint16)
        return bounds

    def tiles(self, keys: Keys) -> Numbers:
        """Return the tile in each cell of each board, given by its goal cell; NO_TILE in the hole."""
        return self._goal_cell[self.frame.labels(keys)]

    def alone(self, tiles: Numbers) -> Numbers:
        """Add up the distances of the single tiles of each board from their goal cells."""
        far = self.tables.far[np.arange(tiles.shape[1]), tiles]
        return np.asarray(np.where(tiles >= 0, far, 0).sum(axis=1))

    def look_up(self, tiles: Numbers) -> Numbers:
        """Return the words of each board, by look-up and group."""
        tables, patterns = self.tables, self.databases.partition.patterns
        words = np.zeros((len(tiles), len(tables.image), len(patterns)), np.int64)
        for lookup, image in enumerate(tables.image):
            for g, pattern in enumerate(patterns):
                mask, order = pattern.ranks.rank_of(image[self._cells(tiles, image, pattern)])
                rank = pattern.ranks.masks.searchsorted(mask.astype(np.uint64))
                number = tables.groups[g, FIRST_ENTRY] + order * pattern.row + rank
                entry = tables.entries[number >> 1] >> (4 * (number & 1)) & 15
                words[:, lookup, g] = mask << MASK_AT | order << ORDER_AT | entry
        return words

    def _cells(self, tiles: Numbers, image: Numbers, pattern: Pattern) -> Numbers:
        """Return the cells of the tiles whose images are the tiles of a pattern."""
        cell_of_tile = np.argsort(tiles, axis=1)[:, 1:]  # the hole comes first
        wanted = np.argsort(image)[list(pattern.cells)]
        return cell_of_tile[:, wanted - (wanted > self.goal_hole)]


class LineBound(PatternBound):
    """The lower bound of the moves to one goal in the line metric."""

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board: one along a row or column, and the moves left after it."""
        tiles = self.tiles(keys)
        levels = self.look_up(tiles) & VALUE_MASK
        columns = self.databases.partition.shape.columns
        for lookup, image in enumerate(self.tables.image):
            if image[0] // columns != image[1] // columns:  # a row becomes a column
                levels[:, lookup] = levels[:, lookup, ::-1]
        bounds: Bounds = np.where(self.alone(tiles) > 0, 1 + levels.max(axis=1).min(axis=1), 0).astype(np.uint16)
        return bounds

    def look_up(self, tiles: Numbers) -> Numbers:
        """Return the words of each board, by look-up and reading."""
        tables, holes = self.tables, np.argmin(tiles, axis=1)
        words = np.zeros((len(tiles), len(tables.image), 2), np.int64)
        for lookup, image in enumerate(tables.image):
            pattern = self.databases.partition.patterns[tables.group[lookup, 0]]
            cells = image[self._cells(tiles, image, pattern)]
            for reading, places in enumerate(tables.places):
                hole = places[image[holes]][:, None]
                mask, order = pattern.ranks.rank_of(places[cells] - (places[cells] > hole))
                words[:, lookup, reading] = mask << MASK_AT | order << ORDER_AT
        add_levels(holes, tables, words)
        return words


def make_tables(databases: Databases, hole: int, frame: Frame) -> Tables:
    """Write the databases, the look-ups for a goal with this hole, and the moves, as kernels read them."""
    partition = databases.partition
    shape, in_lines = partition.shape, partition.shape.in_lines
    images = shape.images(hole, partition.hole)
    if in_lines:
        lookups: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
        for nth, image in product(range(len(partition.groups)), images):
            tiles = frozenset(cell for cell, target in enumerate(image) if target in partition.groups[nth])
            lookups.setdefault((nth, tiles), image)  # another symmetry with the same tiles would give the same bound
        images = list(lookups.values())
        group = np.array([[nth] * shape.cells for nth, _ in lookups], np.int64)
    else:
        groups = {cell: nth for nth, cells in enumerate(partition.groups) for cell in cells}
        group = np.array([[groups.get(cell, NO_TILE) for cell in image] for image in images], np.int64)
    moves = [(move.start, move.carries[0][0] - move.start, len(move.carries), move.end) for move in frame.moves]
    return Tables(
        read_only(databases.entries),
        *group_tables(partition.patterns),
        np.array(images, np.int64),
        group,
        (1 - np.eye(shape.cells, dtype=np.int64)) if in_lines else shape.distances.astype(np.int64),
        2 if shape.two_sided and not in_lines else 1,
        1 if in_lines else 1 << 30,
        np.array(moves, np.int64).reshape(-1, 4),
        np.searchsorted([move[MOVE_HOLE] for move in moves], np.arange(shape.cells + 1)).astype(np.int64),
        *(_hop_tables(shape, moves, images) if in_lines else _NO_HOPS),
    )


_NO_HOPS = np.zeros((0, 0, 4), np.int64), np.zeros((0, 0), np.int64), np.zeros(0, np.int64)


def group_tables(patterns: list[Pattern]) -> tuple[Numbers, npt.NDArray[np.uint32], OrderRanks]:
    """Make the tables of groups, parts and shifts of patterns whose databases are stored one behind the other."""
    rankings = list(dict.fromkeys(pattern.ranks for pattern in patterns))
    first_part = dict(zip(rankings, accumulate((ranks.parts.size for ranks in rankings), initial=0), strict=False))
    first_shift = dict(zip(rankings, accumulate((ranks.shifts.size for ranks in rankings), initial=0), strict=False))
    rows, first_entry = [], 0
    for pattern in patterns:
        ranks = pattern.ranks
        sizes = ranks.tiles, ranks.orders, pattern.row, first_entry
        rows.append((*sizes, first_part[ranks], ranks.part_bits, first_shift[ranks], ranks.sets))
        first_entry += pattern.entries_per_byte * pattern.stored_bytes
    return (
        np.array(rows, np.int64),
        np.concatenate([ranks.parts.reshape(-1) for ranks in rankings]),
        np.concatenate([ranks.shifts.reshape(-1) for ranks in rankings]),
    )


def _hop_tables(
    shape: CellGraph, moves: list[tuple[int, int, int, int]], images: list[tuple[int, ...]]
) -> tuple[Numbers, Numbers, Numbers]:
    """Make the tables of hops, places and widths."""
    places, lines, widths = shape.places.tolist(), shape.lines.tolist(), (shape.columns, shape.rows)
    hops = np.zeros((len(moves), len(images), 4), np.int64)
    for lookup, image in enumerate(images):
        for nth, (start, _, _, end) in enumerate(moves):
            before, after = image[start], image[end]
            reading = BY_COLUMNS if before // shape.columns == after // shape.columns else BY_ROWS
            width, line = widths[reading], lines[reading][after]
            place, place_after = places[reading][before], places[reading][after]
            low, by = (place, width) if place_after > place else (place - width, -width)
            hops[nth, lookup] = reading, low, by, line
    return hops, shape.places, np.array(widths, np.int64)
