"""A number for each placement of a pattern's tiles, without gaps, and what the moves of a tile make of it.

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

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.search.patterns.shape import CellGraph

PARTS = 3
"""The number of parts of a mask that are ranked with small tables."""
MOST_TILES = 8
NO_REGION = 255
Numbers = npt.NDArray[np.uint32]
Orders = npt.NDArray[np.uint16]
Ranks = npt.NDArray[np.int64]


class Stations(NamedTuple):
    """All stations of the patterns of one size on a shape, and the moves between them."""

    first_station: Numbers
    """For each set its first station; the last entry is the number of all stations."""
    region: Cells
    """For each cell and set the number of the cell's region; NO_REGION where a tile is."""
    first_move: Numbers
    target: Numbers
    """For each move the station that it leads to."""
    shift: Numbers
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
    def placements(self) -> int:
        """The number of placements."""
        return self.sets * self.orders

    @property
    def row(self) -> int:
        """How many numbers an order has; the last one may belong to no set."""
        return self.sets + self.sets % 2

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
    def parts(self) -> Numbers:
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


@lru_cache(maxsize=8)
def ranking(cells: int, tiles: int) -> PlacementRanking:
    """Make a ranking; it is cached for other patterns of the same size."""
    return PlacementRanking(cells, tiles)


def find_stations(shape: CellGraph, ranks: PlacementRanking) -> Stations:
    """Find all stations and their moves."""
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
    return Stations(first_station.astype(np.uint32), region, *by_station(int(first_station[-1]), start, end, shift))


def by_station(stations: int, start: Ranks, end: Ranks, shift: Ranks) -> tuple[Numbers, Numbers, Numbers]:
    """Sort moves by the station that they begin at; return the first move of each station, the ends and the shifts."""
    order = np.argsort(start, kind="stable")
    first = np.searchsorted(start[order], np.arange(stations + 1))
    return first.astype(np.uint32), end[order].astype(np.uint32), shift[order].astype(np.uint32)
