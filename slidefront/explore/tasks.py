"""The tasks of a step. Each is data, and a plain function of a puzzle and a task runs it and returns a record.

    spread   a slice of the frontier     ->  a chunk: its successors, by bucket
    gather   the buckets of one part     ->  the new boards: sorted, made unique, without those of earlier layers

What a task refers to is either in memory, so that only this process can run it, or in files of a shared folder, so that
any process can. The *sink* of a gather task says what else is done with new boards: a run writes them to a
Parquet part, a search looks for a meeting.

A chunk in memory is the result of `split`. In a file its buckets are sorted, unique and coded, one block each, and a
table after them says where each begins, so that any task can read the buckets of its part:

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

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.explore.layers import chunk_file, for_this_attempt, layer_file
from slidefront.keys.algebra import subtract, unite_buckets, unite_equal
from slidefront.keys.coding import block_words, code_buckets, decode_buckets
from slidefront.keys.segments import MemorySegment, Reader, Segment, SegmentWriter, check_words, damaged, read_words
from slidefront.keys.sorting import ONE_BUCKET, Buckets, sort_buckets, split
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer, PartRecord, layer_from
from slidefront.store.parts import write_part
from slidefront.store.writer import RunWriter, Scratch

WRITE_WORDS = 1 << 17  # the words that are coded and written at a time, while they are in the cache


@dataclass(frozen=True, eq=False)
class MemoryChunk:
    """A chunk in memory: bucket b from bounds[b] to bounds[b + 1]."""

    keys: Keys
    bounds: Numbers

    words = 0
    """How many words of a file it has: none."""

    @property
    def generated(self) -> int:
        """How many successors there were, with repeats."""
        return int(self.keys.size)


@dataclass(frozen=True)
class FileChunk:
    """A chunk in a file."""

    path: Path
    buckets: int
    table: int
    """The word at which the table begins."""
    generated: int
    digest: int

    @property
    def words(self) -> int:
        """How many words the file has."""
        return self.table + 2 * self.buckets + 1

    def check(self) -> None:
        """Raise OSError if the file has changed since it was written."""
        check_words(self.path, 0, self.words, self.digest)


Chunk = MemoryChunk | FileChunk


def write_chunk(path: Path, chunk: MemoryChunk, spare: Keys, low: int) -> FileChunk:
    """Sort the buckets of a chunk, drop repeats, and write it."""
    sort_buckets(chunk.keys, chunk.bounds, spare, low)
    bounds = np.empty_like(chunk.bounds)
    unite_buckets(chunk.keys, chunk.bounds, low, bounds)
    buckets = bounds.size - 1
    sizes, places = np.empty(buckets, np.int64), np.zeros(buckets + 1, np.int64)
    words = np.empty(WRITE_WORDS + block_words(int(np.diff(bounds).max(initial=0))), np.uint64)
    writer = SegmentWriter(path)
    done = 0
    while done < buckets:
        coded = code_buckets(chunk.keys, bounds[done:], words, sizes[done:], places[done:], WRITE_WORDS)
        writer.write(words[: places[done + coded] - places[done]])
        done += coded
    table = writer.words
    writer.write(np.concatenate([sizes, places]).view(np.uint64))
    return FileChunk(path, buckets, table, chunk.generated, writer.digest)


@kernel
def place_buckets(keys: Keys, bounds: Numbers, out: Keys, at: Numbers) -> None:
    """Copy consecutive buckets, each to its place in `out`, and move these places on."""
    for bucket in range(bounds.size - 1):
        place = at[bucket] - bounds[bucket]
        for i in range(bounds[bucket], bounds[bucket + 1]):
            out[place + i] = keys[i]
        at[bucket] += bounds[bucket + 1] - bounds[bucket]


def _table(chunk: Chunk, first: int, end: int) -> tuple[Numbers, Numbers]:
    """Return the sizes of some buckets of a chunk, and their places."""
    if isinstance(chunk, MemoryChunk):
        bounds = chunk.bounds[first : end + 1]
        return bounds[1:] - bounds[:-1], bounds
    count = end - first
    sizes = read_words(chunk.path, chunk.table + first, count).view(np.int64)[:-1]
    places = read_words(chunk.path, chunk.table + chunk.buckets + first, count + 1).view(np.int64)[:-1]
    fits = sizes.min() >= 0 and sizes.max() <= chunk.generated and sizes.sum() <= chunk.generated
    inside = places[0] >= 0 and places[-1] <= chunk.table
    if not (fits and inside and np.all(places[1:] >= places[:-1])):  # damaged ones could request any memory
        raise damaged(chunk.path)
    return sizes, places


class Joiner:
    """Joins the keys of consecutive buckets from all chunks, some buckets at a time."""

    def __init__(self, chunks: Sequence[Chunk], first: int, end: int) -> None:
        self._chunks = chunks
        self._tables = [_table(chunk, first, end) for chunk in chunks]
        sizes: Numbers = sum((sizes for sizes, _ in self._tables), np.zeros(end - first, np.int64))
        self.bounds: Numbers = np.zeros(end - first + 1, np.int64)
        """Where each of the buckets begins when all are joined, and the end."""
        np.cumsum(sizes, out=self.bounds[1:])

    def join(self, first: int, end: int, out: Keys) -> Numbers:
        """Join some consecutive buckets of the part; return where each begins, and the end.

        The keys of a bucket come in no order.
        """
        bounds: Numbers = self.bounds[first : end + 1] - self.bounds[first]
        at = bounds[:-1].copy()
        for chunk, (of_chunk, places) in zip(self._chunks, self._tables, strict=True):
            if isinstance(chunk, MemoryChunk):
                place_buckets(chunk.keys, places[first : end + 1], out, at)
            elif places[end] > places[first]:
                start, stop = int(places[first]), int(places[end])
                words = read_words(chunk.path, start, stop - start)
                if not decode_buckets(words, of_chunk[first:end], places[first : end + 1], out, at):
                    raise damaged(chunk.path)
        return bounds


@dataclass(frozen=True)
class SpreadTask:
    """Make the successors of a slice."""

    depth: int
    """Of the layer that is made."""
    number: int
    boards: tuple[Segment, ...]
    buckets: Buckets
    folder: Path | None
    """The folder for the chunk, which stays in memory if there is none."""

    def __str__(self) -> str:
        return f"spread-layer-{self.depth}-slice-{self.number}"


@dataclass(frozen=True)
class SpreadRecord:
    """The result of a spread task."""

    number: int
    chunk: Chunk
    boards: ClassVar[int] = 0
    """New ones: which successors are new is not known yet."""


class Sink(Protocol):
    """What is done with the new boards of a part; plain data, like the task."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> Any:
        """Take working keys, in ascending arrays and as many as are wanted; return the result, for the record."""


