import json

from slidefront.store.run import Run
from tests.explore.conftest import check_same


def shown(answer) -> list[tuple[int, int, list[str]]]:
    return [(layer["depth"], layer["board_count"], layer["shown"]) for layer in json.loads(answer.out)["layers"]]


def test_the_deepest_board_is_drawn(slidefront):
    slidefront("expand", "10-puzzle", "-q")
    answer = slidefront("hardest", "10-puzzle", "--only", "hole-home")
    assert answer.err == ""
    lines = answer.out.splitlines()
    (found,) = shown(slidefront("hardest", "data/10-puzzle", "--only", "hole-home", "--json"))
    assert lines[0] == f"{found[0]} moves from home (the goal): {found[1]} boards, hole at home"
    assert lines[2].startswith("┌────┬")
    assert "   ".join(found[2]).split() == [word for line in lines for word in line.split() if word.endswith("__")]
    assert all(len(line) <= 100 for line in lines)


def test_a_puzzle_in_place_of_a_run_is_explored_and_nothing_is_stored(slidefront, tmp_path):
    answer = slidefront("hardest", "pillars-6")
    assert answer.err.splitlines() == [
        "depths are distances from home; for the boards farthest from the goal, run:",
        "    slidefront hardest pillars-6 --start goal",
    ]
    assert not (tmp_path / "data").exists()
    slidefront("expand", "pillars-6", "-q")
    assert slidefront("hardest", "pillars-6").out == answer.out


def test_the_hardest_start_of_a_partial_goal(slidefront, tmp_path):
    slidefront("expand", "pennant", "--depth", "5", "-q")
    found = json.loads(slidefront("hardest", "pennant", "--start", "goal", "--json").out)
    assert (found["path"], found["from_home"], found["from_goal"]) == (None, False, True)
    assert not json.loads((tmp_path / "data/pennant/_run.json").read_text())["whole"]
    slidefront("expand", "pennant", "-q")
    slidefront("table", "pennant", "-o", "pennant.table", "-q")
    for space, run in (("pennant", "pennant-from-goals"), ("pennant.table", "of-table")):
        slidefront("expand", "pennant", "--start-goals-of", space, "--out", f"data/{run}", "-q")
    check_same(Run("data/of-table"), Run("data/pennant-from-goals"))
    (rooted,) = json.loads(slidefront("stats", "pennant-from-goals", "--json").out)
    assert (found["depth"], found["layers"][0]["board_count"]) == (rooted["depth"], rooted["layers"][-1]["board_count"])
    stored = json.loads(slidefront("hardest", "pennant", "--start", "goal", "--json").out)
    assert stored == {**found, "path": "data/pennant-from-goals"}


def test_the_boards_farthest_from_any_board_or_file(slidefront, tmp_path):
    answer = slidefront("hardest", "8-puzzle", "--start", "L2U", "--json").out
    assert json.loads(answer)["start"] == "12534_678"
    (tmp_path / "board.txt").write_text("1 2 5\n3 4 _\n6 7 8\n")
    assert slidefront("hardest", "8-puzzle", "--start", "board.txt", "--json").out == answer
    slidefront("expand", "8-puzzle", "--start", "12534_678", "-q", "--out", "run")
    for words in (["run"], ["run", "--start", "12534_678"]):
        stored = json.loads(slidefront("hardest", *words, "--json").out)
        assert stored == {**json.loads(answer), "path": "run"}
    assert json.loads(slidefront("hardest", "run", "--start", "home", "--json").out)["path"] is None


def test_only_boards_that_the_layers_count_are_selected(slidefront, refused):
    assert "they count hole-home boards (--only)" in refused("hardest", "8-puzzle", "--only", "goal")
    assert "they count goal boards (--only)" in refused("problems", "klotski", "--only", "hole-home")
    assert "the puzzle has no goal (--only)" in refused("hardest", "euler-766-example", "--only", "goal")
    assert "choose from goal, hole-home, mover-home (--only)" in refused("hardest", "2x3", "--only", "marked")
    found = json.loads(slidefront("hardest", "pillars-6", "--only", "mover-home", "--json").out)
    assert (found["selection"], found["only"], found["layers"][0]["depth"]) == ("mover-home", "mover-home", 20)
