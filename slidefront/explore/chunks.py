"""Where the successors wait between spread and gather: in memory, or sorted and unique in the scratch folder."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.explore.scratch import Extent, Scratch
from slidefront.frontier.algebra import digest, unite_equal
from slidefront.frontier.sorting import sort


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
    """A chunk in its file."""

    extent: Extent
    starts: npt.NDArray[np.int64]
    generated: int
    digest: int


class ScratchChunks:
    """Chunks in files, one a slice, each bucket of it sorted and unique; the table of offsets stays in memory."""

    def __init__(self, scratch: Scratch, depth: int, low: int) -> None:
        self._scratch = scratch
        self._name = f"chunk-{depth:04d}"
        self._low = low
        self._chunks: dict[int, _Written] = {}

    def put(self, number: int, chunk: Chunk) -> None:
        """Sort the buckets of a chunk, drop repeats, and write it."""
        spare = np.empty(max((chunk.bucket_size(b) for b in range(chunk.starts.size - 1)), default=0), np.uint64)
        starts = np.zeros_like(chunk.starts)
        for bucket in range(starts.size - 1):
            keys = chunk.keys[chunk.starts[bucket] : chunk.starts[bucket + 1]]
            sort(keys, spare[: keys.size], self._low)
            kept = unite_equal(keys, self._low)
            chunk.keys[starts[bucket] : starts[bucket] + kept] = keys[:kept]
            starts[bucket + 1] = starts[bucket] + kept
        keys = chunk.keys[: starts[-1]]
        extent = self._scratch.file(self._file(number)).append(keys)
        self._chunks[number] = _Written(extent, starts, chunk.keys.size, int(digest(keys)))

    def _file(self, number: int) -> str:
        return f"{self._name}-{number:05d}.keys"

    def record(self, number: int) -> dict[str, Any]:
        """Write a chunk down, as `take_up` reads it."""
        one = self._chunks[number]
        return {"starts": one.starts.tolist(), "generated": one.generated, "digest": f"{one.digest:016x}"}

    def take_up(self, number: int, record: dict[str, Any]) -> bool:
        """Take a chunk that an interrupted process has written; tell whether it is there as it was."""
        starts = np.array(record["starts"], np.int64)
        extent = Extent(self._scratch, self._scratch.path(self._file(number)), 0, int(starts[-1]))
        total = 0
        try:
            for at in range(0, extent.size, 1 << 20):
                total += int(digest(replace(extent, start=at, size=min(1 << 20, extent.size - at)).load()))
        except OSError:
            return False
        if f"{total & (1 << 64) - 1:016x}" != record["digest"]:
            return False
        self._chunks[number] = _Written(extent, starts, int(record["generated"]), total & (1 << 64) - 1)
        return True

    @property
    def generated(self) -> int:
        """How many successors there were, repeats and all."""
        return sum(one.generated for one in self._chunks.values())

    def size(self, bucket: int) -> int:
        """Count the keys of a bucket."""
        return sum(int(one.starts[bucket + 1] - one.starts[bucket]) for one in self._chunks.values())

    def read(self, bucket: int, out: Keys) -> None:
        """Read the keys of a bucket from all files."""
        at = 0
        for one in self._chunks.values():
            start, size = int(one.starts[bucket]), int(one.starts[bucket + 1] - one.starts[bucket])
            if size:
                replace(one.extent, start=start, size=size).read(out[at : at + size])
                at += size

    def drop(self) -> None:
        """Remove the files."""
        self._chunks.clear()
        self._scratch.remove(f"{self._name}-*.keys")
