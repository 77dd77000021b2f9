"""The command solve: what it prints, where, and what it answers to impatience and to mistakes."""

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from slidefront.cli.progress import SearchProgress
from tests import naive, naive_routes
from tests.search.test_solve import HARD
from tests.strategies import EIGHT

TOOK = re.compile(r"\d+\.\d+ s$", re.MULTILINE)


def said(text: str) -> list[str]:
    """The lines without the times."""
    return TOOK.sub("0.00 s", text).splitlines()


def test_moves_go_to_standard_output_and_what_they_are_beside(slidefront):
    answer = slidefront("solve", "8-puzzle", "--start", "3124756_8")
    assert answer.out == "7 D\n4 R\n3 D\n"
    assert said(answer.err) == [
        "3 moves, the fewest possible: no board within 1 move of the start is within 1 of the goal",
        "two-way search (the goal is one board): 9 boards generated, 4 examined, 0.00 s",
    ]
    assert slidefront("solve", "8-puzzle", "--start", "3124756_8", "--quiet").err == ""


def test_boards_are_drawn(slidefront):
    drawn = slidefront("solve", "8-puzzle", "--start", "3124756_8", "--format", "boards").out
    assert drawn.count("┌───┬───┬───┐") == 4
    assert drawn.split("┌")[0].split() == ["start", "1.", "7", "D", "2.", "4", "R", "3.", "3", "D"]


def test_json_has_everything(slidefront):
    answer = slidefront("solve", "8-puzzle", "--start", "3124756_8", "--json")
    data = json.loads(answer.out)
    assert answer.err == ""
    assert (data["start"], data["end"], data["optimum"], data["lower_bound"]) == ("3124756_8", "_12345678", 3, 3)
    assert [move["path"] for move in data["moves"]] == [group["path"] for group in data["groups"]] == ["D", "R", "D"]
    assert [one["from_start"] + one["from_goal"] for one in data["rounds"]] == [1, 2, 3]
    assert [one["met"] for one in data["rounds"]] == [False, False, True]
    deep = json.loads(slidefront("solve", "8-puzzle", "--start", "3124756_8", "--json", "--algorithm", "ida").out)
    assert [one["limit"] for one in deep["rounds"]] == [3]


# All routes


def test_all_routes_are_counted_and_some_listed(slidefront):
    successors = EIGHT.successors
    start, goal = tuple(map(int, "312846075")), EIGHT.home
    count = naive.count_routes(successors, [start], {goal})
    answer = slidefront("solve", "8-puzzle", "--start", "312846_75", "--all", "--limit", "3")
    assert said(answer.err)[2:] == [f"{count} shortest routes; 3 are shown"]
    routes = answer.out.split("\n\n")
    assert [route.splitlines()[0] for route in routes] == [f"# route {number} of {count}" for number in (1, 2, 3)]
    ends = {naive_routes.play(EIGHT, "_12345678", route.split("\n", 1)[1], start)[-1] for route in routes}
    assert ends == {goal}
    assert len({*routes}) == 3
    data = json.loads(slidefront("solve", "8-puzzle", "--start", "312846_75", "--all", "--limit", "2", "--json").out)
    first, _ = data["routes"]
    assert data["count"] == count
    assert first.items() <= data.items()


# Where to


def test_to_another_board_to_home_and_to_a_part_of_the_pieces(slidefront):
    assert slidefront("solve", "8-puzzle", "--goal", "12_345678").out == "1 L\n2 L\n"
    back = slidefront("solve", "pillars-6", "--start", "goal", "--goal", "home").out
    there = slidefront("solve", "pillars-6", "--goal", "goal").out
    assert len(back.splitlines()) == len(there.splitlines()) == 11
    answer = slidefront("solve", "AAB/..C", "--goal", "..../....".replace("....", "...", 1).replace("....", "AAC"))
    assert answer.err.startswith("1 move in the step metric")


def test_a_board_of_a_file(slidefront, tmp_path):
    (tmp_path / "board.txt").write_text("# mine\n3124756_8\n")
    assert slidefront("solve", "8-puzzle", "--start", "board.txt").out == "7 D\n4 R\n3 D\n"


# No route


ODD = "the goal is an odd permutation of the start, and moves make only even ones"


