"""The command runs: what a folder holds."""

import json


def test_runs_and_tables_are_listed(slidefront, tmp_path):
    slidefront("expand", "pillars-6", "-q")
    slidefront("expand", "8-puzzle", "--depth", "4", "-q")
    slidefront("table", "pillars-6", "-q")
    (tmp_path / "data/notes.txt").write_text("mine")
    (tmp_path / "data/broken").mkdir()
    (tmp_path / "data/broken/_run.json").write_text("{")
    header, *rows, fault = slidefront("runs").out.splitlines()
    assert header.split() == ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    assert [row.split()[0] for row in rows] == ["8-puzzle", "broken", "pillars-6", "pillars-6.table"]
    assert rows[0].split()[1:7] == ["run", "8-puzzle", "step", "home", "4", "31"]
    assert rows[1].split()[-1] == "damaged"
    assert rows[2].split()[-1] == "whole"
    assert "data/broken/_run.json is damaged" in fault
    found = json.loads(slidefront("runs", "--json").out)
    assert [one["kind"] for one in found] == ["run", "run", "run", "table"]
    assert (found[0]["depth"], found[0]["boards"], found[0]["whole"]) == (4, 1 + 2 + 4 + 8 + 16, False)
    assert found[1]["error"] and found[1]["boards"] is None
    sizes = [sum(file.stat().st_size for file in (tmp_path / "data/pillars-6/layers").rglob("*.parquet"))]
    sizes.append((tmp_path / "data/pillars-6.table").stat().st_size)
    assert [one["bytes"] for one in found[2:]] == sizes
    assert slidefront("runs", "data/pillars-6").out.splitlines()[1].split()[0] == "pillars-6"


def test_empty_and_missing_folders(slidefront, refused, tmp_path):
    assert "there is no folder data" in refused("runs")
    (tmp_path / "data").mkdir()
    assert slidefront("runs").out.startswith("no runs or tables in data: `slidefront expand PUZZLE` makes a run")
