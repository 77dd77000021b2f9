"""The commands solve, solvable, depth and compare."""

import json
import os
import re
import signal
import sys
from collections.abc import Callable
from typing import Any

import pexpect
import pytest

from slidefront.cli.progress import SearchProgress
from slidefront.search import solve as search_solve
from slidefront.search.result import SolveResult
from slidefront.search.solve import solve
from tests import naive, naive_routes
from tests.cli.conftest import answers
from tests.search.test_solve import HARD
from tests.strategies import EIGHT

TOOK = re.compile(r"\d+\.\d+ s$", re.MULTILINE)


def said(text: str) -> list[str]:
    """The lines without the times."""
    return TOOK.sub("0.00 s", text).splitlines()


def test_moves_are_output_and_remarks_are_errors(slidefront) -> None:
    answer = slidefront("solve", "8-puzzle", "--start", "3124756_8")
    assert answer.out == "7 D\n4 R\n3 D\n"
    assert said(answer.err) == [
        "3 moves, the fewest possible: no board within 1 move of the start is within 1 of the goal",
        "two-way search (the goal is one board): 9 boards generated, 4 examined, 0.00 s",
    ]
    assert slidefront("solve", "8-puzzle", "--start", "3124756_8", "--quiet").err == ""


def test_format_boards_draws_every_board(slidefront) -> None:
    drawn = slidefront("solve", "8-puzzle", "--start", "3124756_8", "--format", "boards").out
    assert drawn.count("┌───┬───┬───┐") == 4
    assert drawn.split("┌")[0].split() == ["start", "1.", "7", "D", "2.", "4", "R", "3.", "3", "D"]


def test_json_of_a_route_has_moves_and_rounds(slidefront) -> None:
    answer = slidefront("solve", "8-puzzle", "--start", "3124756_8", "--json")
    data = json.loads(answer.out)
    assert answer.err == ""
    assert (data["start"], data["end"], data["optimum"], data["lower_bound"]) == ("3124756_8", "_12345678", 3, 3)
    assert [move["path"] for move in data["moves"]] == [group["path"] for group in data["groups"]] == ["D", "R", "D"]
    assert [one["from_start"] + one["from_goal"] for one in data["rounds"]] == [1, 2, 3]
    assert [one["met"] for one in data["rounds"]] == [False, False, True]
    deep = json.loads(slidefront("solve", "8-puzzle", "--start", "3124756_8", "--json", "--algorithm", "ida").out)
    assert [one["limit"] for one in deep["rounds"]] == [3]


def test_all_counts_routes_and_prints_some(slidefront) -> None:
    successors = EIGHT.successors
    start, goal = tuple(map(int, "312846075")), EIGHT.home
    count = naive.count_routes(successors, [start], {goal})
    answer = slidefront("solve", "8-puzzle", "--start", "312846_75", "--all", "--limit", "3")
    assert said(answer.err)[2:] == [f"{count} shortest routes; 3 are shown"]
    routes = answer.out.split("\n\n")
    assert [route.splitlines()[0] for route in routes] == [f"# route {number} of {count}" for number in (1, 2, 3)]
    ends = {naive_routes.play(EIGHT, route.split("\n", 1)[1], start)[-1] for route in routes}
    assert ends == {goal}
    assert len({*routes}) == 3
    data = json.loads(slidefront("solve", "8-puzzle", "--start", "312846_75", "--all", "--limit", "2", "--json").out)
    first, _ = data["routes"]
    assert data["count"] == count
    assert first.items() <= data.items()


def test_goal_can_be_another_board_home_or_some_pieces(slidefront) -> None:
    assert slidefront("solve", "8-puzzle", "--goal", "12_345678").out == "1 L\n2 L\n"
    back = slidefront("solve", "pillars-6", "--start", "goal", "--goal", "home").out
    there = slidefront("solve", "pillars-6", "--goal", "goal").out
    assert len(back.splitlines()) == len(there.splitlines()) == 11
    answer = slidefront("solve", "AAB/..C", "--goal", "..../....".replace("....", "...", 1).replace("....", "AAC"))
    assert answer.err.startswith("1 move in the step metric")


ODD = "the goal is an odd permutation of the start, and moves make only even ones"


