"""A space whose bits are larger than memory: they are in a file, and pass through memory by regions.

A *region* is a stretch of rows, of tiles those with the hole at one place and the first tiles at others, so that the
moves from a region lead to few others, and back. A step goes through the regions of the side of its depth. It needs a
region with all that moves lead to, and takes next the one of which most is in memory, where those stay that most of
the regions to come need. It writes each region once, and leaves out those that no board can be found in.

The file is that of the table, which has no header yet: rows that no board has reached are holes in it. Next to it is a
log (`log_of`):

    a header and the arrays of all rows      once, when the file is begun
    a region at a depth                      when it is written: how many boards of each row have the code of the depth
    a header                                 when a depth is finished, and all of it is on disk

What is lost when the process is killed is the region at work and the one that is being written; it does not matter how
much of them is. For a step only reads rows of the other side, and what it writes (`row AND found`, `row OR NOT found`)
is the same where some of it is written already; what is new follows from the counts, which are those of the log. After
a power failure the log may tell of regions that the disk has not got, so each record has the digest of its rows: all of
them are checked when the work goes on, and where the last depth differs it is found again.
"""

import mmap
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small
from slidefront.errors import LimitError, TableError
from slidefront.files import locked, replacement, sealed, sync_open
from slidefront.machine import process_memory, release_memory
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import seal, start_of
from slidefront.tables import kernels
from slidefront.tables.file import FORMAT, PACKED, TableHeader, bare_layer, data_of, header_of, log_of, records_of
from slidefront.tables.kernels import ALL, Rows, Sources
from slidefront.tables.space import BASE_MEMORY, LOGGED, Found, memory_of, new_rows, rows_of, side_of_starts
from slidefront.watch import Watcher

_FIRST = 4096  # where the bits begin in the file
LARGEST = 32 << 20
"""The most bytes of a region: large enough for a disk, small enough that many are in memory."""
SPARE = 64 << 20
"""Bytes that a step takes besides regions and what is known of rows: moves, lists, what is written to the log."""
_GAP = 64 << 10  # bytes that are read or written rather than left out
_UNSYNCED = 256 << 20  # bytes after which the disk begins to write
_SMALLEST = 4 << 20  # bytes of a region below which there is little to win
_TASK = 1 << 16  # words of a task
_TASKS = 16
_ROW = 6  # bytes of a row that are taken later: of `alike`, `reached` and `front`


READ, WRITTEN = 50, 30
"""How many times the bytes of a table are read from its file and written to it: 0.85 and 0.5 times in a step of a wide
layer, as measured with 3 x 4 and a sixth of it in memory, in some sixty such steps."""
RATE = 500_000_000
"""Bytes in a second of the disk that this was measured on, in pieces of 32 MiB, both ways."""
_LOG = 40
"""Bytes of the log for each row: less than one byte in a step."""


@dataclass(frozen=True)
class TableNeeds:
    """What a table takes."""

    file: int
    log: int
    memory: int
    """In memory."""
    least: int
    """By regions: with room for some of them."""
    read: int
    written: int

    def __str__(self) -> str:
        moved = f"{units.size(self.read)} read, {units.size(self.written)} written, {units.duration(self.seconds)}"
        least = f", or {units.size(self.least)} by regions: about {moved} on one disk" if self.least else ""
        return f"{units.size(self.file)} of disk, {units.size(self.memory)} of memory{least}"

    @property
    def seconds(self) -> float:
        """The time by regions, where nothing that is read was in memory already."""
        return (self.read + self.written) / RATE


def needs_of(ranking: Ranking) -> TableNeeds:
    """Reckon what the table of a space takes, from what others took."""
    shape = ranking.shape
    bits = (1 if ranking.has_sides else 2) * 8 * shape.all_words
    file = bits if shape.per_word > PACKED else bits * shape.per_word // 64
    if not has_regions(ranking):
        return TableNeeds(file, 0, memory_of(ranking), 0, 0, 0)
    least = BASE_MEMORY + SPARE + 32 * shape.rows + 16 * _SMALLEST
    return TableNeeds(file, _LOG * shape.rows, memory_of(ranking), least, READ * bits, WRITTEN * bits)


