"""What the command line uses of typer without documentation is as in the versions that pyproject.toml allows."""

import tomllib
from importlib.metadata import version
from inspect import signature
from pathlib import Path

import typer
from packaging.requirements import Requirement

from slidefront.cli.app import USAGE_ERROR, Commands


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