def test_what_cannot_be_solved_is_said_at_once(slidefront):
    answer = slidefront("solve", "15-puzzle", "--start", "1234/5678/9abc/dfe_", code=1)
    assert answer.out == ""
    assert said(answer.err) == [
        f"no solution: {ODD}; it would be solvable with the goal hole-first",
        "permutation group of the moves (it takes no search), 0.00 s",
    ]
    quiet = slidefront("solve", "15-puzzle", "--start", "1234/5678/9abc/dfe_", "--quiet", code=1)
    assert quiet.err == f"no solution: {ODD}; it would be solvable with the goal hole-first\n"
    data = json.loads(slidefront("solve", "8-puzzle", "--start", "_21345678", "--json", code=1).out)
    assert (data["optimum"], data["lower_bound"], data["moves"], data["algorithm"]) == (None, None, None, "group")
    assert data["start"] == "_21345678"


# Progress, and an end to it


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize(
    ("algorithm", "known"),
    [("bidirectional", "no route of fewer than 11 moves"), ("ida", r"no route of fewer than [67]\d moves")],
)
def test_a_signal_ends_it_and_it_says_how_far_it_came(slidefront, monkeypatch, sign, code, algorithm, known):
    tell = SearchProgress.on_round

    def tell_and_stop(self: SearchProgress, round_: Any) -> None:
        tell(self, round_)
        if not self.stop() and (algorithm == "ida" or round_.length == 10):
            signal.raise_signal(sign)

    monkeypatch.setattr(SearchProgress, "on_round", tell_and_stop)
    hardest = "_ c 9 d/f b a e/3 7 2 5/4 8 6 1"
    answer = slidefront("solve", "15-puzzle", "--start", hardest, "--algorithm", algorithm, code=code)
    assert answer.out == ""
    assert re.search(f"^interrupted: {known}: ", answer.err, re.MULTILINE)
    assert ("for a route in less time, add --max-seconds 60" in answer.err) == (algorithm == "ida")


def test_a_signal_ends_a_bounded_search_with_the_best_route_so_far(slidefront, monkeypatch):
    tell, calls = SearchProgress.on_round, []

    def tell_and_stop(self: SearchProgress, round_: Any) -> None:
        tell(self, round_)
        calls.append(round_)
        if len(calls) == 15:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SearchProgress, "on_round", tell_and_stop)
    hardest = "_ c 9 d/f b a e/3 7 2 5/4 8 6 1"
    words = ["solve", "15-puzzle", "--start", hardest, "--max-seconds", "500"]
    answer = slidefront(*words, code=130)
    assert re.search(
        r"^interrupted: \d+ moves.*, at most [\d.]+ times the optimum, which is from \d+ to \d+:",
        answer.err,
        re.MULTILINE,
    )
    assert answer.out


@pytest.mark.slow
def test_on_a_terminal_the_rounds_are_shown_live(tmp_path):
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


# Mistakes


def shown() -> list[tuple[str, list[str]]]:
    """The commands of the README and of docs/solving.md that stand there with what they print."""
    root = Path(__file__).parents[2]
    text = (root / "README.md").read_text("utf-8") + (root / "docs/solving.md").read_text("utf-8")
    blocks = re.findall(r"^\$ slidefront (.*)\n((?:(?!\$ |```).+\n)+)", text, re.MULTILINE)
    assert len(blocks) >= 4
    return [(command, [line.strip() for line in printed.splitlines()]) for command, printed in blocks]


def plain(line: str) -> str:
    return re.sub(r"\d+\.\d+( s)?$|\d+\.\d(?= )", "#", " ".join(line.split()))


@pytest.mark.parametrize(("command", "printed"), shown(), ids=[command for command, _ in shown()])
def test_the_docs_show_what_is_printed(slidefront, tmp_path, command, printed):
    (tmp_path / "examples").symlink_to(Path(__file__).parents[2] / "examples")
    answer = slidefront(*shlex.split(command), code=1 if "no solution" in printed[0] else 0)
    lines = [plain(line) for line in (answer.out + answer.err).splitlines()]
    expected = [plain(line) for line in printed]
    cut = expected.index("...") if "..." in expected else len(expected)
    begin, end = expected[:cut], expected[cut + 1 :]
    assert lines[: len(begin)] == begin
    assert lines[len(lines) - len(end) :] == end
    assert "..." in expected or lines == expected


def test_a_start_is_named_by_moves_as_people_type_them(slidefront, refused):
    joined = slidefront("show", "8-puzzle", "U2LD").out
    assert {slidefront("show", "8-puzzle", text).out for text in ("U2 L D", "up 2, left, down", "↑ ↑ ← ↓")} == {joined}
    assert "move 3, R: the moves here are" in refused("solve", "8-puzzle", "--start", "U2 R D")
    assert "'X' is not a direction" in refused("solve", "8-puzzle", "--start", "U2 L X")
    assert "'x' is not a label" in refused("solve", "8-puzzle", "--start", "1_234567x")
