"""Searches of one and of two ways against naive ones: how far, where they meet, and that nothing shorter is missed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.search import layer_search
from slidefront.search.layer_search import LayerFrontier
from slidefront.search.two_way import MemoryLimitError, Met
from slidefront.watch import Interrupted, Round
from tests import naive
from tests.strategies import cases
from tests.worlds import (
    IN_LAYERS,
    SETTINGS,
    Errand,
    Setting,
    Tools,
    World,
    array,
    errands,
    find,
    meet,
    some,
    tools,
    world_of_case,
)

in_any_setting, in_layers = st.sampled_from(SETTINGS), st.sampled_from(IN_LAYERS)


def meet_on(errand: Errand, made: Tools, **given: Any) -> Met:
    world = errand.world
    return meet(world.puzzle, array(map(world.key, errand.starts)), array(map(world.key, errand.goals)), made, **given)


def find_on(errand: Errand, made: Tools, **given: Any) -> Met:
    world, goals = errand.world, array(map(errand.world.key, errand.goals))
    return find(world.puzzle, array(map(world.key, errand.starts)), lambda keys: np.isin(keys, goals), made, **given)


def answer(met: Met) -> tuple[list[int], int, int, str]:
    return met.keys.tolist(), met.from_start, met.from_goal, met.exhausted


# How far


@some
@given(errands(), in_any_setting)
def test_two_frontiers_meet_where_all_shortest_routes_cross(errand: Errand, setting: Setting) -> None:
    way = errand.way
    told: list[Round] = []
    with tools(setting, tell=told.append) as made:
        met = meet_on(errand, made, every=True)
    assert met.length == len(way) - 1
    assert met.keys.tolist() == errand.world.keys(way[met.from_start])
    assert met.exhausted == ""
    assert [one.length for one in told] == [*range(1, len(way))]
    assert [one.met for one in told] == [one.length == met.length for one in told]


@some
@given(errands(), in_any_setting)
def test_one_frontier_finds_all_the_nearest_goals(errand: Errand, setting: Setting) -> None:
    way = errand.way
    told: list[Round] = []
    with tools(setting, tell=told.append) as made:
        met = find_on(errand, made, every=True)
    assert answer(met) == (errand.world.keys(way[-1]), len(way) - 1, 0, "")
    assert [(one.from_start, one.from_goal) for one in told] == [(depth, 0) for depth in range(1, len(way))]
    assert [one.met for one in told] == [one.length == met.length for one in told]


@some
@given(errands(), in_any_setting)
def test_one_board_is_the_smallest_of_all_in_any_setting(errand: Errand, setting: Setting) -> None:
    """In tiny plans a sample, and not the board with most moves, may say which frontier is cheaper."""
    for search in (meet_on, find_on):
        with tools(Setting(1, setting.tiny)) as made:
            keys, *rest = answer(search(errand, made, every=True))
        with tools(setting) as made:
            assert answer(search(errand, made)) == (keys[:1], *rest)


# No route at all


def sides_of(errand: Errand, *depths: int | None) -> dict[str, list[set[Any]]]:
    """Explore naively from both sides, each to a depth or to the end."""
    ends = {"start": errand.starts, "goal": errand.goals}
    return {
        side: naive.layers(errand.world.successors, boards, depth)
        for (side, boards), depth in zip(ends.items(), depths or (None, None), strict=True)
    }


def check_no_route(errand: Errand, setting: Setting) -> None:
    """A side is exhausted when it has all boards that it can reach, and no sooner."""
    layers = sides_of(errand)
    assert not set().union(*layers["start"]) & set().union(*layers["goal"])
    with tools(setting) as made:
        met = meet_on(errand, made)
    depths = {"start": met.from_start, "goal": met.from_goal}
    assert met.keys.size == 0
    assert met.exhausted in depths
    for side, depth in depths.items():
        assert depth == len(layers[side]) if side == met.exhausted else depth < len(layers[side])
    with tools(setting) as made:
        assert answer(find_on(errand, made)) == ([], len(layers["start"]), 0, "start")
    with tools(setting) as made:
        most = met.length - 1
        assert answer(meet_on(errand, made, most=most))[3] == ""


@some
@given(cases(6), st.data(), in_any_setting)
def test_searches_end_where_there_is_no_route(of_case: Any, data: st.DataObject, setting: Setting) -> None:
    """Shuffle the labels: often enough no move leads to the new board."""
    world = world_of_case(of_case)
    tiles = data.draw(st.permutations([label for label in world.home if label]))
    waiting = iter(tiles)
    goal = tuple(next(waiting) if label else 0 for label in world.home)
    errand = Errand(world, {world.home}, {goal})
    connected = any(goal in layer for layer in sides_of(errand)["start"])
    assert world.puzzle.theory.connects(world.key(world.home), world.key(goal)) in (connected, None)
    if connected:
        with tools(setting) as made:
            assert meet_on(errand, made).length == len(errand.way) - 1
    else:
        check_no_route(errand, setting)


# What it costs


def made_moves(world: World, layers: list[set[Any]]) -> int:
    """Count the successors of some layers; of used moves only those that lead further."""
    before: set[Any] = set()
    count = 0
    for layer in layers:
        for board in layer:
            after = world.successors(board)
            count += len(after) if world.puzzle.working.bits == 0 else len([one for one in after if one not in before])
        before = layer
    return count


@some
@given(errands(), in_any_setting)
def test_what_was_examined_and_generated_is_counted(errand: Errand, setting: Setting) -> None:
    """Every board of every layer that was left behind, once."""
    with tools(setting) as made:
        met = meet_on(errand, made)
    sides = sides_of(errand, met.from_start, met.from_goal)
    left = [sides["start"][: met.from_start], sides["goal"][: met.from_goal]]
    assert made.examined == sum(len(layer) for layers in left for layer in layers)
    assert made.generated == sum(made_moves(errand.world, layers) for layers in left)


# Memory


@some
@given(errands(), st.sampled_from([meet_on, find_on]), in_layers)
def test_a_layer_too_large_for_memory_is_not_begun(
    errand: Errand, search: Callable[..., Met], setting: Setting
) -> None:
    """With the memory that is named the search goes on, and with a byte less it ends in the same round."""
    optimum = len(errand.way) - 1
    memory = 1
    for _ in range(optimum):
        told: list[Round] = []
        try:
            with tools(setting, memory, tell=told.append) as made:
                search(errand, made)
        except MemoryLimitError as error:
            assert memory < error.memory
            assert [one.length for one in told] == [*range(1, error.length)]
            with tools(setting, error.memory - 1) as made, pytest.raises(MemoryLimitError) as again:
                search(errand, made)
            assert (again.value.memory, again.value.length) == (error.memory, error.length)
            memory = error.memory
        else:
            assert len(told) == optimum
            return
    with tools(setting, memory) as made:
        assert search(errand, made).length == optimum


@some
@given(errands(), in_layers)
def test_memory_is_estimated_for_all_layers_that_are_held(errand: Errand, setting: Setting) -> None:
    """Both frontiers, and the layers before them where their boards must be subtracted."""
    asked: list[int] = []
    made_here: list[int] = []
    told = [Round(0, 0, 0, 0.0, met=False)]
    step = LayerFrontier.step

    def note(frontier: LayerFrontier, *given: Any) -> Any:
        outlook = frontier._levels.outlook
        made_here.append(outlook.successors + outlook.boards)
        return step(frontier, *given)

    with pytest.MonkeyPatch.context() as changed, tools(setting, tell=told.append) as made:
        changed.setattr(LayerFrontier, "step", note)
        changed.setattr(layer_search, "memory_of", lambda keys, _: asked.append(keys) or 0)
        met = meet_on(errand, made)
    sides = sides_of(errand, met.from_start, met.from_goal)
    kept = 1 if errand.world.puzzle.working.bits else 2
    for keys, new, before in zip(asked, made_here, told, strict=False):
        ends = zip(sides.values(), (before.from_start, before.from_goal), strict=True)
        held = [layer for layers, depth in ends for layer in layers[: depth + 1][-kept:]]
        assert keys - new == sum(len(layer) for layer in held)
    assert len(asked) == met.length


# Leaving off


@some
@given(errands(), st.sampled_from([meet_on, find_on]), in_any_setting, st.data())
def test_a_person_may_stop_at_any_moment(
    errand: Errand, search: Callable[..., Met], setting: Setting, data: st.DataObject
) -> None:
    asked = 0

    def never() -> bool:
        nonlocal asked
        asked += 1
        return False

    with tools(setting, stop=never) as made:
        search(errand, made)
    if asked:
        moments = iter(range(data.draw(st.integers(0, asked - 1), label="moment")))
        told: list[Round] = []
        with (
            tools(setting, stop=lambda: next(moments, None) is None, tell=told.append) as made,
            pytest.raises(Interrupted),
        ):
            search(errand, made)
        assert len(told) < len(errand.way)
