import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pytest

from slidefront.store.manifest import load_manifest


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
    lines = slidefront("export", "pillars-6", "--depth", depth, "--format", "jsonl", "--columns", "state,at_A").out
    assert len([json.loads(line) for line in lines.splitlines()]) == boards


@pytest.mark.usefixtures("run")
def test_a_file_tells_its_format_by_its_name(slidefront, tmp_path):
    answer = slidefront("export", "pillars-6", "--columns", "depth,board,marked", "--out", "boards.parquet")
    assert answer.out == ""
    assert answer.err.startswith("360 boards in boards.parquet, ")
    frame = pd.read_parquet(tmp_path / "boards.parquet")
    assert (len(frame), frame.marked.sum(), frame.columns.tolist()) == (360, 60, ["depth", "board", "marked"])
    slidefront("export", "pillars-6", "--format", "jsonl", "--out", "boards.txt")
    assert json.loads((tmp_path / "boards.txt").read_text().splitlines()[0]) == {"depth": 0, "board": "ABCDEF"}


@pytest.mark.usefixtures("run")
def test_refusals(refused, tmp_path):
    assert "unknown format 'xml': choose from csv, jsonl, parquet" in refused("export", "pillars-6", "--format", "xml")
    assert "parquet is a binary format: name a file" in refused("export", "pillars-6", "--format", "parquet")
    assert "has layers 0 to 21, but no layer 22" in refused("export", "pillars-6", "--depth", "3:22")
    assert "the range 5:3 is empty" in refused("export", "pillars-6", "--depth", "5:3")
    for depth in ("x", "-1", "1:2:3:4", "3:x", "", "²"):
        assert "is not a depth or range: write one, such as 32" in refused("export", "pillars-6", f"--depth={depth}")
    for end in ("99999999999999999999", "9" * 5000):  # no memory has room for a list of these depths
        assert "is more than any depth" in refused("export", "pillars-6", "--depth", f"1:{end}")
    said = refused("export", "pillars-6", "--columns", "bord", "--out", "boards.csv")
    assert "has no column 'bord': it has state, depth, board" in said
    (tmp_path / "boards.csv").write_text("precious")
    assert "boards.csv already exists" in refused("export", "pillars-6", "--out", "boards.csv")
    assert "there is no run in nowhere" in refused("export", "nowhere")
    folder = tmp_path / "data" / "pillars-6"
    replace(load_manifest(folder), layers=[], whole=False).save(folder)
    assert "data/pillars-6 has no layers yet: continue it with" in refused("export", "pillars-6")


@pytest.mark.usefixtures("run")
def test_edges_in_each_format(slidefront, tmp_path):
    rows = list(csv.DictReader(io.StringIO(slidefront("export", "pillars-6", "--edges", "--depth", "3:5").out)))
    assert {(int(row["source_depth"]), int(row["target_depth"])) for row in rows} == {(3, 4), (4, 5)}
    answer = slidefront("export", "pillars-6", "--edges", "-o", "edges.parquet")
    frame = pd.read_parquet(tmp_path / "edges.parquet")
    assert answer.err.startswith(f"{len(frame)} edges in edges.parquet, ")


@pytest.mark.usefixtures("run")
def test_what_edges_have_not_is_refused(slidefront):
    assert "edges have the columns" in slidefront("export", "pillars-6", "--edges", "--columns", "board", code=2).err