@dataclass(frozen=True)
class GatherTask:
    """Make the new boards of a part."""

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
    """None if nothing else is done with them."""
    folder: Path | None
    """The folder for the boards, for the next step; they stay in memory if there is none."""
    keeps: bool = True
    """Whether they are kept for a next step."""

    def __str__(self) -> str:
        return f"gather-layer-{self.depth}-part-{self.number}"


@dataclass(frozen=True)
class GatherRecord:
    """The result of a gather task."""

    number: int
    segments: tuple[Segment, ...]
    kept: Any
    """What the sink has returned, if there is one."""

    @property
    def boards(self) -> int:
        """The number of new boards."""
        return sum(segment.size for segment in self.segments)


_arrays = local()


def _work_array(name: str, size: int) -> Keys:
    """Return an array of `size` keys with any content; the same name has the same memory each time in a thread.

    Tasks reuse it, so that memory is not released and requested all the time.
    """
    arrays: dict[str, Keys] = _arrays.__dict__
    if name not in arrays or arrays[name].size < size:
        arrays.pop(name, None)  # its memory is free before more is requested
        arrays[name] = np.empty(size, np.uint64)
    return arrays[name][:size]


def spread(puzzle: Puzzle, task: SpreadTask) -> SpreadRecord:
    """Make the successors of a slice, and split them by bucket; sort what goes to a file."""
    boards = sum(segment.size for segment in task.boards)
    successors = _work_array("successors", boards * puzzle.most_successors)
    count = 0
    for segment in task.boards:
        count += puzzle.write_checked_successors(segment.load(), successors[count:])
    out = np.empty(count, np.uint64) if task.folder is None else _work_array("split", count)
    chunk = MemoryChunk(out, split(successors[:count], task.buckets, out))
    if task.folder is None:
        return SpreadRecord(task.number, chunk)
    spare = _work_array("successors", count)  # they are split, so their memory serves the sort
    path = for_this_attempt(chunk_file(task.folder, task.depth, task.number))
    return SpreadRecord(task.number, write_chunk(path, chunk, spare, puzzle.working.bits))


