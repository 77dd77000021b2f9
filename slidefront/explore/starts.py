"""Start sets that come from a run: all boards that meet the goal."""

from pathlib import Path

import numpy as np

from slidefront.errors import BoardError, RunError
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.load import load
from slidefront.puzzles.starts import StartKind, Starts
from slidefront.puzzles.values import Marks
from slidefront.store.run import Run, as_run


def goals_of(puzzle: Puzzle | str | Path, run: Run | str | Path) -> Starts:
    """Select all boards of a finished run that meet the goal. From these starts, depths are distances to the goal."""
    puzzle, run = load(puzzle), as_run(run)
    puzzle = load(puzzle, run.manifest.metric if puzzle.text else None)  # all metrics lead to the same boards
    if run.manifest.identity != identity_hash(puzzle):
        raise RunError(f"{run.path} is a run of {run.manifest.puzzle}, not of this {puzzle.name}")
    if not run.manifest.whole:
        raise RunError(f"{run.path} is not finished: expand it to the end of its space first")
    if puzzle.marks is not Marks.GOAL:
        raise BoardError(f"the layers of {puzzle.name} mark no boards that meet a goal: start from goal", "start")
    marked = [layer.depth for layer in run.layers if layer.marked]
    for depth in marked:
        run.check_files(depth)
    found = [keys[puzzle.marked(keys)] for depth in marked for keys in run.blocks(depth)]
    if not found:
        raise BoardError(f"no board of {run.path} meets the goal of {puzzle.name}")
    return Starts(StartKind.GOALS, "goals", as_set(np.concatenate(found)))
