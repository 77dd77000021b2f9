"""Plans: slices are the frontier, parts are all buckets in order, whatever the sizes."""

from itertools import pairwise

import numpy as np
import pytest
from slidefront.explore.held import HeldLayer

from slidefront.explore import plan as planning
from slidefront.explore.budget import Budget
from slidefront.explore.plan import Outlook, Plan, look_ahead, make_plan, make_scratch_plan
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.load import load
from slidefront.store.run import Run
from tests.explore.conftest import make_plans_tiny, star, star_from_leaf, wide

DEPTH = 20


def frontier_of(puzzle: Puzzle, run: Run, depth: int, blocks: int) -> HeldLayer:
    work = puzzle.pack(run.keys(depth))
    return HeldLayer(depth, np.array_split(work, blocks), knows_used=False)


def plan_of(puzzle: Puzzle, frontier: HeldLayer, threads: int, fresh: float, slice_boards: int | None) -> Plan:
    return make_plan(puzzle, frontier, look_ahead(puzzle, frontier, fresh), threads, slice_boards)


def check_plan(plan: Plan, frontier: HeldLayer) -> None:
    pieces = [piece for boards in plan.slices for piece in boards]
    assert np.array_equal(np.concatenate(pieces), np.concatenate(frontier.blocks))
    assert [bucket for part in plan.parts for bucket in part] == list(range(plan.buckets.count))
    assert all(len(part) for part in plan.parts)
    bounds = plan.buckets.bounds.tolist()
    assert bounds[0] == 0
    assert all(low < high for low, high in pairwise(bounds))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("slice_boards", [None, 1, 7, 1000, 1 << 30])
@pytest.mark.parametrize("tiny", [False, True])
def test_covers_everything_once(
    eight: Run, monkeypatch: pytest.MonkeyPatch, threads: int, slice_boards: int | None, tiny: bool
) -> None:
    if tiny:
        make_plans_tiny(monkeypatch)
    puzzle = load("8-puzzle")
    for depth, blocks in [(0, 1), (3, 1), (10, 3), (DEPTH, 1), (DEPTH, 40), (31, 2)]:
        frontier = frontier_of(puzzle, eight, depth, blocks)
        plan = plan_of(puzzle, frontier, threads, 0.7, slice_boards)
        check_plan(plan, frontier)
        if slice_boards is not None:
            sizes = [sum(piece.size for piece in boards) for boards in plan.slices]
            assert max(sizes) == min(slice_boards, frontier.boards)


def test_small_layer_is_one_slice_one_bucket_one_part(eight: Run) -> None:
    puzzle = load("8-puzzle")
    plan = plan_of(puzzle, frontier_of(puzzle, eight, 5, 1), 4, 1.0, None)
    assert (len(plan.slices), plan.buckets.count, plan.parts) == (1, 1, [range(1)])


@pytest.mark.usefixtures("tiny_plans")
def test_tiny_plans_have_many_of_all(eight: Run) -> None:
    """The other tests rest on this: with tiny plans, the 8-puzzle exercises what large layers do."""
    puzzle = load("8-puzzle")
    plan = plan_of(puzzle, frontier_of(puzzle, eight, DEPTH, 3), 2, 1.0, None)
    assert len(plan.slices) > 20
    assert plan.buckets.count > 5
    assert len(plan.parts) > 2


