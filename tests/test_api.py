"""The public API: its names, and the parameters that several functions share."""

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, get_origin

import numpy as np
import pytest

import slidefront


def test_public_names_are_few_documented_and_match_their_modules() -> None:
    assert slidefront.__all__ == sorted(slidefront.__all__, key=lambda name: (name[0].islower(), name))
    assert len(slidefront.__all__) <= 92
    for name, module in slidefront._modules().items():
        assert getattr(slidefront, name) is getattr(import_module(module), name)
    for name in slidefront.__all__:
        value = getattr(slidefront, name)
        assert get_origin(value) is Literal or inspect.getdoc(value), f"{name} has no docstring"
    names: dict[str, object] = {}
    exec("from slidefront import *", names)
    assert {*slidefront.__all__} == {*names} - {"__builtins__"}
    assert {*slidefront.__all__, "__version__"} == {*dir(slidefront)}


@pytest.mark.parametrize("name", ["nothing", "__path", "_hidden"])
def test_unknown_name_raises_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'slidefront' has no attribute '{name}'"):
        getattr(slidefront, name)


@pytest.mark.parametrize(
    ("name", "metric", "optimum"), [("klotski", "step", 116), ("klotski", "slide", 90), ("3x3", "line", 15)]
)
def test_solve_uses_the_given_metric(name: str, metric: str, optimum: int) -> None:
    """However it was loaded."""
    start = "home" if name == "klotski" else [[1, 6, 8], [7, 0, 2], [5, 4, 3]]
    for puzzle in (name, slidefront.load(name), slidefront.load(name, metric)):
        assert slidefront.solve(puzzle, start, metric=metric).optimum == optimum


def test_loading_in_another_metric_keeps_the_goal() -> None:
    puzzle = slidefront.load("3x3").with_goal("12345678_").with_goal("1234567_8")
    assert slidefront.load(puzzle) is puzzle
    assert slidefront.load(puzzle, "line").goal == puzzle.goal
    with pytest.raises(slidefront.PuzzleError, match="metric 'foo' is unknown"):
        slidefront.load(puzzle, "foo")


@pytest.mark.parametrize("number", [-1, 2**36, 2**70])
def test_invalid_keys_raise_board_error(ten: slidefront.Run, number: int) -> None:
    puzzle = slidefront.load("3x3")
    for take in (puzzle.key, lambda key: puzzle.array([key])):
        with pytest.raises(slidefront.BoardError, match="is not the key of a board of 3x3"):
            take(number)
    with pytest.raises(slidefront.BoardError):
        ten.depth_of(number)


SELECTING: list[Callable[[slidefront.Run, Any], list[int]]] = [
    lambda run, depths: slidefront.to_pandas(run, depths).depth.unique().tolist(),
    lambda run, depths: slidefront.to_polars(run, depths).collect()["depth"].unique().sort().to_list(),
    lambda run, depths: sorted({depth for (depth,) in run.to_duckdb(depths, "depth").fetchall()}),
    lambda run, depths: sorted({*run.sample(run.board_count, depths).depths.tolist()}),
    lambda run, depths: sorted({one.length for one in slidefront.problems(run, depths)}),
]


@pytest.mark.parametrize("select", SELECTING)
@pytest.mark.parametrize(
    ("depths", "expected"),
    [
        *((some, [3, 4, 5]) for some in ("3:5", range(3, 6), [5, 3, 4, 3], {3, 4, 5}, np.arange(3, 6))),
        *((one, [3]) for one in (3, "3", np.int64(3), 3.0)),
        (None, [*range(32)]),
        ([], []),
        ("29:", [29, 30, 31]),
    ],
)
def test_depths_select_the_same_layers_in_every_function(
    eight: slidefront.Run, select: Callable[[slidefront.Run, Any], list[int]], depths: Any, expected: list[int]
) -> None:
    assert select(eight, depths) == expected


@pytest.mark.parametrize("select", SELECTING)
@pytest.mark.parametrize("depths", [-1, 2.5, "", "x", "5:3", [[1]]])
def test_invalid_depths_raise_argument_error(eight: slidefront.Run, select: Callable[..., Any], depths: Any) -> None:
    with pytest.raises(slidefront.ArgumentError):
        select(eight, depths)
