"""Gather: bring together what all chunks hold for a range of buckets; these are the new boards of the next layer.

A bucket fits the cache, so it is sorted, made unique, cleared of earlier layers and handed to a keeper without leaving
it. The keeper of a run unpacks and hashes it for the Parquet writer; that of a search looks for a meeting.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.buffers import Buffers
from slidefront.explore.chunks import Chunks
from slidefront.explore.held import Block, HeldLayer
from slidefront.keys.algebra import digest, subtract, unite_equal
from slidefront.keys.sorting import sort
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Part

if TYPE_CHECKING:
    from slidefront.store.parts import PartWriter

Kept = TypeVar("Kept", covariant=True)


class Keeper(Protocol[Kept]):
    """What is done with the new boards of a part, bucket by bucket."""

    def take(self, work: Keys) -> bool:
        """Take the working keys of a bucket, ascending and above those before; False: no more are wanted."""

    def finish(self) -> Kept:
        """Say what has come of it."""

    def abandon(self) -> None:
        """Leave off: the work has failed."""


@dataclass(frozen=True)
class PartKept:
    """What the manifest keeps of a part. There is no part where there were no boards."""

    part: Part | None
    marked: int
    digest: int


class PartKeeper:
    """Writes new boards as a part of a run."""

    def __init__(self, puzzle: Puzzle, open_part: Callable[[], "PartWriter"]) -> None:
        self._puzzle = puzzle
        self._open_part = open_part
        self._writer: PartWriter | None = None
        self._marked = self._digest = 0

    def take(self, work: Keys) -> bool:
        """Write a bucket."""
        if self._writer is None:
            self._writer = self._open_part()
        keys = self._puzzle.unpack(work)
        self._marked += self._puzzle.count_marked(keys)
        self._digest += int(digest(keys))
        self._writer.write(keys)
        return True

    def finish(self) -> PartKept:
        """Close the part."""
        return PartKept(self._writer.finish() if self._writer else None, self._marked, self._digest)

    def abandon(self) -> None:
        """Close the part, however much of it is written."""
        if self._writer:
            self._writer.abandon()


def gather_bucket(
    chunks: Chunks, number: int, earlier: Iterable[HeldLayer], bounds: tuple[int, int], low: int, buffers: Buffers
) -> Keys:
    """Make the new boards of one bucket out of all chunks: working keys, ascending, in the thread's buffer."""
    keys = buffers.take("bucket", chunks.size(number))
    chunks.read(number, keys)
    sort(keys, buffers.take("spare", keys.size), low)
    keys = keys[: unite_equal(keys, low)]
    for layer in earlier:
        keys = keys[: subtract(keys, layer.between(*bounds), low)]
    return keys


def gather(
    buckets: Iterable[Keys], keeper: Keeper[Kept], hold: Callable[[Keys], Block] = np.copy
) -> tuple[list[Block], Kept]:
    """Hand the new boards of consecutive buckets to a keeper, and hold them; return them with what it kept."""
    blocks: list[Block] = []
    try:
        for bucket in buckets:
            if bucket.size:
                blocks.append(hold(bucket))
                if not keeper.take(bucket):
                    break
        return blocks, keeper.finish()
    except BaseException:
        keeper.abandon()
        raise
