"""Every board that is printed is read back as the same board: each puzzle that ships, in each format."""

import pytest

from slidefront.errors import BoardError
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load, read_puzzle
from slidefront.view.board_forms import FORMS, write_board
from slidefront.view.route import draw_position

WITHOUT_NAMES = "klotski"
"""The one format that has no names of pieces, so that only shapes are read back."""


def printed(puzzle: Puzzle, key: int, form: str) -> str | None:
    """Write a board as `show` prints it; None if the format is not for this puzzle."""
    if form == "draw" and is_graph(puzzle):
        return None
    if form == "draw":
        return f"{draw_position(puzzle.position(key), 200)}\n{puzzle.format(key)}"
    try:
        return write_board(puzzle, key, form)
    except BoardError:
        return None


@pytest.mark.parametrize("name", library.names())
def test_what_is_printed_is_read_back(name: str) -> None:
    puzzle = load(name)
    for key in [puzzle.home, *(move.key for move in puzzle.successors(puzzle.home)[:2])]:
        texts = {form: text for form in ("draw", *FORMS) if (text := printed(puzzle, key, form)) is not None}
        assert len(texts) >= (0 if is_graph(puzzle) else 5)
        for form, text in texts.items():
            again = read_puzzle(text)
            if form == WITHOUT_NAMES:
                assert again.theory.size() == read_puzzle(puzzle.format(key), axis=axis(puzzle)).theory.size()
            else:
                assert (form, again.format(again.home)) == (form, puzzle.format(key))
                assert (form, puzzle.parse(text)) == (form, key)
        assert puzzle.parse(puzzle.format(key)) == key


def is_graph(puzzle: Puzzle) -> bool:
    """Tell whether the drawing is one of a graph, which is for people only: the board below it is read."""
    drawing = puzzle.drawing(puzzle.home)
    return drawing is not None and drawing.graph is not None


def axis(puzzle: Puzzle) -> str:
    """Say which pieces keep to their length, as the option of a grid does."""
    assert puzzle.pieces is not None
    names = read_puzzle(puzzle.format(puzzle.home), axis="none").names
    kept = [name for name in names if len(puzzle.pieces.ways_of(name)) < 4]
    return ",".join(kept) if kept else "none"
