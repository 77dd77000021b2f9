"""The size of transfer puzzles and the boards that moves reach, against the naive twin."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.capabilities import Size
from slidefront.puzzles.frame import Frame, Transfer
from slidefront.puzzles.transfer.theory import HomeLoops
from tests import naive
from tests.strategies import Case, cases, few, graph_case, keys_of, tile_case


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("8-puzzle", 181_440),
        ("10-puzzle", 32_400),
        ("11-puzzle", 239_500_800),
        ("14-puzzle", 76_204_800),
        ("15-puzzle", 10_461_394_944_000),
        ("pillars", 1_814_400),
        ("pillars-6", 360),
        ("2x2", 12),
        ("1x16", 16),
        # Equal tiles leave no parity.
        ('kind = "tiles"\nhome = "1123/4567/89ab/cde_"\n', 16 * math.factorial(15) // 2),
        ('kind = "tiles"\nhome = "1111/2222/3333/444_"\n', 16 * math.factorial(15) // (24 * 24 * 24 * 6)),
    ],
)
def test_sizes_match_known_values(name: str, boards: int) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    assert puzzle.size() == Size(boards, exact=True)


def arrangements(case: Case, count: int, seed: int) -> list[naive.Board]:
    """Make boards of the same tiles at random, with the hole at any anchor."""
    choose = random.Random(seed)
    tiles = [label for label in case.home if label]
    boards = []
    for _ in range(count):
        hole = choose.choice(case.puzzle.frame.holes)
        waiting = iter(choose.sample(tiles, len(tiles)))
        boards.append(tuple(0 if cell in hole else next(waiting) for cell in range(len(case.home))))
    return boards


def check_size(case: Case, reached: set[naive.Board]) -> Size:
    size = case.puzzle.size()
    assert size is not None
    if size.exact:
        assert size.board_count == len(reached)
    assert size.board_count >= len(reached)
    return size


def check_reaches(case: Case, reached: set[naive.Board], seed: int, certain: bool) -> None:
    known = random.Random(seed).sample(sorted(reached), min(10, len(reached)))
    boards = [*known, *arrangements(case, 25, seed)]
    for board, answer in zip(boards, case.puzzle.theory.joins(case.puzzle.home, keys_of(boards)).tolist(), strict=True):
        assert answer in ((board in reached), *([] if certain else [-1]))


@few
@given(cases(most_cells=6, distinct=True), st.integers(0, 99))
def test_distinct_tiles_are_counted_exactly(case: Case, seed: int) -> None:
    reached = naive.reached(case.successors, case.home)
    assert check_size(case, reached).exact
    check_reaches(case, reached, seed, certain=True)


@few
@given(cases(most_cells=7), st.integers(0, 99))
def test_equal_tiles_are_counted_exactly_or_bounded(case: Case, seed: int) -> None:
    reached = naive.reached(case.successors, case.home)
    size = check_size(case, reached)
    check_reaches(case, reached, seed, certain=size.exact)
    for board in arrangements(case, 3, seed):
        assert case.puzzle.theory.connects(case.puzzle.home, naive.key(board)) in (board in reached, None)


THETA = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3))  # its group is PGL(2, 5), not symmetric
SHARED = {
    "8 tiles in pairs": (tile_case(3, 3, (1, 1, 2, 2, 3, 3, 4, 4, 0)), True),
    "8 tiles, 2 equal": (tile_case(2, 4, (1, 1, 2, 3, 4, 5, 6, 0)), True),
    "a line": (tile_case(1, 6, (1, 1, 2, 2, 1, 0)), True),
    "a ring": (graph_case((0, 1, 1, 2, 1, 2), ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0))), False),
    "theta": (graph_case((0, 1, 1, 1, 2, 2, 2), THETA), False),
    "theta, 2 equal": (graph_case((0, 1, 1, 2, 3, 4, 5), THETA), False),  # 360 arrangements, and 120 permutations
    "theta, distinct": (graph_case((0, 1, 2, 3, 4, 5, 6), THETA), True),
    "wide hole": (tile_case(3, 3, (1, 1, 2, 2, 3, 3, 4, 0, 0)), True),
    "wide hole, distinct": (tile_case(3, 3, (1, 2, 3, 4, 5, 6, 7, 0, 0)), True),
    "square hole": (tile_case(3, 4, (1, 2, 1, 2, 1, 2, 1, 2, 0, 0, 0, 0)), True),
    "two parts": (graph_case((0, 1, 1, 2, 2, 3, 3), ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3))), True),
}


@pytest.mark.parametrize("name", SHARED)
def test_sizes_of_small_spaces_match_exploring(name: str) -> None:
    case, exact = SHARED[name]
    reached = naive.reached(case.successors, case.home)
    size = check_size(case, reached)
    assert size.exact is exact
    assert name not in ("theta, distinct", "theta, 2 equal") or size.board_count == 7 * 120
    check_reaches(case, reached, 0, certain=size.exact)


def test_orbits_that_move_together_are_counted_once() -> None:
    """Two rings of three cells turn as one: a swap on the one is a swap on the other, so 6 boards and not 12."""
    ways = [(start, end) for start in range(3) for end in range(3) if start != end]
    moves = tuple(Transfer(start, end, str(end), ((end, start), (end + 3, start + 3))) for start, end in ways)
    home = np.array((0, 1, 2, 0, 1, 2), np.uint8)
    loops = HomeLoops(Frame("tiles", 2, 3, ((0, 3), (1, 4), (2, 5)), moves), 0)
    size = loops.size(home)
    assert size.board_count >= 6
    assert size in (Size(6, exact=True), Size(size.board_count, exact=False))
    together, apart = loops.joins(home, np.array([(0, 2, 1, 0, 2, 1), (0, 1, 2, 0, 2, 1)], np.uint8)).tolist()
    assert together in (1, -1)
    assert apart in (0, -1)


def test_orbits_sharing_a_label_have_separate_signs() -> None:
    """The even and the odd columns of a wide hole never mix: each orbit is told by its own tiles."""
    case = tile_case(2, 6, (5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 0, 0))
    assert case.puzzle.theory.loops.orbit_groups == ["alternating", "alternating"]
    reached = case.puzzle.theory.joins(case.puzzle.home, keys_of(case.walk(300)))
    assert reached.all()
    home = list(case.home)
    home[0], home[2] = home[2], home[0]
    assert case.puzzle.theory.connects(case.puzzle.home, naive.key(tuple(home))) is False


def odd(board: naive.Board) -> int:
    """Count how often a greater tile stands before a smaller one, modulo 2."""
    tiles = [label for label in board if label]
    return sum(tile > other for place, tile in enumerate(tiles) for other in tiles[place:]) % 2


ODD = "the goal is an odd permutation of the start, and moves make only even ones"
OUTSIDE = "the goal is not among the boards that the group of the hole's loops makes of the start"


@few
@given(cases(6, distinct=True), st.integers(0, 99))
def test_unconnected_boards_are_apart(case: Case, seed: int) -> None:
    """The group tells it of all, and parity of some, where all orders with the hole at home are even or all are odd."""
    reached = naive.reached(case.successors, case.home)
    hole = [label == 0 for label in case.home]
    parities = {odd(board) for board in reached if [label == 0 for label in board] == hole}
    boards = [*arrangements(case, 25, seed), *case.walk(10, seed)]
    whys = case.puzzle.theory.why_unreachable([*map(naive.key, boards)], case.puzzle.home)
    for board, why in zip(boards, whys, strict=True):
        assert why in ((ODD, OUTSIDE) if board not in reached else ("",))
        assert [why] == case.puzzle.theory.why_unreachable([case.puzzle.home], naive.key(board))
        assert why != ODD or len(parities) == 1


@pytest.mark.parametrize(("vertices", "why"), [(3, ""), (4, ODD), (5, OUTSIDE), (6, ODD)])
def test_reach_on_a_ring_depends_on_its_length(vertices: int, why: str) -> None:
    """Each tile passes one place: a cycle of one tile fewer than vertices, which is even where these are even."""
    edges = tuple((vertex, (vertex + 1) % vertices) for vertex in range(vertices))
    home = tuple(range(vertices))
    swapped = (*home[:-2], home[-1], home[-2])
    assert graph_case(home, edges).puzzle.theory.why_unreachable([naive.key(home)], naive.key(swapped)) == [why]
