"""Partial goals of tiles and graphs: `*` stands for anything."""

import pytest
from hypothesis import given

import slidefront
from slidefront.apps.problems.packs import draw_problems
from slidefront.errors import BoardError, LimitError, PuzzleError
from slidefront.notation.load import describe_puzzle, load, load_record, read_puzzle
from tests import naive
from tests.strategies import GoalCase, goal_cases, keys_of, patient


@patient
@given(goal_cases())
def test_all_searches_find_a_shortest_route_to_a_partial_goal(drawn: GoalCase) -> None:
    start, goals = drawn.every[0], {*map(naive.key, drawn.goals)}
    length = len(naive.between(drawn.case.successors, [start], {*drawn.goals})) - 1
    assert drawn.puzzle.meets(keys_of(drawn.every)).tolist() == [board in drawn.goals for board in drawn.every]
    for algorithm in ("auto", "bfs", "ida"):
        solved = slidefront.solve(drawn.puzzle, naive.key(start), algorithm=algorithm)
        assert solved.optimum == length
        assert solved.route.keys[-1] in goals


@patient
@given(drawn=goal_cases())
def test_spaces_from_goal_match_naive_layers(drawn: GoalCase, tmp_path_factory) -> None:
    layers = naive.layers(drawn.case.successors, drawn.goals)
    folder = tmp_path_factory.mktemp("goals")
    spaces = [
        slidefront.make_table(drawn.puzzle, folder / "a.table", start="goal"),
        slidefront.expand(drawn.puzzle, start="goal", out=folder / "run"),
        slidefront.open_space(drawn.puzzle, "goal"),
    ]
    for space in spaces:
        assert space.leads_to_goal
        for depth, layer in enumerate(layers):
            assert space.keys(depth).tolist() == sorted(map(naive.key, layer))
            assert (space.depths_of(keys_of(layer)) == depth).all()
        if drawn.puzzle.goal.partial:
            assert [layer.selected_count for layer in space.layers] == [len(drawn.goals)] + [0] * (len(layers) - 1)
        (deepest,) = slidefront.hardest(space, 1)
        assert (deepest.depth, deepest.board_count) == (len(layers) - 1, len(layers[-1]))
        assert {*deepest.keys} <= {*map(naive.key, layers[-1])}
    pack = draw_problems(spaces[0], range(len(layers)), count=len(layers), routes=True)
    assert {problem.length for problem in pack} == {*range(len(layers))}


def test_goal_is_one_board_if_one_kind_is_left_or_the_star_is_a_tile() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "1 2 2/2 2 _"\ngoal = "* * */* _ 1"\n')
    assert puzzle.goal == slidefront.Goal(puzzle.parse("2 2 2/2 _ 1"))
    assert puzzle.with_goal("1 * */* * *").goal.text == "1**/***"
    puzzle = read_puzzle('kind = "graph"\nhome = "*AB"\nmover = "*"\ngoal = "A*B"\nedges = [[0, 1], [1, 2]]\n')
    assert puzzle.goal.key == puzzle.parse("A*B")


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("1 1 */* * */* * *", "'1' is there twice, but once in 8-puzzle"),
        ("_ * _/* * */* * *", "'_' is there twice"),
        ("* * ?/* * */* * *", r"'\?' is not a label of 8-puzzle"),
        ("* * */* * *", "the board has 2 x 3 cells"),
    ],
)
def test_goal_met_by_no_board_is_refused(goal, why) -> None:
    with pytest.raises(BoardError, match=why):
        load("8-puzzle").with_goal(goal)


def test_goal_must_leave_cells_for_the_hole() -> None:
    with pytest.raises(PuzzleError, match="the hole does not have its shape"):
        read_puzzle('kind = "tiles"\nhome = "1 2 3/4 _ _"\ngoal = "* 2 */1 * 3"\n')


def test_record_keeps_partial_goal() -> None:
    puzzle = load("8-puzzle").with_goal("1 2 3/* * */* * *")
    assert load_record(describe_puzzle(puzzle)) == puzzle
    assert puzzle != load("8-puzzle").with_goal("1 2 */* * */* * *")
    assert slidefront.describe_goal(puzzle) == "123/***/***"


def test_too_many_goal_boards_are_not_listed(tmp_path) -> None:
    puzzle = load("15-puzzle").with_goal("1 2 3 4/* * * */* * * */* * * *")
    with pytest.raises(LimitError, match="15-puzzle has 10,461,394,944,000 boards, too many to list"):
        slidefront.expand(puzzle, start="goal", out=tmp_path / "run")
