"""Repair a run: make damaged layers again, and remove only what cannot be made.

A layer follows from the two layers before it, so a damaged one is computed again. If it has other boards than the
manifest tells of, by number and digest, either the manifest is wrong or the layers above are: the next two are then
computed and compared too, and so on. Files that have the computed boards stay, as do all others. A manifest that is
lost or damaged is made again from the parts; it tells of no digests, so every layer is computed again.
"""

from collections.abc import Iterable
from contextlib import suppress

import numpy as np

from slidefront.arrays import Keys
from slidefront.check.files import Report, find_strays
from slidefront.check.rebuild import rebuild
from slidefront.check.verify import verify
from slidefront.errors import BoardError, RunError
from slidefront.explore.cluster import executor_of
from slidefront.explore.levels import Means
from slidefront.explore.loop import LevelLoop
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Board
from slidefront.puzzles.starts import StartKind, start_at, start_with
from slidefront.store.manifest import NAME, Manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, remove
from slidefront.units import counted
from slidefront.watch import Watcher


def repair(
    report: Report,
    *,
    puzzle: Puzzle | None = None,
    starts: Iterable[Board] | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> Manifest:
    """Make the damaged layers of a report again, remove what cannot be made, and return the manifest of what is left.

    A run of a puzzle that is written in Python needs that puzzle, and one whose layer 0 is damaged and was a set of
    boards needs these `starts`. `memory` is in bytes, or a text such as 1GiB.
    """
    puzzle, watcher = puzzle or report.puzzle, watcher or Watcher()
    try:
        if report.manifest is None or report.doubtful:
            rebuild(report.folder, puzzle)
            report = verify(Run(report.folder, puzzle), threads=threads, memory=memory, watcher=watcher)
        manifest = report.manifest
        if manifest is None or report.doubtful:
            raise RunError(
                f"the parts of {report.folder} do not make a run: {report.damages[0]}; restore it from a copy, or "
                f"expand again into another folder",
                "out",
            )
        with (
            executor_of(None, threads, memory) as (tasks, budget),
            RunWriter(report.folder, manifest) as writer,
        ):
            if writer.manifest != manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            run = Run(report.folder, puzzle)
            _mend(report, run, LevelLoop(run.puzzle, _starts(run, starts), writer, Means(tasks, budget, watcher)))
            for stray in {*report.strays} & {*find_strays(report.folder, writer.manifest)}:
                with suppress(FileNotFoundError):
                    remove(report.folder / stray)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.folder}: {error.strerror}; run the same command again") from None


def _mend(report: Report, run: Run, loop: LevelLoop) -> None:
    """Make damaged layers again, the lowest first, and those that are in doubt because a layer below has changed."""
    doubtful = {damage.layer for damage in report.damages if damage.layer is not None}
    unreadable = {damage.layer for damage in report.damages if damage.file != NAME}
    if not doubtful:
        return
    if report.deep:  # nothing above the first damage was computed
        doubtful |= {*range(min(doubtful), run.greatest_depth + 2)}
    for depth in range(run.greatest_depth + 1):
        if depth not in doubtful:
            continue
        said = run.layers[depth]
        made = loop.make_again(depth, readable=depth not in unreadable)
        if made is None and depth == 0:
            raise RunError(
                f"layer 0 of {run.path} is damaged, and its {counted(said.boards, 'board')} cannot be made from "
                f"others: expand from the same start to depth 0 in another folder, put its layers/0000 in the place of "
                f"this one, and repair again"
            )
        if made is None:
            loop.writer.drop_back(depth - 1)
            return
        if (made.boards, made.digest) != (said.boards, said.digest):
            doubtful |= {depth + 1, depth + 2}
    if max(doubtful) > run.greatest_depth:
        loop.writer.drop_back(run.greatest_depth)  # nothing tells that the space ends there


def _starts(run: Run, starts: Iterable[Board] | None) -> Keys:
    """Return the boards of layer 0, or none if neither the caller nor the manifest tells them."""
    puzzle, kind, name = run.puzzle, run.manifest.start_kind, run.manifest.start
    if starts is not None:
        return start_with(puzzle, starts).keys
    with suppress(BoardError):
        if kind in (StartKind.HOME, StartKind.GOAL, StartKind.BOARD):
            return start_at(puzzle, kind.value if kind is not StartKind.BOARD else name).keys
    return np.empty(0, np.uint64)
