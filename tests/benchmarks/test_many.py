"""What many boards in a file cost: solved by the command, and read by the library."""

import json
import time
from pathlib import Path
from random import Random

import pytest

from slidefront import load, read_boards
from tests.benchmarks.conftest import Say, measured

pytestmark = pytest.mark.bench


def random_lines() -> list[str]:
    puzzle = load("8-puzzle")
    keys = puzzle.theory.random_boards(Random(1), 10_000, at_home=False)
    assert keys is not None
    return puzzle.strings(keys).tolist()


def test_ten_thousand_boards_are_solved(tmp_path: Path, say: Say) -> None:
    boards, answers = tmp_path / "boards.txt", tmp_path / "answers.jsonl"
    boards.write_text("\n".join(random_lines()))
    run = measured(["solve", "8-puzzle", "--from", str(boards), "--out", str(answers)])
    _, *found = map(json.loads, answers.read_text().splitlines())
    assert len(found) == 10_000
    assert all(one["length"] is None or one["length"] <= 31 for one in found)
    say(f"10,000 random boards of the 8-puzzle, solve --out: {run.seconds:.2f} s")


def test_a_million_lines_are_read(say: Say) -> None:
    text = "\n".join(random_lines() * 100)
    began = time.perf_counter()
    lines = read_boards("8-puzzle", text)
    seconds = time.perf_counter() - began
    assert len(lines) == 1_000_000
    assert not any(line.error for line in lines)
    say(f"1,000,000 lines of boards read: {seconds:.2f} s")
