"""The tasks of a step. A task is data; a plain function of a puzzle and a task runs it and returns a record.

    spread   a slice of the frontier     ->  a chunk: its successors, by bucket
    gather   the buckets of one part     ->  the new boards: sorted, unique, without boards of earlier layers

The data of a task is in memory or in files of a shared folder. Only this process can run a task with data in memory;
any process can run a task with files. The *sink* of a gather task does everything else with the new boards: a run
writes them to a Parquet part, a search looks for a meeting.

A chunk in memory is the result of `split`. In a file its buckets are sorted, unique and encoded, one block per bucket.
A table after them has the size and place of each bucket, so that any task can read the buckets of its part:

    file     | bucket 0 | bucket 1 | ... | last bucket | sizes of all buckets | places of all buckets, and the end |
                                                         ^ table
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import Any, ClassVar, Protocol
from uuid import uuid4

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.executors.budget import USUAL_SIZES
from slidefront.keys.algebra import subtract, unite_buckets, unite_equal
from slidefront.keys.coding import block_words, code_buckets, decode_buckets
from slidefront.keys.segments import (
    MemorySegment,
    Reader,
    Segment,
    SegmentWriter,
    check_words,
    keys_damaged,
    read_words,
)
from slidefront.keys.sorting import ONE_BUCKET, Buckets, sort_buckets, split
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer, PartRecord
from slidefront.store.parts import write_part
from slidefront.store.writer import RunWriter

WRITE_WORDS = 1 << 17
"""The words that are encoded and then written: few enough to stay in the cache."""


# The files of tasks


def layer_file(folder: Path, depth: int, what: str) -> Path:
    """Return the path of a file with boards of a layer."""
    return folder / f"layer-{depth:04d}-{what}.keys"


def chunk_file(folder: Path, depth: int, number: int) -> Path:
    """Return the path of the file of a chunk."""
    return folder / f"chunk-{depth:04d}-{number:05d}.keys"


def for_this_attempt(path: Path) -> Path:
    """Make the name of a file unique for this attempt at a task.

    A worker that is believed lost may still write while another worker runs its task. Only files in records count.
    """
    return path.with_stem(f"{path.stem}-{uuid4().hex[:12]}")


def remove_chunks(folder: Path, depth: int) -> None:
    """Remove the files of all chunks of a step."""
    for path in folder.glob(f"chunk-{depth:04d}-*.keys"):
        path.unlink(missing_ok=True)


# Chunks


@dataclass(frozen=True, eq=False)
class MemoryChunk:
    """A chunk in memory: bucket b is from bounds[b] to bounds[b + 1]."""

    keys: Keys
    bounds: Numbers

    words = 0
    """The number of words of its file."""

    @property
    def generated(self) -> int:
        """The number of successors, with duplicates."""
        return int(self.keys.size)


@dataclass(frozen=True)
class FileChunk:
    """A chunk in a file."""

    path: Path
    buckets: int
    table: int
    """The index of the first word of the table."""
    generated: int
    digest: int

    @property
    def words(self) -> int:
        """The number of words of the file."""
        return self.table + 2 * self.buckets + 1

    def check(self) -> None:
        """Raise OSError if the file has changed since it was written."""
        check_words(self.path, 0, self.words, self.digest)


Chunk = MemoryChunk | FileChunk


def write_chunk(path: Path, chunk: MemoryChunk, spare: Keys, low: int, words_at_once: int = WRITE_WORDS) -> FileChunk:
    """Sort the buckets of a chunk, drop duplicates, and write it; `spare` is as long as its keys."""
    sort_buckets(chunk.keys, chunk.bounds, spare, low)
    bounds = np.empty_like(chunk.bounds)
    unite_buckets(chunk.keys, chunk.bounds, low, bounds)
    buckets = bounds.size - 1
    sizes, places = np.empty(buckets, np.int64), np.zeros(buckets + 1, np.int64)
    words = np.empty(words_at_once + block_words(int(np.diff(bounds).max(initial=0))), np.uint64)
    writer = SegmentWriter(path)
    done = 0
    while done < buckets:
        coded = code_buckets(chunk.keys, bounds[done:], words, sizes[done:], places[done:], words_at_once)
        writer.write(words[: places[done + coded] - places[done]])
        done += coded
    table = writer.words
    writer.write(np.concatenate([sizes, places]).view(np.uint64))
    return FileChunk(path, buckets, table, chunk.generated, writer.digest)


def make_chunk(keys: Keys, out: Keys, buckets: Buckets, path: Path | None, low: int) -> Chunk:
    """Split keys by bucket into `out`. With a path, write the chunk to a file; this overwrites `keys`."""
    chunk = MemoryChunk(out, split(keys, buckets, out))
    return chunk if path is None else write_chunk(for_this_attempt(path), chunk, keys, low)


@kernel
def append_buckets(keys: Keys, bounds: Numbers, out: Keys, ends: Numbers) -> None:
    """Append consecutive buckets to the keys of each bucket in `out`, and advance `ends`, the ends of these keys."""
    for bucket in range(bounds.size - 1):
        shift = ends[bucket] - bounds[bucket]
        for i in range(bounds[bucket], bounds[bucket + 1]):
            out[shift + i] = keys[i]
        ends[bucket] += bounds[bucket + 1] - bounds[bucket]


def _table(chunk: Chunk, first: int, end: int) -> tuple[Numbers, Numbers]:
    """Return the sizes and places of the buckets of a chunk from `first` up to `end`."""
    if isinstance(chunk, MemoryChunk):
        bounds = chunk.bounds[first : end + 1]
        return bounds[1:] - bounds[:-1], bounds
    count = end - first
    sizes = read_words(chunk.path, chunk.table + first, count).view(np.int64)[:-1]
    places = read_words(chunk.path, chunk.table + chunk.buckets + first, count + 1).view(np.int64)[:-1]
    fits = sizes.min() >= 0 and sizes.max() <= chunk.generated and sizes.sum() <= chunk.generated
    inside = places[0] >= 0 and places[-1] <= chunk.table
    if not (fits and inside and np.all(places[1:] >= places[:-1])):  # damaged numbers could request any memory
        raise keys_damaged(chunk.path)
    return sizes, places


class Joiner:
    """The buckets of a part in all chunks, to be joined a few buckets at a time."""

    def __init__(self, chunks: Sequence[Chunk], first: int, end: int) -> None:
        self._chunks = chunks
        self._tables = [_table(chunk, first, end) for chunk in chunks]
        sizes: Numbers = sum((sizes for sizes, _ in self._tables), np.zeros(end - first, np.int64))
        self.bounds: Numbers = np.zeros(end - first + 1, np.int64)
        """The start of each bucket when all are joined, and the end of the last one."""
        np.cumsum(sizes, out=self.bounds[1:])

    def join(self, first: int, end: int, out: Keys) -> Numbers:
        """Join consecutive buckets of the part; return the start of each in `out`, and the end of the last one.

        The keys of a bucket are in no order.
        """
        bounds: Numbers = self.bounds[first : end + 1] - self.bounds[first]
        ends = bounds[:-1].copy()
        for chunk, (sizes, places) in zip(self._chunks, self._tables, strict=True):
            if isinstance(chunk, MemoryChunk):
                append_buckets(chunk.keys, places[first : end + 1], out, ends)
            elif places[end] > places[first]:
                start, stop = int(places[first]), int(places[end])
                words = read_words(chunk.path, start, stop - start)
                if not decode_buckets(words, sizes[first:end], places[first : end + 1], out, ends):
                    raise keys_damaged(chunk.path)
        return bounds


@dataclass(frozen=True)
class SpreadTask:
    """The task to compute the successors of a slice."""

    depth: int
    """The depth of the new layer."""
    number: int
    boards: tuple[Segment, ...]
    buckets: Buckets
    folder: Path | None
    """The folder for the chunk; None if it stays in memory."""

    def __str__(self) -> str:
        return f"spread-layer-{self.depth}-slice-{self.number}"


@dataclass(frozen=True)
class SpreadRecord:
    """The result of a spread task."""

    number: int
    chunk: Chunk
    board_count: ClassVar[int] = 0
    """The number of new boards, which is unknown before the gather tasks."""


class Sink(Protocol):
    """A consumer of the new boards of a part. Like a task, it is plain data that can be sent to another process."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> Any:
        """Read as many of the ascending arrays of working keys as needed; return the result, for the record."""


