"""A start that is typed as moves from home."""

import pytest

import slidefront
from slidefront.errors import BoardError, RouteError
from slidefront.routes.starts import board_typed, starts_typed


@pytest.mark.parametrize(
    ("name", "moves", "board"),
    [
        ("8-puzzle", "L2 U R", "1253_4678"),
        ("8-puzzle", "LLU", "12534_678"),
        ("klotski", "H R, C D", "AXXB/AXXB/.DDE/CFGE/CH.I"),
        ("pillars-6", "F 2", "ABFDEC"),
    ],
)
def test_moves_lead_to_a_board(name, moves, board):
    puzzle = slidefront.load(name)
    assert board_typed(puzzle, moves) == board
    assert starts_typed(puzzle, moves).keys.tolist() == [puzzle.parse(board)]


def test_illegal_moves_are_refused_by_the_move():
    with pytest.raises(RouteError, match="move 3, L: the moves here are"):
        starts_typed(slidefront.load("8-puzzle"), "L3")


@pytest.mark.parametrize("slip", ["1 2 3 4 5 6 7 8", "12345678", "1234567_9", "1 2", "3|4"])
def test_numbers_are_a_board_with_a_slip_and_no_moves(slip):
    puzzle = slidefront.load("8-puzzle")
    with pytest.raises(BoardError) as wrong:
        puzzle.parse(slip)
    with pytest.raises(BoardError) as typed:
        starts_typed(puzzle, slip)
    assert str(typed.value) == str(wrong.value)
