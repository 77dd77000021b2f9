import csv
import io
import json

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
    lines = slidefront("export", "pillars-6", "--depth", depth, "--to", "jsonl", "--columns", "state,at_A").out
    assert len([json.loads(line) for line in lines.splitlines()]) == boards


@pytest.mark.usefixtures("run")
def test_a_file_tells_its_format_by_its_name(slidefront, tmp_path):
    answer = slidefront("export", "pillars-6", "--columns", "depth,board,marked", "--out", "boards.parquet")
    assert answer.out == ""
    assert answer.err.startswith("360 boards in boards.parquet, ")
    frame = pd.read_parquet(tmp_path / "boards.parquet")
    assert (len(frame), frame.marked.sum(), frame.columns.tolist()) == (360, 60, ["depth", "board", "marked"])
    slidefront("export", "pillars-6", "--to", "jsonl", "--out", "boards.txt")
    assert json.loads((tmp_path / "boards.txt").read_text().splitlines()[0]) == {"depth": 0, "board": "ABCDEF"}


@pytest.mark.usefixtures("run")
def test_refusals(refused, tmp_path):
    assert "unknown format 'xml': choose from csv, jsonl, parquet" in refused("export", "pillars-6", "--to", "xml")
    assert "parquet is a binary format: name a file" in refused("export", "pillars-6", "--to", "parquet")
    assert "has layers 0 to 21, but no layer 22" in refused("export", "pillars-6", "--depth", "3:22")
    assert "the range 5:3 is empty" in refused("export", "pillars-6", "--depth", "5:3")
    for depth in ("x", "-1", "1:2:3:4", "3:x", "", "²"):
        assert "is not a depth or range: write one, such as 32" in refused("export", "pillars-6", f"--depth={depth}")
    said = refused("export", "pillars-6", "--columns", "bord", "--out", "boards.csv")
    assert "has no column 'bord': it has state, depth, board" in said
    (tmp_path / "boards.csv").write_text("precious")
    assert "boards.csv already exists" in refused("export", "pillars-6", "--out", "boards.csv")
    assert "there is no run in nowhere" in refused("export", "nowhere")