def test_unsolvable_board_needs_no_search(slidefront) -> None:
    quiet = slidefront("solve", "15-puzzle", "--start", "1234/5678/9abc/dfe_", "--quiet", code=1)
    assert (quiet.out, quiet.err) == ("", f"no solution: {ODD}; it would be solvable with the goal hole-first\n")


HARDEST = "_ c 9 d/f b a e/3 7 2 5/4 8 6 1"


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int, Any], bool], int], None]:
    """Raise a signal in the first round for which a function of its number and the round is true."""

    def stop_at(is_last: Callable[[int, Any], bool], number: int) -> None:
        tell, rounds = SearchProgress.on_round, []

        def tell_and_stop(self: SearchProgress, round_: Any) -> None:
            tell(self, round_)
            rounds.append(round_)
            if not self.stop() and is_last(len(rounds), round_):
                signal.raise_signal(number)

        monkeypatch.setattr(SearchProgress, "on_round", tell_and_stop)

    return stop_at


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize(
    ("algorithm", "known"),
    [("bidirectional", "no route of fewer than 11 moves"), ("ida", r"no route of fewer than [67]\d moves")],
)
def test_signal_ends_search_with_what_is_proved(slidefront, stop_at, number, code, algorithm, known) -> None:
    stop_at(lambda _, round_: algorithm == "ida" or round_.length == 10, number)
    answer = slidefront("solve", "15-puzzle", "--start", HARDEST, "--algorithm", algorithm, code=code)
    assert answer.out == ""
    assert re.search(f"^interrupted: {known}: ", answer.err, re.MULTILINE)
    assert ("for a route in less time, add --max-seconds 60" in answer.err) == (algorithm == "ida")


def test_signal_ends_bounded_search_with_best_route(slidefront, stop_at) -> None:
    stop_at(lambda count, _: count == 15, signal.SIGINT)
    answer = slidefront("solve", "15-puzzle", "--start", HARDEST, "--max-seconds", "500", code=130)
    bound = r"^interrupted: \d+ moves.*, at most [\d.]+ times the optimum, which is from \d+ to \d+:"
    assert re.search(bound, answer.err, re.MULTILINE)
    assert answer.out


@pytest.mark.slow
def test_rounds_are_live_on_a_terminal(tmp_path) -> None:
    words = ["solve", "15-puzzle", "--start", HARD, "--algorithm", "bidirectional", "--memory", "6GiB"]
    child = pexpect.spawn(sys.executable, ["-m", "slidefront", *words], cwd=tmp_path, timeout=90)
    child.setwinsize(40, 120)
    child.expect(r"\d+ moves \(\d+ from the start, \d+ from the goal\): [\d,]+ boards, not met, \d")
    child.expect(r"layer 2\d: \d+% of [\d,]+ boards")
    os.kill(child.pid, signal.SIGINT)
    child.expect(r"interrupted: no route of fewer than (\d+) moves")
    assert 40 <= int(child.match[1]) <= 52
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_start_can_be_moves_as_people_type_them(slidefront, refused) -> None:
    joined = slidefront("show", "8-puzzle", "U2LD").out
    assert {slidefront("show", "8-puzzle", text).out for text in ("U2 L D", "up 2, left, down", "↑ ↑ ← ↓")} == {joined}
    assert "move 3, R: the moves here are" in refused("solve", "8-puzzle", "--start", "U2 R D")
    assert "'X' is not a direction" in refused("solve", "8-puzzle", "--start", "U2 L X")
    assert "'x' is not a label" in refused("solve", "8-puzzle", "--start", "1_234567x")


def test_solvable_explores_small_block_puzzles_and_suggests_it_for_large(slidefront) -> None:
    """Pieces in one row cannot pass each other."""
    answer = slidefront("solvable", "AAB./####", "AAB./####", ".AAB/####", "BAA./####")
    assert [line.split()[0] for line in answer.out.splitlines()] == ["yes", "yes", "no"]
    answer = slidefront("solvable", "mural", slidefront("show", "mural", "0 L").out.splitlines()[-1])
    assert answer.out.startswith("unknown  ")
    assert answer.err == (
        "to find out about unknown boards, explore the puzzle:\n"
        "    slidefront expand mural\n    slidefront depth data/mural BOARD\n"
    )


