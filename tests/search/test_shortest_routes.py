"""The boards of shortest routes, and the routes, against naive ones; golden routes replayed by the naive twins."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load
from slidefront.arrays import Keys
from slidefront.moves import METRICS
from slidefront.search import two_way
from slidefront.search.result import Routes
from slidefront.search.two_way import MemoryLimitError, Met
from tests.strategies_blocks import block_case
from tests.worlds import (
    SETTINGS,
    Errand,
    Setting,
    Tools,
    array,
    boards_between,
    errands,
    find,
    some,
    tools,
)

in_any_setting = st.sampled_from(SETTINGS)


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
    meet = two_way.meet

    def without_memory(*given: Any, keep: bool = False, **named: Any) -> Met:
        if keep:
            raise MemoryLimitError(1 << 60, 0, 0, every=True)
        return meet(*given, **named)

    with pytest.MonkeyPatch.context() as changed:
        if forgets:
            changed.setattr(two_way, "meet", without_memory)
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


# Routes


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


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ["daisy", "violet", "poppy"])
def test_a_route_costs_about_as_much_as_its_proof(name: str, metric: str, forgets: bool) -> None:
    """Although it is narrow from home, and wide from the goal."""
    puzzle = load(name, metric)
    home = array([puzzle.home])
    with tools(Setting(2, tiny=False)) as made:
        met = find(puzzle, home, puzzle.selected, made)
        proof = made.examined
    with forgetting(forgets), tools(Setting(2, tiny=False)) as made:
        boards_between(puzzle, home, met.keys, met.length, made, every=False)
    assert made.examined < 3 * proof
