"""The public API: what its functions take and return is exported, and each name is the same object everywhere."""

import inspect
import typing
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import slidefront


def classes_in(annotation: Any) -> Iterator[type]:
    """List the classes of slidefront that an annotation names."""
    if isinstance(annotation, type) and annotation.__module__.startswith("slidefront."):
        yield annotation
    for part in typing.get_args(annotation):
        yield from (one for each in (part if isinstance(part, list) else [part]) for one in classes_in(each))


def members(name: str) -> Iterator[Any]:
    """List a function, or the public methods, properties and fields of a class."""
    value = getattr(slidefront, name)
    if not isinstance(value, type):
        yield inspect.signature(value)
        return
    for part, member in inspect.getmembers(value):
        if not part.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            yield inspect.signature(member.fget if isinstance(member, property) else member)


@pytest.mark.parametrize("name", slidefront.__all__)
def test_what_it_takes_and_returns_is_exported(name: str) -> None:
    internal = {"Routes"}
    for signature in members(name):
        annotations = [signature.return_annotation, *(one.annotation for one in signature.parameters.values())]
        for annotation in annotations:
            for one in classes_in(annotation):
                assert one.__name__ in {*slidefront.__all__, *internal}, f"{name} names {one}"


def test_every_name_is_there_and_sorted() -> None:
    assert slidefront.__all__ == sorted(slidefront.__all__, key=lambda name: (name[0].islower(), name))
    for name in slidefront.__all__:
        module = import_module(f"slidefront.{slidefront._MODULES[name]}")
        assert getattr(slidefront, name) is getattr(module, name)


def test_problems_of_a_puzzle_and_of_a_run_are_one_function(ten: slidefront.Run) -> None:
    drawn = slidefront.problems(ten, [6, 8], 3, seed=1)
    assert slidefront.problems("10-puzzle", [6, 8], 3, seed=1) == drawn
    assert slidefront.problems(slidefront.load("10-puzzle"), [6, 8], 3, seed=1, threads=1) == drawn
    assert [one.length for one in drawn] == [6] * 3 + [8] * 3
    with pytest.raises(slidefront.LimitError, match="apply only to a puzzle"):
        slidefront.problems(ten, [6], tries=5)
    with pytest.raises(slidefront.LimitError, match="only the layers of a run tell how difficult"):
        slidefront.problems("10-puzzle", [6], difficulty=True)
