"""The time to read layers into data frames, ten million boards at a time."""

import numpy as np
import pytest

from slidefront.frames.dataframes import to_duckdb, to_pandas, to_polars
from slidefront.notation.load import load
from slidefront.store.run import Run
from tests.benchmarks.conftest import Say, seconds

COLUMNS = "board,hole,at_5,row_5"
DEPTHS = [38, 40]

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("columns", ["state", "board", COLUMNS, "board," + ",".join(f"at_{n}" for n in range(1, 15))])
def test_pandas(fourteen: Run, columns: str, say: Say) -> None:
    boards = sum(fourteen.layer(depth).boards for depth in DEPTHS)
    assert len(to_pandas(fourteen, DEPTHS, columns)) == boards
    taken = seconds(lambda: to_pandas(fourteen, DEPTHS, columns))
    say(f"to_pandas {columns}: {taken / boards * 1e7:.2f} s for 10 million boards")


def test_polars_and_duckdb(fourteen: Run, say: Say) -> None:
    boards = sum(fourteen.layer(depth).boards for depth in DEPTHS)
    assert to_polars(fourteen, DEPTHS, "depth").collect().height == boards
    sums = "max(board), sum(at_5), sum(hole)"
    for name, call in (
        ("polars", lambda: to_polars(fourteen, DEPTHS, COLUMNS).max().collect()),
        ("duckdb", lambda: to_duckdb(fourteen, DEPTHS, COLUMNS).aggregate(sums).fetchall()),
    ):
        say(f"{name} {COLUMNS}: {seconds(call) / boards * 1e7:.2f} s for 10 million boards")


def test_solvable(say: Say) -> None:
    puzzle = load("15-puzzle")
    boards = np.random.default_rng(1).permuted(np.tile(np.arange(16, dtype=np.uint8), (200_000, 1)), axis=1)
    keys = puzzle.frame.array(map(puzzle.frame.key_of, boards.tolist()))
    assert 0.49 < np.mean(puzzle.theory.joins(puzzle.home, keys)) < 0.51
    say(f"solvable: {keys.size / seconds(lambda: puzzle.theory.joins(puzzle.home, keys)):,.0f} boards a second")
