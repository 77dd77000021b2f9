"""Frames, labels and moves of tile boards and graphs, against the naive twin."""

import pytest
from hypothesis import given

from slidefront.errors import PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.puzzle_file import graph_frame, graph_puzzle, ordered_home, parse_size, tile_puzzle
from slidefront.puzzles.transfer.frame import Labels, tile_frame
from tests import naive
from tests.messages import refused
from tests.strategies import Case, check_moves, graph_case, graph_cases, moderate, tile_cases

INVERSE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@moderate
@given(tile_cases())
def test_moves_of_any_tile_board_are_those_of_the_naive_twin(case: Case) -> None:
    assert case.puzzle.home == naive.key(case.home)
    for board in case.walk(20):
        check_moves(case.puzzle, case, board)


@moderate
@given(tile_cases())
def test_the_opposite_way_undoes_a_move(case: Case) -> None:
    for move in case.puzzle.successors(case.puzzle.home):
        back = {other.way: other for other in case.puzzle.successors(move.key)}[INVERSE[move.way]]
        assert back == (move.what, INVERSE[move.way], case.puzzle.home)


def test_moves_are_named_by_the_way_the_tiles_go() -> None:
    puzzle = tile_puzzle("wide", "", [list("123"), list("4__"), list("567")])
    moves = {str(move): puzzle.format(move.key) for move in puzzle.successors(puzzle.home)}
    assert moves == {"4 R": "123__4567", "6 7 U": "1234675__", "2 3 D": "1__423567"}


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("3x4", (3, 4, 1, 1)),
        ("3x5+1x2", (3, 5, 1, 2)),
        ("4x4+2x2", (4, 4, 2, 2)),
        ("15-puzzle", None),
        ("3X4", (3, 4, 1, 1)),
        ("3x4+", None),
        ("3x4 ", None),
        ("3x4\n", None),
        ("", None),
    ],
)
def test_a_size_is_read(text: str, size: tuple[int, ...] | None) -> None:
    assert parse_size(text) == size


def test_a_frame_lists_its_holes_and_moves_in_order() -> None:
    shape = tile_frame(3, 3, 1, 2)
    assert shape.cells == 9
    assert shape.holes == ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8))
    assert [move.start for move in shape.moves] == sorted(move.start for move in shape.moves)
    assert {(move.start, move.end, move.name, move.carries) for move in shape.moves_at(2)} == {
        *{(2, 4, "U", ((6, 3), (7, 4))), (2, 0, "D", ((0, 3), (1, 4)))},
        *{(2, 3, "L", ((5, 3),))},
    }


def test_a_hole_as_wide_as_the_board_moves_up_and_down_only() -> None:
    puzzle = tile_puzzle("lift", "", [list("12"), list("__"), list("34")])
    moves = {str(move): puzzle.format(move.key) for move in puzzle.successors(puzzle.home)}
    assert moves == {"3 4 U": "1234__", "1 2 D": "__1234"}


def test_tiles_in_order_leave_the_last_corner() -> None:
    assert ordered_home(3, 4, 2, 2) == [list("1234"), list("56__"), list("78__")]


def test_fifteen_tiles_with_names_fit_and_sixteen_do_not() -> None:
    names = [f"t{number}" for number in range(16)]
    rows = [names[row * 4 : row * 4 + 4] for row in range(4)]
    assert tile_puzzle("named", "", [*rows[:3], [*rows[3][:3], "_"]]).home == 0x123456789ABCDEF0
    assert refused(PuzzleError, tile_puzzle, "named", "", rows)


def test_a_position_writes_tiles_as_they_were_typed() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "[[11], [0], [1], [1]]"\n', "column")
    for text, written in (("b_11", "b_11"), ("11 0 1 1", "11 _ 1 1"), ("[11, null, 1, 1]", "11 _ 1 1")):
        assert puzzle.position(text).text == written


PILLARS = ((0, 5), (0, 6), (1, 5), (1, 6), (1, 7), (2, 6), (2, 7), (2, 8), (3, 7), (3, 8), (3, 9), (4, 8), (4, 9))
PILLARS_6 = ((0, 3), (0, 4), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5))


@pytest.mark.parametrize(("name", "edges"), [("pillars", PILLARS), ("pillars-6", PILLARS_6)])
def test_moves_of_the_pillars_are_those_of_the_naive_twin(name: str, edges: tuple[tuple[int, int], ...]) -> None:
    puzzle = load(name)
    cells = puzzle.frame.cells
    case = graph_case(naive.board(puzzle.home, cells), edges)
    for board in case.walk(400):
        check_moves(puzzle, case, board)


@moderate
@given(graph_cases())
def test_moves_of_any_graph_are_those_of_the_naive_twin(case: Case) -> None:
    assert case.puzzle.home == naive.key(case.home)
    for board in case.walk(20):
        check_moves(case.puzzle, case, board)


