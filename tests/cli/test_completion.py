"""Shell completion of values: what the help shows, and what is under data/ and in the files of the folder."""

import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from slidefront.cli import options as completion
from slidefront.explore.expand import expand
from slidefront.puzzles import library
from slidefront.puzzles.puzzle_file import METRICS

HEAVY = "numpy,numba,pyarrow,pandas,rich"
CODE = f"""
import sys
sys.argv[:] = ['slidefront']  # this name tells which variable asks for completion
from itertools import chain
from slidefront.cli import main
try:
    main()
finally:
    sys.stderr.write(" ".join(set({HEAVY!r}.split(",")) & set(sys.modules)))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def press_tab(**told: str) -> str:
    """Ask for completion as a shell does, by variables of the environment of a new process."""
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **told}, check=False)
    assert done.stderr == "", "completion imports something heavy, or fails"
    return done.stdout


def complete(*words: str) -> list[str]:
    """Press the tab key after some words, the last of which may be empty."""
    typed = {"COMP_WORDS": " ".join(["slidefront", *words]), "COMP_CWORD": str(len(words))}
    return press_tab(_SLIDEFRONT_COMPLETE="complete_bash", **typed).split()


def test_words_that_the_help_shows() -> None:
    assert complete("solve", "8-puzzle", "--metric", "") == ["step", "slide", "move", "line"]
    assert complete("solve", "8-puzzle", "--algorithm", "bi") == ["bidirectional"]
    assert complete("export", "8-puzzle", "--format", "") == ["csv", "parquet", "run"]
    assert complete("solve", "8-puzzle", "--to", "hole") == ["hole-first", "hole-last"]


def test_values_after_an_equals_sign() -> None:
    assert complete("solve", "8-puzzle", "--metric", "=", "st") == ["step"]
    assert complete("solve", "8-puzzle", "--metric", "=", "step", "--algorithm", "=") == [
        *["auto", "bfs", "bidirectional", "ida"]
    ]


def test_lists_are_completed_word_by_word() -> None:
    assert complete("compare", "8-puzzle", "--algorithms", "bfs,b") == ["bfs,bidirectional"]
    assert complete("export", "run", "--columns", "depth,m") == ["depth,marked", "depth,manhattan", "depth,moves"]


def test_puzzles_and_runs(folder: Path) -> None:
    assert complete("solve", "14") == ["14-puzzle"]
    expand("2x2", out=folder / "data/small", depth=2)
    expand("2x2", out=folder / "data/other", depth=2)
    expand("2x2", out=folder / "data/renamed", depth=2)
    (folder / "data/renamed/_run.json").rename(folder / "data/renamed/run.json")
    (folder / "data/none").mkdir()
    assert complete("stats", "") == ["other", "small"] == completion.run_names()
    assert complete("hardest", "s")[0] == "small"
    assert complete("stats", "small", "o") == ["other"]


def test_what_completion_offers_is_what_the_program_knows() -> None:
    assert completion.values("PUZZLE")["autocompletion"]("") == library.names()
    assert set(completion.values("step|slide|move|line")["autocompletion"]("")) == {*chain(*METRICS.values())}


def test_zsh_and_fish_ask_too() -> None:
    assert "14-puzzle" in press_tab(_SLIDEFRONT_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="slidefront solve 14")
