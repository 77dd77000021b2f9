"""Grids: as characters, as names that stand apart, ragged, empty; and the shapes of pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.layout import Grid, corner, is_joined, read_grid, shape_of
from tests import naive_blocks as naive
from tests.messages import refused
from tests.strategies import moderate

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


@pytest.mark.parametrize("text", ["...", "#", "-.#/#.-"])
def test_blank_wall_and_gate_are_no_pieces(text: str) -> None:
    assert read_grid(text).pieces == []


@pytest.mark.parametrize(
    ("text", "column"),
    [("ABC/AB", 6), ("AB/AB/ABC", 9), ("A B C/A B", 9), ("AX//#.", 4), ("AX/#./", 7), ("", 1), (" / \n/", 4)],
)
def test_ragged_and_empty_grids_are_refused(text: str, column: int) -> None:
    assert f"line 1, column {column}: " in refused(PuzzleError, read_grid, text)


def test_a_shape_begins_at_the_first_row_and_column() -> None:
    cells = {(3, 5), (4, 4), (4, 5)}
    assert corner(cells) == (3, 4)
    assert shape_of(cells) == {(0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(
    ("shape", "joined"),
    [
        ({(0, 0)}, True),
        ({(0, 0), (0, 1), (1, 1)}, True),
        ({(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}, True),
        ({(0, 0), (1, 1)}, False),
        ({(0, 0), (0, 2)}, False),
        ({(0, 1), (1, 0), (1, 1), (3, 1)}, False),
    ],
)
def test_a_shape_is_joined_by_sides(shape: set[tuple[int, int]], joined: bool) -> None:
    assert is_joined(frozenset(shape)) is joined


cells_of_a_piece = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


@moderate
@given(cells_of_a_piece, st.integers(0, 9), st.integers(0, 9))
def test_a_shape_is_the_same_wherever_it_lies(cells: set[tuple[int, int]], down: int, right: int) -> None:
    shifted = {(r + down, c + right) for r, c in cells}
    assert shape_of(shifted) == shape_of(cells) == naive.shape(frozenset(cells))
    top, left = corner(shifted)
    assert {(r + top, c + left) for r, c in shape_of(cells)} == shifted


@moderate
@given(cells_of_a_piece)
def test_a_shape_is_joined_when_all_its_cells_can_be_reached(cells: set[tuple[int, int]]) -> None:
    reached = {min(cells)}
    for _ in cells:
        reached |= {(r, c) for r, c in cells for a, b in reached if abs(r - a) + abs(c - b) == 1}
    assert is_joined(shape_of(cells)) is (reached == cells)
