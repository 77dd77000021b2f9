"""Layers and plans: slices are the frontier, parts are all buckets in order, whatever the sizes; tasks fit the budget.

Slices, ranges and samples of segments are those of the layer as one array.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.executors.budget import BASE_MEMORY, USUAL_SIZES, Budget
from slidefront.explore.plan import LayerKeys, Outlook, Plan, look_ahead, make_plan
from slidefront.keys.segments import MemorySegment, keys_of
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from tests.explore.conftest import TINY
from tests.keys.test_segments import (
    MakeSegment,
    array,
    bounds,
    content_of,
    in_file,
    layers,
    makes,
    segments_of,
    some,
)

DEPTH = 20
GI = 1 << 30
both = pytest.mark.parametrize("in_files", [False, True])


layer_keys = st.just(LayerKeys(3, [])) | layers().map(
    lambda layer: LayerKeys(3, [MemorySegment(array(part)) for part in layer[1]])
)


def whole(layer: LayerKeys) -> list[int]:
    return [int(key) for segment in layer.segments for key in segment.load()]


@given(layer_keys, st.integers(1, 50))
def test_slices_join_to_the_layer(layer: LayerKeys, boards: int) -> None:
    slices = layer.slices(boards)
    assert [int(key) for one in slices for segment in one for key in segment.load()] == whole(layer)
    sizes = [sum(segment.size for segment in one) for one in slices]
    assert all(size == boards for size in sizes[:-1])
    assert all(0 < size <= boards for size in sizes[-1:])
    assert all(segment.size for one in slices for segment in one)


@makes
@some
@given(layers(), st.data())
def test_between_returns_the_keys_of_a_range(
    tmp_path_factory: pytest.TempPathFactory,
    make: MakeSegment,
    layer: tuple[list[int], list[list[int]]],
    data: st.DataObject,
) -> None:
    ours, parts = layer
    near = bounds | st.sampled_from(ours) | st.sampled_from(ours).map(lambda key: key + 1)
    segments = segments_of(make, tmp_path_factory.mktemp("keys"), parts)
    least, end = sorted([data.draw(near), data.draw(near)])
    inside = LayerKeys(3, segments).between(least, end)
    assert content_of(inside) == [key for key in ours if least <= key < end]
    assert all(segment.size for segment in inside)


def test_between_keeps_whole_segments(tmp_path: Path) -> None:
    segments = segments_of(in_file, tmp_path, [[2, 4], [6, 8]])
    layer = LayerKeys(3, segments)
    assert layer.between(0, 7)[0] is segments[0]
    for path in tmp_path.iterdir():
        path.unlink()
    assert layer.between(0, 2) == (), "the first keys tell: nothing is read"


@given(layer_keys, st.integers(1, 60))
def test_sample_is_independent_of_segments(layer: LayerKeys, boards: int) -> None:
    sample = layer.sample(boards).tolist()
    assert sample == sorted(set(sample))
    assert sample == whole(layer)[:: max(1, layer.board_count // boards)], "however it is cut into segments"
    assert len(sample) <= 2 * boards


def frontier_of(puzzle: Puzzle, run: Run, depth: int, segments: int) -> LayerKeys:
    work = puzzle.working.pack(run.keys(depth))
    return LayerKeys(depth, [MemorySegment(part) for part in np.array_split(work, segments) if part.size])


def budget_of(threads: int, work: int = 4 * GI, *, tiny: bool = False) -> Budget:
    return Budget(threads, BASE_MEMORY + work, TINY if tiny else USUAL_SIZES)


def planned(puzzle: Puzzle, frontier: LayerKeys, outlook: Outlook, budget: Budget, *, in_files: bool) -> Plan:
    folder = Path("keys") if in_files else None
    return make_plan(puzzle, frontier, outlook, budget, task_bytes=budget.task_bytes, folder=folder)


def plan_of(puzzle: Puzzle, frontier: LayerKeys, budget: Budget, fresh: float = 1.0, *, in_files: bool = False) -> Plan:
    outlook = look_ahead(puzzle, frontier, fresh, budget.sizes.sample)
    return planned(puzzle, frontier, outlook, budget, in_files=in_files)


def sizes_of(plan: Plan) -> list[int]:
    return [sum(segment.size for segment in boards) for boards in plan.slices]


@both
@pytest.mark.parametrize(("threads", "work"), [(1, 0), (2, 1 << 16), (5, 1 << 25), (2, 1 << 40)])
@pytest.mark.parametrize("tiny", [False, True])
def test_plan_covers_everything_once(eight: Run, threads: int, work: int, tiny: bool, in_files: bool) -> None:
    puzzle = load("8-puzzle")
    for depth, segments in [(0, 1), (3, 1), (10, 3), (DEPTH, 1), (DEPTH, 40), (31, 2)]:
        frontier = frontier_of(puzzle, eight, depth, segments)
        plan = plan_of(puzzle, frontier, budget_of(threads, work, tiny=tiny), 0.7, in_files=in_files)
        pieces = [segment for boards in plan.slices for segment in boards]
        assert np.array_equal(keys_of(pieces), keys_of(frontier.segments))
        assert [bucket for part in plan.parts for bucket in part] == list(range(plan.buckets.count))
        assert all(len(part) for part in plan.parts)
        assert plan.keys_at_once > 0
        bounds = plan.buckets.bounds.tolist()
        assert bounds[0] == 0
        assert all(low < high for low, high in pairwise(bounds))


@both
def test_small_layer_is_one_task(eight: Run, in_files: bool) -> None:
    puzzle = load("8-puzzle")
    plan = plan_of(puzzle, frontier_of(puzzle, eight, 5, 1), budget_of(4), in_files=in_files)
    assert (len(plan.slices), plan.buckets.count, plan.parts) == (1, 1, [range(1)])


def test_successor_estimate_is_close(eight: Run) -> None:
    puzzle = load("8-puzzle")
    exact = sum(len(puzzle.moves(int(key))) for key in eight.keys(DEPTH))
    frontier = frontier_of(puzzle, eight, DEPTH, 1)
    whole = look_ahead(puzzle, frontier, 0.5, 1 << 20)
    assert whole.successors >= exact
    assert whole.board_count == whole.successors // 2
    few = look_ahead(puzzle, frontier_of(puzzle, eight, 5, 1), 1.0, USUAL_SIZES.sample)
    assert (few.sample.size, few.successors) == (0, eight.layer(5).board_count * puzzle.most_successors)
    assert look_ahead(puzzle, frontier, 1.0, 2000).successors == pytest.approx(exact, rel=0.05)


@both
@pytest.mark.parametrize(("threads", "work"), [(1, 280 << 20), (2, 16 << 30), (64, 40 << 20), (16, 1 << 30)])
@pytest.mark.parametrize("ratio", [1, 5, 100])
@pytest.mark.parametrize("boards", [100_000, 3 << 20, 1 << 28])
def test_slices_fit_task_memory(threads: int, work: int, ratio: int, boards: int, in_files: bool) -> None:
    """A layer of one key takes no memory: plans look at sizes, and cut."""
    budget = budget_of(threads, work)
    frontier = LayerKeys(30, [MemorySegment(np.broadcast_to(np.uint64(7 << 40), boards))])
    outlook = Outlook(np.arange(1 << 15, dtype=np.uint64) << np.uint64(40), boards * ratio, 0)
    plan = planned(load("15-puzzle"), frontier, outlook, budget, in_files=in_files)
    most, sizes = max(sizes_of(plan)), budget.sizes
    assert most * ratio * sizes.spread_bytes <= budget.task_bytes or most <= sizes.least_slice
    assert sum(sizes_of(plan)) == boards
    assert plan.keys_at_once * sizes.gather_bytes <= budget.task_bytes
    assert in_files or plan.keys_at_once <= sizes.keys_at_once
    assert sizes.most_keys_at_once(budget.task_bytes) >= plan.keys_at_once