def test_solvable_without_boards_is_about_home(slidefront) -> None:
    assert slidefront("solvable", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12").out == ("yes      51249638da7b_efc\n")
    answer = slidefront("solvable", "5 1 2 4/9 6 3 8/13 10 7 11/0 15 14 12")
    assert answer.out.startswith("no ")
    assert "solvable with the goal hole-first" in answer.err
    assert json.loads(slidefront("solvable", "8-puzzle", "--json").out)["answers"] == [
        {"line": 1, "board": "_12345678", "solvable": True}
    ]
    assert "try `slidefront solve klotski`" in slidefront("solvable", "klotski", code=2).err


def test_depth_of_boards_from_arguments_files_and_input(eight, tmp_path) -> None:
    assert (
        eight("depth", "8-puzzle", "home", "8_6547231", "3124756_8").out
        == "   0  _12345678\n  31  8_6547231\n   3  3124756_8\n"
    )
    (tmp_path / "boards.txt").write_text("# two\n876/_41/253\n\n_12345678\n")
    expected = "  31  876/_41/253\n   0  _12345678\n"
    assert eight("depth", "8-puzzle", "boards.txt").out == expected
    assert eight("depth", "8-puzzle", "-", given="876/_41/253\n_12345678\n").out == expected
    assert answers(eight("depth", "8-puzzle", "home", "boards.txt", "--json")) == [
        {"line": 1, "board": "_12345678", "depth": 0},
        {"line": 2, "board": "876/_41/253", "depth": 31},
        {"line": 4, "board": "_12345678", "depth": 0},
    ]


def test_depth_of_missing_board_is_a_dash(eight) -> None:
    answer = eight("depth", "8-puzzle", "_21345678", "_12345678")
    assert answer.out == "   -  _21345678\n   0  _12345678\n"
    assert answer.err == "1 board is out of reach: not among all 181,440 boards, the deepest at depth 31\n"
    assert answers(eight("depth", "8-puzzle", "_21345678", "--json")) == {
        "line": 1,
        "board": "_21345678",
        "depth": None,
    }
    assert eight("depth", "8-puzzle", "_21345678", "--routes", code=1).err.startswith(
        "line 1: _21345678 is out of reach: not among all 181,440 boards, the deepest at depth 31\n"
    )


def test_compare_reports_disagreement(slidefront, monkeypatch) -> None:
    def mistaken(*given: Any, algorithm: str, **named: Any) -> SolveResult:
        return solve(*given, **{**named, "max_depth": 1 if algorithm == "bfs" else None}, algorithm=algorithm)

    monkeypatch.setattr(search_solve, "solve", mistaken)
    answer = slidefront("compare", "8-puzzle", "--start", "-", given="3124756_8", code=1)
    assert answer.out.startswith("3124756_8:-")
    assert answer.err.startswith("the algorithms disagree: this is a bug in slidefront; please report it\n")


def test_signal_ends_compare(slidefront, monkeypatch) -> None:
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


def test_compare_reads_lines_that_are_puzzles_and_writes_answers(slidefront, tmp_path) -> None:
    (tmp_path / "cards.txt").write_text("\n".join(CARDS))
    answer = slidefront("compare", "cards.txt", "--algorithms", "bidirectional", code=2)
    assert "the goal of rush-" in answer.err  # two ways need a goal of one board
    answer = slidefront("compare", "cards.txt", code=1)  # by default without two-way search
    lines, first = answer.out.splitlines(), answer.err.splitlines()[0]
    assert [line.split("  # ")[0].rpartition(":")[2] for line in lines] == ["60", "9", "50"]
    assert [line.split("  # ")[1][:5] for line in lines] == ["bfs: "] * 3
    assert lines[2].endswith("published 49")
    assert first.startswith("line 4: column 34: ")
    answer = slidefront("compare", "cards.txt", "--algorithms", "bfs,ida", "--out", "answers.jsonl", code=1)
    assert answer.out == ""
    said = "4 boards in answers.jsonl; 1 as published; 1 not as published; 1 could not be answered"
    assert answer.err.splitlines()[-1] == said
    _, *lines = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
    assert [(one["optimum"], one["published"]) for one in lines] == [(60, 60), (9, None), (50, 49)]
