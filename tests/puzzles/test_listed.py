"""Boards in all forms become keys: text, lists, arrays and keys; and methods refuse keys that are of no board."""

from typing import Any

import numpy as np
import pytest

import slidefront
from examples.pancakes import Pancakes
from slidefront import BoardError, Puzzle
from slidefront.puzzles.load import load
from tests.messages import refused

PUZZLES: list[Puzzle] = [*map(load, ("8-puzzle", "14-puzzle", "klotski", "4x5")), Pancakes(6)]
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)


def forms(puzzle: Puzzle) -> list[Any]:
    """Write home in all forms that the puzzle reads."""
    text = puzzle.format(puzzle.home)
    if puzzle.kind == "python":
        return [text]
    listed = [[*row] for row in text.split("/")] if "/" in text else [*text]
    return [text, listed, np.array(listed), *([np.uint64(puzzle.home)] if puzzle.key_bits <= 64 else [])]


@EACH
def test_a_board_of_any_form_has_one_key(puzzle: Puzzle) -> None:
    for board in [puzzle.home, *forms(puzzle)]:
        assert (puzzle.key(board), type(puzzle.key(board))) == (puzzle.home, int)
        assert puzzle.array([board, board]).tolist() == [puzzle.home] * 2


@pytest.mark.parametrize("name", ["8-puzzle", "14-puzzle", "klotski", "4x5"])
@pytest.mark.parametrize("method", ["key", "format", "successors", "position", "drawing"])
def test_a_number_that_is_not_a_board(name: str, method: str) -> None:
    puzzle = load(name)
    for number in (5, (1 << puzzle.key_bits) - 1, puzzle.home + 1, 1 << puzzle.key_bits, -1):
        assert f"is not the key of a board of {name}" in refused(BoardError, getattr(puzzle, method), number)


def test_what_is_no_board_at_all() -> None:
    puzzle = load("8-puzzle")
    for wrong in (None, 1.5, object()):
        assert "is not a board: give a text, lists" in refused(BoardError, puzzle.key, wrong)
    assert "one board" in refused(BoardError, puzzle.array, "12345678_")


@pytest.mark.parametrize("name", ["8-puzzle", "klotski", "4x5"])
def test_a_text_is_no_key(name: str) -> None:
    puzzle = load(name)
    for method in (puzzle.format, puzzle.successors, puzzle.drawing):
        with pytest.raises(TypeError):
            method("123456780")


def test_two_boards_of_which_one_is_none() -> None:
    puzzle = load("8-puzzle")
    for method in (puzzle.theory.connects, puzzle.theory.why_unreachable):
        assert "0x5 is not the key of a board of 8-puzzle" in refused(BoardError, method, puzzle.home, 5)
    wrong = np.array([puzzle.home, 5], np.uint64)
    assert "0x5 is not the key of a board" in refused(BoardError, puzzle.theory.reaches_all, wrong)


def test_numbers_of_any_width_are_keys() -> None:
    puzzle = load("2x3")
    for kind in (np.uint64, np.int64, np.uint32):
        assert puzzle.array(np.array([puzzle.home], kind)).tolist() == [puzzle.home]
        assert puzzle.format(kind(puzzle.home)) == "12345_"
    assert "-0x1 is not the key" in refused(BoardError, puzzle.array, np.array([-1]))
    assert puzzle.array([]).size == 0


def test_a_hole_of_another_shape() -> None:
    puzzle = load("14-puzzle")
    apart = 0x1230567894ABCDE0
    for method in (puzzle.successors, puzzle.theory.reaches, lambda key: puzzle.theory.connects(puzzle.home, key)):
        assert "the hole" in refused(BoardError, method, apart)


def test_wide_keys_are_not_decoded_in_bulk() -> None:
    wide = load("4x5")
    assert "at most 64" in refused(slidefront.LimitError, wide.columns.places, wide.array([wide.home]))
    assert wide.count_marked(wide.array([wide.home])) == 1
