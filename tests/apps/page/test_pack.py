"""Packs of problems, as the page reads them."""

import json

import pytest

from slidefront.apps.page.data import page_data
from slidefront.apps.problems.problems import Problem, ProblemPack, read_pack, write
from slidefront.notation.load import load, read_puzzle

PUZZLE = load("8-puzzle")
FOUND = ProblemPack(PUZZLE, [
    Problem(PUZZLE.parse("12_345678"), "12_345678", 2, "R2"),
    Problem(PUZZLE.parse("1_2345678"), "1_2345678", 1, "R"),
])  # fmt: skip
ROUTED = {"board": "12_345678", "length": 2, "route": [["2", "R"], ["1", "R"]]}


def records(puzzle, path):
    return page_data(puzzle, pack=read_pack(path, puzzle))["problems"]


@pytest.mark.parametrize("to", ["lines", "jsonl"])
def test_a_pack_is_read_in_each_format(to, tmp_path):
    path = tmp_path / f"pack.{to}"
    with path.open("wb") as file:
        write(FOUND, file, to)
    assert records(PUZZLE, path)[0] == ROUTED
    assert len(records(PUZZLE, path)) == 2


def test_the_moves_of_a_route_are_those_of_the_metric(tmp_path):
    path = tmp_path / "pack.txt"
    path.write_text("AB./...:2:B R,B D,A R,A R\n")
    puzzle = read_puzzle("AB./...", metric="move").with_goal("..A/..B")
    assert records(puzzle, path)[0]["route"] == [["B", "DR"], ["A", "RR"]]


def test_what_makes_a_problem_difficult_comes_along(tmp_path):
    path = tmp_path / "pack.jsonl"
    record = {"board": "1_2345678", "length": 1, "solutions": 1, "astray": 0.5, "forced_first": 1, "forced_last": 1}
    path.write_text(json.dumps(record))
    assert records(PUZZLE, path) == [record]
