"""A space whose bits are larger than memory: they are in a file, and pass through memory by regions.

A *region* is a stretch of rows, of tiles those with the hole at one place and the first tiles at others, so that the
moves from a region lead to few others, and back. A step goes through the regions of the side of its depth. It needs a
region with all that moves lead to, and takes next the one of which most is in memory, where those stay that most of
the regions to come need. It writes each region once, without rows whose boards are all reached, because their bits
stay, and leaves out regions that no board can be found in.

The file is that of the table, without a header until the end. Rows that no board has reached are holes in it. Next to
it is a log (`log_of`):

    the rows of a region     once, when the file is begun
    a region at a depth      before it is written: what it will hold when it is written
    a header                 when a depth is finished, and all of it is on disk

The record of a region is on disk before the bytes of the region change. It has the digest of the new bits, how many
boards of each row have the code of the depth, and the first boards that are not reached yet: once a part of the region
is written, these cannot be told from the others. So whatever ends the work, each region is in one of two states:

    no record at this depth  its bits have the digest of its last record
    a record                 its bits are the new ones, or the old ones, or partly these and partly those

When the work is resumed, all regions are compared with their digests, and any other bits are refused. A region that has
a record without its new bits is computed again. A step only reads rows of the other side, and what it writes
(`row AND found`, `row OR NOT found`) is the same where some of it is written already, so the result must have the
digest of the record. If it has not, the bits were damaged, and the work ends with an error.

With two bits a board, low and high ones are in two planes, one behind the other, and all rows are on one side. A step
reads boards of one code and changes others, so it can be repeated too. At each third depth both bits of a board change,
and one without the other would be another code. So there a region is first written to a spare place behind the planes,
from which it is restored, and no other region is computed while it is written.

The file is mapped into memory, so that a step reads regions in the cache of the system, without a copy. The new bits of
a region are computed in a buffer and then written, because a full disk ends a write with an error, and ends a process
that changes a mapped file.
"""

import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from mmap import MADV_DONTNEED, PAGESIZE, mmap
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small
from slidefront.errors import LimitError, SlidefrontError
from slidefront.files import replacement, sealed, sync_open
from slidefront.machine import process_memory, release_memory
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import seal, start_of
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, Rows, Sources
from slidefront.tables.rows import (
    BASE_MEMORY,
    DEEPEST,
    begin,
    first_unreached,
    memory_of,
    new_rows,
    rows_of,
    side_of_starts,
    step_one,
    step_two,
    with_fresh_rows,
)
from slidefront.tables.table import FORMAT, PACKED, PLANES, TableHeader, data_of, header_of, log_of, records_of
from slidefront.watch import Interrupted, Watcher

_FIRST = 4096  # where the bits begin in the file
LARGEST = 32 << 20
"""The most bytes of a region: large enough for a disk, small enough that many are in memory."""
SPARE = 96 << 20
"""Bytes that a step takes besides regions and what is known of rows: moves, lists, what is written to the log."""
_GAP = 64 << 10  # bytes that are read or written rather than left out
_CHANGING = ("left", "alike", "reached", "following", "marked", "marked_alike")  # what a step changes of `Rows`
_PARTS = 4  # of a region, for threads
_UNSYNCED = 64 << 20  # bytes after which the disk begins to write
_SMALLEST = 4 << 20  # bytes of a region below which there is little to win
_ROW = 14  # bytes of a row that are taken later: of `alike`, `marked`, `marked_alike`, `reached` and `front`
READ, WRITTEN = 60, 25
"""How many times the bytes of a table are about read from its file and written to it: 47 and 19 times for 2 x 7 with a
fifth of the table in memory, 76 and 31 for the mural, of which each row leads to twice as many, 24 and 14 for 3 x 4."""
RATE = 500_000_000
"""Bytes in a second of the disk that this was measured on, in pieces of 32 MiB, both ways."""
_LOG = 40
"""Bytes of the log for each row: less than one byte in a step."""


