"""The table of boards seen: exact while there is room, and never wrong when there is none."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slidefront.search.bounds import UNREACHABLE
from slidefront.search.depth_first.batch_engine import FEWEST, NEAR, Seen
from tests.strategies import keys, moderate

found = st.lists(st.tuples(st.integers(0, 30) | keys, st.integers(0, 12) | st.just(UNREACHABLE)), max_size=60)
calls = st.lists(st.tuples(found, st.integers(0, 9)), max_size=12)
LIMIT = 12


def sifted(seen: Seen, boards: list[tuple[int, int]], depth: int) -> list[tuple[int, int]]:
    """Sift boards with their bounds."""
    board = np.array([key for key, _ in boards], np.uint64)
    bounds = np.array([bound for _, bound in boards], np.uint16)
    kept = seen.sift(board, bounds, depth, LIMIT)
    return list(zip(board[:kept].tolist(), bounds[:kept].tolist(), strict=True))


@moderate
@given(calls)
def test_a_board_is_kept_if_it_is_under_the_threshold_and_less_deep_than_before(calls):
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
        assert seen.above == min(sums, default=None)


@moderate
@given(calls, st.sampled_from([1, 2, 16]))
def test_a_small_table_forgets_but_drops_no_board_that_is_new(calls, most):
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


def test_the_table_grows_with_its_boards_and_forgets_none():
    seen = Seen()
    boards = np.random.default_rng(5).permutation(1 << 18)[: 5 * FEWEST].astype(np.uint64) << np.uint64(13)
    zeros = np.zeros(boards.size, np.uint16)
    for part in np.array_split(boards, 7):
        assert seen.sift(part.copy(), zeros, 3, LIMIT) == part.size
    assert seen.sift(boards.copy(), zeros, 3, LIMIT) == 0
    assert seen.sift(boards.copy(), zeros, 2, LIMIT) == boards.size


def test_it_is_known_whether_boards_are_all_in_the_table():
    seen = Seen()
    sifted(seen, [(5, 0), (6, 3), (7, 99)], 2)
    assert sorted(seen.boards.tolist()) == [5, 6]
    both, zeros = np.array([6, 5], np.uint64), np.zeros(2, np.uint16)
    assert seen.holds_all(both, zeros)
    assert not seen.holds_all(np.array([6, 7], np.uint64), zeros)
    assert seen.holds_all(np.array([6, 7], np.uint64), np.array([0, UNREACHABLE], np.uint16))


def test_a_table_more_than_half_full_is_not_believed():
    seen = Seen(16)
    sifted(seen, [(key, 0) for key in range(9)], 0)
    assert seen.boards.size == 9
    assert not seen.holds_all(np.array([3], np.uint64), np.zeros(1, np.uint16))


def test_a_cleared_table_knows_nothing():
    seen = Seen()
    assert sifted(seen, [(7, 0), (8, 99)], 1) == [(7, 0)]
    assert seen.above == 100
    seen.clear()
    assert seen.above is None
    assert sifted(seen, [(7, 0)], 5) == [(7, 0)]


def test_a_full_table_keeps_the_boards_that_are_less_deep():
    """All slots are near each other: the deepest board makes room."""
    seen = Seen(NEAR)
    assert len(sifted(seen, [(key, 0) for key in range(NEAR - 1)], 1)) == NEAR - 1
    assert sifted(seen, [(100, 0)], 5) == [(100, 0)]
    assert sifted(seen, [(101, 0)], 3) == [(101, 0)]
    assert sifted(seen, [(key, 0) for key in range(NEAR - 1)], 1) == []
    assert sifted(seen, [(101, 0)], 3) == []
    assert sifted(seen, [(100, 0)], 5) == [(100, 0)]