@dataclass(frozen=True)
class GatherTask:
    """The task to compute the new boards of a part."""

    depth: int
    number: int
    chunks: tuple[Chunk, ...]
    buckets: Buckets
    part: range
    """The buckets of the part."""
    earlier: tuple[tuple[Segment, ...], ...]
    """The boards of earlier layers in the range of the part."""
    keys_at_once: int
    """The number of keys that are joined at a time; more if a single bucket has more."""
    sink: Sink | None
    """None if the boards are only the next frontier."""
    folder: Path | None
    """The folder for the boards; None if they stay in memory."""
    keeps: bool = True
    """Whether boards without a folder stay in memory for the next step."""
    block_keys: int = USUAL_SIZES.block_keys
    """The most keys of a block in the file of the boards."""

    def __str__(self) -> str:
        return f"gather-layer-{self.depth}-part-{self.number}"


@dataclass(frozen=True)
class GatherRecord:
    """The result of a gather task."""

    number: int
    segments: tuple[Segment, ...]
    kept: Any
    """The result of the sink; None without a sink."""

    @property
    def board_count(self) -> int:
        """The number of new boards."""
        return sum(segment.size for segment in self.segments)


_arrays = local()


def _work_array(name: str, size: int) -> Keys:
    """Return an array of `size` keys with undefined content. Within a thread, a name always has the same memory.

    So tasks do not allocate and free memory all the time.
    """
    arrays: dict[str, Keys] = _arrays.__dict__
    if name not in arrays or arrays[name].size < size:
        arrays.pop(name, None)  # free its memory before requesting more
        arrays[name] = np.empty(size, np.uint64)
    return arrays[name][:size]


