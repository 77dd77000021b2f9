"""What puzzles of every family share: goals given later, and which boards are connected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import BoardError
from slidefront.notation.load import load
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from tests import naive
from tests.explore.conftest import two_worlds
from tests.messages import refused
from tests.strategies import Case, cases
from tests.worlds import some


@some
@given(cases(), st.integers(0, 99))
def test_a_goal_given_later_changes_nothing_else(case: Case, seed: int) -> None:
    puzzle = case.puzzle
    board = naive.key(case.walk(20, seed)[-1])
    before = puzzle.identity(), puzzle.home, puzzle.goal, puzzle.facts()
    choose_goal = puzzle.with_goal(puzzle.format(board))
    assert choose_goal.goal.key == board
    assert choose_goal.meets_goal(board)
    assert isinstance(choose_goal, TransferPuzzle)
    assert {**choose_goal.identity(), "goal": 0} == {**puzzle.identity(), "goal": 0}
    assert (choose_goal.identity() == puzzle.identity()) == (choose_goal.goal == puzzle.goal)
    assert choose_goal.successors(board) == puzzle.successors(board)
    assert (puzzle.identity(), puzzle.home, puzzle.goal, puzzle.facts()) == before


def test_a_goal_that_is_no_board_is_refused() -> None:
    puzzle = load("8-puzzle")
    assert "line 1, column 2: " in refused(BoardError, puzzle.with_goal, "11345678_")
    refused(BoardError, puzzle.with_goal, "12345")


@st.composite
def two_boards(draw: st.DrawFn, distinct: bool) -> tuple[Case, naive.Board, naive.Board]:
    """Draw a board of a puzzle, not home, and its tiles in another order, the hole where some move may take it."""
    case = draw(cases(6, distinct))
    one = draw(st.sampled_from(case.walk(6, draw(st.integers(0, 9)))))
    other = draw(st.sampled_from(case.walk(6, draw(st.integers(0, 9)))))
    waiting = iter(draw(st.permutations([label for label in other if label])))
    return case, one, tuple(next(waiting) if label else 0 for label in other)


@some
@given(two_boards(distinct=True))
def test_whether_boards_are_connected_is_known_where_tiles_are_distinct(
    boards: tuple[Case, naive.Board, naive.Board],
) -> None:
    case, one, other = boards
    connected = other in naive.reached(case.successors, one)
    assert case.puzzle.theory.connects(naive.key(one), naive.key(other)) is connected
    assert case.puzzle.theory.connects(naive.key(other), naive.key(one)) is connected
    assert not (connected and case.puzzle.theory.why_unreachable(naive.key(one), naive.key(other)))


@some
@given(two_boards(distinct=False))
def test_whether_boards_are_connected_is_never_mistaken(boards: tuple[Case, naive.Board, naive.Board]) -> None:
    case, one, other = boards
    connected = other in naive.reached(case.successors, one)
    assert case.puzzle.theory.connects(naive.key(one), naive.key(other)) in (connected, None)
    assert not (connected and case.puzzle.theory.why_unreachable(naive.key(one), naive.key(other)))


@pytest.mark.parametrize(
    ("name", "board"), [("8-puzzle", "21345678_"), ("15-puzzle", "213456789abcdef_"), ("2x3", "21345_")]
)
def test_swapping_two_tiles_is_seen_at_once(name: str, board: str) -> None:
    puzzle = load(name)
    assert "odd permutation" in puzzle.theory.why_unreachable(puzzle.parse(board), puzzle.home)


def test_boards_apart_from_home_may_be_connected() -> None:
    """Neither can be reached from home, and the one from the other."""
    puzzle = load("2x3")
    one, other, home = puzzle.parse("21345_"), puzzle.parse("2134_5"), puzzle.home
    assert (puzzle.theory.reaches(one), puzzle.theory.reaches(other)) == (False, False)
    assert (
        puzzle.theory.connects(one, other),
        puzzle.theory.connects(one, home),
        puzzle.theory.connects(home, one),
    ) == (True, False, False)
    parts = two_worlds()
    assert parts.theory.connects(parts.parse("dabc_efg"), parts.home) is False


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_of_blocks_only_a_search_can_tell(metric: str) -> None:
    puzzle = load("klotski", metric)
    after = puzzle.successors(puzzle.home)[0].key
    assert puzzle.theory.connects(after, after) is True
    assert puzzle.theory.connects(puzzle.home, after) is None
    assert puzzle.theory.why_unreachable(puzzle.home, after) == ""
