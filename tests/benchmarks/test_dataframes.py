"""The time to read layers into data frames, ten million boards at a time."""

import os
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import pytest

from slidefront.frames.dataframes import to_duckdb, to_pandas, to_polars
from slidefront.notation.load import load
from slidefront.store.run import Run

COLUMNS = "board,hole,at_5,row_5"
DEPTHS = [38, 40]
TIMES = 5

pytestmark = pytest.mark.bench


def seconds(call: Callable[[], object]) -> float:
    """The median of some, after one that warms up."""
    call()
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return median(times)


@pytest.mark.parametrize("columns", ["state", "board", COLUMNS, "board," + ",".join(f"at_{n}" for n in range(1, 15))])
def test_pandas(fourteen: Run, columns: str, capsys: pytest.CaptureFixture[str]) -> None:
    boards = sum(fourteen.layer(depth).boards for depth in DEPTHS)
    assert len(to_pandas(fourteen, DEPTHS, columns)) == boards
    taken = seconds(lambda: to_pandas(fourteen, DEPTHS, columns))
    with capsys.disabled():
        print(
            f"\nto_pandas {columns}: {taken / boards * 1e7:.2f} s for 10 million boards, load {os.getloadavg()[0]:.1f}"
        )


def test_polars_and_duckdb(fourteen: Run, capsys: pytest.CaptureFixture[str]) -> None:
    boards = sum(fourteen.layer(depth).boards for depth in DEPTHS)
    assert to_polars(fourteen, DEPTHS, "depth").collect().height == boards
    polars = seconds(lambda: to_polars(fourteen, DEPTHS, COLUMNS).max().collect())
    duckdb = seconds(
        lambda: to_duckdb(fourteen, DEPTHS, COLUMNS).aggregate("max(board), sum(at_5), sum(hole)").fetchall()
    )
    with capsys.disabled():
        for name, taken in (("polars", polars), ("duckdb", duckdb)):
            print(f"\n{name} {COLUMNS}: {taken / boards * 1e7:.2f} s for 10 million boards")


def test_solvable(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = load("15-puzzle")
    boards = np.random.default_rng(1).permuted(np.tile(np.arange(16, dtype=np.uint8), (200_000, 1)), axis=1)
    keys = puzzle.encode(boards)
    assert 0.49 < np.mean(puzzle.theory.reaches_all(keys)) < 0.51
    taken = seconds(lambda: puzzle.theory.reaches_all(keys))
    with capsys.disabled():
        print(f"\nsolvable: {keys.size / taken:,.0f} boards a second")
