"""Gather: bring together what all chunks hold for a range of buckets, and make it a part of the next layer.

A bucket fits the cache, so it is sorted, made unique, cleared of earlier layers, unpacked, hashed and handed to the
Parquet writer without leaving it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.buffers import Buffers
from slidefront.explore.held import HeldLayer
from slidefront.frontier.algebra import digest, subtract, unite_equal
from slidefront.frontier.sorting import sort
from slidefront.puzzles.puzzle import Puzzle
from slidefront.store.parts import Part, PartWriter


@dataclass(frozen=True)
class Gathered:
    """A finished part: its file, its boards in memory, and what the manifest keeps of them."""

    part: Part | None
    blocks: list[Keys]
    marked: int
    digest: int


def gather_bucket(
    pieces: list[Keys], earlier: Iterable[HeldLayer], bounds: tuple[int, int], low: int, buffers: Buffers
) -> Keys:
    """Make the new boards of one bucket out of its pieces: working keys, ascending, in the thread's buffer."""
    size = sum(piece.size for piece in pieces)
    keys = buffers.take("bucket", size)
    if size:
        np.concatenate(pieces, out=keys)
    sort(keys, buffers.take("spare", size), low)
    keys = keys[: unite_equal(keys, low)]
    for layer in earlier:
        keys = keys[: subtract(keys, layer.between(*bounds), low)]
    return keys


def gather(puzzle: Puzzle, buckets: Iterable[Keys], path: Path, depth: int) -> Gathered:
    """Write the new boards of consecutive buckets as one part; no file where there are none."""
    writer = None
    blocks: list[Keys] = []
    marked = total = 0
    try:
        for bucket in buckets:
            if bucket.size == 0:
                continue
            if writer is None:
                writer = PartWriter(path, depth)
            keys = puzzle.unpack(bucket)
            marked += puzzle.count_marked(keys)
            total += int(digest(keys))
            writer.write(keys)
            blocks.append(bucket.copy())
        part = writer.finish() if writer else None
    except BaseException:
        if writer:
            writer.abandon()
        raise
    return Gathered(part, blocks, marked, total)
