"""Small spaces in memory, against the naive search."""

import pytest

from slidefront.frames.space import NEVER, explore
from slidefront.notation.load import load, read_puzzle


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


def test_a_space_that_is_too_large_is_left_alone():
    assert explore(load("8-puzzle"), 181_440).boards == 181_440
    assert explore(load("8-puzzle"), 181_439) is None
    assert explore(load("klotski"), 1000) is None
    assert explore(load("15-puzzle"), 1_000_000) is None
