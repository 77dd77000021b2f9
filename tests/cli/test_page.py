"""The command that writes the page."""

import json
import re

from slidefront.cli import page
from tests.cli.conftest import Command


def data_of(path):
    found = re.search('<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    return json.loads(found[1])


def test_a_page_of_a_puzzle(slidefront: Command, tmp_path):
    answer = slidefront("page", "pillars-6", "-o", "page.html")
    assert re.fullmatch(r"page\.html, \d+ KiB: open it in a browser\n", answer.err)
    data = data_of(tmp_path / "page.html")
    assert data["title"] == "Pillars, six"
    assert data["space"]["boards"] == 360
    assert data["graph"] is not None


def test_a_metric_a_start_and_no_graph(slidefront: Command, tmp_path):
    board = "A.B/..."
    slidefront("page", "AB./...", "-o", "page.html", "--metric", "move", "--from", board, "--no-graph")
    data = data_of(tmp_path / "page.html")
    assert (data["start"], data["rules"]["metric"], data["graph"]) == (board, "move", None)


def test_a_page_that_solves_no_board_says_so_and_has_a_solution_of_its_first_one(slidefront: Command, tmp_path):
    (tmp_path / "many.toml").write_text(
        'kind = "blocks"\nhome = "ABCDEF/GHIJKL/M...../......"\ngoal = [["M", 2, 2]]\ninterchangeable = false\n',
        "utf-8",
    )
    said = "many has too many boards for hints on a page"
    answer = slidefront("page", "many.toml", "-o", "page.html")
    assert answer.err.startswith(f"{said}: it has a shortest solution of its first board\n")
    data = data_of(tmp_path / "page.html")
    assert (data["algorithm"], data["solution"]) == (None, [["M", "R"], ["M", "R"]])
    words = ["page", "many.toml", "--from", "ABCDEF/GHIJKL/..M.../......", "-o", "goal.html"]
    assert slidefront(*words).err.startswith(f"{said}: with --from it begins with another board")
    assert "hints" not in slidefront("page", "many.toml", "--no-hints", "-o", "class.html").err
    assert data_of(tmp_path / "class.html")["solution"] is None


def test_a_page_that_searches_for_long_has_a_solution_of_its_first_board(slidefront: Command, tmp_path, monkeypatch):
    monkeypatch.setattr(page, "_SECONDS_OF_PAGE", 600)  # it takes 3 s, and longer beside other work
    assert slidefront("page", "mural", "-o", "page.html").err.startswith("page.html")
    data = data_of(tmp_path / "page.html")
    assert (data["algorithm"], len(data["solution"])) == ("two-way", 43)


def test_a_page_of_a_run_has_the_counts_of_its_layers(slidefront: Command, tmp_path):
    slidefront("expand", "15-puzzle", "--depth", "4")
    slidefront("page", "data/15-puzzle", "-o", "page.html")
    assert data_of(tmp_path / "page.html")["growth"] == {"from": "goal", "counts": [1, 2, 4, 10, 24], "whole": False}


def test_a_page_of_a_pack_begins_with_its_first_problem(slidefront: Command, tmp_path):
    (tmp_path / "pack.txt").write_text("12_345678:2:1|0\n1_2345678:1\n")
    slidefront("page", "pack.txt", "--puzzle", "8-puzzle", "-o", "page.html")
    slidefront("page", "8-puzzle", "--problems", "pack.txt", "-o", "other.html")
    for name in ("page.html", "other.html"):
        data = data_of(tmp_path / name)
        assert data["start"] == "12_345678"
        assert [problem["length"] for problem in data["problems"]] == [2, 1]


def test_what_cannot_be_done_is_said_in_one_line(refused, tmp_path):
    (tmp_path / "pack.txt").write_text("12_345678:2\n")
    (tmp_path / "there.html").write_text("")
    (tmp_path / "text.txt").write_text("?\n")
    assert "text.txt is not a run, a puzzle, or a pack" in refused("page", "text.txt", "-o", "page.html")
    assert "does not say which puzzle" in refused("page", "pack.txt", "-o", "page.html")
    assert "there.html already exists" in refused("page", "8-puzzle", "-o", "there.html")
    assert "the folder nowhere does not exist" in refused("page", "8-puzzle", "-o", "nowhere/page.html")
    assert "the pack is given twice" in refused(
        "page", "pack.txt", "--puzzle", "8-puzzle", "--problems", "pack.txt", "-o", "page.html"
    )
    assert "problem 1" in refused("page", "pack.txt", "--puzzle", "15-puzzle", "-o", "page.html")
