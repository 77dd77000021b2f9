"""Each entry of a database against the slow twin."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from slidefront.search.patterns.build import PatternBuild
from slidefront.search.patterns.pattern import CellGraph, Pattern
from slidefront.watch import Interrupted, Watcher
from tests.naive_patterns import pattern_distances
from tests.watchers import Told
from tests.worlds import grid_shape

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


def level_of(message) -> int:
    return int(message.split("level ")[1].partition(",")[0])


def test_build_reports_levels_and_stops() -> None:
    heard = []
    pattern = Pattern(grid_shape(3, 3), 8, (0, 1, 2, 3))
    PatternBuild(pattern).run(1, Told(message=heard.append), "it")
    assert [level_of(message) for message in heard] == list(range(len(heard)))
    assert heard[-1] == f"building it: level {len(heard) - 1}, 100%"
    with pytest.raises(Interrupted):
        PatternBuild(pattern).run(1, Told(stop=lambda: True))
