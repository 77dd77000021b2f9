"""What exploring costs: whole spaces by the real command, against a plain sort of as many keys in the same run.

The machine may be shared: each figure is the median of three, and the load is said.
"""

import csv
import os
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.command import measured

GROWTH = Path(__file__).parents[2] / "data/golden/growth"
TIMES = 3

pytestmark = pytest.mark.bench


def plain_sort(keys: int) -> float:
    """Seconds that numpy takes to sort so many random keys in pieces of 32 Ki: the yardstick of this machine."""
    piece = np.random.default_rng(0).integers(0, 1 << 63, (128, 1 << 15), dtype=np.uint64)
    began = time.perf_counter()
    piece.sort(axis=1)
    return (time.perf_counter() - began) / piece.size * keys


def expanded(puzzle: str, words: list[str], folder: Path) -> tuple[float, int, dict[str, Any]]:
    return measured(["expand", puzzle, "--json", "--out", str(folder), *words])


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("8-puzzle", []),
        ("14-puzzle", []),
        ("14-puzzle", ["--threads", "1"]),
        ("11-puzzle", []),
        ("15-puzzle", ["--depth", "25"]),
        ("klotski", []),
        ("euler-766", []),
        ("mural-frozen", []),
        ("mural", ["--depth", "30"]),
    ],
)
def test_whole_spaces(puzzle, words, tmp_path, capsys):
    expanded(puzzle, ["--depth", "12"], tmp_path / "warm")
    runs = [expanded(puzzle, words, tmp_path / str(number)) for number in range(TIMES)]
    seconds, found = median(run[0] for run in runs), runs[0][2]
    if (GROWTH / f"{puzzle}.csv").exists():
        with (GROWTH / f"{puzzle}.csv").open() as file:
            golden = [int(row["boards"]) for row in csv.DictReader(file)]
        assert [layer["boards"] for layer in found["layers"]] == golden[: len(found["layers"])]
    boards, size = found["boards"], found["bytes"]
    peak = max(run[1] for run in runs)
    with capsys.disabled():
        print(
            f"\n{puzzle} {' '.join(words)}: {boards:,} boards, median {seconds:.2f} s of {TIMES}, "
            f"{seconds / plain_sort(boards):.2f} x a plain numpy sort of as many keys, "
            f"{size / boards:.2f} bytes a board, "
            f"peak {peak} MiB, load {os.getloadavg()[0]:.1f}"
        )
