"""One meaning, one name: what is true of all commands and options, and how the help shows them."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import slidefront
from slidefront.cli.app import COMMANDS, GROUPS
from slidefront.cli.output import option
from tools import options_reference
from tools.command_reference import COMMANDS as ALL
from tools.command_reference import GROUP

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


def first_sentence(text: str) -> str:
    return re.split(r"(?<=\.) ", text, maxsplit=1)[0]


@pytest.mark.parametrize("name", NAMES)
def test_an_option_means_the_same_in_all_commands(name):
    same = [(command, one) for command, one in options() if name in one.opts]
    assert len({(*one.opts, *one.secondary_opts) for _, one in same}) == 1
    assert len({(one.is_flag, one.multiple, kind(one)) for _, one in same}) == 1, same
    assert len({first_sentence(one.help) for _, one in same}) == 1, [one.help for _, one in same]


def test_one_meaning_has_one_name():
    meanings = {(command, first_sentence(one.help)): one.opts for command, one in options()}
    for _, one in options():
        names = {tuple(opts) for (_, meaning), opts in meanings.items() if meaning == first_sentence(one.help)}
        assert len(names) == 1, names


def commands_in_messages() -> list[tuple[str, list[str]]]:
    """List the commands that the library advises, each with its options."""
    root = Path(slidefront.__file__).parent
    library = [path for path in root.rglob("*.py") if "cli" not in path.relative_to(root).parts]
    trees = [ast.parse(path.read_text("utf-8")) for path in library]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "advise"]
    found = []
    for call in calls:
        words = [word.value for word in call.args[:1] if isinstance(word, ast.Constant)] or ["expand"]  # or `table`
        found.append((words[0], [option(one.arg) for one in call.keywords if one.arg]))
    return found


def test_messages_name_commands_and_options_that_exist():
    said = commands_in_messages()
    assert len(said) >= 9
    for name, names in said:
        assert {*names} <= {opt for one in ALL[name].params for opt in one.opts}, name


def test_a_short_name_belongs_to_one_option():
    short = {(brief, one.opts[0]) for _, one in options() for brief in one.opts if not brief.startswith("--")}
    assert short == {("-o", "--out"), ("-q", "--quiet")}


@pytest.mark.parametrize("name", [name for name in ALL if not name.startswith("patterns")])
def test_what_prints_results_prints_json_and_what_writes_has_out(name):
    names = {long for one in ALL[name].params for long in one.opts}
    assert ("--json" in names) is (name not in PRINT_NO_RESULTS | PRINT_LINES_FOR_PROGRAMS)
    assert ({"--out", "-o"} <= names) is (name not in WRITE_NO_FILE)


@pytest.mark.parametrize("name", list(ALL))
def test_a_puzzle_can_have_another_goal_and_metric(name):
    words = {one.name for one in ALL[name].params}
    arguments = " ".join(str(one.metavar) for one in ALL[name].params if one.param_type_name == "argument")
    if "PUZZLE" in arguments and not name.startswith("patterns"):
        assert {"goal", "metric"} <= words


def test_the_help_shows_every_command_once_under_a_heading(slidefront):
    text = slidefront("--help").out
    assert "..." not in text.partition("Explore:")[2]
    headings = re.findall(r"^(\w+):\n", text, re.MULTILINE)
    assert headings == ["Options", *GROUPS]
    assert re.findall(r"^  ([a-z]+)  +[A-Z]", text.partition("Explore:")[2], re.MULTILINE) == [*COMMANDS]
    assert {*GROUP.commands} == {*COMMANDS}


def test_the_table_of_parameters_and_options_is_up_to_date():
    assert (DOCS / "options.md").read_text("utf-8") == options_reference.reference(), "run `make docs`"


def test_no_name_has_two_meanings_and_no_meaning_two_names():
    of_options = options_reference.options()
    assert [name for name, meanings in of_options.items() if len(meanings) > 1] == []
    assert options_reference.MEANINGS.keys() == options_reference.parameters().keys()
    for meanings in (options_reference.MEANINGS.values(), [one for many in of_options.values() for one in many]):
        assert len({*meanings}) == len(meanings)
