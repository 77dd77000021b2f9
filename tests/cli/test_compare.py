"""The command compare: searches of many boards side by side."""

import json
import os
import re
import signal
from typing import Any

from slidefront.search import solve as search_solve
from slidefront.search.result import SolveResult
from slidefront.search.solve import solve
from tests.explore.conftest import CASES

PUBLISHED = CASES["8-puzzle"]["cases"]
WORK = r"[\d,]+ generated, [\d,]+ examined, \d+\.\d ms"


def test_the_published_boards_one_way_and_two_ways_side_by_side(slidefront, tmp_path):
    (tmp_path / "golden.txt").write_text("".join(f"{case['board']}:{case['optimum']}\n" for case in PUBLISHED))
    answer = slidefront("compare", "8-puzzle", "--start", "golden.txt")
    assert answer.err == f"{len(PUBLISHED)} boards; {len(PUBLISHED)} as published\n"
    for line, case in zip(answer.out.splitlines(), PUBLISHED, strict=True):
        start = rf"{case['board']}:{case['optimum']}  # "
        assert re.fullmatch(rf"{start}bfs: {WORK}; bidirectional: {WORK}", line)


def test_algorithms_that_disagree_are_told_of(slidefront, monkeypatch):
    def mistaken(*given: Any, algorithm: str, **named: Any) -> SolveResult:
        return solve(*given, **{**named, "max_depth": 1 if algorithm == "bfs" else None}, algorithm=algorithm)

    monkeypatch.setattr(search_solve, "solve", mistaken)
    answer = slidefront("compare", "8-puzzle", "--start", "-", given="3124756_8", code=1)
    assert answer.out.startswith("3124756_8:-")
    assert answer.err.startswith("the algorithms disagree: this is a bug in slidefront; please report it\n")


def test_a_signal_ends_it(slidefront, monkeypatch):
    def solve_and_stop(*given: Any, **named: Any) -> SolveResult:
        os.kill(os.getpid(), signal.SIGINT)
        return solve(*given, **named)

    monkeypatch.setattr(search_solve, "solve", solve_and_stop)
    answer = slidefront("compare", "8-puzzle", "--start", "-", given="3124756_8\n31247_685\n_15328647", code=130)
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
    answer = slidefront("compare", "cards.txt", code=1)  # by default without two-way search
    lines, first = answer.out.splitlines(), answer.err.splitlines()[0]
    assert [line.split("  # ")[0].rpartition(":")[2] for line in lines] == ["60", "9", "50"]
    assert [line.split("  # ")[1][:5] for line in lines] == ["bfs: "] * 3
    assert lines[2].endswith("published 49")
    assert first.startswith("line 4: column 34: ")


def test_a_line_for_each_into_a_file(slidefront, tmp_path):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS))
    words = ["compare", "cards.txt", "--algorithms", "bfs,ida", "--out", "answers.jsonl"]
    answer = slidefront(*words, code=1)
    assert answer.out == ""
    assert (
        answer.err.splitlines()[-1]
        == "4 boards in answers.jsonl; 1 as published; 1 not as published; 1 could not be answered"
    )
    _, *lines = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
    assert [(one["optimum"], one["published"]) for one in lines] == [(60, 60), (9, None), (50, 49)]
