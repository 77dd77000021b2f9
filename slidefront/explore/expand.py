"""Expand a puzzle into a run on disk: `slidefront.expand`, the loop that adds layers, and estimates."""

import errno
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from slidefront import units
from slidefront.arrays import Keys
from slidefront.errors import BoardError, ExecutorError, RunError
from slidefront.executors import executor_of
from slidefront.executors.budget import HERE, Resources
from slidefront.explore.estimate import (
    Estimate,
    check_depth,
    check_disk_for_layer,
    check_disk_for_space,
    estimate,
)
from slidefront.explore.levels import Levels, Workspace, are_in_one_class, start_layer
from slidefront.explore.plan import Journal
from slidefront.explore.tasks import first_layer, part_sink, warm_up_step
from slidefront.files import reason_of, refuse_uri
from slidefront.notation.board_files import start_in
from slidefront.notation.boards import StartKind, Starts, start_at, start_with
from slidefront.notation.load import load
from slidefront.puzzles import Metric
from slidefront.puzzles.capabilities import MOST_COUNTED, Size
from slidefront.puzzles.core import Board, Puzzle, check_key_bits
from slidefront.store.manifest import Layer, default_folder, load_manifest, new_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, check_folder
from slidefront.watch import Interrupted, Watcher


def expand(
    puzzle: Puzzle | str | Path,
    *,
    depth: int | None = None,
    out: str | Path | None = None,
    start: Board = "home",
    starts: Starts | Iterable[Board] | Path | None = None,
    metric: Metric | None = None,
    replace: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Run:
    """Explore a puzzle to a depth, or to the end of its space, and store each layer on disk.

    Layer 0 is one board, `start`: "home", "goal", or a board as text, lists or its key. It can also be a set of boards,
    `starts`, or the path of a file of boards. The same call resumes interrupted work. Work that exceeds memory goes
    through the scratch folder; the default is a folder inside the run. On a Dask cluster, all workers must share the
    folders of the run and of scratch files. With `replace`, a run of another puzzle or start in the folder is
    replaced.
    """
    puzzle = load(puzzle, metric)
    check_key_bits(puzzle)
    depth = None if depth is None else units.whole(depth, "depth")
    layer_0 = choose_starts(puzzle, start, starts)
    folder = Path(out) if out is not None else default_folder(puzzle, layer_0)
    refuse_uri(folder)
    total = known_total(puzzle, layer_0, whole=depth is None)
    is_run = check_folder(folder)
    if depth is None and total is not None:
        check_disk_for_space(puzzle.name, total, load_manifest(folder).board_count if is_run else 0, folder)
    if depth is not None:
        known, size = _stored(folder, puzzle, layer_0) if is_run else None, reachable(puzzle, layer_0)
        most = None if size is None else size.board_count
        check_depth(puzzle, layer_0.keys, depth, folder, run=known, total=most, resources=resources, watcher=watcher)
    manifest = new_manifest(puzzle, layer_0, total)
    watcher = watcher or Watcher()
    with executor_of(resources) as (tasks, budget):
        run_folder = folder if tasks.shares_memory else folder.absolute()  # workers have other working folders
        with RunWriter(run_folder, manifest, resources.scratch, replace=replace, sizes=budget.sizes) as writer:
            watcher.on_open(writer.manifest)
            scratch, keys = writer.scratch.folder, writer.keys_scratch.folder
            journal = Journal(scratch, keys, manifest.run_id)
            workspace = Workspace(tasks, budget, watcher, keys)
            try:
                add_layers(
                    new_layers(puzzle, layer_0.keys, writer, workspace, journal), writer, workspace, journal, depth
                )
            except OSError as error:
                raise _no_room(error, writer) from None
    return Run(folder, puzzle)


def _no_room(error: OSError, writer: RunWriter) -> RunError:
    safe = f"layers to depth {writer.manifest.depth} are safe" if writer.manifest.depth >= 0 else "nothing is lost"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RunError(f"no space is left for {writer.folder}: {safe}; free some and run the same command to continue")
    return RunError(f"cannot write to {writer.folder}: {reason_of(error)}; {safe}, and the same command continues")


def add_layers(
    layers: Iterator[Layer], writer: RunWriter, workspace: Workspace, journal: Journal, depth: int | None
) -> None:
    """Add layers to a run up to a depth, or to the end of the space; leave the run resumable after any error."""
    manifest, keys = writer.manifest, writer.keys_scratch
    if manifest.whole or (depth is not None and manifest.depth >= depth):
        return
    keys.open()
    whole = True
    try:
        for layer in layers:
            writer.add(layer)
            workspace.watcher.on_layer(layer)
            if layer.depth == depth:
                whole = False
                break
    except BaseException as error:
        workspace.executor.close()  # running tasks must not write files that are being removed
        stopped = isinstance(error, Interrupted | KeyboardInterrupt | ExecutorError)
        if stopped and journal.begun:
            writer.keeps_unfinished = True
        else:
            writer.drop_unfinished()
            keys.remove()
        with suppress(OSError):  # the first error matters more
            writer.finish(whole=False)
        raise
    keys.remove()
    writer.finish(whole=whole)


def new_layers(
    puzzle: Puzzle, starts: Keys, writer: RunWriter, workspace: Workspace, journal: Journal
) -> Iterator[Layer]:
    """Yield the layers after the last layer of a run, to the end of the space."""
    workspace.executor.prepare(partial(warm_up_step, puzzle), [writer.scratch.folder, writer.keys_scratch.folder])
    run = Run(writer.folder)
    last = run.last_depth
    if last < 0:
        yield first_layer(puzzle, starts, writer)
    levels = Levels(
        puzzle,
        [start_layer(puzzle, starts)] if last < 0 else workspace.load_last(puzzle, run, last),
        workspace,
        are_in_one_class(puzzle, starts),
    )
    if levels.files is None:
        journal.close()  # it belongs to a step that was planned for less memory
    while True:
        workspace.watcher.check()
        layer = next_layer(levels, writer, journal)
        if not layer.board_count:
            return
        yield layer


def next_layer(levels: Levels, writer: RunWriter, journal: Journal | None = None) -> Layer:
    """Write the next layer to the scratch folder of a run; at the end of the space it has no boards."""
    began, depth = time.perf_counter(), levels.frontier.depth + 1
    check_disk_for_layer(depth, levels.outlook.board_count, writer.folder, levels.key_count, levels.files)
    kept = [record.kept for record in levels.step(partial(part_sink, writer, depth), journal)]
    return writer.finish_layer(depth, kept, began, written=8 * levels.written, read=8 * levels.read)


def choose_starts(puzzle: Puzzle, start: Board, starts: Starts | Iterable[Board] | Path | None) -> Starts:
    """Return the start set from `starts` or `start`; raise an error if both are given."""
    if starts is None:
        return start_at(puzzle, start)
    if not (isinstance(start, str) and start == "home"):
        raise BoardError("give one of start and starts, not both", "start", "starts")
    if isinstance(starts, Path):
        return start_in(puzzle, starts)
    return starts if isinstance(starts, Starts) else start_with(puzzle, starts)


def known_total(puzzle: Puzzle, starts: Starts, *, whole: bool) -> int | None:
    """Return the exact number of boards that a run can reach; None if it is unknown.

    If the run goes to the end of its space (`whole`), a smaller puzzle may be explored to count the boards.
    """
    size = reachable(puzzle, starts)
    if size is None and whole and starts.kind is StartKind.HOME:
        size = puzzle.theory.size(MOST_COUNTED)
    return size.board_count if size and size.exact else None


def reachable(puzzle: Puzzle, starts: Starts) -> Size | None:
    """Return the number of boards that a run can reach; None unless it has one start, which home can reach."""
    size = puzzle.size()
    if size is None or starts.is_set:
        return None
    return size if puzzle.theory.connects(puzzle.home, int(starts.keys[0])) else None


def estimate_depth(
    puzzle: Puzzle | str | Path,
    depth: int,
    *,
    start: Board = "home",
    out: str | Path | None = None,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Estimate:
    """Estimate the boards, disk, memory and time of `expand` to a depth, from its run or a short exploration."""
    puzzle = load(puzzle)
    check_key_bits(puzzle)
    layer_0, depth = choose_starts(puzzle, start, None), units.whole(depth, "depth")
    run = _stored(default_folder(puzzle, layer_0) if out is None else Path(out), puzzle, layer_0)
    size = reachable(puzzle, layer_0)
    most = None if size is None else size.board_count
    return estimate(puzzle, layer_0.keys, depth, run=run, total=most, resources=resources, watcher=watcher)


def _stored(folder: Path, puzzle: Puzzle, starts: Starts) -> Run | None:
    """Open the run in a folder; None if there is no run, or if it has another puzzle or start."""
    try:
        run = Run(folder, puzzle)
    except RunError:
        return None
    return run if run.manifest.run_id == new_manifest(puzzle, starts, None).run_id else None
