"""The grammars of boards: each text is read as exactly these cells, every token is used, and no other text is read."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slidefront.errors import TextError
from slidefront.text.boards import BOARDS, grammar_of
from slidefront.text.cells import Cells
from slidefront.text.choice import attempt, read
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.klotski import rectangles
from slidefront.text.pddl import problem
from slidefront.text.sections import sections
from slidefront.text.tokens import CELLS, TooLongError, tokenize

ABOUT_SQUARE = [["1", "2", "3"], ["4", "_", "5"], ["7", "8", "6"]]


def written(cells: Cells) -> str:
    """Write cells as a test does: rows with /, cells with a blank, an empty cell as ()."""
    return "/".join(" ".join(name or "()" for name in row) for row in cells.names)


def all_readings(text: str) -> set[str]:
    try:
        found, _ = attempt(tokenize(text), BOARDS)
    except TooLongError:
        return set()
    return {written(one.value) for one in found}


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1 2 3/4 _ 5/7 8 6", "1 2 3/4 _ 5/7 8 6"),
        ("1 2 3;4 _ 5;7 8 6", "1 2 3/4 _ 5/7 8 6"),
        ("1 2 3|4 _ 5|7 8 6", "1 2 3/4 _ 5/7 8 6"),
        ("1, 2, 3 / 4, _, 5 /", "1 2 3/4 _ 5"),
        ("1 2 3\n\n4 _ 5\n\n7 8 6\n", "1 2 3/4 _ 5/7 8 6"),
        ("1 2 3/\n4 _ 5/\n7 8 6", "1 2 3/4 _ 5/7 8 6"),
        ("AXXB/C..D", "A X X B/C . . D"),
        ("red . /10 A", "red ./10 A"),
        ("1234_5786", "1 2 3 4 _ 5 7 8 6"),
        ("1/10/_", "1/10/_"),
        ("2 3\n1 2 3\n4 _ 5", "1 2 3/4 _ 5"),
        ("2\nAB\n.C", "A B/. C"),
        ("3,2,\n1,2,3,\n1,0,3,", "1 2 3/1 0 3"),
        ("1,2,3\n4,,5\n7,8,6", "1 2 3/4 () 5/7 8 6"),
        ("1;;3", "1 () 3"),
        ('"1","2"\n"",3', "1 2/() 3"),
        ("1\t2\n\t3", "1 2/() 3"),
        ("|1|2|\n|3| |", "1 2/3 ()"),
        ("1|2\n|3", "1 2/() 3"),
        ("5,2,\n3,4", "5 2/3 4"),
        ("| 1 | 2 |\n|---|---|\n| 3 | |", "1 2/3 ()"),
        ("+--+--+\n| 1|10|\n+--+--+\n| 2|  |\n+--+--+", "1 10/2 ()"),
        ("[[1, 2], [3, null]]", "1 2/3 null"),
        ("[[1 2]\n [3 0]]", "1 2/3 0"),
        ("[1 2; 3 0]", "1 2/3 0"),
        ("{{1, 2}, {3, 0},}", "1 2/3 0"),
        ("(1, 2), (3, 0)", "1 2/3 0"),
        ("['A', '.', '']", "A . ()"),
        ('["A B", ". C"]', "A B/. C"),
        (" 1  2  3\n 4     5\n10 11  6", "1 2 3/4 () 5/10 11 6"),
        ("123\n4 5\n786", "1 2 3/4 () 5/7 8 6"),
        ("┌───┬───────┐\n│ A │ X     │\n├───┴───┐   │\n│ ·   · │   │\n└───────┴───┘\n", "A X X/. . X"),
        ("┌───┬───┐\n│▒▒▒│ 1 │\n├───┼───┤\n│   │ 2 │\n└───┴───┘\n#1/.2", "# 1/. 2"),
        ("┌────┬────┐\n│ 10 │  9 │\n└────┴────┘\na9", "10 9"),
    ],
)  # fmt: skip
def test_each_text_is_exactly_these_cells(text: str, cells: str) -> None:
    assert all_readings(text) == {cells}


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("12 3_", {"12 3_", "1 2/3 _"}),
        ("12/3_/10", {"1 2/3 _/1 0"}),
        ('["12", "3_"]', {"12 3_", "1 2/3 _"}),
        ("1|2|3|4", {"1/2/3/4", "1 2 3 4"}),
        ("|  |  |\n|--|:-:|\n| 1 | 2 |\n| 3 | |", {"1 2/3 ()"}),
        ("| | |\n|-|-|\n|C| |", {"C ()", "() ()/- -/C ()"}),
        ("|A|B|\n|-|-|\n|C| |", {"A B/C ()", "A B/- -/C ()"}),
        ("A,B,\nC,,", {"A B/C ()", "A B ()/C () ()"}),
        ("1,2,3,", {"1 2 3", "1 2 3 ()"}),
    ],
)
def test_what_the_meaning_decides_has_all_its_readings(text: str, readings: set[str]) -> None:
    assert all_readings(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3/4 5", "1 2/3 4;5 6", "1 2 3/4,,5", "/1 2", "1 2//3 4", "1 2, /3 4", "1 2\n\n3 4\n5 6",
        "2 2 2\n1 2\n3 4", "1,2\n3,4 5", "1\t2\n3", "|1|2|\n|3|4", "|A|B\n|C|", "A|B|\nC| |", "|1|2 3|\n|4|5|",
        "[[1,2],[3]]", "[1,2", "1,2]", "[[[[1]]]]", "[1,[2]]", "[1,2] x", "x [1,2]", '["A, "B"]',
        "1 2 3\n4 5\n6 7", "10 1 2\n3 4", "┌───┐\n│ A │", "┌───┬───┐\n│ A │ B │\n└───┴───┘\nBA",
        "┌───┬───┐\n│ A   B │\n└───┴───┘", "┌─A─┐\n│ 1 │\n└───┘", "",
    ],
)  # fmt: skip
def test_other_texts_are_not_read(text: str) -> None:
    assert all_readings(text) == set()


# Every token counts


boards = st.integers(2, 4).flatmap(
    lambda columns: st.lists(
        st.lists(st.sampled_from(["1", "2", "7", "12", "A", "B", "_", "."]), min_size=columns, max_size=columns),
        min_size=2,
        max_size=4,
    )
)
Writer = Callable[[list[list[str]]], str]


def table(board: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in board)


def quoted(board: list[list[str]]) -> str:
    return "[" + ", ".join("[" + ", ".join(f'"{cell}"' for cell in row) + "]" for row in board) + "]"


FORMS: dict[str, Writer] = {
    "slashes": lambda board: "/".join(" ".join(row) for row in board),
    "lines": lambda board: "\n".join(" ".join(row) for row in board),
    "commas": lambda board: "\n".join(",".join(row) for row in board),
    "tabs": lambda board: "\n".join("\t".join(row) for row in board),
    "table": table,
    "list": quoted,
    "matrix": lambda board: "[" + "; ".join(" ".join(row) for row in board) + "]",
    "heading": lambda board: f"{len(board)} {len(board[0])}\n" + "\n".join(" ".join(row) for row in board),
}
forms = pytest.mark.parametrize("form", FORMS)


@forms
@given(board=boards)
def test_a_board_in_any_form_is_read_as_it_is(form: str, board: list[list[str]]) -> None:
    assert "/".join(" ".join(row) for row in board) in all_readings(FORMS[form](board))


@forms
@given(board=boards)
def test_every_token_of_a_text_that_is_read_is_used_once(form: str, board: list[list[str]]) -> None:
    """All words, numbers and marks are cells, each at its own place; a heading counts the rows and columns."""
    text = FORMS[form](board)
    tokens = [token.place for token in tokenize(text) if token.kind in CELLS]
    for reading in attempt(tokenize(text), BOARDS)[0]:
        places = [cell.place for cell in reading.value.flat if cell.text]
        assert len(set(places)) == len(places)
        assert set(places) == set(tokens[2 if reading.grammar == "headed" else 0 :])


words = st.sampled_from(["except", "not", "8", "x", "the", "12", ".", "rotated", "EXCEPT", "sauf", "goal", "+"])


@forms
@given(board=boards, word=words, data=st.data())
def test_a_word_more_is_never_left_out(form: str, board: list[list[str]], word: str, data: st.DataObject) -> None:
    """With a word put anywhere, the text is refused, or that word is a cell of what is read."""
    text = FORMS[form](board)
    gaps = [0, len(text), *(index for index, letter in enumerate(text) if letter in " \n[],/;|\t")]
    place = data.draw(st.sampled_from(gaps))
    changed = f"{text[:place]} {word} {text[place:]}"
    for reading in attempt(tokenize(changed), BOARDS)[0]:
        cells = [cell.text for cell in reading.value.flat]
        heading = reading.grammar == "headed"
        assert sorted(filter(None, cells)) == sorted(
            token.text for token in [*tokenize(changed)][2 * heading :] if token.kind in CELLS
        )


@forms
@given(board=boards, word=words, data=st.data())
def test_a_cell_that_changes_is_read_as_it_now_is(
    form: str, board: list[list[str]], word: str, data: st.DataObject
) -> None:
    row = data.draw(st.integers(0, len(board) - 1))
    column = data.draw(st.integers(0, len(board[0]) - 1))
    assume("+" not in word)
    board[row][column] = word
    assert "/".join(" ".join(one) for one in board) in all_readings(FORMS[form](board))


# Time


def work(text: str) -> int:
    """Count the calls that reading a text takes."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    tokens = tokenize(text)
    sys.setprofile(count)
    try:
        attempt(tokens, BOARDS)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "1 " * n, lambda n: "1/" * n, lambda n: "a" * n, lambda n: "[" * n, lambda n: "[1]" * n,
        lambda n: "\n" * n,
        lambda n: " " * n, lambda n: "1,\n" * n, lambda n: "|1|\n" * n, lambda n: "1 2\n\n" * n, lambda n: "start:" * n,
        lambda n: "start:\n" * n, lambda n: "# x\n" * n, lambda n: '"' * n, lambda n: "┌" * n, lambda n: "1\t" * n,
        lambda n: "┌───┐\n│ A │\n" * (n // 2),
    ],
)  # fmt: skip
def test_work_is_in_proportion_to_the_length(make: Callable[[int], str]) -> None:
    work(make(3))
    assert work(make(1200)) <= 15 * work(make(120)) + 500


