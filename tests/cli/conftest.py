import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from slidefront.cli import main


@dataclass
class Answer:
    """What a command answered."""

    code: int
    out: str
    err: str


Command = Callable[..., Answer]


def answers(answer: Answer) -> Any:
    """The answers that a command has printed as JSON; the only one if there are not several."""
    found = json.loads(answer.out)["answers"]
    return found if len(found) > 1 else found[0]


@pytest.fixture
def slidefront(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """Run a command in a folder of its own, in this process: kernels are loaded once for all tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words: str, code: int = 0, given: str | None = None) -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((given or "").encode())))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ending:
            main(words)
        said = capfd.readouterr()
        assert ending.value.code == code, said.out + said.err
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def refused(slidefront: Command, tmp_path: Path) -> Callable[..., str]:
    """Run a command that must be refused: exit code 2, one line and maybe a place, nothing written."""

    def run(*words: str) -> str:
        before = sorted(tmp_path.rglob("*"))
        said = slidefront(*words, code=2)
        assert said.out == ""
        assert said.err.startswith("slidefront: ")
        first, *place = said.err.splitlines()
        assert place[2:] == [] or place[2].startswith("these lines alone can be read: slidefront "), said.err
        assert all(line.startswith("  ") for line in place[:2]), said.err
        assert sorted(tmp_path.rglob("*")) == before
        return first.removeprefix("slidefront: ").rstrip()

    return run


@pytest.fixture
def six(slidefront: Command) -> Command:
    """Run commands in a folder with the whole run of six pillars."""
    slidefront("expand", "pillars-6", "-q")
    return slidefront


@pytest.fixture
def eight(slidefront: Command) -> Command:
    """Run commands in a folder with the whole run of the 8-puzzle."""
    slidefront("expand", "8-puzzle", "-q")
    return slidefront