def test_the_mover_swaps_with_a_neighbour() -> None:
    puzzle = graph_puzzle("path", "", ["A", "C", "B"], "C", [(0, 1), (2, 1)])
    moves = {str(move): puzzle.format(move.key) for move in puzzle.successors(puzzle.home)}
    assert moves == {"C 0": "CAB", "C 2": "ABC"}


def test_a_frame_has_every_edge_both_ways() -> None:
    shape = graph_frame(4, [(2, 0), (0, 1)])
    assert (shape.rows, shape.columns, shape.cells) == (1, 4, 4)
    assert shape.holes == ((0,), (1,), (2,), (3,))
    assert [(move.start, move.end, move.name, move.carries) for move in shape.moves] == [
        *[(0, 1, "1", ((1, 0),)), (0, 2, "2", ((2, 0),))],
        *[(1, 0, "0", ((0, 1),)), (2, 0, "0", ((0, 2),))],
    ]


def test_the_order_of_edges_and_of_their_ends_does_not_matter() -> None:
    one = graph_puzzle("one", "", list("AB_"), None, [(0, 1), (1, 2)])
    other = graph_puzzle("other", "", list("AB_"), None, [(2, 1), (1, 0)])
    assert one.identity() == other.identity()


@pytest.mark.parametrize("mark", ["_", ".", "0"])
def test_a_mover_may_be_marked_instead_of_named(mark: str) -> None:
    puzzle = graph_puzzle("marked", "", ["A", mark, "B"], None, [(0, 1)])
    assert puzzle.home == naive.key((1, 0, 2))
    assert puzzle.parse(f"A{mark}B") == puzzle.home


@pytest.mark.parametrize(
    ("home", "mover", "edges", "what"),
    [
        ("ABC", None, [], "no mover"),
        ("ABC", "X", [], "the mover 'X' is not on the home board A B C"),
        ("AAC", "A", [], "the mover 'A' stands 2 times on the home board A A C"),
        ("A" * 36 + "_", "_", [], "37 cells is too large: tile boards and graphs have at most 36"),
        ("AB", "A", [(0, 2)], "edge 0-2 goes to vertex 2; the vertices are 0 to 1"),
        ("AB", "A", [(-1, 0)], "edge -1-0 goes to vertex -1"),
        ("AB", "A", [(1, 1)], "edge 1-1 joins a vertex to itself"),
        ("AB", "A", [(0, 1), (1, 0)], "edge 1-0 is given twice"),
    ],
)
def test_a_graph_that_is_none_is_refused(home: str, mover: str | None, edges: list[tuple[int, int]], what: str) -> None:
    assert what in refused(PuzzleError, graph_puzzle, "none", "", list(home), mover, edges)


def test_tiles_that_are_numbers_are_themselves() -> None:
    labels = Labels.of_tiles(["3", "1", "_", "B"])
    assert labels.names == ("_", *"123456789ab")
    assert labels.numbered
    assert labels.short
    assert [labels.label(token) for token in ["_", ".", "0", "1", "9", "a", "A", "10", "11", "b"]] == [
        *[0, 0, 0, 1, 9, 10, 10, 10, 11, 11]
    ]


@pytest.mark.parametrize("token", ["12", "c", "C", "x", "-1", "1.0", "__", "²", "٣", "", "zz"])
def test_a_token_that_is_no_label_is_none(token: str) -> None:
    assert Labels.of_tiles(list("123456789ab_")).label(token) is None


def test_a_very_long_number_is_no_label() -> None:
    assert Labels.of_tiles(list("123_")).label("1" * 5000) is None


def test_tiles_with_names_count_in_file_order() -> None:
    labels = Labels.of_tiles(["red", "green", "_", "red", "2"])
    assert labels.names == ("_", "red", "green", "2")
    assert not labels.numbered
    assert not labels.short
    assert [labels.label(token) for token in ["red", "green", "2", ".", "0", "1", "Red"]] == [1, 2, 3, 0, 0, None, None]


def test_tiles_beyond_15_are_names() -> None:
    labels = Labels.of_tiles(["1", "2", "16", "_"])
    assert labels.names == ("_", "1", "2", "16")
    assert labels.label("16") == 3
    assert labels.label("3") is None


def test_a_letter_beyond_f_makes_all_tiles_names() -> None:
    labels = Labels.of_tiles(["G", "a", "A", "_"])
    assert labels.names == ("_", "G", "a", "A")
    assert labels.short
    assert [labels.label(token) for token in "aAgG"] == [2, 3, None, 1]


def test_labels_of_a_graph_count_in_file_order_after_the_mover() -> None:
    labels = Labels.of_graph(list("BAFAC"), "F")
    assert labels.names == ("F", "B", "A", "C")
    assert [labels.label(token) for token in ["F", "B", "A", "C", "_", "f", "1"]] == [0, 1, 2, 3, None, None, None]


def test_a_mover_without_name_takes_any_mark() -> None:
    labels = Labels.of_graph(list("b_a"), "_")
    assert [labels.label(token) for token in "_.0ba"] == [0, 0, 0, 1, 2]