@pytest.mark.parametrize(
    "text",
    ["1 " * 6000, "1/" * 40_000, " " * 100_000, "\n".join(["abcdefghij" * 25] * 20), "[" * 100_000, "[" * 60_000],
)
def test_texts_that_took_minutes_are_refused_at_once(text: str) -> None:
    before = len(text)
    with pytest.raises(TextError):
        read(text, BOARDS)
    assert len(text) == before


# Start and goal, PDDL, rectangles


def start_and_goal(text: str) -> tuple[str, str]:
    start, goal = sections(Cursor(tokenize(text)))
    return " ".join(one.text for one in start).strip(), " ".join(one.text for one in goal).strip()


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [
        ("1 2", "1 2", ""),
        ("1 2 -> 2 1", "1 2", "2 1"),
        ("start: 1 2\ngoal: 2 1", "1 2", "2 1"),
        ("Goal:\n2 1\nInitial:\n1 2", "1 2", "2 1"),
        ("from: 1\nto: 2", "1", "2"),
        ("start: 1 2", "1 2", ""),
    ],
)
def test_labels_and_arrows_tell_the_goal(text: str, start: str, goal: str) -> None:
    assert start_and_goal(text) == (start, goal)


@pytest.mark.parametrize("text", ["goal: 1 2", "1 2\ngoal: 2 1", "start: 1\nstart: 2", "1 -> 2 -> 3", "start: 1 -> 2"])
def test_labels_that_tell_nothing_are_refused(text: str) -> None:
    with pytest.raises(Stop):
        start_and_goal(text)


