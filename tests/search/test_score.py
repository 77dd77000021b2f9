"""Scores of written routes: against the slow twin, for one route and for many of a small space."""

import random

import pytest

import slidefront
from slidefront.errors import RouteError
from slidefront.search import boards_to_solve
from tests import naive


@pytest.mark.parametrize(
    ("board", "route", "expected"),
    [
        ("_12345678", "", (True, True, 0, 0, 0)),
        ("1_2345678", "R", (True, True, 1, 1, 0)),
        ("1_2345678", "LRR", (True, True, 3, 1, 2)),
        ("1_2345678", "2", (True, False, 1, 1, None)),
        ("1_2345678", "RD", (False, False, 1, 1, None)),
        ("1_2345678", "banana", (False, False, 0, 1, None)),
        ("21_345678", "", (True, False, 0, None, None)),
    ],
)
def test_what_a_route_is_worth(board, route, expected):
    found = slidefront.score("8-puzzle", board, route)
    assert (found.legal, found.reaches_goal, found.length, found.optimum, found.excess) == expected
    assert bool(found.fault) != found.legal


def test_a_board_of_blocks_is_solved_when_its_goal_is_met():
    solved = slidefront.solve("klotski", metric="move")
    found = slidefront.score(slidefront.load("klotski", "move"), "home", str(solved.route))
    assert (found.reaches_goal, found.length, found.excess) == (True, solved.optimum, 0)


def test_many_routes_have_the_lengths_of_the_slow_twin(monkeypatch):
    monkeypatch.setattr(boards_to_solve, "MANY", 2)
    puzzle = slidefront.load("2x3")
    goal = naive.board(puzzle.goal.key, 6)
    layers = naive.layers(lambda board: naive.tile_successors(2, 3, board), [goal])
    depths = {naive.key(board): depth for depth, layer in enumerate(layers) for board in layer}
    assert len(depths) == 360
    chosen = random.Random(3).sample(sorted(depths), 40)
    routes = [str(slidefront.solve(puzzle, key).route) for key in chosen]
    found = slidefront.score_each(puzzle, chosen, routes)
    assert [one.optimum for one in found] == [depths[key] for key in chosen]
    assert [one.excess for one in found] == [0] * len(chosen)
    assert found[:3] == [slidefront.score(puzzle, *one) for one in zip(chosen[:3], routes, strict=False)]


def test_two_readings_are_a_fault_and_one_can_be_chosen():
    fault = slidefront.score("8-puzzle", "1_2345678", "L").fault
    assert "legal in both readings" in fault
    assert slidefront.score("8-puzzle", "1_2345678", "L", read_as="hole-letters").reaches_goal


def test_each_board_needs_a_route():
    with pytest.raises(RouteError, match="2 boards and 1 routes"):
        slidefront.score_each("8-puzzle", ["_12345678"] * 2, [""])
