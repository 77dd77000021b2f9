"""Explore a space whose bits exceed memory: they stay in the file of the table and pass through memory by regions.

A *region* is a group of consecutive rows, chosen so that its moves lead to few other regions (for tiles: rows with the
same hole and the same places of the first tiles). To process a region, a step needs every region that its moves reach.
It picks the region whose dependencies are mostly in memory already, and evicts the regions that the fewest remaining
regions need. A step writes a region at most once, without the rows whose boards are all reached, because their bits no
longer change. It skips regions that cannot contain new boards.

The file is the file of the table, without a header until the end; rows without reached boards are holes in it. Next to
it is a log (`log_of`) with three kinds of records:

    the rows per region      once, when the file is begun
    a region at a depth      before the region is written: a description of its new content
    a header                 when a depth is finished and on disk

The record of a region is on disk before its bytes change. The record has the digest of the new bits, the number of
boards per row that have the code of the depth, and the first unreached boards, because a partly written region no
longer shows them. So when work is interrupted, each region is in one of two states:

    no record at this depth  its bits have the digest of its last record
    a record                 its bits are the new ones, the old ones, or a mixture of both

On resuming, all regions are compared with their digests, and other bits raise an error. If a region has a record but
not its new bits, it is recomputed. A step only reads rows of the other parity class, and `row AND neighbours` and `row
OR NOT neighbours` give the same result if a part is written already. So the result must have the digest of the record;
if not, the bits were damaged, and the work ends with an error.

With two bits per board, the low and the high bits are two planes, one behind the other, and all rows are in one class.
A step reads boards with one code and changes others, so it can be repeated as well, with one exception: at every third
depth both bits of a board change, and if only one of them is written, the board has a third code. So at these depths a
region is first written to a spare slot behind the planes, from which it is restored, and no other region is computed
while it is written.

The file is mapped into memory, so that a step reads regions from the page cache without a copy. New bits are computed
in a buffer and then written, because a full disk turns a write into an error, but kills a process that changes a
mapped file.
"""

import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import product
from mmap import MADV_DONTNEED, PAGESIZE, mmap
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.errors import SlidefrontError
from slidefront.executors.budget import Budget
from slidefront.files import replacement, sync_open
from slidefront.machine import process_memory, release_memory
from slidefront.puzzles.ranking import Ranking, Shape
from slidefront.store.array_files import complete_file, start_of
from slidefront.store.log import append_record
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, Rows, Sources
from slidefront.tables.rows import (
    DEEPEST,
    SMALLEST_REGION,
    SPARE,
    STORED_COUNTS,
    CodedSpace,
    first_unreached,
    reach_starts,
    regions_error,
    rows_of,
    run_step,
)
from slidefront.tables.table import FORMAT, TableHeader, header_data, header_from, records_of
from slidefront.watch import Interrupted, Watcher

_FIRST = 4096  # the offset of the bits in the file
LARGEST = 32 << 20
"""The most bytes of a region: large enough for a disk, small enough that many fit into memory."""
_LATER_PER_ROW = 14
"""Bytes that are touched later: `same_code`, `unreached_selected`, `selected_same_code`, `reached` and `front`."""
_GAP = 64 << 10  # bytes between two rows that are transferred rather than skipped
_DIGEST_TASKS = 4
_CHANGING = (*STORED_COUNTS.values(), "reached", "next_front")  # the fields of `Rows` a step changes


@dataclass(frozen=True)
class Cut:
    """The division of rows into regions."""

    rows: int
    """The rows per region; the last region may have fewer."""
    needs: list[Small]
    """For each region, the regions that its moves lead to, and itself."""
    slots: int
    """How many regions fit into memory."""


