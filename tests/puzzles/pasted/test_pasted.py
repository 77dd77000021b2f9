"""The tables of pasted texts: each is read as its row says, or refused in exactly these words."""

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.read.load import load, load_text
from tests.messages import refused

FOLDER = Path(__file__).parent


def rows(name: str) -> list[Any]:
    """List the rows of a table as parameters, named by their notes."""
    cases = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))["case"]
    return [pytest.param(case, id=f"{name}: {case['note']}") for case in cases]


PUZZLES = ("tiles", "rush_hour", "blocks", "copied", "surrounded", "realistic")


def rows_of_puzzles() -> list[Any]:
    """List the rows of all tables of puzzles."""
    return [row for name in PUZZLES for row in rows(name)]


def options(case: dict[str, Any]) -> dict[str, str]:
    """Pick what is said beside the grid; the goal of a row that is read is an expectation."""
    beside = {name: case[name] for name in ("axis", "frozen", "groups") if name in case}
    return beside | ({"goal": case["said_goal"]} if "said_goal" in case else {})


@pytest.mark.parametrize(
    "case",
    [*rows("tiles"), *rows("rush_hour"), *rows("blocks"), *rows("copied"), *rows("surrounded"), *rows("realistic")],
)
def test_a_pasted_puzzle_is_read_as_the_table_says(case: dict[str, Any]) -> None:
    if "refused" in case:
        assert refused(PuzzleError, lambda: load(case["text"], **options(case))) == case["refused"]
        return
    puzzle = load(case["text"], **options(case))
    assert (puzzle.kind, puzzle.format(puzzle.home), puzzle.facts()["goal"], puzzle.read_as) == (
        *(case["kind"], case["home"], case["goal"], case["how"]),
    )
    assert puzzle.title == case.get("title", puzzle.name)
    if "along" in case:
        pieces = puzzle.layout.pieces.values()  # type: ignore[attr-defined]
        assert sorted(piece.name for piece in pieces if len(piece.ways) == 2) == case["along"]


@pytest.mark.parametrize(
    "case",
    [*rows("tiles"), *rows("rush_hour"), *rows("blocks"), *rows("copied"), *rows("surrounded"), *rows("realistic")],
)
def test_what_was_read_is_a_puzzle_file_that_gives_the_same_puzzle(case: dict[str, Any]) -> None:
    if "refused" in case:
        return
    puzzle = load(case["text"], **options(case))
    assert load_text(puzzle.text).identity() == puzzle.identity()


def test_the_tables_have_at_least_eighty_texts_each_with_a_note() -> None:
    cases = [
        case.values[0]
        for name in ("tiles", "rush_hour", "blocks", "copied", "surrounded", "realistic")
        for case in rows(name)
    ]
    assert len(cases) >= 80
    assert all(case["note"] and case["text"] for case in cases)
    assert len({(case["text"], *sorted(options(case).items())) for case in cases}) == len(cases)


def boards_of_numbers() -> list[Any]:
    """List the rows that are boards of tiles without a goal of their own, and whose numbers stand apart."""
    listed = [*rows("tiles"), *rows("copied"), *rows("surrounded"), *rows("realistic")]
    return [one for one in listed if one.values[0].get("home") in ("1234_5786", "51249638da7b_efc")]


@pytest.mark.parametrize("case", boards_of_numbers())
def test_a_slip_in_a_number_is_refused_or_changes_nothing(case: dict[str, Any]) -> None:
    text = case["text"]
    numbers = list(re.finditer(r"(?<!\w)\d{1,2}(?!\w)", text))
    for number in random.Random(text).sample(numbers, min(2, len(numbers))):
        for other in ("99", "7"):
            try:
                puzzle = load(text[: number.start()] + other + text[number.end() :])
            except PuzzleError:
                continue
            assert puzzle.format(puzzle.home) == case["home"]


@pytest.mark.parametrize("case", rows("boards"))
def test_a_pasted_board_of_a_puzzle_is_read_as_the_table_says(case: dict[str, Any]) -> None:
    puzzle = load(case["on"])
    if "refused" in case:
        assert refused(BoardError, puzzle.parse, case["text"]) == case["refused"]
        return
    assert (puzzle.format(puzzle.parse(case["text"])), puzzle.how_read(case["text"])) == (case["reads"], case["how"])


def test_tiles_are_written_as_they_were_typed() -> None:
    puzzle = load("15-puzzle")
    start = puzzle.position("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15")
    assert start.text == "1 2 3 4/5 6 7 8/9 10 11 12/_ 13 14 15"
    (after,) = start.play("13", "L")
    assert (str(after.move), after.text) == ("13 L", "1 2 3 4/5 6 7 8/9 10 11 12/13 _ 14 15")
    assert [str(one.move) for one in start.play("d", "L")] == ["13 L"]
    assert puzzle.parse(after.text) == after.key
    assert str(next(iter(puzzle.position("123456789abc_def").play("d", "L"))).move) == "d L"
    assert load("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15").position(start.key).text == start.text


def test_tiles_in_order() -> None:
    puzzle = load("15-puzzle")
    assert [puzzle.format(puzzle.ordered_board(hole) or 0) for hole in ("first", "last")] == [
        *("_123456789abcdef", "123456789abcdef_")
    ]
    assert load("klotski").ordered_board("first") is None
    assert load("pillars").ordered_board("first") is None


@pytest.mark.parametrize(
    "text",
    [
        *("{}\n1 2 3\n4 0 5\n7 8 6", "{}. 1 2 3\n2. 4 0 5\n3. 7 8 6", "#({} 2 3 4 0 5 7 8 6)", "{} 2 3/4 0 5/7 8 6"),
        *("3 3\n1 2 3\n4 0 5\n7 8 6 {}", "AXXB/AXXB/CDDE/CFGE/H..I {}", "1.2.3\n4.0.5\n7.8.{}"),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        load(text.format("9" * 5000))
