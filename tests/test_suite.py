"""The shape of the tests: each can fail.

A *check* is an `assert`, a `raise` of AssertionError, a call of one of `CHECKS`, or a call of a function of the tests
(also a fixture, and a method of `self`) that has a check. Whether a check is reached, and what it compares, is not
looked at.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CHECKS = {"raises", "warns", "fail", "expect", "until"}  # of pytest, pexpect and selenium
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def functions(path: Path) -> dict[str, Function]:
    """Find all functions of a module and of its classes, by name."""
    return {node.name: node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, Function)}


@cache
def imported(path: Path) -> dict[str, Path]:
    """Find the names that a module imports from the tests, and their modules; a module stands for itself."""
    found = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tests":
            place = TESTS.parent.joinpath(*str(node.module).split("."))
            for alias in node.names:
                module = place / f"{alias.name}.py"
                found[alias.asname or alias.name] = module if module.exists() else place.with_suffix(".py")
    return found


def definitions(name: str, path: Path | None) -> Iterator[tuple[Function, Path]]:
    """Find what a name means in a module: a function of its own, an imported one, or a fixture."""
    if path is None:
        return
    folders = [folder / "conftest.py" for folder in path.parents if folder.is_relative_to(TESTS)]
    for place in [path, imported(path).get(name), *folders]:
        if place and place.exists() and name in functions(place):
            yield functions(place)[name], place


def called(function: Function, path: Path) -> Iterator[tuple[str, Path | None]]:
    """List the names that a function calls, decorators left out, and the module in which each is to be looked up."""
    for node in (inner for statement in function.body for inner in ast.walk(statement)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, path
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            yield node.func.attr, path if owner == "self" else imported(path).get(owner)


def can_fail(function: Function, path: Path, seen: frozenset[str] = frozenset()) -> bool:
    """Tell whether a function has a check, or calls one that has."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.Raise) and "AssertionError" in ast.dump(node):
            return True
    names = {(name, place) for name, place in called(function, path) if name not in seen}
    if any(name in CHECKS for name, _ in names):
        return True
    after = seen | {function.name}
    return any(can_fail(found, where, after) for name, place in names for found, where in definitions(name, place))


def cannot_fail(path: Path) -> list[str]:
    return [
        f"{path.name}: {name}"
        for name, function in functions(path).items()
        if name.startswith("test_") and not can_fail(function, path)
    ]


def test_every_test_can_fail() -> None:
    modules = sorted(TESTS.rglob("test_*.py"))
    assert len(modules) > 100
    assert [name for path in modules for name in cannot_fail(path)] == []


@pytest.mark.parametrize(
    ("body", "good"),
    [
        ("assert x", True),
        ("assert True", False),
        ("print(x)", False),
        ("with raises(OSError): f()", True),
        ("with pytest.raises(OSError): f()", True),
        ("for a in x: check(a)", True),
        ("look(x)", False),
        ("naive.layers(x)", False),
        ("refused(OSError, f)", True),
        ("check", False),
    ],
)
def test_what_a_check_is(tmp_path: Path, body: str, good: bool) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        "from tests import naive\nfrom tests.messages import refused\n\n"
        f"def look(x):\n    return look(x)\n\ndef check(x):\n    assert x\n\ndef test_it(x, f):\n    {body}\n"
    )
    assert cannot_fail(path) == ([] if good else ["test_it.py: test_it"])
