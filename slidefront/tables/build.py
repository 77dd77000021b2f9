"""Explore a whole space into a table: the command `slidefront table`, and the API for it. Verify a table."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, check_key_bits
from slidefront.errors import BoardError, LimitError, TableError
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.files import is_file, refuse_uri, writing_to
from slidefront.machine import free_disk, release_memory
from slidefront.notation.boards import Starts, start_at
from slidefront.notation.load import load
from slidefront.puzzles.core import Board, Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array, check_writable
from slidefront.store.manifest import Manifest, default_table, difference, new_manifest
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, NO_BITS, Sources
from slidefront.tables.regions import RegionBits, check_regions, has_regions, needs_of
from slidefront.tables.rows import (
    RowLists,
    begin,
    check_room,
    first_ahead,
    first_unreached,
    fits,
    is_one_sided,
    new_rows,
    rows_of,
    side_of_starts,
    step_one,
    step_two,
    with_fresh_rows,
)
from slidefront.tables.table import (
    FORMAT,
    PLANES,
    Table,
    TableFile,
    TableHeader,
    bare_layer,
    locked_log,
    log_of,
    ranking_of,
    read_table,
    write_table,
)
from slidefront.threads import thread_pool
from slidefront.watch import Interrupted, TableProgress, Watcher

SAVE_EVERY = 600.0
"""Seconds after which an unfinished table is saved, so that a power cut costs no more than that."""
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


def explore(header: TableHeader, space: "SpaceBits | RegionBits", pool: ThreadPoolExecutor, watcher: Watcher) -> None:
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


class SpaceBits:
    """The rows of a ranking with one or two bits for each board, and the moves between them."""

    save_every = SAVE_EVERY
    read = written = 0

    def __init__(
        self,
        ranking: Ranking,
        starts: Numbers,
        arrays: Mapping[str, Array] | None = None,
        depth: int = 0,
        path: Path | None = None,
    ) -> None:
        """Begin with the starts, given by ascending ranks, or with the arrays of a table to a depth."""
        self.ranking = ranking
        self._path = path
        shape, marks, moves = ranking.shape, ranking.marked, ranking.moves
        release_memory()  # of what these are made of, before the codes of all boards take theirs
        sides = side_of_starts(ranking, starts)
        self._one = one = sides is not None
        self._halves = None if one else ranking.sides_of(np.arange(shape.rows))
        """With two bits the sides of rows, which a step works on one after the other; None if there are none."""
        new = arrays is None
        if arrays is None:
            names, code = (("bits",), NO_BITS) if one else (("low", "high"), ALL_BITS)
            arrays = {name: np.full(shape.all_words, code) for name in names} | new_rows(ranking, marks)
        self.arrays = {**arrays}
        if not one:
            self.arrays.setdefault("following", np.zeros(shape.rows, np.uint8))
        self._rows = rows_of(starts, self.arrays, marks, shape.boards_per_row)
        planes = [plane.reshape(shape.rows, shape.words) for plane in self.planes.values()]
        self._low, self._high = (planes * 2)[:2]
        self._layer = np.zeros_like(self._low) if self._halves is None and not one else self._low[:0]
        front = self.arrays["front"]
        if new:
            fill = ALL_BITS >> np.uint64(64 - shape.per_word) if one else ALL_BITS
            begin(self._low, fill, self._rows, front, shape.per_word)
            if not one:
                self._high[front > 0] = self._low[front > 0]
        sources = self._layer if self._layer.size else self._low
        high = self._high if self._halves is not None else self._low[:0]
        self._sources = Sources(sources, high, self._rows.reached if one else front, front, moves)
        self._lists = RowLists(self._rows, moves, sides, front, depth)
        if self._layer.size:
            now = self._lists.front
            kernels.list_layer(self._low, self._high, self._layer, now[:0], now, depth % 3)

    @property
    def planes(self) -> dict[str, Keys]:
        """The codes of all boards."""
        return {name: self.arrays[name] for name in PLANES if name in self.arrays}

    def save(self, header: TableHeader) -> None:
        """Write what is needed to continue, where there is a file for it."""
        if self._path is not None:
            write_table(self._path, header, self.arrays)

    def finish(self, header: TableHeader) -> None:
        """Write the table, where there is a file for it."""
        if self._path is not None:
            write_table(self._path, header, self.planes)

    def turn(self, depth: int) -> None:
        """Make the boards that were found last, those of a depth, the ones that the next step starts from."""
        before = self._lists.front
        self._lists.turn(self._rows, depth)
        if self._layer.size:
            kernels.list_layer(self._low, self._high, self._layer, before, self._lists.front, depth % 3)
        if not self._one:
            front, following = self._rows.following, self._sources.front
            self._rows = self._rows._replace(following=following)
            self._sources = self._sources._replace(known=front, front=front)
            self.arrays.update(front=front, following=following)

    def step(self, depth: int, pool: ThreadPoolExecutor, _: Watcher) -> tuple[int, int, tuple[int, ...]]:
        """Find the boards of a depth; return how many, how many are marked, and a list for `TableHeader.ahead`."""
        shape, task = self.ranking.shape, np.array([depth, self.ranking.shape.per_word, 0])
        listed = self._lists.next(self._rows, depth)
        if self._one:
            boards, marked, unreached = step_one(self._low, self._rows, self._sources, listed, task, pool)
            sides, side = self._lists.sides, self._lists.side(depth)
            return boards, marked, with_fresh_rows(unreached, self._rows.left, sides, side, shape.boards_per_row)

        halves = self._halves
        parts = [listed] if halves is None else [listed[halves[listed] == side] for side in (0, 1)]
        planes = self._low, self._high
        found = [step_two(planes, self._rows, self._sources, part, task, pool) for part in parts]
        return (
            sum(boards for boards, _ in found),
            sum(marked for _, marked in found),
            first_unreached([*planes], self._rows, shape),
        )


_SLICE = 1 << 20  # words


@dataclass(frozen=True)
class TableReport:
    """What was found in a table."""

    path: Path
    deep: bool
    """Whether the distances were computed again."""
    manifest: Manifest | None
    """None if it cannot be read."""
    faults: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify_table(
    table: Table | str | Path,
    *,
    deep: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> TableReport:
    """Check the file of a table; `deep` also computes its distances again and compares.

    Nothing is changed. The memory limit is for a deep check.
    """
    path, manifest = table.path if isinstance(table, Table) else Path(table), None
    budget = resources.budget()
    try:
        found = read_table(path)
        manifest = found.header.manifest
        if found.file is not None:
            found.file.check()
    except TableError as error:
        return TableReport(path, deep, manifest, (str(error),))
    if not deep:
        return TableReport(path, deep, manifest)
    fault = _first_fault(table if isinstance(table, Table) else Table(path), budget, watcher or Watcher())
    return TableReport(path, deep, manifest, (str(FORMAT.fault(path, fault)),) if fault else ())


def _first_fault(table: Table, budget: Budget, watcher: Watcher) -> str:
    """Explore the space again, and compare the layers, the bits and the deepest boards."""
    ranking, ranks = table.ranking, table.start_ranks
    check_room(ranking, table.header.bits, f"computing the distances of {table.place} again", budget)
    starts = Starts(table.manifest.start_kind, table.manifest.start, ranking.keys(ranks))
    again, space = new_header(table.puzzle, starts, ranking, ranks), SpaceBits(ranking, ranks)
    if again.manifest.start_digest != table.manifest.start_digest:
        return f"its boards at depth 0 are not {table.manifest.start}"
    with thread_pool(budget.threads, "slidefront") as pool:
        explore(again, space, pool, watcher)
    layers = zip_longest(table.manifest.layers, again.manifest.layers, fillvalue=bare_layer(0, 0, 0))
    for depth, (told, found) in enumerate(layers):
        if (told.board_count, told.marked) != (found.board_count, found.marked):
            return (
                f"its header has {told.board_count:,} boards, {told.marked:,} of them marked, at depth {depth}, and "
                f"there are {found.board_count:,}, {found.marked:,} of them marked"
            )
    if fault := _difference(table, space):
        return fault
    deepest = table.header.deepest[: len(again.deepest)]
    return "" if deepest == again.deepest else "the deepest boards of its header are not the deepest"


def _difference(table: Table, space: SpaceBits) -> str:
    """Compare all bits."""
    shape, planes = table.header.shape, space.planes
    wrong, first = 0, 0
    for start in reversed(range(0, shape.all_words, _SLICE)):
        some = slice(start, start + _SLICE)
        words = np.bitwise_or.reduce([table.planes[name][some] ^ planes[name][some] for name in planes])
        words &= ALL_BITS >> np.uint64(64 - shape.per_word)
        (places,) = np.nonzero(words)
        if places.size:
            word = int(words[places[0]])
            first = (start + int(places[0])) * shape.per_word + (word & -word).bit_length() - 1
            wrong += sum(one.bit_count() for one in words[places].tolist())
    if not wrong:
        return ""
    board = table.puzzle.format(int(table.ranking.keys(np.array([first]))[0]))
    return f"the distances of {units.counted(wrong, 'board')} are wrong, such as that of {board}"
