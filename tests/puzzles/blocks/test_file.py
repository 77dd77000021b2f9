"""Block puzzles as files, as bare grids and as Rush Hour strings; what is wrong with one is said in one line."""

import json
import re
from string import ascii_letters
from typing import Any

import pytest

from slidefront.errors import PuzzleError
from slidefront.moves import METRICS
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.capabilities import Goal
from tests.messages import refused
from tests.strategies_blocks import file_text

HOME = "AXXB/AXXB/CDDE/CFGE/H..I"


def blocks(home: str, **fields: Any) -> BlockPuzzle:
    puzzle = read_puzzle(file_text(home, **fields), "mine")
    assert isinstance(puzzle, BlockPuzzle)
    return puzzle


def refusal(home: str, **fields: Any) -> str:
    return refused(PuzzleError, read_puzzle, file_text(home, **fields), "mine")


def test_puzzle_file_sets_all_fields_or_leaves_defaults() -> None:
    puzzle = read_puzzle(
        'kind = "blocks"\ntitle = "Two"\nabout = "x"\nauthor = "me"\nmetric = "slide"\noptimum = 3\n'
        'home = """\nAB.\n...\n"""\ngoal = """\n...\n.BA\n"""\n',
        "two",
    )
    assert (puzzle.name, puzzle.title, puzzle.about, puzzle.author) == ("two", "Two", "x", "me")
    assert (puzzle.kind, puzzle.metric, dict(puzzle.optimum)) == ("blocks", "slide", {"slide": 3})
    assert puzzle.format(puzzle.home) == "AB./..."
    assert puzzle.goal.key == puzzle.parse(".../.BA")
    puzzle = blocks("AB.")
    assert (puzzle.title, puzzle.metric, puzzle.goal, dict(puzzle.optimum)) == ("mine", "step", Goal(), {})


def test_requested_metric_overrides_the_file() -> None:
    for metric in METRICS:
        assert read_puzzle(file_text("AB.", metric="slide"), "mine", metric).metric == metric
        assert load("klotski", metric).metric == metric
    assert "metric 'jump'" in refused(PuzzleError, read_puzzle, file_text("A..", metric="jump"), "mine", "step")
    assert "metric 'jump' is unknown" in refused(PuzzleError, load, "klotski", "jump")


def test_goal_is_a_grid_or_places() -> None:
    goals = [
        [["X", 4, 2], ["A", 1, 1]],
        [["A", 1, 1], ["X", 4, 2]],
        "A.../A.../..../.XX./.XX.",
        "A...\nA...\n....\n.XX.\n.XX.\n",
        "A . . ./A . . ./. . . ./. X X ./. X X .",
    ]
    first, *others = [blocks(HOME, goal=goal) for goal in goals]
    assert all(other.identity() == first.identity() for other in others)
    assert first.facts()["goal"].count("at row") == 2


def test_pieces_may_be_listed_in_any_form() -> None:
    for names in ("A B", "AB", ["A", "B"]):
        assert blocks("AB./C..", frozen=names).layout.rules.frozen == ("A", "B")
    home = "10 . red/10 . red"
    assert blocks(home, frozen="10 red").layout.rules.frozen == ("10", "red")
    assert blocks(home, frozen=["10"]).layout.rules.frozen == ("10",)
    assert blocks(home, groups=["10 red"]).layout.rules.groups == (("10", "red"),)
    assert blocks(home, groups=[["10", "red"]]).layout.rules.groups == (("10", "red"),)


@pytest.mark.parametrize(
    ("home", "parted", "says", "own"),
    [
        ("A.A", [], "the name A occurs twice: give each piece a name of its own, such as B", "A.B"),
        ("A.A.A", [], "the name A occurs 3 times", "A.B.C"),
        ("AA./..A", [], "piece A is drawn in several parts", "AA./..B"),
        ("A.B/B.A/C.C", ["C"], "pieces A and B are drawn in several parts", "A.B/D.E/C.C"),
    ],
)
def test_remedies_for_divided_piece_work(home: str, parted: list[str], says: str, own: str) -> None:
    message = refusal(home, parted=parted)
    assert says in message
    (names,) = re.findall(r"parted = (\[.*?\])", message)
    assert blocks(home, parted=json.loads(names)).grid.pieces
    assert blocks(own, parted=parted).grid.pieces


