"""What a database is for: a shape, the hole's cell in the goal, and the goal cells of some tiles.

In the line metric a pattern is some tiles and the hole. A move takes the hole along its row or column, and the next
useful move is along the other axis. So all boards that one move along a row makes of each other have the same use of a
move along a column before them: they are one *station*, which says the hole's row and what is in the other cells, read
row by row without the hole. Stations of columns are read column by column. Each board is in one station of each kind,
and a move goes from station to station:

    1 2 3 4      row 2, and read by rows     1 2 3 4 5 _6_ 7 8 ...      a move right or left keeps this station
    5 _ 6 7      column 2, and read by columns  1 5 ...                 a move up or down keeps this one
    ...

The *level* of a station is the number of moves that are left, at least, after the next one: along the row, if it is a
station of a row. The two stations of the goal have level 0. Levels of neighbours differ by one at most, so the database
keeps them modulo 3, in two bits, and the search, which knows the level before a move, knows the one after it. There are
half as many stations as placements of the tiles and the hole, and no region: the hole is in one cell.

A number is that of the order of the tiles, times `row`, plus the line, times the sets, plus the rank of the set.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from slidefront.errors import LimitError
from slidefront.search.patterns.ranking import (
    MOST_TILES,
    Orders,
    PlacementRanking,
    Ranks,
    Stations,
    by_station,
    find_stations,
    ranking,
)
from slidefront.search.patterns.shape import CellGraph

BY_ROWS, BY_COLUMNS = range(2)
MOST_LINE_TILES = 7
LAYOUT, LINE_LAYOUT = 2, 1
"""The versions of how entries are numbered."""


class Graph(NamedTuple):
    """What a build searches: the stations, what their moves do to the orders, and where the goal is."""

    stations: Stations
    shifts: Orders
    """For each shift of a move and each order: the order after it."""
    goals: list[tuple[int, int]]
    """The stations and orders of level 0."""


@dataclass(frozen=True)
class Pattern:
    """Some tiles of a shape, by their cells in the goal, ascending."""

    shape: CellGraph
    hole: int
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.cells) <= MOST_TILES:
            raise LimitError(f"a pattern must have 1 to {MOST_TILES} tiles; this one has {len(self.cells)}")

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements."""
        return ranking(self.shape.cells, len(self.cells))

    @property
    def row(self) -> int:
        """How many numbers an order has."""
        return self.ranks.row

    @property
    def identity(self) -> str:
        """A hash of all that its database depends on."""
        parts = {"layout": LAYOUT, "neighbours": self.shape.neighbours, "hole": self.hole, "cells": self.cells}
        return sha256(json.dumps(parts).encode()).hexdigest()

    def placed(self) -> tuple["Pattern", tuple[int, ...]]:
        """Find the pattern that shares its database with all that symmetries make of it, and the symmetry.

        A database depends on the hole only by the region of the other cells that it is in.
        """
        region, images = self.shape.region(self.hole, self.cells), self.shape.all_symmetries
        turned = [(turn(self.cells, image), turn(region, image)) for image in images]
        nth = min(range(len(images)), key=lambda n: turned[n])
        cells, holes = turned[nth]
        return Pattern(self.shape, holes[0], cells), images[nth]

    @property
    def stored_bytes(self) -> int:
        """The size of its database."""
        return self.row // 2 * self.ranks.orders

    @property
    def building_bytes(self) -> int:
        """About how much memory building takes; most sets of cells leave two regions or fewer on average."""
        return 2 * self.ranks.placements + self.stored_bytes + (64 << 20)

    def graph(self) -> Graph:
        """Find the stations and their moves."""
        stations = find_stations(self.shape, self.ranks)
        mask, order = self.ranks.rank_of(self.cells)
        number = int(self.ranks.masks.searchsorted(np.uint64(mask)))
        goal = int(stations.first_station[number]) + int(stations.region[self.hole, number])
        return Graph(stations, self.ranks.shifts, [(goal, int(order))])


def turn(cells: tuple[int, ...], image: tuple[int, ...]) -> tuple[int, ...]:
    """List what a symmetry makes of some cells, ascending."""
    return tuple(sorted(image[cell] for cell in cells))


@dataclass(frozen=True)
class Readings:
    """The two orders in which the cells of a board are read: by rows, and by columns."""

    rows: int
    columns: int

    def place(self, cell: int, reading: int) -> int:
        """Tell which cell is the n-th that is read."""
        row, column = divmod(cell, self.columns)
        return cell if reading == BY_ROWS else column * self.rows + row

    def line(self, hole: int, reading: int) -> int:
        """Number the line of the station that a board with this hole is in; columns come after the rows."""
        row, column = divmod(hole, self.columns)
        return row if reading == BY_ROWS else self.rows + column

    def slots(self, hole: int, reading: int) -> list[int]:
        """Give each cell its place among those without the hole; that of the hole is not used."""
        places = [self.place(cell, reading) for cell in range(self.rows * self.columns)]
        return [place - (place > places[hole]) for place in places]

    def between(self, hole: int) -> Ranks:
        """Tell for each slot by rows which slot by columns it is, with this hole."""
        by_rows, by_columns = self.slots(hole, BY_ROWS), self.slots(hole, BY_COLUMNS)
        found = np.zeros(self.rows * self.columns - 1, np.int64)
        for cell, slot in enumerate(by_rows):
            if cell != hole:
                found[slot] = by_columns[cell]
        return found


