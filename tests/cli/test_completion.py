"""Shell completion of values: what the help shows, and what is under data/ and in the files of the folder."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from slidefront.cli import options as completion
from slidefront.explore.expand import expand
from slidefront.puzzles import library
from slidefront.puzzles.puzzle_file import METRICS
from tests.cli.conftest import Command

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


def test_words_that_the_help_shows(complete: Complete) -> None:
    assert complete("solve", "8-puzzle", "--metric", "") == ["step", "slide", "move", "line"]
    assert complete("solve", "8-puzzle", "--algorithm", "bi") == ["bidirectional"]
    assert complete("solve", "8-puzzle", "--goal", "hole") == ["hole-first", "hole-last"]


def test_puzzles_and_runs(complete: Complete, tmp_path: Path) -> None:
    assert complete("solve", "14") == ["14-puzzle"]
    expand("2x2", out=tmp_path / "data/small", depth=2)
    expand("2x2", out=tmp_path / "data/other", depth=2)
    expand("2x2", out=tmp_path / "data/renamed", depth=2)
    (tmp_path / "data/renamed/_run.json").rename(tmp_path / "data/renamed/run.json")
    (tmp_path / "data/none").mkdir()
    assert complete("stats", "") == ["other", "small"] == completion.run_names()
    assert complete("hardest", "s")[0] == "small"
    assert complete("stats", "small", "o") == ["other"]


def test_what_completion_offers_is_what_the_program_knows() -> None:
    assert completion.values("PUZZLE")["autocompletion"]("") == library.names()
    assert set(completion.values("step|slide|move|line")["autocompletion"]("")) == {*chain(*METRICS.values())}


@pytest.mark.parametrize(
    "told",
    [typed("solve", "14"), {"_SLIDEFRONT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "slidefront solve 14"}],
)
def test_a_new_process_imports_nothing_heavy(told: dict[str, str]) -> None:
    """Whether bash asks or zsh."""
    command, environment = [sys.executable, "-c", CODE], {**os.environ, **told}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert "14-puzzle" in done.stdout
    assert done.stderr == ""