@dataclass(frozen=True)
class TableNeeds:
    """What a table takes; where it cannot be explored by regions, what is only about these is 0."""

    file_bytes: int
    log_bytes: int
    """Of the log while it is explored by regions."""
    memory_bytes: int
    """To explore it in memory."""
    least_memory_bytes: int
    """To explore it by regions: with memory for the fewest regions that a step needs."""
    read_bytes: int
    written_bytes: int
    seconds: float
    """By regions, if nothing that is read was in memory already."""


def needs_of(ranking: Ranking, bits: int = 0) -> TableNeeds:
    """Estimate what the table of a space takes, from what others took; `bits` is 0 for the fewest that are enough."""
    shape = ranking.shape
    bits = bits or (1 if ranking.has_sides else 2)
    planes = bits * 8 * shape.all_words
    file = planes if shape.per_word > PACKED else planes * shape.per_word // 64
    if not has_regions(ranking):
        return TableNeeds(file, 0, memory_of(ranking, bits), 0, 0, 0, 0)
    least = BASE_MEMORY + SPARE + 32 * shape.rows + 16 * bits * _SMALLEST
    read, written, log = READ * planes, WRITTEN * planes, _LOG * shape.rows
    return TableNeeds(file, log, memory_of(ranking, bits), least, read, written, (read + written) / RATE)


def has_regions(ranking: Ranking) -> bool:
    """Tell whether a space can be explored by regions: with words that the file has too."""
    return ranking.shape.per_word > PACKED


def check_regions(ranking: Ranking, bits: int, memory: int) -> None:
    """Refuse a space of which not even some rows at a time fit into memory."""
    least = needs_of(ranking, bits).least_memory_bytes
    if least > memory:
        raise _refusal(least, memory)


