import csv
import io
import json
from pathlib import Path


def test_table(slidefront):
    slidefront("expand", "pillars-6", "-q")
    out = slidefront("stats", "pillars-6").out
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["depth", "boards", "mover", "at", "home", "share", "branching"]
    assert lines[1] == ["0", "1", "1", "0.278%"]
    assert lines[2] == ["1", "2", "0", "0.556%", "2.000"]
    assert ["number", "360", "60"] in lines
    assert ["deepest", "21", "20"] in lines
    assert "Branching: the number of boards of a layer, divided by that of the layer before." in out
    assert "so far" not in out


def test_csv_and_json_say_the_same(slidefront):
    slidefront("expand", "pillars-6", "-q")
    made = json.loads(slidefront("layers", "pillars-6", "--json").out)
    found = json.loads(slidefront("stats", "pillars-6", "--json").out)
    rows = list(csv.DictReader(io.StringIO(slidefront("stats", "data/pillars-6", "--csv").out)))
    assert [int(row["boards"]) for row in rows] == [layer["boards"] for layer in made["layers"]]
    for row, layer, one in zip(rows, found["layers"], made["layers"], strict=True):
        assert (int(row["depth"]), int(row["marked"])) == (one["depth"], one["marked"])
        assert (layer["boards"], layer["marked"]) == (one["boards"], one["marked"])
        assert row["branching"] == ("" if layer["branching"] is None else f"{layer['branching']:.6g}")
    assert found["boards"]["boards"] == made["boards"]
    assert found["marked"]["boards"] == sum(layer["marked"] for layer in made["layers"])


def test_a_run_that_is_not_whole_says_so(slidefront):
    slidefront("expand", "8-puzzle", "--depth", "5", "-q")
    assert "The run is not finished" in slidefront("stats", "8-puzzle").out


def test_a_puzzle_without_marks_has_no_column_for_them(slidefront):
    slidefront("expand", "AB./..C", "--out", "run", "-q")
    assert slidefront("stats", "run").out.splitlines()[0].split() == ["depth", "boards", "share", "branching"]
    assert json.loads(slidefront("stats", "run", "--json").out)["marked"] is None


def test_refusals(refused, slidefront):
    assert "there is no run in nowhere" in refused("stats", "nowhere")
    slidefront("expand", "pillars-6", "--depth", "2", "-q")
    assert "--csv, --json, --bars and --plot exclude each other" in refused("stats", "pillars-6", "--csv", "--json")


def test_bars_and_charts_of_several_runs(slidefront):
    slidefront("expand", "pillars-6", "-q")
    slidefront("expand", "8-puzzle", "-q")
    bars = slidefront("stats", "pillars-6", "--bars", "--log").out.splitlines()
    assert len(bars) == 23
    assert all(len(line) <= 100 for line in bars)
    both = slidefront("stats", "pillars-6", "8-puzzle").out
    assert both.startswith("pillars-6\n")
    assert "\n\n8-puzzle\ndepth" in both
    said = slidefront("stats", "pillars-6", "8-puzzle", "--plot", "growth.svg")
    assert said.err.startswith("boards by depth in growth.svg, ")
    assert Path("growth.svg").read_text("utf-8").startswith("<?xml")
    assert [one["puzzle"] for one in json.loads(slidefront("stats", "pillars-6", "8-puzzle", "--json").out)] == [
        "pillars-6",
        "8-puzzle",
    ]
    assert "already exists" in slidefront("stats", "8-puzzle", "--plot", "growth.svg", code=2).err
    assert "exclude each other" in slidefront("stats", "8-puzzle", "--bars", "--csv", code=2).err
    assert "--log needs --bars" in slidefront("stats", "8-puzzle", "--log", code=2).err
    assert "--csv takes one run" in slidefront("stats", "8-puzzle", "pillars-6", "--csv", code=2).err
