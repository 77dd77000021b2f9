"""Where the successors wait between spread and gather: in memory, or sorted and unique in the scratch folder."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.explore.scratch import Extent, Scratch
from slidefront.keys.algebra import digest, unite_equal
from slidefront.keys.coding import encode, most_words
from slidefront.keys.sorting import sort

PIECE_WORDS = 1 << 17  # so much is written at one go, while the cache still has it

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Chunk:
    """The successors of one slice, bucket by bucket: bucket b from starts[b] to starts[b + 1]."""

    keys: Keys
    starts: npt.NDArray[np.int64]

    def bucket_size(self, number: int) -> int:
        """Count the keys of a bucket."""
        return int(self.starts[number + 1] - self.starts[number])


class Chunks(Protocol):
    """All chunks of a layer."""

    @property
    def generated(self) -> int:
        """How many successors there were, repeats and all."""

    def put(self, number: int, chunk: Chunk) -> None:
        """Keep the chunk of a slice. Called by many threads."""

    def size(self, bucket: int) -> int:
        """Count the keys that all chunks hold for a bucket."""

    def read(self, bucket: int, out: Keys) -> None:
        """Bring together what all chunks hold for a bucket, in an array of that size."""

    def drop(self) -> None:
        """Forget all chunks."""


@dataclass
class MemoryChunks:
    """Chunks in memory."""

    _chunks: dict[int, Chunk] = field(default_factory=dict)

    @property
    def generated(self) -> int:
        """How many successors there are."""
        return sum(chunk.keys.size for chunk in self._chunks.values())

    def put(self, number: int, chunk: Chunk) -> None:
        """Keep a chunk."""
        self._chunks[number] = chunk

    def size(self, bucket: int) -> int:
        """Count the keys of a bucket."""
        return sum(chunk.bucket_size(bucket) for chunk in self._chunks.values())

    def read(self, bucket: int, out: Keys) -> None:
        """Join the keys of a bucket."""
        at = 0
        for chunk in self._chunks.values():
            piece = chunk.keys[chunk.starts[bucket] : chunk.starts[bucket + 1]]
            out[at : at + piece.size] = piece
            at += piece.size

    def drop(self) -> None:
        """Forget all chunks."""
        self._chunks.clear()


@dataclass(frozen=True)
class _Written:
    """A chunk in its file. Bucket b has sizes[b] keys, coded in the words from places[b] to places[b + 1]."""

    path: Path
    sizes: Counts
    places: Counts
    generated: int
    digest: int

    def extent(self, scratch: Scratch, bucket: int) -> Extent:
        """Name the keys of a bucket."""
        start, end = int(self.places[bucket]), int(self.places[bucket + 1])
        return Extent(scratch, self.path, start, end - start, int(self.sizes[bucket]))


@kernel
def code_buckets(
    keys: Keys, starts: Counts, first: int, low: int, stretch: int, words: Keys, sizes: Counts, places: Counts
) -> int:
    """Drop repeats from sorted buckets, and code them, from bucket `first` on until PIECE_WORDS are there.

    Note the sizes, and where the words of each bucket begin. Return the bucket to go on with.
    """
    bucket = first
    while bucket < sizes.size and places[bucket] - places[first] < PIECE_WORDS:
        some = keys[starts[bucket] : starts[bucket + 1]]
        size = unite_equal(some, low)
        stretches = np.empty((size + stretch - 1) // stretch, np.int64)
        at = places[bucket] - places[first]
        sizes[bucket] = size
        places[bucket + 1] = places[bucket] + encode(some[:size], words[at:], stretches, stretch)
        bucket += 1
    return bucket


class ScratchChunks:
    """Chunks in files, one a slice, each bucket of it sorted, unique and coded; the table of places stays in memory."""

    def __init__(self, scratch: Scratch, depth: int, low: int) -> None:
        self._scratch = scratch
        self._name = f"chunk-{depth:04d}"
        self._low = low
        self._chunks: dict[int, _Written] = {}

    def put(self, number: int, chunk: Chunk) -> None:
        """Sort the buckets of a chunk, drop repeats, and write it."""
        buckets, stretch = chunk.starts.size - 1, self._scratch.stretch
        longest = max((chunk.bucket_size(bucket) for bucket in range(buckets)), default=0)
        spare = np.empty(longest, np.uint64)
        for bucket in range(buckets):
            keys = chunk.keys[chunk.starts[bucket] : chunk.starts[bucket + 1]]
            sort(keys, spare[: keys.size], self._low)
        file = self._scratch.file(self._file(number))
        sizes, places = np.empty(buckets, np.int64), np.zeros(buckets + 1, np.int64)
        words = np.empty(PIECE_WORDS + most_words(longest, stretch), np.uint64)
        bucket = total = 0
        while bucket < buckets:
            begun = bucket
            bucket = code_buckets(chunk.keys, chunk.starts, begun, self._low, stretch, words, sizes, places)
            piece = words[: places[bucket] - places[begun]]
            total += int(digest(piece))
            file.append(piece)
        self._chunks[number] = _Written(file.path, sizes, places, chunk.keys.size, total & (1 << 64) - 1)

    def _file(self, number: int) -> str:
        return f"{self._name}-{number:05d}.keys"

    def record(self, number: int) -> dict[str, Any]:
        """Write a chunk down, as `take_up` reads it."""
        one = self._chunks[number]
        tables = {"sizes": one.sizes.tolist(), "places": one.places.tolist()}
        return {**tables, "generated": one.generated, "digest": f"{one.digest:016x}"}

    def take_up(self, number: int, record: dict[str, Any]) -> bool:
        """Take a chunk that an interrupted process has written; tell whether it is there as it was."""
        path = self._scratch.path(self._file(number))
        try:
            sizes, places = (np.array(record[name], np.int64) for name in ("sizes", "places"))
            total = 0
            for start in range(0, int(places[-1]), PIECE_WORDS):
                words = min(PIECE_WORDS, int(places[-1]) - start)
                total += int(digest(Extent(self._scratch, path, start, words, 0).read()[:-1]))
            one = _Written(path, sizes, places, int(record["generated"]), total & (1 << 64) - 1)
            same = bool(f"{one.digest:016x}" == record["digest"])
        except (OSError, KeyError, ValueError, TypeError):  # no file, or a record of another version
            return False
        if same:
            self._chunks[number] = one
        return same

    @property
    def generated(self) -> int:
        """How many successors there were, repeats and all."""
        return sum(one.generated for one in self._chunks.values())

    def size(self, bucket: int) -> int:
        """Count the keys of a bucket."""
        return sum(int(one.sizes[bucket]) for one in self._chunks.values())

    def read(self, bucket: int, out: Keys) -> None:
        """Read the keys of a bucket from all files."""
        at = 0
        for one in self._chunks.values():
            if size := int(one.sizes[bucket]):
                out[at : at + size] = one.extent(self._scratch, bucket).load()
                at += size

    def drop(self) -> None:
        """Remove the files."""
        self._chunks.clear()
        self._scratch.remove(f"{self._name}-*.keys")
