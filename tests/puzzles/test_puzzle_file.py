"""Texts that other files contain keep their goals, whether their rows and columns count from 0 or from 1."""

import pytest

from slidefront import read_puzzle
from slidefront.puzzles.core import identity_hash
from slidefront.puzzles.puzzle_file import read_stored_puzzle

HOME = 'kind = "blocks"\nhome = "AB./.../..."\n'


def stored(written: str, meant: str, old_goal: str | None = None, new_goal: str | None = None) -> str:
    """Read a text together with the identity of a puzzle; return the text of what is read."""
    puzzle = read_puzzle(meant, "mine")
    puzzle = puzzle if new_goal is None else puzzle.with_goal(new_goal)
    stored_puzzle = read_stored_puzzle(written, "mine", "step", old_goal, identity_hash(puzzle))
    assert (stored_puzzle, stored_puzzle.goal.pieces, stored_puzzle.new_goal) == (puzzle, puzzle.goal.pieces, new_goal)
    return stored_puzzle.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # both meanings are places that A can reach
        ('goal = [["A", 1, 1]] # middle\nmetric = "step"\n', 'goal = [["A", 2, 2]]\nmetric = "step"\n'),
        ('goal = [\n  ["A", 0, 2], # a corner\n  ["B", 2, 1],\n]\n', 'goal = [["A", 1, 3], ["B", 3, 2]]\n'),
        ("goal = 'A 2 2, B 0 1'\n", 'goal = [["A", 3, 3], ["B", 1, 2]]\n'),
        ('goal_match = "shape"\ngoal = [["A", 0, 0]]\n', 'goal_match = "shape"\ngoal = [["A", 1, 1]]\n'),
        ('goal = ".../.A./..."\n', 'goal = ".../.A./..."\n'),
        ("", ""),
    ],
)
def test_goal_counted_from_0_keeps_its_meaning(old: str, new: str) -> None:
    new = HOME + new
    assert stored(HOME + old, new) == new
    assert stored(new, new) == new, "what is written today counts from 1"


def test_new_goal_keeps_its_meaning() -> None:
    new = HOME + 'goal = [["B", 1, 1]]\n'
    assert stored(HOME + 'goal = [["B", 0, 0]]\n', new, "A 1 1, B 0 2", "A 2 2, B 1 3") == new
    assert stored(HOME, HOME, "A 1 1", "A 2 2") == HOME
    assert stored(new, new, "A 1 1", "A 1 1") == new
