"""What exploring costs: whole spaces by the real command, against a plain sort of as many keys in the same run.

The machine may be shared: each figure is the median of three, and the load is said.
"""

import csv
import time
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from tests.benchmarks.conftest import TIMES, Measured, measured

ROOT = Path(__file__).parents[2]
GROWTH = ROOT / "data/golden/growth"

pytestmark = pytest.mark.bench


def plain_sort(keys: int) -> float:
    """Seconds that numpy takes to sort so many random keys in pieces of 32 Ki: the yardstick of this machine."""
    piece = np.random.default_rng(0).integers(0, 1 << 63, (128, 1 << 15), dtype=np.uint64)
    began = time.perf_counter()
    piece.sort(axis=1)
    return (time.perf_counter() - began) / piece.size * keys


def expanded(puzzle: str, words: list[str], folder: Path) -> Measured:
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
def test_whole_spaces(puzzle, words, tmp_path, say):
    expanded(puzzle, ["--depth", "12"], tmp_path / "warm")
    runs = [expanded(puzzle, words, tmp_path / str(number)) for number in range(TIMES)]
    seconds, found = median(run.seconds for run in runs), runs[0].found
    if (GROWTH / f"{puzzle}.csv").exists():
        with (GROWTH / f"{puzzle}.csv").open() as file:
            golden = [int(row["boards"]) for row in csv.DictReader(file)]
        assert [layer["boards"] for layer in found["layers"]] == golden[: len(found["layers"])]
    boards, size = found["boards"], found["bytes"]
    peak = max(run.peak for run in runs)
    say(
        f"{puzzle} {' '.join(words)}: {boards:,} boards, median {seconds:.2f} s of {TIMES}, "
        f"{seconds / plain_sort(boards):.2f} x a plain numpy sort of as many keys, "
        f"{size / boards:.2f} bytes a board, "
        f"peak {peak} MiB"
    )


@pytest.mark.parametrize(("puzzle", "size", "depth"), [("14-puzzle", "4 4 2", 30), ("3x4", "3 4 1", 27)])
def test_against_the_idea_in_numpy(puzzle, size, depth, tmp_path, say):
    plain, ours = [], []
    for number in range(TIMES + 1):  # the first fills the cache
        literal, run = tmp_path / f"literal-{number}", tmp_path / f"run-{number}"
        plain.append(measured([str(literal), *size.split(), str(depth)], (str(ROOT / "examples/literal.py"),)))
        ours.append(measured(["expand", puzzle, "--depth", str(depth), "--out", str(run)]))
        assert len([*literal.iterdir()]) == len([*(run / "layers").iterdir()]) == depth + 1
    (wall, processor), (our_wall, our_processor) = (
        [median(times) for times in zip(*((one.seconds, one.processor) for one in runs[1:]), strict=True)]
        for runs in (plain, ours)
    )
    say(
        f"{puzzle} to depth {depth}: examples/literal.py {wall:.2f} s, expand {our_wall:.2f} s, "
        f"ratio {wall / our_wall:.1f}; on the processor {processor:.2f} s and {our_processor:.2f} s, "
        f"ratio {processor / our_processor:.1f}; medians of {TIMES}, numpy {np.__version__}"
    )
