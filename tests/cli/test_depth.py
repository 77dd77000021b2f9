"""The command depth, and the routes that it prints."""

import re

from slidefront.cli.options import ROUTE_FORMATS
from slidefront.notation.route import NOTATIONS
from tests.cli.conftest import answers


def test_depths_of_boards(eight, tmp_path):
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


def test_a_board_that_is_not_there(eight):
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


def test_a_route_solves_a_board_where_depths_are_distances_to_the_goal(eight):
    board, length, moves = eight("depth", "8-puzzle", "85146_732", "--routes").out.split(":")
    cells = [*"85146_732"]
    ways = "".join(way * int(times or 1) for way, times in re.findall(r"([UDLR])(\d*)", moves))
    for way in ways:
        hole = cells.index("_")
        tile = hole + {"U": 3, "D": -3, "L": 1, "R": -1}[way]
        cells[hole], cells[tile] = cells[tile], "_"
    assert (board, length, len(ways), "".join(cells)) == ("85146_732", "25", 25, "_12345678")


def test_help_names_the_formats_that_there_are():
    assert {*ROUTE_FORMATS.split("|")} == {*NOTATIONS, "boards"}
