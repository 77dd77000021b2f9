import csv
import io

import pandas as pd
import pytest


@pytest.fixture
def run(slidefront):
    slidefront("expand", "pillars-6", "-q")


@pytest.mark.usefixtures("run")
def test_depths_and_boards_as_csv_by_default(slidefront):
    rows = list(csv.DictReader(io.StringIO(slidefront("export", "pillars-6").out)))
    assert len(rows) == 360
    assert rows[0] == {"depth": "0", "board": "ABCDEF"}
    assert rows[-1] == {"depth": "21", "board": "DEFABC"}


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize(("depth", "boards"), [("3", 5), ("3:5", 5 + 6 + 7), ("20:", 7), (":1", 3)])
def test_depths(slidefront, depth, boards):
    lines = slidefront("export", "pillars-6", "--depth", depth, "--columns", "state,at_A").out
    assert len(lines.splitlines()) == 1 + boards


@pytest.mark.usefixtures("run")
def test_a_file_tells_its_format_by_its_name(slidefront, tmp_path):
    answer = slidefront("export", "pillars-6", "--columns", "depth,board,marked", "--out", "boards.parquet")
    assert answer.out == ""
    assert answer.err.startswith("360 boards in boards.parquet, ")
    frame = pd.read_parquet(tmp_path / "boards.parquet")
    assert (len(frame), frame.marked.sum(), frame.columns.tolist()) == (360, 60, ["depth", "board", "marked"])
    slidefront("export", "pillars-6", "--format", "csv", "--out", "boards.txt")
    assert (tmp_path / "boards.txt").read_text().splitlines()[1] == '0,"ABCDEF"'


@pytest.mark.usefixtures("run")
def test_edges_in_each_format(slidefront, tmp_path):
    rows = list(csv.DictReader(io.StringIO(slidefront("export", "pillars-6", "--edges", "--depth", "3:5").out)))
    assert {(int(row["source_depth"]), int(row["target_depth"])) for row in rows} == {(3, 4), (4, 5)}
    answer = slidefront("export", "pillars-6", "--edges", "-o", "edges.parquet")
    frame = pd.read_parquet(tmp_path / "edges.parquet")
    assert answer.err.startswith(f"{len(frame)} edges in edges.parquet, ")
