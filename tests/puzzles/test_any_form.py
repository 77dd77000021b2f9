"""Methods of puzzles take boards as key, text, lists or array, and refuse numbers and words that are not boards."""

from typing import Any

import numpy as np
import pytest

import slidefront
from examples.pancakes import Pancakes
from slidefront import BoardError, Puzzle
from slidefront.puzzles.any_form import OF_ARRAYS, OF_BOARDS
from slidefront.puzzles.load import load
from tests.messages import refused

PUZZLES: list[Puzzle] = [*map(load, ("8-puzzle", "14-puzzle", "klotski", "4x5")), Pancakes(6)]
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
NARROW = pytest.mark.parametrize("puzzle", [one for one in PUZZLES if one.key_bits <= 64], ids=lambda one: one.name)


def forms(puzzle: Puzzle) -> list[Any]:
    """Write home in all forms that the puzzle reads."""
    text = puzzle.format(puzzle.home)
    if puzzle.kind == "python":
        return [text]
    listed = [[*row] for row in text.split("/")] if "/" in text else [*text]
    return [text, listed, np.array(listed), *([np.uint64(puzzle.home)] if puzzle.key_bits <= 64 else [])]


@EACH
@pytest.mark.parametrize("name", OF_BOARDS)
def test_one_board_in_any_form(puzzle: Puzzle, name: str) -> None:
    method, two = getattr(puzzle, name), name in ("connects", "why_unreachable", "route_parity")
    wanted = method(*[puzzle.home] * (1 + two))
    for board in forms(puzzle):
        assert method(*[board] * (1 + two)) == wanted


@NARROW
@pytest.mark.parametrize("name", OF_ARRAYS)
def test_many_boards_in_any_form(puzzle: Puzzle, name: str) -> None:
    if not hasattr(puzzle, name) or (puzzle.kind == "python" and name == "places"):
        return
    method = getattr(puzzle, name)
    wanted = method(np.array([puzzle.home] * 2, np.uint64))
    for board in [puzzle.home, *forms(puzzle)]:
        assert np.array_equal(np.asarray(method([board, board])), np.asarray(wanted))


@pytest.mark.parametrize("name", ["8-puzzle", "14-puzzle", "klotski", "4x5"])
@pytest.mark.parametrize("method", ["format", "successors", "reaches", "position", "drawing"])
def test_a_number_that_is_not_a_board(name: str, method: str) -> None:
    puzzle = load(name)
    for number in (5, (1 << puzzle.key_bits) - 1, puzzle.home + 1, 1 << puzzle.key_bits, -1):
        assert f"is not the key of a board of {name}" in refused(BoardError, getattr(puzzle, method), number)
    assert "None is not a board: give a text, lists" in refused(BoardError, getattr(puzzle, method), None)


def test_two_boards_of_which_one_is_none() -> None:
    puzzle = load("8-puzzle")
    for method in (puzzle.connects, puzzle.why_unreachable, puzzle.route_parity):
        assert "0x5 is not the key of a board of 8-puzzle" in refused(BoardError, method, puzzle.home, 5)
    assert "0x5 is not the key of a board" in refused(BoardError, puzzle.reaches_all, [puzzle.home, 5])


def test_numbers_of_any_width_are_keys() -> None:
    puzzle = load("2x3")
    for kind in (np.uint64, np.int64, np.uint32):
        assert puzzle.strings(np.array([puzzle.home], kind)).tolist() == ["12345_"]
    assert "-0x1 is not the key" in refused(BoardError, puzzle.array, np.array([-1]))
    assert puzzle.array([]).size == 0


def test_a_hole_of_another_shape() -> None:
    puzzle = load("14-puzzle")
    apart = 0x1230567894ABCDE0
    for method in (puzzle.successors, puzzle.reaches, lambda key: puzzle.connects(puzzle.home, key)):
        assert "the hole" in refused(BoardError, method, apart)


def test_wide_keys_are_not_decoded_in_bulk() -> None:
    wide = load("4x5")
    for method in (wide.places, wide.count_marked):
        assert "at most 64" in refused(slidefront.LimitError, method, [wide.home])