def cut_rows(ranking: Ranking, bits: int, memory: int, rows: int | None = None) -> Cut:
    """Divide the rows into the largest regions that fit into memory, or into regions of the given number of rows."""
    shape, most = ranking.shape, LARGEST
    row_bytes = 8 * bits * shape.words
    ranking.moves_in(0, 1)  # computes what all moves are derived from, so that it counts as used memory
    release_memory()
    free = memory - process_memory() - SPARE - _LATER_PER_ROW * shape.rows
    while True:
        size = ranking.stretch(max(1, most // row_bytes)) if rows is None else rows
        needs = needed_regions(ranking, size)
        slots, least = free // (size * row_bytes) - 2, max(regions.size for regions in needs)
        if slots >= least:
            return Cut(size, needs, slots)
        if size in (1, rows) or size * row_bytes <= SMALLEST_REGION:
            raise regions_error(memory - free + (least + 2) * size * row_bytes, memory)
        most //= 2


def needed_regions(ranking: Ranking, size: int) -> list[Small]:
    """List for each region of `size` rows the regions that its moves lead to, and itself."""
    needs = []
    for first in range(0, ranking.shape.rows, size):
        ends = ranking.moves_in(first, min(first + size, ranking.shape.rows)).end // size
        needs.append(np.flatnonzero(np.bincount(np.append(ends, first // size))).astype(np.int32))
    return needs


class RegionFile:
    """The file of a table while it is explored by regions: planes of bits, mapped into memory, and two spare slots.

    A slot has room for all planes of one region.
    """

    def __init__(self, path: Path, shape: Shape, bits: int, region_rows: int) -> None:
        """Open a file; raise TableError if it is too short."""
        self._shape, self._region_rows = shape, region_rows
        self._descriptor, size = os.open(path, os.O_RDWR), offset_of(shape, bits, 0)
        if os.fstat(self._descriptor).st_size < size:
            self.close()
            raise FORMAT.fault(path, "it is cut")
        self._map = mmap(self._descriptor, size)
        offsets = (offset_of(shape, plane, 0) for plane in range(bits))
        planes = [np.frombuffer(self._map, np.uint64, shape.all_words, offset) for offset in offsets]
        self.planes = [plane.reshape(shape.rows, shape.words) for plane in planes]

    def sync(self) -> None:
        """Bring everything to disk."""
        sync_open(self._descriptor)

    def close(self) -> None:
        """Close the file; the planes stay valid."""
        os.close(self._descriptor)

    def write(self, planes: Sequence[Keys], first: int, rows: Small | Numbers, slot: int | None = None) -> int:
        """Write some rows of a region whose first row is `first`, in place or to a spare slot; return the bytes."""
        total = 0
        for (number, plane), (start, end) in product(enumerate(planes), self.stretches(rows)):
            octets, written = plane[start:end].reshape(-1).view(np.uint8), 0
            offset = offset_of(self._shape, number, first + start)
            if slot is not None:
                offset = self._slot_offset(slot, number, start)
            while written < octets.size:
                written += os.pwrite(self._descriptor, octets[written:].data, offset + written)
            total += written
        return total

    def read_slot(self, slot: int, planes: Sequence[Keys], rows: Numbers) -> None:
        """Read some rows of a region from a spare slot, as far as it has them."""
        for (number, plane), (start, end) in product(enumerate(planes), self.stretches(rows)):
            octets = os.pread(self._descriptor, plane[start:end].nbytes, self._slot_offset(slot, number, start))
            words = np.frombuffer(octets[: len(octets) // 8 * 8], np.uint64)
            plane[start:end].reshape(-1)[: words.size] = words

    def _slot_offset(self, slot: int, plane: int, row: int) -> int:
        """Return the offset of a row of a region in a spare slot."""
        rows_before = (2 * slot + plane) * self._region_rows + row
        return offset_of(self._shape, 2, 0) + 8 * rows_before * self._shape.words

    def stretches(self, rows: Small | Numbers) -> list[tuple[int, int]]:
        """Join ascending rows into stretches (first row, end) that include small gaps."""
        gaps = np.flatnonzero(np.diff(rows) > 1 + _GAP // (8 * self._shape.words))
        firsts, lasts = rows[np.append(0, gaps + 1)[: rows.size]], rows[np.append(gaps, -1)[: rows.size]]
        return [*zip(firsts.tolist(), (lasts + 1).tolist(), strict=True)]

    def evict(self, span: slice) -> None:
        """Remove some rows from the memory of this process; the page cache may keep them."""
        for plane in range(len(self.planes)):
            first = offset_of(self._shape, plane, span.start) // PAGESIZE * PAGESIZE
            self._map.madvise(MADV_DONTNEED, first, offset_of(self._shape, plane, span.stop) - first)

    def read_ahead(self, rows: Numbers) -> None:
        """Ask the system to read some rows, if it supports that."""
        if hasattr(os, "posix_fadvise"):
            for plane, (first, end) in product(range(len(self.planes)), self.stretches(rows)):
                offset = offset_of(self._shape, plane, first)
                length = offset_of(self._shape, plane, end) - offset
                os.posix_fadvise(self._descriptor, offset, length, os.POSIX_FADV_WILLNEED)


def offset_of(shape: Shape, plane: int, row: int) -> int:
    """Return the offset of a row of a plane in the file."""
    return _FIRST + plane * -(-8 * shape.all_words // _FIRST) * _FIRST + 8 * shape.words * row


class RegionBits:
    """A space in a file: one or two bits for each board. It has the public methods of `SpaceBits`."""

    _file: RegionFile

    def __init__(self, coded: CodedSpace, path: Path, log: BinaryIO, budget: Budget, *, begun: bool) -> None:
        """Divide the rows into regions; call `begin` or `resume` next. The caller opens and closes the log."""
        self.ranking = coded.ranking
        self.read = self.written = 0
        """Bytes of the file."""
        self._coded, self._bits, self._path = coded, coded.bits, path
        self._rows = rows_of(coded, coded.ranking.marked)
        self._front = self._rows.next_front if self._bits == 1 else np.zeros_like(self._rows.next_front)
        """For each row, whether it has boards of the last layer."""
        known_size = next(records_of(path)).value["rows"] if begun else None
        self._cut = cut_rows(coded.ranking, self._bits, budget.memory, known_size)
        self._log = log
        regions = len(self._cut.needs)
        self._buffers = np.empty((2, self._bits, self._cut.rows, coded.ranking.shape.words), np.uint64)
        """The new bits of the region being computed, and of the region before it, which is being written."""
        self._digests = np.zeros((2, regions, 2), np.uint64)
        """For each parity class and region, the digest of its rows with unreached boards, and of its other rows."""
        # The depth in progress
        self._done: set[int] = set()
        """The finished regions."""
        self._counts = np.zeros(2, np.int64)
        """The boards and selected boards that were found in them."""
        self._unreached = np.empty(0, np.int64)
        """The first unreached boards in them, without rows that have no reached board."""
        self._recorded: dict[int, dict[str, Any]] = {}
        """The records of regions that do not have their new bits yet."""
        # Memory and disk
        self._mapped = np.zeros(regions, np.bool_)
        """Whether a region is in memory."""
        self._missing = np.array([needs.size for needs in self._cut.needs])
        """For each region, how many of the regions that it needs are not in memory."""
        self._waiting = np.zeros(regions, np.int64)
        """For each region, how many of the remaining regions need it."""
        self._disk = ThreadPoolExecutor(3, "slidefront-disk")
        self._writing = self._syncing = self._disk.submit(lambda: None)
        self._unsynced = self._slot = 0
        self._most_unsynced = budget.sizes.unsynced_bytes
        self._opened = ExitStack()

    def _span(self, region: int) -> slice:
        """Return the rows of a region."""
        first = region * self._cut.rows
        return slice(first, min(first + self._cut.rows, self.ranking.shape.rows))

    def _view(self, span: slice) -> Rows:
        """Return a view of the state of some rows, for kernels that change it."""
        rows = self._rows
        return rows._replace(**{name: getattr(rows, name)[span] for name in ("mask_of", *_CHANGING)})

    def _listed(self, span: slice, parity: int) -> Small:
        """List the rows of a span that are in a parity class and have unreached boards."""
        left, out = self._rows.unreached[span], np.empty(self._cut.rows, np.int32)
        return out[: kernels.list_unreached(left, 1, self._coded.parities[span], parity, out)]

    # Begin, save and resume

    def begin(self, header: TableHeader) -> None:
        """Begin the file with the starts."""
        with replacement(self._path) as file:
            file.write(start_of(FORMAT))
            file.truncate(offset_of(self.ranking.shape, self._bits, 0))
            file.flush()
            self._open(Path(file.name))
            for first, planes, reached in self._reach_starts():
                self._file.write(planes, first, reached)
            self.turn(0)
            append_record(self._log, {"rows": self._cut.rows})
            self.save(header)

    def _open(self, path: Path) -> None:
        file = RegionFile(path, self.ranking.shape, self._bits, self._cut.rows)
        self._file = self._opened.enter_context(closing(file))

    def save(self, header: TableHeader) -> None:
        """Bring everything to disk, and record a finished depth."""
        self._syncing.result()
        self._file.sync()
        append_record(self._log, {"header": header_data(header), "read": self.read, "written": self.written})
        sync_open(self._log.fileno())

    def resume(self) -> TableHeader:
        """Restore the state that the log describes, and return its header; raise TableError if the bits differ."""
        self._open(self._path)
        records: dict[int, tuple[dict[str, Any], bytes]] = {}
        header, end = None, 0
        for _ in self._reach_starts():
            pass
        for record, payload, end in records_of(self._path):  # noqa: B007 - the last offset counts
            if "header" in record:
                for region_record in records.values():
                    self._apply(*region_record)
                header, records = header_from(record["header"]), {}
                self.read, self.written = record["read"], record["written"]
                self.turn(header.manifest.depth)
            elif "region" in record:
                records[record["region"]] = record, payload
                self._add_unreached(np.array(record["unreached"], np.int64))
        assert header is not None
        self._log.truncate(end)
        for region in range(len(self._cut.needs)):
            self._check(region, self._coded.parity(len(header.manifest.layers)), records.get(region))
        return header

    def _reach_starts(self) -> Iterator[tuple[int, Sequence[Keys], Numbers]]:
        """Reach the starts. Yield for each region with starts its first row, its bits, and its reached rows."""
        shape = self.ranking.shape
        for region in np.unique(self._rows.starts // (shape.boards_per_row * self._cut.rows)).tolist():
            span = self._span(region)
            rows = self._view(span)
            plane = np.zeros((rows.unreached.size, shape.words), np.uint64)
            reach_starts(plane, self._coded.unreached_word, rows, rows.next_front, shape.per_word, span.start)
            planes = [plane] * self._bits
            self._digests[:, region] = self._digests_of(planes, span)
            yield span.start, planes, np.flatnonzero(rows.reached)

    def _apply(self, record: Mapping[str, Any], payload: bytes) -> None:
        """Update the state of the rows of a region from its record."""
        region, parity = record["region"], self._coded.parity(record["depth"])
        span = self._span(region)
        rows, boards = self._view(span), self.ranking.shape.boards_per_row
        listed = self._listed(span, parity)
        masked = listed[rows.mask_of[listed] > 0]
        counts, selected = np.split(np.frombuffer(zlib.decompress(payload), "<i4"), [listed.size])
        if self._bits == 2:
            left, rows.unreached_selected[masked] = counts, selected
        else:
            left, in_masks = boards - counts - rows.same_code[listed], rows.mask_counts[rows.mask_of[masked]]
            rows.unreached_selected[masked] = in_masks - selected - rows.selected_same_code[masked]
            rows.same_code[listed], rows.selected_same_code[masked] = counts, selected
        rows.next_front[listed] = left != rows.unreached[listed]
        rows.unreached[listed], rows.reached[listed] = left, left < boards
        self._digests[parity, region] = record["digests"]

    def _check(self, region: int, parity: int, recorded: tuple[dict[str, Any], bytes] | None) -> None:
        """Compare a region with its digests; `recorded` is its record at the depth in progress, of a parity class."""
        span = self._span(region)
        rows, digests = self._view(span), self._digests[:, region]
        before = {name: getattr(rows, name).copy() for name in _CHANGING}
        old = digests[parity].copy()
        if recorded is not None:
            self._apply(*recorded)
        self._map_regions(np.array([region]))
        planes = [plane[span] for plane in self._file.planes]
        is_good = (self._digests_of(planes, span) == digests).all(axis=1)
        if recorded is not None:
            record = recorded[0]
            spared = None if is_good[parity] else self._spared(span, parity, digests[parity])
            if spared is not None:
                self._file.write(spared, span.start, np.flatnonzero(rows.next_front))
                is_good[parity] = True
            if is_good[parity]:
                self._done.add(region)
                self._counts += record["boards"], record["marked"]
            else:  # the step recomputes it, except for the rows whose boards are all reached
                for name, array in before.items():
                    getattr(rows, name)[:] = array
                digests[parity] = old
                self._recorded[region] = record
                is_good[parity] = self._digests_of(planes, span)[parity, 1] == old[1]
        if not is_good.all():
            raise self._fault()

    def _fault(self) -> SlidefrontError:
        return FORMAT.fault(self._path, "its bits do not match its log")

    def finish(self, header: TableHeader) -> None:
        """Complete the file; its log is not needed any more."""
        kind = np.dtype(np.uint64), self.ranking.shape.all_words
        complete_file(self._path, FORMAT, header_data(header), dict.fromkeys(self._coded.plane_names, kind))

    def close(self) -> None:
        """Wait for the disk."""
        self._disk.shutdown()
        self._opened.close()

    def _spared(self, span: slice, parity: int, digest: Keys) -> list[Keys] | None:
        """Read the new bits of a region from a spare slot; None if neither slot has them."""
        for slot in (0, 1) if self._bits == 2 else ():
            planes = [plane[span].copy() for plane in self._file.planes]
            self._file.read_slot(slot, planes, np.flatnonzero(self._rows.next_front[span]))
            if (self._digests_of(planes, span)[parity] == digest).all():
                return planes
        return None

    def _digest(self, planes: Sequence[Keys], span: slice, rows: Numbers | Small) -> Keys:
        """Compute the digests of the rows of a span that have unreached boards, and of the other rows."""
        is_open = self._rows.unreached[span][rows] > 0
        firsts = [span.start + number * self.ranking.shape.rows for number in range(self._bits)]
        digests = [
            [kernels.digest_rows(plane, part, first) for part in (rows[is_open], rows[~is_open])]
            for plane, first in zip(planes, firsts, strict=True)
        ]
        return np.asarray(np.array(digests, np.uint64).sum(axis=0, dtype=np.uint64))

    def _digests_of(self, planes: Sequence[Keys], span: slice) -> Keys:
        """Compute the digests of a region for both parity classes."""
        reached, parities = self._rows.reached[span] > 0, self._coded.parities[span]
        return np.stack([self._digest(planes, span, np.flatnonzero(reached & (parities == p))) for p in (0, 1)])

    # Regions in memory

    def _map_regions(self, regions: Small) -> None:
        """Bring regions into memory, and evict the regions that the fewest remaining regions need."""
        keep = np.isin(np.arange(self._mapped.size), regions)
        for region in regions[~self._mapped[regions]].tolist():
            if self._mapped.sum() == self._cut.slots:
                (others,) = np.nonzero(self._mapped & ~keep)
                evicted = int(others[self._waiting[others].argmin()])
                self._file.evict(self._span(evicted))
                self._mapped[evicted] = False
                self._missing[self._cut.needs[evicted]] += 1
            self._mapped[region] = True
            self._missing[self._cut.needs[region]] -= 1
            reached = int(self._rows.reached[self._span(region)].sum())
            self.read += 8 * self._bits * self.ranking.shape.words * reached

    # Steps

    def step(self, depth: int, pool: ThreadPoolExecutor, watcher: Watcher) -> tuple[int, int, tuple[int, ...]]:
        """Find the boards of a depth, region by region; return the same values as `SpaceBits.step`."""
        remaining = self._regions_to_do(self._coded.parity(depth))
        remaining[[*self._done]] = False
        self._waiting[:] = 0
        for region in np.flatnonzero(remaining).tolist():
            self._waiting[self._cut.needs[region]] += 1
        following = self._next(remaining)
        while following is not None and not watcher.stop():
            region = following
            remaining[region] = False
            watcher.on_message(f"depth {depth}: {remaining.sum()} of {remaining.size} regions are to come")
            needs = self._cut.needs[region]
            self._waiting[needs] -= 1
            self._map_regions(needs)
            following = self._next(remaining)
            if following is not None:
                ahead = self._cut.needs[following]
                spans = map(self._span, sorted({following, *ahead[~self._mapped[ahead]].tolist()}))
                rows = [span.start + np.flatnonzero(self._rows.reached[span]) for span in spans]
                self._disk.submit(self._file.read_ahead, np.concatenate(rows))
            self._counts += self._compute(region, depth, pool)
            self._done.add(region)
        self._writing.result()
        if following is not None:
            raise Interrupted
        boards, selected = self._counts.tolist()
        return boards, selected, first_unreached(self._coded, self._file.planes, self._rows, depth, self._unreached)

    def turn(self, depth: int) -> None:
        """Make the layer at a depth, which the step has found, the last layer."""
        if self._bits == 2:
            self._front, self._rows = self._rows.next_front, self._rows._replace(next_front=self._front)
        self._rows.next_front[self._coded.parities == self._coded.parity(depth + 1)] = 0
        self._done.clear()
        self._recorded.clear()
        self._counts[:] = 0
        self._unreached = self._unreached[:0]

    def _regions_to_do(self, parity: int) -> npt.NDArray[np.bool_]:
        """Return whether a step must process each region: it is partly reached, or the last layer is adjacent."""
        partly, fresh, front = np.zeros((3, len(self._cut.needs)), np.bool_)
        for region in range(front.size):
            span = self._span(region)
            rows, in_class = self._view(span), self._coded.parities[span] == parity
            left = in_class & (rows.unreached > 0)
            partly[region] = self._bits == 1 and rows.reached[left].any()
            fresh[region] = left.any() if self._bits == 2 else not rows.reached[left].all()
            front[region] = self._front[span].any() if self._bits == 2 else rows.next_front[~in_class].any()
        is_adjacent = np.array([front[needs].any() for needs in self._cut.needs])
        return np.asarray(partly | (fresh & is_adjacent))

    def _next(self, remaining: npt.NDArray[np.bool_]) -> int | None:
        """Return the remaining region with the fewest missing dependencies."""
        (regions,) = np.nonzero(remaining)
        return int(regions[self._missing[regions].argmin()]) if regions.size else None

    def _compute(self, region: int, depth: int, pool: ThreadPoolExecutor) -> tuple[int, int]:
        """Find the boards at a depth in a region, and start to write it; return the boards and selected boards."""
        span, parity = self._span(region), self._coded.parity(depth)
        rows, listed = self._view(span), self._listed(span, parity)
        planes = [buffer[: rows.unreached.size] for buffer in self._buffers[0]]
        others, before = np.ones(rows.unreached.size, np.bool_), rows.reached[listed]
        others[listed] = self._bits == 2
        for new, plane in zip(planes, self._file.planes, strict=True):
            new[others] = plane[span][others]  # rows between changed rows are written too
        moves = self.ranking.moves_in(span.start, span.stop)
        task = np.array([depth, self.ranking.shape.per_word, span.start])
        high, known = self._file.planes[0][:0], self._rows.reached
        if self._bits == 2:
            high, known = self._file.planes[1], self._front
            for new in planes:
                new[rows.reached == 0] = ALL_BITS
        sources = Sources(self._file.planes[0], high, known, self._front, moves)
        boards, selected, unreached = run_step(planes, rows, sources, listed, task, pool)
        reached = changed = listed[rows.reached[listed] > 0]
        self._digests[parity, region, 0] = 0
        self._digests[parity, region] += sum(
            pool.map(lambda part: self._digest(planes, span, part), np.array_split(reached, _DIGEST_TASKS))
        )
        outcome = {"boards": boards, "marked": selected, "digests": self._digests[parity, region].tolist()}
        record = self._recorded.pop(region, None)
        if record is None:
            first_unreached_here = self._add_unreached(unreached).tolist()
            record = {"depth": depth, "region": region, **outcome, "unreached": first_unreached_here}
            kept = (rows.next_front[listed] == 0) if self._bits == 2 else (before > 0) & (rows.unreached[listed] == 0)
            changed = listed[(rows.reached[listed] > 0) & ~kept]
        elif any(record[name] != value for name, value in outcome.items()):
            raise self._fault()
        counts, counts_selected = rows.same_code, rows.selected_same_code
        if self._bits == 2:
            counts, counts_selected = rows.unreached, rows.unreached_selected
        payload = np.concatenate([counts[listed], counts_selected[listed[rows.mask_of[listed] > 0]]])
        self._writing.result()
        self._buffers = self._buffers[::-1]
        self._writing = self._disk.submit(self._write_region, record, payload, planes, changed)
        if self._bits == 2 and depth % 3 == 0:
            self._writing.result()
        return boards, selected

    def _add_unreached(self, ranks: Numbers) -> Numbers:
        """Add ranks to the first unreached boards; return the added ranks."""
        if self._unreached.size == DEEPEST and not (ranks < self._unreached[-1]).any():
            return ranks[:0]
        self._unreached = np.union1d(self._unreached, ranks)[:DEEPEST]
        return np.intersect1d(self._unreached, ranks)

    def _write_region(
        self, record: Mapping[str, Any], payload: Small, planes: Sequence[Keys], rows: Small | Numbers
    ) -> None:
        """Record a region in the log, and write some of its rows."""
        append_record(self._log, record, zlib.compress(payload.data, 1))
        sync_open(self._log.fileno())  # before any byte that it describes changes
        if self._bits == 2 and record["depth"] % 3 == 0:
            self._slot = 1 - self._slot  # the region in the other slot may not be on disk yet
            self._count_written(self._file.write(planes, 0, rows, self._slot))
            self._file.sync()
        self._count_written(self._file.write(planes, self._span(record["region"]).start, rows))

    def _count_written(self, written: int) -> None:
        """Count bytes, and let the disk start to write, so that little is left at the end of a depth."""
        self.written += written
        self._unsynced += written
        if self._unsynced > self._most_unsynced and self._syncing.done():
            self._syncing.result()  # raises the error of the last attempt
            self._syncing, self._unsynced = self._disk.submit(self._file.sync), 0
