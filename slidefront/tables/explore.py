"""Explore a whole space into a table: the command `slidefront table`, and the API for it.

A table takes one bit a board or two, so it can hold spaces whose layers would fill a disk. It is in memory while the
space is explored. It is saved at the end, on an interruption, and every ten minutes.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Numbers, check_key_bits
from slidefront.errors import LimitError, TableError
from slidefront.executors.budget import make_budget
from slidefront.explore.expand import new_manifest
from slidefront.files import is_file, is_replacing, refuse_uri
from slidefront.machine import free_disk
from slidefront.notation.boards import Starts
from slidefront.notation.load import load
from slidefront.puzzles.core import Board, Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import check_writable
from slidefront.store.manifest import default_table, difference
from slidefront.tables.codes import Codes
from slidefront.tables.file import FORMAT, TableFile, TableHeader, TableInMemory, bare_layer, read_table, write_table
from slidefront.tables.space import LOGGED, Found, SpaceBits, check_room
from slidefront.tables.starts import MOST_LISTED, ranking_of, ranks_of, table_starts
from slidefront.tables.table import Table
from slidefront.threads import thread_pool
from slidefront.watch import Interrupted, TableProgress, Watcher

_DEPTHS_LOGGED = 8
SAVE_EVERY = 600.0
"""Seconds after which an unfinished table is saved, so that a power cut costs no more than that."""


def make_table(
    puzzle: Puzzle | str | Path,
    out: str | Path | None = None,
    *,
    start: Board = "home",
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> Table:
    """Make the table of the distances of all boards from a start, or from all boards that meet the goal.

    The same call again continues after an interruption, and only opens a table that is finished. `memory` is in bytes,
    or a text such as 1GiB.
    """
    puzzle = load(puzzle)
    budget = make_budget(threads)
    budget = budget if memory is None else replace(budget, memory=units.parse_size(memory))
    check_key_bits(puzzle)
    ranking = ranking_of(puzzle)
    starts = table_starts(puzzle, start, ranking)
    path = Path(out) if out is not None else default_table(puzzle, starts.kind)
    refuse_uri(path)
    before = _there(path, puzzle, starts)
    if before is not None and before.header.manifest.whole:
        before.file.check()
        return Table(path, puzzle)
    check_room(ranking, f"the table of {puzzle.name}", budget)
    ranks = ranks_of(ranking, starts)
    _check_disk(puzzle, ranking, path)
    explorer = Explorer(ranking, path, ranks, *_begin(puzzle, starts, ranking, ranks, before))
    with thread_pool(budget.threads, "slidefront") as pool:
        explorer.explore(pool, watcher or Watcher())
    del explorer
    return Table(path, puzzle)


def explore_in_memory(puzzle: Puzzle, start: Board = "home", watcher: Watcher | None = None) -> Table:
    """Make a table that is in memory alone, for a space that is small."""
    check_key_bits(puzzle)
    budget, ranking = make_budget(), ranking_of(puzzle)
    check_room(ranking, f"exploring {puzzle.name}", budget)
    starts = table_starts(puzzle, start, ranking)
    ranks = ranks_of(ranking, starts)
    explorer = Explorer(ranking, None, ranks, *_begin(puzzle, starts, ranking, ranks, None))
    with thread_pool(budget.threads, "slidefront") as pool:
        return Table(explorer.explore(pool, watcher or Watcher()), puzzle)


def _there(path: Path, puzzle: Puzzle, starts: Starts) -> TableFile | None:
    """Open a table that exists, finished or not; refuse one of another puzzle or start."""
    if not is_file(path):
        return None
    try:
        found = read_table(path)
    except TableError:
        if is_replacing():
            return None
        raise
    manifest = found.header.manifest
    wanted, of = new_manifest(puzzle, starts, None), f"{manifest.puzzle} from {manifest.start}"
    if manifest.identity != wanted.identity:
        of = difference(manifest, wanted)
    if (manifest.identity, manifest.start_digest) != (wanted.identity, wanted.start_digest):
        if is_replacing():
            return None
        raise TableError(f"{path} is a table of {of}: replace it, or choose another file", "force", "out")
    return found


def _check_disk(puzzle: Puzzle, ranking: Ranking, path: Path) -> None:
    """Refuse a table that cannot be written, before any work."""
    check_writable(path, FORMAT)
    need = (2 if ranking.sides is None else 1) * 8 * ranking.shape.all_words
    if need > free_disk(path.parent):
        raise LimitError(
            f"the table of {puzzle.name} needs {units.size(need)} of disk and {units.size(free_disk(path.parent))} are "
            f"free for {path.parent}: choose another disk",
            "out",
        )


def _begin(
    puzzle: Puzzle, starts: Starts, ranking: Ranking, ranks: Numbers, before: TableFile | None
) -> tuple[TableHeader, SpaceBits]:
    """Begin with the starts alone, or continue an unfinished table."""
    shape = ranking.shape
    sizes = (shape.rows, shape.words, shape.per_word)
    if before is not None:
        if before.header.shape != sizes:
            raise TableError(
                f"{before.file.path} numbers boards differently than this version: remove it and start again"
            )
        arrays = {name: before.file.load(name) for name in before.file.arrays}
        return before.header, SpaceBits(ranking, ranks, arrays, before.header.manifest.depth)
    space = SpaceBits(ranking, ranks)
    manifest = new_manifest(puzzle, starts, shape.boards)
    manifest.layers.append(bare_layer(0, ranks.size, puzzle.count_marked(starts.keys)))
    listed = tuple(starts.keys.tolist()) if ranks.size <= MOST_LISTED else ()
    bits = len(space.planes)
    return TableHeader(manifest, starts=listed, bits=bits, shape=sizes, recent=((), ())), space


class Explorer:
    """Explores one space, depth by depth, and writes its table."""

    def __init__(
        self, ranking: Ranking, path: Path | None, starts: Numbers, header: TableHeader, space: SpaceBits
    ) -> None:
        self._ranking = ranking
        self._path = path
        self._starts = starts
        self._header = header
        self._space = space
        self._saved = time.monotonic()

    def explore(self, pool: ThreadPoolExecutor, watcher: Watcher) -> TableInMemory:
        """Continue to the end of the space, and write the table with the deepest boards; or until the watcher stops."""
        while not self._header.manifest.whole:
            began = time.perf_counter()
            found = self._space.step(self._depth, self._header.done, pool, watcher)
            self._count(found, time.perf_counter() - began)
            if not found.complete:
                self._save()
                raise Interrupted
            if self._finish_depth():
                layer, reached = self._header.manifest.layers[-1], self._header.reached
                boards = self._ranking.shape.boards
                watcher.on_depth(TableProgress(layer.depth, layer.boards, layer.seconds, reached, boards))
                if time.monotonic() - self._saved > SAVE_EVERY:
                    self._save()
        self._header.deepest, self._header.recent = tuple(self._ranking.keys(self._deepest()).tolist()), ()
        if self._path is not None:
            write_table(self._path, self._header, self._space.planes)
        return TableInMemory(self._header, self._space.planes)

    @property
    def _depth(self) -> int:
        """The depth that is being explored."""
        return len(self._header.manifest.layers)

    def _count(self, found: Found, seconds: float) -> None:
        """Add what has been found to the current depth."""
        header = self._header
        before = header.partial or bare_layer(self._depth, 0, 0)
        boards, marked = before.boards + found.boards, before.marked + found.marked
        header.partial = bare_layer(before.depth, boards, marked, round(before.seconds + seconds, 3))
        header.recent = (*header.recent[:-1], tuple(sorted((*header.recent[-1], *found.rows))[:LOGGED]))
        header.done = () if found.complete else tuple(found.tasks)

    def _finish_depth(self) -> bool:
        """Make a layer of what has been found; tell whether it has any board."""
        header = self._header
        if header.partial is None or not header.partial.boards:
            header.manifest.whole, header.partial = True, None
            return False
        self._space.turn(self._depth)
        header.manifest.layers.append(header.partial)
        header.recent, header.partial = (*header.recent, ())[-_DEPTHS_LOGGED:], None
        return True

    def _save(self) -> None:
        if self._path is not None:
            write_table(self._path, self._header, self._space.arrays)
        self._saved = time.monotonic()

    def _deepest(self) -> Numbers:
        """Find some of the deepest boards: those of the last depths in the rows that were recorded."""
        header = self._header
        codes = Codes(self._ranking, self._starts, self._space.planes, header.manifest.depth)
        above = np.empty(0, np.int64)
        found = [above]
        for depth, rows in zip(count(header.manifest.depth, -1), reversed(header.recent[:-1]), strict=False):
            above = codes.deepest(depth, rows, above) if depth else self._starts
            found.append(above)
            if sum(some.size for some in found) >= LOGGED:
                break
        return np.concatenate(found)[:LOGGED]
