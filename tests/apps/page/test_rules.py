"""The JavaScript rules against the Python ones: the same boards, keys, moves and goals."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront import Table
from slidefront.apps.page import data as data_module
from slidefront.apps.page.data import PageOptions, compress_numbers, moves_data, page_data, worker_algorithm
from slidefront.arrays import KEY_BITS
from slidefront.notation.board_files import routes_in
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.core import Position, Puzzle
from slidefront.search.solve import solve
from slidefront.tables.build import make_table
from tests import naive
from tests.apps.page import data_of
from tests.catalogue import IN_ONE_METRIC, PUZZLES, solution
from tests.puzzles.blocks.test_keys import LANE

GOLDEN = Path(__file__).parents[3] / "data" / "golden"
GATED = """
kind = "blocks"
metric = "slide"
home = "A A # # # # #/. B - . # P P/C B . . . . #"
goal = [["A", 3, 3]]
frozen = ["P"]
parted = []
"""
FROZEN_GOAL = """
kind = "blocks"
home = ".CC./...B/AA../.DDD"
goal = "..../...B/..../...."
frozen = ["B"]
"""


def walk(puzzle: Puzzle, steps: int = 25, start: int | None = None) -> list[Position]:
    """Walk at random, from home if no start is given: equal pieces keep their names."""
    choose = random.Random(1).choice
    positions = [puzzle.position(puzzle.home if start is None else start)]
    for _ in range(steps):
        positions.append(choose(list(positions[-1]._following())))
    return positions


def asked_of(puzzle: Puzzle) -> dict[str, Any]:
    """What the worker of a page is told of a puzzle."""
    rules = puzzle.description()
    return {"description": rules, "algorithm": worker_algorithm(rules)}


LONG_SEARCHES = {"mural", "mural-frozen", "violet", "poppy", "daisy", "only-18-steps", "15-puzzle", "3x5"}
"""The page takes seconds for these, and finds as the others do."""
NEAR = 300_000
"""Enough boards on either side for a two-way search of half a solution."""


@pytest.mark.parametrize(("name", "metric"), IN_ONE_METRIC[::3])
def test_page_replays_solutions(name, metric, twin) -> None:
    puzzle = load(name, metric)
    route = solution(puzzle)
    board = route.boards[0]
    replayed = {"count": route.length, "legal": True, "linked": True, "moves": route.length, "solved": True}
    answers = twin("replayed", description=puzzle.description(), board=board, route=moves_data(route))
    (shared,) = routes_in(puzzle, answers.pop("shared"), None)
    assert answers == replayed
    assert (shared.length, shared.replay().fault, shared.replay().meets_goal) == (route.length, None, True)
    if name in LONG_SEARCHES:
        return
    space = data_of(puzzle, options=PageOptions(graph=False))["space"]
    answers = twin("solve", **asked_of(puzzle), boards=[board], most=NEAR, space=space)
    for answer in answers or []:
        assert answer.pop("shared").startswith(f"A title\n{board}\n")
    assert answers == [replayed] or (answers is None and not space and puzzle.key_bits > KEY_BITS)


SPECIAL = {
    "partial-goal": load("8-puzzle").with_goal("1 2 */* * */* * *"),
    "hole-in-a-partial-goal": load("8-puzzle").with_goal("* * */* _ */* * *"),
    "gates-frozen-pieces-walls": read_puzzle(GATED),
    "goal-of-frozen-pieces": read_puzzle(FROZEN_GOAL),
    "keys-that-are-mixed-numbers": LANE.puzzle,
}


@pytest.mark.parametrize("puzzle", [*PUZZLES.values(), *SPECIAL.values()], ids=[*map("-".join, PUZZLES), *SPECIAL])
def test_page_moves_match_python(puzzle, twin) -> None:
    positions = walk(puzzle)
    answers = twin("boards", description=puzzle.description(), boards=[position.text for position in positions])
    for position, answer in zip(positions, answers, strict=True):
        moves = {(after.move.piece, after.move.path, str(after.key)) for after in position._following()}
        assert answer["text"] == position.text
        assert answer["key"] == str(position.key)
        assert answer["again"] == puzzle.format(position.key)
        assert {tuple(move) for move in answer["moves"]} == moves
        assert answer["solved"] == bool(puzzle.meets_goal(position.key))


@pytest.mark.parametrize("name", ["8-puzzle", "klotski", "pillars", "mural"])
def test_page_refuses_invalid_boards(name, twin) -> None:
    puzzle = load(name)
    home = puzzle.format(puzzle.home)
    wrong = ["", "x", home[:-1], home + "/", home.replace(home[0], home[1], 1), "<script>", home[::-1].replace("/", "")]
    wrong = [text for text, key in zip(wrong, puzzle.read_many(wrong), strict=True) if key is None]
    assert twin("refused", description=puzzle.description(), boards=wrong) == [True] * len(wrong)


def check_distances(data: dict[str, Any], table: Table, twin: Callable[..., Any]) -> None:
    """The page has the distances of some boards as the table has them, and goes to their ends."""
    keys = np.concatenate([table.keys(depth) for depth in range(0, table.last_depth + 1, 3)])
    keys = keys[np.random.default_rng(0).integers(0, keys.size, 40)]
    boards = [table.puzzle.format(key) for key in keys.tolist()]
    answers = twin("table", description=data["rules"], space=data["space"], boards=boards)
    assert [answer["distance"] for answer in answers] == table.depths_of(keys).tolist()
    assert all(answer["moves"] == answer["distance"] for answer in answers)
    assert all(answer["solved"] for answer in answers if answer["moves"] and table.leads_to_goal)


@pytest.mark.parametrize(
    ("name", "metric"), [("klotski", "move"), ("quzzle", "step"), ("pillars-6", None), ("3x3", None)]
)
def test_page_distances_match_python(name, metric, twin, tmp_path) -> None:
    puzzle = load(name, metric)
    table = make_table(puzzle, tmp_path / "a.table", start="goal")
    check_distances(data_of(puzzle, options=PageOptions(graph=False)), table, twin)


@pytest.mark.parametrize(
    ("name", "start"),
    [("8-puzzle", "home"), ("pillars-6", "goal"), ("2x4+1x2", "home"), ("pennant", "home")],
)
def test_page_embeds_table_file(name, start, twin, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(data_module, "MOST_PAGE_BOARDS", 0)
    puzzle = load(name)
    table = make_table(puzzle, tmp_path / "a.table", start=start)
    data = page_data(puzzle, given=table)
    check_distances(data, table, twin)
    wanted = [0, 1, table.last_depth // 2, table.last_depth]
    deepest = [board["board"] for board in data["hardest"]]
    drawn = twin("drawn", description=data["rules"], space=data["space"], hardest=deepest, distances=wanted)
    assert drawn == wanted


def test_encoded_arrays_round_trip(twin) -> None:
    random_keys = np.random.default_rng(0).integers(0, 1 << 64, 500, np.uint64, endpoint=False)
    keys = np.unique(np.concatenate([random_keys, np.array([0, 127, 128, (1 << 64) - 1], np.uint64)]))
    numbers = np.array([0, 1, 255, 256, 65535, 65536, 4294967295], np.uint32)
    answers = twin(
        "arrays", keys=compress_numbers(np.diff(keys, prepend=np.uint64(0))), numbers=compress_numbers(numbers)
    )
    assert answers["keys"] == [str(key) for key in keys.tolist()]
    assert answers["numbers"] == numbers.tolist()


GAPS = read_puzzle('kind = "tiles"\nhome = """\n1 2 3 4\n5 6 7 8\n9 10 15 _\n"""\n', "gaps")


@pytest.mark.parametrize("puzzle", [load("15-puzzle"), load("3x4"), load("2x6"), GAPS], ids=lambda puzzle: puzzle.name)
def test_page_solver_matches_python(puzzle, twin) -> None:
    boards = [position.text for position in walk(puzzle, 120)[40::40]]
    answers = twin("solve", **asked_of(puzzle), boards=boards)
    assert [answer["moves"] for answer in answers] == [solve(puzzle, board).optimum for board in boards]


@pytest.mark.parametrize(
    ("name", "most"), [("10-puzzle", 2000), ("14-puzzle", 20_000), ("pillars", 20_000), ("AB_/AC_", 9)]
)
def test_page_two_way_search_matches_python(name, most, twin) -> None:
    """With few boards near the goal, so that both searches have to go some way."""
    puzzle = load(name) if name != "AB_/AC_" else read_puzzle('kind = "tiles"\nhome = """\nA B _\nA C _\n"""\n')
    boards = [position.text for position in walk(puzzle, 120)[::6]]
    answers = twin("solve", **asked_of(puzzle), boards=boards, most=most)
    expected = [solve(puzzle, board).optimum for board in boards]
    answered = [pair for pair in zip(answers, expected, strict=True) if pair[0] is not None]
    assert all(answer["moves"] == answer["count"] == optimum and answer["solved"] for answer, optimum in answered)
    assert len(answered) >= (len(boards) if most < 20_000 else len(boards) // 2)


LABELLED = {
    "gaps": ("1 3 5/7 15 _", "step"),
    "gaps-above-15": ("2 9 20/31 40 _", "step"),
    "letters": ("B D Z/_ A C", "step"),
    "words": ("cat dog cow/7 _ hen", "step"),
    "lines": ("3 8 9/_ 11 15", "line"),
    "equal": ("4 4 15/_ 9 9", "step"),
}


@pytest.mark.parametrize(("home", "metric"), LABELLED.values(), ids=LABELLED)
def test_page_searches_accept_any_labels(home, metric, twin, monkeypatch) -> None:
    rows = home.replace("/", "\n")
    puzzle = read_puzzle(f'kind = "tiles"\nmetric = "{metric}"\nhome = """\n{rows}\n"""\n')
    layers = naive.layers(lambda key: [move.key for move in puzzle.moves(key)], [puzzle.home])
    lengths = {puzzle.format(key): depth for depth, layer in enumerate(layers) for key in [*layer][::7]}
    asked = asked_of(puzzle)
    has_equal_tiles = len({*asked["description"]["home"]}) < 6
    assert asked["algorithm"] == ("two-way" if has_equal_tiles or metric == "line" else "ida")
    for algorithm in {asked["algorithm"], "two-way"}:
        answers = twin("solve", **asked | {"algorithm": algorithm}, boards=[*lengths], most=1500)
        assert [answer["moves"] for answer in answers] == [*lengths.values()]
        assert all(answer["solved"] and answer["linked"] for answer in answers)
    for most in (data_module.MOST_PAGE_BOARDS, 0):
        monkeypatch.setattr(data_module, "MOST_PAGE_BOARDS", most)
        space = data_of(puzzle, options=PageOptions(graph=False))["space"]
        assert ("keys" in space) == (most > 0 or has_equal_tiles)
        answers = twin("table", description=asked["description"], space=space, boards=[*lengths])
        assert [answer["distance"] for answer in answers] == [*lengths.values()]


def test_page_two_way_search_reports_solved_and_unsolvable_boards(twin) -> None:
    puzzle = SPECIAL["goal-of-frozen-pieces"]
    home = puzzle.format(puzzle.home)
    assert twin("solve", **asked_of(puzzle), boards=[home], most=NEAR)[0]["moves"] == 0
    puzzle = load("10-puzzle")
    wrong = puzzle.format(puzzle.home).replace("12", "21")
    assert not puzzle.theory.connects(puzzle.home, puzzle.parse(wrong))
    assert twin("solve", **asked_of(puzzle), boards=[wrong], most=40_000) == [None]
