"""Shapes, their symmetries, the numbers of placements, and how tiles are divided among databases."""

from itertools import permutations

import pytest

from slidefront.search.patterns.databases import partition
from slidefront.search.patterns.pattern import CellGraph, ranking
from tests.worlds import grid_shape


def naive_images(shape, hole, onto) -> set[tuple[int, ...]]:
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


@pytest.mark.parametrize("shape", [grid_shape(2, 3), grid_shape(1, 4), grid_shape(2, 2), grid_shape(4, 2, "line")])
def test_images_are_all_symmetries_that_map_one_cell_to_another(shape) -> None:
    for hole in range(shape.cells):
        for onto in range(shape.cells):
            images = shape.images(hole, onto)
            assert len(images) == len(set(images))
            assert set(images) == naive_images(shape, hole, onto)
            assert hole != onto or images[0] == tuple(range(shape.cells))


def test_graph_has_only_the_identity() -> None:
    star = CellGraph(((1, 2, 3, 4), (0,), (0,), (0,), (0,)))
    assert [star.images(hole, 0) for hole in range(2)] == [[(0, 1, 2, 3, 4)], []]


def rank_by_tables(ranks, mask) -> int:
    bits = ranks.part_bits
    rank = tiles = 0
    for part in range(3):
        share = int(ranks.parts[part, tiles, mask >> bits * part & (1 << bits) - 1])
        rank, tiles = rank + (share >> 4), share & 15
    return rank


@pytest.mark.parametrize(("cells", "tiles"), [(4, 1), (4, 4), (6, 3), (9, 4), (16, 2), (25, 2)])
def test_placements_are_numbered_without_gaps(cells, tiles) -> None:
    ranks = ranking(cells, tiles)
    numbers = set()
    for placement in permutations(range(cells), tiles):
        mask, order = ranks.rank_of(list(placement))
        numbers.add(order * ranks.sets + rank_by_tables(ranks, mask))
        in_order = [placement[tile] for tile in ranks.order_table[order]]
        assert in_order == sorted(placement)
    assert numbers == set(range(ranks.sets * ranks.orders))


@pytest.mark.parametrize("hole", range(16))
@pytest.mark.parametrize("sizes", [[6, 6, 3], [8, 7], [5, 5, 5], [1] * 15])
def test_tiles_are_partitioned_without_the_hole(hole, sizes) -> None:
    divided = partition(grid_shape(4, 4), hole, sizes)
    assert [len(group) for group in divided.groups] == sizes
    assert sorted([divided.hole, *(cell for group in divided.groups for cell in group)]) == list(range(16))
