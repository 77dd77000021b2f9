"""Patterns: symmetries, the numbers of placements, the division of tiles, and each entry of databases."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from slidefront.notation.load import load
from slidefront.search.patterns.build import PatternBuild
from slidefront.search.patterns.databases import divide_tiles
from slidefront.search.patterns.pattern import BY_COLUMNS, BY_ROWS, CellGraph, LinePattern, Pattern, ranking, shape_of
from slidefront.watch import Interrupted, Watcher
from tests.naive_patterns import line_levels, pattern_distances
from tests.watchers import Told
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
    divided = divide_tiles(grid_shape(4, 4), hole, sizes)
    assert [len(group) for group in divided.groups] == sizes
    assert sorted([divided.hole, *(cell for group in divided.groups for cell in group)]) == list(range(16))


TRIANGLES = CellGraph(((1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 4), (3,)))
RING = CellGraph(tuple(((cell - 1) % 7, (cell + 1) % 7) for cell in range(7)))
CASES = [
    (grid_shape(2, 2), 3, (0, 1, 2)),
    (grid_shape(2, 3), 5, (0,)),
    (grid_shape(2, 3), 0, (3, 4, 5)),
    (grid_shape(3, 3), 8, (0, 1, 3, 4)),
    (grid_shape(3, 3), 4, (1, 3, 5, 7)),
    (grid_shape(3, 3), 8, (4, 5, 7)),
    (grid_shape(2, 4), 7, (0, 1, 4, 5)),
    (grid_shape(4, 4), 15, (3, 9)),
    (TRIANGLES, 4, (0, 1, 2)),
    (TRIANGLES, 0, (1, 2, 3, 4)),
    (RING, 0, (1, 3, 5)),
]


def entries_of(pattern, entries, placements) -> Iterator[tuple[int, Any]]:
    """Yield for each placement its entry, and the sum of the distances of its tiles."""
    masks, distances = pattern.ranks.masks.tolist(), pattern.shape.distances
    for placement in placements:
        mask, order = pattern.ranks.rank_of(list(placement))
        number = order * pattern.row + masks.index(mask)
        alone = sum(int(distances[cell, goal]) for cell, goal in zip(placement, pattern.cells, strict=True))
        yield int(entries[number // 2] >> 4 * (number % 2) & 15), alone


@pytest.mark.parametrize(("shape", "hole", "cells"), CASES)
def test_entries_are_naive_moves_minus_distances(shape, hole, cells) -> None:
    pattern = Pattern(shape, hole, cells)
    entries, cut = PatternBuild(pattern).run(1, Watcher())
    assert np.array_equal(PatternBuild(pattern).run(3, Watcher())[0], entries)
    assert cut == 0
    expected = pattern_distances(shape.neighbours, hole, cells)
    assert expected[cells] == 0
    for moves, (entry, alone) in zip(expected.values(), entries_of(pattern, entries, expected), strict=True):
        assert alone + entry * (2 if shape.two_sided else 1) == moves


def test_too_large_entries_are_cut_to_lower_bounds() -> None:
    """On a ring with the hole between them, two tiles must go nearly all the way round to change places."""
    ring = CellGraph(tuple(((cell - 1) % 12, (cell + 1) % 12) for cell in range(12)))
    pattern = Pattern(ring, 0, (3, 4, 5, 6, 7))
    entries, cut = PatternBuild(pattern).run(2, Watcher())
    expected = pattern_distances(ring.neighbours, 0, pattern.cells)
    above = 0
    for moves, (entry, alone) in zip(expected.values(), entries_of(pattern, entries, expected), strict=True):
        above += (moves - alone) // 2 > 15
        assert entry == min(15, (moves - alone) // 2)
    assert cut == above


LINE_CASES = [
    (2, 2, 3, (0, 1)),
    (2, 3, 5, (0, 3)),
    (3, 2, 0, (1, 2, 5)),
    (3, 3, 8, (0, 3, 4)),
    (3, 3, 4, (1, 2, 5)),
    (2, 5, 3, (0, 9)),
    (4, 4, 15, (2, 9)),
]


@pytest.mark.parametrize(("rows", "columns", "hole", "cells"), LINE_CASES)
def test_line_entries_are_naive_levels_modulo_3(rows, columns, hole, cells) -> None:
    pattern = LinePattern(grid_shape(rows, columns, "line"), hole, cells)
    entries, _ = PatternBuild(pattern).run(1, Watcher())
    assert np.array_equal(PatternBuild(pattern).run(3, Watcher())[0], entries)
    ranks, masks = pattern.ranks, pattern.ranks.masks.tolist()
    expected = line_levels(rows, columns, hole, cells)
    numbers = {}
    for (placement, at, in_row), level in expected.items():
        reading = BY_ROWS if in_row else BY_COLUMNS
        slots = pattern.shape.slots(at)[reading]
        mask, order = ranks.rank_of([slots[cell] for cell in placement])
        station = pattern.shape.lines[reading, at] * ranks.sets + masks.index(mask)
        numbers.setdefault(order * pattern.row + station, set()).add(level)
    assert all(len(levels) == 1 for levels in numbers.values())
    for number in range(pattern.row * ranks.orders):
        code = entries[number // 4] >> 2 * (number % 4) & 3
        if number % pattern.row < pattern.entries_per_order:
            assert code == (next(iter(numbers[number])) % 3 if number in numbers else 3)


@pytest.mark.parametrize(("name", "fits"), [("5x5", True), ("6x6", False), ("1x6", False), ("3x8", True)])
def test_line_boards_with_too_many_moves_have_no_databases(name, fits) -> None:
    assert (shape_of(load(name, "line").frame) is not None) == fits


def test_build_reports_levels_and_stops() -> None:
    heard = []
    pattern = Pattern(grid_shape(3, 3), 8, (0, 1, 2, 3))
    PatternBuild(pattern).run(1, Told(message=heard.append), "it")
    levels = [int(message.split("level ")[1].partition(",")[0]) for message in heard]
    assert levels == [*range(len(heard))]
    assert heard[-1] == f"building it: level {len(heard) - 1}, 100%"
    with pytest.raises(Interrupted):
        PatternBuild(pattern).run(1, Told(stop=lambda: True))
