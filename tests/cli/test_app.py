"""What the command line uses of typer without documentation is as in the versions that pyproject.toml allows."""

import tomllib
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import get_type_hints

import typer
from packaging.requirements import Requirement
from typer import core

from slidefront.cli.app import USAGE_ERROR, Commands, _typers_values, _Values


def test_typer_is_of_a_version_that_was_tried() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    (bound,) = [Requirement(line).specifier for line in project["dependencies"] if line.startswith("typer")]
    assert version("typer") in bound
    assert any(one.operator == "<" for one in bound)


def test_the_parts_without_documentation_are_there() -> None:
    assert USAGE_ERROR.__name__ == "ClickException"
    assert issubclass(typer.BadParameter, USAGE_ERROR)
    assert not issubclass(typer.Abort, USAGE_ERROR)
    (group,) = Commands.__bases__
    for name in ("format_commands", "invoke"):
        assert [*signature(getattr(group, name)).parameters] == [*signature(getattr(Commands, name)).parameters]
    if _typers_values:  # earlier versions do without pydantic
        assert vars(core)["build_runtime_param"] is _Values
        assert [*signature(_typers_values).parameters] == ["descriptor"]
        values = get_type_hints(_typers_values)["return"]
        assert [*signature(values.coerce).parameters] == [*signature(_Values.coerce).parameters]
