"""docs/python.md is current, and every public name has a docstring."""

import inspect
from pathlib import Path

import pytest

import slidefront
from tests.reference import reference

PAGE = Path(__file__).parents[1] / "docs" / "python.md"


def test_the_reference_is_that_of_the_library() -> None:
    assert PAGE.read_text("utf-8") == reference(), "run `make docs`"


@pytest.mark.parametrize("name", slidefront.__all__)
def test_each_public_name_is_explained(name: str) -> None:
    assert inspect.getdoc(getattr(slidefront, name))
    assert f"### {name}\n" in PAGE.read_text("utf-8")
