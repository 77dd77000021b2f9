import pytest
from hypothesis import given

from slidefront.errors import PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.capabilities import Move
from slidefront.puzzles.puzzle_file import ordered_home, parse_size, tile_puzzle
from slidefront.puzzles.transfer.frame import tile_frame
from tests import naive
from tests.messages import refused
from tests.strategies import Case, check_moves, moderate, tile_case, tile_cases

INVERSE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "11-puzzle", "14-puzzle", "15-puzzle", "3x5+1x2"])
def test_moves_of_tile_boards_are_those_of_the_naive_twin(name: str) -> None:
    puzzle = load(name)
    rows, columns = puzzle.frame.rows, puzzle.frame.columns
    case = tile_case(rows, columns, naive.board(puzzle.home, rows * columns))
    for board in case.walk(400):
        check_moves(puzzle, case, board)


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
        ("1x16", (1, 16, 1, 1)),
        ("15-puzzle", None),
        ("3X4", (3, 4, 1, 1)),
        ("3x4+", None),
        ("3x4+1", None),
        ("-3x4", None),
        ("3x4 ", None),
        ("3x4\n", None),
        ("x", None),
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


def test_one_tile_on_two_cells_goes_to_and_fro() -> None:
    puzzle = tile_puzzle("line", "", [["1", "_"]])
    assert puzzle.successors(puzzle.home) == [Move("1", "R", 0x01)]
    assert puzzle.successors(0x01) == [Move("1", "L", 0x10)]


def test_tiles_in_order_leave_the_last_corner() -> None:
    assert ordered_home(3, 4, 2, 2) == [list("1234"), list("56__"), list("78__")]


def test_fifteen_tiles_with_names_fit_and_sixteen_do_not() -> None:
    names = [f"t{number}" for number in range(16)]
    rows = [names[row * 4 : row * 4 + 4] for row in range(4)]
    assert tile_puzzle("named", "", [*rows[:3], [*rows[3][:3], "_"]]).home == 0x123456789ABCDEF0
    assert refused(PuzzleError, tile_puzzle, "named", "", rows)


def test_a_full_board_is_told_that_its_hole_is_missing() -> None:
    rows = [list("1234"), list("5678"), list("9abc"), list("defg")]
    assert "no hole" in refused(PuzzleError, tile_puzzle, "full", "", rows)


def test_a_position_writes_tiles_as_they_were_typed() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "[[11], [0], [1], [1]]"\n', "column")
    for text, written in (("b_11", "b_11"), ("11 0 1 1", "11 _ 1 1"), ("[11, null, 1, 1]", "11 _ 1 1")):
        assert puzzle.position(text).text == written
