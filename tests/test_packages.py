"""The packages of docs/design.md: each imports only from those below it, and `--help` imports nothing heavy."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "slidefront"
# From the top down.
PACKAGES = [
    "cli",
    "view",
    "find",
    "analysis",
    "search",
    "tables",
    "check",
    "routes",
    "explore",
    "store",
    "puzzles",
    "text",
    "keys",
]
SHARED = {"arrays", "compile", "display", "errors", "files", "threads", "units"}
HEAVY = (
    "numpy",
    "numba",
    "pyarrow",
    "pandas",
    "polars",
    "duckdb",
    "sympy",
    "rich",
    "textual",
    "matplotlib",
    "distributed",
)


def modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE]


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module] if node.module != "slidefront" else [f"slidefront.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_package_imports_only_from_those_below(path):
    package = path.relative_to(PACKAGE).parts[0]
    allowed = {*PACKAGES[PACKAGES.index(package) :], *SHARED, "__version__"}
    for name in imports(path):
        if name.startswith("slidefront."):
            assert name.split(".")[1] in allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", [*PACKAGE.rglob("*.py")], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_says_what_it_is_for_and_is_not_too_long(path):
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert len(text.splitlines()) <= 350


def test_each_package_is_known():
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(PACKAGES)


@pytest.mark.parametrize("words", [["--help"], ["expand", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(words):
    code = (
        f"import sys\nfrom slidefront.cli import main\ntry:\n    main({words!r})\nexcept SystemExit as end:\n"
        f"    assert end.code == 0\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_data_files_are_never_pickled():
    for path in PACKAGE.rglob("*.py"):
        assert not {"pickle", "marshal", "shelve"} & set(imports(path))
        assert "allow_pickle=True" not in path.read_text("utf-8")


@pytest.mark.parametrize(("puzzle", "family"), [("8-puzzle", "blocks"), ("pennant", "transfer")])
def test_a_named_puzzle_needs_neither_the_readers_of_pasted_text_nor_the_other_family(puzzle: str, family: str) -> None:
    code = (
        "import sys; from slidefront.cli import main\ntry:\n"
        f"    main(['solve', '{puzzle}', '--quiet'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "print(*(name for name in sys.modules if name.startswith('slidefront')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.splitlines()[-1].split()
    read = {name.rpartition(".")[2] for name in names}
    assert not read & {"pasted", "pasted_blocks", "cards", "board_files", "packs", "klotski"}
    assert f"slidefront.puzzles.{family}.puzzle" not in names
    assert "slidefront.puzzles.core" in names
