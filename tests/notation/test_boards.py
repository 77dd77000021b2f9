"""Boards as text, with a corpus for each notation, and start sets in every form; others are refused at their place."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Puzzle, load, read_puzzle
from slidefront.errors import BoardError, SlidefrontError
from slidefront.explore.expand import choose_starts
from slidefront.notation.board_files import board_typed
from slidefront.notation.boards import position_of, start_at, start_with
from slidefront.puzzles.capabilities import Goal
from tests import naive
from tests.messages import refused
from tests.strategies import Case, cases, few

EIGHT, KLOTSKI, MURAL, PILLARS = load("8-puzzle"), load("klotski"), load("mural"), load("pillars-6")
COLOURS = read_puzzle('kind = "tiles"\nhome = "red blue/green _"\n')
FOURTEEN, FIFTEEN = load("14-puzzle"), load("15-puzzle")

GOOD = [
    *((EIGHT, text, 0x123405678) for text in ("1234_5678", "123/4_5/678", "123;4.5;678", "1 2 3/4 0 5/6 7 8")),
    *((EIGHT, text, 0x123405678) for text in ("1 2 3 4 _ 5 6 7 8", "1, 2, 3; 4, _, 5; 6, 7, 8", "123\n4_5\n678\n")),
    *((EIGHT, text, 0x123405678) for text in ("[[1, 2, 3], [4, null, 5], [6, 7, 8]]", "[1,2,3,4,0,5,6,7,8]")),
    *((EIGHT, text, 0x123405678) for text in ("[[1, 2, 3], [4, None, 5], [6, 7, 8]]", "['123', '4_5', \"678\"]")),
    *((FIFTEEN, text, 0x1234_5678_9ABC_0DEF) for text in ("123456789abc_def", "1234/5678/9ABC/.def")),
    (FIFTEEN, "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15", 0x1234_5678_9ABC_0DEF),
    (FIFTEEN, "[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [0, 13, 14, 15]]", 0x1234_5678_9ABC_0DEF),
    *((COLOURS, text, 0x1203) for text in ("red blue/_ green", "red blue _ green", "red,blue;_,green")),
    *((COLOURS, text, 0x1203) for text in ('[["red", "blue"], [null, "green"]]', "['red blue', '_ green']")),
    (PILLARS, "ABCDEF", PILLARS.home),
    (PILLARS, "A B C D E F", PILLARS.home),
    *((KLOTSKI, text, KLOTSKI.home) for text in ("AXXB/AXXB/CDDE/CFGE/H__I", "AXXB\nAXXB\nCDDE\nCFGE\nH..I")),
    *((KLOTSKI, text, KLOTSKI.home) for text in ("BXXA/BXXA/CDDE/CIHE/G..F", '["AXXB","AXXB","CDDE","CFGE","H..I"]')),
    (MURAL, ". 0 . 1 4/2 2 3 . 4/5 5 3 6 6/7 7 7 8 9/7 7 10 10 9", None),
]
REFUSED = [
    (EIGHT, "1234_567", 8),
    (EIGHT, "1234_56789", 10),
    (EIGHT, "1234_5677", 9),
    (EIGHT, "1234 5678", 1),
    (EIGHT, "123/4_5;678", 8),
    (EIGHT, "123/4_5/678/", 13),
    (EIGHT, "1,2,3,4,_,5,6,7,,8", 17),
    (EIGHT, "1, 2 3, 4, _, 5, 6, 7, 8", 6),
    (EIGHT, "1 2 3/4 _ 5/6 7 8 upside down", 19),
    (EIGHT, "1234_5678 -> 12345678_", 11),
    (EIGHT, "start: 1234_5678", 6),
    (EIGHT, "[[1, 2, 3], [4, null, 5], [6, 7, 8]", 36),
    (EIGHT, "[[1, 2, 3], [4, null, 5], [6, 7, 8]] # easy", 38),
    (EIGHT, "[[1, 2, 3], 4, [5, 6, 7]]", 13),
    (EIGHT, "[1, 2, 3, 4, 0, 5, 6, 7, 8.0]", 26),
    (EIGHT, "[1, 2, 3 4, 0, 5, 6, 7, 8]", 10),
    (EIGHT, "(1, 2, 3, 4, 0, 5, 6, 7, 8)", 1),
    (EIGHT, "01 2 3/4 _ 5/6 7 8", 1),
    (EIGHT, '["1 2 3", "456", "78_"]', 12),
    (EIGHT, "", 1),
    (FIFTEEN, "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 16", 36),
    (FOURTEEN, "1234/5678/9_bc/dea_", 12),
    (PILLARS, "ABCDE_", 6),
    (PILLARS, "AABCDE", 2),
    (KLOTSKI, "AXXB/AXXB/CDDE/CFGE/H??I", 22),
    (KLOTSKI, "AXXB/AXXB/CDDE/CFGE/H.I", 23),
    (KLOTSKI, "AXXBAXXBCDDECFGEH..I", 20),
    (KLOTSKI, "AXXB/XXAB/CDDE/CFGE/H..I", 1),
]


@pytest.mark.parametrize(("puzzle", "text", "key"), [one for one in GOOD if one[2] is not None])
def test_notations_of_boards(puzzle: Puzzle, text: str, key: int) -> None:
    assert puzzle.parse(text) == puzzle.position(text).key == position_of(puzzle, text).key == key
    assert puzzle.parse(text.replace("\n", "\r\n")) == key


@pytest.mark.parametrize(("puzzle", "text", "column"), REFUSED)
def test_unreadable_boards_raise_an_error_with_their_column(puzzle: Puzzle, text: str, column: int) -> None:
    with pytest.raises(BoardError) as error:
        puzzle.parse(text)
    assert str(error.value).startswith(f"line 1, column {column}: ")
    assert str(error.value).endswith(f"write a board such as {puzzle.format(puzzle.home)}")
    line, caret = error.value.details
    assert caret == f"  {' ' * (column - 1)}^"
    assert line == f"  {text[: len(line) - 2]}"


def test_errors_of_boards_count_lines() -> None:
    assert "line 3, column 2: " in refused(BoardError, EIGHT.parse, "123\n4_5\n6x8")
    assert "line 2, column 4: " in refused(BoardError, EIGHT.parse, "[[1,2,3],\n[4,x,5]]")
    assert "line 1, column 9: " in refused(BoardError, EIGHT.parse, "12345678\x1b")


def test_boards_are_lists_keys_and_words() -> None:
    for board in ([[1, 2, 3], [4, 0, 5], [6, 7, 8]], (1, 2, 3, 4, None, 5, 6, 7, 8)):
        assert EIGHT.key(board) == position_of(EIGHT, board).key == 0x123405678
    assert position_of(EIGHT, 0x123405678).text == "1234_5678"
    assert position_of(PILLARS, "home").key == PILLARS.home
    assert position_of(PILLARS, "goal").key == PILLARS.goal.key
    refused(BoardError, position_of, KLOTSKI, "goal")
    refused(BoardError, position_of, EIGHT, 5)
    refused(BoardError, position_of, EIGHT, [[1] * 300])


def test_moves_lead_from_home_to_a_board() -> None:
    assert board_typed(EIGHT, "L2U").text == "12534_678"
    assert board_typed(EIGHT, "1 L, 2 L, 5 U").text == "12534_678"
    assert board_typed(KLOTSKI, "H R").text == "AXXB/AXXB/CDDE/CFGE/.H.I"
    assert "move 3" in refused(SlidefrontError, board_typed, EIGHT, "LR2")
    refused(BoardError, board_typed, EIGHT, "1 2 5")
    refused(BoardError, board_typed, EIGHT, "1234_567")


@few
@given(
    st.sampled_from([(one, text) for one, text, _ in GOOD]),
    st.integers(0, 60),
    st.sampled_from(["?", "zz9", "no board", "1_", "#", "->", "[", '"', "start:", "(", "7 7", "|", "\n\n9"]),
)
def test_words_inserted_anywhere_are_refused(good: tuple[Puzzle, str], place: int, words: str) -> None:
    puzzle, text = good
    ends = [match.end() for match in re.finditer(r"\w+|$", text)]
    at = ends[place % len(ends)]
    slip = f"{text[:at]} {words} {text[at:]}"
    with pytest.raises(BoardError) as error:
        puzzle.parse(slip)
    assert re.match(r"line \d+, column \d+: ", str(error.value))


@few
@given(cases(most_cells=16), st.integers(0, 99), st.data())
def test_bulk_reading_matches_single_boards(case: Case, seed: int, data: st.DataObject) -> None:
    """Also lines with slips, with which no board is read."""
    puzzle = case.puzzle
    boards = [naive.key(board) for board in naive.walk(case.successors, case.home, 40, seed)]
    texts = []
    for number in range(120):
        key = boards[number % len(boards)]
        text = puzzle.format(key)
        if case.edges is None and number % 3:
            names = [puzzle.names[label] for label in puzzle.labels_of(key)]
            rows = [names[at : at + case.columns] for at in range(0, len(names), case.columns)]
            text = (" / " if number % 2 else "/").join(" ".join(row) for row in rows)
        if number % 5 == 4:
            place = data.draw(st.integers(0, len(text)))
            slip = data.draw(st.sampled_from(["", " ", "/", "1", "_", "x", "10", ",", "é"]))
            text = text[:place] + slip + text[place:]
        texts.append(text)
    expected: list[int | None] = []
    for text in texts:
        try:
            expected.append(puzzle.parse(text))
        except BoardError:
            expected.append(None)
    assert puzzle.read_many(texts) == expected


HOME, NEAR = 0x012345678, 0x102345678
ROWS = [[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[1, 0, 2], [3, 4, 5], [6, 7, 8]]]


@pytest.mark.parametrize(
    ("name", "start", "named", "boards"),
    [
        ("8-puzzle", "home", "home", "_12345678"),
        ("8-puzzle", "goal", "home", "_12345678"),
        ("8-puzzle", "0 1 2/3 4 5/6 7 8", "home", "_12345678"),
        ("8-puzzle", "102\n345\n678", "1_2345678", "1_2345678"),
        ("8-puzzle", NEAR, "1_2345678", "1_2345678"),
        ("pillars-6", "goal", "goal", "FBCDEA"),
    ],
)
def test_start_set_of_one_board(name: str, start: str | int, named: str, boards: str) -> None:
    puzzle = load(name)
    starts = start_at(puzzle, start)
    assert (starts.name, starts.is_set, starts.keys.dtype) == (named, False, np.uint64)
    assert starts.keys.tolist() == [puzzle.parse(boards)]
    assert named == "goal" or start_with(puzzle, starts.keys).name == named, "runs are told apart by these names"


def test_missing_goal_and_empty_set_are_no_starts() -> None:
    puzzle = load("8-puzzle")
    puzzle.goal = Goal()
    assert "8-puzzle has no goal" in refused(BoardError, start_at, puzzle, "goal")
    for keys in ([], np.empty(0, np.uint64), iter(())):
        assert "empty" in refused(BoardError, start_with, EIGHT, keys)


@pytest.mark.parametrize(
    "key",
    [-1, 1 << 64, 0, 0x1, 0x112345678, 0x123456789, 0x912345670, (1 << 64) - 1],
    ids=["negative", "too large", "all holes", "eight holes", "1 twice", "no hole", "a 9", "all ones"],
)
def test_wrong_keys_are_errors(key: int) -> None:
    refused(BoardError, start_with, EIGHT, [HOME, key])


@pytest.mark.parametrize(
    "boards",
    [
        ROWS,
        [np.array(rows) for rows in ROWS],
        np.array(ROWS),
        np.array(ROWS).reshape(2, 9),
        np.array(["_12345678", "1_2345678"]),
        np.array([HOME, NEAR], object),
        np.array([HOME, NEAR], np.int64),
        np.array([NEAR, HOME, NEAR], np.uint64),
        {HOME, NEAR},
        (key for key in (HOME, NEAR)),
    ],
)
def test_starts_are_accepted_in_many_forms(boards: Any) -> None:
    assert start_with(EIGHT, boards).keys.tolist() == [HOME, NEAR]


@pytest.mark.parametrize(
    "boards",
    [
        np.array([HOME, NEAR], float), [float(HOME)], [True, False], np.array([True]), np.array(ROWS, float), [None],
        np.array([-1, HOME]), [-1, HOME], [1 << 64, HOME], "_12345678", 5, np.array(ROWS[0]), [[HOME, NEAR]], [b"x"],
    ],
)  # fmt: skip
def test_malformed_starts_are_errors(boards: Any) -> None:
    said = refused(BoardError, start_with, EIGHT, boards)
    assert "0x0 is not the key of a board" not in said


@pytest.mark.parametrize("name", ["8-puzzle", "klotski"])
def test_each_of_many_starts_is_checked(name: str) -> None:
    """One wrong key among 300,000, wherever it is."""
    puzzle = load(name)
    keys = np.full(300_000, puzzle.home, np.uint64)
    for at in (1, 9_999, 262_144, 299_999):
        puzzle.check_boards(keys)
        keys[at] ^= np.uint64(1)
        assert f"{int(keys[at]):#x} is not the key of a board" in refused(BoardError, puzzle.check_boards, keys)
        keys[at] = puzzle.home


@pytest.mark.parametrize("start", [np.arange(1600), [*range(1600)], [[*range(40)]] * 40, np.zeros((40, 40), int)])
def test_many_numbers_are_not_one_board(start: Any) -> None:
    said = "start= is one board, and this has 1,600 numbers: pass many boards as starts="
    assert refused(BoardError, start_at, EIGHT, start) == said
    assert refused(BoardError, choose_starts, EIGHT, start, None) == said
