import csv
import io

import pandas as pd
import pytest


def test_depths_and_boards_as_csv_by_default(six):
    rows = list(csv.DictReader(io.StringIO(six("export", "pillars-6").out)))
    assert len(rows) == 360
    assert rows[0] == {"depth": "0", "board": "ABCDEF"}
    assert rows[-1] == {"depth": "21", "board": "DEFABC"}


@pytest.mark.parametrize(("depth", "boards"), [("3", 5), ("3:5", 5 + 6 + 7), ("20:", 7), (":1", 3)])
def test_depths(six, depth, boards):
    lines = six("export", "pillars-6", "--depths", depth, "--columns", "state,at_A").out
    assert len(lines.splitlines()) == 1 + boards


def test_a_file_tells_its_format_by_its_name(six, tmp_path):
    answer = six("export", "pillars-6", "--columns", "depth,board,mover_home", "--out", "boards.parquet")
    assert answer.out == ""
    assert answer.err.startswith("360 boards in boards.parquet, ")
    frame = pd.read_parquet(tmp_path / "boards.parquet")
    assert (len(frame), frame.mover_home.sum(), frame.columns.tolist()) == (360, 60, ["depth", "board", "mover_home"])
    six("export", "pillars-6", "--out", "boards.csv")
    assert (tmp_path / "boards.csv").read_text() == six("export", "pillars-6").out


def test_edges_in_each_format(six, tmp_path):
    rows = list(csv.DictReader(io.StringIO(six("export", "pillars-6", "--edges", "--depths", "3:5").out)))
    assert {(int(row["source_depth"]), int(row["target_depth"])) for row in rows} == {(3, 4), (4, 5)}
    answer = six("export", "pillars-6", "--edges", "-o", "edges.parquet")
    frame = pd.read_parquet(tmp_path / "edges.parquet")
    assert answer.err.startswith(f"{len(frame)} edges in edges.parquet, ")
