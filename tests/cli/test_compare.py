"""The command compare: searches of many boards side by side."""

import json
import os
import re
import signal
from typing import Any

import pytest

from slidefront.search import boards_to_solve
from slidefront.search.solve import Solved, solve
from tests.explore.conftest import CASES

PUBLISHED = CASES["8-puzzle"]["cases"]
NUMBERS = [r"[\d,]+", r"[\d,]+", r"\d+\.\d"]


def test_the_published_boards_one_way_and_two_ways_side_by_side(slidefront, tmp_path):
    (tmp_path / "golden.txt").write_text("".join(f"{case['board']}:{case['optimum']}\n" for case in PUBLISHED))
    answer = slidefront("compare", "8-puzzle", "--from", "golden.txt")
    assert answer.err == ""
    over, header, *rows = answer.out.splitlines()
    assert over.split() == ["bfs", "bidirectional"]
    assert header.split() == ["board", "optimum"] + ["generated", "examined", "ms"] * 2
    assert [row.split()[:2] for row in rows] == [[case["board"], str(case["optimum"])] for case in PUBLISHED]
    for row in rows:
        assert re.fullmatch(r"\s+".join([r"[1-8_]+", r"\d+", *NUMBERS * 2]), row)
    deepest = rows[-1].replace(",", "").split()
    assert int(deepest[2]) > 10 * int(deepest[5])
    assert max(map(len, answer.out.splitlines())) <= 80
    for algorithm, column in (("bfs", header.index("generated")), ("bidirectional", header.rindex("generated"))):
        assert abs(over.index(algorithm) + len(algorithm) / 2 - column - 12) < 2


def test_only_a_published_optimum_that_is_wrong_gets_a_column(slidefront):
    header = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8:3\n31247_685:-").out.splitlines()[1]
    assert "published" not in header
    wrong = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8:4\n31247_685:-")
    header, *rows = wrong.out.splitlines()[1:]
    assert "published" in header
    assert [row.split()[1:3] for row in rows] == [["3", "4"], ["5", "-"]]


def test_algorithms_that_disagree_are_told_of(slidefront, monkeypatch):
    def mistaken(*given: Any, algorithm: str, **named: Any) -> Solved:
        return solve(*given, **{**named, "max_depth": 1 if algorithm == "bfs" else None}, algorithm=algorithm)

    monkeypatch.setattr(boards_to_solve, "solve", mistaken)
    answer = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8", code=1)
    assert answer.out.splitlines()[2].split()[:2] == ["3124756_8", "-"]
    assert answer.err.startswith("the algorithms disagree: this is a bug in slidefront; please report it\n")


def test_a_signal_ends_it(slidefront, monkeypatch):
    def solve_and_stop(*given: Any, **named: Any) -> Solved:
        os.kill(os.getpid(), signal.SIGINT)
        return solve(*given, **named)

    monkeypatch.setattr(boards_to_solve, "solve", solve_and_stop)
    answer = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8\n31247_685\n_15328647", code=130)
    assert (answer.out, answer.err) == ("", "interrupted\n")


CARDS = [
    "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
    "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12",
    "49 ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo",
    "IBBxooIooLDDJAALooJoKEEMFFKooMGGHH",
]


def test_lines_that_are_each_a_puzzle(slidefront, tmp_path):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS))
    answer = slidefront("compare", "cards.txt", "--algorithms", "bidirectional", code=2)
    assert "the goal of rush-" in answer.err  # two ways need a goal of one board
    answer = slidefront("compare", "cards.txt", "--algorithms", "bfs", code=1)
    _, header, *rows = answer.out.splitlines()
    assert header.split()[:3] == ["board", "optimum", "published"]
    assert [row.rsplit(None, 5)[1:3] for row in rows] == [["60", "60"], ["9", "-"], ["50", "49"]]
    assert answer.err.startswith("line 4: column 34: ")


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_line_for_each_into_a_file_that_is_continued(slidefront, tmp_path, threads):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS))
    words = ["compare", "cards.txt", "--algorithms", "bfs,ida", "--at-once", threads, "--out", "answers.jsonl"]
    answer = slidefront(*words, code=1)
    assert answer.out == ""
    assert (
        answer.err.splitlines()[-1]
        == "4 boards in answers.jsonl; 1 as published; 1 not as published; 1 could not be answered"
    )
    question, *lines = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
    assert [(one.get("optimum"), one.get("published")) for one in lines] == [
        (60, 60),
        (9, None),
        (50, 49),
        (None, None),
    ]
    assert lines[3]["error"]
    text = (tmp_path / "answers.jsonl").read_text()
    (tmp_path / "answers.jsonl").write_text("".join(text.splitlines(keepends=True)[:3]) + '{"line": 3')
    answer = slidefront(*words, code=1)
    assert answer.err.splitlines()[-1].startswith(
        "4 boards in answers.jsonl, 2 of them answered before; 1 as published; 1 not"
    )
    again = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert again[:3] == [question, *lines[:2]]
    assert [one["board"] for one in again[1:]] == [one["board"] for one in lines]


def test_by_default_puzzles_with_partial_goals_are_compared_without_two_way_search(slidefront, tmp_path):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS[:2]))
    assert slidefront("compare", "cards.txt").out.splitlines()[0].split() == ["bfs"]
