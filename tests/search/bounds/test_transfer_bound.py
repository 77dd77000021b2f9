"""The bounds of transfer puzzles never say too many, against whole spaces, and moves lead from entry to entry."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.notation.load import load
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.search.bounds import (
    ACROSS,
    ALONG,
    BOUND_BITS,
    NEVER,
    UNREACHABLE,
    TileDistance,
    TransferBound,
    Walking,
    axis_of,
)
from tests import naive
from tests.strategies import Case, cases, graph_case, moderate, tile_case

PILLARS_6 = ((0, 3), (0, 4), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5))
SPACES = {
    "3x3": (tile_case(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)), [Walking, Walking]),
    "3x3, hole in the middle": (tile_case(3, 3, (8, 2, 3, 5, 0, 4, 7, 6, 1)), [Walking, Walking]),
    "3x3, rows of a label": (tile_case(3, 3, (1, 1, 1, 2, 2, 2, 3, 3, 0)), [Walking, TileDistance]),
    "3x3, repeated": (tile_case(3, 3, (1, 2, 1, 3, 0, 3, 2, 1, 2)), [TileDistance, TileDistance]),
    "2x4": (tile_case(2, 4, (1, 2, 3, 4, 5, 6, 7, 0)), [Walking, Walking]),
    "2x4+1x2": (tile_case(2, 4, (1, 2, 3, 4, 5, 6, 0, 0)), [TileDistance, TileDistance]),
    "3x4+1x2": (tile_case(3, 4, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0)), [TileDistance, TileDistance]),
    "3x3+2x1": (tile_case(3, 3, (1, 2, 3, 4, 5, 0, 6, 7, 0)), [TileDistance, TileDistance]),
    "4x4+2x2, repeated": (
        tile_case(4, 4, (1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 0, 0, 3, 3, 0, 0)),
        [TileDistance, TileDistance],
    ),
    "5x1": (tile_case(5, 1, (1, 2, 3, 4, 0)), [Walking, Walking]),
    "6 pillars": (graph_case((0, 1, 2, 3, 4, 5), PILLARS_6), [TileDistance, TileDistance]),
    "wheel": (
        graph_case((3, 1, 2, 0, 4, 2), (*((5, a) for a in range(5)), *((a, (a + 1) % 5) for a in range(5)))),
        [TileDistance] * 2,
    ),
}
spaces = pytest.mark.parametrize(("case", "axes"), SPACES.values(), ids=SPACES)


def keys_of(boards: list[naive.Board]) -> Keys:
    return np.array([naive.key(board) for board in boards], np.uint64)


def check_admissible(case: Case, bound: TransferBound) -> None:
    """Compare the bound with the true depth of every board."""
    for depth, layer in enumerate(naive.layers(case.successors, [case.home])):
        bounds = bound.of(keys_of(list(layer)))
        assert bounds.max() <= depth


@moderate
@given(cases(most_cells=7))
def test_no_board_of_any_space_is_nearer_than_its_bound(case):
    check_admissible(case, TransferBound(case.puzzle.frame, naive.key(case.home)))


@pytest.mark.parametrize(("axis", "more"), [(ACROSS, False), (ALONG, True)])
def test_walking_distance_says_as_much_as_distance_alone_and_more_with_many_lines(axis, more):
    case, _ = SPACES["2x4"]
    cells = case.puzzle.cells(keys_of(list(naive.reached(case.successors, case.home))))
    walking = Walking.of(case.puzzle.frame, list(case.home), axis)
    alone = TileDistance(case.puzzle.frame, list(case.home), axis)
    assert walking is not None
    more_said = (walking.entries(cells) & NEVER).astype(int) - (alone.entries(cells) & NEVER)
    assert more_said.min() == 0
    assert (more_said.max() > 0) == more


@pytest.mark.parametrize(("size", "goal"), [("15-puzzle", None), ("15-puzzle", 0x0123456789ABCDEF), ("3x5", None)])
def test_walking_distance_of_large_boards_changes_by_one(size, goal):
    """Along a walk: each move changes the bound by one, and a walk is never shorter than what it comes to needs."""
    puzzle = load(size)
    assert isinstance(puzzle, TransferPuzzle)
    bound = TransferBound(puzzle.frame, puzzle.home if goal is None else goal)
    assert [type(axis) for axis in bound.axes] == [Walking, Walking]
    board = naive.board(bound.goal, puzzle.frame.cells)
    rows, columns = puzzle.frame.rows, puzzle.frame.columns
    choose = random.Random(3).choice
    before = 0
    for step in range(1, 200):
        board = choose(naive.tile_successors(rows, columns, board))
        (after,) = bound.of(keys_of([board])).tolist()
        assert abs(after - before) == 1
        assert after <= step
        before = after


def test_there_are_as_many_spreads_as_published():
    """24,964 for the 15-puzzle, the farthest 35 moves away."""
    puzzle = load("15-puzzle")
    assert isinstance(puzzle, TransferPuzzle)
    for axis in TransferBound(puzzle.frame, puzzle.home).axes:
        assert axis.link.size == 24_964 * 2 * 4
        assert (axis.link & np.uint32(NEVER)).max() == 35


def check_entries_follow_moves(case: Case, bound: TransferBound, walk: list[naive.Board]) -> None:
    """What the kernel does: the entry after a move is found from that before, and equals that of the board itself."""
    frame = case.puzzle.frame

    def anchor(board: naive.Board) -> int:
        return frame.holes.index(tuple(cell for cell, label in enumerate(board) if label == 0))

    for board in walk:
        before = bound.entries(keys_of([board]))[0].tolist()
        for number, move in enumerate(frame.moves):
            if move.start == anchor(board):
                (following,) = [to for to in case.successors(board) if anchor(to) == move.end]
                gain = sum(
                    int(gains[board[cell]]) for gains, (cell, _) in zip(bound.gains[number], move.carries, strict=True)
                )
                after = list(before)
                axis = axis_of(move, frame)
                after[axis] = int(bound.link[(before[axis] >> BOUND_BITS) + gain])
                assert after == bound.entries(keys_of([following]))[0].tolist()


@moderate
@given(cases(), st.integers(0, 9))
def test_the_entries_follow_the_moves_of_any_walk(case, seed):
    walk = case.walk(12, seed)
    check_entries_follow_moves(case, TransferBound(case.puzzle.frame, naive.key(walk[-1])), walk)


def test_a_tile_that_never_comes_home_makes_a_board_unreachable():
    """A tile goes two columns at a time, so it keeps to its half of the columns."""
    case = tile_case(2, 4, (1, 2, 3, 4, 5, 6, 0, 0))
    bound = TransferBound(case.puzzle.frame, naive.key(case.home))
    assert bound.of(keys_of([(2, 1, 3, 4, 5, 6, 0, 0)])).tolist() == [UNREACHABLE]


def test_an_order_in_one_line_that_never_changes_makes_a_board_unreachable():
    case = tile_case(1, 4, (1, 2, 3, 0))
    bound = TransferBound(case.puzzle.frame, naive.key(case.home))
    assert bound.of(keys_of([(2, 1, 3, 0), (1, 2, 0, 3)])).tolist() == [UNREACHABLE, 1]


def test_too_many_spreads_are_left_to_distance_alone():
    puzzle = load("2x8")
    assert isinstance(puzzle, TransferPuzzle)
    assert [type(axis) for axis in TransferBound(puzzle.frame, puzzle.home).axes] == [Walking, TileDistance]
