"""IDA* finds a shortest route, or says rightly why there is none. Tests of `solve` compare it on any small puzzles."""

from itertools import pairwise, permutations

import pytest

from slidefront.notation.load import load
from slidefront.search.result import SearchAnswer
from slidefront.watch import Threshold
from tests import naive
from tests.strategies import Case, graph_case, tile_case
from tests.watchers import Told
from tests.worlds import depth_first

FIFTEEN = tile_case(4, 4, (*range(1, 16), 0))
KORF = [  # R. E. Korf, Depth-first iterative-deepening, Artificial Intelligence 27 (1985), from the table of 100
    ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    ("13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
    ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
]
LONG = "3 6 5 2 10 0 15 14 1 4 13 12 9 8 11 7"  # 46 moves, ten million boards


def check_rounds(result: SearchAnswer) -> None:
    """Thresholds rise, and what is counted in each adds up."""
    limits = [round_.limit for round_ in result.rounds]
    assert limits == sorted(set(limits))
    assert sum(round_.generated for round_ in result.rounds) == result.generated
    assert all(round_.seconds >= 0 for round_ in result.rounds)
    if result.rounds and result.route is not None:
        assert result.at_least == limits[-1]


def check_transfer(case: Case, start: naive.Board, goal: naive.Board, optimum: int | None) -> None:
    """The route goes by legal moves from start to goal and is as long as was proved."""
    result = depth_first(case.puzzle.with_goal(naive.key(goal)), naive.key(start))
    check_rounds(result)
    assert result.at_least == optimum
    if optimum is None:
        assert (result.ended, result.route) == ("", None)
        return
    assert result.route is not None
    boards = [naive.board(key, len(start)) for key in result.route]
    assert (boards[0], boards[-1], len(boards) - 1) == (start, goal, optimum)
    assert all(after in case.successors(before) for before, after in pairwise(boards))


@pytest.mark.parametrize(("board", "optimum"), KORF)
def test_published_15_puzzle_boards_with_goal_hole_first(board, optimum) -> None:
    check_transfer(FIFTEEN, tuple(map(int, board.split())), tuple(range(16)), optimum)


@pytest.mark.parametrize(("name", "board"), [("15-puzzle", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"), ("mural", None)])
def test_search_stops_within_a_round(name, board) -> None:
    puzzle = load(name)
    start = puzzle.home if board is None else puzzle.parse(board)
    asked, heard = [], []

    def stop() -> bool:
        asked.extend(heard[:1])  # not while the tables of the bound are made
        return len(asked) == 3

    result = depth_first(
        puzzle if board is None else puzzle.with_goal(0x0123456789ABCDEF), start, watcher=Told(stop, round=heard.append)
    )
    check_rounds(result)
    assert (result.route, result.ended) == (None, "stopped")
    assert len(asked) == 3
    assert result.rounds[-1].limit <= result.at_least <= 57
    assert heard[-1] == result.rounds[-1]


def test_watcher_gets_growing_rounds() -> None:
    puzzle = load("15-puzzle")
    heard: list[Threshold] = []
    result = depth_first(puzzle.with_goal(0x0123456789ABCDEF), puzzle.parse(LONG), watcher=Told(round=heard.append))
    order = [(round_.limit, round_.generated, round_.seconds) for round_ in heard]
    assert order == sorted(order)
    assert len(heard) > len(result.rounds)
    assert [round_ for round_ in heard if round_ in result.rounds] == result.rounds


def test_search_ends_if_solvability_is_unknown() -> None:
    """Pairs of equal tiles on a ring with a chord, where the group tells nothing: all is swept."""
    case = graph_case((0, 1, 1, 2, 2, 3, 3), (*((place, (place + 1) % 6) for place in range(6)), (0, 6), (6, 3)))
    depth_of = {
        board: depth for depth, layer in enumerate(naive.layers(case.successors, [case.home])) for board in layer
    }
    unknown = [
        board
        for board in sorted({(0, *tiles) for tiles in permutations(case.home[1:])})
        if case.puzzle.theory.connects(case.puzzle.home, naive.key(board)) is None
    ]
    goals = unknown[::8]
    assert {board in depth_of for board in goals} == {True, False}
    for goal in goals:
        check_transfer(case, case.home, goal, depth_of.get(goal))