PDDL = "(define (problem p) ; a remark\n(:domain d) (:init (at t1 x1 y1) (blank x2 y1) (at t2 x1 y2) (at t3 x2 y2)){})"


def test_a_pddl_problem() -> None:
    found = read(PDDL.format("(:goal (and (at t1 x1 y1) (at t2 x2 y1) (at t3 x1 y2)))"), {"PDDL": problem}).value
    assert written(found.start) == "1 ()/2 3"
    assert found.goal is not None
    assert written(found.goal) == "1 2/3 ()"
    assert read(PDDL.format(""), {"PDDL": problem}).value.goal is None


@pytest.mark.parametrize(
    "text",
    [
        PDDL.format("(:goal (at t1 x1 y1))"), PDDL.format("(:init)"), PDDL.format("(:goals)"), PDDL.format("") + ")",
        PDDL.format("").replace("x", "p").replace("y", "p"), PDDL.format("").replace("t3", "t"), "(define (:domain d))",
        PDDL.format("").replace("(at t3 x2 y2)", ""), PDDL.format("").replace("x2 y2", "x1 y2"), "(define",
    ],
)  # fmt: skip
def test_what_is_no_pddl_problem(text: str) -> None:
    with pytest.raises(TextError):
        read(text, {"PDDL": problem})


