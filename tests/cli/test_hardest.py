import json


def shown(answer) -> list[tuple[int, int, list[str]]]:
    return [(layer["depth"], layer["boards"], layer["shown"]) for layer in json.loads(answer.out)["layers"]]


def test_the_deepest_board_is_drawn(slidefront):
    slidefront("expand", "10-puzzle", "-q")
    answer = slidefront("hardest", "10-puzzle", "--hole-home")
    assert answer.err == ""
    lines = answer.out.splitlines()
    (found,) = shown(slidefront("hardest", "data/10-puzzle", "--hole-home", "--json"))
    assert lines[0] == f"{found[0]} moves from home (the goal): {found[1]} boards, hole at home"
    assert lines[2].startswith("┌────┬")
    assert "   ".join(found[2]).split() == [word for line in lines for word in line.split() if word.endswith("__")]
    assert all(len(line) <= 100 for line in lines)


def test_top_goes_on_to_less_deep_layers(slidefront):
    slidefront("expand", "pillars-6", "-q")
    layers = shown(slidefront("hardest", "pillars-6", "--top", "4", "--json"))
    assert [(depth, boards, len(texts)) for depth, boards, texts in layers] == [(21, 1, 1), (20, 6, 3)]
    assert "20 moves from home: 6 boards (3 of them shown)" in slidefront("hardest", "pillars-6", "--top", "4").out


def test_a_puzzle_in_place_of_a_run_is_explored(slidefront, tmp_path):
    answer = slidefront("hardest", "pillars-6")
    assert answer.err.splitlines() == [
        "making the run data/pillars-6",
        "depths are distances from home; for the boards farthest from the goal, run:",
        "    slidefront hardest pillars-6 --start",
    ]
    assert json.loads((tmp_path / "data/pillars-6/_run.json").read_text())["whole"]
    assert slidefront("hardest", "pillars-6").out == answer.out


def test_the_hardest_start_is_told_from_the_goal(slidefront, tmp_path):
    answer = slidefront("hardest", "pillars-6", "--start")
    assert answer.err == "making the run data/pillars-6-from-goal\n"
    assert answer.out.startswith("21 moves to the goal: 1 board\n")
    assert slidefront("hardest", "pillars-6-from-goal").out == answer.out
    assert not (tmp_path / "data/pillars-6").exists()


def test_the_hardest_start_of_a_partial_goal_makes_both_runs(slidefront, tmp_path):
    slidefront("expand", "pennant", "--depth", "5", "-q")
    found = json.loads(slidefront("hardest", "pennant", "--start", "--json").out)
    assert (found["folder"], found["from_home"], found["from_goal"]) == ("data/pennant-from-goals", False, True)
    assert json.loads((tmp_path / "data/pennant/_run.json").read_text())["whole"], "a run in its folder is finished"
    rooted = json.loads(slidefront("layers", "pennant-from-goals", "--json").out)
    assert (found["depth"], found["layers"][0]["boards"]) == (rooted["depth"], rooted["layers"][-1]["boards"])


def test_a_run_elsewhere_is_not_gone_on_with(slidefront):
    slidefront("expand", "pennant", "--depth", "5", "--out", "mine", "-q")
    said = slidefront("hardest", "mine", "--start", code=2).err
    assert "mine is not finished" in said
    assert "run `slidefront expand pennant --out mine`" in said
    slidefront("expand", "pennant", "--out", "mine", "-q")
    assert slidefront("hardest", "mine", "--start").err == "making the run data/pennant-from-goals\n"


def test_a_run_that_is_not_whole_says_so(slidefront):
    slidefront("expand", "8-puzzle", "--depth", "6", "-q")
    answer = slidefront("hardest", "8-puzzle")
    assert "6 moves from home (the goal): 39 boards (12 of them shown)" in answer.out
    assert "The run is not finished: there may be boards deeper than 6." in answer.out


def test_a_run_that_has_no_marked_board_yet_says_so(slidefront):
    slidefront("expand", "klotski", "--depth", "6", "-q")
    answer = slidefront("hardest", "klotski", "--goal")
    assert answer.out.startswith(
        "no marked board (goal met) up to depth 6\n\nThe run is not finished: there may be boards deeper than 6"
    )


def test_hardest_starts_need_the_whole_space(slidefront, refused):
    slidefront("expand", "8-puzzle", "--depth", "6", "-q", "--out", "mine")
    message = refused("hardest", "mine", "--start")
    assert message == (
        "mine is not finished, and this command needs the whole space: run `slidefront expand 8-puzzle --from goal "
        "--out mine`"
    )


def test_places(slidefront):
    answer = slidefront("hardest", "klotski", "--places", "--top", "2")
    assert "making the run data/klotski" in answer.err
    lines = answer.out.splitlines()
    assert lines[0] == "Fewest moves from home that bring X to each place:"
    assert [line.split() for line in lines[2:5]] == [["row", "column", "depth"], ["3", "1", "81"], ["3", "0", "58"]]
    assert "Hardest to reach: row 3, column 1, after 81 moves (move metric)" in lines
    (found,) = json.loads(slidefront("hardest", "klotski", "--places", "--json").out)["pieces"]
    assert (found["piece"], len(found["places"])) == ("X", 12)
    assert found["places"][0]["depth"] == 81
    assert found["places"][0]["board"].split("/")[3][1:3] == "XX"


def test_refusals(refused, slidefront):
    slidefront("expand", "pillars-6", "--depth", "2", "-q")
    assert "--goal does not apply to pillars-6, whose layers mark boards with mover at home" in refused(
        "hardest", "pillars-6", "--goal"
    )
    assert "--hole-home does not apply to klotski" in refused("hardest", "klotski", "--hole-home")
    assert "8-puzzle is not a block puzzle" in refused("hardest", "8-puzzle", "--places")
    said = refused("hardest", "nowhere")
    assert "there is no run in nowhere or data/nowhere, and no puzzle is named 'nowhere'" in said
    assert "--places cannot be combined with --start" in refused("hardest", "pillars-6", "--places", "--start")
    assert "Invalid value for '--top'" in refused("hardest", "pillars-6", "--top", "0")
    assert "each board needs a key of 100 bits" in refused("hardest", "4x5")


def test_a_space_that_no_disk_holds(slidefront):
    said = slidefront("hardest", "15-puzzle", code=2).err
    assert said.endswith("are free: `slidefront expand` has a --depth to stop at, and an --out for a larger disk\n")
