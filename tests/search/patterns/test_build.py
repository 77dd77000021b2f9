"""Each entry of a database against the slow twin."""

import numpy as np
import pytest

from slidefront.search.patterns.build import Build
from slidefront.search.patterns.pattern import CellGraph, Pattern
from slidefront.watch import Interrupted, Watcher
from tests.naive_patterns import pattern_distances
from tests.worlds import Told, grid_shape

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


@pytest.mark.parametrize(("shape", "hole", "cells"), CASES)
def test_entries_are_the_moves_of_the_slow_twin_above_the_distances(shape, hole, cells):
    pattern = Pattern(shape, hole, cells)
    entries, cut = Build(pattern).run(1, Watcher())
    assert np.array_equal(Build(pattern).run(3, Watcher())[0], entries)
    ranks, masks = pattern.ranks, pattern.ranks.masks.tolist()
    assert cut == 0
    expected = pattern_distances(shape.neighbours, hole, cells)
    assert expected[cells] == 0
    for placement, moves in expected.items():
        mask, order = ranks.rank_of(list(placement))
        number = order * pattern.row + masks.index(mask)
        entry = entries[number // 2] >> 4 * (number % 2) & 15
        alone = sum(int(shape.distances[at, goal]) for at, goal in zip(placement, cells, strict=True))
        assert alone + int(entry) * (2 if shape.two_sided else 1) == moves


def test_entries_that_do_not_fit_are_cut_and_stay_lower_bounds():
    """On a ring with the hole between them, two tiles must go nearly all the way round to change places."""
    ring = CellGraph(tuple(((cell - 1) % 12, (cell + 1) % 12) for cell in range(12)))
    pattern = Pattern(ring, 0, (3, 4, 5, 6, 7))
    entries, cut = Build(pattern).run(2, Watcher())
    expected = pattern_distances(ring.neighbours, 0, pattern.cells)
    above = 0
    masks = pattern.ranks.masks.tolist()
    for placement, moves in expected.items():
        mask, order = pattern.ranks.rank_of(list(placement))
        number = order * pattern.row + masks.index(mask)
        alone = sum(int(ring.distances[at, goal]) for at, goal in zip(placement, pattern.cells, strict=True))
        entry = int(entries[number // 2] >> 4 * (number % 2) & 15)
        above += (moves - alone) // 2 > 15
        assert entry == min(15, (moves - alone) // 2)
    assert cut == above


def level_of(message):
    return int(message.split("level ")[1].partition(",")[0])


def test_progress_is_told_and_a_wish_to_stop_is_heeded():
    heard = []
    pattern = Pattern(grid_shape(3, 3), 8, (0, 1, 2, 3))
    Build(pattern).run(1, Told(message=heard.append), "it")
    assert [level_of(one) for one in heard] == list(range(len(heard)))
    assert heard[-1] == f"building it: level {len(heard) - 1}, 100%"
    with pytest.raises(Interrupted):
        Build(pattern).run(1, Told(stop=lambda: True))
