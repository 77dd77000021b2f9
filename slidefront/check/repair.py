"""Repair a run: make damaged layers again, and remove only what cannot be made.

A layer follows from the two layers before it, so a damaged one is computed again. If it has other boards than the
manifest tells of, by number and digest, either the manifest is wrong or the layers above are: the next two are then
computed and compared too, and so on. Files that have the computed boards stay, as do all others. A manifest that is
lost or damaged is made again from the parts; it tells of no digests, so every layer is computed again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys
from slidefront.check.files import CheckedPart, Report, check_part, find_strays
from slidefront.check.verify import verify
from slidefront.errors import BoardError, RunError
from slidefront.explore.cluster import executor_of
from slidefront.explore.levels import Means
from slidefront.explore.loop import LevelLoop
from slidefront.files import refuse_links
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Board
from slidefront.puzzles.starts import StartKind, start_at, start_with
from slidefront.store.manifest import NAME, Layer, Manifest
from slidefront.store.names import load_puzzle
from slidefront.store.parts import UNREADABLE, StoredPart, open_part, part_in, read_stamp
from slidefront.store.run import Run, layer_folder, listed
from slidefront.store.scratch import acquire
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


def rebuild(folder: Path, puzzle: Puzzle | None = None) -> Manifest:
    """Write the manifest of a run again, of what its parts say of themselves; a puzzle in Python must be given.

    Boards and hashes are counted anew. Nothing tells whether a layer has all its parts, so the manifest tells of no
    digests, and each layer must be computed again. Only layer 0 is known: the parts name its digest.
    """
    with acquire(folder):
        for name in (NAME, "layers"):
            refuse_links(folder / name)
        found = [*_parts(folder)]
        if not found:
            raise RunError(
                f"{folder / NAME} is damaged, and no part of a layer says which run it was: restore it from a copy, or "
                f"expand again into another folder",
                "out",
            )
        ((origin, _),) = Counter(stored.origin for stored, _ in found).most_common(1)
        of_run = [stored for stored, _ in found if stored.origin == origin]
        manifest = next(manifest for stored, manifest in found if stored.origin == origin)
        if puzzle is None and not manifest.text:
            raise RunError(f"the puzzle of {folder} is written in Python: give it, as in repair(report, puzzle=...)")
        puzzle = puzzle or load_puzzle(manifest)
        for depth in range(max(stored.depth for stored in of_run) + 1):
            layer = _layer(depth, [stored for stored in of_run if stored.depth == depth], puzzle)
            known = depth == 0 and layer.digest == manifest.start_digest
            manifest.layers.append(layer if known else replace(layer, digest=""))
        manifest.save(folder)
    return manifest


def _parts(folder: Path) -> Iterator[tuple[StoredPart, Manifest]]:
    """Find the parts that are in the place that they name, with the manifests of their runs, without layers."""
    for inside in listed(folder / "layers"):
        for path in listed(inside):
            try:
                with path.open("rb") as file, open_part(file) as parquet:
                    depth, manifest, name = read_stamp(parquet.metadata)
                    part = part_in(file, name, parquet.metadata.num_rows)
            except UNREADABLE:
                continue
            if path == layer_folder(folder, depth) / name:
                yield StoredPart(path, depth, part, manifest.origin), manifest


def _layer(depth: int, parts: list[StoredPart], puzzle: Puzzle) -> Layer:
    """Make the record of a layer of its parts that can be read."""
    checked: list[CheckedPart] = [found for one in parts if not (found := check_part(one, puzzle)).fault]
    checked.sort(key=lambda one: one.least)
    return Layer(
        depth=depth,
        boards=sum(one.boards for one in checked),
        marked=sum(one.marked for one in checked),
        digest=f"{sum(one.digest for one in checked) & (1 << 64) - 1:016x}",
        seconds=0.0,
        parts=tuple(one.part for one in checked),
    )