RECTANGLES = '{"blocks": [{"shape": [2, 1], "position": [0, 1]}, {shape: [1, 1], position: [2, 0], directions: [0, 1, 2, 3]}], boardSize: [3, 2], escapePoint: [1, 1]}'  # noqa: E501


def test_rectangles() -> None:
    found = read(RECTANGLES, {"JSON": rectangles}).value
    assert found.rows == ((".", "X"), (".", "X"), ("A", "."))
    assert (found.goal, found.axis) == (("X", 1, 1), ())
    assert read(RECTANGLES.replace("[0, 1, 2, 3]", "[0, 2, 1, 3]"), {"JSON": rectangles}).value.rows == found.rows


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("escapePoint", "escape"), ("[2, 1]", "[2, 2]"), ("[2, 0]", "[0, 1]"), ("[1, 1]}", "[1]}"), ("}]", "}] x"),
        ("[0, 1, 2, 3]", "[0]"), ('"blocks"', '"rotated": true, "blocks"'), ("shape: ", "color: 1, shape: "),
        ("3, 2", "3, 200"),
    ],
)  # fmt: skip
def test_rectangles_that_say_something_else(old: str, new: str) -> None:
    with pytest.raises(TextError):
        read(RECTANGLES.replace(old, new, 1), {"JSON": rectangles})


@given(
    st.one_of(
        st.from_regex(r"[A-Za-z0-9_.]{3,18}(/[A-Za-z0-9_.]{3,18}){0,4}", fullmatch=True),
        st.from_regex(r"[A-Ca-c0-3_.]{1,4}(/[A-Ca-c0-3_.]{1,4}){0,4}", fullmatch=True),
        st.integers(3, 40).map(lambda length: "A" * length),
    )
)
def test_only_the_rows_read_what_grammar_of_says(text):
    """It spares the other grammars, so none of them may read such a text."""
    assume(grammar_of(text))
    found, _ = attempt(tokenize(text), BOARDS)
    assert {one.grammar for one in found} <= {grammar_of(text)}


@pytest.mark.parametrize("text", ["1/2/3/10", "AB/CD", "1 2 3", "123,456", "A" * 36, "┌──", "", "###/#A#", "12\n345"])
def test_grammar_of_says_nothing_of_other_texts(text):
    assert grammar_of(text) == ""
