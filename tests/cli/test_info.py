"""What there is: the commands info, list and runs."""

import json

SIZES = {
    "8-puzzle": "181,440",
    "10-puzzle": "32,400",
    "11-puzzle": "239,500,800",
    "14-puzzle": "76,204,800",
    "15-puzzle": "10,461,394,944,000",
    "pillars": "1,814,400",
    "pillars-6": "360",
}


def test_info_shows_key_moves_parity_and_disk(slidefront):
    out = slidefront("info", "14-puzzle").out
    assert "boards    76,204,800" in out.splitlines()
    assert "64 bits" in out
    assert "0x123456789abcde00" in out
    assert "at most 4" in out
    assert "every move changes the parity class" in out
    assert "218 MiB" in out
    found = json.loads(slidefront("info", "pillars", "--json").out)
    assert (found["kind"], found["key_bits"], found["bipartite"], found["goal_reachable"]) == ("graph", 40, True, True)


def test_info_of_blocks(slidefront):
    found = json.loads(slidefront("info", "klotski", "--metric", "step", "--json").out)
    assert (found["metric"], found["bipartite"], found["board_count"], found["goal"]) == ("step", True, None, None)
    assert found["optimum"] == {"step": 116, "slide": 90, "move": 81}
    out = slidefront("info", "klotski").out
    assert "X at row 4, column 2" in out
    assert found["goal_pieces"] == [{"piece": "X", "row": 4, "column": 2}]
    assert "81 in the move metric (published)" in out
    assert "unknown until the puzzle is explored" in out


def test_info_tells_what_a_table_takes(slidefront):
    """14!/2 boards, 60 in a word of 8 bytes."""
    found = json.loads(slidefront("info", "2x7", "--json").out)["table"]
    assert found["file_bytes"] == 5_811_886_080
    assert found["least_memory_bytes"] < 1 << 30 < found["written_bytes"] < found["read_bytes"]
    assert "5.4 GiB of disk, " in slidefront("info", "2x7").out
    assert json.loads(slidefront("info", "8-puzzle", "--json").out)["table"] is None


def test_list_shows_what_ships(slidefront):
    found = json.loads(slidefront("list", "--json").out)
    assert {one["name"]: f"{one['board_count']:,}" for one in found if one["exact"]} == SIZES
    assert all(one["title"] and one["about"].endswith((".", "?")) for one in found)
    lines = slidefront("list").out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [one["name"] for one in found]
    assert all(SIZES.get(line.split()[0], "") in line for line in lines)


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
    assert (found[0]["depth"], found[0]["board_count"], found[0]["whole"]) == (4, 1 + 2 + 4 + 8 + 16, False)
    assert found[1]["fault"] and found[1]["board_count"] is None
    sizes = [sum(file.stat().st_size for file in (tmp_path / "data/pillars-6/layers").rglob("*.parquet"))]
    sizes.append((tmp_path / "data/pillars-6.table").stat().st_size)
    assert [one["bytes"] for one in found[2:]] == sizes
    assert slidefront("runs", "data/pillars-6").out.splitlines()[1].split()[0] == "pillars-6"


def test_info_estimates_exploring_to_a_depth(slidefront):
    found = json.loads(slidefront("info", "8-puzzle", "--depth", "31", "--json").out)["to_depth"]
    assert (found["board_count"], found["counted_depth"], found["scratch_bytes"]) == (181_440, 31, 0)
    assert "to depth  31: 181,440 boards, 532 KiB of disk" in slidefront("info", "8-puzzle", "--depth", "31").out
    assert json.loads(slidefront("info", "8-puzzle", "--json").out)["to_depth"] is None
