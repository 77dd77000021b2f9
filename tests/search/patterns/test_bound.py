"""The bound is never above the true distance: all boards of small puzzles, from a breadth-first search."""

from random import Random

import numpy as np
import pytest

from slidefront.explore.expand import expand
from slidefront.notation.load import load, read_puzzle
from slidefront.search.layer_search import iter_layers
from slidefront.search.patterns.bound import LineBound, PatternBound
from slidefront.search.patterns.databases import Databases, Partition, goal_hole
from tests.naive_patterns import pattern_distances
from tests.search.depth_first.test_pattern_engine import CHAINED, build_databases, databases_of


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("8-puzzle", [4, 4]),
        ("8-puzzle", [8]),
        ("8-puzzle", [1] * 8),
        ("2x4", [4, 3]),
        ("pillars-6", [2, 3]),
        (CHAINED, [4, 3]),
    ],
)
def test_bound_never_exceeds_distance_in_small_puzzles(name, sizes, tmp_path, explored) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    run = explored(name) if name == "8-puzzle" else expand(puzzle, out=tmp_path / "run", start="goal")
    bound = PatternBound(puzzle.frame, puzzle.goal.key, databases_of(puzzle, sizes))
    above = []
    for depth in range(run.last_depth + 1):
        keys = run.keys(depth)
        bounds = bound.of(keys)
        assert bounds.max() <= depth, f"depth {depth}"
        above.append(int((bounds == depth).sum()))
        if puzzle.parity_of is not None:
            assert not np.any((bounds ^ depth) & 1)
    assert above[:2] == [1, run.keys(1).size]


@pytest.mark.parametrize("goal", ["_12345678", "1234_5678", "12345_678"])
def test_one_partition_serves_goals_that_symmetries_map_to_it(goal, tmp_path) -> None:
    puzzle = load("8-puzzle").with_goal(goal)
    databases = databases_of(puzzle, [4, 4])
    bound = PatternBound(puzzle.frame, puzzle.goal.key, databases)
    shape, hole = goal_hole(puzzle)
    assert len(bound.tables.image) == len(shape.images(hole, databases.partition.hole))
    run = expand(puzzle, out=tmp_path / "run", start="goal", depth=16)
    for depth in (0, 1, 2, 9, 16):
        assert bound.of(run.keys(depth)).max() <= depth


def test_databases_of_another_shape_raise_an_error() -> None:
    partition = Partition(goal_hole(load("2x3"))[0], 5, ((0, 1, 2), (3, 4)))
    with pytest.raises(ValueError, match="another shape"):
        PatternBound(
            load("8-puzzle").frame, 0x123456780, Databases(partition, np.zeros(partition.stored_bytes, np.uint8))
        )


def test_bound_equals_the_naive_bound() -> None:
    puzzle = load("3x3")
    shape, hole = goal_hole(puzzle)
    groups = ((0, 1, 3), (2, 5), (6, 7), (4,))
    bound = PatternBound(puzzle.frame, puzzle.goal.key, build_databases(Partition(shape, hole, groups)))
    slow = [pattern_distances(shape.neighbours, hole, group) for group in groups]
    keys = puzzle.theory.random_boards(Random(4), 60)
    for key, actual in zip(keys.tolist(), bound.of(keys).tolist(), strict=True):
        labels = puzzle.frame.labels_of(key)
        expected = []
        for image in shape.images(hole, hole):
            at = {image[label - 1]: image[cell] for cell, label in enumerate(labels) if label}
            expected.append(sum(moves[tuple(at[t] for t in group)] for moves, group in zip(slow, groups, strict=True)))
        assert actual == max(expected)


@pytest.mark.parametrize(
    ("name", "goal", "sizes", "exact"),
    [
        ("2x4", None, [7], True),
        ("4x2", None, [7], True),
        ("2x3", None, [5], True),
        ("3x3", "2 1 _/4 5 3/8 7 6", [3, 3], False),
        ("3x3", "1 2 3/4 _ 5/6 7 8", [3, 3], False),
        ("2x4", None, [3, 3], False),
    ],
)
def test_line_bound_never_exceeds_distance(name, goal, sizes, exact) -> None:
    """With all tiles but one in the pattern, the bound is the distance; it is never above."""
    puzzle = load(name, "line")
    puzzle = puzzle.with_goal(goal or puzzle.home)
    bound = LineBound(puzzle.frame, puzzle.goal.key, databases_of(puzzle, sizes))
    for layer in iter_layers(puzzle, [puzzle.goal.key]):
        keys = np.concatenate([*layer.blocks])
        bounds = bound.of(keys if exact else keys[::9])
        assert (bounds == layer.depth).all() if exact else (bounds <= layer.depth).all()