def test_large_layers_are_cut_as_the_constants_say(monkeypatch: pytest.MonkeyPatch, eight: Run) -> None:
    puzzle = load("8-puzzle")
    frontier = frontier_of(puzzle, eight, DEPTH, 1)
    monkeypatch.setattr(planning, "SAMPLE", 1000)
    monkeypatch.setattr(planning, "BUCKET_KEYS", 256)
    monkeypatch.setattr(planning, "PART_BOARDS", 4000)
    monkeypatch.setattr(planning, "SLICE_BOARDS", 1000)
    monkeypatch.setattr(planning, "LEAST_SLICE", 10)
    plan = plan_of(puzzle, frontier, 1, 1.0, None)
    check_plan(plan, frontier)
    assert max(sum(piece.size for piece in boards) for boards in plan.slices) == 1000
    assert plan.buckets.count == pytest.approx(plan.successors / 256, rel=0.05)
    assert len(plan.parts) == -(-plan.successors // 4000)
    assert all(len(part) == pytest.approx(plan.buckets.count / len(plan.parts), abs=1) for part in plan.parts)


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_parts_keep_the_threads_even(monkeypatch: pytest.MonkeyPatch, eight: Run, threads: int) -> None:
    puzzle = load("8-puzzle")
    make_plans_tiny(monkeypatch)
    monkeypatch.setattr(planning, "SAMPLE", 4000)
    plan = plan_of(puzzle, frontier_of(puzzle, eight, DEPTH, 1), threads, 1.0, None)
    assert len(plan.parts) % threads == 0


def test_successors_are_about_right(monkeypatch: pytest.MonkeyPatch, eight: Run) -> None:
    puzzle = load("8-puzzle")
    exact = sum(len(puzzle.successors(int(key))) for key in eight.keys(DEPTH))
    frontier = frontier_of(puzzle, eight, DEPTH, 1)
    assert plan_of(puzzle, frontier, 1, 1.0, None).successors >= exact
    monkeypatch.setattr(planning, "SAMPLE", 2000)
    assert plan_of(puzzle, frontier, 1, 1.0, None).successors == pytest.approx(exact, rel=0.05)


def test_buckets_are_about_even(monkeypatch: pytest.MonkeyPatch, eight: Run) -> None:
    puzzle = load("8-puzzle")
    monkeypatch.setattr(planning, "SAMPLE", 4000)
    monkeypatch.setattr(planning, "BUCKET_KEYS", 1000)
    plan = plan_of(puzzle, frontier_of(puzzle, eight, DEPTH, 1), 1, 1.0, None)
    after = [
        puzzle.pack(np.array([key], np.uint64))[0] for b in eight.keys(DEPTH) for _, _, key in puzzle.successors(int(b))
    ]
    counts = np.bincount(np.searchsorted(plan.buckets.bounds, np.array(after, np.uint64), side="right") - 1)
    assert counts.size == plan.buckets.count > 10
    assert counts.max() < 2 * counts.mean()


@pytest.mark.parametrize("make", [star, star_from_leaf, wide])
def test_home_of_graphs_without_used_bits(make: type[Puzzle]) -> None:
    puzzle = make()
    frontier = HeldLayer(0, [np.array([puzzle.home], np.uint64)], knows_used=False)
    plan = plan_of(puzzle, frontier, 2, 1.0, None)
    check_plan(plan, frontier)
    assert plan.successors >= len(puzzle.successors(puzzle.home))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("memory", [0, 1 << 16, 1 << 20, 1 << 40])
def test_plans_through_scratch_cover_everything_once(
    eight: Run, monkeypatch: pytest.MonkeyPatch, threads: int, memory: int
) -> None:
    make_plans_tiny(monkeypatch)
    puzzle = load("8-puzzle")
    budget = Budget(threads, Budget(threads, 0).memory - Budget(threads, 0).work + memory)
    for depth, blocks in [(0, 1), (10, 3), (DEPTH, 40)]:
        frontier = frontier_of(puzzle, eight, depth, blocks)
        check_plan(make_scratch_plan(puzzle, frontier, look_ahead(puzzle, frontier, 0.7), budget), frontier)


@pytest.mark.parametrize("threads", [2, 3])
def test_slices_through_scratch_keep_the_threads_even(threads: int) -> None:
    puzzle = load("15-puzzle")
    layer = HeldLayer(30, [puzzle.pack(np.arange(1 << 18, dtype=np.uint64) << np.uint64(40))], knows_used=True)
    counts = set()
    for room in range(1, 8):
        budget = Budget(threads, Budget(threads, 0).memory - Budget(threads, 0).work + (room << 23))
        outlook = Outlook(np.arange(1 << 15, dtype=np.uint64) << np.uint64(40), 2 * layer.boards, 0)
        counts.add(len(make_scratch_plan(puzzle, layer, outlook, budget).slices))
    assert len(counts) > 2
    assert all(count % threads == 0 for count in counts)


def test_plans_through_scratch_keep_to_the_memory() -> None:
    """A thread has the successors of its slice twice, and of its bucket a copy and what earlier layers have there."""
    puzzle = load("15-puzzle")
    layer = HeldLayer(30, [puzzle.pack(np.arange(1 << 16, dtype=np.uint64) << np.uint64(40))], knows_used=True)
    for work in (64 << 20, 1 << 30):
        for scale in (100, 10_000):
            budget = Budget(2, Budget(2, 0).memory - Budget(2, 0).work + work)
            outlook = Outlook(np.arange(1 << 15, dtype=np.uint64) << np.uint64(40), layer.boards * scale, 0)
            plan = make_scratch_plan(puzzle, layer, outlook, budget)
            slices = max(sum(piece.size for piece in boards) for boards in plan.slices)
            assert 2 * 16 * slices * scale <= work / 4 or slices == planning.LEAST_SLICE
            assert 2 * 32 * plan.successors / plan.buckets.count <= work / 2 or plan.buckets.count == 1 << 12
