"""What many boards in a file cost: solved by the command, and read by the library."""

import json
import os
import subprocess
import sys
import time
from random import Random

import pytest

from slidefront import load, read_boards

pytestmark = pytest.mark.bench


def random_lines() -> list[str]:
    puzzle = load("8-puzzle")
    keys = puzzle.theory.random_boards(Random(1), 10_000, at_home=False)
    assert keys is not None
    return puzzle.strings(keys).tolist()


def test_ten_thousand_boards_are_solved(tmp_path, capsys):
    (tmp_path / "boards.txt").write_text("\n".join(random_lines()))
    words = ["solve", "8-puzzle", "--from", "boards.txt", "--out", "answers.jsonl"]
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "slidefront", *words], cwd=tmp_path, check=False, capture_output=True)
    seconds = time.perf_counter() - began
    _, *answers = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
    assert len(answers) == 10_000
    assert all(one["length"] is None or one["length"] <= 31 for one in answers)
    with capsys.disabled():
        print(f"\n10,000 random boards of the 8-puzzle, solve --out: {seconds:.2f} s, load {os.getloadavg()[0]:.1f}")


def test_a_million_lines_are_read(capsys):
    text = "\n".join(random_lines() * 100)
    began = time.perf_counter()
    lines = read_boards("8-puzzle", text)
    seconds = time.perf_counter() - began
    assert len(lines) == 1_000_000
    assert not any(line.error for line in lines)
    with capsys.disabled():
        print(f"\n1,000,000 lines of boards read: {seconds:.2f} s, load {os.getloadavg()[0]:.1f}")
