"""The bound of block puzzles never says too many: against whole spaces, in all three metrics."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slidefront.moves import METRICS
from slidefront.puzzles.blocks.bound import BlockBound
from slidefront.puzzles.capabilities import UNREACHABLE, Goal
from tests import naive_blocks as naive
from tests.strategies import moderate
from tests.strategies_blocks import BlockCase, block_case, block_cases, metrics, one

LARGE = 3000


def home_bound(puzzle, **limits) -> int:
    (bound,) = BlockBound(puzzle.layout, puzzle.goal, **limits).of(one(puzzle.home)).tolist()
    return bound


def check_admissible(case: BlockCase, metric: str, goal: int | None, goals: list[naive.Board]) -> int:
    """Compare the bound of each board with its depth seen from all boards that will do; return the largest bound."""
    puzzle = case.puzzles[metric]
    bound = BlockBound(puzzle.layout, puzzle.goal if goal is None else Goal(goal))
    largest = 0
    for depth, layer in enumerate(naive.layers(case.rules, metric, starts=goals) if goals else ()):
        bounds = bound.of(case.keys([*layer.values()]))
        assert bounds.max() <= depth
        largest = max(largest, int(bounds.max()))
    return largest


@moderate
@given(block_cases(), st.sampled_from(list(METRICS)))
def test_bound_never_exceeds_goal_distance(case, metric) -> None:
    boards = [board for layer in naive.layers(case.rules, "step", LARGE) for board in layer.values()]
    assume(len(boards) <= LARGE)
    check_admissible(case, metric, None, [board for board in boards if naive.meets(board, case.rules)])


@metrics
def test_distinct_pieces_all_contribute(metric) -> None:
    case = block_case("A.B/CC./.D.", groups=[])
    goal = naive.walk(case.rules, 40, 1)[-1]
    assert check_admissible(case, metric, int(case.keys([goal])[0]), [goal]) >= 4


@metrics
@pytest.mark.parametrize(
    ("home", "fields", "bounds"),
    [
        ("A..", {"goal": [["A", 1, 3]]}, {"step": 2, "slide": 1, "move": 1}),
        ("AB../....", {"goal": [["A", 2, 4]]}, {"step": 4, "slide": 2, "move": 1}),
        ("AB../....", {"goal": [["A", 1, 4], ["B", 1, 3]]}, {"step": 6, "slide": 4, "move": 2}),
        ("AB../....", {"goal": [["A", 1, 4], ["B", 1, 3]], "goal_match": "shape"}, {"step": 4, "slide": 2, "move": 2}),
        ("A.B.", {"goal": [["A", 1, 2], ["B", 1, 1]], "groups": [["A", "B"]]}, {"step": 1, "slide": 1, "move": 1}),
        ("A.B.", {"goal": [["A", 1, 3]], "groups": [["A", "B"]]}, {"step": 0, "slide": 0, "move": 0}),
        ("AA../BB..", {"goal": [["A", 2, 3]], "axis": True, "goal_match": "shape"}, {"step": 2, "slide": 1, "move": 1}),
        ("A#B/...", {"goal": [["A", 1, 3]]}, {"step": 4, "slide": 3, "move": 1}),
        ("AB-/..#", {"goal": [["A", 1, 3]]}, {"step": 2, "slide": 1, "move": 1}),
        # both are to stand in a row that only one car can drive in
        (
            "AA.../BB...",
            {"goal": [["A", 1, 4], ["B", 1, 2]], "axis": True, "goal_match": "shape"},
            dict.fromkeys(METRICS, UNREACHABLE),
        ),
        # the gate is open to A alone, so that A and B are of two classes, and either may come to the corner
        ("AB./..-", {"goal": [["A", 1, 3]], "goal_match": "shape", "gate_pieces": ["A"]}, dict.fromkeys(METRICS, 0)),
    ],
)
def test_bounds_match_hand_computed_values(home, fields, bounds, metric) -> None:
    puzzle = block_case(home, **fields).puzzles[metric]
    assert home_bound(puzzle) == bounds[metric]


def test_costly_classes_are_not_joined_and_add_nothing() -> None:
    """A and B have to pass each other, which only both together show."""
    puzzle = block_case("AB../....", goal=[["A", 1, 4], ["B", 1, 3]]).puzzle
    assert [home_bound(puzzle, most_work=work) for work in (8 * 8 * 14, 8 * 8 * 14 - 1)] == [6, 4]
    puzzle = block_case("AB../....", goal=[["A", 2, 4], ["B", 1, 1]]).puzzle
    assert [home_bound(puzzle), home_bound(puzzle, most_work=8 * 4 - 1)] == [5, 0]
