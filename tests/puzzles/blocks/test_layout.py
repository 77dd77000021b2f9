"""Grids, classes, and their parts of keys."""

from typing import Any

import pytest

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.layout import Grid, read_grid
from tests.messages import refused
from tests.strategies_blocks import block_case

SQUARE = (("A", "X"), ("#", "."))


@pytest.mark.parametrize(
    "text",
    ["AX/#.", "AX\n#.", "A X / # .", "A X\n# .\n", "\n\n  AX  \n  #.\n", "A,X;#,.", "A  X/#\t.", "AX\r\n#.\r\n"],
)
def test_a_grid_is_read_however_it_is_typed(text: str) -> None:
    assert read_grid(text) == Grid(SQUARE)


def test_names_longer_than_a_character_stand_apart() -> None:
    grid = read_grid(".  0 .\n10 . red\n")
    assert grid.rows == ((".", "0", "."), ("10", ".", "red"))
    assert grid.pieces == ["0", "10", "red"]
    assert grid.width == 3


def test_names_stand_apart_in_all_rows_or_in_none() -> None:
    assert "line 1, column 5: " in refused(PuzzleError, read_grid, "A B/CD")


def test_pieces_come_in_the_order_of_the_grid() -> None:
    grid = read_grid("zA-/zA#/.bb")
    assert grid.pieces == ["z", "A", "b"]
    assert grid.cells("z", "b") == {(0, 0), (1, 0), (2, 1), (2, 2)}
    assert grid.cells("-") == {(0, 2)}
    assert grid.cells("#") == {(1, 2)}
    assert grid.cells("Q") == set()


@pytest.mark.parametrize(
    ("text", "column"),
    [("ABC/AB", 6), ("AB/AB/ABC", 9), ("A B C/A B", 9), ("AX//#.", 4), ("AX/#./", 7), ("", 1), (" / \n/", 4)],
)
def test_ragged_and_empty_grids_are_refused(text: str, column: int) -> None:
    assert f"line 1, column {column}: " in refused(PuzzleError, read_grid, text)


def classes(home: str, **fields: Any) -> list[str]:
    return ["".join(piece.name for piece in one.pieces) for one in block_case(home, **fields).puzzle.classes]


@pytest.mark.parametrize(
    ("home", "fields", "expected"),
    [
        ("ABC/...", {}, ["ABC"]),
        ("AAB/CC.", {}, ["AC", "B"]),
        ("ABC/...", {"interchangeable": False}, ["A", "B", "C"]),
        ("ABC/...", {"groups": ["A"]}, ["A", "BC"]),
        ("ABC/...", {"goal": [["B", 1, 1]], "goal_match": "shape"}, ["ABC"]),
        ("ABC/...", {"goal": [["B", 1, 1]]}, ["AC", "B"]),
        ("ABC/...", {"goal": "ABC/..."}, ["A", "B", "C"]),
        ("ABC/...", {"goal": "ABC/...", "goal_match": "shape"}, ["ABC"]),
        ("ABC/...", {"goal": [["B", 1, 1]], "groups": ["AB"]}, ["AB", "C"]),
        ("ABC/...", {"goal": [["B", 1, 1]], "groups": ["ABC"]}, ["ABC"]),
        ("ABCD/....", {"interchangeable": False, "groups": ["AB", "CD"]}, ["AB", "CD"]),
        ("ABCD/....", {"interchangeable": False, "groups": [["A", "D"]]}, ["AD", "B", "C"]),
        ("ABCD/....", {"groups": ["AB"]}, ["AB", "CD"]),
        ("ABC/...", {"frozen": "B"}, ["AC"]),
        ("ABC/...", {"frozen": ["A", "B", "C"]}, []),
        ("AABB/CC../....", {"axis": "A"}, ["A", "BC"]),
        ("AABB/CC../....", {"axis": "AB"}, ["AB", "C"]),
        ("AABB/CC../....", {"axis": True}, ["AB", "C"]),
        ("AA./BB.", {"axis": True}, ["A", "B"]),
        ("A.A/BBB/...", {"parted": "A"}, ["A", "B"]),
        ("A#B/.#.", {}, ["A", "B"]),
        ("AB./..-", {"gate_pieces": "A"}, ["A", "B"]),
        ("AB./..-", {"goal": [["A", 1, 2]], "groups": ["AB"]}, ["AB"]),
        ("AB./..-", {"goal": [["A", 1, 2]], "goal_match": "shape"}, ["AB"]),
    ],
)
def test_pieces_are_alike_when_the_rules_say_so(home: str, fields: dict[str, Any], expected: list[str]) -> None:
    assert sorted(classes(home, **fields)) == sorted(expected)


def test_fields_stand_side_by_side_the_first_class_highest() -> None:
    puzzle = block_case("AAB./....").puzzle
    assert [(one.pieces[0].name, one.bits) for one in puzzle.classes] == [("A", 3), ("B", 3)]
    assert puzzle.key_bits == 6
    assert puzzle.home == 0 << 3 | 2
    assert puzzle.parse("..../B.AA") == 5 << 3 | 4
