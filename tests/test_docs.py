"""The docs name only what exists, and their pictures and results are those that the code produces."""

import re
import tomllib
from collections.abc import Iterator
from functools import partial, reduce
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import Any

import nbformat
import pytest

import slidefront
from tools.golden import ROOT
from tools.notebook import PATH, executed
from tools.pictures import DRAWN, FOLDER
from tools.references import COMMANDS, GROUP, PAGES

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
    """Whether there is a module with a path such as `explore/plan.py` or `tests/naive.py`."""
    below = ("slidefront", "tests", "tools")
    return (ROOT / name).is_file() or any(path.is_file() for one in below for path in (ROOT / one).rglob(name))


def resolve(dotted: str) -> object:
    """Find an object such as `slidefront.notation.write.steps`: modules first, then attributes."""
    module: object = import_module("slidefront")
    names = dotted.split(".")
    for number in range(2, len(names) + 1):
        try:
            module = import_module(".".join(names[:number]))
        except ModuleNotFoundError:
            return reduce(getattr, names[number - 1 :], module)
    return module


def anchor(heading: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.fixture(params=DOCS, ids=lambda path: path.name)
def page(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_page_names_only_what_exists(page: Path) -> None:
    """Modules, packages, objects, functions, methods and options."""
    text = page.read_text("utf-8")
    assert [name for name in MODULE.findall(text) if not module_exists(name)] == []
    packages = [re.findall(r"^  (\w+)/", tree, re.MULTILINE) for tree in PACKAGE_TREE.findall(text)]
    assert [name for tree in packages for name in tree if not (ROOT / "slidefront" / name).is_dir()] == []
    for dotted in DOTTED.findall(text):
        if not dotted.endswith((".toml", ".py")):
            assert resolve(dotted) is not None
    owners = [slidefront, *filter(isclass, map(partial(getattr, slidefront), slidefront.__all__))]
    for name in set(CALL.findall(text)) - FOREIGN:
        assert any(hasattr(owner, name) for owner in owners), name
    commands = [GROUP, *COMMANDS.values()]
    known = {"--help", *(option for command in commands for parameter in command.params for option in parameter.opts)}
    named = {name for span in OPTIONS.findall(text) for name in re.findall(r"(?<![\w-])--[a-z][\w-]*", span)}
    assert named - known - FOREIGN == set()


def test_docstrings_name_existing_modules() -> None:
    named = {name for path in (ROOT / "slidefront").rglob("*.py") for name in MODULE.findall(path.read_text("utf-8"))}
    assert [name for name in sorted(named) if not module_exists(name)] == []
    assert "capabilities.py" in named


def test_page_installs_from_the_clone(page: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    installed = re.findall(r"pip install '?([^\s'`]+)", page.read_text("utf-8"))
    assert {*installed} <= {".", *(f".[{extra}]" for extra in extras)}


def test_links_lead_to_existing_pages_and_headings(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        name, _, section = target.partition("#")
        path = page.parent / name if name else page
        assert path.is_file(), target
        if section:
            assert section in map(anchor, HEADING.findall(path.read_text("utf-8"))), target


def test_readme_and_site_navigation_list_each_page() -> None:
    linked = LINK.findall((ROOT / "README.md").read_text("utf-8"))
    navigation = (ROOT / "tools/site/mkdocs.yml").read_text("utf-8")
    for path in DOCS[1:]:
        assert f"docs/{path.name}" in linked
        assert f" {path.name}\n" in navigation


@pytest.mark.parametrize("name", PAGES)
def test_generated_page_is_up_to_date(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("name", DRAWN)
def test_picture_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == DRAWN[name](), "run `make docs`"


def test_every_picture_is_shown_and_described() -> None:
    text = "".join((FOLDER.parent / name).read_text("utf-8") for name in ("pictures.md", "page.md"))
    shown = re.findall(r"!\[[^\]]{10,}\]\(pictures/([^)]*)\)", text) + re.findall(r'src="pictures/([^"]*)" alt=', text)
    assert sorted(shown) == sorted(path.name for path in FOLDER.iterdir())


def outputs(notebook: Any) -> Iterator[Any]:
    """Yield the outputs of all code cells, which are results and streams."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type in ("execute_result", "stream"), output
            yield output


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_notebook_produces_its_stored_results(tmp_path: Path) -> None:
    stored, computed = [*outputs(nbformat.read(PATH, as_version=4))], [*outputs(executed(tmp_path))]
    texts = [[output.get("text") or output.data["text/plain"] for output in both] for both in (stored, computed)]
    assert texts[0] == texts[1]
    results = [output.data for output in computed if output.output_type == "execute_result"]
    drawn = [data for data in results if "text/html" in data or "image/svg+xml" in data]
    assert len(drawn) == 7
    assert "data:image/svg+xml;base64," in drawn[0]["text/html"]
