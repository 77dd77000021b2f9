"""Routes as keys with names: what is refused, how moves are joined and counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Route, load, read_route
from slidefront.errors import RouteError
from slidefront.moves import METRICS
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.messages import refused
from tests.strategies import Case, cases, few
from tests.strategies_blocks import BlockCase, block_case, block_cases


@few
@given(cases(), st.integers(0, 99))
def test_a_route_of_tiles_or_of_a_graph_replays_naively(case: Case, seed: int) -> None:
    boards = naive.path(case.successors, case.home, 20, seed)
    route = Route(case.puzzle, map(naive.key, boards))
    assert route.length == len(boards) - 1
    assert route.boards == [case.puzzle.format(naive.key(board)) for board in boards]
    assert naive_routes.play(case, case.puzzle.names, str(route), boards[0]) == boards
    assert route.steps == route.moves
    assert route.counts == {"step": route.length}


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99))
def test_a_route_of_blocks_replays_naively(case: BlockCase, metric: str, seed: int) -> None:
    """Pieces keep their names, every move is free cell by cell, and the metrics count its steps as they should."""
    walk = blocks.path(case.rules, 12, seed, metric)
    boards = [board for _, board in walk]
    route = Route(case.puzzles[metric], case.keys(boards), case.draw(boards[0]))
    assert [move.piece for move in route.moves] == [name for name, _ in walk[1:]]
    assert route.boards == [case.draw(board) for board in boards]
    assert naive_routes.play_blocks(case.rules, str(route), boards[0]) == boards
    steps = [*naive_routes.steps_of(str(route))]
    assert [(step.piece, step.path) for step in route.steps] == steps
    assert route.counts == {
        "step": len(steps),
        "slide": naive_routes.runs(steps),
        "move": naive_routes.runs(name for name, _ in steps),
    }
    assert route.counts[metric] == route.length
    assert Route(case.puzzle, [route.start, *(step.key for step in route.steps)], route.boards[0]).end == route.end
    assert naive_routes.play_blocks(case.rules, "\n".join(map(str, route.groups)), boards[0])[-1] == boards[-1]
    assert len(route.groups) == route.counts["move"]


def test_moves_are_joined_as_people_speak_of_them() -> None:
    puzzle = load("8-puzzle")
    keys = [puzzle.parse(board) for board in ("_12345678", "1_2345678", "12_345678", "12534_678", "1253_4678")]
    route = Route(puzzle, keys)
    assert str(route) == "1 L\n2 L\n5 U\n4 R"
    assert [str(group) for group in route.groups] == ["1 2 L", "5 U", "4 R"]
    assert [group.key for group in route.groups] == [keys[2], keys[3], keys[4]]
    pillars = load("pillars-6")
    keys = [pillars.parse(board) for board in ("ABCDEF", "AFCDEB", "ABCDEF")]
    assert [str(group) for group in Route(pillars, keys).groups] == ["F 1", "F 5"]


def test_a_route_has_ends_and_may_be_empty() -> None:
    puzzle = load("8-puzzle")
    route = Route(puzzle, [puzzle.home])
    assert (route.start, route.end, route.length, route.moves, str(route)) == (puzzle.home, puzzle.home, 0, [], "")
    assert repr(Route(puzzle, [0x012345678, 0x102345678])) == "<Route of 1 move from _12345678 to 1_2345678>"


def test_routes_are_equal_when_their_boards_and_names_are() -> None:
    case = block_case("A.B")
    keys = [case.puzzle.parse("A.B"), case.puzzle.parse(".AB")]
    assert Route(case.puzzle, keys) == Route(case.puzzle, keys)
    assert Route(case.puzzle, keys) != Route(case.puzzle, keys, "B.A")
    assert Route(case.puzzle, keys) != Route(case.puzzle, keys[:1])
    assert len({Route(case.puzzle, keys), Route(case.puzzle, keys)}) == 1


def test_what_is_no_route_is_refused() -> None:
    puzzle = load("8-puzzle")
    assert "at least its start board" in refused(RouteError, Route, puzzle, [])
    assert "no move leads from the board _12345678 to 12345678_" in refused(
        RouteError, Route, puzzle, [0x012345678, 0x123456780]
    )
    assert "starts at _12345678, not at 12345678_" in refused(RouteError, Route, puzzle, [0x012345678], "12345678_")


@pytest.mark.parametrize("metric", METRICS)
def test_each_metric_has_moves_of_its_own(metric: str) -> None:
    puzzle = block_case("A../.../B..").puzzles[metric]
    route = read_route(puzzle, "A R,A R,B U,B R")
    assert [str(move) for move in route.moves] == {
        "step": ["A R", "A R", "B U", "B R"],
        "slide": ["A RR", "B U", "B R"],
        "move": ["A RR", "B UR"],
    }[metric]
    assert route.counts == {"step": 4, "slide": 3, "move": 2}
