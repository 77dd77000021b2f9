"""Packs read back are the packs that were written."""

from dataclasses import replace
from pathlib import Path

import pytest

import slidefront
from slidefront.apps.problems.pack_files import read_pack, read_packs, write
from slidefront.apps.problems.problems import draw_problems, route_of
from slidefront.errors import BoardError, SlidefrontError
from slidefront.notation.load import heading
from slidefront.store.run import Run
from tests.messages import refused


@pytest.mark.parametrize("to", ["lines", "jsonl"])
@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize("difficulty", [False, True])
def test_a_pack_is_read_back(ten: Run, tmp_path: Path, to: str, routes: bool, difficulty: bool) -> None:
    found = draw_problems(ten, range(8, 12), 4, routes=routes, difficulty=difficulty and to != "lines")
    path = tmp_path / f"pack.{'txt' if to == 'lines' else to}"
    with path.open("wb") as file:
        write(found, file, to)
    read = read_pack(path)
    rounded = [
        replace(one, difficulty=one.difficulty and replace(one.difficulty, astray=round(one.difficulty.astray, 3)))
        for one in found
    ]
    assert read == rounded
    assert read.puzzle.name == "10-puzzle"


def test_remarks_and_empty_lines_are_no_problems(tmp_path: Path) -> None:
    (tmp_path / "pack.txt").write_text("# a remark\n\n 1_2345678:1:R \n8_6547231:31\n")
    found = read_pack(tmp_path / "pack.txt", slidefront.load("8-puzzle"))
    assert [(one.length, one.route) for one in found] == [(1, "R"), (31, None)]


@pytest.mark.parametrize(("text", "message"), [
    ("", "has no boards"),
    ("hello\n", "problem 1: "),
    ("{}\n", "problem 1: board and route must be texts"),
    ('{"board": 3}\n', "problem 1: board and route must be texts"),
    ('{"board": "1_2345678"}\n', "problem 1: it has no length"),
    ("[1]\n", "problem 1: "),
    ('{"board": 1\n', "problem 1: the line is no JSON object"),
    ("1_2345678:1\n12345678:1\n", "problem 2: column 8: "),
    ("1_2345678:1:2 L\n", "problem 1: "),
    ("1_2345678:7:1 L\n", "problem 1: "),
    ("12345678_:1:8 R\n", "problem 1: its route does not end at the goal"),
])  # fmt: skip
def test_what_is_no_pack_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pack.txt").write_text(text)
    assert message in refused(SlidefrontError, read_pack, tmp_path / "pack.txt", slidefront.load("8-puzzle"))


def test_the_puzzle_is_never_guessed(tmp_path: Path) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("fe169b4c_a73d852:1\n")
    why = "does not say which puzzle its boards are of: name it"
    assert why in refused(SlidefrontError, read_pack, path)
    one, other = (heading(slidefront.load("8-puzzle").with_goal(goal)) for goal in ("_12345678", "1_2345678"))
    path.write_text(f"{one}\n12_345678:2\n{other}\n12_345678:1\n")
    assert "problems of several puzzles" in refused(SlidefrontError, read_pack, path)
    assert [len(pack) for pack in read_packs(path)] == [1, 1]
    path.write_text(f"12_345678:2\n{one}\n12_345678:2\n")
    assert why in refused(SlidefrontError, read_packs, path)
    assert "cannot read" in refused(BoardError, read_pack, tmp_path / "missing.txt")


def test_the_route_of_a_problem_is_replayed(tmp_path: Path) -> None:
    (tmp_path / "pack.txt").write_text("3124756_8:3:4 3 0\n")
    (problem,) = pack = read_pack(tmp_path / "pack.txt", slidefront.load("8-puzzle"))
    assert [str(move) for move in route_of(pack.puzzle, problem).moves] == ["7 D", "4 R", "3 D"]
