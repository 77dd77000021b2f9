"""Pasted puzzles: tables of texts that are read, and of texts that say more than a board, which are refused."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from slidefront.errors import PuzzleError
from slidefront.puzzles.load import load, read_puzzle

FOLDER = Path(__file__).parent
CASES = tomllib.loads((FOLDER / "pasted.toml").read_text("utf-8"))["cases"]
REFUSED = tomllib.loads((FOLDER / "refused.toml").read_text("utf-8"))["texts"]
BOARD = "1 2 3/4 _ 5/7 8 6"
RUSH = ["..IBBB", "..IK..", "AAJK.L", "CCJDDL", "GHEE.L", "GHFF.."]


def in_order(cells: str) -> str:
    """Put tiles in order, and the hole last."""
    rows = [row.split() for row in cells.split("/")]
    tiles = sorted((cell for row in rows for cell in row if cell != "_"), key=lambda cell: (len(cell), cell))
    flat = iter([*tiles, "_"])
    return "/".join(" ".join(next(flat) for _ in row) for row in rows)


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """List the fields of the puzzle file of a case."""
    if "red" in case:
        car = {"metric": "slide", "axis": True, "goal": [[case["red"], 2, 4]]}
        return {"kind": "blocks", "home": case["cells"], **car, **case.get("says", {})}
    if "says" in case:
        return {"kind": "blocks", "home": case["cells"], **case["says"]}
    return {"kind": "tiles", "home": case["cells"], "goal": case.get("goal", in_order(case["cells"]))}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["note"]) for case in CASES])
def test_a_pasted_puzzle_is_these_cells(case: dict[str, Any]) -> None:
    puzzle = read_puzzle(case["text"], **case.get("beside", {}))
    file = tomllib.loads(puzzle.text)
    assert file == expected(case)
    assert read_puzzle(puzzle.text).identity() == puzzle.identity(), "its text is a puzzle file of the same puzzle"


@pytest.mark.parametrize("text", REFUSED)
def test_a_text_that_says_more_than_a_board_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_puzzle(text)


FORMS = {
    "slashes": BOARD,
    "lines": BOARD.replace("/", "\n"),
    "semicolons": BOARD.replace("/", "; "),
    "bars between rows": BOARD.replace("/", "|"),
    "one line": "1 2 3 4 _ 5 7 8 6",
    "flat": "1234_5786",
    "JSON": "[[1, 2, 3], [4, 0, 5], [7, 8, 6]]",
    "null": "[[1, 2, 3], [4, null, 5], [7, 8, 6]]",
    "tabs": "1\t2\t3\n4\t\t5\n7\t8\t6",
    "commas": "1,2,3\n4,0,5\n7,8,6",
    "pipes": "|1|2|3|\n|4| |5|\n|7|8|6|",
    "Markdown": "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 5 |\n| 7 | 8 | 6 |",
    "x": "123/4x5/786",
    "0": "123405786",
    "the number after the last tile": "1 2 3/4 9 5/7 8 6",
    "the hole in columns": "1 2 3\n4   5\n7 8 6",
    "a drawing": "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 5 │\n├───┼───┼───┤\n│ 7 │ 8 │ 6 │\n"
    "└───┴───┴───┘\n",
    "a fence": "```\n123\n4_5\n786\n```",
    "a comment": "# from a book\n123/4_5/786  # easy",
    "a heading": "3\n1 2 3\n4 0 5\n7 8 6",
    "start and goal": "start: 123/4_5/786\ngoal: 123/456/78_",
    "an arrow": "1234_5786 -> 12345678_",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_common_forms_of_one_board(form: str) -> None:
    puzzle = read_puzzle(FORMS[form])
    assert (puzzle.format(puzzle.home), puzzle.facts()["goal"]) == ("1234_5786", "12345678_")
    eight = load("8-puzzle")
    if "goal" not in FORMS[form] and "->" not in FORMS[form]:
        assert eight.format(eight.parse(FORMS[form])) == "1234_5786"


@pytest.mark.parametrize(
    "text", ["\n".join(RUSH), "".join(RUSH), "/".join(RUSH), f"50 {''.join(RUSH).replace('.', 'o')} 7"]
)
def test_a_rush_hour_card(text: str) -> None:
    puzzle = read_puzzle(text)
    assert puzzle.format(puzzle.home) == "/".join(RUSH)
    assert (puzzle.metric, puzzle.facts()["goal"]) == ("slide", "A at row 2, column 4")


def test_the_moves_in_the_line_of_a_database_are_the_published_optimum() -> None:
    assert read_puzzle(f"50 {''.join(RUSH)} 7").optimum == {"slide": 50}


@pytest.mark.parametrize("word", ["EXCEPT", "8", "X1", "goal"])
@pytest.mark.parametrize("text", [*FORMS.values(), "\n".join(RUSH)])
def test_a_word_put_anywhere_is_never_left_out(word: str, text: str) -> None:
    """Read as the board that it was, a text with a word more would be misread."""
    before = read_puzzle(text)
    gaps = [0, len(text), *(index for index, letter in enumerate(text) if letter in " \n[],/;|")]
    comment = text.find("#")
    for place in gaps:
        line = text.rfind("\n", 0, place) + 1
        if comment >= 0 and "#" in text[line:place]:
            continue  # within a comment
        changed = f"{text[:place]} {word} {text[place:]}"
        try:
            after = read_puzzle(changed)
        except PuzzleError:
            continue
        assert (after.home, after.goal, after.kind) != (before.home, before.goal, before.kind), changed


# Refusals


@pytest.mark.parametrize(
    ("text", "place", "caret"),
    [
        ("1 2 2/4 5 _/6 7 3", "line 1, column 5: ", "      ^"),
        ("1 2 3\n4 _ 5\n7 8 (6)", "line 3, column 5: ", "      ^"),
        ("AAB\n.C", "line 2, column 3: ", "    ^"),
    ],
)
def test_a_refusal_shows_the_place(text: str, place: str, caret: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_puzzle(text)
    assert str(error.value).startswith(place)
    assert error.value.details[1] == caret


def test_a_part_that_is_a_board_is_shown_and_not_used() -> None:
    with pytest.raises(PuzzleError) as error:
        read_puzzle("Please solve this:\n1 2 3\n4 _ 5\n7 8 6\nThanks")
    assert error.value.part == "1 2 3\n4 _ 5\n7 8 6"


@pytest.mark.parametrize(
    ("text", "board"), [("..IBBB..IK..AAJK.LCCJDDLGHEE.LGHFF..", "/".join(RUSH)), ("AXXB/AXXB/CDDE/CFGE/H..I", None)]
)
def test_boards_of_a_block_puzzle(text: str, board: str | None) -> None:
    puzzle = load("rush-hour-50" if board else "klotski")
    if board and puzzle.format(puzzle.home) != board:
        puzzle = read_puzzle(board)
    assert puzzle.format(puzzle.parse(text)) == (board or text)
    for other in (text.replace(".", "_"), text.replace(".", "0"), text.replace(".", "-")):
        assert puzzle.parse(other) == puzzle.parse(text)


CARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


@pytest.mark.parametrize(
    "text",
    [
        *("9" * 5000 + "\n1 2 3\n4 0 5\n7 8 6", "1 2 3/4 _ 5/7 8 " + "9" * 5000, "9" * 5000 + " " + CARD),
        *(f"-5 {CARD}", f"60 {CARD} -1"),
    ],
)
def test_numbers_that_count_nothing_are_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_puzzle(text)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("1,2,\n3,4,\n5,6,", "1 2 _/3 4 _/5 6 _", "1 2/3 4/5 _"),
        ("A,A,\nB,B,\n,,", "AA./BB./...", "AA/BB/.."),
        ("| | |\n|-|-|\n|A| |\n|B|B|", "../--/A./BB", "A./BB"),
        ("|A|A|\n|-|-|\n|B| |", "AA/--/B.", "AA/B."),
    ],
)
def test_a_row_or_a_column_that_may_be_empty_is_not_left_out(text: str, one: str, other: str) -> None:
    with pytest.raises(PuzzleError, match="read in two ways") as refused:
        read_puzzle(text)
    assert f'"{one}"' in str(refused.value)
    assert f'"{other}"' in str(refused.value)


def test_a_table_below_an_empty_heading_is_the_board() -> None:
    text = "| | |\n|---|---|\n|A| |\n|B|B|"
    assert read_puzzle(text).format(read_puzzle(text).home) == "A./BB"
