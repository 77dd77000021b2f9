"""Starts: home, the goal, a board, a file, keys; each read or refused in one line."""

from typing import Any

import numpy as np
import pytest

from slidefront.errors import BoardError
from slidefront.explore.expand import choose_starts
from slidefront.notation.boards import check_keys, start_at, start_with
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.capabilities import Goal
from slidefront.puzzles.core import Puzzle
from tests.messages import refused

HOME = 0x012345678
NEAR = 0x102345678


ROWS = [[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[1, 0, 2], [3, 4, 5], [6, 7, 8]]]


@pytest.fixture
def puzzle() -> Puzzle:
    return load("8-puzzle")


@pytest.mark.parametrize(
    ("name", "start", "named", "boards"),
    [
        ("8-puzzle", "home", "home", "_12345678"),
        ("8-puzzle", "goal", "home", "_12345678"),
        ("8-puzzle", "0 1 2/3 4 5/6 7 8", "home", "_12345678"),
        ("8-puzzle", "102\n345\n678", "1_2345678", "1_2345678"),
        ("8-puzzle", NEAR, "1_2345678", "1_2345678"),
        ("pillars-6", "goal", "goal", "FBCDEA"),
    ],
)
def test_one_board(name: str, start: str | int, named: str, boards: str) -> None:
    puzzle = load(name)
    starts = start_at(puzzle, start)
    assert (starts.name, starts.is_set, starts.keys.dtype) == (named, False, np.uint64)
    assert starts.keys.tolist() == [puzzle.parse(boards)]


def test_no_goal(puzzle: Puzzle) -> None:
    puzzle.goal = Goal()
    assert "8-puzzle has no goal" in refused(BoardError, start_at, puzzle, "goal")


@pytest.mark.parametrize("keys", [[], np.empty(0, np.uint64), iter(())])
def test_no_keys(puzzle: Puzzle, keys: object) -> None:
    assert "empty" in refused(BoardError, start_with, puzzle, keys)


@pytest.mark.parametrize(
    "key",
    [-1, 1 << 64, 0, 0x1, 0x112345678, 0x123456789, 0x912345670, (1 << 64) - 1],
    ids=["negative", "too large", "all holes", "eight holes", "1 twice", "no hole", "a 9", "all ones"],
)
def test_keys_that_are_no_boards_of_the_puzzle(puzzle: Puzzle, key: int) -> None:
    refused(BoardError, start_with, puzzle, [HOME, key])


def test_one_start_by_key_and_by_text_are_the_same_start(puzzle: Puzzle) -> None:
    """Runs are told apart by these names: `from 1 boards, not from 1 boards` helps nobody."""
    assert start_with(puzzle, [NEAR]).name == start_at(puzzle, "1_2345678").name


@pytest.mark.parametrize(
    "boards",
    [
        ROWS,
        [np.array(rows) for rows in ROWS],
        np.array(ROWS),
        np.array(ROWS).reshape(2, 9),
        np.array(["_12345678", "1_2345678"]),
        np.array([HOME, NEAR], object),
        np.array([HOME, NEAR], np.int64),
        np.array([NEAR, HOME, NEAR], np.uint64),
        {HOME, NEAR},
        (key for key in (HOME, NEAR)),
    ],
)
def test_starts_in_many_forms(puzzle: Puzzle, boards: Any) -> None:
    assert start_with(puzzle, boards).keys.tolist() == [HOME, NEAR]


@pytest.mark.parametrize(
    "boards",
    [
        np.array([HOME, NEAR], float), [float(HOME)], [True, False], np.array([True]), np.array(ROWS, float), [None],
        np.array([-1, HOME]), [-1, HOME], [1 << 64, HOME], "_12345678", 5, np.array(ROWS[0]), [[HOME, NEAR]], [b"x"],
    ],
)  # fmt: skip
def test_starts_that_are_no_boards_are_refused(puzzle: Puzzle, boards: Any) -> None:
    said = refused(BoardError, start_with, puzzle, boards)
    assert "0x0 is not a board" not in said


@pytest.mark.parametrize("name", ["8-puzzle", "klotski"])
def test_each_of_many_starts_is_checked(name: str) -> None:
    """One wrong key among 300,000, wherever it is."""
    puzzle = load(name)
    keys = np.full(300_000, puzzle.home, np.uint64)
    for at in (1, 9_999, 262_144, 299_999):
        check_keys(puzzle, keys)
        keys[at] ^= np.uint64(1)
        assert f"{int(keys[at]):#x} is not a board" in refused(BoardError, check_keys, puzzle, keys).replace(
            "0x0", "0x"
        )
        keys[at] = puzzle.home


@pytest.mark.parametrize("name", ["8-puzzle", "3x4+2x1", "pillars", "klotski", "AB./...", "mural-frozen", "15-puzzle"])
def test_boards_in_bulk_are_those_that_are_read_back(name: str) -> None:
    puzzle = read_puzzle(name) if "/" in name else load(name)
    rng = np.random.default_rng(1)
    keys = [puzzle.home]
    for _ in range(60):
        moves = puzzle.moves(keys[-1])
        keys.append(moves[int(rng.integers(len(moves)))].key)
    wrong = [key ^ 1 << int(bit) for key in keys for bit in rng.integers(0, 64, 12)]
    some = np.array([*keys, *wrong], np.uint64)
    expected = Puzzle.are_boards(puzzle, some).tolist()  # which reads back what `format` writes
    assert sum(expected) >= len(keys)
    assert puzzle.are_boards(some).tolist() == expected


@pytest.mark.parametrize("start", [np.arange(1600), [*range(1600)], [[*range(40)]] * 40, np.zeros((40, 40), int)])
def test_many_numbers_are_not_one_start(puzzle: Puzzle, start: Any) -> None:
    said = "start= is one board, and this has 1,600 numbers: pass many boards as starts="
    assert refused(BoardError, start_at, puzzle, start) == said
    assert refused(BoardError, choose_starts, puzzle, start, None) == said
