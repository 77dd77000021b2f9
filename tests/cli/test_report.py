import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slidefront.analysis.report import shipped
from slidefront.files import carries_mark
from slidefront.tables import temporary
from tests.atlas.measures import measures
from tests.cli.test_json import check

SMALL = 'kind = "blocks"\ntitle = "Mine"\nhome = """\nAAB\n.CB\n..D\n"""\ngoal = [["D", 0, 0]]\n'
LOCKED = 'kind = "blocks"\nhome = "AB."\ngoal = [["A", 0, 2]]\n'


def report(tmp_path: Path) -> dict:
    return json.loads((tmp_path / "report" / "report.json").read_text())


def test_it_says_what_the_commands_for_each_question_say(slidefront, tmp_path):
    answer = slidefront("report", "pennant", "-o", "report")
    found = report(tmp_path)
    assert {one["metric"]: one["optimum"] for one in found["solutions"]} == {"step": 83, "slide": 62, "move": 59}
    assert (found["space"]["boards"], found["space"]["depth"], sum(found["space"]["to_goal"])) == (1398, 80, 1398)
    assert found["difficulty"]["solutions"] == 864
    assert found["hardest"] == {"length": 78, "boards": 1, "shown": ["AABB/EFGG/EFCD/HHXX/..XX"]}
    assert found["left_out"] == []
    check("report", found)
    for one in found["solutions"]:
        assert slidefront("replay", "pennant", f"report/{one['log']}", "--metric", one["metric"]).err == ""
    page = (tmp_path / "report/report.html").read_text()
    assert "<b>59 moves</b> in the move metric" in page
    assert "<script" not in page
    assert "hardest start: 78 moves to the goal, from 1 board" in answer.out
    assert {path.name for path in (tmp_path / "report").iterdir()} == {*found["files"], "report.json", "report.html"}
    assert all(carries_mark(path) for path in (tmp_path / "report").iterdir())


def test_it_replaces_itself_and_nothing_else(slidefront, refused, tmp_path):
    (tmp_path / "mine.toml").write_text(SMALL)
    slidefront("report", "mine.toml", "-o", "report", "-q")
    (tmp_path / "report/notes.txt").write_text("mine")
    before = (tmp_path / "report/report.json").read_text()
    slidefront("report", "mine.toml", "-o", "report", "-q")
    assert (tmp_path / "report/report.json").read_text() == before
    (tmp_path / "mine.toml").write_text(LOCKED)
    slidefront("report", "mine.toml", "-o", "report", "-q")
    assert not (tmp_path / "report/solution.svg").exists()
    assert (tmp_path / "report/notes.txt").read_text() == "mine"
    (tmp_path / "report/start.svg").write_text("<svg>drawn by hand</svg>")
    said = "report/start.svg is not a file that slidefront has made, and is not replaced: choose another file"
    assert refused("report", "mine.toml", "-o", "report", "-q") == said
    assert refused("report", "mine.toml", "-o", ".").startswith(". has files and no report.json: choose another folder")


def test_what_cannot_be_solved_is_said_with_its_proof(slidefront, tmp_path):
    (tmp_path / "mine.toml").write_text(LOCKED)
    slidefront("report", "mine.toml", "-o", "report")
    found = report(tmp_path)
    assert [(one["optimum"], one["at_least"]) for one in found["solutions"]] == [(None, None)] * 3
    assert (found["hardest"], found["difficulty"], found["space"]["to_goal"]) == (None, None, None)
    assert "No solution" in (tmp_path / "report/report.html").read_text()


def test_where_home_is_the_goal_the_start_is_a_hardest_board(slidefront, tmp_path):
    slidefront("report", "8-puzzle", "-o", "report", "-q")
    found = report(tmp_path)
    assert (found["start"], found["start_is_home"], found["hardest"]["length"]) == ("8_6547231", False, 31)
    assert next(one["optimum"] for one in found["solutions"] if one["metric"] == "step") == 31


def test_what_is_too_large_is_left_out_and_said(slidefront, tmp_path, monkeypatch):
    monkeypatch.setattr(temporary, "MOST_BOARDS", 1000)
    slidefront("report", "pennant", "-o", "report", "-q")
    found = report(tmp_path)
    assert (found["space"], found["hardest"], found["difficulty"]) == (None, None, None)
    check("report", found)
    (said,) = found["left_out"]
    assert said.startswith(
        "the boards and their distances, the hardest start and the difficulty: pennant has more than 1,000 boards: run"
    )
    assert [one["optimum"] for one in found["solutions"]] == [59, 83, 62]
    slidefront("report", "15-puzzle", "-o", "fifteen", "--max-seconds", "0", "-q")
    assert "already meets the goal" in (tmp_path / "fifteen/report.html").read_text()


@pytest.mark.parametrize("name", ["simplicity", "moving-day", "pillars-6", "10-puzzle"])
def test_the_measures_of_the_puzzles_that_ship_are_those_that_are_computed(name):
    assert [one for one in shipped() if one.name == name] == [*measures(name)]


def test_watching_makes_it_again_when_the_file_is_saved(tmp_path):
    puzzle = tmp_path / "mine.toml"
    puzzle.write_text(SMALL)
    command = [sys.executable, "-m", "slidefront", "report", "mine.toml", "-o", "report", "--watch"]
    with subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stderr is not None

        def read_to(words: str) -> str:
            for line in process.stderr:
                if words in line:
                    return line
            raise AssertionError(words)

        try:
            read_to("waiting for mine.toml to be saved")
            puzzle.write_text(SMALL.replace("AAB", "AB"))
            assert read_to("slidefront: puzzle mine").startswith("slidefront: puzzle mine: ")
            read_to("waiting")
            puzzle.write_text(SMALL.replace("Mine", "Yours"))
            read_to("waiting")
            assert report(tmp_path)["title"] == "Yours"
        finally:
            process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "slidefront: interrupted\n"
        assert process.wait() == 130
