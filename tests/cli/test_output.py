"""Sentences wrap at words to the width of a terminal, and do not wrap elsewhere."""

import os
import re
import termios
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.forks import Forks

COMMANDS = [
    "--help",
    "expand --help",
    "info klotski",
    "expand pillars-6 --depth 2 --start CFBADE",
    "verify pillars-6 --deep",
    "hardest pillars-6",
    "solve 15-puzzle --start 1234/5678/9abc/dfe_",
    "replay 8-puzzle LLRLL",
    "solvable pennant 111111111",
    "depth 8-puzzle",
    "expand 15-puzzle",
]


COMMAND = """
import os, sys
from slidefront.cli import main
os.chdir(folder)
os.environ.pop("COLUMNS", None)
try:
    main(words)
except SystemExit:
    sys.stdout.flush()
    os._exit(0)  # to end the interpreter takes longer than these commands
"""


def on_terminal(forks: Forks, words: str, folder: Path, columns: int) -> str:
    """Run a command on a terminal of some width, and return what it shows without what moves the cursor."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (200, columns))
    forks.start(COMMAND, dict.fromkeys(range(3), os.ttyname(theirs)), words=words.split(), folder=folder)
    os.close(theirs)
    said = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    forks.end()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode())


def read(terminal: int) -> bytes:
    """Read what is there; Linux reports the end as an error."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def is_prose(line: str) -> bool:
    """Tell whether a line is neither of a table or a drawing nor a command to copy."""
    return not line.startswith("    ") and not re.search(r"[─│]|\S {2,}\S", line)


@pytest.mark.usefixtures("six")
@pytest.mark.parametrize("words", COMMANDS)
def test_sentences_wrap_at_forty_columns(forks: Forks, tmp_path: Path, words: str) -> None:
    lines = [line.split("\r")[-1] for line in on_terminal(forks, words, tmp_path, 40).replace("\r\n", "\n").split("\n")]
    long = [line for line in lines if len(line) > 40 and is_prose(line) and " " in line.strip()]
    assert long == []
    assert any(line.strip() for line in lines)


def test_answers_on_a_terminal_are_printed_once_on_their_own_lines(forks: Forks, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("3124756_8\n3124\n12_345678\n")
    shown = on_terminal(forks, "solve 8-puzzle --start boards.txt", tmp_path, 100).replace("\r\n", "\n").split("\n")
    lines = [line.split("\r")[-1] for line in shown]
    bad = "line 2: column 4: the board has 4 cells, but 8-puzzle has 3 x 3; write a board such as _12345678"
    assert [line for line in lines if "3124" in line or "_3456" in line or "line 2" in line] == [
        "3124756_8:3:DRD",
        bad,
        "12_345678:2:R2",
    ]


def test_sentences_do_not_wrap_without_a_terminal(slidefront: Command) -> None:
    answer = slidefront("info", "pennant")
    assert max(map(len, answer.out.splitlines())) > 100
    refused = slidefront("solve", "15-puzzle", "--start", "1234/5678/9abc/dfe_", code=1)
    assert len(refused.err.splitlines()) == 2


def test_find_reports_at_once_that_it_counts(forks: Forks, tmp_path: Path) -> None:
    shown = on_terminal(forks, "find 2x3", tmp_path, 100)
    assert "counting the boards" in shown.split("placements")[0]
