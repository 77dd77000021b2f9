"""The commands problems, grade and export."""

import csv
import io
import json

import pandas as pd
import pytest

from slidefront import solve
from slidefront.cli import progress


def test_problems_replay_as_legal(slidefront, tmp_path) -> None:
    slidefront("expand", "10-puzzle", "-q")
    answer = slidefront("problems", "10-puzzle", "--depths", "20:24", "--count", "9", "--only", "hole-home", "--routes")
    assert answer.err == ""
    first, form, *lines = answer.out.splitlines()
    assert first.startswith('# puzzle: {"name": "10-puzzle", "kind": "tiles", "metric": "step", "home": "')
    assert form == "# format: letters"
    assert [line.split(":")[1] for line in lines] == ["20", "20", "20", "22", "22", "22", "24", "24", "24"]
    assert all(line.split(":")[0].endswith("__") for line in lines)
    (tmp_path / "pack.txt").write_text(answer.out)
    checked = json.loads(slidefront("replay", "10-puzzle", "pack.txt", "--json").out)["answers"]
    assert len(checked) == 9
    assert all(route["legal"] for route in checked)
    bare = slidefront("problems", "10-puzzle", "--depths", "20:24", "--count", "9", "--only", "hole-home").out
    assert bare.splitlines()[1:] == [line.rpartition(":")[0] for line in lines]


def test_long_problems_are_random_boards(slidefront, monkeypatch) -> None:
    words = ["problems", "15-puzzle", "--memory", "400M", "--only", "hole-home", "--depths"]
    answer = slidefront(*words, "46:47", "--count", "1", "--max-attempts", "200")
    assert answer.out.count("\n") == 2
    assert ":46" in answer.out
    monkeypatch.setattr(progress, "STATUS_SECONDS", 0)
    said = slidefront(*words, "34", "--max-attempts", "2", code=2).err
    assert "computing layer 9\n" in said
    assert "board 2 of at most 2\n" in said
    assert "2 random boards were all longer than 34" in said


@pytest.mark.parametrize(("puzzle", "longest"), [("school.toml", 21), ("pennant", None)])
def test_small_spaces_need_no_run(slidefront, tmp_path, puzzle, longest) -> None:
    (tmp_path / "school.toml").write_text('kind = "tiles"\nhome = "123/45_"\n')
    slidefront("problems", puzzle, "--count", "100", "--difficulty", "-o", "pack.jsonl", "-q")
    found = [json.loads(line) for line in (tmp_path / "pack.jsonl").read_text().splitlines()]
    lengths = {one["length"] for one in found}
    assert lengths == {*range(1 + (longest or max(lengths)))}
    assert all(solve(puzzle, one["board"]).optimum == one["length"] for one in found[::5])
    assert not (tmp_path / "data").exists()


def test_pack_names_its_own_puzzle(slidefront, refused, tmp_path) -> None:
    """Its hole is last, and that of the shipped 8-puzzle first: the same boards have other lengths."""
    (tmp_path / "school.toml").write_text('kind = "tiles"\nhome = "123/456/78_"\n')
    slidefront("problems", "school.toml", "--depths", "10", "--count", "2", "--out", "pack.txt")
    slidefront("sheet", "pack.txt", "-o", "sheet.html")
    slidefront("page", "pack.txt", "-o", "page.html")
    answers = slidefront("solve", "pack.txt", "--start", "pack.txt").out
    assert [line.split(":")[1] for line in answers.splitlines()] == ["10", "10"]
    assert "2 as published" in slidefront("compare", "pack.txt", "--start", "pack.txt").err
    (tmp_path / "answers.txt").write_text((tmp_path / "pack.txt").read_text().splitlines()[0] + "\n" + answers)
    for words in (
        ["solve", "8-puzzle", "--start", "pack.txt"],
        ["compare", "8-puzzle", "--start", "pack.txt"],
        ["solvable", "8-puzzle", "pack.txt"],
        ["replay", "8-puzzle", "answers.txt"],
    ):
        assert "has problems of school (step metric, home 12345678_, goal 12345678_)" in refused(*words)


