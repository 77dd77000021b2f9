"""The shape of the tests: each can fail.

A *check* is an `assert`, a call of one of `CHECKS`, or a call of any function of the tests that has a check; functions
are known by their names. Whether a check is reached, and what it compares, is not looked at.
"""

import ast
from pathlib import Path

CHECKS = {"raises", "warns", "fail", "expect", "until"}  # of pytest, pexpect and selenium


def names_called(function: ast.FunctionDef) -> set[str]:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {one.id if isinstance(one, ast.Name) else getattr(one, "attr", "") for one in calls}


def asserts(function: ast.FunctionDef) -> bool:
    found = [node.test for node in ast.walk(function) if isinstance(node, ast.Assert)]
    return any(not isinstance(test, ast.Constant) for test in found)


def cannot_fail(texts: list[str]) -> list[str]:
    """List the tests of some modules that have no check."""
    nodes = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    checking = {*CHECKS, *(node.name for node in nodes if asserts(node))}
    while more := {node.name for node in nodes if names_called(node) & checking} - checking:
        checking |= more
    tests = [node for node in nodes if node.name.startswith("test_")]
    return [node.name for node in tests if not asserts(node) and not names_called(node) & checking]


def test_every_test_can_fail() -> None:
    texts = [path.read_text("utf-8") for path in sorted(Path(__file__).parent.rglob("*.py"))]
    assert len(texts) > 100
    assert cannot_fail(texts) == []


def test_what_a_check_is() -> None:
    helpers = "def look(x):\n    return look(x)\n\ndef check(x):\n    assert x\n\n"
    for body, good in (
        ("assert x", True),
        ("assert True", False),
        ("print(x)", False),
        ("with pytest.raises(OSError): f()", True),
        ("for a in x: check(a)", True),
        ("look(x)", False),
        ("check", False),
    ):
        assert cannot_fail([f"{helpers}def test_it(x, f):\n    {body}\n"]) == ([] if good else ["test_it"])
