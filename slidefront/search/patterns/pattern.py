"""What a database is for: a shape, the hole's cell in the goal, and the goal cells of some tiles.

The puzzle has one hole of one cell. A move takes a tile from a neighbour of the hole into the hole; in the line metric
it takes all tiles of a row or column that are between the hole and its new cell. The databases name tiles by their
cells in the goal, so that they depend only on a shape and the cell of the hole in the goal:

    goal  1 2 3      tiles by their goal cells  0 1 2       a symmetry: the diagonal  0 3 6
          4 5 6                                 3 4 5                                 1 4 7
          7 8 _                                 6 7 _                                 2 5 _

A database has a number for each placement of a pattern's tiles, without gaps, and what the moves of a tile make of it.

A placement is a set of cells and an order: which of the tiles is in the first of these cells, in the second, and so on.

    cells  0 1 2 3      tiles A B in cells 3 and 1      set {1, 3}: mask 1010 binary; order: B A
           4 5 6 7
    number = rank of the order * row + rank of the set;  row: the number of sets, made even

Sets rank as their masks do, ascending. A search often moves tiles without a change of their order, so placements of one
order are together: its look-ups are then likely to be in the processor cache.

A tile that moves from cell to cell leaves the order, or moves within it from place i to place j; a table tells the rank
of the order after that. Where the hole can go depends only on the set: the other cells form *regions* that are
connected. A *station* is a set together with a region that has the hole.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.puzzles.frame import Frame, shortest_distances
from slidefront.puzzles.symmetry import rectangle_symmetries

MOST_MOVES = 256
"""Searches number the moves of a frame in a byte; boards of more than about 25 cells have more in the line metric."""
FAR = 255
BY_ROWS, BY_COLUMNS = range(2)
"""The two readings of a tile board: the orders in which its cells are read."""
Distances = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CellGraph:
    """For each cell its neighbours, ascending."""

    neighbours: tuple[tuple[int, ...], ...]
    columns: int = 0
    """The columns of a tile board; 0 for a graph."""
    in_lines: bool = False
    """Whether a move takes all tiles between the hole and its new cell: the line metric."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    @cached_property
    def distances(self) -> Distances:
        """From each cell to each other: the moves that one tile needs at least. FAR if there is no way."""
        between = np.full((self.cells, self.cells), FAR)
        for cell, row in enumerate(self.neighbours):
            between[cell, list(row)] = 1
        found: Distances = np.minimum(shortest_distances(between), FAR).astype(np.uint8)
        return found

    @cached_property
    def two_sided(self) -> bool:
        """Whether neighbours always have different colours, with two colours for all cells."""
        odd = self.distances[0] % 2
        return all(odd[cell] != odd[other] for cell, row in enumerate(self.neighbours) for other in row)

    def images(self, hole: int, onto: int) -> list[tuple[int, ...]]:
        """List the symmetries of a tile board that map one cell to another: its turns and reflections, the identity
        first. A graph has only the identity.

        A symmetry tells for each cell the cell that it goes to.
        """
        images = rectangle_symmetries(self.rows, self.columns) if self.columns else [tuple(range(self.cells))]
        return [image for image in images if image[hole] == onto]

    @property
    def rows(self) -> int:
        """The rows of a tile board."""
        return self.cells // self.columns

    @cached_property
    def places(self) -> Ranks:
        """For each reading and cell, the place where it is read."""
        by_rows = np.arange(self.cells)
        return np.stack((by_rows, by_rows.reshape(self.columns, self.rows).T.reshape(-1)))

    @cached_property
    def lines(self) -> Ranks:
        """For each reading and cell of the hole, the line of the station of a board; columns come after the rows."""
        row, column = np.divmod(np.arange(self.cells), self.columns)
        return np.stack((row, self.rows + column))

    def slots(self, hole: int) -> Ranks:
        """For each reading and cell, its place among those without the hole; that of the hole is not used."""
        return self.places - (self.places > self.places[:, [hole]])


