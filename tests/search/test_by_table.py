"""`solve` reads a route from a table if there is one that can tell, and searches if there is none."""

import pytest

import slidefront
from slidefront.errors import TableError
from slidefront.notation.board_files import read_lines
from slidefront.search.solve import distances_for, solve_from


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_table_from_the_goal_solves():
    before = slidefront.solve("8-puzzle", "8_6547231")
    slidefront.make_table("8-puzzle")
    after = slidefront.solve("8-puzzle", "8_6547231")
    assert (before.algorithm, after.algorithm) == ("bidirectional", "table")
    assert (after.optimum, after.answer.at_least) == (31, 31)
    assert after.route is not None
    assert after.route.end == after.puzzle.goal.key
    assert "181,440 boards" in after.answer.proof


@pytest.mark.parametrize("options", [{"algorithm": "bidirectional"}, {"all_routes": True}, {"max_depth": 40}])
def test_what_a_table_does_not_tell_is_searched(options):
    slidefront.make_table("8-puzzle")
    assert slidefront.solve("8-puzzle", "1_2345678", **options).algorithm != "table"


def test_another_goal_is_searched():
    slidefront.make_table("8-puzzle")
    assert slidefront.solve("8-puzzle", "12_345678", "1_2345678").algorithm != "table"


def test_a_table_from_home_tells_nothing_of_a_partial_goal():
    slidefront.make_table("pennant")
    solved = slidefront.solve("pennant")
    assert (solved.algorithm != "table", solved.optimum) == (True, 59)


def test_a_table_of_another_partial_goal_is_not_used():
    here, there = (f'kind = "blocks"\nhome = "A..B/C..B/D.E."\ngoal = [["B", {row}, 1]]\n' for row in (1, 2))
    first, second = slidefront.read_puzzle(here, "small"), slidefront.read_puzzle(there, "small")
    slidefront.make_table(first, start="goal")
    assert slidefront.solve(first).algorithm == "table"
    assert slidefront.solve(second).algorithm != "table"


def test_a_damaged_table_is_refused_and_an_unfinished_one_is_left_alone():
    table = slidefront.make_table("8-puzzle")
    whole = bytearray(table.path.read_bytes())
    whole[-1] ^= 1
    table.path.write_bytes(whole)
    with pytest.raises(TableError, match="is damaged"):
        slidefront.solve("8-puzzle", "8_6547231")


@pytest.mark.parametrize("name", ["pennant", "8-puzzle"])
def test_a_table_solves_all_boards_of_a_file(name):
    stored = slidefront.make_table(name, start="goal")
    texts = [*map(stored.puzzle.format, [*stored.header.deepest[:2], stored.puzzle.home])]
    boards = read_lines(stored.puzzle, "\n".join(texts), "boards.txt")
    table = distances_for(boards, "auto")
    assert table is not None
    solved = solve_from(table, boards)
    assert [one.optimum for one in solved] == [stored.depth_of(text) for text in texts]
    assert all(one.puzzle.meets_goal(one.route.end) for one in solved)
    assert distances_for(boards, "bfs") is None


def test_a_board_that_home_does_not_reach_may_meet_a_partial_goal_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    puzzle = slidefront.read_puzzle('kind = "blocks"\nhome = "11A.2"\ngoal = [["A", 1, 3]]\n', "mine")
    slidefront.make_table(puzzle, start="goal")
    assert slidefront.solve(puzzle, ".11A2").algorithm == "table"
    assert slidefront.solve(puzzle, "2A.11").optimum == 1
