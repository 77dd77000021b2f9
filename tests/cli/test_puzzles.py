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


def test_list_shows_what_ships(slidefront):
    lines = slidefront("list").out.splitlines()[1:]
    assert {line.split()[0]: line.split()[1] for line in lines} == SIZES
    found = json.loads(slidefront("list", "--json").out)
    assert {one["name"]: f"{one['boards']:,}" for one in found} == SIZES
    assert all(one["title"] and one["about"].endswith(".") and one["exact"] for one in found)


def test_show_draws_a_board(slidefront):
    expected = """\
┌───┬───┬───┐
│   │ 1 │ 2 │
├───┼───┼───┤
│ 3 │ 4 │ 5 │
├───┼───┼───┤
│ 6 │ 7 │ 8 │
└───┴───┴───┘
_12345678
"""
    assert slidefront("show", "8-puzzle").out == expected
    assert "│  5 │ 10 │" in slidefront("show", "14-puzzle", "3e__/5a1c/9876/b2d4").out


def test_show_lists_a_graph(slidefront):
    lines = slidefront("show", "pillars-6", "goal").out.splitlines()
    assert lines[0] == "* vertex  0  F  next to 3 4"
    assert lines[5] == "  vertex  5  A  next to 1 2"
    assert lines[-1] == "FBCDEA"


@pytest.mark.parametrize("name", SIZES)
def test_info_tells_the_exact_size(slidefront, name):
    assert f"boards      {SIZES[name]}" in slidefront("info", name).out.splitlines()


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
    assert "boards      at most 30" in slidefront("info", "ring.toml").out
