"""The bounds that suit a puzzle, and whether IDA* does: the one place of `search` that asks for its tables of moves."""

from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds import Bound
from slidefront.search.bounds.transfer_bound import TransferBound, transfer_bound

_LARGE = 13


def prefers_ida(puzzle: Puzzle) -> bool:
    """Tell whether IDA* solves most boards sooner than layers do: large tile boards with a hole of one cell."""
    frame = puzzle.frame
    if frame is None or frame.is_wide:
        return frame is not None
    large = frame.is_grid and frame.cells >= _LARGE and min(frame.rows, frame.columns) > 2
    return large and len(frame.holes) == frame.cells


def close_bound(puzzle: Puzzle) -> TransferBound | None:
    """Make the bound of the moves to the goal of a transfer puzzle; None for other puzzles, and for other goals."""
    frame, goal = puzzle.frame, puzzle.goal.key
    return None if frame is None or frame.is_wide or goal is None else transfer_bound(frame, goal)


def choose_bound(puzzle: Puzzle) -> Bound | None:
    """Make the bound of the moves to the goal; None for a puzzle that offers no tables for one."""
    bound = close_bound(puzzle)
    if bound is not None or puzzle.layout is None:
        return bound
    from slidefront.search.bounds.block_bound import BlockBound

    return BlockBound(puzzle.layout, puzzle.goal)