def test_wrong_stated_lengths_are_reported(slidefront, tmp_path) -> None:
    (tmp_path / "wrong.txt").write_text("12_345678:2\n1_2345678:3\n")
    wrong = "line 2: 1_2345678: the stated length is 3, but a shortest solution has 1 move"
    slidefront("expand", "8-puzzle", "--depth", "4", "-q")
    for words in (["solve", "8-puzzle", "--start", "wrong.txt"], ["depth", "8-puzzle", "wrong.txt", "--routes"]):
        answer = slidefront(*words, code=1)
        assert (answer.out, answer.err.splitlines()[0]) == ("12_345678:2:R2\n", wrong)
    assert slidefront("depth", "8-puzzle", "wrong.txt", code=1).out == "   2  12_345678\n"
    card = "50 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    assert "the stated length is 50, but a shortest solution has" in slidefront("solve", card, "-q", code=2).err
    (tmp_path / "one.txt").write_text("1_2345678:3\n")
    assert wrong.removeprefix("line 2: ") in slidefront("solve", "8-puzzle", "--start", "one.txt", code=2).err
    assert wrong.removeprefix("line 2: ") in slidefront("depth", "8-puzzle", "one.txt", "--routes", code=1).err
    slidefront("problems", "8-puzzle", "--depths", "3", "--count", "1", "-o", "pack.txt")
    pack = (tmp_path / "pack.txt").read_text()
    (tmp_path / "pack.txt").write_text(pack.replace(":3", ":5"))
    for command in ("sheet", "page"):
        words = [command, "pack.txt", "-o", f"{command}.html"]
        assert "needs 5 moves, and a shortest solution has 3" in slidefront(*words, code=2).err
        assert not (tmp_path / f"{command}.html").exists()


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("UUU", "move 3, U: "),
        ("UD", "its moves do not lead to the goal"),
        ("R2LR", "the stated length is 2, but the route has 4"),
    ],
)
def test_wrong_stated_moves_are_reported(slidefront, tmp_path, moves, why) -> None:
    (tmp_path / "wrong.txt").write_text(f"12_345678:2:R2\n12_345678:2:{moves}\n")
    slidefront("expand", "8-puzzle", "--depth", "4", "-q")
    for words in (["solve", "8-puzzle", "--start", "wrong.txt"], ["depth", "8-puzzle", "wrong.txt", "--routes"]):
        answer = slidefront(*words, code=1)
        assert answer.out == "12_345678:2:R2\n"
        assert answer.err.startswith(f"line 2: 12_345678: {why}")


def test_grade_reports_measures(slidefront, tmp_path) -> None:
    (tmp_path / "boards.txt").write_text("8_6547231\n_12345678\nfoo\n_21345678\n")
    answer = slidefront("grade", "8-puzzle", "boards.txt", code=1)
    assert answer.out.splitlines() == [
        "8_6547231:31  # hard, 40 solutions, astray 0.113, forced 0 first and 12 last",
        "_12345678:0  # easy, 1 solution, astray 0.000, forced 0 first and 0 last",
    ]
    assert "line 3: " in answer.err
    assert "line 4: _21345678 is out of reach" in answer.err
    (found,) = json.loads(slidefront("grade", "8-puzzle", "8_6547231", "--json").out)["answers"]
    assert (found["length"], found["solutions"], found["grade"]) == (31, 40, "hard")
    assert slidefront("grade", "8-puzzle").out == answer.out.splitlines()[1] + "\n", "home by default"
    assert not (tmp_path / "data").exists()


def test_export_prints_csv_or_writes_the_format_of_the_file_name(six, tmp_path) -> None:
    printed = six("export", "pillars-6").out
    first, *_, last = csv.DictReader(io.StringIO(printed))
    assert (first, last) == ({"depth": "0", "board": "ABCDEF"}, {"depth": "21", "board": "DEFABC"})
    answer = six("export", "pillars-6", "--columns", "depth,board,mover_home", "--out", "boards.parquet")
    assert answer.out == ""
    assert answer.err.startswith("360 boards in boards.parquet, ")
    frame = pd.read_parquet(tmp_path / "boards.parquet")
    assert (len(frame), frame.mover_home.sum(), frame.columns.tolist()) == (360, 60, ["depth", "board", "mover_home"])
    for option in (["--edges"], ["--columns", "board"]):
        answer = six("export", "2x3", *option, "--out", "copy", code=2)
        assert "copy is a folder, which makes a run: name a .csv or .parquet file" in answer.err
    six("export", "pillars-6", "--out", "boards.csv")
    assert (tmp_path / "boards.csv").read_text() == printed


def test_export_writes_edges_in_each_format(six, tmp_path) -> None:
    rows = list(csv.DictReader(io.StringIO(six("export", "pillars-6", "--edges", "--depths", "3:5").out)))
    assert {(int(row["source_depth"]), int(row["target_depth"])) for row in rows} == {(3, 4), (4, 5)}
    answer = six("export", "pillars-6", "--edges", "-o", "edges.parquet")
    frame = pd.read_parquet(tmp_path / "edges.parquet")
    assert answer.err.startswith(f"{len(frame)} edges in edges.parquet, ")
