"""Two-way and one-way searches, and the routes that they find, against naive ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load
from slidefront.explore.levels import Workspace
from slidefront.moves import METRICS
from slidefront.puzzles.core import Puzzle
from slidefront.search import layer_search, two_way
from slidefront.search.layer_search import LayerFrontier
from slidefront.search.result import Routes
from slidefront.search.two_way import MemoryLimitError, Met, SetFrontier, TwoWay
from slidefront.watch import Interrupted, Round
from tests import naive
from tests.strategies import cases
from tests.strategies_blocks import block_case
from tests.watchers import Told
from tests.worlds import IN_LAYERS, SETTINGS, Errand, Setting, World, array, errands, some, workspace, world_of_case

in_any_setting, in_layers = st.sampled_from(SETTINGS), st.sampled_from(IN_LAYERS)


@dataclass
class Tools:
    """The workspace of searches, and the last of them."""

    workspace: Workspace
    sets: bool = False
    last: TwoWay = field(init=False)

    def search(self, puzzle: Puzzle, *, every: bool) -> TwoWay:
        frontier_of = partial(SetFrontier, 1 << 60) if self.sets else partial(LayerFrontier, self.workspace)
        self.last = TwoWay(puzzle, self.workspace.watcher, frontier_of, every)
        return self.last


@contextmanager
def tools(setting: Setting = SETTINGS[0], memory: int = 1 << 40, **given: Callable[..., Any]) -> Iterator[Tools]:
    with workspace(setting, memory, Told(**given)) as made:
        yield Tools(made, setting.sets)


def meet_on(errand: Errand, searches: Tools, *, every: bool = False, **given: Any) -> Met:
    world = errand.world
    starts, goals = (array(map(world.key, boards)) for boards in (errand.starts, errand.goals))
    return two_way.meet(searches.search(world.puzzle, every=every), starts, goals, **given)


def find_on(errand: Errand, searches: Tools, *, every: bool = False, **given: Any) -> Met:
    """Search one way, for the goals as boards that meet a partial goal."""
    world = errand.world
    starts, goals = (array(map(world.key, boards)) for boards in (errand.starts, errand.goals))
    puzzle = copy(world.puzzle)
    puzzle.meets = lambda keys: np.isin(keys, goals)  # type: ignore[method-assign]
    return two_way.meet(searches.search(puzzle, every=every), starts, None, **given)


def answer(met: Met) -> tuple[list[int], int, int, str]:
    return met.keys.tolist(), met.from_start, met.from_goal, met.exhausted


@some
@given(errands(), st.sampled_from([meet_on, find_on]), in_any_setting)
def test_frontiers_meet_where_all_shortest_routes_cross(
    errand: Errand, search: Callable[..., Met], setting: Setting
) -> None:
    """A single frontier goes on to the goals."""
    way = errand.way
    rounds: list[Round] = []
    with tools(setting, round=rounds.append) as searches:
        met = search(errand, searches, every=True)
    assert met.length == len(way) - 1
    assert met.keys.tolist() == errand.world.keys(way[met.from_start])
    assert met.exhausted == ""
    assert [round_.length for round_ in rounds] == [*range(1, len(way))]
    assert [round_.met for round_ in rounds] == [round_.length == met.length for round_ in rounds]
    assert search is meet_on or {*(round_.from_goal for round_ in rounds), met.from_goal} == {0}


@some
@given(errands(), in_any_setting)
def test_single_meeting_is_the_smallest_in_any_setting(errand: Errand, setting: Setting) -> None:
    """In tiny plans a sample, and not the board with most moves, may say which frontier is cheaper."""
    for search in (meet_on, find_on):
        with tools(Setting(1, setting.tiny)) as searches:
            keys, *rest = answer(search(errand, searches, every=True))
        with tools(setting) as searches:
            assert answer(search(errand, searches)) == (keys[:1], *rest)


def sides_of(errand: Errand, *depths: int | None) -> dict[str, list[set[Any]]]:
    """Explore naively from both sides, each to a depth or to the end."""
    ends = {"start": errand.starts, "goal": errand.goals}
    return {
        side: naive.layers(errand.world.successors, boards, depth)
        for (side, boards), depth in zip(ends.items(), depths or (None, None), strict=True)
    }


@some
@given(cases(6), st.data(), in_any_setting)
def test_search_without_a_route_exhausts_a_side(of_case: Any, data: st.DataObject, setting: Setting) -> None:
    """Shuffle the labels: often enough no move leads to the new board."""
    world = world_of_case(of_case)
    tiles = data.draw(st.permutations([label for label in world.home if label]))
    waiting = iter(tiles)
    goal = tuple(next(waiting) if label else 0 for label in world.home)
    errand = Errand(world, {world.home}, {goal})
    layers = sides_of(errand)
    connected = any(goal in layer for layer in layers["start"])
    assert world.puzzle.theory.connects(world.key(world.home), world.key(goal)) in (connected, None)
    if connected:
        with tools(setting) as searches:
            assert meet_on(errand, searches).length == len(errand.way) - 1
        return
    assert not set().union(*layers["start"]) & set().union(*layers["goal"])
    with tools(setting) as searches:  # a side is exhausted when it has all boards that it can reach, and no sooner
        met = meet_on(errand, searches)
    depths = {"start": met.from_start, "goal": met.from_goal}
    assert met.keys.size == 0
    assert met.exhausted in depths
    for side, depth in depths.items():
        assert depth == len(layers[side]) if side == met.exhausted else depth < len(layers[side])
    with tools(setting) as searches:
        assert answer(find_on(errand, searches)) == ([], len(layers["start"]), 0, "start")
    with tools(setting) as searches:
        most = met.length - 1
        assert answer(meet_on(errand, searches, most=most))[3] == ""


def made_moves(world: World, layers: list[set[Any]]) -> int:
    """Count the successors of some layers; if used moves are noted, only the successors that lead further."""
    layers_before = [set[Any](), *layers] if world.puzzle.working.bits else [set[Any]()] * len(layers)
    return sum(
        after not in before
        for before, layer in zip(layers_before, layers, strict=False)
        for board in layer
        for after in world.successors(board)
    )


@some
@given(errands(), in_any_setting)
def test_examined_and_generated_boards_are_counted(errand: Errand, setting: Setting) -> None:
    """Every board of every layer that was left behind, once."""
    with tools(setting) as searches:
        met = meet_on(errand, searches)
    sides = sides_of(errand, met.from_start, met.from_goal)
    left = [sides["start"][: met.from_start], sides["goal"][: met.from_goal]]
    assert searches.last.examined == sum(len(layer) for layers in left for layer in layers)
    assert searches.last.generated == sum(made_moves(errand.world, layers) for layers in left)


@some
@given(errands(), st.sampled_from([meet_on, find_on]), in_layers)
def test_layer_that_exceeds_memory_is_not_begun(errand: Errand, search: Callable[..., Met], setting: Setting) -> None:
    """With the memory that is named the search goes on, and with a byte less it ends in the same round."""
    optimum = len(errand.way) - 1
    memory = 1
    for _ in range(optimum):
        rounds: list[Round] = []
        try:
            with tools(setting, memory, round=rounds.append) as searches:
                search(errand, searches)
        except MemoryLimitError as error:
            assert memory < error.memory
            assert [round_.length for round_ in rounds] == [*range(1, error.length)]
            with tools(setting, error.memory - 1) as searches, pytest.raises(MemoryLimitError) as again:
                search(errand, searches)
            assert (again.value.memory, again.value.length) == (error.memory, error.length)
            memory = error.memory
        else:
            assert len(rounds) == optimum
            return
    with tools(setting, memory) as searches:
        assert search(errand, searches).length == optimum


@some
@given(errands(), in_layers)
def test_memory_estimate_includes_all_kept_layers(errand: Errand, setting: Setting) -> None:
    """Both frontiers, and the layers before them where their boards must be subtracted."""
    asked: list[int] = []
    expected_keys: list[int] = []
    rounds = [Round(0, 0, 0, 0.0, met=False)]
    step = LayerFrontier.step

    def note(frontier: LayerFrontier, *given: Any) -> Any:
        outlook = frontier._levels.outlook
        expected_keys.append(outlook.successors + outlook.board_count)
        return step(frontier, *given)

    with pytest.MonkeyPatch.context() as changed, tools(setting, round=rounds.append) as searches:
        changed.setattr(LayerFrontier, "step", note)
        changed.setattr(layer_search, "step_memory", lambda keys, _: asked.append(keys) or 0)
        met = meet_on(errand, searches)
    sides = sides_of(errand, met.from_start, met.from_goal)
    kept = 1 if errand.world.puzzle.working.bits else 2
    for keys, new, before in zip(asked, expected_keys, rounds, strict=False):
        ends = zip(sides.values(), (before.from_start, before.from_goal), strict=True)
        held = [layer for layers, depth in ends for layer in layers[: depth + 1][-kept:]]
        assert keys - new == sum(len(layer) for layer in held)
    assert len(asked) == met.length


@some
@given(errands(), st.sampled_from([meet_on, find_on]), in_any_setting, st.data())
def test_search_can_be_interrupted_at_any_moment(
    errand: Errand, search: Callable[..., Met], setting: Setting, data: st.DataObject
) -> None:
    asked = 0

    def never() -> bool:
        nonlocal asked
        asked += 1
        return False

    with tools(setting, stop=never) as searches:
        search(errand, searches)
    if asked:
        moments = iter(range(data.draw(st.integers(0, asked - 1), label="moment")))
        rounds: list[Round] = []
        with (
            tools(setting, stop=lambda: next(moments, None) is None, round=rounds.append) as searches,
            pytest.raises(Interrupted),
        ):
            search(errand, searches)
        assert len(rounds) < len(errand.way)


@contextmanager
def forgetting(forgets: bool = True) -> Iterator[None]:
    """Let there never be memory to hold all layers: every search is cut in two once more."""
    meet = two_way.meet

    def without_memory(*given: Any, keep: bool = False, **named: Any) -> Met:
        if keep:
            raise MemoryLimitError(1 << 60, 0, 0, every=True)
        return meet(*given, **named)

    with pytest.MonkeyPatch.context() as changed:
        if forgets:
            changed.setattr(two_way, "meet", without_memory)
        yield


@some
@given(errands(), in_any_setting, st.booleans(), st.booleans())
def test_boards_of_all_shortest_routes_are_found(errand: Errand, setting: Setting, forgets: bool, every: bool) -> None:
    """With little memory, routes are cut in two again and again, to the same boards."""
    expected = [errand.world.keys(layer) for layer in errand.way]
    first, last = array(expected[0]), array(expected[-1])
    with forgetting(forgets), tools(setting) as searches:
        search = searches.search(errand.world.puzzle, every=every)
        layers = two_way.boards_between(search, first, last, len(expected) - 1)
    actual = [layer.tolist() for layer in layers]
    if every:
        assert actual == expected
    else:
        assert all({*way} <= {*layer} for way, layer in zip(actual, expected, strict=True))


def test_first_of_very_many_routes_come_at_once() -> None:
    """Three pieces go seven steps each, in any order. Their number is known without making any of the routes."""
    puzzle = block_case("A......./B......./C.......").puzzle
    ends = array([puzzle.home]), array([puzzle.parse(".......A/.......B/.......C")])
    with tools() as searches:
        routes = Routes(puzzle, two_way.boards_between(searches.search(puzzle, every=True), *ends, 21))
    assert routes.count == factorial(21) // factorial(7) ** 3
    first, second = islice(routes, 2)
    assert first < second
    assert [first[0], first[-1]] == [second[0], second[-1]] == [*map(int, (*ends[0], *ends[1]))]


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ["daisy", "violet", "poppy"])
def test_route_costs_about_as_much_as_its_proof(name: str, metric: str, forgets: bool) -> None:
    """Although it is narrow from home, and wide from the goal."""
    puzzle = load(name, metric)
    home = array([puzzle.home])
    with tools(Setting(2, tiny=False)) as searches:
        met = two_way.meet(searches.search(puzzle, every=False), home, None)
        proof = searches.last.examined
    with forgetting(forgets), tools(Setting(2, tiny=False)) as searches:
        two_way.boards_between(searches.search(puzzle, every=False), home, met.keys, met.length)
    assert searches.last.examined < 3 * proof
