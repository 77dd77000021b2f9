"""BatchEngine find the optimum whatever the batches and however little the table can hold."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.puzzles.blocks.bound import BlockBound
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds
from slidefront.puzzles.frame import FrameBound
from slidefront.search.depth_first.batch_engine import BatchEngine, Seen
from slidefront.search.depth_first.ida import NO_SUM, Searched
from tests import naive
from tests.strategies import cases, keys, moderate
from tests.strategies_blocks import LIBRARY


@dataclass
class Nothing:
    """The bound of somebody who knows nothing."""

    def of(self, keys: Keys) -> Bounds:
        return np.zeros(keys.size, np.uint16)


def solved(engine: BatchEngine) -> Searched | None:
    """Raise the threshold until a route is found; None where no board is left."""
    limit = engine.start_bound
    while limit < NO_SUM:
        *_, searched = engine.round(limit)
        assert searched.over
        if searched.route is not None:
            assert len(searched.route) - 1 == limit
            return searched
        assert searched.above > limit
        limit = searched.above
    return None


@moderate
@given(cases(most_cells=6), st.integers(0, 50), st.integers(0, 50), st.booleans())
def test_batches_solve_transfer_puzzles(case, seed, tail, informed) -> None:
    """The goal is out of reach where its tiles are shuffled; labels that repeat, graphs and holes of any size."""
    goal = case.walk(20, seed)[-1]
    tiles = [label for label in goal if label]
    shuffled = iter(tiles[tail % len(tiles) :] + tiles[: tail % len(tiles)])
    goal = tuple(label and next(shuffled) for label in goal)
    assume(goal != case.home)
    key = naive.key(goal)
    bound = FrameBound(case.puzzle.frame, key) if informed else Nothing()
    depths = [depth for depth, layer in enumerate(naive.layers(case.successors, [case.home])) if goal in layer]
    result = solved(BatchEngine(case.puzzle.with_goal(key), bound, case.puzzle.home))
    assert (None if result is None else len(result.route) - 1) == (depths[0] if depths else None)


@pytest.mark.parametrize("taken", [1, 7, 100_000])
@pytest.mark.parametrize("slots", [256, 1024, 1 << 16])
def test_small_batches_and_tables_find_the_optimum(taken, slots) -> None:
    puzzle = LIBRARY["simplicity"].puzzles["move"]
    engine = BatchEngine(puzzle, BlockBound(puzzle.layout, puzzle.goal), puzzle.home)
    engine.seen, engine.most_taken = Seen(slots), taken
    result = solved(engine)
    assert result is not None
    assert len(result.route) - 1 == puzzle.optimum["move"]


sifted_boards = st.lists(st.tuples(st.integers(0, 30) | keys, st.integers(0, 12) | st.just(UNREACHABLE)), max_size=60)
calls = st.lists(st.tuples(sifted_boards, st.integers(0, 9)), max_size=12)
LIMIT = 12


def sifted(seen: Seen, boards: list[tuple[int, int]], depth: int) -> list[tuple[int, int]]:
    """Sift boards with their bounds."""
    board = np.array([key for key, _ in boards], np.uint64)
    bounds = np.array([bound for _, bound in boards], np.uint16)
    kept = seen.sift(board, bounds, depth, LIMIT)
    return list(zip(board[:kept].tolist(), bounds[:kept].tolist(), strict=True))


@moderate
@given(calls)
def test_sift_keeps_boards_within_the_threshold_at_a_new_least_depth(calls) -> None:
    seen = Seen()
    depths: dict[int, int] = {}
    sums = []
    for boards, depth in calls:
        expected = []
        for key, bound in boards:
            if depth + bound > LIMIT:
                sums += [depth + bound] if bound < UNREACHABLE else []
            elif depths.get(key, depth + 1) > depth:
                depths[key] = depth
                expected.append((key, bound))
        assert sifted(seen, boards, depth) == expected
        assert seen.above == min(sums, default=NO_SUM)


@moderate
@given(calls, st.sampled_from([1, 2, 16]))
def test_small_table_drops_no_new_board(calls, most) -> None:
    """What it drops it has seen, no deeper; what it has just seen it knows."""
    seen = Seen(most)
    depths: dict[int, int] = {}
    for boards, depth in calls:
        kept = [key for key, _ in sifted(seen, boards, depth)]
        for key, bound in boards:
            if depth + bound <= LIMIT:
                assert key in kept or depths.get(key, depth + 1) <= depth
        for key in kept:
            depths[key] = min(depth, depths.get(key, depth))
        assert sifted(seen, [(key, 0) for key in kept[-1:]], depth) == []