def _refusal(need: int, memory: int) -> LimitError:
    return LimitError(
        f"the table needs {units.size(need)} of memory for some of its rows at a time, more than the "
        f"{units.size(memory)} allowed: give more memory, or explore to a depth",
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


def cut_rows(ranking: Ranking, bits: int, memory: int, rows: int | None = None) -> Cut:
    """Cut the rows into regions: as large as fit into memory with all that the moves lead to, or of some rows."""
    shape, most = ranking.shape, LARGEST
    row_bytes = 8 * bits * shape.words
    ranking.moves_in(0, 1)  # which makes what others are made of
    release_memory()
    free = memory - process_memory() - SPARE - _ROW * shape.rows
    while True:
        size = ranking.stretch(max(1, most // row_bytes)) if rows is None else rows
        near = [_near(ranking, first, size) for first in range(0, shape.rows, size)]
        slots, needed = free // (size * row_bytes) - 2, max(one.size for one in near)
        if slots >= needed:
            return Cut(size, near, slots)
        if size in (1, rows) or size * row_bytes <= _SMALLEST:
            raise _refusal(memory - free + (needed + 2) * size * row_bytes, memory)
        most //= 2


def _near(ranking: Ranking, first: int, rows: int) -> Small:
    ends = ranking.moves_in(first, min(first + rows, ranking.shape.rows)).end // rows
    return np.flatnonzero(np.bincount(np.append(ends, first // rows))).astype(np.int32)


class RegionBits:
    """The rows of a ranking with one or two bits for each board, in a file; else the same as `SpaceBits`."""

    save_every = 0.0

    def __init__(
        self, ranking: Ranking, starts: Numbers, path: Path, log: BinaryIO, memory: int, *, begun: bool
    ) -> None:
        """Make room for regions; `begin` or `resume` comes next. The log is open, and closed by the caller."""
        shape, sides = ranking.shape, side_of_starts(ranking, starts)
        self._bits = 2 if sides is None else 1
        self.ranking = ranking
        self.read = self.written = 0
        self._path = path
        self._sides, self._first_side = sides or (np.zeros(shape.rows, np.uint8), 0)
        self._rows = rows_of(starts, new_rows(ranking, ranking.marked), ranking.marked, shape.boards_per_row)
        self._front = self._rows.following if sides else np.zeros(shape.rows, np.uint8)
        """The rows with boards of the last layer."""
        self._cut = cut_rows(ranking, self._bits, memory, next(records_of(log_of(path)))[0]["rows"] if begun else None)
        self._log = log
        regions = len(self._cut.near)
        self._buffers = np.empty((2, self._bits, self._cut.rows, shape.words), np.uint64)
        """The new bits of the region at work, and of the one before it, which is being written."""
        self._digests = np.zeros((2, regions, 2), np.uint64)
        """For each side and region the digest of its rows with boards left, and of the others that are reached."""
        self._done: set[int] = set()
        """The regions that are finished at the depth at work, where so many boards and marked ones were found:"""
        self._found = np.zeros(2, np.int64)
        self._unreached = np.empty(0, np.int64)
        """The first boards that are not reached yet in these regions, without those of rows of which nothing is."""
        self._mapped = np.zeros(regions, np.bool_)
        """The regions that are in memory."""
        self._recorded: dict[int, dict[str, Any]] = {}
        """The records of regions at the depth at work that do not have their new bits yet."""
        self._missing = np.array([near.size for near in self._cut.near])
        """For each region how many of those that it needs are not."""
        self._needed = np.zeros(regions, np.int64)
        """For each region how many of those that wait need it."""
        self._disk = ThreadPoolExecutor(3, "slidefront-disk")
        self._writing = self._syncing = self._disk.submit(lambda: None)
        self._unsynced = self._slot = 0
        self._file = -1

    def _side(self, depth: int) -> int:
        return (self._first_side + depth) % 2 if self._bits == 1 else 0

    def _some(self, region: int) -> slice:
        """The rows of a region."""
        first = region * self._cut.rows
        return slice(first, min(first + self._cut.rows, self.ranking.shape.rows))

    def _view(self, some: slice) -> Rows:
        """What is known of some rows, for kernels that change it."""
        rows = self._rows
        return rows._replace(**{name: getattr(rows, name)[some] for name in ("mask_of", *_CHANGING)})

    # The file

    def begin(self, header: TableHeader) -> None:
        """Begin the file with the starts."""
        with replacement(self._path) as file:
            file.write(start_of(FORMAT))
            file.truncate(self._place(self._bits, 0))
            file.flush()
            self._open(file.name)
            for first, planes, reached in self._starts():
                self._write(planes, first, reached)
            self.turn(0)
            self._note({"rows": self._cut.rows})
            self.save(header)

    def _open(self, path: str | Path) -> None:
        shape, size = self.ranking.shape, self._place(self._bits, 0)
        self._file = os.open(path, os.O_RDWR)
        if os.fstat(self._file).st_size < size:
            raise FORMAT.fault(self._path, "it is cut")
        self._map = mmap(self._file, size)
        places = (self._place(number, 0) for number in range(self._bits))
        planes = [np.frombuffer(self._map, np.uint64, shape.all_words, place) for place in places]
        self._planes = [plane.reshape(shape.rows, shape.words) for plane in planes]

    def _starts(self) -> Iterator[tuple[int, Sequence[Keys], Numbers]]:
        """Reach the starts; yield the first row of each region with starts, its bits, and which rows are reached."""
        shape = self.ranking.shape
        fill = ALL_BITS >> np.uint64(64 - shape.per_word) if self._bits == 1 else ALL_BITS
        for region in np.unique(self._rows.starts // (shape.boards_per_row * self._cut.rows)).tolist():
            some = self._some(region)
            rows = self._view(some)
            plane = np.zeros((rows.left.size, shape.words), np.uint64)
            begin(plane, fill, rows, rows.following, shape.per_word, some.start)
            planes = [plane] * self._bits
            self._digests[:, region] = self._digests_of(planes, some)
            yield some.start, planes, np.flatnonzero(rows.reached)

    def _write(self, planes: Sequence[Keys], first: int, rows: Small | Numbers, slot: int | None = None) -> int:
        """Write some rows of a region that begins with the row `first`, to their place or to a spare one.

        Return how many bytes that took.
        """
        taken = 0
        for (number, plane), (start, end) in product(enumerate(planes), [*self._stretches(rows)]):
            octets, put = plane[start:end].reshape(-1).view(np.uint8), 0
            at = self._place(number, first + start) if slot is None else self._spare_place(slot, number, start)
            while put < octets.size:
                put += os.pwrite(self._file, octets[put:].data, at + put)
            taken += put
        return taken

    def _spare_place(self, slot: int, plane: int, row: int) -> int:
        return self._place(2, 0) + 8 * ((2 * slot + plane) * self._cut.rows + row) * self.ranking.shape.words

    def _spared(self, some: slice, side: int, digest: Keys) -> list[Keys] | None:
        """Restore the new bits of a region from a spare place; None if they are in neither."""
        stretches = [*self._stretches(np.flatnonzero(self._rows.following[some]))]
        for slot in (0, 1) if self._bits == 2 else ():
            planes = [plane[some].copy() for plane in self._planes]
            for (number, plane), (start, end) in product(enumerate(planes), stretches):
                octets = os.pread(self._file, plane[start:end].nbytes, self._spare_place(slot, number, start))
                words = np.frombuffer(octets[: len(octets) // 8 * 8], np.uint64)
                plane[start:end].reshape(-1)[: words.size] = words
            if (self._digests_of(planes, some)[side] == digest).all():
                return planes
        return None

    def _place(self, plane: int, row: int) -> int:
        """Find where a row of a plane begins in the file."""
        shape = self.ranking.shape
        return _FIRST + plane * -(-8 * shape.all_words // _FIRST) * _FIRST + 8 * shape.words * row

    def _stretches(self, rows: Small | Numbers) -> Iterator[tuple[int, int]]:
        """Join rows to stretches, with what lies between them if that is little."""
        gaps = np.flatnonzero(np.diff(rows) > 1 + _GAP // (8 * self.ranking.shape.words))
        firsts, lasts = rows[np.append(0, gaps + 1)[: rows.size]], rows[np.append(gaps, -1)[: rows.size]]
        return zip(firsts.tolist(), (lasts + 1).tolist(), strict=True)

    def _digest(self, planes: Sequence[Keys], some: slice, rows: Numbers | Small) -> Keys:
        """Compute the digests of rows with reached boards: of those that have boards left, and of the others."""
        open_ = self._rows.left[some][rows] > 0
        firsts = [some.start + number * self.ranking.shape.rows for number in range(self._bits)]
        digests = [
            [kernels.digest_rows(plane, one, first) for one in (rows[open_], rows[~open_])]
            for plane, first in zip(planes, firsts, strict=True)
        ]
        return np.asarray(np.array(digests, np.uint64).sum(axis=0, dtype=np.uint64))

    def _digests_of(self, planes: Sequence[Keys], some: slice) -> Keys:
        """Compute the digests of a region for both sides."""
        reached, sides = self._rows.reached[some] > 0, self._sides[some]
        return np.stack([self._digest(planes, some, np.flatnonzero(reached & (sides == side))) for side in (0, 1)])

    # The log

    def _note(self, record: Mapping[str, Any], payload: bytes = b"") -> None:
        """Add a record to the log, with bytes that follow it."""
        self._log.write(sealed({**record, "bytes": len(payload), "crc32": zlib.crc32(payload)}) + payload)
        self._log.flush()

    def save(self, header: TableHeader) -> None:
        """Bring everything to the disk, and note a depth that is finished."""
        self._syncing.result()
        sync_open(self._file)
        self._note({"header": data_of(header), "read": self.read, "written": self.written})
        sync_open(self._log.fileno())

    def resume(self) -> TableHeader:
        """Continue from the state that the log describes; refuse a file with other bits."""
        self._open(self._path)
        records: dict[int, tuple[dict[str, Any], bytes]] = {}
        header, end = None, 0
        for _ in self._starts():
            pass
        for record, payload, end in records_of(log_of(self._path)):  # noqa: B007 - the last one counts
            if "header" in record:
                for region_record in records.values():
                    self._take(*region_record)
                header, records = header_of(record["header"]), {}
                self.read, self.written = record["read"], record["written"]
                self.turn(header.manifest.depth)
            elif "region" in record:
                records[record["region"]] = record, payload
                self._list(np.array(record["unreached"], np.int64))
        assert header is not None
        self._log.truncate(end)
        for region in range(len(self._cut.near)):
            self._check(region, self._side(len(header.manifest.layers)), records.get(region))
        return header

    def _check(self, region: int, side: int, recorded: tuple[dict[str, Any], bytes] | None) -> None:
        """Compare a region with its digests; `recorded` is its record at the depth at work, which is on a side."""
        some = self._some(region)
        rows, digests = self._view(some), self._digests[:, region]
        before = {name: getattr(rows, name).copy() for name in _CHANGING}
        old = digests[side].copy()
        if recorded is not None:
            self._take(*recorded)
        self._bring(np.array([region]))
        planes = [plane[some] for plane in self._planes]
        is_good = (self._digests_of(planes, some) == digests).all(axis=1)
        if recorded is not None and not is_good[side]:
            spared = self._spared(some, side, digests[side])
            if spared is not None:
                self._write(spared, some.start, np.flatnonzero(rows.following))
                is_good[side] = True
        if recorded is not None and is_good[side]:
            self._done.add(region)
            self._found += recorded[0]["boards"], recorded[0]["marked"]
        elif recorded is not None:  # the step computes it again, but not the rows whose boards are all reached
            for name, array in before.items():
                getattr(rows, name)[:] = array
            digests[side] = old
            self._recorded[region] = recorded[0]
            is_good[side] = self._digests_of(planes, some)[side, 1] == old[1]
        if not is_good.all():
            raise self._fault()

    def _fault(self) -> SlidefrontError:
        return FORMAT.fault(self._path, "its bits are not those that its log describes")

    def _take(self, record: Mapping[str, Any], payload: bytes) -> None:
        """Take over what the log has of a region: what the step has noted there."""
        region, side = record["region"], self._side(record["depth"])
        some = self._some(region)
        rows, boards = self._view(some), self.ranking.shape.boards_per_row
        listed = self._listed(some, side)
        masked = listed[rows.mask_of[listed] > 0]
        counts, marked = np.split(np.frombuffer(zlib.decompress(payload), "<i4"), [listed.size])
        if self._bits == 2:
            left, rows.marked[masked] = counts, marked
        else:
            left = boards - counts - rows.alike[listed]
            rows.marked[masked] = rows.of_mask[rows.mask_of[masked]] - marked - rows.marked_alike[masked]
            rows.alike[listed], rows.marked_alike[masked] = counts, marked
        rows.following[listed] = left != rows.left[listed]
        rows.left[listed], rows.reached[listed] = left, left < boards
        self._digests[side, region] = record["digests"]

    def _listed(self, some: slice, side: int) -> Small:
        """List those of some rows on a side that have boards left."""
        left, out = self._rows.left[some], np.empty(self._cut.rows, np.int32)
        return out[: kernels.list_left(left, 1, self._sides[some], side, out)]

    def _list(self, unreached: Numbers) -> Numbers:
        """Add to the first boards that are not reached yet; return those that are among them now."""
        if self._unreached.size == DEEPEST and not (unreached < self._unreached[-1]).any():
            return unreached[:0]
        self._unreached = np.union1d(self._unreached, unreached)[:DEEPEST]
        return np.intersect1d(self._unreached, unreached)

    # Regions in memory

    def _bring(self, regions: Small) -> None:
        """Have regions in memory, in place of others that few of those that wait need."""
        keep = np.isin(np.arange(self._mapped.size), regions)
        for region in regions[~self._mapped[regions]].tolist():
            if self._mapped.sum() == self._cut.slots:
                (others,) = np.nonzero(self._mapped & ~keep)
                self._drop(int(others[self._needed[others].argmin()]))
            self._mapped[region] = True
            self._missing[self._cut.near[region]] -= 1
            reached = int(self._rows.reached[self._some(region)].sum())
            self.read += 8 * self._bits * self.ranking.shape.words * reached

    def _drop(self, region: int) -> None:
        """Take a region out of the memory of this process; the system may have it still."""
        some = self._some(region)
        for plane in range(self._bits):
            first = self._place(plane, some.start) // PAGESIZE * PAGESIZE
            self._map.madvise(MADV_DONTNEED, first, self._place(plane, some.stop) - first)
        self._mapped[region] = False
        self._missing[self._cut.near[region]] += 1

    def _read_ahead(self, regions: list[int]) -> None:
        """Let the system read regions that come next, where it can be told to."""
        if not hasattr(os, "posix_fadvise"):
            return
        for region in regions:
            some = self._some(region)
            stretches = [*self._stretches(np.flatnonzero(self._rows.reached[some]))]
            for plane, (first, end) in product(range(self._bits), stretches):
                at = self._place(plane, some.start + first)
                os.posix_fadvise(self._file, at, self._place(plane, some.start + end) - at, os.POSIX_FADV_WILLNEED)

    # Steps

    def turn(self, depth: int) -> None:
        """Make the boards that were found last, those of a depth, the ones that the next step starts from."""
        if self._bits == 2:
            self._front, self._rows = self._rows.following, self._rows._replace(following=self._front)
        self._rows.following[self._sides == self._side(depth + 1)] = 0
        self._done.clear()
        self._recorded.clear()
        self._found[:] = 0
        self._unreached = self._unreached[:0]

    def step(self, depth: int, pool: ThreadPoolExecutor, watcher: Watcher) -> tuple[int, int, tuple[int, ...]]:
        """Find the boards of a depth, region by region; return the same as that of a space in memory."""
        side = self._side(depth)
        waiting = self._todo(side)
        waiting[[*self._done]] = False
        self._needed[:] = 0
        for region in np.flatnonzero(waiting).tolist():
            self._needed[self._cut.near[region]] += 1
        following = self._next(waiting)
        while following is not None and not watcher.stop():
            region = following
            waiting[region] = False
            watcher.on_message(f"depth {depth}: {waiting.sum()} of {waiting.size} regions are to come")
            near = self._cut.near[region]
            self._needed[near] -= 1
            self._bring(near)
            following = self._next(waiting)
            if following is not None:
                ahead = self._cut.near[following]
                self._disk.submit(self._read_ahead, [following, *ahead[~self._mapped[ahead]].tolist()])
            self._found += self._work(region, depth, pool)
            self._done.add(region)
        self._writing.result()
        if following is not None:
            raise Interrupted
        row_boards = self.ranking.shape.boards_per_row
        if self._bits == 2:
            unreached = first_unreached(self._planes, self._rows, self.ranking.shape)
            return int(self._found[0]), int(self._found[1]), unreached
        unreached = with_fresh_rows(self._unreached, self._rows.left, self._sides, side, row_boards)
        return int(self._found[0]), int(self._found[1]), unreached

    def _todo(self, side: int) -> npt.NDArray[np.bool_]:
        """Tell which regions a step must look at: they have boards of both kinds, or are next to the last layer."""
        partly, fresh, front = np.zeros((3, len(self._cut.near)), np.bool_)
        for region in range(front.size):
            some = self._some(region)
            rows, here = self._view(some), self._sides[some] == side
            left = here & (rows.left > 0)
            partly[region] = self._bits == 1 and rows.reached[left].any()
            fresh[region] = left.any() if self._bits == 2 else not rows.reached[left].all()
            front[region] = self._front[some].any() if self._bits == 2 else rows.following[~here].any()
        beside = np.array([front[near].any() for near in self._cut.near])
        return np.asarray(partly | (fresh & beside))

    def _next(self, waiting: npt.NDArray[np.bool_]) -> int | None:
        (regions,) = np.nonzero(waiting)
        return int(regions[self._missing[regions].argmin()]) if regions.size else None

    def _work(self, region: int, depth: int, pool: ThreadPoolExecutor) -> tuple[int, int]:
        """Find the boards at a depth in a region, and begin to write it."""
        some, side = self._some(region), self._side(depth)
        rows, listed = self._view(some), self._listed(some, side)
        planes = [buffer[: rows.left.size] for buffer in self._buffers[0]]
        others, before = np.ones(rows.left.size, np.bool_), rows.reached[listed]
        others[listed] = self._bits == 2
        for new, plane in zip(planes, self._planes, strict=True):
            new[others] = plane[some][others]  # because what is between rows that change is written too
        moves = self.ranking.moves_in(some.start, some.stop)
        task = np.array([depth, self.ranking.shape.per_word, some.start])
        if self._bits == 1:
            sources = Sources(self._planes[0], self._planes[0][:0], self._rows.reached, self._front, moves)
            boards, marked, unreached = step_one(planes[0], rows, sources, listed, task, pool)
        else:
            for new in planes:
                new[rows.reached == 0] = ALL_BITS
            sources = Sources(self._planes[0], self._planes[1], self._front, self._front, moves)
            boards, marked = step_two((planes[0], planes[1]), rows, sources, listed, task, pool)
            unreached = self._unreached
        reached = changed = listed[rows.reached[listed] > 0]
        self._digests[side, region, 0] = 0
        self._digests[side, region] += sum(
            pool.map(lambda part: self._digest(planes, some, part), np.array_split(reached, _PARTS))
        )
        outcome = {"boards": boards, "marked": marked, "digests": self._digests[side, region].tolist()}
        record = self._recorded.pop(region, None)
        if record is None:
            record = {"depth": depth, "region": region, **outcome, "unreached": self._list(unreached).tolist()}
            kept = (rows.following[listed] == 0) if self._bits == 2 else (before > 0) & (rows.left[listed] == 0)
            changed = listed[(rows.reached[listed] > 0) & ~kept]
        elif any(record[name] != value for name, value in outcome.items()):
            raise self._fault()
        counts = (rows.left, rows.marked) if self._bits == 2 else (rows.alike, rows.marked_alike)
        noted = np.concatenate([counts[0][listed], counts[1][listed[rows.mask_of[listed] > 0]]])
        self._writing.result()
        self._buffers = self._buffers[::-1]
        self._writing = self._disk.submit(self._write_region, record, noted, planes, changed)
        if self._bits == 2 and depth % 3 == 0:
            self._writing.result()
        return boards, marked

    def _write_region(
        self, record: Mapping[str, Any], noted: Small, planes: Sequence[Keys], rows: Small | Numbers
    ) -> None:
        """Note a region in the log, and write some of its rows."""
        self._note(record, zlib.compress(noted.data, 1))
        sync_open(self._log.fileno())  # before any byte that it describes changes
        if self._bits == 2 and record["depth"] % 3 == 0:
            self._slot = 1 - self._slot  # the region in the other place may not be on disk yet
            self._count_written(self._write(planes, 0, rows, self._slot))
            sync_open(self._file)
        self._count_written(self._write(planes, self._some(record["region"]).start, rows))

    def _count_written(self, written: int) -> None:
        """Let the disk begin to write, so that little is left for the end of a depth."""
        self.written += written
        self._unsynced += written
        if self._unsynced > _UNSYNCED and self._syncing.done():
            self._syncing.result()  # which tells what went wrong
            self._syncing, self._unsynced = self._disk.submit(sync_open, self._file), 0

    def finish(self, header: TableHeader) -> None:
        """Complete the file: its log is not needed any more."""
        kind = np.dtype(np.uint64), self.ranking.shape.all_words
        names = PLANES[:1] if self._bits == 1 else PLANES[1:]
        seal(self._path, FORMAT, data_of(header), dict.fromkeys(names, kind))

    def close(self) -> None:
        """Wait for the disk."""
        self._disk.shutdown()
        if self._file >= 0:
            os.close(self._file)