def gather(puzzle: Puzzle, task: GatherTask) -> GatherRecord:
    """Make the new boards of a part, some buckets at a time, and keep them as the next step needs them."""
    low = puzzle.working.bits
    joiner = Joiner(task.chunks, task.part.start, task.part.stop)
    earlier = [Reader(segments) for segments in task.earlier]
    segments: list[Segment] = []
    writer = None
    if task.folder is not None:
        writer = SegmentWriter(for_this_attempt(layer_file(task.folder, task.depth, f"{task.number:05d}")))

    def new_boards() -> Iterator[Keys]:
        for first, end in _cut(joiner.bounds, task.keys_at_once):
            keys = _join(joiner, first, end, low)
            for reader in earlier:
                keys = keys[: subtract(keys, reader.below(task.buckets.least(task.part.start + end)), low)]
            if keys.size:
                if writer is not None:
                    writer.append(keys)
                elif task.keeps:
                    segments.append(MemorySegment(keys.copy()))
                yield keys

    done = None
    if task.sink is not None:
        done = task.sink.take(puzzle, new_boards())
    else:
        deque(new_boards(), maxlen=0)
    if writer is not None and writer.words:
        segments.append(writer.finish())
    return GatherRecord(task.number, tuple(segments), done)


def _cut(bounds: Numbers, most: int) -> Iterator[tuple[int, int]]:
    """Divide buckets into ranges of about `most` keys, and leave out empty ones."""
    first, last = 0, bounds.size - 1
    while bounds[first] < bounds[last]:
        end = max(first + 1, int(bounds.searchsorted(bounds[first] + most, side="right")) - 1)
        if bounds[end] > bounds[first]:
            yield first, end
        first = end


def _join(joiner: Joiner, first: int, end: int, low: int) -> Keys:
    """Join some buckets of all chunks: ascending keys without repeats."""
    keys = _work_array("joined", int(joiner.bounds[end] - joiner.bounds[first]))
    bounds = joiner.join(first, end, keys)
    sort_buckets(keys, bounds, _work_array("spare", int((bounds[1:] - bounds[:-1]).max())), low)
    return keys[: unite_equal(keys, low)]


@dataclass(frozen=True)
class PartSink:
    """Writes the new boards of a gather task as one part."""

    path: Path
    """Where the part is until its layer is finished; each attempt to write it adds a unique suffix to the name."""
    depth: int
    name: str
    head: dict[str, Any]
    """Of the run's manifest, for the stamp of the part."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> PartRecord:
        """Write boards. If there are none, no file is written."""
        selected: list[int] = []

        def unpacked() -> Iterator[Keys]:
            for work in boards:
                keys = puzzle.working.unpack(work)
                selected.append(puzzle.count_selected(keys))
                yield keys

        path = for_this_attempt(self.path)
        record = write_part(path, self.depth, self.head, self.name, unpacked())
        return replace(record, selected_count=sum(selected))


def part_sink(writer: RunWriter, depth: int, number: int) -> PartSink:
    """Describe the sink of a part of a layer."""
    name = f"part-{number:05d}.parquet"
    return PartSink(writer.scratch.part(depth, name), depth, name, writer.manifest.head())


def first_layer(puzzle: Puzzle, starts: Keys, writer: RunWriter) -> Layer:
    """Make layer 0."""
    began = time.perf_counter()
    record = part_sink(writer, 0, 0).take(puzzle, [puzzle.working.pack(starts)])
    return layer_of(0, [record], writer.scratch, began)


def layer_of(depth: int, kept: Sequence[PartRecord], scratch: Scratch, began: float, **files: int) -> Layer:
    """Describe a layer whose parts are finished; `began` is when the work on it began, by `time.perf_counter`."""
    for one in kept:
        if one.part is not None and one.path is not None:
            one.path.replace(scratch.part(depth, one.part.file))
    return layer_from(depth, kept, round(time.perf_counter() - began, 6), **files)


def warm_up(puzzle: Puzzle) -> None:
    """Run a task of each kind, so that all kernels of a step are compiled or loaded."""
    home = MemorySegment(puzzle.working.pack(np.array([puzzle.home], np.uint64)))
    with TemporaryDirectory(prefix="slidefront-") as name:
        folder = Path(name)
        chunk = spread(puzzle, SpreadTask(1, 0, (home,), ONE_BUCKET, folder)).chunk
        sink = PartSink(folder / "part.parquet", 1, "part.parquet", {})
        gather(puzzle, GatherTask(1, 0, (chunk,), ONE_BUCKET, range(1), ((home,),), 1, sink, folder))
