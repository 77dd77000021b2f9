"""Small spaces in memory, against the naive search."""

import numpy as np
import pytest

from slidefront.analysis.space import NEVER, explore, layout
from slidefront.puzzles.load import load, read_puzzle


def naive_distances(puzzle, starts):
    """Search with a dictionary, one board at a time."""
    found = dict.fromkeys(starts, 0)
    waiting = list(starts)
    for key in waiting:
        for move in puzzle.successors(key):
            if move.key not in found:
                found[move.key] = found[key] + 1
                waiting.append(move.key)
    return found


TEXTS = {
    "tiles": 'kind = "tiles"\nhome = "123/45_"',
    "graph": 'kind = "graph"\nhome = "ABCD"\nmover = "A"\nedges = [[0, 1], [1, 2], [2, 3], [0, 2]]\ngoal = "BACD"',
    "blocks": 'kind = "blocks"\nmetric = "move"\nhome = "AAB/C../C.D"\ngoal = [["B", 2, 2]]',
    "no goal": 'kind = "blocks"\nhome = "AB./C.."',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_board_is_there_with_its_distances(text):
    puzzle = read_puzzle(text)
    space = explore(puzzle, 100_000)
    assert dict(zip(space.keys.tolist(), space.from_home.tolist(), strict=True)) == naive_distances(
        puzzle, [puzzle.home]
    )
    goals = [key for key in space.keys.tolist() if puzzle.meets_goal(key)]
    assert space.goals.tolist() == goals
    to_goal = naive_distances(puzzle, goals)
    assert space.to_goal.tolist() == [to_goal.get(key, NEVER) for key in space.keys.tolist()]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_each_move_is_there_once(text):
    puzzle = read_puzzle(text)
    space = explore(puzzle, 100_000)
    first, second = space.moves()
    found = [(int(space.keys[a]), int(space.keys[b])) for a, b in zip(first, second, strict=True)]
    assert len(found) == len(set(found))
    assert set(found) == {
        (key, move.key) for key in space.keys.tolist() for move in puzzle.successors(key) if key < move.key
    }


def test_a_space_that_is_too_large_is_left_alone():
    assert explore(load("8-puzzle"), 181_440).boards == 181_440
    assert explore(load("8-puzzle"), 181_439) is None
    assert explore(load("klotski"), 1000) is None
    assert explore(load("15-puzzle"), 1_000_000) is None


def test_a_layout_shows_what_is_near():
    path = np.arange(99, dtype=np.int32)
    places = layout(100, path, path + 1)
    assert places.shape == (100, 3)
    assert np.abs(places).max() <= 1
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert steps.max() < 0.2 * np.linalg.norm(places[0] - places[99])


def test_the_same_space_is_laid_out_the_same_and_with_all_boards_apart():
    space = explore(load("pillars-6"), 1000)
    first, second = space.moves()
    places = layout(space.boards, first, second)
    assert np.array_equal(places, layout(space.boards, first, second))
    assert np.unique(places, axis=0).shape[0] == space.boards


@pytest.mark.parametrize("boards", [0, 1, 2, 3])
def test_few_boards_are_laid_out_as_well(boards):
    path = np.arange(max(0, boards - 1), dtype=np.int32)
    places = layout(boards, path, path + 1)
    assert places.shape == (boards, 3)
    assert np.isfinite(places).all()
