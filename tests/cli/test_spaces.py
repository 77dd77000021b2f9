"""Each command that reads a space answers the same for a run, a table and a puzzle whose space is small."""

import pytest

from tools.command_reference import COMMANDS

READ_ALL = {
    "depth": ["1_2/345", "_12/345", "--routes"],
    "stats": ["--format", "bars"],
    "hardest": ["--top", "5"],
    "export": ["--columns", "depth,board,hole_home"],
    "problems": ["--depths", "5:8", "--count", "8"],  # of several shortest routes any may be given
    "page": ["--out", "{}.html"],
    "graph": ["--out", "{}.svg"],
}
READ_WHAT_IS_STORED = {"verify", "expand"}


@pytest.fixture
def stored(slidefront):
    slidefront("expand", "2x3", "--out", "run", "-q")
    slidefront("table", "2x3", "--out", "made.table", "-q")
    return slidefront


def test_these_are_all_commands_that_read_a_space():
    named = {name for name, command in COMMANDS.items() for one in command.params if "TABLE" in str(one.metavar)}
    assert named == READ_ALL.keys() | READ_WHAT_IS_STORED


def test_the_puzzle_of_a_run_or_a_table_is_solved(stored):
    answers = [stored("solve", space, "--start", "1_2/345", "-q").out for space in ("run", "made.table", "2x3")]
    assert answers[0] == answers[1] == answers[2] != ""
    assert "leave out --metric line" in stored("solve", "run", "--metric", "line", code=2).err


@pytest.mark.parametrize("command", READ_ALL)
def test_a_run_a_table_and_a_puzzle_give_the_same(stored, tmp_path, command):
    found = []
    for number, space in enumerate(("run", "made.table", "2x3")):
        words = [word.format(number) for word in READ_ALL[command]]
        printed = stored(command, space, *words, "-q").out
        file = tmp_path / words[-1]
        found.append((printed, file.read_text("utf-8") if file.exists() else ""))
    assert any(found[0])
    assert found[0] == found[1] == found[2]
