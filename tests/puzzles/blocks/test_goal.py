"""Goals of block puzzles that are given later."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import PuzzleError
from slidefront.moves import METRICS
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.capabilities import Selection
from tests import naive_blocks as naive
from tests.messages import refused
from tests.strategies_blocks import BlockCase, block_cases
from tests.worlds import some


def aimed_at(case: BlockCase, puzzle: BlockPuzzle, board: naive.Board) -> tuple[BlockPuzzle, naive.Rules]:
    """Give a puzzle and its naive twin another goal."""
    return puzzle.with_goal(case.draw(board)), replace(case.rules, goal=board)


@some
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99), st.data())
def test_new_goal_is_met_as_in_naive_search(case: BlockCase, metric: str, seed: int, data: st.DataObject) -> None:
    """Any board of a walk, or some of its pieces."""
    puzzle = case.puzzles[metric]
    boards = case.walk(10, seed)
    keys = case.keys(boards)
    shown = data.draw(st.lists(st.sampled_from([*boards[-1]]), min_size=1, unique=True))
    choose_goal, rules = aimed_at(case, puzzle, {name: boards[-1][name] for name in shown})
    expected = [naive.meets(board, rules) for board in boards]
    assert choose_goal.selected(keys).tolist() == expected
    assert choose_goal.count_selected(keys) == sum(expected)
    assert [choose_goal.meets_goal(key) for key in keys.tolist()] == expected
    assert expected[-1]
    assert choose_goal.goal.key in (None, int(keys[-1]))
    assert choose_goal.selection is Selection.GOAL


def test_impossible_goal_is_refused() -> None:
    klotski = load("klotski")
    assert "'Z' is not a piece" in refused(PuzzleError, klotski.with_goal, "Z.../..../..../..../....")
    assert "another shape" in refused(PuzzleError, klotski.with_goal, "X.../..../..../..../....")
    refused(PuzzleError, klotski.with_goal, "XX../XX..")
    frozen = load("mural-frozen")
    assert "7 is frozen" in refused(PuzzleError, frozen.with_goal, "7 7 7 . ./7 7 . . ./. . . . ./. . . . ./. . . . .")


def test_written_goal_round_trips() -> None:
    klotski = load("klotski")
    assert klotski.facts()["goal"] == "X at row 4, column 2"
    for text in (klotski.facts()["goal"], "X 4 2"):
        assert klotski.with_goal(text).goal == klotski.goal
    assert "row 0, column 2: rows and columns count from 1" in refused(PuzzleError, klotski.with_goal, "X 0 2")


def test_goal_for_several_classes_is_no_single_board() -> None:
    """It has as many places as each class has pieces, and either class may take them."""
    puzzle = read_puzzle(
        'kind = "blocks"\nhome = "AB../CD../...."\ngoal = [["A", 3, 3], ["B", 3, 4]]\ngoal_match = "shape"\n'
        'groups = [["A", "B"], ["C", "D"]]\n'
    )
    assert puzzle.goal.partial
    boards = [puzzle.parse(board) for board in ("CD../..../..AB", "AB../..../..CD", "A.../...B/..CD", "A.../...C/..BD")]
    assert [puzzle.meets_goal(key) for key in boards] == [True, True, True, True]