def has_regions(ranking: Ranking) -> bool:
    """Tell whether a space can be explored by regions: with one bit a board, and with words that the file has too."""
    return ranking.shape.per_word > PACKED and ranking.has_sides


def check_regions(ranking: Ranking, memory: int) -> None:
    """Refuse a space of which not even some rows at a time fit into memory."""
    least = needs_of(ranking).least
    if least > memory:
        raise _refusal(least, memory)


def _refusal(need: int, memory: int) -> LimitError:
    return LimitError(
        f"the table needs {units.size(need)} of memory for some of its rows at a time, more than the "
        f"{units.size(memory)} allowed: give more memory, or explore to a depth with `slidefront expand`",
        "memory",
    )


@dataclass(frozen=True)
class Cut:
    """How rows are cut into regions, and how many fit into memory."""

    rows: int
    """Rows of a region; the last one may have fewer."""
    near: list[Small]
    """For each region those that its moves lead to, and itself."""
    slots: int


def cut_rows(ranking: Ranking, memory: int, rows: int | None = None) -> Cut:
    """Cut the rows into regions: as large as fit into memory with all that the moves lead to, or of some rows."""
    shape, most = ranking.shape, LARGEST
    ranking.moves_in(0, 1)  # which makes what others are made of
    release_memory()
    free = memory - process_memory() - SPARE - _ROW * shape.rows
    while True:
        size = ranking.stretch(max(1, most // (8 * shape.words))) if rows is None else rows
        near = [_near(ranking, first, size) for first in range(0, shape.rows, size)]
        slots, needed = free // (8 * size * shape.words), min(max(one.size for one in near) + 2, len(near))
        if slots >= needed:
            return Cut(size, near, min(slots, len(near)))
        if size in (1, rows) or 8 * size * shape.words <= _SMALLEST:
            raise _refusal(memory - free + needed * 8 * size * shape.words, memory)
        most //= 2


def _near(ranking: Ranking, first: int, rows: int) -> Small:
    ends = ranking.moves_in(first, min(first + rows, ranking.shape.rows)).end // rows
    return np.flatnonzero(np.bincount(np.append(ends, first // rows))).astype(np.int32)


class Log:
    """The log of an unfinished table."""

    def __init__(self, path: Path) -> None:
        """Open it, or begin one; refuse one that another process writes."""
        try:
            self._file: BinaryIO = locked(path)
        except BlockingIOError:
            raise TableError(f"another process is making the table of {path}: wait for it") from None
        self.path = path

    def append(self, record: Mapping[str, Any], payload: bytes = b"") -> None:
        """Add a record with bytes that follow it."""
        self._file.write(sealed({**record, "bytes": len(payload), "crc32": zlib.crc32(payload)}) + payload)
        self._file.flush()

    def cut(self, end: int) -> None:
        """Remove what a killed process has not written to its end."""
        self._file.truncate(end)

    def sync(self) -> None:
        """Bring it to the disk."""
        sync_open(self._file.fileno())

    def close(self) -> None:
        """Close it, so that another process may write it."""
        self._file.close()


class RegionBits:
    """The rows of a ranking with one bit for each board, in a file: for the rest, the same as `SpaceBits`."""

    save_every = 0.0

    def __init__(self, ranking: Ranking, starts: Numbers, path: Path, memory: int, *, begun: bool) -> None:
        """Make room for regions; `begin` or `resume` comes next."""
        shape, sides = ranking.shape, side_of_starts(ranking, starts)
        assert sides is not None
        self.ranking = ranking
        self.read = self.written = 0
        self._path = path
        self._sides, self._first_side = sides
        self._arrays = new_rows(ranking, ranking.marked)
        self._rows = rows_of(starts, self._arrays, ranking.marked, shape.row_boards)
        self._cut = cut_rows(ranking, memory, next(records_of(log_of(path)))[0]["rows"] if begun else None)
        self._log = Log(log_of(path))
        regions, slots, rows = len(self._cut.near), self._cut.slots, self._cut.rows
        self._digests = np.zeros((2, regions), np.uint64)
        """For each side and region the digest of its rows in the file."""
        self._done: set[int] = set()
        """The regions that are finished at the depth at work."""
        self._pool = np.empty((slots * rows, shape.words), np.uint64)
        self._known, self._fronts = np.zeros(slots * rows, np.uint8), np.zeros(slots * rows, np.uint8)
        self._slot_of = np.full(regions, -1, np.int32)
        self._free = [*range(slots)]
        self._missing = np.array([near.size for near in self._cut.near])
        """For each region how many of those that it needs are not in memory."""
        self._needed = np.zeros(regions, np.int64)
        """For each region how many of those that wait need it."""
        self._loading: dict[int, Future[int]] = {}
        self._writing: tuple[int, dict[str, int], Future[tuple[int, int, bytes]]] | None = None
        self._syncing: Future[None] | None = None
        self._unsynced = 0
        self._disk = ThreadPoolExecutor(3, "slidefront-disk")
        self._file = -1

    def _side(self, depth: int) -> int:
        return (self._first_side + depth) % 2

    def _some(self, region: int) -> slice:
        """The rows of a region."""
        first = region * self._cut.rows
        return slice(first, min(first + self._cut.rows, self.ranking.shape.rows))

    def _slots(self, region: int) -> slice:
        """The places of its rows in memory."""
        first, some = int(self._slot_of[region]) * self._cut.rows, self._some(region)
        return slice(first, first + some.stop - some.start)

    def _view(self, region: int) -> Rows:
        """What is known of the rows of a region, for kernels that change it."""
        rows, some = self._rows, self._some(region)
        names = ("left", "alike", "reached", "following", "mask_of", "marked", "marked_alike")
        return rows._replace(**{name: getattr(rows, name)[some] for name in names})

    # The file

    def begin(self, header: TableHeader) -> None:
        """Begin the file with the starts."""
        shape = self.ranking.shape
        with replacement(self._path) as file:
            file.write(start_of(FORMAT))
            file.truncate(_FIRST + 8 * shape.all_words)
            file.flush()
            self._file = os.open(file.name, os.O_RDWR)
            for region in np.unique(self._rows.starts // (shape.row_boards * self._cut.rows)).tolist():
                rows, first = self._view(region), self._some(region).start
                plane = np.zeros((rows.left.size, shape.words), np.uint64)
                fill = ALL >> np.uint64(64 - shape.per_word)
                kernels.begin(plane, fill, rows, rows.following, np.array([0, shape.per_word, first]))
                self._write(plane, first, np.flatnonzero(rows.reached))
            for region in range(len(self._cut.near)):
                self._bring([region], [])
                self._digests[:, region] = [self._digest(region, side) for side in (0, 1)]
            self._log.cut(0)
            self._log.append({"rows": self._cut.rows})
            for name, array in self._arrays.items():
                self._log.append({"array": name}, zlib.compress(array.data, 1))
            self._log.append({"digests": self._digests.tolist()})
            self.save(header)

    def _fill(self, region: int) -> int:
        """Read the rows of a region that have reached boards; return how many bytes that took."""
        slots, some = self._slots(region), self._some(region)
        plane, taken = self._pool[slots], 0
        self._known[slots], self._fronts[slots] = self._rows.reached[some], self._rows.following[some]
        for first, end in self._stretches(np.flatnonzero(self._known[slots])):
            piece = plane[first:end].reshape(-1).view(np.uint8)
            at, got = self._place(some.start + first), 0
            while got < piece.size:
                read = os.preadv(self._file, [piece[got:].data], at + got)
                if not read:
                    raise FORMAT.fault(self._path, "it is cut")
                got += read
            taken += got
        return taken

    def _write(self, plane: Keys, first: int, rows: Numbers | Small) -> int:
        """Write some rows of a region, whose first row is given; return how many bytes that took."""
        taken = 0
        for start, end in self._stretches(rows):
            piece = plane[start:end].reshape(-1).view(np.uint8)
            at, put = self._place(first + start), 0
            while put < piece.size:
                put += os.pwrite(self._file, piece[put:].data, at + put)
            taken += put
        return taken

    def _place(self, row: int) -> int:
        return _FIRST + 8 * self.ranking.shape.words * row

    def _stretches(self, rows: Numbers | Small) -> Iterator[tuple[int, int]]:
        """Join rows to stretches, with what lies between them if that is little."""
        gaps = np.flatnonzero(np.diff(rows) > 1 + _GAP // (8 * self.ranking.shape.words))
        firsts, lasts = rows[np.append(0, gaps + 1)[: rows.size]], rows[np.append(gaps, -1)[: rows.size]]
        return zip(firsts.tolist(), (lasts + 1).tolist(), strict=True)

    def _digest(self, region: int, side: int) -> int:
        """Compute the digest of the rows of a side that have reached boards."""
        slots = self._slots(region)
        rows = np.flatnonzero(self._known[slots] & (self._sides[self._some(region)] == side))
        return int(kernels.digest_rows(self._pool[slots], rows))

    # The log

    def save(self, header: TableHeader) -> None:
        """Bring everything to the disk, and note a depth that is finished."""
        self._wait_for_disk()
        sync_open(self._file)
        if header.partial is None:
            self._log.append({"header": data_of(header), "read": self.read, "written": self.written})
            self._done.clear()
        self._log.sync()

    def resume(self) -> TableHeader:
        """Go on from what the log tells of."""
        self._file = os.open(self._path, os.O_RDWR)
        pending: list[tuple[dict[str, Any], bytes]] = []
        header, whole = None, 0
        for record, payload, whole in records_of(self._log.path):  # noqa: B007 - the last one counts
            if "array" in record:
                array = self._arrays[record["array"]]
                array[:] = np.frombuffer(zlib.decompress(payload), array.dtype)
            elif "digests" in record:
                self._digests[:] = record["digests"]
                self._rows.reached[:] = self._rows.left < self.ranking.shape.row_boards
            elif "header" in record:
                for one in pending:
                    self._take(*one)
                header, pending = header_of(record["header"]), []
                self.read, self.written = record["read"], record["written"]
                self.turn(header.manifest.depth)
            elif "region" in record:
                pending.append((record, payload))
        assert header is not None
        self._log.cut(whole)
        of_region = {record["region"]: (record, payload) for record, payload in pending}
        depth = len(header.manifest.layers)
        counts, logged = np.zeros(2, np.int64), list[int]()
        for region in range(len(self._cut.near)):
            good, (boards, marked, rows) = self._check(region, depth, of_region.get(region))
            if not good:
                raise FORMAT.fault(self._path, f"the boards at depth {depth - 1} are changed")
            counts += boards, marked
            logged += rows
        if self._done:
            header.partial = bare_layer(depth, *counts.tolist())
            header.recent = (*header.recent[:-1], tuple(logged[:LOGGED]))
        return header

    def _check(
        self, region: int, depth: int, found: tuple[dict[str, Any], bytes] | None
    ) -> tuple[bool, tuple[int, int, list[int]]]:
        """Compare a region with its digests; what the log has of the depth at work counts if it is in the file."""
        side, view = self._side(depth), self._view(region)
        names = ("left", "alike", "reached", "following", "marked", "marked_alike")
        before = {name: getattr(view, name).copy() for name in names}
        if found is not None:
            self._take(*found)
        self._bring([region], [])
        good = self._digest(region, 1 - side) == int(self._digests[1 - side, region])
        if found is not None:
            if self._digest(region, side) == int(self._digests[side, region]):
                self._done.add(region)
                new = np.flatnonzero(view.following & (self._sides[self._some(region)] == side))
                return good, (found[0]["boards"], found[0]["marked"], (self._some(region).start + new).tolist())
            for name, array in before.items():
                getattr(view, name)[:] = array
            self._drop(region)
        return good, (0, 0, [])

    def _take(self, record: Mapping[str, Any], payload: bytes) -> None:
        """Take over what the log has of a region: what the step has noted there."""
        region, side = record["region"], self._side(record["depth"])
        rows, boards = self._view(region), self.ranking.shape.row_boards
        listed = self._listed(region, side)
        masked = listed[rows.mask_of[listed] > 0]
        counts, marked = np.split(np.frombuffer(zlib.decompress(payload), "<i4"), [listed.size])
        left = boards - counts - rows.alike[listed]
        rows.following[listed] = left != rows.left[listed]
        rows.left[listed], rows.alike[listed], rows.reached[listed] = left, counts, left < boards
        rows.marked[masked] = rows.of_mask[rows.mask_of[masked]] - marked - rows.marked_alike[masked]
        rows.marked_alike[masked] = marked
        self._digests[side, region] = record["digest"]

    def _listed(self, region: int, side: int) -> Small:
        """List the rows of a region on a side that have boards left."""
        left, out = self._view(region).left, np.empty(self._cut.rows, np.int32)
        return out[: kernels.list_left(left, self._sides[self._some(region)], side, out)]

    # Regions in memory

    def _bring(self, regions: Sequence[int], keep: Sequence[int]) -> None:
        """Read regions, if they are not in memory, in place of others that few of those that wait need."""
        self._read_ahead(regions, keep)
        for region in regions:
            if region in self._loading:
                self.read += self._loading.pop(region).result()

    def _read_ahead(self, regions: Sequence[int], keep: Sequence[int]) -> None:
        """Begin to read regions, as many as there is room for."""
        for region in regions:
            if self._slot_of[region] >= 0:
                continue
            if not self._free:
                held = self._slot_of >= 0
                held[[*regions, *keep]] = False
                if self._writing is not None:
                    held[self._writing[0]] = False
                (others,) = np.nonzero(held)
                if not others.size:
                    return
                self._drop(int(others[self._needed[others].argmin()]))
            self._slot_of[region] = self._free.pop()
            self._missing[self._cut.near[region]] -= 1
            self._loading[region] = self._disk.submit(self._fill, region)

    def _drop(self, region: int) -> None:
        if region in self._loading:
            self.read += self._loading.pop(region).result()
        self._free.append(int(self._slot_of[region]))
        self._slot_of[region] = -1
        self._missing[self._cut.near[region]] += 1

    # Steps

    @cached_property
    def _mapped(self) -> mmap.mmap:
        return mmap.mmap(self._file, 0, prot=mmap.PROT_READ)

    @property
    def planes(self) -> dict[str, Keys]:
        """The codes of all boards, as they are on disk."""
        return {"bits": np.frombuffer(self._mapped, np.uint64, self.ranking.shape.all_words, _FIRST)}

    def forget(self) -> None:
        """Give back the memory of what was read of the codes: mapped pages, and those around them, are counted."""
        self._mapped.madvise(mmap.MADV_DONTNEED)

    def turn(self, depth: int) -> None:
        """Make the boards that were found last, those of a depth, the ones that the next step starts from."""
        self._rows.following[self._sides == self._side(depth + 1)] = 0

    def step(self, depth: int, _: Sequence[int], pool: ThreadPoolExecutor, watcher: Watcher) -> Found:
        """Find the boards of a depth, region by region. If the watcher wants to stop, some wait."""
        waiting = self._todo(self._side(depth))
        waiting[[*self._done]] = False
        self._needed[:] = 0
        for region in np.flatnonzero(waiting).tolist():
            self._needed[self._cut.near[region]] += 1
        for region in np.flatnonzero(self._slot_of >= 0).tolist():
            self._fronts[self._slots(region)] = self._rows.following[self._some(region)]
        counts, logged = np.zeros(2, np.int64), list[int]()
        following = self._next(waiting)
        while following is not None and not watcher.stop():
            region = following
            waiting[region] = False
            watcher.on_message(f"depth {depth}: {waiting.sum()} of {waiting.size} regions are to come")
            near = self._cut.near[region].tolist()
            self._needed[near] -= 1
            self._bring(near, [])
            following = self._next(waiting)
            if following is not None:
                self._read_ahead(self._cut.near[following].tolist(), near)
            found, rows = self._work(region, depth, pool)
            counts += found
            logged = sorted([*logged, *rows])[:LOGGED]
        self._end_writing()
        return Found(int(counts[0]), int(counts[1]), logged, [], not waiting.any())

    def _todo(self, side: int) -> npt.NDArray[np.bool_]:
        """Tell which regions a step must look at: they have boards of both kinds, or are next to the last layer."""
        flags = np.zeros((3, len(self._cut.near)), np.uint8)
        kernels.survey(self._rows, self._sides, np.array([side, self._cut.rows]), flags)
        partly, fresh, front = flags > 0
        beside = np.array([front[near].any() for near in self._cut.near])
        return np.asarray(partly | (fresh & beside))

    def _next(self, waiting: npt.NDArray[np.bool_]) -> int | None:
        (regions,) = np.nonzero(waiting)
        return int(regions[self._missing[regions].argmin()]) if regions.size else None

    def _work(self, region: int, depth: int, pool: ThreadPoolExecutor) -> tuple[Numbers, list[int]]:
        """Find the boards at a depth in a region; it is written while the next one is looked at."""
        some, slots, side = self._some(region), self._slots(region), self._side(depth)
        rows = self._view(region)._replace(reached=self._known[slots], following=self._fronts[slots])
        sources = Sources(self._pool, self._known, self._fronts)
        moves = self.ranking.moves_in(some.start, some.stop)
        ends = np.empty_like(moves.end)
        kernels.place_ends(moves.end, self._cut.rows, self._slot_of, ends)
        moves = moves._replace(end=ends)
        listed = self._listed(region, side)
        rows.following[listed] = 0
        task = np.array([depth, self.ranking.shape.per_word, some.start])

        def run(listed: Small) -> tuple[Numbers, Numbers]:
            counts, log = np.zeros(2, np.int64), np.zeros(LOGGED + 1, np.int64)
            kernels.step_one(self._pool[slots], rows, sources, moves, listed, task, counts, log)
            return counts, log[1 : 1 + log[0]]

        results = [*pool.map(run, np.array_split(listed, min(_TASKS, 1 + listed.size * rows.masks.shape[1] // _TASK)))]
        counts = np.sum([counts for counts, _ in results], axis=0)
        self._rows.reached[some], self._rows.following[some] = rows.reached, rows.following
        self._end_writing()
        noted = np.concatenate([rows.alike[listed], rows.marked_alike[listed[rows.mask_of[listed] > 0]]])
        record = {"depth": depth, "region": region, "boards": int(counts[0]), "marked": int(counts[1])}
        changed = listed[rows.reached[listed] > 0]
        self._writing = region, record, self._disk.submit(self._store, region, side, changed, noted)
        return counts, sorted(row for _, logged in results for row in logged.tolist())[:LOGGED]

    def _store(self, region: int, side: int, changed: Small, noted: Small) -> tuple[int, int, bytes]:
        """Write rows of a region; return how many bytes that took, and the digest and counts for the log."""
        digest = self._digest(region, side)
        written = self._write(self._pool[self._slots(region)], self._some(region).start, changed)
        return written, digest, zlib.compress(noted.data, 1)

    def _end_writing(self) -> None:
        """Wait until the region that is being written is in the file, and note it in the log."""
        if self._writing is None:
            return
        region, record, store = self._writing
        written, digest, payload = store.result()
        self._writing = None
        self._done.add(region)
        self._digests[self._side(record["depth"]), region] = digest
        self._log.append({**record, "digest": digest}, payload)
        self.written += written
        self._unsynced += written
        if self._unsynced > _UNSYNCED and (self._syncing is None or self._syncing.done()):
            self._wait_for_disk()
            self._syncing, self._unsynced = self._disk.submit(sync_open, self._file), 0

    def _wait_for_disk(self) -> None:
        if self._syncing is not None:
            self._syncing.result()
            self._syncing = None

    def finish(self, header: TableHeader) -> None:
        """Complete the file, and remove the log."""
        seal(self._path, FORMAT, data_of(header), {"bits": (np.dtype(np.uint64), self.ranking.shape.all_words)})
        self._log.path.unlink()

    def release(self) -> None:
        """Release the memory of regions."""
        self._pool = self._pool[:0].copy()

    def close(self) -> None:
        """Wait for the disk, and let others continue."""
        self._disk.shutdown()
        self._log.close()
        if self._file >= 0:
            os.close(self._file)
