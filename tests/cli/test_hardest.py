import json

from slidefront.tables import open_space


def shown(answer) -> list[tuple[int, int, list[str]]]:
    return [(layer["depth"], layer["boards"], layer["shown"]) for layer in json.loads(answer.out)["layers"]]


def test_the_deepest_board_is_drawn(slidefront):
    slidefront("expand", "10-puzzle", "-q")
    answer = slidefront("hardest", "10-puzzle", "--marked")
    assert answer.err == ""
    lines = answer.out.splitlines()
    (found,) = shown(slidefront("hardest", "data/10-puzzle", "--marked", "--json"))
    assert lines[0] == f"{found[0]} moves from home (the goal): {found[1]} boards, hole at home"
    assert lines[2].startswith("┌────┬")
    assert "   ".join(found[2]).split() == [word for line in lines for word in line.split() if word.endswith("__")]
    assert all(len(line) <= 100 for line in lines)


def test_top_goes_on_to_less_deep_layers(slidefront):
    slidefront("expand", "pillars-6", "-q")
    layers = shown(slidefront("hardest", "pillars-6", "--top", "4", "--json"))
    assert [(depth, boards, len(texts)) for depth, boards, texts in layers] == [(21, 1, 1), (20, 6, 3)]
    assert "20 moves from home: 6 boards (3 of them shown)" in slidefront("hardest", "pillars-6", "--top", "4").out


def test_a_puzzle_in_place_of_a_run_is_explored_and_nothing_is_stored(slidefront, tmp_path):
    answer = slidefront("hardest", "pillars-6")
    assert answer.err.splitlines() == [
        "depths are distances from home; for the boards farthest from the goal, run:",
        "    slidefront hardest pillars-6 --from goal",
    ]
    assert not (tmp_path / "data").exists()
    slidefront("expand", "pillars-6", "-q")
    assert slidefront("hardest", "pillars-6").out == answer.out


def test_the_hardest_start_is_told_from_the_goal(slidefront, tmp_path):
    answer = slidefront("hardest", "pillars-6", "--from", "goal")
    assert answer.err == ""
    assert answer.out.startswith("21 moves to the goal: 1 board\n")
    assert not (tmp_path / "data").exists()
    slidefront("expand", "pillars-6", "--from", "goal", "-q")
    assert slidefront("hardest", "pillars-6-from-goal").out == answer.out


def test_a_goal_can_be_named(slidefront):
    slidefront("expand", "pillars-6", "-q")
    found = json.loads(slidefront("hardest", "pillars-6", "--to", "home", "--json").out)
    assert (found["from_goal"], found["depth"], found["path"]) == (True, 21, None)


def test_the_hardest_start_of_a_partial_goal(slidefront, tmp_path):
    slidefront("expand", "pennant", "--depth", "5", "-q")
    found = json.loads(slidefront("hardest", "pennant", "--from", "goal", "--json").out)
    assert (found["path"], found["from_home"], found["from_goal"]) == (None, False, True)
    assert not json.loads((tmp_path / "data/pennant/_run.json").read_text())["whole"]
    slidefront("expand", "pennant", "-q")
    slidefront("expand", "pennant", "--from-goals-of", "pennant", "-q")
    (rooted,) = json.loads(slidefront("stats", "pennant-from-goals", "--json").out)
    assert (found["depth"], found["layers"][0]["boards"]) == (rooted["depth"], rooted["layers"][-1]["boards"])
    stored = json.loads(slidefront("hardest", "pennant", "--from", "goal", "--json").out)
    assert stored == {**found, "path": "data/pennant-from-goals"}


def test_a_run_elsewhere_is_not_gone_on_with(slidefront, tmp_path):
    slidefront("expand", "pennant", "--depth", "5", "--out", "mine", "-q")
    before = (tmp_path / "mine/_run.json").read_text()
    assert slidefront("hardest", "mine", "--from", "goal").out.startswith("78 moves (move metric) to the goal")
    assert (tmp_path / "mine/_run.json").read_text() == before


def test_a_large_space_is_not_explored_for_one_command(refused, monkeypatch):
    assert refused("hardest", "14-puzzle") == (
        "14-puzzle has more than 10,000,000 boards: run `slidefront expand 14-puzzle` first"
    )
    monkeypatch.setattr(open_space, "MOST_BOARDS", 1000)
    assert refused("hardest", "klotski", "--from", "goal") == (
        "klotski has more than 1,000 boards: run `slidefront expand klotski` first"
    )


def test_a_run_that_is_not_whole_says_so(slidefront):
    slidefront("expand", "8-puzzle", "--depth", "6", "-q")
    answer = slidefront("hardest", "8-puzzle")
    assert "6 moves from home (the goal): 39 boards (12 of them shown)" in answer.out
    assert "The run is not finished: there may be boards deeper than 6." in answer.out


def test_a_run_that_has_no_marked_board_yet_says_so(slidefront):
    slidefront("expand", "klotski", "--depth", "6", "-q")
    answer = slidefront("hardest", "klotski", "--marked")
    assert answer.out.startswith(
        "no marked board (goal met) up to depth 6\n\nThe run is not finished: there may be boards deeper than 6"
    )


def test_the_boards_farthest_from_any_board_or_file(slidefront, tmp_path):
    answer = slidefront("hardest", "8-puzzle", "--from", "L2U", "--json").out
    assert json.loads(answer)["start"] == "12534_678"
    (tmp_path / "board.txt").write_text("1 2 5\n3 4 _\n6 7 8\n")
    assert slidefront("hardest", "8-puzzle", "--from", "board.txt", "--json").out == answer
    slidefront("expand", "8-puzzle", "--from", "12534_678", "-q", "--out", "run")
    for words in (["run"], ["run", "--from", "12534_678"]):
        stored = json.loads(slidefront("hardest", *words, "--json").out)
        assert stored == {**json.loads(answer), "path": "run"}
    assert json.loads(slidefront("hardest", "run", "--from", "home", "--json").out)["path"] is None


def test_refusals(refused, slidefront):
    slidefront("expand", "AB./..C", "--out", "run", "-q")
    assert "--marked does not apply to" in refused("hardest", "run", "--marked")
    slidefront("table", "pillars-6", "-q")
    assert "has distances from home" in refused("hardest", "pillars-6.table", "--from", "goal")
    said = refused("hardest", "nowhere")
    assert "there is no run in nowhere or data/nowhere, and no puzzle is named 'nowhere'" in said
    assert "Invalid value for '--top'" in refused("hardest", "pillars-6", "--top", "0")
    assert "each board needs a key of 100 bits" in refused("hardest", "4x5")
