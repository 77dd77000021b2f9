"""The lower bound that the pattern databases of a partition give for a board.

Each symmetry that maps the hole of the goal to the hole of the partition gives a look-up of its own: the board and the
goal are rotated or reflected together. The bound is the largest look-up. All tables are flat arrays, one behind the
other, because kernels read them. For each look-up and group of tiles they keep one number, a *word*:

    word      |  mask: the cells of the group's tiles  | order, 16 bits | entry, 8 bits |

In the line metric, too, the bound is the largest look-up, but the entries of groups cannot be added. So each pattern,
with each of the symmetries, is one look-up. For each of the two readings of the board the kernels keep one word: the
pattern's tiles in that reading, without the hole, and the level of their station (see `LinePattern`):

    word      |  mask: the slots of the pattern's tiles  | order, 16 bits | level, 8 bits |

A move along a row changes only the word by columns, and a move along a column only the word by rows. Each tile that the
move carries passes the tiles of one column or row: the slots of a *window* rotate by one place.

    columns of 4, the hole before slots 3 to 6     3 4 5 6 -> 6 3 4 5     for each tile that goes left
"""

from itertools import accumulate, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, count_bits, read_only
from slidefront.compile import kernel
from slidefront.puzzles.capabilities import Bounds, LowerBound
from slidefront.puzzles.frame import Frame
from slidefront.search.patterns.databases import Databases
from slidefront.search.patterns.pattern import (
    BY_COLUMNS,
    BY_ROWS,
    PARTS,
    CellGraph,
    OrderRanks,
    Pattern,
    shape_of,
)

TILES, ORDERS, ROW, FIRST_ENTRY, FIRST_PART, PART_BITS, FIRST_SHIFT, SETS = range(8)  # columns of the table of groups
READING, LOW, BY, LINE = range(4)  # columns of the table of hops
HOLE, STEP, COUNT, END = range(4)  # columns of the table of moves
MASK, ORDER = 24, 8  # the lowest bits of the mask and of the order in a word
ORDERS_MASK, VALUE_MASK = 0xFFFF, 0xFF
NO_TILE = -1


class Tables(NamedTuple):
    """All that look-ups need, as kernels read it."""

    entries: Cells
    groups: Numbers
    parts: npt.NDArray[np.uint32]
    shifts: OrderRanks
    image: Numbers
    """For each look-up and cell, the image of the cell."""
    group: Numbers
    """For each look-up and tile, by its goal cell, the group of the tile; in the line metric, the pattern."""
    far: Numbers
    """For each cell and goal cell, the distance; in the line metric, 1 for different cells."""
    step: int
    """The number of moves that an entry of 1 stands for."""
    most_alone: int
    """The bound of all single tiles is at most this."""
    moves: Numbers
    """For each move: the hole, the step from cell to cell of its tiles, the number of tiles, and the hole after it."""
    first_move: Numbers
    """For each cell of the hole, the first of its moves."""
    hops: Numbers
    """In the line metric, for each move and look-up: the reading that it changes, the first window, the step to
    the next window, and the line."""
    places: Numbers
    """For each reading and image of a cell, the place where it is read."""
    widths: Numbers
    """For each reading, the number of slots of a window."""


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
                words[:, lookup, g] = mask << MASK | order << ORDER | entry
        return words

    def _cells(self, tiles: Numbers, image: Numbers, pattern: Pattern) -> Numbers:
        """Return the cells of the tiles whose images are the tiles of a pattern."""
        cell_of_tile = np.argsort(tiles, axis=1)[:, 1:]  # the hole comes first
        wanted = np.argsort(image)[list(pattern.cells)]
        return cell_of_tile[:, wanted - (wanted > self.goal_hole)]


