"""Explore a whole space into a table: the command `slidefront table`, and the API for it.

A table takes one bit a board or two, so it can hold spaces whose layers would fill a disk. It is in memory while the
space is explored. It is saved at the end, on an interruption, and every ten minutes.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Numbers, check_key_bits
from slidefront.errors import BoardError, LimitError, TableError
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.files import is_file, refuse_uri, writing_to
from slidefront.machine import free_disk
from slidefront.notation.boards import Starts, start_at
from slidefront.notation.load import load
from slidefront.puzzles.core import Board, Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import check_writable
from slidefront.store.manifest import default_table, difference, new_manifest
from slidefront.tables.file import FORMAT, TableFile, TableHeader, bare_layer, locked_log, log_of, read_table
from slidefront.tables.regions import RegionBits, check_regions, has_regions, needs_of
from slidefront.tables.space import (
    SpaceBits,
    check_room,
    first_ahead,
    fits,
    is_one_sided,
    ranking_of,
    side_of_starts,
)
from slidefront.tables.table import Table
from slidefront.threads import thread_pool
from slidefront.watch import Interrupted, TableProgress, Watcher

MOST_LISTED = 1000
"""The most starts that the header of a table lists."""


def make_table(
    puzzle: Puzzle | str | Path,
    out: str | Path | None = None,
    *,
    start: Board = "home",
    replace: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Table:
    """Make the table of the distances of all boards from a start, or from all boards that meet the goal.

    The same call again continues after an interruption, and only opens a table that is finished. With `replace`, a file
    of another kind, or a table of another puzzle or start, is replaced.
    """
    puzzle = load(puzzle)
    budget = resources.budget(least=0)
    check_key_bits(puzzle)
    ranking = ranking_of(puzzle)
    starts = start_at(puzzle, start, ranking)
    path = Path(out) if out is not None else default_table(puzzle, starts.kind)
    refuse_uri(path)
    before = _there(path, puzzle, starts, replace=replace)
    if before is not None and before.header.manifest.whole:
        finished = Table(path, puzzle)
        finished.check()
        log_of(path).unlink(missing_ok=True)
        return finished
    ranks = ranks_of(ranking, starts)
    bits = 1 if is_one_sided(ranking, ranks) else 2
    new_by_regions = has_regions(ranking) and not fits(ranking, bits, budget)
    by_regions = new_by_regions if before is None else before.file is None
    _check_needs(puzzle, ranking, bits, path, budget, by_regions=by_regions)
    header = new_header(puzzle, starts, ranking, ranks) if before is None else before.header
    if before is not None and before.header.shape != ranking.shape:
        raise TableError(f"{path} numbers boards differently than this version: remove it and start again")
    saved = "what is finished is saved, and the same command continues"
    with thread_pool(budget.threads, "slidefront") as pool, ExitStack() as opened, writing_to(path.parent, saved):
        log = opened.enter_context(locked_log(path))
        if _state(_there(path, puzzle, starts, replace=replace)) != _state(before):
            raise TableError(f"another process has just written {path}: run the same command again")
        if before is None:
            log.truncate(0)  # of a table that was killed before its file had a name
        space: SpaceBits | RegionBits
        if by_regions:
            space = RegionBits(ranking, ranks, path, log, budget.memory, begun=bool(before))
            opened.enter_context(closing(space))
            if before is None:
                space.begin(header)
            else:
                header = space.resume()
        else:
            arrays = {name: before.file.load(name) for name in before.file.arrays} if before and before.file else None
            space = SpaceBits(ranking, ranks, arrays, header.manifest.depth, path)
        explore(header, space, pool, watcher or Watcher())
        log_of(path).unlink(missing_ok=True)
    return Table(path, puzzle)


def _state(table: TableFile | None) -> object:
    """Describe how far a table is, to notice that another process has changed it."""
    return table and (table.header.manifest.whole, table.file is None, len(table.header.manifest.layers))


def ranks_of(ranking: Ranking, starts: Starts) -> Numbers:
    """Rank starts, ascending; refuse one that home does not reach."""
    ranks = np.sort(ranking.ranks(starts.keys))
    if ranks[0] < 0:
        raise BoardError(f"{starts.name} cannot be reached from home: a table has the boards that home can reach")
    return ranks


def _there(path: Path, puzzle: Puzzle, starts: Starts, *, replace: bool) -> TableFile | None:
    """Open a table that exists, finished or not; raise TableError for one of another puzzle or start."""
    if not is_file(path):
        return None
    wanted = new_manifest(puzzle, starts, None)
    try:
        found = read_table(path)
        manifest, of = found.header.manifest, f"{found.header.manifest.puzzle} from {found.header.manifest.start}"
        if (manifest.identity, manifest.start_digest) == (wanted.identity, wanted.start_digest):
            return found
        if manifest.identity != wanted.identity:
            of = difference(manifest, wanted)
        raise TableError(f"{path} is a table of {of}: replace it, or choose another file", "replace", "out")
    except TableError:
        if replace:
            return None
        raise


def _check_needs(puzzle: Puzzle, ranking: Ranking, bits: int, path: Path, budget: Budget, *, by_regions: bool) -> None:
    """Refuse a table that cannot be made, before any work; of the disk, what is there of it by regions is counted."""
    if by_regions:
        check_regions(ranking, bits, budget.memory)
    else:
        check_room(ranking, bits, f"the table of {puzzle.name}", budget)
    check_writable(path, FORMAT)
    needs, free = needs_of(ranking, bits), free_disk(path.parent)
    need = needs.file_bytes
    if by_regions:
        need += needs.log_bytes - sum(one.stat().st_blocks * 512 for one in (path, log_of(path)) if one.exists())
    if need > free:
        raise LimitError(
            f"the table of {puzzle.name} needs {units.size(need)} of disk and {units.size(free)} are free for "
            f"{path.parent}, {units.size(need - free)} too little: choose another disk",
            "out",
        )


def new_header(puzzle: Puzzle, starts: Starts, ranking: Ranking, ranks: Numbers) -> TableHeader:
    """Describe a table that has the starts alone."""
    manifest = new_manifest(puzzle, starts, ranking.shape.board_count)
    manifest.layers.append(bare_layer(0, ranks.size, puzzle.count_marked(starts.keys)))
    listed = tuple(starts.keys.tolist()) if ranks.size <= MOST_LISTED else ()
    sides, shape = side_of_starts(ranking, ranks), ranking.shape
    return TableHeader(manifest, listed, 2 if sides is None else 1, shape, ahead=first_ahead(shape, ranks, sides))


def explore(header: TableHeader, space: SpaceBits | RegionBits, pool: ThreadPoolExecutor, watcher: Watcher) -> None:
    """Explore to the end of a space, and write the table with its deepest boards; or until the watcher stops."""
    manifest, total, saved = header.manifest, header.shape.board_count, time.monotonic()
    while not manifest.whole:
        began, read, written = time.perf_counter(), space.read, space.written
        depth = len(manifest.layers)
        boards, marked, unreached = space.step(depth, pool, watcher)
        if not boards:
            manifest.whole = True
            break
        space.turn(depth)
        seconds = round(time.perf_counter() - began, 3)
        manifest.layers.append(bare_layer(depth, boards, marked, seconds))
        header.ahead = *header.ahead[1:], unreached
        moved = space.read - read, space.written - written
        watcher.on_depth(TableProgress(depth, boards, seconds, manifest.board_count, total, *moved))
        stopping = watcher.stop()
        if stopping or time.monotonic() - saved > space.save_every:
            space.save(header)
            saved = time.monotonic()
        if stopping:
            raise Interrupted
    if manifest.board_count != total:
        raise TableError(
            f"{manifest.board_count:,} boards were found, and there are {total:,}: the saved work is damaged; "
            "remove it and make it again"
        )
    header.deepest = tuple(space.ranking.keys(np.array(header.ahead[0], np.int64)).tolist())
    space.finish(header)
    if space.written:
        watcher.on_note(f"regions: {units.size(space.read)} read, {units.size(space.written)} written")