@pytest.mark.parametrize(
    ("home", "fields", "what"),
    [
        ("A..", {"goal": [["B", 1, 2]]}, "goal: 'B' is not a piece of home"),
        ("A..", {"goal": "..B"}, "goal: line 1, column 3: 'B' is not a piece of home"),
        ("AAB..", {"goal": [["A", 1, 3], ["B", 1, 4]]}, "goal: pieces A and B overlap at row 1, column 4"),
        ("AAB..", {"goal": "A..B."}, "goal: line 1, column 1: piece A has another shape than in home"),
        ("AB/ABC", {}, "line 1, column 6: "),
        ("A../...", {"goal": "A.."}, "goal: line 1, column 3: the board has 1 x 3 cells, but home has 2 x 3"),
        ("A#.", {"goal": [["A", 1, 2]]}, "goal: piece A can never reach row 1, column 2"),
        ("AB-", {"goal": [["A", 1, 3]], "gate_pieces": "B"}, "goal: piece A can never reach row 1, column 3"),
        ("AB.", {"goal": [["A", 1, 3]], "frozen": "A"}, "goal: piece A is frozen and cannot reach row 1, column 3"),
        ("AB.", {"goal": [["A", 1, 2]], "frozen": "B"}, "goal: piece A can never reach row 1, column 2"),
        ("A..", {"metric": "line"}, "blocks have no line metric"),
        ("A..", {"frozen": "B"}, "frozen: 'B' is not a piece of home, whose pieces are A"),
        ("A..", {"axis": "B"}, "axis: 'B' is not a piece of home"),
        ("A..", {"axis": 1}, "the field axis must be"),
        ("AA/AA", {"axis": True}, "axis: piece A is as wide as it is high"),
        ("A..", {"gate_pieces": "B"}, "gate_pieces: 'B' is not a piece of home"),
        ("A..", {"parted": ["."]}, "parted: '.' is not a piece of home"),
        ("A..", {"groups": ["AB"]}, "groups: 'B' is not a piece of home"),
        ("A..", {"groups": [1]}, "the field groups must be a list"),
        ("AAB", {"groups": ["AB"]}, "groups: pieces A and B do not have the same shape"),
        ("ABC.", {"groups": ["AB", "BC"]}, "groups: piece B is in two groups or twice in one"),
        ("AB.", {"groups": ["AA"]}, "groups: piece A is in two groups or twice in one"),
        ("A..", {"goal_match": "colour"}, "goal_match 'colour' is unknown"),
        ("A..", {"goal": 1}, "goal must be a grid, or pieces and their places"),
        ("A..", {"goal": [["A", 0, 1]]}, "row 0, column 1: rows and columns count from 1"),
        ("A..", {"goal": "A 1 0"}, "row 1, column 0: rows and columns count from 1"),
        ("A..", {"goal": [["A", 0]]}, "is not a piece with its row and column"),
        ("A..", {"goal": [["A", 0, True]]}, "is not a piece with its row and column"),
        ("...", {}, "the grid has no pieces"),
        ("", {}, "line 1, column 1: "),
        ("A" * 129, {}, "the grid has 129 cells that are not walls, and no command works with more than 128: "),
        ("A\x1b.", {}, "characters that cannot be printed"),
        ("A..", {"golf": "A"}, "the field golf is unknown: did you mean goal?"),
        ("A..", {"optimum": "3"}, "the field optimum must be a number"),
        ("A..", {"optimum": -3}, "the field optimum must be a number"),
        ("A...", {"goal": [["A", 1, 2], ["A", 1, 4]]}, "goal: piece A is given two places"),
        ("A...", {"goal": "#..A"}, "the walls differ from home"),
        ("A...", {"goal": "-..A"}, "the gates differ from home"),
        # Eleven different pieces: 66 bits for each class, and as one mixed number 60^11.
        ("ABCDEFGHIJK" + "." * 49, {"groups": []}, "needs 65 bits, and no command works with more than 64: "),
        (ascii_letters[:33] + "." * 34, {}, "needs 64 bits, and no command works with more than 63: "),
    ],
)
def test_invalid_file_is_one_error(home: str, fields: dict[str, Any], what: str) -> None:
    assert what in refusal(home, **fields)


@pytest.mark.parametrize(
    ("home", "fields", "bits"),
    [
        ("A" + "." * 127 + "#" * 100, {}, 7),  # 128 open cells, and any number of walls
        ("ABCDEFGHIJK" + "." * 45, {"groups": []}, 64),
        (ascii_letters[:33] + "." * 33, {}, 63),
    ],
)
def test_largest_puzzles_have_keys(home: str, fields: dict[str, Any], bits: int) -> None:
    assert blocks(home, **fields).key_bits == bits


def test_published_optimum_belongs_to_the_metric_of_the_file() -> None:
    text = 'kind = "blocks"\nhome = "A./.."\ngoal = [["A", 2, 2]]\noptimum = {}\n'
    wrong = text.format("{step = 2, jump = 1}")
    assert "metric 'jump' is unknown" in refused(PuzzleError, read_puzzle, wrong, "mine")
    text = text.format(2)
    assert dict(read_puzzle(text, metric="move").optimum) == {"step": 2}
    assert dict(read_puzzle(f'metric = "move"\n{text}', metric="step").optimum) == {"move": 2}
