import csv
import io
import json
from pathlib import Path


def test_table(six):
    out = six("stats", "pillars-6").out
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["depth", "boards", "mover", "at", "home", "share", "branching", "disk", "seconds"]
    assert lines[1][:4] == ["0", "1", "1", "0.278%"]
    assert lines[2][:5] == ["1", "2", "0", "0.556%", "2.000"]
    assert lines[-1][-3:] == ["Stored", "in", "data/pillars-6"]
    assert six("stats", "data/pillars-6").out == out
    assert ["number", "360", "60"] in lines
    assert ["deepest", "21", "20"] in lines
    assert "Branching: the board count of a layer divided by the board count of the layer before." in out
    assert "so far" not in out


def test_csv_and_json_say_the_same(six):
    made = json.loads(six("expand", "pillars-6", "--json").out)
    (found,) = json.loads(six("stats", "pillars-6", "--json").out)
    rows = list(csv.DictReader(io.StringIO(six("stats", "data/pillars-6", "--format", "csv").out)))
    assert [int(row["board_count"]) for row in rows] == [layer["board_count"] for layer in made["layers"]]
    numbers = found["statistics"]
    for row, layer, ratio, one in zip(rows, found["layers"], numbers["branching"], made["layers"], strict=True):
        assert (int(row["depth"]), int(row["mover_home"])) == (one["depth"], one["selected_count"])
        assert (layer["board_count"], layer["selected_count"]) == (one["board_count"], one["selected_count"])
        assert row["branching"] == ("" if ratio is None else f"{ratio:.6g}")
    assert numbers["boards"]["board_count"] == made["board_count"]
    assert numbers["selected"]["board_count"] == sum(layer["selected_count"] for layer in made["layers"])


def test_bars_and_charts(six):
    six("expand", "8-puzzle", "-q")
    bars = six("stats", "pillars-6", "--format", "bars").out.splitlines()
    assert len(bars) == 23
    assert all(len(line) <= 100 for line in bars)
    said = six("stats", "pillars-6", "8-puzzle", "--out", "growth.svg")
    assert said.err.startswith("boards by depth in growth.svg, ")
    assert Path("growth.svg").read_text("utf-8").startswith("<?xml")
    assert "already exists" in six("stats", "8-puzzle", "--out", "growth.svg", code=2).err


def test_several_runs_are_compared(six):
    six("table", "8-puzzle", "-q")
    header, number, *_ = [line.split() for line in six("stats", "pillars-6", "8-puzzle.table").out.splitlines()]
    assert header == ["pillars-6", "8-puzzle"]
    assert number == ["number", "360", "181,440"]
    found = json.loads(six("stats", "pillars-6", "8-puzzle.table", "--json").out)
    assert [(one["puzzle"], one["board_count"]) for one in found] == [("pillars-6", 360), ("8-puzzle", 181440)]


def test_a_small_space_is_explored_for_one_command(slidefront, tmp_path):
    """Nothing has to be typed before, and nothing is stored unasked."""
    (tmp_path / "school.toml").write_text('kind = "tiles"\nhome = """\n1 2 3\n4 5 _\n"""\n')
    before = sorted(tmp_path.rglob("*"))
    said = slidefront("stats", "school.toml", "pillars-6")
    assert "360" in said.out
    (found,) = json.loads(slidefront("stats", "school.toml", "--json").out)
    assert (found["board_count"], found["path"]) == (360, None)
    assert sorted(tmp_path.rglob("*")) == before


def test_csv_of_several_spaces_names_them_and_skips_one_that_is_too_large(six):
    said = six("stats", "pillars-6", "5x5", "2x3", "--format", "csv", code=2)
    rows = [*csv.DictReader(io.StringIO(said.out))]
    assert {row["puzzle"] for row in rows} == {"pillars-6", "2x3"}
    for name in ("pillars-6", "2x3"):
        alone = csv.DictReader(io.StringIO(six("stats", name, "--format", "csv").out))
        own = [row for row in rows if row["puzzle"] == name]
        assert own == [{**dict.fromkeys(own[0], ""), "puzzle": name, **row} for row in alone]
        assert {"hole_home", "mover_home"} < {*own[0]}
    assert said.err.startswith("slidefront: 5x5 ")
