"""Patterns: the tiles of a pattern database, and a number for each of their placements.

A pattern is some tiles of a puzzle that has one hole of one cell. Its database stores, for each placement of these
tiles, how many moves they need. Tiles are named by their cells in the goal, so that a database depends only on the
graph of cells and on the cell of the hole in the goal:

    goal  1 2 3      tiles by their goal cells  0 1 2       a symmetry: the diagonal  0 3 6
          4 5 6                                 3 4 5                                 1 4 7
          7 8 _                                 6 7 _                                 2 5 _

A placement is a set of cells and an order: which tile is in the first of these cells, which in the second, and so on.
`PlacementRanking` numbers the placements without gaps:

    cells  0 1 2 3      tiles A B in cells 3 and 1      set {1, 3}: mask 1010 binary; order: B A
           4 5 6 7
    number = rank of the order * row + rank of the set;  row: the number of sets, made even

Sets rank in the order of their masks. A search often moves tiles without changing their order, so the placements of one
order are stored together: their look-ups are then likely to hit the processor cache. If a tile moves from cell to cell,
it keeps its place in the order or moves from place i to place j, and a table has the rank of the order after that.

The other tiles do not matter, except that the hole must get past the tiles of the pattern. The free cells of a set form
connected *regions*. A *station* is a set together with the region that has the hole: a breadth-first search builds a
database by going from station to station (`build`).
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
from slidefront.puzzles.capabilities import rectangle_symmetries
from slidefront.puzzles.frame import Frame, shortest_distances

LAYOUT = 3
"""The version of the numbering of entries."""
MOST_MOVES = 256
"""Searches number the moves of a frame in a byte; boards of more than about 25 cells have more in the line metric."""
FAR = 255
"""The distance between cells that are not connected."""
BY_ROWS, BY_COLUMNS = range(2)
"""The two readings of a tile board: the orders in which its cells are read."""
PARTS = 3
"""The number of parts of a mask that are ranked with small tables."""
NO_REGION = 255
CellDistances = npt.NDArray[np.uint8]
PlacementRanks = npt.NDArray[np.int64]
Indexes = npt.NDArray[np.uint32]
OrderRanks = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class CellGraph:
    """The cells of a board, joined by the moves of one tile."""

    neighbours: tuple[tuple[int, ...], ...]
    """For each cell its neighbours, ascending."""
    columns: int = 0
    """The number of columns of a tile board; 0 for a graph."""
    in_lines: bool = False
    """Whether a move takes all tiles between the hole and its new cell: the line metric."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    @property
    def rows(self) -> int:
        """The number of rows of a tile board."""
        return self.cells // self.columns

    @cached_property
    def distances(self) -> CellDistances:
        """The number of moves that a single tile needs from each cell to each other, FAR if it cannot get there."""
        between = np.full((self.cells, self.cells), FAR)
        for cell, neighbours in enumerate(self.neighbours):
            between[cell, list(neighbours)] = 1
        distances: CellDistances = np.minimum(shortest_distances(between), FAR).astype(np.uint8)
        return distances

    @cached_property
    def two_sided(self) -> bool:
        """Whether the cells can have two colours so that neighbours always differ."""
        odd = self.distances[0] % 2
        return all(odd[cell] != odd[other] for cell, neighbours in enumerate(self.neighbours) for other in neighbours)

    def images(self, hole: int, target: int) -> list[tuple[int, ...]]:
        """List the symmetries of a tile board that map the cell `hole` to the cell `target`, the identity first.

        A symmetry is a rotation or reflection, given as the image of each cell. A graph has only the identity.
        """
        images = rectangle_symmetries(self.rows, self.columns) if self.columns else [tuple(range(self.cells))]
        return [image for image in images if image[hole] == target]

    # In the line metric, see `LinePattern`

    @cached_property
    def places(self) -> PlacementRanks:
        """For each reading and cell, the place of the cell in the reading."""
        by_rows = np.arange(self.cells)
        return np.stack((by_rows, by_rows.reshape(self.columns, self.rows).T.reshape(-1)))

    @cached_property
    def lines(self) -> PlacementRanks:
        """For each reading and cell of the hole, the line of the station of a board; columns come after the rows."""
        row, column = np.divmod(np.arange(self.cells), self.columns)
        return np.stack((row, self.rows + column))

    def slots(self, hole: int) -> PlacementRanks:
        """Return, for each reading and cell, the place of the cell if the hole is left out."""
        return self.places - (self.places > self.places[:, [hole]])