@lru_cache(maxsize=8)
def shape_of(frame: Frame) -> CellGraph | None:
    """Find the shape of a puzzle; None if its hole is larger than a cell, or cells are not connected."""
    in_lines = frame.metric == "line"
    fits_no_line = min(frame.rows, frame.columns) == 1 or len(frame.moves) > MOST_MOVES
    if len(frame.holes) != frame.cells or (in_lines and fits_no_line):
        return None
    near = [sorted(move.end for move in moves if len(move.carries) == 1) for moves in frame.moves_at]
    shape = CellGraph(tuple(map(tuple, near)), frame.columns if frame.is_grid else 0, in_lines)
    return shape if (shape.distances < FAR).all() else None


PARTS = 3
"""The number of parts of a mask that are ranked with small tables."""
NO_REGION = 255
Indexes = npt.NDArray[np.uint32]
Orders = npt.NDArray[np.uint16]


class Stations(NamedTuple):
    """All stations of the patterns of one size on a shape, and the moves between them."""

    first_station: Indexes
    """For each set its first station; the last entry is the number of all stations."""
    first_move: Indexes
    target: Indexes
    """For each move the station that it leads to."""
    shift: Indexes
    """For each move i * tiles + j: how the order changes."""


@dataclass(frozen=True)
class PlacementRanking:
    """The placements of some number of tiles on some number of cells."""

    cells: int
    tiles: int

    @property
    def sets(self) -> int:
        """The number of sets."""
        return comb(self.cells, self.tiles)

    @property
    def orders(self) -> int:
        """The number of orders."""
        return factorial(self.tiles)

    @property
    def part_bits(self) -> int:
        """How many bits of a mask a part has."""
        return -(-self.cells // PARTS)

    @cached_property
    def masks(self) -> Keys:
        """All sets as masks, ascending."""
        cells = np.array(list(combinations(range(self.cells), self.tiles)), np.uint64)
        return np.sort((np.uint64(1) << cells).sum(axis=1, dtype=np.uint64))

    @cached_property
    def parts(self) -> Indexes:
        """For each part, number of tiles in the parts before, and bits: the part's share of the rank, and its tiles.

        The rank of a mask is the number of masks below it. The tile that is the n-th from below in cell c contributes
        comb(c, n) to it. The low four bits of an entry are the number of tiles up to here.
        """
        found = np.zeros((PARTS, self.tiles + 1, 1 << self.part_bits), np.uint32)
        for part in range(PARTS):
            for before in range(self.tiles + 1):
                for bits in range(1 << self.part_bits):
                    places = [bit for bit in range(self.part_bits) if bits >> bit & 1]
                    if before + len(places) <= self.tiles:
                        share = sum(
                            comb(part * self.part_bits + bit, before + nth) for nth, bit in enumerate(places, 1)
                        )
                        found[part, before, bits] = share << 4 | (before + len(places))
        return found

    @cached_property
    def order_table(self) -> Cells:
        """All orders: for each place the tile there."""
        return np.array(list(permutations(range(self.tiles))), np.uint8).reshape(self.orders, self.tiles)

    @cached_property
    def shifts(self) -> Orders:
        """For each change of the order, i * tiles + j, and each order: the order after it."""
        found = np.zeros((self.tiles**2, self.orders), np.uint16)
        for i in range(self.tiles):
            for j in range(self.tiles):
                places = [place for place in range(self.tiles) if place != i]
                places.insert(j, i)
                found[i * self.tiles + j] = self.reordered(np.array(places))
        return found

    def reordered(self, places: Ranks) -> Orders:
        """For each order, the order with the tile from the first of these places first, and so on."""
        return np.searchsorted(self._digits(self.order_table), self._digits(self.order_table[:, places])).astype(
            np.uint16
        )

    def _digits(self, orders: Cells) -> Ranks:
        """Write orders as numbers that ascend as they do."""
        return orders @ self.tiles ** np.arange(self.tiles - 1, -1, -1)

    def rank_of(self, cells: npt.ArrayLike) -> tuple[Ranks, Ranks]:
        """Give the masks of placements, and the ranks of their orders; the cells are those of the tiles, in turn."""
        order = np.argsort(cells, axis=-1)
        rank = np.zeros(order.shape[:-1], np.int64)
        for place in range(self.tiles):
            smaller = (order[..., place + 1 :] < order[..., [place]]).sum(axis=-1)
            rank = rank * (self.tiles - place) + smaller
        return np.asarray((np.int64(1) << np.asarray(cells)).sum(axis=-1)), rank


ranking = lru_cache(maxsize=8)(PlacementRanking)
"""Makes a ranking; it is cached for other patterns of the same size."""


def find_stations(shape: CellGraph, ranks: PlacementRanking) -> tuple[Stations, Cells]:
    """Find all stations and their moves, and for each cell and set the cell's region; NO_REGION where a tile is."""
    masks, cells = ranks.masks, np.arange(shape.cells, dtype=np.uint64)[:, None]
    taken = (masks >> cells & np.uint64(1)).astype(np.bool_)
    begins = np.where(taken, NO_REGION, cells).astype(np.uint8)  # for each free cell the first cell of its region
    before: npt.NDArray[np.generic] = taken
    while not np.array_equal(begins, before):
        before = begins.copy()
        for cell, row in enumerate(shape.neighbours):
            for other in row:
                np.minimum(begins[cell], begins[other], out=begins[cell], where=~taken[cell])
    number = np.cumsum(begins == cells, axis=0, dtype=np.uint8) - np.uint8(1)
    first_station = np.concatenate(([0], np.cumsum(number[-1] + np.int64(1))))
    every = np.arange(masks.size)
    region = np.full(begins.shape, NO_REGION, np.uint8)
    for cell in range(shape.cells):
        region[cell] = np.where(taken[cell], NO_REGION, number[begins[cell] * ~taken[cell], every])
    below = np.cumsum(taken, axis=0, dtype=np.uint8) - taken  # how many tiles are in the cells before
    moves = []
    for hole, row in enumerate(shape.neighbours):
        for tile in row:
            here = np.flatnonzero(taken[tile] & ~taken[hole])
            there = np.searchsorted(masks, masks[here] ^ np.uint64(1 << tile | 1 << hole))
            start, end = first_station[here] + region[hole, here], first_station[there] + region[tile, there]
            moves.append((start, end, below[tile, here] * np.int64(ranks.tiles) + below[hole, there]))
    start, end, shift = (np.concatenate(column) for column in zip(*moves, strict=True))
    return Stations(first_station.astype(np.uint32), *by_station(int(first_station[-1]), start, end, shift)), region


def by_station(stations: int, start: Ranks, end: Ranks, shift: Ranks) -> tuple[Indexes, Indexes, Indexes]:
    """Sort moves by the station that they begin at; return the first move of each station, the ends and the shifts."""
    order = np.argsort(start, kind="stable")
    first = np.searchsorted(start[order], np.arange(stations + 1))
    return first.astype(np.uint32), end[order].astype(np.uint32), shift[order].astype(np.uint32)


LAYOUT = 3
"""The version of how entries are numbered."""


@dataclass(frozen=True)
class Pattern:
    """Some tiles of a shape, by their cells in the goal, ascending."""

    shape: CellGraph
    hole: int
    cells: tuple[int, ...]
    most_tiles: ClassVar[int] = 8
    a_byte: ClassVar[int] = 2
    """How many entries are a byte."""
    most_entries: ClassVar[tuple[int, int]] = 8_000_000, 600_000_000
    """Of a small database, 4 MB and a second of work, and of a large one, 300 MB and a minute."""

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements."""
        return ranking(self.shape.cells, len(self.cells))

    @property
    def in_row(self) -> int:
        """How many entries an order has."""
        return self.ranks.sets

    @property
    def entries(self) -> int:
        """How many entries its database has."""
        return self.in_row * self.ranks.orders

    @property
    def row(self) -> int:
        """How many numbers an order has, so that each begins with a byte."""
        return -(-self.in_row // self.a_byte) * self.a_byte

    @property
    def stored_bytes(self) -> int:
        """The size of its database."""
        return self.row // self.a_byte * self.ranks.orders

    @property
    def building_bytes(self) -> int:
        """About how much memory building takes; sets of cells leave two regions or fewer on average."""
        return 2 * self.entries + self.stored_bytes + (64 << 20)

    def graph(self) -> tuple[Stations, Orders, list[tuple[int, int]]]:
        """Find what a build searches: the stations, the order after each shift and order, and what is at level 0."""
        stations, region = find_stations(self.shape, self.ranks)
        mask, order = self.ranks.rank_of(self.cells)
        number = int(self.ranks.masks.searchsorted(np.uint64(mask)))
        goal = int(stations.first_station[number]) + int(region[self.hole, number])
        return stations, self.ranks.shifts, [(goal, int(order))]


@dataclass(frozen=True)
class LinePattern(Pattern):
    """Some tiles of a tile board in the line metric, by their cells in the goal, ascending; and the hole.

    In the line metric a pattern is some tiles and the hole. A move takes the hole along its row or column, and the next
    useful move is along the other axis. So all boards that one move along a row makes of each other have the same use
    of a move along a column before them: they are one *station*, which says the hole's row and what is in the other
    cells, read row by row without the hole. Stations of columns are read column by column. Each board is in one station
    of each kind, and a move goes from station to station:

        1 2 3 4      row 2, and read by rows     1 2 3 4 5 _6_ 7 8 ...      a move right or left keeps this station
        5 _ 6 7      column 2, and read by columns  1 5 ...                 a move up or down keeps this one
        ...

    The *level* of a station is the number of moves that are left, at least, after the next one: along the row, if it is
    a station of a row. The two stations of the goal have level 0. Levels of neighbours differ by one at most, so the
    database keeps them modulo 3, in two bits, and the search, which knows the level before a move, knows the one after
    it. There are half as many stations as placements of the tiles and the hole, and no region: the hole is in one cell.

    A number is that of the order of the tiles, times `row`, plus the line, times the sets, plus the rank of the set.
    """

    most_tiles: ClassVar[int] = 7
    a_byte: ClassVar[int] = 4
    most_entries: ClassVar[tuple[int, int]] = 32_000_000, 300_000_000

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements in the cells without the hole."""
        return ranking(self.shape.cells - 1, len(self.cells))

    @property
    def in_row(self) -> int:
        """How many entries an order has: one for each station."""
        return (self.shape.rows + self.shape.columns) * self.ranks.sets

    def graph(self) -> tuple[Stations, Orders, list[tuple[int, int]]]:
        """Find the stations of lines, and what their moves do to the orders."""
        stations, shifts = find_line_stations(self.shape, len(self.cells))
        goals = []
        for slots, line in zip(self.shape.slots(self.hole), self.shape.lines[:, self.hole].tolist(), strict=True):
            mask, order = self.ranks.rank_of(slots[list(self.cells)])
            goals.append((line * self.ranks.sets + int(self.ranks.masks.searchsorted(np.uint64(mask))), int(order)))
        return stations, shifts, goals


def kind_of(shape: CellGraph) -> type[Pattern]:
    """Tell the class of the patterns of a shape."""
    return LinePattern if shape.in_lines else Pattern


@lru_cache(maxsize=1)
def find_line_stations(shape: CellGraph, tiles: int) -> tuple[Stations, Orders]:
    """Find the moves of each station, and what reading the same cells in the other way does to the orders."""
    ranks = ranking(shape.cells - 1, tiles)
    found = list(_moves(shape, ranks))
    start = np.concatenate([start + np.arange(ranks.sets) for start, _, _ in found])
    end = np.concatenate([ends for _, ends, _ in found])
    changes, shift = np.unique(np.concatenate([change for _, _, change in found]), axis=0, return_inverse=True)
    moves = by_station((shape.rows + shape.columns) * ranks.sets, start, end, shift.reshape(-1))
    stations = Stations(np.zeros(0, np.uint32), *moves)
    return stations, np.array([ranks.reordered(change) for change in changes], np.uint16)


def _moves(shape: CellGraph, ranks: PlacementRanking) -> Iterator[tuple[int, Ranks, Ranks]]:
    """For each hole and reading: the first station before, the stations after, and which tile comes in which place."""
    bits = ranks.masks[:, None] >> np.arange(ranks.cells, dtype=np.uint64) & np.uint64(1)
    slots = np.nonzero(bits)[1].reshape(ranks.sets, ranks.tiles)
    for hole in range(shape.cells):
        there = np.delete(shape.slots(hole)[BY_COLUMNS], hole)  # for each slot by rows, that by columns
        row, column = (shape.lines[:, hole] * ranks.sets).tolist()
        for onto, start, end in ((there, row, column), (np.argsort(there), column, row)):
            after = onto[slots]
            masks = (np.uint64(1) << after.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
            yield start, end + np.searchsorted(ranks.masks, masks), np.argsort(after, axis=1)
