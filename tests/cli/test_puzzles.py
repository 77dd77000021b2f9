import json
import re

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


def test_list_shows_what_ships(slidefront):
    found = json.loads(slidefront("list", "--json").out)
    assert {one["name"]: f"{one['boards']:,}" for one in found if one["exact"]} == SIZES
    assert all(one["title"] and one["about"].endswith((".", "?")) for one in found)
    lines = slidefront("list").out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [one["name"] for one in found]
    assert all(SIZES.get(line.split()[0], "") in line for line in lines)


def test_show_draws_a_board(slidefront):
    expected = """\
┌───┬───┬───┐
│ · │ 1 │ 2 │
├───┼───┼───┤
│ 3 │ 4 │ 5 │
├───┼───┼───┤
│ 6 │ 7 │ 8 │
└───┴───┴───┘
_12345678
"""
    assert slidefront("show", "8-puzzle").out == expected
    assert "│  5 │ 10 │" in slidefront("show", "14-puzzle", "3e__/5a1c/9876/b2d4").out


def test_show_draws_a_graph(slidefront):
    lines = slidefront("show", "pillars-6", "goal").out.splitlines()
    assert re.findall(r"\d:\S", "".join(lines).replace("⠤", " ")) == ["0:[", "4:E", "2:C", "3:D", "1:B", "5:A"]
    assert lines[-2] == "[F] moves to a vertex next to its own, and swaps with what is there."
    assert lines[-1] == "FBCDEA"


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


def test_an_unsolvable_goal_is_named_at_once(slidefront, tmp_path):
    (tmp_path / "loyd.toml").write_text('kind = "tiles"\nhome = "1234/5678/9abc/dfe_"\ngoal = "1234/5678/9abc/def_"\n')
    assert "123456789abcdef_, which cannot be reached from home" in slidefront("info", "loyd.toml").out


def test_a_size_that_is_not_proved_is_at_most(slidefront, tmp_path):
    ring = 'kind = "graph"\nhome = "AABBC_"\nedges = [[0,1],[1,2],[2,3],[3,4],[4,5],[5,0]]\n'
    (tmp_path / "ring.toml").write_text(ring)
    assert "boards    at most 30" in slidefront("info", "ring.toml").out


def test_blocks_are_drawn_with_their_own_names(slidefront):
    expected = """\
┌───┬───────┬───┐
│ A │ X     │ B │
│   │       │   │
│   │       │   │
├───┼───────┼───┤
│ C │ D     │ E │
│   ├───┬───┤   │
│   │ F │ G │   │
├───┼───┴───┼───┤
│ H │ ·   · │ I │
└───┴───────┴───┘
AXXB/AXXB/CDDE/CFGE/H..I
"""
    assert slidefront("show", "klotski").out == expected
    assert slidefront("show", "-", given="AXXB\nAXXB\nCDDE\nCFGE\nH..I\n").out == expected
    assert slidefront("show", "AXXB/AXXB/CDDE/CFGE/H..I").out == expected
    assert slidefront("show", "mural", "goal").out.splitlines()[-1].startswith("1 . . . 0/4 3 . . 2/")


def test_equal_blocks_are_drawn_with_the_names_that_are_typed(slidefront):
    lines = slidefront("show", "klotski", "AXXB/AXXB/CDDE/CF.E/HIG.").out.splitlines()
    assert lines[-1] == "AXXB/AXXB/CDDE/CF.E/HIG."
    assert lines[-3] == "│ H │ I │ G │ · │"


def test_info_of_blocks(slidefront):
    found = json.loads(slidefront("info", "klotski", "--metric", "step", "--json").out)
    assert (found["metric"], found["bipartite"], found["boards"], found["goal"]) == ("step", True, None, None)
    assert found["optimum"] == {"step": 116, "slide": 90, "move": 81}
    out = slidefront("info", "klotski").out
    assert "X at row 3, column 1" in out
    assert "81 in the move metric (published)" in out
    assert "only exploring can tell" in out


def test_a_rush_hour_string_is_a_puzzle(slidefront):
    out = slidefront("info", "ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo").out
    assert "..IBBB/..IK../AAJK.L/CCJDDL/GHEE.L/GHFF.." in out
    assert "A at row 2, column 4" in out
