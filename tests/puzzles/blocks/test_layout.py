"""Grids, shapes, classes and the ranks of their placements."""

from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.layout import (
    Grid,
    Piece,
    PieceClass,
    Place,
    corner,
    is_joined,
    reachable_places,
    read_grid,
    shape_of,
)
from tests import naive_blocks as naive
from tests.messages import refused
from tests.strategies import moderate
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


DOT = frozenset({(0, 0)})


def piece_class(places: int, pieces: int) -> PieceClass:
    piece = Piece("A", DOT, (0, 0), ("L", "R"), False)
    return PieceClass((piece,) * pieces, tuple((number // 8, number % 8) for number in range(places)))


@pytest.mark.parametrize("places", range(1, 9))
def test_ranks_number_all_sets_of_placements(places: int) -> None:
    for pieces in range(1, places + 1):
        one = piece_class(places, pieces)
        ranks = {one.rank(chosen): list(chosen) for chosen in combinations(one.places, pieces)}
        assert sorted(ranks) == list(range(comb(places, pieces))) == list(range(one.sets))
        assert all(one.unrank(rank) == chosen for rank, chosen in ranks.items())
        assert 2**one.bits >= one.sets > (2**one.bits) // 2


def test_the_largest_class_has_a_field() -> None:
    one = piece_class(64, 32)
    assert one.bits == 61
    assert one.unrank(one.sets - 1) == list(one.places[32:])
    assert one.unrank(0) == list(one.places[:32])


@pytest.mark.parametrize(
    ("ways", "places"),
    [
        ("UDLR", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
        ("UD", [(0, 0), (1, 0)]),
        ("LR", [(0, 0), (0, 1)]),
        ("", [(0, 0)]),
    ],
)
def test_placements_are_those_that_steps_lead_to(ways: str, places: list[Place]) -> None:
    open_places = {(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (3, 1), (3, 3)}
    piece = Piece("A", DOT, (0, 0), tuple(ways), False)
    assert list(reachable_places(piece, lambda cells: cells <= open_places)) == places


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
