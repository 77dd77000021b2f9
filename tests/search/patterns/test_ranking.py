from itertools import permutations

import numpy as np
import pytest

from slidefront.search.patterns.pattern import NO_REGION, CellGraph, find_stations, grid, ranking

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


@pytest.mark.parametrize(("cells", "tiles"), SIZES)
def test_sets_rank_as_their_masks_do(cells, tiles):
    ranks = ranking(cells, tiles)
    assert [rank_by_tables(ranks, int(mask)) for mask in ranks.masks] == list(range(ranks.sets))


@pytest.mark.parametrize("tiles", [1, 2, 3, 4])
def test_a_shift_takes_the_tile_of_one_place_to_another(tiles):
    ranks = ranking(9, tiles)
    for i in range(tiles):
        for j in range(tiles):
            for order in range(ranks.orders):
                before = ranks.order_table[order].tolist()
                before.insert(j, before.pop(i))
                after = ranks.order_table[ranks.shifts[i * tiles + j, order]].tolist()
                assert after == before


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
