"""The command compare: searches of many boards side by side."""

import json
import os
import re
import signal
from typing import Any

import pytest

from slidefront.search import boards_to_solve
from slidefront.search.solve import ALGORITHMS, Solved, solve
from tests import naive
from tests.cli.conftest import answers
from tests.explore.conftest import CASES
from tests.notation.test_trace import EIGHT

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


def test_one_way_search_makes_the_moves_of_all_boards_less_deep(slidefront, tmp_path):
    """One way all layers before the goal are examined; the naive twin counts them."""
    layers = naive.layers(EIGHT.successors, [EIGHT.home], 10)
    board = "".join(map(str, min(layers[10]))).replace("0", "_")
    (tmp_path / "boards.txt").write_text(board)
    around = naive.layers(EIGHT.successors, [min(layers[10])], 9)
    found = answers(slidefront("compare", "8-puzzle", "--from", "boards.txt", "--json"))
    assert (found["board"], found["published"]) == (board, None)
    one_way, two_way = found["searches"]
    assert (one_way["algorithm"], one_way["optimum"], one_way["examined"]) == ("bfs", 10, sum(map(len, around)))
    assert (two_way["algorithm"], two_way["optimum"]) == ("bidirectional", 10)
    assert two_way["examined"] < one_way["examined"]


def test_any_algorithms_of_any_puzzle(slidefront, tmp_path):
    (tmp_path / "boards.txt").write_text("FBCDEA:11\nABCEDF:-\nABCDEF:0\n")
    words = ["pillars-6", "--from", "boards.txt", "--to", "home", "--algorithms", " auto, ida,bfs,bidirectional "]
    over, _, *rows = slidefront("compare", *words).out.splitlines()
    assert over.split() == ["auto", "ida", "bfs", "bidirectional"]
    assert [row.split()[:2] for row in rows] == [["FBCDEA", "11"], ["ABCEDF", "-"], ["ABCDEF", "0"]]
    data = answers(slidefront("compare", *words, "--json"))
    assert [one["algorithm"] for one in data[0]["searches"]] == ["bidirectional", "ida", "bfs", "bidirectional"]
    assert [one["algorithm"] for one in data[1]["searches"]] == ["group"] * 4


def test_blocks_in_a_metric(slidefront):
    boards = "A.1/A.2/633/554:24\nA.1/A.2/633/554:23\n"
    words = ["hughes", "--from", "-", "--metric", "slide", "--algorithms", "bfs,ida"]
    _, header, *rows = slidefront("compare", *words, given=boards).out.splitlines()
    assert header.split()[:3] == ["board", "optimum", "published"]
    assert [row.split()[1:3] for row in rows] == [["24", "24"], ["24", "23"]]


def test_only_a_published_optimum_that_is_wrong_gets_a_column(slidefront):
    header = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8:3\n31247_685:-").out.splitlines()[1]
    assert "published" not in header
    wrong = slidefront("compare", "8-puzzle", "--from", "-", given="3124756_8:4\n31247_685:-")
    header, *rows = wrong.out.splitlines()[1:]
    assert "published" in header
    assert [row.split()[1:3] for row in rows] == [["3", "4"], ["5", "-"]]


def test_the_goal_is_the_one_given(slidefront):
    words = ["compare", "8-puzzle", "--from", "-", "--to", "1_2345678", "--json"]
    data = answers(slidefront(*words, given="12_345678\n"))
    assert [one["optimum"] for one in data["searches"]] == [1, 1]


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


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("3124756_8", ["--algorithms", "astar"], "algorithm 'astar' is unknown: choose from " + ", ".join(ALGORITHMS)),
        ("3124756_8", ["--algorithms", "bfs,"], "algorithm '' is unknown"),
        ("3124756_8", ["--metric", "move"], "tiles have no move metric"),
        ("3124756_8", ["--to", "12"], "line 1, column 2: "),
        ("3124756_8", ["--memory", "1K"], "memory must be at least "),
        ("# nothing\n", [], "boards.txt has no boards: write one a line"),
    ],
)
def test_what_makes_no_sense(refused, tmp_path, text, words, message):
    (tmp_path / "boards.txt").write_text(text)
    assert message in refused("compare", "8-puzzle", "--from", "boards.txt", *words)


def test_a_bad_line_does_not_stop_the_others(slidefront, tmp_path):
    (tmp_path / "boards.txt").write_text("3124756_8:3\n123_5678:15\n31247_685:5\n")
    answer = slidefront("compare", "8-puzzle", "--from", "boards.txt", code=1)
    assert "line 2: column 8: " in answer.err
    assert "3124756_8" in answer.out
    assert "31247_685" in answer.out


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


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_line_for_each(slidefront, tmp_path, threads):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS))
    words = ["compare", "cards.txt", "--algorithms", "bfs,ida", "--at-once", threads]
    lines = slidefront(*words, code=1).out.splitlines()
    number = r"[\d,]+ boards?, \d+\.\d ms"
    solved = rf"  # bfs: {number}; ida: {number}"
    assert re.fullmatch(rf"60 IBB\w+ 2332:60{solved}", lines[0])
    assert re.fullmatch(rf"5 1 2 4/.*:9{solved}", lines[1])
    assert re.fullmatch(rf"49 ooI\w+:50{solved}; published 49", lines[2])
    assert lines[3].startswith("# line 4: ")


def test_files_that_are_none(refused, tmp_path):
    assert "gone.txt" in refused("compare", "8-puzzle", "--from", "gone.txt")
    (tmp_path / "boards.txt").write_bytes(b"\xff\xfe")
    assert "boards.txt" in refused("compare", "8-puzzle", "--from", "boards.txt")
    assert "only one argument can be -" in refused("compare", "-", "--from", "-")


def test_two_ways_to_a_partial_goal(refused, tmp_path):
    (tmp_path / "boards.txt").write_text("AXXB/AXXB/CDDE/CFGE/H..I:81\n")
    assert "the goal of klotski is partial" in refused(
        *("compare", "klotski", "--from", "boards.txt", "--algorithms", "bfs,bidirectional")
    )


def test_by_default_puzzles_with_partial_goals_are_compared_without_two_way_search(slidefront, tmp_path):
    (tmp_path / "cards.txt").write_text("\n".join(CARDS[:2]))
    assert slidefront("compare", "cards.txt").out.splitlines()[0].split() == ["bfs"]
