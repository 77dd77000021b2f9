"""Shortest routes from the layers of a run, without a search.

A board at depth d has a successor at depth d - 1; that one has a successor at depth d - 2, and so on down to layer 0.
So a route costs a few lookups a depth, and those of many boards are made together.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from slidefront.errors import RunError, SlidefrontError
from slidefront.puzzles.listed import Pasted, plain
from slidefront.puzzles.starts import StartKind
from slidefront.routes.route import Route
from slidefront.store.manifest import REPAIR_HINT
from slidefront.store.run import Run, as_run


def trace(run: Run | str | Path, board: int | str | Pasted) -> Route:
    """Find a shortest route in the layers of a run, for a board given as text or key.

    In a run that starts from the goal, it leads from the board to the goal, else from the start to the board.
    """
    (found,) = trace_each(as_run(run), [plain(board)])
    if isinstance(found, SlidefrontError):
        raise found
    return found


def trace_each(run: Run, boards: Sequence[int | str]) -> list[Route | SlidefrontError]:
    """Find a shortest route for each of many boards, together; what is wrong with a board stands in its place."""
    puzzle = run.puzzle
    keys = [puzzle.parse(board) if isinstance(board, str) else board for board in boards]
    depths = run.depths(np.array(keys, np.uint64))
    ways = iter(trace_keys(run, [key for key, depth in zip(keys, depths, strict=True) if depth >= 0]))
    to_goal = leads_to_goal(run)
    found: list[Route | SlidefrontError] = []
    for board, key, depth in zip(boards, keys, depths.tolist(), strict=True):
        if depth < 0:
            found.append(RunError(f"{puzzle.format(key)} is {absence(run)}"))
        elif to_goal:
            found.append(Route(puzzle, next(ways), board if isinstance(board, str) else None))
        else:
            found.append(Route(puzzle, next(ways)[::-1]))
    return found


def leads_to_goal(run: Run) -> bool:
    """Tell whether the depths of a run are distances to the goal."""
    return run.manifest.start_kind is StartKind.GOALS or run.keys(0).tolist() == [run.puzzle.goal.key]


def trace_keys(run: Run, boards: Sequence[int]) -> list[list[int]]:
    """Descend from many boards to layer 0: return the keys on each way, the board first."""
    depths = run.depths(np.array(boards, np.uint64)).tolist()
    for board, depth in zip(boards, depths, strict=True):
        if depth < 0:
            raise RunError(f"{run.puzzle.format(board)} is {absence(run)}")
    ways = [[int(board)] for board in boards]
    for depth in range(max(depths, default=0), 0, -1):
        _descend(run, depth, [way for way, top in zip(ways, depths, strict=True) if top >= depth])
    return ways


def _descend(run: Run, depth: int, ways: list[list[int]]) -> None:
    """Append to each way, which ends at a depth, a successor in the layer before."""
    waiting = [(way, [move.key for move in run.puzzle.successors(way[-1])]) for way in ways]
    while waiting:
        if not all(left for _, left in waiting):
            why = f"a board of layer {depth} has no neighbour in layer {depth - 1}"
            raise RunError(f"{run.folder} is damaged: {why}; {REPAIR_HINT}")
        tried = np.array([left.pop() for _, left in waiting], np.uint64)
        found = run.find(depth - 1, tried).tolist()
        for (way, _), key, there in zip(waiting, tried.tolist(), found, strict=True):
            if there:
                way.append(key)
        waiting = [one for one, there in zip(waiting, found, strict=True) if not there]


def absence(run: Run) -> str:
    """Explain why no layer contains a board."""
    if run.manifest.whole:
        return f"out of reach: not among the {run.boards:,} boards of {run.folder}, which are all to depth {run.depth}"
    return f"not in {run.folder}, which goes to depth {run.depth}: deeper, or out of reach"
