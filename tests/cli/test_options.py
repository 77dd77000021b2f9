"""Options: one meaning, one name; how the help and the reference show them; and their completion."""

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
import typer

import slidefront
from slidefront.apps.find.kinds import SHIPPED
from slidefront.apps.page.data import MOST_BYTES, MOST_PAGE_BOARDS
from slidefront.apps.problems.sheet import PAPERS
from slidefront.cli import options as completion
from slidefront.cli.app import COMMANDS, GROUPS, USAGE_ERROR, Commands
from slidefront.cli.output import option_name
from slidefront.explore.expand import expand
from slidefront.frames.stats import DEFAULT_TOP
from slidefront.puzzles import Metric, Only, library
from slidefront.puzzles.capabilities import Selection
from slidefront.puzzles.puzzle_file import METRICS_OF_KIND
from slidefront.tables.open_space import MOST_BOARDS
from slidefront.units import MOST_POINTS
from tests.cli.conftest import Command
from tools import references
from tools.references import COMMANDS as ALL
from tools.references import GROUP
from tools.wording import FILE, blocks

DOCS = Path(__file__).parents[2] / "docs"
PRINT_NO_RESULTS = {"graph", "page", "sheet", "patterns", "patterns build"}
PRINT_LINES_FOR_PROGRAMS = {"problems", "export"}
WRITE_NO_FILE = {"info", "list", "runs", "verify"}
"""`verify --repair` changes the run itself."""


def options() -> list[tuple[str, Any]]:
    return [
        (name, one)
        for name, command in ALL.items()
        for one in command.params
        if one.param_type_name == "option" and "--help" not in one.opts
    ]


def kind(one: Any) -> str:
    """The type of a value; an option without a default and one with it have the same."""
    described = getattr(one, "type_descriptor", None)
    return str(described.annotation if described else one.type).removesuffix(" | None")


NAMES = sorted({long for _, one in options() for long in one.opts if long.startswith("--")})


IN_WORDS = {1_000_000: "a million", 10_000_000: "ten million"}


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        ("graph", f"{MOST_POINTS:,} boards"),
        ("hardest", f"{DEFAULT_TOP} boards"),
        ("page", IN_WORDS[MOST_PAGE_BOARDS]),
        ("page", f"{MOST_BYTES >> 20} MiB"),
        ("solvable", IN_WORDS[MOST_BOARDS]),
    ],
)
def test_help_states_the_limits_of_the_code(slidefront: Command, command: str, limit: str) -> None:
    assert f"at most {limit}" in " ".join(slidefront(command, "--help").out.split())


@pytest.mark.parametrize("name", NAMES)
def test_option_has_one_type_in_all_commands(name) -> None:
    same = [(command, one) for command, one in options() if name in one.opts]
    assert len({(*one.opts, *one.secondary_opts) for _, one in same}) == 1
    assert len({(one.is_flag, one.multiple, kind(one)) for _, one in same}) == 1, same


def calls(ending: str) -> list[ast.Call]:
    """List the calls in the source of slidefront to functions and classes whose names have an ending."""
    paths = Path(slidefront.__file__).parent.rglob("*.py")
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    return [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith(ending)]


def option_names(command: str) -> set[str]:
    return {opt for one in ALL[command].params for opt in one.opts}


def test_messages_name_commands_and_options_that_exist() -> None:
    advised = calls("advise")
    assert len(advised) >= 9
    for call in advised:
        words = [word.value for word in call.args[:1] if isinstance(word, ast.Constant)] or ["expand"]  # or `table`
        assert {option_name(one.arg) for one in call.keywords if one.arg} <= option_names(words[0]), words


def test_parameters_of_errors_are_options() -> None:
    """The first argument of an error is its message, and each word after it is a parameter."""
    of_library = {"captions", "starts"}
    words = [word.value for call in calls("Error") for word in call.args[1:] if isinstance(word, ast.Constant)]
    parameters = {word for word in words if isinstance(word, str) and " " not in word}
    assert len(parameters) > 20
    assert [name for name in parameters - of_library if option_name(name) not in NAMES] == []


def test_options_in_transcript_belong_to_their_commands() -> None:
    at_end = re.compile(r" \((--[a-z-]+(?:, --[a-z-]+)*)\)$", re.MULTILINE)
    named = [
        (shlex.split(line)[2], option)
        for line, message in blocks(FILE.read_text("utf-8"))
        for options in at_end.findall(message)
        for option in options.split(", ")
        if line.startswith("$ slidefront ")
    ]
    assert len(named) > 30
    assert [(command, option) for command, option in named if option not in option_names(command)] == []


def test_short_options_are_unique() -> None:
    short = {(brief, one.opts[0]) for _, one in options() for brief in one.opts if not brief.startswith("--")}
    assert short == {("-o", "--out"), ("-q", "--quiet")}


@pytest.mark.parametrize("name", [name for name in ALL if not name.startswith("patterns")])
def test_results_have_json_and_files_have_out(name) -> None:
    names = {long for one in ALL[name].params for long in one.opts}
    assert ("--json" in names) is (name not in PRINT_NO_RESULTS | PRINT_LINES_FOR_PROGRAMS)
    assert ({"--out", "-o"} <= names) is (name not in WRITE_NO_FILE)


@pytest.mark.parametrize("name", list(ALL))
def test_commands_with_a_puzzle_take_goal_and_metric(name) -> None:
    words = {one.name for one in ALL[name].params}
    arguments = " ".join(str(one.metavar) for one in ALL[name].params if one.param_type_name == "argument")
    if "PUZZLE" in arguments and not name.startswith("patterns"):
        assert {"goal", "metric"} <= words


