"""The boards of shortest routes, and the routes, against naive ones; golden routes replayed by the naive twins."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load
from slidefront.arrays import Keys
from slidefront.puzzles.blocks.successors import METRICS
from slidefront.puzzles.core import Puzzle
from slidefront.search import two_way
from slidefront.search.question import Routes
from slidefront.search.two_way import Met, Passed, TooLargeError
from tests import naive, naive_blocks
from tests.explore.conftest import CASES
from tests.strategies_blocks import block_case, library_cases
from tests.worlds import (
    IN_LAYERS,
    SETTINGS,
    Errand,
    Setting,
    Tools,
    array,
    boards_around,
    boards_between,
    errands,
    find,
    meet,
    some,
    tools,
)

in_any_setting = st.sampled_from(SETTINGS)
MANY = 500


def ends_of(errand: Errand) -> tuple[Keys, Keys]:
    """Take the starts and the goals that lie on shortest routes."""
    way = errand.way
    return array(map(errand.world.key, way[0])), array(map(errand.world.key, way[-1]))


def layers_of(errand: Errand, made: Tools, every: bool) -> list[list[int]]:
    first, last = ends_of(errand)
    found = boards_between(errand.world.puzzle, first, last, len(errand.way) - 1, made, every)
    return [layer.tolist() for layer in found]


@contextmanager
def forgetting(forgets: bool = True) -> Iterator[None]:
    """Let there never be memory to hold all layers: every search is cut in two once more."""
    with pytest.MonkeyPatch.context() as changed:
        if forgets:
            changed.setattr(two_way, "Passed", partial(Passed, boards=1 << 60))
        yield


# Boards


@some
@given(errands(), in_any_setting, st.booleans(), st.booleans())
def test_every_board_of_every_shortest_route_is_found(
    errand: Errand, setting: Setting, forgets: bool, every: bool
) -> None:
    """With little memory, routes are cut in two again and again, to the same boards."""
    with forgetting(forgets), tools(setting) as made:
        found = layers_of(errand, made, every)
    expected = [errand.world.keys(layer) for layer in errand.way]
    if every:
        assert found == expected
    else:
        assert all({*way} <= {*layer} for way, layer in zip(found, expected, strict=True))


@some
@given(errands(), st.sampled_from(IN_LAYERS))
def test_little_memory_changes_no_boards(errand: Errand, setting: Setting) -> None:
    """Where it is enough for frontiers, there is an answer; where not, it is said how much the next layer needs."""
    memory = 1
    for _ in range(3 * len(errand.way)):
        try:
            with tools(setting, memory) as made:
                found = layers_of(errand, made, every=True)
            break
        except TooLargeError as error:
            assert error.memory > memory
            memory = error.memory
    assert found == [errand.world.keys(layer) for layer in errand.way]


def test_a_route_costs_little_where_all_that_lies_behind_the_goal_is_wide() -> None:
    """From the goal of poppy there are 150 million moves to make before layers as deep are as wide as from home."""
    puzzle = load("poppy", "move")
    home = array([puzzle.home])
    with tools(Setting(2, tiny=False)) as made:
        met = find(puzzle, home, puzzle.marked, made)
        examined = made.examined
        boards_between(puzzle, home, met.keys, met.length, made, every=False)
        assert made.examined <= 2 * examined


# Routes


@some
@given(errands())
def test_routes_are_counted_and_listed_as_the_naive_ones(errand: Errand) -> None:
    world = errand.world
    expected = naive.count_routes(world.successors, errand.starts, errand.goals)
    routes = Routes(world.puzzle, [array(map(world.key, layer)) for layer in errand.way])
    assert routes.count == expected
    if expected <= MANY:
        listed = list(routes)
        assert listed == sorted([*map(world.key, route)] for route in naive.routes(world.successors, errand.way))
        assert len({*map(tuple, listed)}) == expected
        assert list(routes) == listed


@pytest.mark.parametrize(("board", "moves"), [("3124756_8", 3), ("_15328647", 8), ("3152486_7", 11), ("_12475638", 14)])
def test_routes_of_the_8_puzzle(board: str, moves: int) -> None:
    puzzle = load("8-puzzle")
    start, goal = naive.board(puzzle.parse(board), 9), naive.board(puzzle.home, 9)

    def successors(board: naive.Board) -> list[naive.Board]:
        return naive.tile_successors(3, 3, board)

    first, last = array([puzzle.parse(board)]), array([puzzle.home])
    with tools() as made:
        routes = Routes(puzzle, boards_between(puzzle, first, last, moves, made, every=True))
    assert routes.count == naive.count_routes(successors, [start], {goal})
    for route in routes:
        boards = [naive.board(key, 9) for key in route]
        assert (boards[0], boards[-1], len(boards)) == (start, goal, moves + 1)
        assert all(after in successors(before) for before, after in pairwise(boards))


def test_the_first_of_very_many_routes_come_at_once() -> None:
    """Three pieces go seven steps each, in any order. Their number is known without making any of the routes."""
    puzzle = block_case("A......./B......./C.......").puzzle
    ends = array([puzzle.home]), array([puzzle.parse(".......A/.......B/.......C")])
    with tools() as made:
        routes = Routes(puzzle, boards_between(puzzle, *ends, 21, made, every=True))
    assert routes.count == factorial(21) // factorial(7) ** 3
    first, second = islice(routes, 2)
    assert first < second
    assert [first[0], first[-1]] == [second[0], second[-1]] == [*map(int, (*ends[0], *ends[1]))]


# Golden routes


def check_route(puzzle: Puzzle, rules: naive_blocks.Rules, keys: list[int]) -> None:
    """Replay a route from home to the goal by the naive twin."""
    boards = [naive_blocks.board_of(naive_blocks.grid(puzzle.format(key))) for key in keys]
    assert naive_blocks.canon(boards[0], rules) == naive_blocks.canon(rules.home, rules)
    assert all(naive_blocks.is_move(before, after, rules, puzzle.metric) for before, after in pairwise(boards))
    assert naive_blocks.meets(boards[-1], rules)


def solve(puzzle: Puzzle, made: Tools) -> tuple[Met, list[int]]:
    """Search two ways where the goal is one board, and one way where it is many; give one route."""
    home, goal = array([puzzle.home]), array([] if puzzle.goal.key is None else [puzzle.goal.key])
    met = meet(puzzle, home, goal, made) if goal.size else find(puzzle, home, puzzle.marked, made)
    layers = boards_around(puzzle, home, goal if goal.size else met.keys, met, made, every=False)
    (route,) = Routes(puzzle, layers)
    return met, route


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ["daisy", "violet", "poppy"])
def test_a_route_costs_about_as_much_as_its_proof(name: str, metric: str, forgets: bool) -> None:
    """Although it is narrow from home, and wide from the goal."""
    puzzle = load(name, metric)
    home = array([puzzle.home])
    with tools(Setting(2, tiny=False)) as made:
        met = find(puzzle, home, puzzle.marked, made)
        proof = made.examined
    with forgetting(forgets), tools(Setting(2, tiny=False)) as made:
        boards_between(puzzle, home, met.keys, met.length, made, every=False)
    assert made.examined < 3 * proof


@pytest.mark.parametrize(("name", "boards"), [("euler-766-example", 208), ("euler-766", 2_613_742)])
def test_a_goal_that_nobody_meets_exhausts_the_space(name: str, boards: int) -> None:
    puzzle = load(name)
    with tools(Setting(2, tiny=False)) as made:
        met = find(puzzle, array([puzzle.home]), lambda keys: np.zeros(keys.size, np.bool_), made)
    assert (met.keys.size, met.exhausted, made.examined) == (0, "start", boards)


def test_the_part_of_the_mural_is_solved_in_20_moves() -> None:
    golden = CASES["mural"]["part"]
    puzzle = load("mural").with_goal("/".join(golden["goal"]))
    with tools(Setting(2, tiny=False)) as made:
        met, route = solve(puzzle, made)
    assert met.length == golden["optimum"]
    rules = library_cases()["mural"].rules
    goal = naive_blocks.board_of(naive_blocks.grid("/".join(golden["goal"])))
    check_route(puzzle, replace(rules, goal=goal), route)


def test_the_deepest_board_of_the_14_puzzle_is_solved_alike_on_any_threads() -> None:
    (deepest,) = CASES["14-puzzle"]["deepest"]
    puzzle = load("14-puzzle")
    ends = array([puzzle.parse(deepest)]), array([puzzle.home])
    found = []
    for threads in (1, 3):
        with tools(Setting(threads, tiny=False)) as made:
            met = meet(puzzle, *ends, made)
            found.append([layer.tolist() for layer in boards_around(puzzle, *ends, met, made, every=False)])
    assert met.length == CASES["14-puzzle"]["depth"]
    assert found[0] == found[1]
    boards = [naive.board(key, 16) for (key,) in found[0]]
    assert all(after in naive.tile_successors(4, 4, before) for before, after in pairwise(boards))


@pytest.mark.parametrize("name", ["pillars", "pillars-6"])
def test_the_pillars_are_solved_at_their_optimum(name: str) -> None:
    golden = CASES[name]
    puzzle = load(name)
    with tools() as made:
        _, route = solve(puzzle, made)
    boards = [naive.board(key, len(golden["start"])) for key in route]
    assert len(route) - 1 == golden["optimum"]
    assert all(after in naive.graph_successors(golden["edges"], before) for before, after in pairwise(boards))
    assert [puzzle.format(route[0]), puzzle.format(route[-1])] == [golden["start"], golden["goal"]]