class LineBound(PatternBound):
    """The lower bound of the moves to one goal in the line metric."""

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board: one along a row or column, and those left after it."""
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
                words[:, lookup, reading] = mask << MASK | order << ORDER
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
        np.searchsorted([move[HOLE] for move in moves], np.arange(shape.cells + 1)).astype(np.int64),
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


@kernel
def number_of(
    mask: np.int64, order: np.int64, line: np.int64, g: np.int64, groups: Numbers, parts: npt.NDArray[np.uint32]
) -> np.int64:
    """Return the number of the entry of a mask and an order of group `g`; in the line metric, on a line."""
    bits = groups[g, PART_BITS]
    low = (1 << bits) - 1
    row = groups[g, TILES] + 1
    part_at = groups[g, FIRST_PART]
    share = np.int64(parts[part_at + (mask & low)])
    rank = share >> 4
    for part in range(1, PARTS):
        part_at += row << bits
        share = np.int64(parts[part_at + ((share & 15) << bits) + ((mask >> (bits * part)) & low)])
        rank += share >> 4
    return np.int64(groups[g, FIRST_ENTRY] + order * groups[g, ROW] + line * groups[g, SETS] + rank)


@kernel
def entry_of(number: np.int64, entries: Cells) -> np.int64:
    """Read an entry of four bits."""
    return np.int64((np.int64(entries[number >> 1]) >> (4 * (number & 1))) & 15)


@kernel
def level_code(number: np.int64, entries: Cells) -> np.int64:
    """Read a level modulo 3, of two bits."""
    return np.int64((np.int64(entries[number >> 2]) >> (2 * (number & 3))) & 3)


@kernel
def after_move(
    word: np.int64, cell: np.int64, target: np.int64, g: np.int64, groups: Numbers, shifts: OrderRanks
) -> tuple[np.int64, np.int64]:
    """Return the mask and the order of a group after one of its tiles has moved from a cell to a target."""
    mask, order = word >> MASK, (word >> ORDER) & ORDERS_MASK
    i = count_bits(np.uint64(mask & ((1 << cell) - 1)))
    mask ^= 1 << cell
    j = count_bits(np.uint64(mask & ((1 << target) - 1)))
    mask |= 1 << target
    if i != j:
        change = i * groups[g, TILES] + j
        order = np.int64(shifts[groups[g, FIRST_SHIFT] + change * groups[g, ORDERS] + order])
    return mask, order


@kernel
def after_hops(
    word: np.int64,
    low: np.int64,
    by: np.int64,
    count: np.int64,
    width: np.int64,
    g: np.int64,
    groups: Numbers,
    shifts: OrderRanks,
) -> tuple[np.int64, np.int64]:
    """Return the mask and the order after `count` windows have rotated.

    The first window begins at slot `low` and has `width` slots; the next ones follow in steps of `by`, whose sign is
    the direction of the rotation.
    """
    mask, order = word >> MASK, (word >> ORDER) & ORDERS_MASK
    full = (np.int64(1) << width) - 1
    for _ in range(count):
        window = (mask >> low) & full
        last = window >> (width - 1)
        moved = last if by > 0 else window & 1
        rotated = (window << 1) & full | last if by > 0 else window >> 1 | moved << (width - 1)
        inside = count_bits(np.uint64(window)) - 1
        if moved and inside > 0:
            below = count_bits(np.uint64(mask & ((np.int64(1) << low) - 1)))
            i, j = (below + inside, below) if by > 0 else (below, below + inside)
            order = np.int64(shifts[groups[g, FIRST_SHIFT] + (i * groups[g, TILES] + j) * groups[g, ORDERS] + order])
        mask ^= (window ^ rotated) << low
        low += by
    return mask, order


@kernel
def add_levels(holes: Numbers, tables: Tables, words: Numbers) -> None:
    """Write the levels of boards into their words, for each board, look-up and reading."""
    for b in range(holes.size):
        for lookup in range(words.shape[1]):
            for reading in range(2):
                words[b, lookup, reading] |= level_of(holes[b], words[b, lookup], lookup, reading, tables)


@kernel
def level_of(hole: np.int64, words: Numbers, lookup: int, reading: int, tables: Tables) -> np.int64:
    """Return the level of a station: count the stations on a way that comes nearer to the goal with each move."""
    now = words.copy()
    g = tables.group[lookup, 0]
    level = np.int64(0)
    code = code_of(now[reading], line_of(hole, lookup, reading, tables), g, tables)
    nearer = True
    while nearer:
        nearer = False
        other = 1 - reading
        if code_of(now[other], line_of(hole, lookup, other, tables), g, tables) == (code + 2) % 3:
            nearer = True
        for move in range(tables.first_move[hole], tables.first_move[hole + 1]):
            hops = tables.hops[move, lookup]
            if nearer or hops[READING] != other:
                continue
            width, count = tables.widths[other], tables.moves[move, COUNT]
            mask, order = after_hops(now[other], hops[LOW], hops[BY], count, width, g, tables.groups, tables.shifts)
            word = mask << MASK | order << ORDER
            if code_of(word, hops[LINE], g, tables) == (code + 2) % 3:
                nearer, now[other], hole = True, word, tables.moves[move, END]
                break
        if nearer:
            level += 1
            code, reading = (code + 2) % 3, other
    return level


@kernel
def line_of(hole: np.int64, lookup: int, reading: int, tables: Tables) -> np.int64:
    """Return the line of the station of a board with this hole."""
    place = tables.places[reading, tables.image[lookup, hole]]
    return np.int64(place // tables.widths[reading] + (tables.widths[1] if reading == BY_COLUMNS else 0))


@kernel
def code_of(word: np.int64, line: np.int64, g: np.int64, tables: Tables) -> np.int64:
    """Look up the level modulo 3 of a word on a line."""
    number = number_of(word >> MASK, (word >> ORDER) & ORDERS_MASK, line, g, tables.groups, tables.parts)
    return np.int64(level_code(number, tables.entries))