def test_help_lists_every_command_once(slidefront) -> None:
    text = slidefront("--help").out
    assert "..." not in text.partition("Explore:")[2]
    headings = re.findall(r"^(\w+):\n", text, re.MULTILINE)
    assert headings == ["Options", *GROUPS]
    assert re.findall(r"^  ([a-z]+)  +[A-Z]", text.partition("Explore:")[2], re.MULTILINE) == [*COMMANDS]
    assert {*GROUP.commands} == {*COMMANDS}


def test_names_and_meanings_match_one_to_one() -> None:
    of_options = references.options()
    assert [name for name, meanings in of_options.items() if len(meanings) > 1] == []
    assert references.MEANINGS.keys() == references.parameters().keys()
    for meanings in (references.MEANINGS.values(), [one for many in of_options.values() for one in many]):
        assert len({*meanings}) == len(meanings)


def test_undocumented_parts_of_typer_exist() -> None:
    assert USAGE_ERROR.__name__ == "ClickException"
    assert issubclass(typer.BadParameter, USAGE_ERROR)
    assert not issubclass(typer.Abort, USAGE_ERROR)
    *_, group = Commands.__bases__
    for name in ("format_commands", "invoke"):
        assert [*signature(getattr(group, name)).parameters] == [*signature(getattr(Commands, name)).parameters]


def test_parameters_are_converted_without_pydantic() -> None:
    """Only the commands of slidefront convert so: typer itself is unchanged."""
    code = (
        "import sys; from slidefront.cli import main\ntry: main(['info', '2x2', '--depth', '3'])\n"
        "except SystemExit: print('pydantic' in sys.modules)\n"
        "from typer import core; print(vars(core).get('build_runtime_param', core.TyperGroup).__module__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *_, is_imported, module = done.stdout.splitlines()
    assert is_imported == "False"
    assert module.startswith("typer.")


@pytest.mark.parametrize("name", ALL)
def test_every_command_is_in_the_readme_and_has_help(name) -> None:
    assert ALL[name].help
    assert all(parameter.help for parameter in ALL[name].params)
    page = "docs/patterns.md" if name.startswith("patterns") else "README.md"
    assert re.search(rf"(slidefront |`){name}\b", (DOCS.parent / page).read_text("utf-8"))


HEAVY = {"numpy", "numba", "pyarrow", "pandas", "rich"}
CODE = f"""
import sys
sys.argv[:] = ['slidefront']  # this name tells which variable asks for completion
from slidefront.cli import main
try:
    main()
finally:
    sys.stderr.write(" ".join({HEAVY} & set(sys.modules)))
"""
Complete = Callable[..., list[str]]


def typed(*words: str) -> dict[str, str]:
    """The variables of the environment by which a shell asks for completion."""
    return {
        "_SLIDEFRONT_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["slidefront", *words]),
        "COMP_CWORD": str(len(words)),
    }


@pytest.fixture
def complete(slidefront: Command, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """Press the tab key after some words, the last of which may be empty."""
    monkeypatch.setattr(sys, "argv", ["slidefront"])
    monkeypatch.setattr(sys.modules["__main__"], "__package__", None)  # which would name the program, too

    def press_tab(*words: str) -> list[str]:
        with monkeypatch.context() as changed:
            for name, value in typed(*words).items():
                changed.setenv(name, value)
            return slidefront().out.split()

    return press_tab


def test_completion_offers_runs_of_the_folder(complete: Complete, tmp_path: Path) -> None:
    assert complete("solve", "14") == ["14-puzzle"]
    expand("2x2", out=tmp_path / "data/small", depth=2)
    expand("2x2", out=tmp_path / "data/other", depth=2)
    expand("2x2", out=tmp_path / "data/renamed", depth=2)
    (tmp_path / "data/renamed/_run.json").rename(tmp_path / "data/renamed/run.json")
    (tmp_path / "data/none").mkdir()
    assert complete("stats", "") == ["other", "small"] == completion.run_names()
    assert complete("hardest", "s")[0] == "small"
    assert complete("stats", "small", "o") == ["other"]


def test_completion_offers_puzzles_and_values_of_options(complete: Complete) -> None:
    assert completion.values("PUZZLE")["autocompletion"]("") == library.names()
    assert complete("solve", "2x2", "--metric", "") == [*get_args(Metric)]
    assert complete("solve", "8-puzzle", "--algorithm", "bi") == ["bidirectional"]
    assert complete("solve", "8-puzzle", "--goal", "hole") == ["hole-first", "hole-last"]
    assert complete("find", "4x4", "--rules", "") == [*SHIPPED]
    assert complete("sheet", "klotski", "--paper", "") == [*PAPERS]
    assert {*get_args(Metric)} == {*chain(*METRICS_OF_KIND.values())}
    assert {*get_args(Only)} == {selection.word for selection in Selection} - {"none"}


@pytest.mark.parametrize(
    "told",
    [typed("solve", "14"), {"_SLIDEFRONT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "slidefront solve 14"}],
)
def test_completion_imports_nothing_heavy(told: dict[str, str]) -> None:
    """Whether bash asks or zsh."""
    command, environment = [sys.executable, "-c", CODE], {**os.environ, **told}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert "14-puzzle" in done.stdout
    assert done.stderr == ""
