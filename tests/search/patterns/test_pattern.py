"""Shapes, their symmetries, the numbers of placements, and how tiles are divided among databases."""

from itertools import permutations

import numpy as np
import pytest

from slidefront.errors import LimitError
from slidefront.notation.load import load
from slidefront.search.patterns.databases import Partition, partition
from slidefront.search.patterns.pattern import NO_REGION, CellGraph, find_stations, grid, ranking, shape_of

SQUARE = CellGraph(((1, 3), (0, 2), (1, 3), (0, 2)))
TRIANGLE_AND_TAIL = CellGraph(((1, 2), (0, 2), (0, 1, 3), (2,)))


def naive_images(shape, hole, onto):
    return {
        image
        for image in permutations(range(shape.cells))
        if image[hole] == onto
        and all(
            (b in shape.neighbours[a]) == (image[b] in shape.neighbours[image[a]])
            for a in range(shape.cells)
            for b in range(shape.cells)
        )
    }


@pytest.mark.parametrize("shape", [SQUARE, TRIANGLE_AND_TAIL, grid(2, 3), grid(1, 4), grid(2, 2)])
def test_images_are_all_the_symmetries_that_take_one_cell_to_another(shape):
    for hole in range(shape.cells):
        for onto in range(shape.cells):
            found = shape.images(hole, onto)
            assert len(found) == len(set(found))
            assert set(found) == naive_images(shape, hole, onto)


@pytest.mark.parametrize("name", ["14-puzzle", "3x4+1x2"])
def test_larger_holes_have_no_shape(name):
    frame = load(name).frame
    assert frame is not None
    assert shape_of(frame) is None


SIZES = [(4, 1), (4, 4), (6, 3), (9, 4), (16, 2), (25, 2)]
STAR = CellGraph(((1, 2, 3, 4), (0,), (0,), (0,), (0,)))


def rank_by_tables(ranks, mask):
    bits = ranks.part_bits
    rank = tiles = 0
    for part in range(3):
        share = int(ranks.parts[part, tiles, mask >> bits * part & (1 << bits) - 1])
        rank, tiles = rank + (share >> 4), share & 15
    return rank


@pytest.mark.parametrize(("cells", "tiles"), SIZES)
def test_each_placement_has_its_own_number_and_none_is_left_out(cells, tiles):
    ranks = ranking(cells, tiles)
    numbers = set()
    for placement in permutations(range(cells), tiles):
        mask, order = ranks.rank_of(list(placement))
        numbers.add(order * ranks.sets + rank_by_tables(ranks, mask))
        in_order = [placement[tile] for tile in ranks.order_table[order]]
        assert in_order == sorted(placement)
    assert numbers == set(range(ranks.placements))


@pytest.mark.parametrize(("shape", "tiles"), [(grid(2, 3), 2), (grid(3, 3), 4), (STAR, 2)])
def test_stations_are_the_connected_regions_and_moves_have_inverses(shape, tiles):
    ranks = ranking(shape.cells, tiles)
    stations = find_stations(shape, ranks)
    for number, mask in enumerate(ranks.masks.tolist()):
        free = [cell for cell in range(shape.cells) if not mask >> cell & 1]
        regions = []
        for cell in free:
            if any(cell in region for region in regions):
                continue
            region = {cell}
            for one in (order := [cell]):
                new = [other for other in shape.neighbours[one] if other in free and other not in region]
                region |= set(new)
                order += new
            regions.append(region)
        for cell in range(shape.cells):
            own = stations.region[cell, number]
            assert own == (next(n for n, region in enumerate(regions) if cell in region) if cell in free else NO_REGION)
        assert stations.first_station[number + 1] - stations.first_station[number] == len(regions)
    moves = set()
    for station in range(len(stations.first_move) - 1):
        for move in range(stations.first_move[station], stations.first_move[station + 1]):
            moves.add((station, int(stations.target[move]), int(stations.shift[move])))
    assert moves == {(b, a, shift % tiles * tiles + shift // tiles) for a, b, shift in moves}
    assert np.all(np.diff(stations.first_move.astype(np.int64)) >= 0)


@pytest.mark.parametrize("hole", range(16))
@pytest.mark.parametrize("sizes", [[6, 6, 3], [8, 7], [5, 5, 5], [1] * 15])
def test_each_tile_is_in_one_group_and_the_hole_in_none(hole, sizes):
    made = partition(grid(4, 4), hole, sizes)
    assert [len(group) for group in made.groups] == sizes
    assert sorted([made.hole, *(cell for group in made.groups for cell in group)]) == list(range(16))


def test_a_partition_with_a_tile_in_two_groups_is_refused():
    with pytest.raises(LimitError, match="each tile in one group"):
        Partition(CellGraph(((1,), (0, 2), (1,))), 2, ((0, 1), (1,)))
