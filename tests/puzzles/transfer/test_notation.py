"""Frames, labels and moves of tile boards and graphs, against the naive twin."""

import pytest
from hypothesis import given

from slidefront.errors import PuzzleError
from slidefront.puzzles.puzzle_file import read_puzzle_file
from slidefront.puzzles.transfer.notation import Labels
from tests import naive
from tests.messages import refused
from tests.strategies import Case, cases, check_moves, moderate


@moderate
@given(cases())
def test_any_puzzle_has_naive_moves(case: Case) -> None:
    assert case.puzzle.home == naive.key(case.home)
    for board in case.walk(20):
        check_moves(case.puzzle, case, board)


def test_fifteen_tiles_with_names_fit_and_sixteen_do_not() -> None:
    text = 'kind = "tiles"\nhome = "t0 t1 t2 t3/t4 t5 t6 t7/t8 t9 ta tb/tc td te {}"'
    assert read_puzzle_file(text.format("_")).home == 0x123456789ABCDEF0
    assert refused(PuzzleError, read_puzzle_file, text.format("tf"))


def test_edge_order_does_not_matter() -> None:
    first = read_puzzle_file('kind = "graph"\nhome = "AB_"\nedges = [[0, 1], [1, 2]]')
    other = read_puzzle_file('kind = "graph"\nhome = "AB_"\nedges = [[2, 1], [1, 0]]')
    assert first.identity() == other.identity()


@pytest.mark.parametrize("mark", ["_", ".", "0"])
def test_mover_may_be_marked_instead_of_named(mark: str) -> None:
    puzzle = read_puzzle_file(f'kind = "graph"\nhome = "A{mark}B"\nedges = [[0, 1]]')
    assert puzzle.home == naive.key((1, 0, 2))
    assert puzzle.parse(f"A{mark}B") == puzzle.home


@pytest.mark.parametrize(
    ("home", "names", "read"),
    [
        ("3 1 _ B", "_ 1 2 3 4 5 6 7 8 9 a b", {"_": 0, ".": 0, "0": 0, "9": 9, "a": 10, "A": 10, "10": 10, "11": 11}),
        (
            "1 2 _ b",
            "_ 1 2 3 4 5 6 7 8 9 a b",
            dict.fromkeys(["12", "c", "x", "-1", "1.0", "__", "٣", "1" * 5000]),
        ),
        ("red green _ red 2", "_ red green 2", {"green": 2, "2": 3, ".": 0, "0": 0, "1": None, "Red": None}),
        ("1 2 16 _", "_ 1 2 16", {"16": 3, "3": None}),
        ("G a A _", "_ G a A", {"a": 2, "A": 3, "g": None, "G": 1}),
    ],
    ids=["numbers", "no numbers", "names", "beyond 15", "letters beyond f"],
)
def test_tiles_have_labels(home: str, names: str, read: dict[str, int | None]) -> None:
    labels = Labels.of_tiles(home.split())
    assert labels.names == tuple(names.split())
    assert labels.numbered == ("3" in names)
    assert {token: labels.label(token) for token in read} == read


def test_labels_of_a_graph_count_in_file_order_after_the_mover() -> None:
    labels = Labels.of_graph(list("BAFAC"), "F")
    assert labels.names == ("F", "B", "A", "C")
    assert [labels.label(token) for token in "FBAC_f1"] == [0, 1, 2, 3, None, None, None]
    assert [Labels.of_graph(list("b_a"), "_").label(token) for token in "_.0ba"] == [0, 0, 0, 1, 2]
