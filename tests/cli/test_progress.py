"""Progress and wrapped sentences on a terminal, the file of --log, and the logger `slidefront`."""

import logging
import os
import re
import sys
import termios
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

import pytest

from slidefront import open_space, problems
from slidefront.cli import main
from slidefront.cli.progress import ExpandProgress
from slidefront.store.run import Run
from slidefront.watch import Step
from tests.cli.conftest import Command
from tests.forks import Forks


@pytest.mark.parametrize(
    ("tasks", "workers", "shown"), [(60, 4, "4 workers, 60 tasks; memory "), (1, 1, "1 worker, 1 task; "), (60, 0, "")]
)
def test_progress_shows_workers_and_tasks(tmp_path: Path, ten: Run, tasks: int, workers: int, shown: str) -> None:
    progress = ExpandProgress(tmp_path, depth=None)
    progress.on_open(ten.manifest)
    text = progress.text(Step(20, 1000, 0.25, 300, tasks, workers))
    assert "depth 20: 25% of the layer done, 300 boards from 1,000" in text
    (line,) = [line.strip() for line in text.splitlines() if "memory" in line]
    assert line.startswith(shown or "memory ")


def test_without_terminal_lines_are_rare(slidefront, monkeypatch) -> None:
    """The table at the end has all layers, so a short run prints none before."""
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 3600.0)
    assert slidefront("expand", "pennant", "--out", "short").err == ""
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 0.0)
    lines = slidefront("expand", "pennant", "--out", "long").err.splitlines()
    assert len(lines) == 81
    assert lines[80].startswith("depth 80: 1 board")
    lines = slidefront("table", "pennant").err.splitlines()
    assert len(lines) == 80
    assert lines[79].startswith("depth 80: 1 board, 100% of 1,398, ")


LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ .+")
COMMANDS = {
    "expand": ["expand", "2x3"],
    "table": ["table", "2x3"],
    "verify": ["verify", "data/2x3"],
    "solve": ["solve", "2x3", "--start", "boards.txt"],
    "problems": ["problems", "2x3", "--depths", "3", "--count", "1"],
    "find": ["find", "2x2"],
}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The texts that each command logs, without the times."""
    folder = tmp_path_factory.mktemp("log")
    (folder / "boards.txt").write_text("12_453\n_12345\n")
    texts: dict[str, list[str]] = {}
    for name, words in COMMANDS.items():
        argv = patch.object(sys, "argv", ["slidefront", *words, "-q", "--log", "all.log"])
        with chdir(folder), argv, pytest.raises(SystemExit, match="0"):
            main()
        lines = (folder / "all.log").read_text("utf-8").splitlines()
        assert all(map(LINE.fullmatch, lines))
        before = sum(map(len, texts.values()))  # each command appends
        texts[name] = [line.partition(" ")[2] for line in lines][before:]
    return texts


@pytest.mark.parametrize("name", list(COMMANDS))
def test_long_commands_log_start_and_end(logs: dict[str, list[str]], name: str) -> None:
    first, *_, last = logs[name]
    assert first.startswith(f"started: slidefront {name} ")
    assert last == "finished"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("expand", r"layer 21: 1 board in \S+ s; 360 boards in all, [\d,]+ per second, 100% of 360, 0.00 s left"),
        ("table", r"depth 21: 1 board; 360 boards in all, [\d,]+ per second, 100% of 360, 0.00 s left"),
        ("verify", r"layer 21: good; 100% read"),
    ],
)
def test_finished_layers_have_boards_rate_share_and_time_left(logs: dict[str, list[str]], name: str, line: str) -> None:
    layers = logs[name][1:-1]
    assert len(layers) in (21, 22)
    assert re.fullmatch(line, layers[-1])


def test_share_of_work_counts_layers_up_to_the_depth(slidefront, tmp_path: Path) -> None:
    slidefront("expand", "8-puzzle", "--depth", "10", "-q", "--log", "a.log")
    layers = [line for line in (tmp_path / "a.log").read_text("utf-8").splitlines() if " layer " in line]
    assert layers[3].endswith(" per second")
    assert re.search(r" [\d.]+% of about \d{3} to depth 10, about \S+ s left$", layers[-2])
    assert layers[-1].endswith(" 100% of 706 to depth 10, 0.00 s left")


def test_notes_reach_the_logger_of_the_library(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "slidefront"):
        problems(open_space("2x3", "goal"), [3, 30], 1)
    assert [record.getMessage() for record in caplog.records] == [
        "there is no problem of length 30: no board of 2x3 is farther than 21 moves from its goal"
    ]


SHOWN = [
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


PROGRAM = """
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
    forks.start(PROGRAM, dict.fromkeys(range(3), os.ttyname(theirs)), words=words.split(), folder=folder)
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
@pytest.mark.parametrize("words", SHOWN)
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
