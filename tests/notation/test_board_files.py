"""Files of many boards: three forms, decided by the first line; what their lines say, and what is refused."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load, read_boards, read_puzzle
from slidefront.errors import BoardError, BoardFileNotFoundError, RouteError
from slidefront.notation.board_files import (
    BoardLine,
    pack_lines,
    puzzle_of_file,
    read_lines,
    read_puzzles,
    start_in,
)
from slidefront.notation.load import describe_puzzle
from slidefront.puzzles.core import Puzzle
from tests.messages import refused
from tests.strategies import few
from tests.worlds import World, worlds

EIGHT, PILLARS, DAISY = load("8-puzzle"), load("pillars-6"), load("daisy")


def heading(puzzle: Puzzle, form: str = "") -> str:
    said = f"# puzzle: {json.dumps(describe_puzzle(puzzle))}"
    return f"{said}\n# format: {form}" if form else said


def read(text: str, puzzle: Puzzle = EIGHT) -> list[BoardLine]:
    return read_lines(puzzle, text, "boards.txt")


def said(lines: list[BoardLine]) -> list[tuple[int, str, int | None, str | None]]:
    assert all(line.error is None for line in lines)
    return [(line.number, line.board, line.length, line.moves) for line in lines]


def bad(lines: list[BoardLine]) -> list[int]:
    return [line.number for line in lines if line.error is not None]


def test_line_can_be_a_board() -> None:
    lines = read("# from a book\n\n_12345678\n1_2/345/678\r\n  1 2 _ 3 4 5 6 7 8\n[[1,2,5],[3,4,0],[6,7,8]]\n")
    assert said(lines) == [
        (3, "_12345678", None, None),
        (4, "1_2/345/678", None, None),
        (5, "1 2 _ 3 4 5 6 7 8", None, None),
        (6, "[[1,2,5],[3,4,0],[6,7,8]]", None, None),
    ]
    assert [line.key for line in lines] == [0x012345678, 0x102345678, 0x120345678, 0x125340678]


def test_problem_lines_have_length_and_moves() -> None:
    lines = read("1_2345678:1:R\n12_345678:2  # easy, 1 solution\n12_345678:2:R2 # easy\n12_345678:-\n_12345678:0:\n")
    assert said(lines) == [
        (1, "1_2345678", 1, "R"),
        (2, "12_345678", 2, None),
        (3, "12_345678", 2, "R2"),
        (4, "12_345678", None, None),
        (5, "_12345678", 0, ""),
    ]


def test_records_are_json() -> None:
    first = {"board": "1_2345678", "length": 1, "route": "R", "grade": "easy"}
    records = [first, {"board": [1, 2, 0, 3, 4, 5, 6, 7, 8]}]
    lines = read("\n".join(map(json.dumps, records)))
    assert said(lines) == [(1, "1_2345678", 1, "R"), (2, "[1, 2, 0, 3, 4, 5, 6, 7, 8]", None, None)]
    assert lines[1].key == 0x120345678


def test_file_of_answers_is_records() -> None:
    text = '{"answers": 1, "command": "solve", "format": "hole-letters"}\n'
    text += '{"line": 1, "board": "1_2345678", "length": 1, "route": "l"}\n{"line": 2, "board": "x", "error": "why"}\n'
    good, wrong = read(text)
    assert (good.key, good.length, good.written_moves()[0].path) == (0x102345678, 1, "R")
    assert wrong.error is not None
    refused(RouteError, read, '{"answers": 99}\n')


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("_12345678\n1_2345678:1\n1_2345678", [2]),
        ('_12345678\n{"board": "1_2345678"}\n1_2345678', [2]),
        ("1_2345678:1\n_12345678\n1_2345678:1:R", [2]),
        ("1_2345678:1\n1_2345678:one\n1_2345678:1:R:R", [2, 3]),
        ("1_2345678:1\n1_2345678:\x1c 1\n1_2345678:\u0661\n1_2345678:01\n", [3, 4]),
        ('{"board": "1_2345678"}\n1_2345678\n', [2]),
        ('{"board": "1_2345678"}\n{"board": 1}\n{"board": "_12345678", "golf": 1}\n{"length": 1}\n', [2, 3, 4]),
        ('{"board": "1_2345678", "length": -1}\n{"board": "1_2345678", "format": "tiles"}\n', [1, 2]),
        ("_12345678\n_1234567\n1_2345678 3\n1_2345678 # easy\nnot a board\n", [2, 3, 4, 5]),
        ("1_2345678:1:X\n1_2345678:1:1|0\n1_2345678:1:R and more\n", [1, 2, 3]),
        ('{"board": "1_2345678", "goal": "_12345678"}\n', [1]),
    ],
)
def test_malformed_lines_have_errors(text: str, numbers: list[int]) -> None:
    assert bad(read(text)) == numbers


def test_errors_of_lines_name_their_column() -> None:
    lines = read("1_2345678:1:R\n1_2345678:1:X\n1_23456x8:1:R")
    assert [str(line.error).partition(":")[0] for line in lines[1:]] == ["column 13", "column 8"]


def test_text_can_be_one_board_in_rows() -> None:
    assert said(read("1 2 3\n4 _ 5\n6 7 8\n")) == [(1, "1234_5678", None, None)]
    assert "line 3, column 5: " in refused(BoardError, read, "1 2 3\n4 _ 5\n6 7 x")
    refused(BoardError, read, "# nothing\n\n")


def test_boards_that_start_with_a_wall_are_not_comments() -> None:
    board = DAISY.format(DAISY.home)
    assert board.startswith("#")
    assert [line.number for line in read(f"# remark\n{board}\n# {board}\n", DAISY)] == [2]
    for home in ("# 10 10 ./# . 2 .", "# 10 10 ."):
        puzzle = read_puzzle(f'kind = "blocks"\nhome = "{home}"')
        slip = home.replace("10", "12")
        lines = read(f"{heading(puzzle)}\n{home}\n{slip}\n# a remark is a board with a slip here\n#\n", puzzle)
        assert (bad(lines), [line.number for line in lines]) == ([3, 4], [2, 3, 4])
    grids = read_puzzles("# from a book\n12/_3\n# 10 10 ./# . 2 .\n# 10 10 .; # . 2 .\n", "x", None)
    assert ([line.number for line in grids], bad(grids)) == ([2, 3, 4], [])


def test_file_of_another_puzzle_is_an_error() -> None:
    text = f"{heading(EIGHT, 'letters')}\n1_2345678:1:R\n"
    assert said(read(text)) == [(3, "1_2345678", 1, "R")]
    assert "problems of 8-puzzle" in refused(RouteError, read, text, load("3x3"))
    other = f"{text}{heading(PILLARS)}\nABCDEF:1\n"
    assert "several puzzles" in refused(RouteError, read, other)


def test_pack_lines_recognises_packs(tmp_path: Path) -> None:
    texts = {"1_2345678:1\n": True, f"{heading(EIGHT)}\n1_2345678:1\n": True, "1_2345678\n": False, "": False}
    for number, (text, expected) in enumerate(texts.items()):
        path = tmp_path / f"{number}.txt"
        path.write_text(text)
        assert bool(pack_lines(path)) == expected
        puzzle = puzzle_of_file(path)
        assert (puzzle is not None and puzzle.name) == ("# puzzle" in text and "8-puzzle")
    assert not pack_lines(tmp_path / "missing")


def test_lines_can_be_puzzles() -> None:
    text = "12/_3\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n12/3_ -> _1/23\n12/34\nAAB/..B:3\n"
    lines = read_puzzles(text, "x", None)
    assert bad(lines) == [4, 5], "the first line has no length"
    assert [line.puzzle and line.puzzle.kind for line in lines[:3]] == ["tiles", "blocks", "tiles"]
    assert lines[1].length == 60
    assert lines[2].board == "12/3_ -> _1/23"
    (line,) = read_puzzles('{"board": "12/3_", "goal": "_1/23"}', "x", None)
    assert (line.board, line.error) == ("12/3_ -> _1/23", None)
    assert read_puzzles("1 2 3\n4 5 6\n7 8 _\n", "x", None) == [], "the text is one puzzle"
    refused(BoardError, read_puzzles, f"{heading(EIGHT)}\n1_2345678:1\n", "x", None)


def test_boards_are_read_from_files_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(b"\xef\xbb\xbf_12345678\r\n1_2345678\r\n")
    assert [line.key for line in read_boards("8-puzzle", path)] == [0x012345678, 0x102345678]
    assert read_boards("8-puzzle", "1_2345678")[0].key == 0x102345678
    starts = start_in(EIGHT, path)
    assert (starts.name, starts.keys.tolist()) == ("boards.txt", [0x012345678, 0x102345678])
    refused(BoardFileNotFoundError, start_in, EIGHT, tmp_path / "missing.txt")
    path.write_text("_12345678\nx\n")
    assert "line 2: " in refused(BoardError, start_in, EIGHT, path)
    path.write_bytes(b"\xff")
    refused(BoardError, read_boards, "8-puzzle", path)


@few
@given(worlds(), st.lists(st.none() | st.integers(0, 9999), min_size=1, max_size=5))
def test_boards_of_any_puzzle_round_trip(world: World, lengths: list[int | None]) -> None:
    puzzle = world.puzzle
    keys = [move.key for move in puzzle.moves(puzzle.home)] or [puzzle.home]
    written = [(puzzle.format(keys[number % len(keys)]), length) for number, length in enumerate(lengths)]
    problems = "\n".join(f"{board}:{'-' if length is None else length}" for board, length in written)
    records = "\n".join(json.dumps({"board": board, "length": length}) for board, length in written)
    for text in (problems, records):
        assert [(board, length) for _, board, length, _ in said(read(text, puzzle))] == written
    boards = "\n".join(board for board, _ in written)
    assert [board for _, board, _, _ in said(read(boards, puzzle))] == [board for board, _ in written]
