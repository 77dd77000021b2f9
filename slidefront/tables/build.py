"""Make a table: explore a whole space in one or two bits per board.

A table can hold spaces whose layers would fill a disk. While it is explored, its bits are in memory (`SpaceBits`), or
in the file if memory is too small (`slidefront.tables.regions`); `explore` is the loop over depths for both. In memory,
the table is saved at the end, on an interruption, and every ten minutes; the same call resumes it.
"""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.errors import BoardError, LimitError, TableError
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.files import is_file, refuse_uri, writing_to
from slidefront.machine import free_disk, release_memory, thread_pool
from slidefront.notation.boards import Starts, start_at
from slidefront.notation.load import load
from slidefront.puzzles.core import Board, Puzzle, check_key_bits
from slidefront.store.array_files import Array, check_writable
from slidefront.store.manifest import default_table, difference, new_manifest
from slidefront.tables.kernels import ALL_BITS, NO_BITS, Sources, list_layer
from slidefront.tables.regions import RegionBits
from slidefront.tables.rows import (
    STORED_COUNTS,
    CodedSpace,
    RowLists,
    check_room,
    first_ahead,
    first_unreached,
    fits,
    has_regions,
    needs_of,
    reach_starts,
    regions_error,
    rows_of,
    run_step,
)
from slidefront.tables.table import (
    FORMAT,
    Table,
    TableFile,
    TableHeader,
    bare_layer,
    is_table,
    locked_log,
    log_of,
    ranking_of,
    read_table,
    write_table,
)
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

    The same call resumes an interrupted table, and opens a finished one. With `replace`, a file of another kind, or a
    table of another puzzle or start, is replaced.
    """
    puzzle = load(puzzle)
    budget = resources.budget(least=0)
    check_key_bits(puzzle)
    ranking = ranking_of(puzzle)
    starts = start_at(puzzle, start, ranking)
    path = Path(out) if out is not None else default_table(puzzle, starts.kind)
    refuse_uri(path)
    before = _existing(path, puzzle, starts, replace=replace)
    if before is not None and before.header.manifest.whole:
        table = Table(path, puzzle)
        table.check()
        log_of(path).unlink(missing_ok=True)
        return table
    ranks = np.sort(ranking.ranks(starts.keys))
    if ranks[0] < 0:
        raise BoardError(f"{starts.name} cannot be reached from home: a table has the boards that home can reach")
    coded = CodedSpace(ranking, ranks)
    needs_regions = has_regions(ranking) and not fits(ranking, coded.bits, budget)
    by_regions = needs_regions if before is None else before.file is None
    _check_needs(puzzle, coded, path, budget, by_regions=by_regions)
    if before is not None and before.header.shape != ranking.shape:
        raise TableError(f"{path} numbers boards differently than this version: remove it and start again")
    header = new_header(puzzle, starts, coded) if before is None else before.header
    saved = "what is finished is saved, and the same command continues"
    with thread_pool(budget.threads, "slidefront") as pool, ExitStack() as opened, writing_to(path.parent, saved):
        log = opened.enter_context(locked_log(path))
        if _progress(_existing(path, puzzle, starts, replace=replace)) != _progress(before):
            raise TableError(f"another process has just written {path}: run the same command again")
        if before is None:
            log.truncate(0)  # a process that was killed before its table had a name may have left records
        bits: SpaceBits | RegionBits
        if by_regions:
            bits = RegionBits(coded, path, log, budget, begun=bool(before))
            opened.enter_context(closing(bits))
            if before is None:
                bits.begin(header)
            else:
                header = bits.resume()
        else:
            arrays = {name: before.file.load(name) for name in before.file.arrays} if before and before.file else None
            bits = SpaceBits(coded, arrays, header.manifest.depth, path)
        save_seconds = 0.0 if by_regions else budget.sizes.save_seconds  # regions are in the file already
        explore(header, bits, pool, watcher or Watcher(), save_seconds)
        log_of(path).unlink(missing_ok=True)
    return Table(path, puzzle)


def _existing(path: Path, puzzle: Puzzle, starts: Starts, *, replace: bool) -> TableFile | None:
    """Open an existing table, finished or not; raise TableError if it has another puzzle or start."""
    if not is_file(path):
        return None
    wanted = new_manifest(puzzle, starts, None)
    try:
        if not is_table(path):
            raise TableError(f"{path} exists and is not a table: replace it, or choose another file", "replace", "out")
        table = read_table(path)
        if content := difference(table.header.manifest, wanted):
            raise TableError(f"{path} is a table {content}: replace it, or choose another file", "replace", "out")
        return table
    except TableError:
        if replace:
            return None
        raise


def _progress(table: TableFile | None) -> object:
    """Return a value that differs after another process has continued the table."""
    return table and (table.header.manifest.whole, table.file is None, len(table.header.manifest.layers))


def _check_needs(puzzle: Puzzle, coded: CodedSpace, path: Path, budget: Budget, *, by_regions: bool) -> None:
    """Raise an error if memory or disk is too small for a table, or its place cannot be written."""
    needs = needs_of(coded.ranking, coded.bits)
    if not by_regions:
        check_room(coded.ranking, coded.bits, f"the table of {puzzle.name}", budget)
    elif needs.least_memory_bytes > budget.memory:
        raise regions_error(needs.least_memory_bytes, budget.memory)
    check_writable(path, FORMAT)
    need, free = needs.file_bytes, free_disk(path.parent)
    if by_regions:  # the file grows in place, so its present blocks count
        need += needs.log_bytes - sum(file.stat().st_blocks * 512 for file in (path, log_of(path)) if file.exists())
    if need > free:
        raise LimitError(
            f"the table of {puzzle.name} needs {units.size(need)} of disk and {units.size(free)} are free for "
            f"{path.parent}, {units.size(need - free)} too little: choose another disk",
            "out",
        )


def new_header(puzzle: Puzzle, starts: Starts, coded: CodedSpace) -> TableHeader:
    """Return the header of a table that contains only its starts."""
    shape = coded.ranking.shape
    manifest = new_manifest(puzzle, starts, shape.board_count)
    manifest.layers.append(bare_layer(0, coded.starts.size, puzzle.count_selected(starts.keys)))
    listed = tuple(starts.keys.tolist()) if coded.starts.size <= MOST_LISTED else ()
    return TableHeader(manifest, listed, coded.bits, shape, ahead=first_ahead(coded))


def explore(
    header: TableHeader,
    bits: "SpaceBits | RegionBits",
    pool: ThreadPoolExecutor,
    watcher: Watcher,
    save_seconds: float = 0.0,
) -> None:
    """Explore a space to its end and write the table, or save it and raise Interrupted when the watcher stops.

    The unfinished table is saved after the depths at which `save_seconds` have passed since it was saved last.
    """
    manifest, total, saved = header.manifest, header.shape.board_count, time.monotonic()
    while not manifest.whole:
        began, read, written = time.perf_counter(), bits.read, bits.written
        depth = len(manifest.layers)
        boards, selected, unreached = bits.step(depth, pool, watcher)
        if not boards:
            manifest.whole = True
            break
        bits.turn(depth)
        seconds = round(time.perf_counter() - began, 3)
        manifest.layers.append(bare_layer(depth, boards, selected, seconds))
        header.ahead = *header.ahead[1:], unreached
        traffic = bits.read - read, bits.written - written
        watcher.on_depth(TableProgress(depth, boards, seconds, manifest.board_count, total, *traffic))
        stopping = watcher.stop()
        if stopping or time.monotonic() - saved > save_seconds:
            bits.save(header)
            saved = time.monotonic()
        if stopping:
            raise Interrupted
    if manifest.board_count != total:
        raise TableError(
            f"{manifest.board_count:,} boards were found, and there are {total:,}: the saved work is damaged; "
            "remove it and make it again"
        )
    header.deepest = tuple(bits.ranking.keys(np.array(header.ahead[0], np.int64)).tolist())
    bits.finish(header)
    if bits.written:
        watcher.note(f"regions: {units.size(bits.read)} read, {units.size(bits.written)} written")


class SpaceBits:
    """A space in memory: one or two bits for each board."""

    read = written = 0

    def __init__(
        self,
        coded: CodedSpace,
        arrays: Mapping[str, Array] | None = None,
        depth: int = 0,
        path: Path | None = None,
    ) -> None:
        """Begin with the starts, or resume with the arrays of a table at a depth."""
        self.ranking = ranking = coded.ranking
        self._coded, self._path = coded, path
        shape, self._moves = ranking.shape, ranking.moves
        release_memory()  # free what the moves were computed from, before the codes take their memory
        self._parities = None if coded.bits == 1 else ranking.parity_of(np.arange(shape.rows))
        """With two bits, the parity classes of rows, which a step handles one after the other; None without classes."""
        rows = rows_of(coded, ranking.marked, arrays)
        if arrays is None:
            code = NO_BITS if coded.bits == 1 else ALL_BITS
            self.planes = {name: np.full(shape.all_words, code) for name in coded.plane_names}
        else:
            self.planes = {name: arrays[name] for name in coded.plane_names}
        """The codes of all boards, by the name of the array."""
        self._planes = [plane.reshape(shape.rows, shape.words) for plane in self.planes.values()]
        low, high = self._planes[0], self._planes[-1]
        front_flags = rows.next_front
        if coded.bits == 2:
            front_flags = np.zeros_like(front_flags) if arrays is None else arrays["front"]
        if arrays is None:
            reach_starts(low, coded.unreached_word, rows, front_flags, shape.per_word)
            high[front_flags > 0] = low[front_flags > 0]
        self._lists = RowLists(coded, rows, front_flags, depth)
        nothing = low[:0]
        self._layer = nothing
        """The boards of the last layer, where the codes alone do not suffice as sources of a step."""
        self._read_planes = low, nothing
        """The planes that a step reads, as in `Sources`."""
        if self._parities is not None:
            self._read_planes = low, high
        elif coded.bits == 2:
            self._layer = np.zeros_like(low)
            self._read_planes = self._layer, nothing
            list_layer(low, high, self._layer, self._lists.front[:0], self._lists.front, depth % 3)

    @property
    def arrays(self) -> dict[str, Array]:
        """The codes and the state of rows, from which a later process resumes."""
        rows, flags = self._lists.rows, {"front": self._lists.front_flags}
        if self._coded.bits == 2:
            flags["following"] = rows.next_front
        counts = {name: getattr(rows, field) for name, field in STORED_COUNTS.items()}
        return {**self.planes, **counts, **flags}

    def save(self, header: TableHeader) -> None:
        """Write the arrays that a resumed table needs, if the space has a file."""
        if self._path is not None:
            write_table(self._path, header, self.arrays)

    def finish(self, header: TableHeader) -> None:
        """Write the finished table, if the space has a file."""
        if self._path is not None:
            write_table(self._path, header, self.planes)

    def step(self, depth: int, pool: ThreadPoolExecutor, _: Watcher) -> tuple[int, int, tuple[int, ...]]:
        """Find the boards of a depth; return how many, how many are selected, and an entry for `TableHeader.ahead`."""
        task, parities = np.array([depth, self.ranking.shape.per_word, 0]), self._parities
        rows, front_flags, listed = self._lists.rows, self._lists.front_flags, self._lists.next(depth)
        known = rows.reached if self._coded.bits == 1 else front_flags
        sources = Sources(*self._read_planes, known, front_flags, self._moves)
        parts = [listed] if parities is None else [listed[parities[listed] == parity] for parity in (0, 1)]
        counts = [run_step(self._planes, rows, sources, part, task, pool) for part in parts]
        boards, selected, unreached = zip(*counts, strict=True)
        ahead = first_unreached(self._coded, self._planes, rows, depth, np.concatenate(unreached))
        return sum(boards), sum(selected), ahead

    def turn(self, depth: int) -> None:
        """Make the layer at a depth, which the step has found, the last layer."""
        before = self._lists.front
        self._lists.turn(depth)
        if self._layer.size:
            list_layer(self._planes[0], self._planes[1], self._layer, before, self._lists.front, depth % 3)
