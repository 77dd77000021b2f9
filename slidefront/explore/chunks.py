"""Chunks: the successors of one slice by bucket, between spread and gather; in memory, or in a file of their own.

A chunk in memory is the result of `split`. In a file its buckets are sorted, unique and coded, one block each, and a
table after them says where each begins, so that any task can read the buckets of its part:

    file     | bucket 0 | bucket 1 | ... | last bucket | sizes of all buckets | places of all buckets, and the end |
                                                         ^ table
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.keys.algebra import unite_buckets
from slidefront.keys.coding import code_buckets, decode_buckets, most_words
from slidefront.keys.segments import SegmentWriter, check_words, damaged, read_words
from slidefront.keys.sorting import sort_buckets

WRITE_WORDS = 1 << 17  # the words that are coded and written at a time, while they are in the cache


@dataclass(frozen=True, eq=False)
class MemoryChunk:
    """A chunk in memory: bucket b from bounds[b] to bounds[b + 1]."""

    keys: Keys
    bounds: Numbers

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

    def check(self) -> None:
        """Raise OSError if the file has changed since it was written."""
        check_words(self.path, 0, self.table + 2 * self.buckets + 1, self.digest)


Chunk = MemoryChunk | FileChunk


def write_chunk(path: Path, chunk: MemoryChunk, spare: Keys, low: int) -> tuple[FileChunk, int]:
    """Sort the buckets of a chunk, drop repeats, and write it; return it, and how many bytes it takes."""
    sort_buckets(chunk.keys, chunk.bounds, spare, low)
    bounds = np.empty_like(chunk.bounds)
    unite_buckets(chunk.keys, chunk.bounds, low, bounds)
    buckets = bounds.size - 1
    sizes, places = np.empty(buckets, np.int64), np.zeros(buckets + 1, np.int64)
    words = np.empty(WRITE_WORDS + most_words(int(np.diff(bounds).max(initial=0))), np.uint64)
    writer = SegmentWriter(path)
    done = 0
    while done < buckets:
        coded = code_buckets(chunk.keys, bounds[done:], words, sizes[done:], places[done:], WRITE_WORDS)
        writer.write(words[: places[done + coded] - places[done]])
        done += coded
    table = writer.words
    writer.write(np.concatenate([sizes, places]).view(np.uint64))
    return FileChunk(path, buckets, table, chunk.generated, writer.digest), 8 * writer.words


@kernel
def place_buckets(keys: Keys, bounds: Numbers, out: Keys, at: Numbers) -> None:
    """Copy consecutive buckets, each to its place in `out`, and move these places on."""
    for bucket in range(bounds.size - 1):
        place = at[bucket] - bounds[bucket]
        for i in range(bounds[bucket], bounds[bucket + 1]):
            out[place + i] = keys[i]
        at[bucket] += bounds[bucket + 1] - bounds[bucket]


def _may_be_table(chunk: FileChunk, sizes: Numbers, places: Numbers) -> bool:
    """Tell whether sizes and places from a file can be those of a chunk; damaged ones could request any memory."""
    fits = sizes.min() >= 0 and sizes.max() <= chunk.generated and sizes.sum() <= chunk.generated
    inside = places[0] >= 0 and places[-1] <= chunk.table
    return bool(fits and inside and np.all(places[1:] >= places[:-1]))


class Joiner:
    """Joins the keys of consecutive buckets from all chunks, some buckets at a time."""

    def __init__(self, chunks: Sequence[Chunk], first: int, end: int) -> None:
        self._chunks = chunks
        self._first = first
        self.read = 0
        """How many bytes were read from files."""
        self._tables = [self._table(chunk, first, end) for chunk in chunks]
        sizes: Numbers = sum((sizes for sizes, _ in self._tables), np.zeros(end - first, np.int64))
        self.bounds: Numbers = np.zeros(end - first + 1, np.int64)
        """Where each of the buckets begins when all are joined, and the end."""
        np.cumsum(sizes, out=self.bounds[1:])

    def _table(self, chunk: Chunk, first: int, end: int) -> tuple[Numbers, Numbers]:
        """Return the sizes of some buckets of a chunk, and their places."""
        if isinstance(chunk, MemoryChunk):
            bounds = chunk.bounds[first : end + 1]
            return bounds[1:] - bounds[:-1], bounds
        count = end - first
        sizes = self._read(chunk, chunk.table + first, count).view(np.int64)[:-1]
        places = self._read(chunk, chunk.table + chunk.buckets + first, count + 1).view(np.int64)[:-1]
        if not _may_be_table(chunk, sizes, places):
            raise damaged(chunk.path)
        return sizes, places

    def _read(self, chunk: FileChunk, start: int, count: int) -> Keys:
        self.read += 8 * count
        return read_words(chunk.path, start, count)

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
                words = self._read(chunk, start, stop - start)
                if not decode_buckets(words, of_chunk[first:end], places[first : end + 1], out, at):
                    raise damaged(chunk.path)
        return bounds
