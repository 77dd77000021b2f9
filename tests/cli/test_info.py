import json

import pytest

SIZES = {
    "8-puzzle": "181,440",
    "10-puzzle": "32,400",
    "11-puzzle": "239,500,800",
    "14-puzzle": "76,204,800",
    "15-puzzle": "10,461,394,944,000",
    "pillars": "1,814,400",
    "pillars-6": "360",
}


@pytest.mark.parametrize("name", SIZES)
def test_info_tells_the_exact_size(slidefront, name):
    assert f"boards    {SIZES[name]}" in slidefront("info", name).out.splitlines()


def test_info_tells_key_moves_sides_and_disk(slidefront):
    out = slidefront("info", "14-puzzle").out
    assert "64 bits" in out
    assert "0x123456789abcde00" in out
    assert "at most 4" in out
    assert "bipartite" in out
    assert "218 MiB" in out
    found = json.loads(slidefront("info", "pillars", "--json").out)
    assert (found["kind"], found["key_bits"], found["bipartite"], found["goal_reachable"]) == ("graph", 40, True, True)


def test_info_of_blocks(slidefront):
    found = json.loads(slidefront("info", "klotski", "--metric", "step", "--json").out)
    assert (found["metric"], found["bipartite"], found["boards"], found["goal"]) == ("step", True, None, None)
    assert found["optimum"] == {"step": 116, "slide": 90, "move": 81}
    out = slidefront("info", "klotski").out
    assert "X at row 3, column 1" in out
    assert "81 in the move metric (published)" in out
    assert "unknown until the puzzle is explored" in out


def test_info_tells_what_a_table_takes(slidefront):
    """14!/2 boards, 60 in a word of 8 bytes."""
    found = json.loads(slidefront("info", "2x7", "--json").out)["table"]
    assert found["file_bytes"] == 5_811_886_080
    assert found["least_memory_bytes"] < 1 << 30 < found["written_bytes"] < found["read_bytes"]
    assert "5.4 GiB of disk, " in slidefront("info", "2x7").out
    assert json.loads(slidefront("info", "8-puzzle", "--json").out)["table"] is None
