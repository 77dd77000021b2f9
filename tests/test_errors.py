"""Errors: messages of one line, classes that Python knows, and the wording in tests/wording.txt."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

import slidefront
from slidefront.errors import BoardError, SlidefrontError, check_platform
from tools.wording import FILE, transcript


def test_messages_are_one_printable_line_that_keeps_its_end() -> None:
    message = str(BoardError("a\nb\x1b[2J" + "c" * 4000 + " does not exist"))
    assert message.startswith("a\\nb\\x1b[2Jccc")
    assert message.endswith("ccc does not exist")
    assert len(message) < 520


@pytest.mark.parametrize(
    ("call", "kind", "also"),
    [
        (lambda: slidefront.open_run("nowhere"), slidefront.RunError, FileNotFoundError),
        (lambda: slidefront.open_table("nowhere.table"), slidefront.TableError, FileNotFoundError),
        (lambda: slidefront.load("nowhere.toml"), slidefront.PuzzleError, FileNotFoundError),
        (lambda: slidefront.expand("2x2", starts=Path("nowhere.txt")), slidefront.BoardError, FileNotFoundError),
        (lambda: slidefront.load("2x2").key("nowhere"), slidefront.BoardError, ValueError),
        (lambda: slidefront.load("nowhere"), slidefront.PuzzleError, ValueError),
        (lambda: slidefront.read_route("2x2", "nowhere"), slidefront.RouteError, ValueError),
        (lambda: slidefront.solve("2x2", algorithm="nowhere"), slidefront.ArgumentError, ValueError),
    ],
)
def test_errors_derive_from_a_built_in_class(
    call: Callable[[], object], kind: type[Exception], also: type[Exception], tmp_path: Path
) -> None:
    with chdir(tmp_path), pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, also)
    assert isinstance(caught.value, slidefront.SlidefrontError)


def test_only_windows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for platform in ("linux", "darwin", "freebsd14"):
        monkeypatch.setattr(sys, "platform", platform)
        assert check_platform() is None  # type: ignore[func-returns-value]
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(slidefront, "expand", raising=False)  # a name is imported once
    with pytest.raises(SlidefrontError):
        slidefront.expand  # noqa: B018 - its import is refused
    assert slidefront.SlidefrontError is SlidefrontError, "exceptions can be imported, to be caught"


def options_in(path: Path) -> list[str]:
    """List the options in the texts of a module, except its docstrings."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    option = re.compile(r"(?<![\w-])--(?!sf-|near-)[a-z][a-z-]*")
    return [name for text in texts if isinstance(text, str) for name in option.findall(text)]


def test_library_never_mentions_options() -> None:
    package = Path(slidefront.__file__).parent
    counts = Counter({path: len(options_in(path)) for path in package.rglob("*.py")})
    assert sum(counts.pop(path) for path in (package / "cli").rglob("*.py")) > 50, "options are found"
    assert [*+counts] == []


def test_wording_is_that_of_the_transcript() -> None:
    """If a new wording is intended, run `python -m tools.wording` and read the difference."""
    text = FILE.read_text("utf-8")
    assert transcript(text) == text
