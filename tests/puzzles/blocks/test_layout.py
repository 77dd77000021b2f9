"""Grids, classes, and their parts of keys."""

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


def test_fields_stand_side_by_side_the_first_class_highest() -> None:
    puzzle = block_case("AAB./....").puzzle
    assert [(one.pieces[0].name, one.bits) for one in puzzle.classes] == [("A", 3), ("B", 3)]
    assert puzzle.key_bits == 6
    assert puzzle.home == 0 << 3 | 2
    assert puzzle.parse("..../B.AA") == 5 << 3 | 4
