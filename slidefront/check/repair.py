"""Repair a run: make damaged layers again, and remove only what cannot be made.

A layer follows from the two layers before it, so a damaged one is computed again, as long as these are good. If the
boards are those that the manifest tells of, by number and digest, all layers above it stay. If not, it goes with all
layers above it, and `expand` continues from there. A manifest that is lost or damaged is made again from the parts,
and then every layer is compared with a computed one.
"""

from contextlib import suppress

import numpy as np

from slidefront.arrays import Keys
from slidefront.check.files import Report
from slidefront.check.rebuild import rebuild
from slidefront.check.verify import verify
from slidefront.errors import BoardError, RunError
from slidefront.explore.cluster import executor_of
from slidefront.explore.levels import Means
from slidefront.explore.loop import LevelLoop
from slidefront.explore.watch import Watcher
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.starts import StartKind, start_at
from slidefront.store.manifest import Manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, remove


def repair(
    report: Report,
    *,
    puzzle: Puzzle | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> Manifest:
    """Make the damaged layers of a report again, remove what cannot be made, and return the manifest of what is left.

    A run of a puzzle that is written in Python needs that puzzle. `memory` is in bytes, or a text such as 1GiB.
    """
    puzzle = puzzle or report.puzzle
    try:
        if report.manifest is None or report.doubtful:
            rebuild(report.folder, puzzle)
            again = Run(report.folder, puzzle)
            report = verify(again, deep=True, threads=threads, memory=memory, watcher=watcher)
        manifest = _unchanged(report)
        with (
            executor_of(None, threads, memory) as (tasks, budget),
            RunWriter(report.folder, manifest) as writer,
        ):
            if writer.manifest != manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            _mend(report, writer, Means(tasks, budget, watcher or Watcher()), puzzle)
            for stray in report.strays:
                with suppress(FileNotFoundError):
                    remove(report.folder / stray)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.folder}: {error.strerror}; run the same command again") from None


def _unchanged(report: Report) -> Manifest:
    if report.manifest is None or report.doubtful:
        raise RunError(
            f"the parts of {report.folder} do not make a run: {report.damages[0]}; restore it from a copy, or expand "
            f"again into another folder with --out"
        )
    return report.manifest


def _mend(report: Report, writer: RunWriter, means: Means, puzzle: Puzzle | None) -> None:
    """Make each damaged layer again, the lowest first, until one does not become what it was."""
    damaged = sorted({damage.layer for damage in report.damages if damage.layer is not None})
    if not damaged:
        return
    run = Run(report.folder, puzzle)
    for depth in damaged:
        again = LevelLoop(run.puzzle, _starts(run), writer, means)
        if depth > run.depth or not again.make_again(depth):
            writer.drop_back(depth - 1)
            return


def _starts(run: Run) -> Keys:
    """Return the boards of layer 0, or none if the manifest does not tell them."""
    puzzle, kind, name = run.puzzle, run.manifest.start_kind, run.manifest.start
    with suppress(BoardError):
        if kind in (StartKind.HOME, StartKind.GOAL, StartKind.BOARD):
            return start_at(puzzle, kind.value if kind is not StartKind.BOARD else name).keys
    return np.empty(0, np.uint64)