def spread(puzzle: Puzzle, task: SpreadTask) -> SpreadRecord:
    """Compute the successors of a slice, and split them by bucket; a chunk in a file is sorted too."""
    board_count = sum(segment.size for segment in task.boards)
    successors = _work_array("successors", board_count * puzzle.most_successors)
    count = 0
    for segment in task.boards:
        count += puzzle.write_checked_successors(segment.load(), successors[count:])
    out = np.empty(count, np.uint64) if task.folder is None else _work_array("split", count)
    path = task.folder and chunk_file(task.folder, task.depth, task.number)
    return SpreadRecord(task.number, make_chunk(successors[:count], out, task.buckets, path, puzzle.working.bits))


def gather(puzzle: Puzzle, task: GatherTask) -> GatherRecord:
    """Compute the new boards of a part, a few buckets at a time; pass them to the sink, and keep them if `keeps`."""
    low = puzzle.working.bits
    joiner = Joiner(task.chunks, task.part.start, task.part.stop)
    earlier = [Reader(segments) for segments in task.earlier]
    segments: list[Segment] = []
    writer = None
    if task.folder is not None:
        writer = SegmentWriter(for_this_attempt(layer_file(task.folder, task.depth, f"{task.number:05d}")))

    def new_boards() -> Iterator[Keys]:
        for first, end in _cut(joiner.bounds, task.keys_at_once):
            keys = _work_array("joined", int(joiner.bounds[end] - joiner.bounds[first]))
            bounds = joiner.join(first, end, keys)
            sort_buckets(keys, bounds, _work_array("spare", int((bounds[1:] - bounds[:-1]).max())), low)
            keys = keys[: unite_equal(keys, low)]
            for reader in earlier:
                keys = keys[: subtract(keys, reader.below(task.buckets.least(task.part.start + end)), low)]
            if keys.size:
                if writer is not None:
                    writer.append(keys, task.block_keys)
                elif task.keeps:
                    segments.append(MemorySegment(keys.copy()))
                yield keys

    kept = None
    if task.sink is not None:
        kept = task.sink.take(puzzle, new_boards())
    else:
        deque(new_boards(), maxlen=0)
    if writer is not None and writer.words:
        segments.append(writer.finish())
    return GatherRecord(task.number, tuple(segments), kept)


def _cut(bounds: Numbers, most: int) -> Iterator[tuple[int, int]]:
    """Divide buckets into ranges of about `most` keys; leave out empty buckets."""
    first, last = 0, bounds.size - 1
    while bounds[first] < bounds[last]:
        end = max(first + 1, int(bounds.searchsorted(bounds[first] + most, side="right")) - 1)
        if bounds[end] > bounds[first]:
            yield first, end
        first = end


@dataclass(frozen=True)
class PartSink:
    """A sink that writes the new boards of a part to a Parquet file."""

    path: Path
    """The path of the part until its layer is finished; each attempt adds a unique suffix to the name."""
    depth: int
    name: str
    header: dict[str, Any]
    """The header of the manifest of the run, for the stamp of the part."""
    synced_boards: int = USUAL_SIZES.synced_boards
    """A part with as many boards is synced to the disk as soon as it is written."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> PartRecord:
        """Write boards; without boards, write no file."""
        selected: list[int] = []

        def unpacked() -> Iterator[Keys]:
            for working_keys in boards:
                keys = puzzle.working.unpack(working_keys)
                selected.append(puzzle.count_selected(keys))
                yield keys

        path = for_this_attempt(self.path)
        record = write_part(path, self.depth, self.header, self.name, unpacked(), synced_boards=self.synced_boards)
        return replace(record, selected_count=sum(selected))


def part_sink(writer: RunWriter, depth: int, number: int) -> PartSink:
    """Return the sink of a part of a layer."""
    name = f"part-{number:05d}.parquet"
    header, synced_boards = writer.manifest.header(), writer.sizes.synced_boards
    return PartSink(writer.scratch.part(depth, name), depth, name, header, synced_boards)


def first_layer(puzzle: Puzzle, starts: Keys, writer: RunWriter) -> Layer:
    """Write layer 0, and return its record."""
    began = time.perf_counter()
    record = part_sink(writer, 0, 0).take(puzzle, [puzzle.working.pack(starts)])
    return writer.finish_layer(0, [record], began)


def warm_up_step(puzzle: Puzzle) -> None:
    """Run one spread task and one gather task, so that all kernels of a step are compiled or loaded."""
    home = MemorySegment(puzzle.working.pack(np.array([puzzle.home], np.uint64)))
    with TemporaryDirectory(prefix="slidefront-") as name:
        folder = Path(name)
        chunk = spread(puzzle, SpreadTask(1, 0, (home,), ONE_BUCKET, folder)).chunk
        sink = PartSink(folder / "part.parquet", 1, "part.parquet", {})
        gather(puzzle, GatherTask(1, 0, (chunk,), ONE_BUCKET, range(1), ((home,),), 1, sink, folder))
