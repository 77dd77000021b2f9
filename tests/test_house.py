"""The rooms of docs/design.md: each imports only from rooms below it, and `--help` wakes none of the heavy ones."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "slidefront"
ROOMS = ["cli", "view", "analysis", "search", "explore", "store", "frontier", "puzzles"]  # from the top down
GROUND = {"arrays", "compile", "errors", "files", "threads", "units"}
HEAVY = ("numpy", "numba", "pyarrow", "pandas", "polars", "duckdb", "sympy", "rich")


def modules() -> list[Path]:
    return [path for path in HOUSE.rglob("*.py") if path.parent != HOUSE]


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module] if node.module != "slidefront" else [f"slidefront.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_room_imports_only_from_rooms_below(path):
    room = path.relative_to(HOUSE).parts[0]
    allowed = {*ROOMS[ROOMS.index(room) :], *GROUND, "__version__"}
    for name in imports(path):
        if name.startswith("slidefront."):
            assert name.split(".")[1] in allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", [*HOUSE.rglob("*.py")], ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_module_says_what_it_is_for_and_is_not_too_long(path):
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert len(text.splitlines()) <= 350


def test_each_room_of_the_house_is_known():
    assert {path.name for path in HOUSE.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(ROOMS)


@pytest.mark.parametrize("words", [["--help"], ["expand", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(words):
    code = (
        f"import sys\nfrom slidefront.cli import main\ntry:\n    main({words!r})\nexcept SystemExit as end:\n"
        f"    assert end.code == 0\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_data_files_are_never_pickled():
    for path in HOUSE.rglob("*.py"):
        assert not {"pickle", "marshal", "shelve"} & set(imports(path))
        assert "allow_pickle=True" not in path.read_text("utf-8")
