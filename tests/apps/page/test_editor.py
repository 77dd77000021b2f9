"""The editor's JavaScript reads, describes, draws, explores and writes puzzles as Python does."""

from typing import Any

import pytest
from hypothesis import given

import slidefront
from slidefront import drawing_data, load, open_space, read_puzzle
from slidefront.draw.svg import FROZEN, PIECE_COLOURS, WANTED
from slidefront.errors import SlidefrontError
from slidefront.puzzles import library
from tests.strategies import few
from tests.strategies_blocks import BlockCase, block_cases

BLOCKS = [name for name in library.names() if load(name).kind == "blocks"]
PALETTE = {"frozen": FROZEN, "wanted": WANTED, "pieces": PIECE_COLOURS}
TEXTS = [
    "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
    "AXXB/AXXB/CDDE/CFGE/H..I",
    "AAB\n..B\n->\n...\nAA.",
    "1 2 2 3/1 2 2 3/4 5 5 6/4 7 8 6/9 0 0 10",
    '["AA#", "..-"]',
    'kind = "blocks"\nhome = "AB./..."\ngoal = "A at row 2, column 3, B at row 1, column 1"',
    'kind = "blocks"\nhome = "AB./..."\ngoal = "A 2 3"',
    "red . blue/red . blue",
]
WRONG = [
    ("AXXB/AXXB/CDDE/CFGEE/H..I", "Row 4 has 5 cells, but the others have 4."),
    ("A.A", "Piece A is in several parts"),
    ("...", "There is no piece yet"),
    ('kind = "tiles"\nhome = "12/3_"', "The editor draws puzzles of blocks"),
    ('kind = "blocks"\nhome = "A."\ngoal = ', "The file cannot be read at"),
    ("A#. -> ..A", "Piece A can never reach its place in the goal."),
    ('kind = "blocks"\nhome = "AB."\ngoal = [["A", 1, 2], ["B", 1, 2]]', "overlap"),
    ('kind = "blocks"\nhome = "AB."\ngoal = [["A", 1, 4]]', "The goal of A is not on the board."),
    ('kind = "blocks"\nhome = "AB."\ngoal = "C 1 2"', "The goal of C is not on the board."),
    ('kind = "blocks"\nhome = "AB."\ngoal = [["A", 0, 1]]', "row 0, column 1: rows and columns count from 1"),
    ('kind = "blocks"\nhome = "AA./AA."\naxis = true', "as wide as it is high"),
]


def plain(description: dict[str, Any]) -> dict[str, Any]:
    """A description with its goal in one order."""
    return {**description, "goal": sorted(map(list, description["goal"]))}


def check(puzzle: Any, text: str, twin: Any) -> None:
    drawn = twin("sketch", text=text, palette=PALETTE)
    assert plain(drawn["description"]) == plain(puzzle.description())
    assert drawn["again"] == drawn["written"]
    again = read_puzzle(drawn["written"], puzzle.name)
    assert again.identity() == puzzle.identity()
    assert plain(again.description()) == plain(puzzle.description())
    expected = drawing_data(puzzle)
    assert drawn["outlines"] == expected["outlines"] | {
        "pieces": {name: one | {"middle": list(one["middle"])} for name, one in expected["outlines"]["pieces"].items()}
    }
    assert drawn["play"]["colours"] == expected["colours"]


@pytest.mark.parametrize("name", BLOCKS)
def test_editor_reads_draws_writes_and_explores_shipped_puzzle(name, twin) -> None:
    puzzle = load(name)
    check(puzzle, puzzle.text, twin)
    explored = twin("explored", text=puzzle.text, most=30_000)
    assert explored.get("length") in (None, puzzle.optimum.get(puzzle.metric))


def test_largest_fields_first_fit_two_words(twin) -> None:
    explored = twin("explored", text=load("quzzle-killer").text, most=1_000)
    assert (explored["boards"], explored["length"]) == (888, 90)


@pytest.mark.parametrize("text", TEXTS)
def test_editor_reads_cards_and_grids(text, twin) -> None:
    puzzle = read_puzzle(text, metric=None if len(text) < 40 or "/" in text or "[" in text else "slide")
    drawn = twin("sketch", text=text, palette=PALETTE)
    assert read_puzzle(drawn["written"], metric=puzzle.metric).identity() == puzzle.identity()
    assert drawn["again"] == drawn["written"]


@few
@given(block_cases())
def test_editor_matches_python_on_random_puzzles(twin, case: BlockCase) -> None:
    check(case.puzzle, case.puzzle.text, twin)
    explored = twin("explored", text=case.puzzle.text, most=100_000)
    compare(case.puzzle, explored)


def compare(puzzle: Any, explored: dict[str, Any]) -> None:
    """Compare what the editor finds with the spaces from home and to the goal."""
    if explored["boards"] is None:
        return
    assert explored["boards"] == open_space(puzzle, "home").board_count
    if not puzzle.goal:
        assert "length" not in explored
        assert explored["counts"] == [layer.board_count for layer in open_space(puzzle, "home").layers]
        return
    try:
        length = slidefront.solve(puzzle).optimum
    except SlidefrontError:
        length = None
    assert explored["length"] == length


def test_editor_explores_klotski(twin) -> None:
    for metric, length in (("step", 116), ("slide", 90), ("move", 81)):
        puzzle = load("klotski", metric)
        text = puzzle.text.replace('metric = "move"', "") + f'\nmetric = "{metric}"\n'
        explored = twin("explored", text=text, most=30_000)
        assert (explored["boards"], explored["length"]) == (25_955, length)
        assert explored["counts"] == [layer.board_count for layer in open_space(puzzle, "goal").layers]
        assert puzzle.parse(explored["hardest"]) is not None
    assert twin("explored", text=text, most=20_000) == {"boards": None, "length": 81}


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_editor_reports_errors(text, says, twin) -> None:
    assert says in twin("wrongSketch", text=text)
