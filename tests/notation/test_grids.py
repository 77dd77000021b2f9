"""A board in place of a puzzle: the puzzle files that boards stand for, and the boards that are refused."""

import pytest

from slidefront import Puzzle, load, read_puzzle
from slidefront.errors import PuzzleError
from tests.messages import refused

CARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
GOOD = [
    ("1 2 3/4 _ 5/7 8 6", "tiles", "1234_5786", "12345678_"),
    ("123/4.5/786", "tiles", "1234_5786", "12345678_"),
    ("1234_5786", "tiles", "1234_5786", "12345678_"),
    ("[[1,2,3],[4,null,5],[7,8,6]]", "tiles", "1234_5786", "12345678_"),
    ("1 2/3 4/5 0", "tiles", "12345_", "12345_"),
    ("1 2 3 4/5 6 7 8/9 10 _ _", "tiles", "123456789a__", "123456789a__"),
    ("5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", "tiles", "51249638da7b_efc", "123456789abcdef_"),
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "tiles", "edf7bc956_2148a3", "123456789abcdef_"),
    ("12/3_ -> _1/23", "tiles", "123_", "_123"),
    ("1 2\n3 _\n->\n_ 1\n2 3", "tiles", "123_", "_123"),
    ("AAB/..B", "blocks", "AAB/..B", None),
    ('["AAB", "..B"]', "blocks", "AAB/..B", None),
    ("AA#/..-", "blocks", "AA#/..-", None),
    ("10 10 ./. 0 .", "blocks", "10 10 ./. 0 .", None),
    ("11./22./33.", "blocks", "11./22./33.", None),
    ("AAB/..B -> .../AA.", "blocks", "AAB/..B", None),
    ("AAB/__B -> ___/AA_", "blocks", "AAB/..B", None),
    ("1 2 2 3/1 2 2 3/4 5 5 6/4 7 8 6/9 0 0 10", "blocks", "1 2 2 3/1 2 2 3/4 5 5 6/4 7 8 6/9 . . 10", None),
    ("1 1 2/3 . 2", "blocks", "112/3.2", None),
    ("1 1 2/3 _ 2", "blocks", "112/3.2", None),
    (CARD, "blocks", "IBB#../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM", None),
    (f"60 {CARD} 2332", "blocks", "IBB#../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM", None),
]
REFUSED = [
    ("1 2 0/4 5 _/6 7 3", 11),
    ("1 2 3/4 5 6/7 8 9", 17),
    ("1 2 3/4 5 5/7 8 _", 11),
    ("1 2 3/4 5 6/7 9 _", 15),
    ("1 2 3/4 x 5/7 8 6", 9),
    ("1 2 3 4 5 _", 11),
    ("AAB/CCB", 7),
    ("1 1 2/3 2 1/_ 3 .", 13),
    ("AAB/..A", 7),
    ("AXXBX/AXXB/CDDE/H..I", 5),
    ("AXXB/AXXB/CDD/H..I", 13),
    ("AAB", 3),
    ("A+B/...", 2),
    ("12/3_ -> 12/34", None),
    ("12/3_ -> 21/3_ -> 12/3_", 16),
    ("12/3_ -> 1x/3_", 11),
    ("AAB/..B -> AA/..", None),
    ("AAB/..B -> C../...", 12),
    (CARD.replace("A", "o"), 1),
    (CARD.replace("KEEM", "KEoM"), 22),
    (f"{CARD} 2332", None),
    ("", 1),
]


@pytest.mark.parametrize(("text", "kind", "home", "goal"), GOOD)
def test_grids_are_puzzles(text: str, kind: str, home: str | None, goal: str | None) -> None:
    puzzle = read_puzzle(text)
    assert puzzle.kind == kind
    if home is not None:
        assert puzzle.format(puzzle.home) == home
    if goal is not None:
        assert puzzle.goal.key is not None
        assert puzzle.format(puzzle.goal.key) == goal
    assert read_puzzle(puzzle.text) == puzzle, "it is a puzzle file"


@pytest.mark.parametrize(("text", "column"), REFUSED)
def test_malformed_grids_name_their_column(text: str, column: int | None) -> None:
    message = refused(PuzzleError, read_puzzle, text)
    assert message.startswith("line 1, column " if column is None else f"line 1, column {column}: ")


def test_card_is_a_rush_hour_puzzle() -> None:
    puzzle = read_puzzle(f"60 {CARD} 2332")
    assert (puzzle.metric, dict(puzzle.optimum)) == ("slide", {"slide": 60})
    assert puzzle.identity() == load("rush-hour-60").identity()


def ways(puzzle: Puzzle) -> set[tuple[str, str]]:
    return {(move.piece, move.path) for move in puzzle.moves(puzzle.home)}


@pytest.mark.parametrize("text", ["1 2 3 4/5 6 7 8/9 10 11 12/13 14 _ 15", "1234/5678/9abc/de_f"])
def test_moves_name_tiles_by_decimal_numbers(text: str) -> None:
    assert ways(read_puzzle(text)) == {("15", "L"), ("14", "R"), ("11", "D")}


def test_column_of_long_names_stays_a_column() -> None:
    column = read_puzzle("1/2/3/4/5/6/7/8/9/a/_")
    for puzzle in (column, read_puzzle(column.text)):
        assert puzzle.facts()["kind"] == "tiles, 11 x 1 cells"
        assert ways(puzzle) == {("10", "D")}
    message = refused(PuzzleError, read_puzzle, [["AA"], ["."], ["BB"]])
    assert message.endswith("a grid of one column has names of one character")
