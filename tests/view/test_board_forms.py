"""Boards in the forms of others are read back."""

import pytest

from slidefront.errors import BoardError
from slidefront.puzzles import library
from slidefront.puzzles.load import load, read_puzzle
from slidefront.view.board import draw
from slidefront.view.board_forms import FORMS, write_board
from tests.messages import refused

TILES = ["8-puzzle", "15-puzzle", "3x4", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"]


@pytest.mark.parametrize("name", TILES)
@pytest.mark.parametrize("form", ["rows", "lines", "lists", "table", "pddl"])
def test_tiles_are_read_back(name: str, form: str) -> None:
    puzzle = read_puzzle(name) if "/" in name else load(name)
    for key in (puzzle.home, puzzle.successors(puzzle.home)[0].key):
        again = read_puzzle(write_board(puzzle, key, form))
        assert again.format(again.home) == puzzle.format(key)
        assert puzzle.parse(write_board(puzzle, key, form)) == key if form != "pddl" else True


@pytest.mark.parametrize(
    "name", ["klotski", "pennant", "century", "huarong-1", "rush-hour-50", "rush-hour-60", "mural"]
)
@pytest.mark.parametrize("form", ["rows", "lines", "lists", "table"])
def test_blocks_are_read_back(name: str, form: str) -> None:
    puzzle = load(name)
    key = puzzle.successors(puzzle.home)[0].key
    assert puzzle.parse(write_board(puzzle, key, form)) == key


@pytest.mark.parametrize("name", [name for name in library.names() if name.startswith("rush")])
def test_cards_are_read_back(name: str) -> None:
    puzzle = load(name)
    card = write_board(puzzle, puzzle.home, "card")
    assert read_puzzle(card, "", puzzle.metric).identity() == puzzle.identity()
    assert read_puzzle(draw(puzzle, puzzle.home), metric=puzzle.metric).identity() == puzzle.identity()


@pytest.mark.parametrize("name", ["klotski", "huarong-1", "century", "rush-hour-50"])
def test_klotski_json_is_read_back(name: str) -> None:
    puzzle = load(name)
    again = read_puzzle(write_board(puzzle, puzzle.home, "klotski"), puzzle.metric)
    assert again.identity()["classes"] == puzzle.identity()["classes"] or len(again.names) == len(puzzle.names)
    assert again.size() == puzzle.size()


def test_what_a_board_cannot_be_written_as() -> None:
    assert "form 'svg' is unknown: choose from draw, rows" in refused(
        BoardError, write_board, load("klotski"), load("klotski").home, "svg"
    )
    for name, form in (
        ("klotski", "pddl"),
        ("klotski", "card"),
        ("8-puzzle", "card"),
        ("8-puzzle", "klotski"),
        ("pillars", "rows"),
    ):
        puzzle = load(name)
        assert puzzle.name in refused(BoardError, write_board, puzzle, puzzle.home, form)
    assert [*FORMS] == ["rows", "lines", "lists", "table", "pddl", "card", "klotski"]
