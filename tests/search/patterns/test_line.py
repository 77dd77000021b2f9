"""Databases of the line metric: each entry against the slow twin, and all boards of small puzzles."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from slidefront.notation.load import load
from slidefront.search.depth_first.ida import ida
from slidefront.search.depth_first.pattern_engine import PatternEngine
from slidefront.search.layer_search import iter_layers
from slidefront.search.patterns.bound import LineBound
from slidefront.search.patterns.build import PatternBuild
from slidefront.search.patterns.databases import (
    Partition,
    goal_hole,
)
from slidefront.search.patterns.pattern import BY_COLUMNS, BY_ROWS, LinePattern, shape_of
from slidefront.search.result import SearchQuestion
from slidefront.watch import Watcher
from tests.naive_patterns import line_levels
from tests.search.depth_first.test_pattern_engine import build_databases, databases_of
from tests.worlds import grid_shape

CASES = [
    (2, 2, 3, (0, 1)),
    (2, 3, 5, (0, 3)),
    (3, 2, 0, (1, 2, 5)),
    (3, 3, 8, (0, 3, 4)),
    (3, 3, 4, (1, 2, 5)),
    (2, 5, 3, (0, 9)),
    (4, 4, 15, (2, 9)),
]


@pytest.mark.parametrize(("rows", "columns", "hole", "cells"), CASES)
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


def depths_of(puzzle) -> Iterator[tuple[int, Any]]:
    for layer in iter_layers(puzzle, [puzzle.goal.key]):
        yield layer.depth, np.concatenate([*layer.blocks])


@pytest.mark.parametrize(
    ("name", "groups", "exact"),
    [
        ("2x4", (tuple(range(7)),), True),
        ("4x2", (tuple(range(7)),), True),
        ("2x3", (tuple(range(5)),), True),
        ("3x3", ((0, 1, 2), (4, 5, 7)), False),
        ("2x4", ((0, 1, 2), (4, 5, 6)), False),
    ],
)
def test_bound_never_exceeds_distance_in_small_puzzles(name, groups, exact) -> None:
    """With all tiles but one in the pattern, the bound is the distance; it is never above."""
    puzzle = load(name, "line")
    databases = build_databases(Partition(*goal_hole(puzzle), groups))
    bound = LineBound(puzzle.frame, puzzle.goal.key, databases)
    for depth, keys in depths_of(puzzle):
        bounds = bound.of(keys if exact else keys[::9])
        assert (bounds == depth).all() if exact else (bounds <= depth).all()


@pytest.mark.parametrize("goal", ["2 1 _/4 5 3/8 7 6", "1 2 3/4 _ 5/6 7 8"])
def test_line_bound_of_goals_with_the_hole_elsewhere_is_admissible(goal) -> None:
    puzzle = load("3x3", "line").with_goal(goal)
    bound = LineBound(puzzle.frame, puzzle.goal.key, databases_of(puzzle, [3, 3]))
    for depth, keys in depths_of(puzzle):
        assert (bound.of(keys[::9]) <= depth).all()


def test_line_searches_find_the_depth_of_layers() -> None:
    puzzle = load("3x3", "line")
    databases = databases_of(puzzle, [3, 3])
    for depth, keys in depths_of(puzzle):
        for key in keys[:: max(1, keys.size // 12)].tolist() if depth else []:
            engine = PatternEngine(puzzle.frame, key, puzzle.goal.key, databases)
            assert ida(SearchQuestion(puzzle, key), engine).at_least == depth


@pytest.mark.parametrize(("name", "fits"), [("5x5", True), ("6x6", False), ("1x6", False), ("3x8", True)])
def test_line_boards_with_too_many_moves_have_no_databases(name, fits) -> None:
    assert (shape_of(load(name, "line").frame) is not None) == fits
