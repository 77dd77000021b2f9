"""The tasks of a step. Each is data, and a plain function of a puzzle and a task runs it and returns a record.

    spread   a slice of the frontier     ->  a chunk: its successors, by bucket
    gather   the buckets of one part     ->  the new boards: sorted, made unique, without those of earlier layers

What a task refers to is either in memory, so that only this process can run it, or in files of a shared folder, so that
any process can. The *sink* of a gather task says what else is done with new boards: a run writes them to a
Parquet part, a search looks for a meeting, a deep verification compares them.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any, ClassVar, Protocol

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.explore.chunks import Chunk, Joiner, MemoryChunk, write_chunk
from slidefront.explore.layers import chunk_file, for_this_attempt, layer_file
from slidefront.keys.algebra import subtract, unite_equal
from slidefront.keys.segments import MemorySegment, Reader, Segment, SegmentWriter
from slidefront.keys.sorting import Buckets, sort_buckets, split
from slidefront.puzzles.core import Puzzle


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
    written: int = 0
    """Bytes, to files that are not kept."""
    read: int = 0
    boards: ClassVar[int] = 0
    """New ones: which successors are new is not known yet."""


class Sink(Protocol):
    """What is done with the new boards of a part; plain data, like the task."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> Any:
        """Take working keys, in ascending arrays and as many as are wanted; return the result, for the record."""


@dataclass(frozen=True)
class NoSink:
    """Does nothing with new boards: they are only the next frontier."""

    def take(self, _: Puzzle, boards: Iterable[Keys]) -> None:
        """Let the boards be made."""
        deque(boards, maxlen=0)


@dataclass(frozen=True)
class GatherTask:
    """Make the new boards of a part."""

    depth: int
    number: int
    chunks: tuple[Chunk, ...]
    buckets: Buckets
    first: int
    """The first bucket of the part."""
    end: int
    """The bucket after its last."""
    earlier: tuple[tuple[Segment, ...], ...]
    """The boards of earlier layers in the range of the part."""
    keys_at_once: int
    """The number of keys that are joined at a time; more if a single bucket has more."""
    sink: Sink
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
    """What the sink has returned."""
    written: int = 0
    read: int = 0

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
        count += puzzle.expand(segment.load(), successors[count:])
    out = np.empty(count, np.uint64) if task.folder is None else _work_array("split", count)
    chunk = MemoryChunk(out, split(successors[:count], task.buckets, out))
    if task.folder is None:
        return SpreadRecord(task.number, chunk, read=_bytes_in_files(task.boards))
    spare = _work_array("successors", count)  # they are split, so their memory serves the sort
    path = for_this_attempt(chunk_file(task.folder, task.depth, task.number))
    written, size = write_chunk(path, chunk, spare, puzzle.working.bits)
    return SpreadRecord(task.number, written, size, _bytes_in_files(task.boards))


def gather(puzzle: Puzzle, task: GatherTask) -> GatherRecord:
    """Make the new boards of a part, some buckets at a time, and keep them as the next step needs them."""
    low = puzzle.working.bits
    joiner = Joiner(task.chunks, task.first, task.end)
    earlier = [Reader(segments) for segments in task.earlier]
    segments: list[Segment] = []
    writer = None
    if task.folder is not None:
        writer = SegmentWriter(for_this_attempt(layer_file(task.folder, task.depth, f"{task.number:05d}")))

    def new_boards() -> Iterator[Keys]:
        for first, end in _cut(joiner.bounds, task.keys_at_once):
            keys = _join(joiner, first, end, low)
            for reader in earlier:
                keys = keys[: subtract(keys, reader.below(task.buckets.least(task.first + end)), low)]
            if keys.size:
                if writer is not None:
                    writer.append(keys)
                elif task.keeps:
                    segments.append(MemorySegment(keys.copy()))
                yield keys

    done = task.sink.take(puzzle, new_boards())
    written = 0 if writer is None else 8 * writer.words
    if writer is not None and written:
        segments.append(writer.finish())
    read = joiner.read + sum(map(_bytes_in_files, task.earlier))
    return GatherRecord(task.number, tuple(segments), done, written, read)


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


def _bytes_in_files(segments: tuple[Segment, ...]) -> int:
    return 8 * sum(segment.words for segment in segments)
