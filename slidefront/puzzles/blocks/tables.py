"""The tables that the kernels of a block puzzle read, built from its layout once."""

from math import comb, prod

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.blocks import kernels
from slidefront.puzzles.blocks.classes import WAYS, PieceClass, list_sets
from slidefront.puzzles.blocks.grid import WALL, Grid
from slidefront.puzzles.blocks.layout import Layout

_WORD = 64
BINOMIALS = np.array([[min(comb(n, k), (1 << 63) - 1) for n in range(129)] for k in range(129)], np.int64)
"""C(n, k) in row k, column n; no class has so many sets that one of its numbers is cut off."""
_LARGEST_TABLE = 1 << 23  # bytes: the sets of 6 among 30 placements take 3.6 million


def build_tables(layout: Layout) -> tuple[kernels.BlockTables, npt.NDArray[np.int64]]:
    """Build the tables, and for each placement the cells that it covers, row by row; -1 if there are fewer."""
    classes = layout.classes
    places = sum(len(one.places) for one in classes)
    open_cells = sum(name != WALL for row in layout.grid.rows for name in row)
    words = (2,) if open_cells > _WORD else ()
    mask = np.zeros((places, *words), np.uint64)
    enter = np.full((4, places, *words), (1 << 64) - 1, np.uint64)
    steps = np.full((4, places), kernels.NOWHERE, np.uint16)
    rows = np.zeros((len(classes), 5), np.uint64)
    covered = np.full((places, max((len(one.pieces[0].shape) for one in classes), default=1)), -1)
    first = slot = 0
    unranked = [np.empty(0, np.uint8)]
    for index, one in enumerate(classes):
        listed = layout.form != "heads" and one.sets * len(one.pieces) <= _LARGEST_TABLE
        row = sum(sets.size for sets in unranked) if listed else None
        sizes = len(one.pieces), first, len(one.places), slot
        rows[index] = (*sizes, kernels.NO_TABLE if row is None else row)
        if len(one.pieces) > 1 and row is not None:
            unranked.append(list_sets(len(one.pieces), len(one.places)).reshape(-1))
        _place_class(layout.grid, one, first, (mask, enter, steps, covered))
        first += len(one.places)
        slot += len(one.pieces)
    last = np.uint64(layout.keys - 1)
    return kernels.BlockTables(
        rows, parts_of_keys(layout), last, mask, enter, steps, BINOMIALS, np.concatenate(unranked)
    ), covered


def parts_of_keys(layout: Layout) -> Keys:
    """For each class the shift and the mask of its bits in a key, or its weight in other keys."""
    weights = [prod(layout.radices[index + 1 :]) for index in range(len(layout.radices))]
    if layout.form != "fields":
        return np.array(weights, np.uint64)
    shifts = [(weight.bit_length() - 1) * (radix > 1) for weight, radix in zip(weights, layout.radices, strict=True)]
    masks = [radix - 1 for radix in layout.radices]
    return np.array([*zip(shifts, masks, strict=True)], np.uint64).reshape(-1, 2)


def rank_places(places: kernels.Places, classes: Keys) -> list[npt.NDArray[np.int64]]:
    """Rank the placements of each class on some boards: a row a piece, those of a class ascending; a column a board."""
    return [
        np.sum([BINOMIALS[i + 1, places[slot + i] - first] for i in range(count)], axis=0, dtype=np.int64)
        for count, first, _, slot in classes[:, :4].tolist()
    ]


def _place_class(
    grid: Grid, one: PieceClass, first: int, tables: tuple[Keys, Keys, kernels.Places, npt.NDArray[np.int64]]
) -> None:
    """Note what each placement of a class covers, and where its steps lead."""
    mask, enter, steps, covered = tables
    open_cells = [(r, c) for r, row in enumerate(grid.rows) for c, name in enumerate(row) if name != WALL]
    bit = {cell: 1 << number for number, cell in enumerate(open_cells)}
    number = {place: first + i for i, place in enumerate(one.places)}
    cells = {place: one.pieces[0].cells_at(place) for place in one.places}
    for place, at in number.items():
        mask[at] = _words(sum(bit[cell] for cell in cells[place]), mask.ndim)
        covered[at, : len(cells[place])] = sorted(r * grid.width + c for r, c in cells[place])
        for number_of_way, way in enumerate(WAYS):
            to = (place[0] + WAYS[way][0], place[1] + WAYS[way][1])
            if way in one.pieces[0].ways and to in number:
                steps[number_of_way, at] = number[to]
                enter[number_of_way, at] = _words(sum(bit[cell] for cell in cells[to] - cells[place]), mask.ndim)


def _words(cells: int, words: int) -> Keys:
    """Write a set of cells as a number, or as two where one does not have enough bits."""
    low, high = cells & (1 << _WORD) - 1, cells >> _WORD
    return np.array(low if words == 1 else [low, high], np.uint64)
