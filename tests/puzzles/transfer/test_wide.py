"""Boards of more than sixteen cells: wide keys, and what works with them and what is refused."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from slidefront import Resources
from slidefront.errors import ArgumentError, LimitError, PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.search.patterns import databases
from slidefront.search.solve import solve
from tests.explore.conftest import bfs
from tests.strategies import moderate

RING = (
    'kind = "graph"\nhome = "_ABCDEFGHIJKLMNOPQ"\nedges = ['
    + ", ".join(f"[{a}, {(a + 1) % 18}]" for a in range(18))
    + ", [0, 5]]\n"
)
NAMES = ["5x5", "4x5", "6x6", "3x7+1x2", "2x9"]


@pytest.mark.parametrize(
    ("name", "bits"), [("5x5", 125), ("4x5", 100), ("6x6", 216), ("2x9", 90), ("4x8", 160), ("3x11", 198), ("4x4", 64)]
)
def test_wide_keys_have_documented_bits(name, bits) -> None:
    puzzle = load(name)
    assert puzzle.key_bits == bits
    assert puzzle.home < 1 << bits


@moderate
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_wide_boards_round_trip(name, seed) -> None:
    puzzle = load(name)
    (key,) = puzzle.theory.random_boards(Random(seed), 1).tolist()
    assert puzzle.parse(puzzle.format(key)) == key
    assert puzzle.are_boards(puzzle.array([key])).all()
    labels = puzzle.cells([key])[0].tolist()
    assert puzzle.keys([labels]).tolist() == [key]
    assert sorted(labels) == sorted(puzzle.home_cells)
    assert puzzle.frame.key_of(labels) == key
    decimal = " ".join(str(label) for label in labels)
    assert puzzle.parse(decimal) == key


@moderate
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_moves_change_one_line_and_have_inverses(name, seed) -> None:
    puzzle = load(name)
    (key,) = puzzle.theory.random_boards(Random(seed), 1).tolist()
    for move in puzzle.moves(key):
        assert key in [back.key for back in puzzle.moves(move.key)]
        before, after = puzzle.cells(puzzle.array([key, move.key])).astype(int)
        assert np.count_nonzero(before != after) == 2 * len(move.piece.split())
        assert puzzle.parity_of(puzzle.array([key, move.key])).tolist() in ([0, 1], [1, 0])


def test_walks_stay_solvable_and_two_exchanged_tiles_are_not() -> None:
    puzzle, random = load("5x5"), Random(1)
    key = puzzle.home
    for _ in range(60):
        key = random.choice(puzzle.moves(key)).key
        assert puzzle.theory.connects(puzzle.home, key)
        assert puzzle.theory.connects(key, puzzle.home)
    swapped = puzzle.parse("123456789abcdefghijklmon_")
    assert puzzle.theory.joins(puzzle.home, puzzle.array([key, swapped])).tolist() == [1, 0]
    assert "odd permutation" in puzzle.theory.why_unreachable([swapped], puzzle.home)[0]


def test_wide_boards_have_no_successors_in_bulk() -> None:
    puzzle = load("5x5")
    with pytest.raises(LimitError, match="5x5 cannot be explored: each board needs a key of 125 bits"):
        puzzle.write_successors(puzzle.array([puzzle.home]), None)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("5x5", {"all_routes": True}, "layers store at most 64: ask for one route"),
        ("5x5", {"algorithm": "bfs"}, "layers store at most 64: use the algorithm ida"),
        ("5x5+1x2", {}, "need one board as goal, a hole of one cell"),
    ],
)
def test_searches_by_layers_are_refused(name, options, message) -> None:
    puzzle = load(name)
    start = puzzle.moves(puzzle.moves(puzzle.home)[0].key)[0].key
    with pytest.raises((ArgumentError, PuzzleError), match=message):
        solve(puzzle, start if start != puzzle.home else puzzle.moves(start)[0].key, **options)


@pytest.fixture
def small_databases(monkeypatch) -> None:
    """Let searches build databases of at most three tiles, which takes a moment."""

    def partition(shape, hole, _large) -> Any:
        tiles = shape.cells - 1
        return databases.divide_tiles(shape, hole, [min(3, tiles - at) for at in range(0, tiles, 3)])

    monkeypatch.setattr(databases, "usual_partition", partition)


@pytest.mark.usefixtures("small_databases")
@pytest.mark.parametrize("name", ["2x9", RING])
def test_walks_are_solved_to_the_optimum(name) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    depths = {key: depth for depth, layer in enumerate(bfs(puzzle, [puzzle.home], 12)) for key in layer}
    for key in Random(2).sample([*depths], 6):
        solved = solve(puzzle, key, resources=Resources(1))
        assert solved.optimum == depths[key]
        assert solved.route is None or solved.route.keys[0] == key


@pytest.mark.usefixtures("small_databases")
def test_grid_of_25_cells_is_a_puzzle_and_a_goal() -> None:
    puzzle = slidefront.read_puzzle("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 _ 22 23 24")
    solved = slidefront.solve(puzzle, algorithm="ida")
    assert solved.optimum == 3
    assert solved.route.boards[0] == "123456789abcdefghijkl_mno"
