"""Files of boards with published optima: every form that is read, and every one that is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load
from slidefront.errors import BoardError
from slidefront.puzzles.board_files import read_board_file
from slidefront.puzzles.core import Puzzle
from slidefront.search.boards_to_solve import is_cases, read_cases
from tests.messages import refused
from tests.strategies import cases, few
from tests.strategies_blocks import block_cases, library_cases
from tests.worlds import World, worlds

GOLDEN = (Path(__file__).parents[2] / "data/golden/cases.json").read_text("utf-8")
EIGHT = load("8-puzzle")


Cases = tuple[str | None, list[tuple[str, int | None]]]


def read_any(puzzle: Puzzle, text: str, where: str = "-") -> Cases:
    goal, lines = (
        read_cases(puzzle, text, where) if is_cases(text) else (None, read_board_file(puzzle, text, where).lines)
    )
    for line in lines:
        if line.error is not None:
            raise BoardError(f"{where}, line {line.number}: {line.error}")
    return goal, [(line.board, line.optimum) for line in lines]


def read(text: str) -> list[tuple[str, int | None]]:
    goal, found = read_any(EIGHT, text, "boards.txt")
    assert goal is None
    return found


def test_a_board_a_line_with_or_without_its_optimum() -> None:
    text = """
        # published in 1997
        3124756_8 3
        31247_685
          _15328647    8
        # 31_275684 12
        315/248/6_7\t11
        1 2 3 4 5 6 7 8 0
        1 2 3 4 5 6 7 8 0 22
        1,2,3,4,5,6,7,8,_ 22
        3124756_8:3:6|3|0
        3124756_8:3
        """
    assert read(text) == [
        ("3124756_8", 3),
        ("31247_685", None),
        ("_15328647", 8),
        ("315/248/6_7", 11),
        ("1 2 3 4 5 6 7 8 0", None),
        ("1 2 3 4 5 6 7 8 0", 22),
        ("1,2,3,4,5,6,7,8,_", 22),
        ("3124756_8", 3),
        ("3124756_8", 3),
    ]


@few
@given(worlds(), st.lists(st.none() | st.integers(0, 9999), min_size=1, max_size=5))
def test_boards_of_any_puzzle_are_read_back(world: World, optima: list[int | None]) -> None:
    """Also where names are numbers, and where boards begin with a wall, which remarks do too."""
    puzzle = world.puzzle
    keys = [move.key for move in puzzle.successors(puzzle.home)] or [puzzle.home]
    written = [(puzzle.format(keys[number % len(keys)]), optimum) for number, optimum in enumerate(optima)]
    text = "\n".join(board if optimum is None else f"{board} {optimum}" for board, optimum in written)
    assert read_any(puzzle, text, "-") == (None, [(board, optimum) for board, optimum in written])
    record = json.dumps({"cases": [{"board": board, "optimum": optimum} for board, optimum in written]})
    assert read_any(puzzle, record, "-") == (None, [(board, optimum) for board, optimum in written])


def test_boards_that_begin_with_a_wall_are_no_remarks() -> None:
    puzzle = library_cases()["daisy"].puzzle
    board = puzzle.format(puzzle.home)
    assert board.startswith("#")
    text = f"# remark\n{board}\n# {board}\n{board} 51\n"
    assert read_any(puzzle, text, "-")[1] == [(board, None), (board, 51)]


def test_remarks_and_what_is_no_optimum() -> None:
    text = "3124756_8 3 # three\n31247_685 # unknown\n  # nothing else\n3124756_8#"
    with pytest.raises(BoardError, match="line 4: "):
        read_any(EIGHT, text, "-")
    text = text.removesuffix("\n3124756_8#")
    assert read_any(EIGHT, text, "-")[1] == [("3124756_8", 3), ("31247_685", None)]
    with pytest.raises(BoardError, match="-, line 1: column 11: the board has 2 cells"):
        read_any(EIGHT, "3124756_8 x", "-")


def test_golden_cases_are_found_under_the_name_of_the_puzzle() -> None:
    goal, found = read_any(EIGHT, GOLDEN, "cases.json")
    record = json.loads(GOLDEN)["8-puzzle"]
    assert goal == record["start"]
    assert found == [(one["board"], one["optimum"]) for one in record["cases"]]
    assert read_any(EIGHT, json.dumps(record), "one.json") == (goal, found)


def test_the_goal_comes_before_the_start() -> None:
    record: dict[str, Any] = {"start": "1_2345678", "cases": [{"board": "_12345678"}]}
    assert read_any(EIGHT, json.dumps(record), "-") == ("1_2345678", [("_12345678", None)])
    record["goal"] = "12_345678"
    assert read_any(EIGHT, json.dumps(record), "-")[0] == "12_345678"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "boards.txt has no boards: write one a line"),
        ("# nothing yet\n", "boards.txt has no boards: write one a line"),
        ('{"cases": []}', "boards.txt has no boards"),
        ("3124756_8\n312 3\n", "boards.txt, line 2: "),
        ("\n\n_12345677 5", "boards.txt, line 3: "),
        ("_12345678 3 moves", "boards.txt, line 1: "),
        ("_12345678 -3", "boards.txt, line 1: "),
        ("_12345678 " + "9" * 5000, "boards.txt, line 1: "),
        (
            '{"cases": [{"board": "_12345678"}, {"board": "123"}]}',
            "boards.txt, case 2: line 1, column 3: the board has 3 cells",
        ),
    ],
)
def test_bad_boards_are_named_by_their_line(text: str, said: str) -> None:
    assert said in refused(BoardError, read_any, EIGHT, text, "boards.txt")


@pytest.mark.parametrize(
    "text",
    [
        '{"cases"',
        "{}",
        "{]",
        '{"8-puzzle": 5}',
        '{"8-puzzle": {}}',
        '{"15-puzzle": {"cases": []}}',
        '{"cases": 5}',
        '{"cases": "_12345678"}',
        '{"cases": [5]}',
        '{"cases": [{"optimum": 5}]}',
        '{"cases": [{"board": 5}]}',
        '{"cases": [{"board": "_12345678", "optimum": "5"}]}',
        '{"cases": [{"board": "_12345678", "optimum": true}]}',
        '{"cases": [{"board": "_12345678", "optimum": 5.5}]}',
        '{"goal": ["_12", "345", "678"], "cases": [{"board": "_12345678"}]}',
        '{"goal": 5, "cases": [{"board": "_12345678"}]}',
        '{"cases": ' + "[" * 100_000,
        '{"cases": [{"board": "_12345678", "optimum": ' + "9" * 5000 + "}]}",
    ],
    ids=range(18),
)
def test_json_of_another_form_is_refused_with_the_form_that_will_do(text: str) -> None:
    assert refused(BoardError, read_any, EIGHT, text, "boards.json") == (
        'boards.json is not JSON such as {"goal": BOARD, "cases": [{"board": BOARD, "optimum": 3}]}, '
        "and it has no such record under '8-puzzle'"
    )


@few
@given(cases(6) | block_cases(), st.text(max_size=40))
def test_any_text_is_read_or_refused(case: Any, text: str) -> None:
    try:
        goal, found = read_any(case.puzzle, text, "-")
    except BoardError as error:
        assert str(error).splitlines() == [str(error)]
    else:
        assert found
        assert goal is None or isinstance(goal, str)
        assert all(isinstance(case.puzzle.parse(one[0]), int) for one in found)


LISTED = "[[1,2,3],[4,5,6],[7,0,8]]"


@pytest.mark.parametrize(
    "line",
    [
        *(f"{LISTED}:1:8", f"{LISTED} 1", f"{LISTED}:1", f"{LISTED}:1:8  # easy", f"{LISTED} 1 # easy"),
        *("1,2,3,4,5,6,7,0,8:1:8", "1,2,3,4,5,6,7,0,8 1"),
    ],
)
def test_a_length_after_json_or_commas_is_read(line: str) -> None:
    puzzle = load("8-puzzle")
    for text in (line, f"{line}\n# line 2: {LISTED} has no solution: x\n# a remark\n{line}\n"):
        _, cases = read_any(puzzle, text, "a file")
        assert {(puzzle.parse(board), optimum) for board, optimum in cases} == {(puzzle.parse(LISTED), 1)}
