"""What the docs name exists: modules, functions, methods, options, and the targets of links."""

import re
import tomllib
from functools import partial, reduce
from importlib import import_module
from inspect import isclass
from pathlib import Path

import pytest

import slidefront
from tools.command_reference import COMMANDS, GROUP

ROOT = Path(__file__).parents[1]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULE = re.compile(r"(?<![\w/.-])(?:[\w-]+/)*\w+\.py\b")
DOTTED = re.compile(r"(?<![\w.-])slidefront(?:\.[A-Za-z_]\w*)+")
PACKAGE_TREE = re.compile(r"^slidefront/\n((?:  .*\n)+)", re.MULTILINE)
CALL = re.compile(r"`(?:\w+\.)*([a-z_]\w*)\([^`]*\)`")
OPTIONS = re.compile(r"`(--[a-z][^`]*)`")
FOREIGN = {"job_script"}
"""Names of other libraries and programs."""
LINK = re.compile(r"\]\(([^):]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def module_exists(name: str) -> bool:
    """Tell whether a path such as `explore/plan.py` or `tests/naive.py` is that of a module."""
    below = ("slidefront", "tests", "tools")
    return (ROOT / name).is_file() or any(path.is_file() for one in below for path in (ROOT / one).rglob(name))


def resolve(dotted: str) -> object:
    """Find `slidefront.notation.write.steps`: modules first, then attributes."""
    found: object = import_module("slidefront")
    names = dotted.split(".")
    for number, name in enumerate(names[1:], 2):
        try:
            found = import_module(".".join(names[:number]))
        except ModuleNotFoundError:
            return reduce(getattr, names[number - 1 :], found)
        assert name
    return found


def anchor(heading: str) -> str:
    """Give the anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.fixture(params=DOCS, ids=lambda path: path.name)
def page(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_modules(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [name for name in MODULE.findall(text) if not module_exists(name)] == []
    packages = [re.findall(r"^  (\w+)/", tree, re.MULTILINE) for tree in PACKAGE_TREE.findall(text)]
    assert [name for tree in packages for name in tree if not (ROOT / "slidefront" / name).is_dir()] == []


def test_modules_that_docstrings_name() -> None:
    named = {name for path in (ROOT / "slidefront").rglob("*.py") for name in MODULE.findall(path.read_text("utf-8"))}
    assert [name for name in sorted(named) if not module_exists(name)] == []
    assert "capabilities.py" in named


def test_names(page: Path) -> None:
    for dotted in DOTTED.findall(page.read_text("utf-8")):
        if not dotted.endswith((".toml", ".py")):
            assert resolve(dotted) is not None


def test_functions_and_methods(page: Path) -> None:
    owners = [slidefront, *filter(isclass, map(partial(getattr, slidefront), slidefront.__all__))]
    for name in set(CALL.findall(page.read_text("utf-8"))) - FOREIGN:
        assert any(hasattr(owner, name) for owner in owners), name


def test_options(page: Path) -> None:
    commands = [GROUP, *COMMANDS.values()]
    known = {"--help", *(option for command in commands for one in command.params for option in one.opts)}
    spans = OPTIONS.findall(page.read_text("utf-8"))
    assert {name for span in spans for name in re.findall(r"(?<![\w-])--[a-z][\w-]*", span)} - known - FOREIGN == set()


def test_what_pip_installs_is_in_the_clone(page: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    installed = re.findall(r"pip install '?([^\s'`]+)", page.read_text("utf-8"))
    assert {*installed} <= {".", *(f".[{extra}]" for extra in extras)}


def test_links(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        name, _, section = target.partition("#")
        path = page.parent / name if name else page
        assert path.is_file(), target
        if section:
            assert section in map(anchor, HEADING.findall(path.read_text("utf-8"))), target


def test_each_page_is_listed_in_the_readme() -> None:
    linked = LINK.findall((ROOT / "README.md").read_text("utf-8"))
    assert [path.name for path in DOCS[1:] if f"docs/{path.name}" not in linked] == []


def test_each_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "tools/site/mkdocs.yml").read_text("utf-8")
    assert [path.name for path in DOCS[1:] if f" {path.name}\n" not in navigation] == []
