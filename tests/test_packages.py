"""The packages of docs/design.md: each imports only from those below it, and `--help` imports nothing heavy."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

import slidefront
from slidefront.cli.app import COMMANDS

PACKAGE = Path(__file__).parents[1] / "slidefront"
DOWN = "cli apps report draw frames search check tables explore store notation puzzles keys executors"
PACKAGES = DOWN.split()
SHARED = {"arrays", "compile", "errors", "files", "machine", "moves", "units", "watch"}
HEAVY = {"numpy", "numba", "pyarrow", "pandas", "polars", "duckdb", "rich", "matplotlib", "distributed", "pydantic"}


def modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(node: ast.AST, *, at_run_time: bool = False) -> tuple[str, ...]:
    """Return the modules that a module imports, also inside functions, with or without those for type checkers."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) if at_run_time:
            return ()
        case ast.ImportFrom(module=str(module), names=aliases):
            return module, *(f"{module}.{alias.name}" for alias in aliases)
        case ast.Import(names=aliases):
            return tuple(alias.name for alias in aliases)
    children = ast.iter_child_nodes(node)
    return tuple(chain.from_iterable(imports(child, at_run_time=at_run_time) for child in children))


def test_package_imports_only_from_packages_below() -> None:
    for path in modules():
        package = path.relative_to(PACKAGE).parts[0]
        public = slidefront.__all__ if package in ("cli", "apps") else []
        allowed = {*PACKAGES[PACKAGES.index(package) :], *SHARED, *public, "__version__", "Displayed"}
        for name in imports(parsed(path)):
            assert not name.startswith("slidefront.") or name.split(".")[1] in allowed, f"{path} imports {name}"


# Modules that applications may import in addition to public names and each other.
FOR_APPLICATIONS = {"arrays", "compile", "errors", "executors", "files", "moves", "units", "watch"}
LOG = "slidefront.store.log"


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    """Imports inside functions count too, except that of the Dask executor, which few users install."""
    names = {path: ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in PACKAGE.rglob("*.py")}
    paths = {name.removesuffix(".__init__"): path for path, name in names.items()}
    del paths["slidefront"]
    graph = {name: {*imports(parsed(path), at_run_time=True)} & {*paths} for name, path in paths.items()}
    graph["slidefront.executors"].remove("slidefront.executors.dask")
    TopologicalSorter({name: imported - {name} for name, imported in graph.items()}).prepare()


def test_applications_use_only_public_names() -> None:
    allowed = {*slidefront.__all__, *FOR_APPLICATIONS, "apps"}
    for path in PACKAGE.glob("apps/**/*.py"):
        used = {
            name.split(".")[1] for name in imports(parsed(path)) if name.startswith("slidefront.") and LOG not in name
        }
        assert used <= allowed, f"{path} imports {used - allowed}"


def test_only_command_functions_import_applications() -> None:
    for path in modules():
        package = path.relative_to(PACKAGE).parts[0]
        uses = [name for name in imports(parsed(path)) if name.startswith("slidefront.apps")]
        assert not uses or package in ("apps", "cli"), f"{path} imports {uses}"
        if package == "cli":
            top = [node for node in parsed(path).body if isinstance(node, ast.ImportFrom)]
            assert not [node.module for node in top if (node.module or "").startswith("slidefront.apps")], path


def defined_names(path: Path) -> Iterator[str]:
    """Yield the functions, constants and type aliases that a module defines at its top level, and all its classes."""
    tree = parsed(path)
    for node in [*tree.body, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


def test_module_level_names_are_unique() -> None:
    """Each name that does not start with an underscore is defined in one module only.

    The function of a command in `cli` may have the name of the library function that does its work, such as `solve`.
    """
    modules_of = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for name in defined_names(path):
            modules_of[name].add(path.relative_to(PACKAGE))
    assert len(modules_of) > 1000
    for name, paths in modules_of.items():
        library = {path for path in paths if path.parts[0] != "cli"} if name in COMMANDS else paths
        assert name.startswith("_") or len(library) <= 1, f"{name} is defined in {', '.join(map(str, paths))}"


def test_only_puzzles_know_their_families() -> None:
    """Other packages use capabilities. `frame` is a capability that only searches need."""
    asks = re.compile(r"puzzle\.(?:frame|layout)\b|(?:Block|Transfer)Puzzle\b|\b(?:puzzle|loaded)\.kind (?:==|!=|in)")
    assert asks.findall("if puzzle.frame is None: isinstance(puzzle, BlockPuzzle)") == ["puzzle.frame", "BlockPuzzle"]
    for path in modules():
        package = path.relative_to(PACKAGE).parts[0]
        if package != "puzzles":
            capabilities = ["puzzle.frame"] if package == "search" else []
            assert [name for name in asks.findall(path.read_text("utf-8")) if name not in capabilities] == [], path
        if package == "search":
            assert not [name for name in imports(parsed(path)) if re.search(r"puzzles\.(?:blocks|transfer)", name)], (
                path
            )


@pytest.mark.parametrize("family", ["blocks", "transfer"])
def test_parts_of_a_family_do_not_import_its_puzzle(family: str) -> None:
    for path in (PACKAGE / "puzzles" / family).glob("*.py"):
        assert f"slidefront.puzzles.{family}.puzzle" not in imports(parsed(path)), path


def test_every_package_is_listed() -> None:
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(PACKAGES)


@pytest.mark.parametrize("words", [["--help"], ["expand", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    assert imported_by(words, tmp_path) & HEAVY == set()


@pytest.mark.parametrize(
    "words",
    [
        "show 8-puzzle",
        "solve 8-puzzle --start 3124756_8",
        "depth 8-puzzle 3124756_8",
        "stats 8-puzzle",
        "page 8-puzzle --out page.html",
        "problems 8-puzzle",
    ],
)
def test_commands_for_small_puzzles_import_only_numpy_of_the_heavy_modules(words: str, tmp_path: Path) -> None:
    """These take half a second."""
    assert imported_by(words.split(), tmp_path) & HEAVY == {"numpy"}


def imported_by(words: list[str], folder: Path) -> set[str]:
    """Return the modules that a command imports."""
    code = (
        f"import sys\nfrom slidefront.cli import main\ntry:\n    main({words!r})\nexcept SystemExit as end:\n"
        f"    assert end.code == 0\nprint()\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=folder)
    return {*done.stdout.splitlines()[-1].split()}


def test_data_files_are_never_pickled() -> None:
    for path in {*PACKAGE.rglob("*.py")} - {PACKAGE / "compile.py"}:  # numba pickles compiled code, which is no data
        assert not {"pickle", "marshal", "shelve"} & set(imports(parsed(path)))
        assert "allow_pickle=True" not in path.read_text("utf-8")


@pytest.mark.parametrize(("puzzle", "family"), [("8-puzzle", "blocks"), ("pennant", "transfer")])
def test_named_puzzle_does_not_import_the_other_family(puzzle: str, family: str, tmp_path: Path) -> None:
    names = imported_by(["solve", puzzle, "--quiet"], tmp_path)
    assert f"slidefront.puzzles.{family}.puzzle" not in names
    assert "slidefront.puzzles.core" in names


def test_no_module_reads_the_wall_clock() -> None:
    """Limits and intervals use a monotonic clock, so that setting the time changes nothing."""
    for path in PACKAGE.rglob("*.py"):
        assert not re.search(r"\btime\.time\b|time_ns\(|\bdatetime\b|from time import", path.read_text("utf-8")), path