@lru_cache(maxsize=8)
def shape_of(frame: Frame) -> CellGraph | None:
    """Return the cell graph of a frame; None if its hole is larger than a cell, or if its cells are not connected."""
    in_lines = frame.metric == "line"
    has_no_lines = min(frame.rows, frame.columns) == 1 or len(frame.moves) > MOST_MOVES
    if len(frame.holes) != frame.cells or (in_lines and has_no_lines):
        return None
    neighbours = [sorted(move.end for move in moves if len(move.carries) == 1) for moves in frame.moves_at]
    shape = CellGraph(tuple(map(tuple, neighbours)), frame.columns if frame.is_grid else 0, in_lines)
    return shape if (shape.distances < FAR).all() else None


@dataclass(frozen=True)
class PlacementRanking:
    """The placements of a number of tiles on a number of cells."""

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
        """The number of bits of a mask in each part."""
        return -(-self.cells // PARTS)

    @cached_property
    def masks(self) -> Keys:
        """All sets as masks, ascending."""
        cells = np.array(list(combinations(range(self.cells), self.tiles)), np.uint64)
        return np.sort((np.uint64(1) << cells).sum(axis=1, dtype=np.uint64))

    @cached_property
    def parts(self) -> Indexes:
        """The share of each part of a mask in the rank of the mask, by part, tiles in the parts below, and bits.

        The rank of a mask is the number of masks below it. The tile that is the n-th from below in cell c contributes
        comb(c, n) to it. The low four bits of an entry are the number of tiles up to here.
        """
        parts = np.zeros((PARTS, self.tiles + 1, 1 << self.part_bits), np.uint32)
        for part in range(PARTS):
            for below in range(self.tiles + 1):
                for bits in range(1 << self.part_bits):
                    cells = [part * self.part_bits + bit for bit in range(self.part_bits) if bits >> bit & 1]
                    if below + len(cells) <= self.tiles:
                        share = sum(comb(cell, below + nth) for nth, cell in enumerate(cells, 1))
                        parts[part, below, bits] = share << 4 | (below + len(cells))
        return parts

    @cached_property
    def order_table(self) -> Cells:
        """All orders: a row per order, with the tile in each place."""
        return np.array(list(permutations(range(self.tiles))), np.uint8).reshape(self.orders, self.tiles)

    @cached_property
    def shifts(self) -> OrderRanks:
        """The rank of each order after a tile moved from place i to place j: a row for each i * tiles + j."""
        shifts = np.zeros((self.tiles**2, self.orders), np.uint16)
        for i in range(self.tiles):
            for j in range(self.tiles):
                places = [place for place in range(self.tiles) if place != i]
                places.insert(j, i)
                shifts[i * self.tiles + j] = self.reordered(np.array(places))
        return shifts

    def reordered(self, places: PlacementRanks) -> OrderRanks:
        """Return the rank of each order after its tiles are rearranged: place i gets the tile from `places[i]`."""
        weights = self.tiles ** np.arange(self.tiles - 1, -1, -1)  # numbers that ascend in the order of the orders
        return np.searchsorted(self.order_table @ weights, self.order_table[:, places] @ weights).astype(np.uint16)

    def rank_of(self, cells: npt.ArrayLike) -> tuple[PlacementRanks, PlacementRanks]:
        """Return the masks of placements, and the ranks of their orders. The last axis of `cells` is the tiles."""
        order = np.argsort(cells, axis=-1)
        rank = np.zeros(order.shape[:-1], np.int64)
        for place in range(self.tiles):
            smaller = (order[..., place + 1 :] < order[..., [place]]).sum(axis=-1)
            rank = rank * (self.tiles - place) + smaller
        return np.asarray((np.int64(1) << np.asarray(cells)).sum(axis=-1)), rank


ranking = lru_cache(maxsize=8)(PlacementRanking)
"""Returns the ranking of `cells` and `tiles`, which all patterns of the same size share."""


class Stations(NamedTuple):
    """All stations of the patterns of one size on a cell graph, and the moves between them."""

    first_station: Indexes
    """For each set its first station, and at the end the number of stations; empty in the line metric."""
    first_move: Indexes
    """For each station the first of its moves, and at the end the number of moves."""
    target: Indexes
    """For each move the station that it leads to."""
    shift: Indexes
    """For each move the row of the table of shifts."""


@dataclass(frozen=True)
class Pattern:
    """Some tiles of a cell graph, given by their cells in the goal, ascending."""

    shape: CellGraph
    hole: int
    cells: tuple[int, ...]
    most_tiles: ClassVar[int] = 8
    entries_per_byte: ClassVar[int] = 2
    most_entries: ClassVar[tuple[int, int]] = 8_000_000, 600_000_000
    """The limits of a small database (4 MB, built in a second) and of a large one (300 MB, a minute)."""

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements."""
        return ranking(self.shape.cells, len(self.cells))

    @property
    def entries_per_order(self) -> int:
        """The number of entries of an order."""
        return self.ranks.sets

    @property
    def entry_count(self) -> int:
        """The number of entries of its database."""
        return self.entries_per_order * self.ranks.orders

    @property
    def row(self) -> int:
        """The numbers from an order to the next, so that each order begins with a new byte."""
        return -(-self.entries_per_order // self.entries_per_byte) * self.entries_per_byte

    @property
    def stored_bytes(self) -> int:
        """The size of its database."""
        return self.row // self.entries_per_byte * self.ranks.orders

    @property
    def building_bytes(self) -> int:
        """About how much memory building takes; sets of cells leave two regions or fewer on average."""
        return 2 * self.entry_count + self.stored_bytes + (64 << 20)

    def graph(self) -> tuple[Stations, OrderRanks, list[tuple[int, int]]]:
        """Return the graph that a build searches: stations, the table of shifts, and (station, order) of the goal."""
        stations, region = find_stations(self.shape, self.ranks)
        mask, order = self.ranks.rank_of(self.cells)
        number = int(self.ranks.masks.searchsorted(np.uint64(mask)))
        goal = int(stations.first_station[number]) + int(region[self.hole, number])
        return stations, self.ranks.shifts, [(goal, int(order))]


@dataclass(frozen=True)
class LinePattern(Pattern):
    """Some tiles of a tile board in the line metric, and the hole.

    A move takes the hole along its row or column, and the next useful move is along the other axis. After a move along
    a column, the next one can lead to any board that differs by a move along the row. All these boards are one
    *station*: the row of the hole, and the tiles of the other cells, read row by row without the hole. Stations of
    columns are read column by column. Each board is in one station of rows and one of columns, and a move goes
    from station to station:

        1 2 3 4      row 2, and read by rows     1 2 3 4 5 _6_ 7 8 ...      a move right or left keeps this station
        5 _ 6 7      column 2, and read by columns  1 5 ...                 a move up or down keeps this one
        ...

    The *level* of a station is the least number of moves that are left after the next one, which goes along the row if
    the station is that of a row. The two stations of the goal have level 0. Levels of neighbours differ by at most 1.
    So the database keeps levels modulo 3, in two bits: a search that knows the level before a move knows the level
    after it. There are half as many stations as placements of the tiles and the hole. There are no regions, because the
    hole is in one cell.

    The number of a station is: rank of the order * row + line * sets + rank of the set.
    """

    most_tiles: ClassVar[int] = 7
    entries_per_byte: ClassVar[int] = 4
    most_entries: ClassVar[tuple[int, int]] = 32_000_000, 300_000_000

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements in the cells without the hole."""
        return ranking(self.shape.cells - 1, len(self.cells))

    @property
    def entries_per_order(self) -> int:
        """The number of entries of an order: one for each line and set."""
        return (self.shape.rows + self.shape.columns) * self.ranks.sets

    def graph(self) -> tuple[Stations, OrderRanks, list[tuple[int, int]]]:
        """Return the graph that a build searches: stations, the table of shifts, and (station, order) of the goal."""
        stations, shifts = find_line_stations(self.shape, len(self.cells))
        goals = []
        for slots, line in zip(self.shape.slots(self.hole), self.shape.lines[:, self.hole].tolist(), strict=True):
            mask, order = self.ranks.rank_of(slots[list(self.cells)])
            goals.append((line * self.ranks.sets + int(self.ranks.masks.searchsorted(np.uint64(mask))), int(order)))
        return stations, shifts, goals


def pattern_class(shape: CellGraph) -> type[Pattern]:
    """Return the class of the patterns of a cell graph."""
    return LinePattern if shape.in_lines else Pattern


def find_stations(shape: CellGraph, ranks: PlacementRanking) -> tuple[Stations, Cells]:
    """Find all stations and their moves. Also return the region of each cell in each set, NO_REGION for tiles."""
    masks, cells = ranks.masks, np.arange(shape.cells, dtype=np.uint64)[:, None]
    taken = (masks >> cells & np.uint64(1)).astype(np.bool_)
    first_cell = np.where(taken, NO_REGION, cells).astype(np.uint8)  # for each free cell the first cell of its region
    before: npt.NDArray[np.generic] = taken
    while not np.array_equal(first_cell, before):
        before = first_cell.copy()
        for cell, neighbours in enumerate(shape.neighbours):
            for other in neighbours:
                np.minimum(first_cell[cell], first_cell[other], out=first_cell[cell], where=~taken[cell])
    region_at = np.cumsum(first_cell == cells, axis=0, dtype=np.uint8) - np.uint8(1)
    first_station = np.concatenate(([0], np.cumsum(region_at[-1] + np.int64(1))))
    region = np.full(first_cell.shape, NO_REGION, np.uint8)
    for cell in range(shape.cells):
        of_first_cell = region_at[first_cell[cell] * ~taken[cell], np.arange(masks.size)]
        region[cell] = np.where(taken[cell], NO_REGION, of_first_cell)
    tiles_below = np.cumsum(taken, axis=0, dtype=np.uint8) - taken
    moves = []
    for hole, neighbours in enumerate(shape.neighbours):
        for tile in neighbours:
            sets = np.flatnonzero(taken[tile] & ~taken[hole])
            sets_after = np.searchsorted(masks, masks[sets] ^ np.uint64(1 << tile | 1 << hole))
            start, end = first_station[sets] + region[hole, sets], first_station[sets_after] + region[tile, sets_after]
            moves.append((start, end, tiles_below[tile, sets] * np.int64(ranks.tiles) + tiles_below[hole, sets_after]))
    start, end, shift = (np.concatenate(column) for column in zip(*moves, strict=True))
    return Stations(first_station.astype(np.uint32), *by_station(int(first_station[-1]), start, end, shift)), region


@lru_cache(maxsize=1)
def find_line_stations(shape: CellGraph, tiles: int) -> tuple[Stations, OrderRanks]:
    """Find the moves of each station of lines, and the table of shifts: the orders if the board is read another way."""
    ranks = ranking(shape.cells - 1, tiles)
    readings = list(_other_readings(shape, ranks))
    start = np.concatenate([start + np.arange(ranks.sets) for start, _, _ in readings])
    end = np.concatenate([ends for _, ends, _ in readings])
    changes, shift = np.unique(np.concatenate([change for _, _, change in readings]), axis=0, return_inverse=True)
    moves = by_station((shape.rows + shape.columns) * ranks.sets, start, end, shift.reshape(-1))
    stations = Stations(np.zeros(0, np.uint32), *moves)
    return stations, np.array([ranks.reordered(change) for change in changes], np.uint16)


def _other_readings(shape: CellGraph, ranks: PlacementRanking) -> Iterator[tuple[int, PlacementRanks, PlacementRanks]]:
    """Read the boards of each station in the other way, for each cell of the hole and each reading.

    Yield the first station of a line, the station that each of its sets becomes, and how the tiles change places.
    """
    bits = ranks.masks[:, None] >> np.arange(ranks.cells, dtype=np.uint64) & np.uint64(1)
    slots = np.nonzero(bits)[1].reshape(ranks.sets, ranks.tiles)
    for hole in range(shape.cells):
        to_columns = np.delete(shape.slots(hole)[BY_COLUMNS], hole)  # for each slot by rows the slot by columns
        row, column = (shape.lines[:, hole] * ranks.sets).tolist()
        for slot_after, start, end in ((to_columns, row, column), (np.argsort(to_columns), column, row)):
            after = slot_after[slots]
            masks = (np.uint64(1) << after.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
            yield start, end + np.searchsorted(ranks.masks, masks), np.argsort(after, axis=1)


def by_station(
    stations: int, start: PlacementRanks, end: PlacementRanks, shift: PlacementRanks
) -> tuple[Indexes, Indexes, Indexes]:
    """Sort moves by the station that they begin at; return the first move of each station, the ends and the shifts."""
    order = np.argsort(start, kind="stable")
    first = np.searchsorted(start[order], np.arange(stations + 1))
    return first.astype(np.uint32), end[order].astype(np.uint32), shift[order].astype(np.uint32)
