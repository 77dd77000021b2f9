"""Where the successors wait between spread and gather. This one keeps them in memory."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys


@dataclass(frozen=True)
class Chunk:
    """The successors of one slice, bucket by bucket: bucket b from starts[b] to starts[b + 1]."""

    keys: Keys
    starts: npt.NDArray[np.int64]


class MemoryChunks:
    """All chunks of a layer."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []
        self.keys = 0

    def put(self, chunk: Chunk) -> None:
        """Keep a chunk."""
        self._chunks.append(chunk)
        self.keys += chunk.keys.size

    def bucket(self, number: int) -> list[Keys]:
        """Return what all chunks hold for one bucket."""
        return [chunk.keys[chunk.starts[number] : chunk.starts[number + 1]] for chunk in self._chunks]
