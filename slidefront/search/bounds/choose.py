"""The lower bound that suits a puzzle, by the tables that it offers."""

from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import Goal
from slidefront.search.bounds.bound import Bound


def choose_bound(puzzle: Puzzle, goal: Goal) -> Bound | None:
    """Make the bound of the moves to a goal; None for a puzzle that offers no tables for one."""
    if puzzle.frame is not None and puzzle.frame.is_wide:
        return None
    if puzzle.frame is not None and goal.key is not None:
        from slidefront.search.bounds.transfer import transfer_bound

        return transfer_bound(puzzle.frame, goal.key)
    if puzzle.layout is not None:
        from slidefront.search.bounds.blocks import BlockBound

        return BlockBound(puzzle.layout, goal)
    return None
