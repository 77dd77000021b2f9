"""Classes: the placements of their pieces, ranks of sets of placements, and which pieces are alike."""

from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.puzzles.blocks.layout import Piece, PieceClass, Place, reachable_places
from tests.strategies import moderate
from tests.strategies_blocks import block_case

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


@st.composite
def chosen_places(draw: st.DrawFn) -> tuple[PieceClass, list[Place]]:
    places = draw(st.integers(1, 64))
    pieces = draw(st.integers(1, places))
    one = piece_class(places, pieces)
    return one, draw(st.permutations(one.places))[:pieces]


@moderate
@given(chosen_places())
def test_a_set_of_placements_goes_to_its_rank_and_back(chosen: tuple[PieceClass, list[Place]]) -> None:
    one, places = chosen
    rank = one.rank(places)
    assert 0 <= rank < one.sets
    assert one.unrank(rank) == sorted(places)
    assert rank == sum(comb(one.places.index(place), i) for i, place in enumerate(sorted(places), 1))


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
