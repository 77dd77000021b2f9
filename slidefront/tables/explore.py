"""Explore a whole space into a table: the command `slidefront table`, and the API for it.

A table takes two bits per board, so it can hold spaces whose layers would fill a disk. It is in memory while the space
is explored. It is saved at the end, on an interruption, and every ten minutes.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.errors import BoardError, LimitError, TableError
from slidefront.explore.budget import Budget, make_budget
from slidefront.explore.expand import new_manifest
from slidefront.explore.machine import free_disk
from slidefront.explore.watch import Interrupted, TableProgress, Watcher
from slidefront.files import refuse_uri
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.load import load
from slidefront.puzzles.starts import Starts, start_at
from slidefront.puzzles.transfer.ranks import TransferRanking
from slidefront.store.manifest import NAME
from slidefront.store.names import DATA, default_folder, default_table
from slidefront.store.run import Run
from slidefront.store.same import difference
from slidefront.tables.file import TableFile, TableHeader, bare_layer, read_table, write_table
from slidefront.tables.from_run import BASE_MEMORY, table_of_run
from slidefront.tables.kernels import Numbers
from slidefront.tables.space import HOME, KEPT, LOGGED, Bits, Found
from slidefront.tables.table import Table
from slidefront.threads import thread_pool

_DEPTHS_LOGGED = 8
SAVE_EVERY = 600.0
"""Seconds after which an unfinished table is saved, so that a power cut costs no more than that."""


def make_table(
    puzzle: Puzzle | str | Path,
    out: str | Path | None = None,
    *,
    start: str = "home",
    run: Run | str | Path | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> Table:
    """Make the table of the distances of all boards from a start.

    If the puzzle can rank its boards, the space is explored; if not, or if a run is given, the table is made from the
    layers of a finished run, by default the one in data/<puzzle>. The same call again continues after an interruption,
    and only opens a table that is finished. `memory` is in bytes, or a text such as 1GiB.
    """
    puzzle = load(puzzle)
    budget = make_budget(threads)
    budget = budget if memory is None else replace(budget, memory=units.parse_size(memory))
    puzzle.check_key_bits()
    if run is not None:
        return _of_run(puzzle, run if isinstance(run, Run) else Run(run), out, budget)
    starts = start_at(puzzle, start)
    path = Path(out) if out is not None else default_table(puzzle, starts.kind)
    refuse_uri(path)
    before = _there(path, puzzle, starts)
    if before is not None and before.header.manifest.whole:
        before.file.check()
        return Table(path, puzzle)
    ranking = puzzle.ranking()
    if not isinstance(ranking, TransferRanking):
        return _of_run(puzzle, _default_run(puzzle, starts), path, budget)
    _check_room(puzzle, 16 * ranking.shape.all_words, budget.memory, path)
    rank = int(ranking.ranks(starts.keys)[0])
    if rank < 0 or starts.is_set:
        why = "is more than one board" if starts.is_set else "cannot be reached from home"
        raise BoardError(f"{starts.name} {why}: a table starts from one board that home can reach")
    explorer = Explorer(ranking, path, rank, *_begin(puzzle, starts, ranking, rank, before))
    with thread_pool(1 if ranking.sides is None else budget.threads, "slidefront") as pool:
        explorer.explore(pool, watcher or Watcher())
    del explorer
    return Table(path, puzzle)


def _default_run(puzzle: Puzzle, starts: Starts) -> Run:
    """Open the run in the default folder of a puzzle."""
    folder = default_folder(puzzle, starts)
    if not (folder / NAME).exists():
        raise TableError(
            f"the table of {puzzle.name} is made from a finished run, and there is none in {folder}: run "
            f"`slidefront expand {puzzle.name}` first, then this command again"
        )
    return Run(folder)


def _of_run(puzzle: Puzzle, run: Run, out: str | Path | None, budget: Budget) -> Table:
    """Make the table of a finished run."""
    if run.manifest.identity != identity_hash(puzzle) or run.manifest.metric != puzzle.metric:
        raise TableError(f"{run.folder} is a run of {run.manifest.puzzle}, not of this {puzzle.name}")
    path = Path(out) if out is not None else DATA / f"{run.folder.name}.table"
    refuse_uri(path)
    if path.exists() and read_table(path).header.manifest.identity != run.manifest.identity:
        raise TableError(f"{path} is a table of another puzzle: choose another file with -o, or remove it")
    table_of_run(run, path, budget.memory)
    return Table(path, puzzle)


def _there(path: Path, puzzle: Puzzle, starts: Starts) -> TableFile | None:
    """Open a table that exists, finished or not; refuse one of another puzzle or start."""
    if not path.exists():
        return None
    found = read_table(path)
    manifest = found.header.manifest
    wanted, of = new_manifest(puzzle, starts, None), f"{manifest.puzzle} from {manifest.start}"
    if manifest.identity != wanted.identity:
        of = difference(manifest, wanted)
    if manifest.identity != wanted.identity or found.header.starts != tuple(starts.keys.tolist()):
        raise TableError(f"{path} is a table of {of}: choose another file with -o, or remove it")
    return found


def _check_room(puzzle: Puzzle, need: int, allowed: int, path: Path) -> None:
    """Refuse a table that fits neither memory nor disk."""
    if need + BASE_MEMORY > allowed:
        raise LimitError(
            f"the table of {puzzle.name} needs {units.size(need + BASE_MEMORY)} of memory, more than the "
            f"{units.size(allowed)} allowed: give more --memory, or explore to a depth with `slidefront expand`"
        )
    if need > free_disk(path.parent):
        raise LimitError(
            f"the table of {puzzle.name} needs {units.size(need)} of disk and {units.size(free_disk(path.parent))} are "
            f"free for {path.parent}: choose another disk with -o"
        )


def _begin(
    puzzle: Puzzle, starts: Starts, ranking: TransferRanking, rank: int, before: TableFile | None
) -> tuple[TableHeader, Bits]:
    """Begin with the start alone, or continue an unfinished table."""
    shape = ranking.shape
    sizes = (shape.anchors, shape.blocks, shape.words, shape.per_word)
    if before is not None:
        if before.header.shape != sizes:
            raise TableError(
                f"{before.file.path} numbers boards differently than this version: remove it and start again"
            )
        return before.header, Bits(ranking, {name: before.file.load(name) for name in KEPT})
    bits = Bits(ranking)
    bits.start(rank)
    at_home = int(rank < shape.boards // shape.anchors)
    manifest = new_manifest(puzzle, starts, shape.boards)
    manifest.layers.append(bare_layer(0, 1, at_home))
    start = tuple(starts.keys.tolist())
    return TableHeader(manifest, starts=start, kind="bits", shape=sizes, recent=((rank,), ())), bits


class Explorer:
    """Explores one space, depth by depth, and writes its table."""

    def __init__(self, ranking: TransferRanking, path: Path, rank: int, header: TableHeader, bits: Bits) -> None:
        self._ranking = ranking
        self._path = path
        self._rank = rank
        self._header = header
        self._bits = bits
        self._saved = time.monotonic()

    def explore(self, pool: ThreadPoolExecutor, watcher: Watcher) -> None:
        """Continue to the end of the space, or until the watcher stops."""
        self._bits.step(1, np.empty(0, np.int64), pool, Watcher())  # compiles what is not timed
        while not self._header.manifest.whole:
            began = time.perf_counter()
            found = self._bits.step(self._depth, self._anchors(), pool, watcher)
            seconds = time.perf_counter() - began
            self._count(found, seconds)
            if not found.complete:
                self._save()
                raise Interrupted
            if self._finish_depth():
                layer, reached = self._header.manifest.layers[-1], self._header.reached
                watcher.counted(TableProgress(layer.depth, layer.boards, layer.seconds, reached, self._boards))
                if time.monotonic() - self._saved > SAVE_EVERY:
                    self._save()
        self._write_whole()

    @property
    def _depth(self) -> int:
        """The depth that is being explored."""
        return len(self._header.manifest.layers)

    @property
    def _boards(self) -> int:
        return self._ranking.shape.boards

    def _anchors(self) -> Numbers:
        return self._bits.anchors_at(self._depth, self._rank)

    def _count(self, found: Found, seconds: float) -> None:
        """Add what has been found to the current depth."""
        header = self._header
        before = header.partial or bare_layer(self._depth, 0, 0)
        partial = bare_layer(
            before.depth,
            before.boards + int(found.boards.sum()),
            before.marked + int(found.boards[HOME]),
            round(before.seconds + seconds, 3),
        )
        ranks = sorted((*header.recent[-1], *found.ranks))[:LOGGED]
        self._header = replace(header, partial=partial, recent=(*header.recent[:-1], tuple(ranks)))

    def _finish_depth(self) -> bool:
        """Make a layer of what has been found; tell whether it has any board."""
        header = self._header
        if header.partial is None or not header.partial.boards:
            self._header = replace(header, manifest=replace(header.manifest, whole=True), partial=None)
            return False
        recent = (*header.recent, ())[-_DEPTHS_LOGGED:]
        manifest = replace(header.manifest, layers=[*header.manifest.layers, header.partial])
        self._header = replace(header, manifest=manifest, partial=None, recent=recent)
        self._bits.turn()
        return True

    def _save(self) -> None:
        write_table(self._path, self._header, self._bits.arrays)
        self._saved = time.monotonic()

    def _write_whole(self) -> None:
        """Write the finished table, with the deepest boards."""
        ranks = [rank for depth in reversed(self._header.recent) for rank in depth][:LOGGED]
        deepest = tuple(self._ranking.keys(np.array(ranks, np.int64)).tolist())
        header = replace(self._header, deepest=deepest, recent=())
        write_table(self._path, header, {name: self._bits.arrays[name] for name in ("low", "high")})