@dataclass(frozen=True)
class LinePattern(Pattern):
    """Some tiles of a tile board in the line metric, by their cells in the goal, ascending; and the hole."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.cells) <= MOST_LINE_TILES:
            raise LimitError(
                f"a pattern of the line metric must have 1 to {MOST_LINE_TILES} tiles; this one has {len(self.cells)}"
            )

    @property
    def readings(self) -> Readings:
        """The readings of its board."""
        return Readings(self.shape.cells // self.shape.line_columns, self.shape.line_columns)

    @property
    def ranks(self) -> PlacementRanking:
        """The numbers of its placements in the cells without the hole."""
        return ranking(self.shape.cells - 1, len(self.cells))

    @property
    def stations(self) -> int:
        """The number of its stations."""
        return (self.readings.rows + self.readings.columns) * self.ranks.sets

    @property
    def row(self) -> int:
        """How many numbers an order has; the last may belong to no station."""
        return -(-self.stations // 4) * 4

    @property
    def identity(self) -> str:
        """A hash of all that its database depends on."""
        parts = {"line": LINE_LAYOUT, "columns": self.shape.line_columns, "cells": self.shape.cells}
        return sha256(json.dumps([parts, self.hole, self.cells]).encode()).hexdigest()

    def placed(self) -> tuple["LinePattern", tuple[int, ...]]:
        """Find the pattern that shares its database with all that symmetries make of it, and the symmetry."""
        images = self.shape.images(self.hole, self.hole)
        image = min(images, key=lambda one: turn(self.cells, one))
        return LinePattern(self.shape, self.hole, turn(self.cells, image)), image

    @property
    def stored_bytes(self) -> int:
        """The size of its database."""
        return self.row // 4 * self.ranks.orders

    @property
    def building_bytes(self) -> int:
        """About how much memory building takes."""
        return self.stations * self.ranks.orders + self.stored_bytes + (128 << 20)

    def graph(self) -> Graph:
        """Find the stations and their moves."""
        stations, shifts = find_line_stations(self.readings, len(self.cells))
        goals = [self._station(list(self.cells), self.hole, reading) for reading in (BY_ROWS, BY_COLUMNS)]
        return Graph(stations, shifts, goals)

    def _station(self, cells: list[int], hole: int, reading: int) -> tuple[int, int]:
        """Find the station and the order of a placement."""
        slots = self.readings.slots(hole, reading)
        mask, order = self.ranks.rank_of([slots[cell] for cell in cells])
        line = self.readings.line(hole, reading)
        return line * self.ranks.sets + int(self.ranks.masks.searchsorted(np.uint64(mask))), int(order)


@lru_cache(maxsize=1)
def find_line_stations(readings: Readings, tiles: int) -> tuple[Stations, Orders]:
    """Find the moves of each station, and what reading the same cells in the other way does to the orders."""
    ranks = ranking(readings.rows * readings.columns - 1, tiles)
    found = list(_moves(readings, ranks))
    start = np.concatenate([start + np.arange(ranks.sets) for start, _, _ in found])
    end = np.concatenate([ends for _, ends, _ in found])
    changes, shift = np.unique(np.concatenate([change for _, _, change in found]), axis=0, return_inverse=True)
    moves = by_station((readings.rows + readings.columns) * ranks.sets, start, end, shift.reshape(-1))
    stations = Stations(np.zeros(0, np.uint32), np.zeros((0, 0), np.uint8), *moves)
    return stations, np.array([ranks.reordered(change) for change in changes], np.uint16)


def _moves(readings: Readings, ranks: PlacementRanking) -> Iterator[tuple[int, Ranks, Ranks]]:
    """For each hole and reading: the first station before, the stations after, and which tile comes in which place."""
    bits = ranks.masks[:, None] >> np.arange(ranks.cells, dtype=np.uint64) & np.uint64(1)
    slots = np.nonzero(bits)[1].reshape(ranks.sets, ranks.tiles)
    for hole in range(readings.rows * readings.columns):
        there = readings.between(hole)
        row, column = (readings.line(hole, reading) * ranks.sets for reading in (BY_ROWS, BY_COLUMNS))
        for onto, start, end in ((there, row, column), (np.argsort(there), column, row)):
            after = onto[slots]
            masks = (np.uint64(1) << after.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
            yield start, end + np.searchsorted(ranks.masks, masks), np.argsort(after, axis=1)
