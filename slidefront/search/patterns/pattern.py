"""What a database is for: a shape, the hole's cell in the goal, and the goal cells of some tiles."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from slidefront.errors import LimitError
from slidefront.search.patterns.ranking import MOST_TILES, Orders, PlacementRanking, Stations, find_stations, ranking
from slidefront.search.patterns.shape import CellGraph

LAYOUT = 2
"""The version of how entries are numbered."""


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
