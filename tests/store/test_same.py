"""A run is continued only for the puzzle that it was made for, with its home and its goal."""

from pathlib import Path

import pytest

from slidefront import expand, load
from slidefront.errors import RunError
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.run import Run
from slidefront.tables.open_space import goal_boards
from tests.messages import refused

TILES = 'kind = "tiles"\nhome = "12/3_"\n'
GOAL = 'kind = "tiles"\nhome = "12/3_"\ngoal = "_1/32"\n'
GRAPH = 'kind = "graph"\nhome = "ABCD_"\nedges = [[0,1],[1,2],[2,3],[3,4],[4,0]]\n'
BLOCKS = 'kind = "blocks"\nhome = "AB./..."\ngoal = [["A", 2, 3]]\n'


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (TILES, "12/3_", "1_/32", "its home was 123_ and is 1_32 now and its goal was 123_ and is 1_32 now"),
        (GOAL, "12/3_", "1_/32", "its home was 123_ and is 1_32 now"),
        (GOAL, "_1/32", "1_/32", "its goal was _132 and is 1_32 now"),
        (GRAPH, "ABCD_", "ABC_D", "its home was ABCD_ and is ABC_D now and its goal was ABCD_ and is ABC_D now"),
        (BLOCKS, "AB./...", "A.B/...", "its home was AB./... and is A.B/... now"),
        (BLOCKS, "2, 3", "2, 2", "its goal was A at row 2, column 3 and is A at row 2, column 2 now"),
    ],
)
def test_edited_home_or_goal_raises_run_error(tmp_path: Path, text: str, old: str, new: str, said: str) -> None:
    """The start is the same board before and after, so that only the puzzle differs."""
    puzzle, edited = read_puzzle(text, "mine"), read_puzzle(text.replace(old, new), "mine")
    start, out = puzzle.format(puzzle.home), tmp_path / "run"
    layers = expand(puzzle, start=start, depth=2, out=out).layers
    message = refused(RunError, lambda: expand(edited, start=start, out=out))
    assert message == f"{out} has a run of mine before an edit, where {said}: replace it, or choose another folder"
    assert Run(out).layers == layers
    assert len(expand(puzzle, start=start, out=out).layers) > 2


@pytest.mark.parametrize("goal", ["A.B/...", "../.A", None])
def test_replaced_goal_is_stored(tmp_path: Path, goal: str | None) -> None:
    puzzle: Puzzle = read_puzzle(BLOCKS, "mine").with_goal("..A/..." if goal == "../.A" else goal or 0x1)
    expand(puzzle, out=tmp_path / "run")
    assert Run(tmp_path / "run").puzzle == puzzle
    eight = load("2x3").with_goal("12345_"[::-1])
    expand(eight, depth=1, out=tmp_path / "two")
    assert Run(tmp_path / "two").puzzle == eight


def test_metrics_have_own_identities_and_the_same_goals(tmp_path: Path) -> None:
    """Journals and parts know runs by this hash; the goals of a run are boards, whatever counts as a move."""
    step, move = read_puzzle(BLOCKS, "mine", "step"), read_puzzle(BLOCKS, "mine", "move")
    assert identity_hash(step) != identity_hash(move)
    run = expand(step, out=tmp_path / "run")
    assert goal_boards(move, run).keys.tolist() == goal_boards(step, run).keys.tolist()
