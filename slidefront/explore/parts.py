"""The sink of runs, which writes new boards as parts of a layer."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.layers import for_this_attempt
from slidefront.explore.tasks import GatherTask, SpreadTask, gather, spread
from slidefront.keys.algebra import digest
from slidefront.keys.segments import MemorySegment
from slidefront.keys.sorting import ONE_BUCKET
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer, Part
from slidefront.store.parts import PartWriter
from slidefront.store.scratch import Scratch
from slidefront.store.writer import Finished, RunWriter


@dataclass(frozen=True)
class PartSink:
    """Writes the new boards of a gather task as one part."""

    path: Path
    """Where the part is until its layer is finished; each attempt to write it adds a unique suffix to the name."""
    depth: int
    name: str
    head: dict[str, Any]
    """Of the run's manifest, for the stamp of the part."""
    keep_small: bool
    """Whether a small part may stay in memory until then."""

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> "PartRecord":
        """Write boards. If there are none, no file is written."""
        path = for_this_attempt(self.path)
        writer = PartWriter(path, self.depth, self.head, self.name)
        marked = total = 0
        try:
            for work in boards:
                keys = puzzle.working.unpack(work)
                marked += puzzle.count_marked(keys)
                total += int(digest(keys))
                writer.write(keys)
            if not writer.boards:
                return PartRecord(None)
            part, data = writer.finish(keep_small=self.keep_small)
        except BaseException:
            writer.abandon()
            raise
        return PartRecord(part, marked, total, data, path if data is None else None)


def part_sink(writer: RunWriter, depth: int, number: int, *, keep_small: bool) -> PartSink:
    """Describe the sink of a part of a layer."""
    name = f"part-{number:05d}.parquet"
    return PartSink(writer.scratch.part(depth, name), depth, name, writer.manifest.head(), keep_small)


@dataclass(frozen=True)
class PartRecord:
    """The record of a part, for the manifest."""

    part: Part | None
    """None if there are no boards."""
    marked: int = 0
    digest: int = 0
    data: bytes | None = None
    """The whole file, if it is small and not on disk yet."""
    path: Path | None = None
    """Where it waits, if it is on disk."""


def layer_of(
    depth: int, kept: Sequence[PartRecord], scratch: Scratch, began: float, written: int = 0, read: int = 0
) -> Finished:
    """Describe a layer whose parts are finished; `began` is when the work on it began, by `time.perf_counter`."""
    parts = tuple(one.part for one in kept if one.part)
    for one in kept:
        if one.part is not None and one.path is not None:
            one.path.replace(scratch.part(depth, one.part.file))
    layer = Layer(
        depth=depth,
        boards=sum(part.boards for part in parts),
        marked=sum(one.marked for one in kept),
        digest=f"{sum(one.digest for one in kept) & (1 << 64) - 1:016x}",
        seconds=round(time.perf_counter() - began, 6),
        parts=parts,
        written=written,
        read=read,
    )
    return layer, {one.part.file: one.data for one in kept if one.part and one.data is not None}


def warm_up(puzzle: Puzzle) -> None:
    """Run a task of each kind, so that all kernels of a step are compiled or loaded."""
    home = MemorySegment(puzzle.working.pack(np.array([puzzle.home], np.uint64)))
    with TemporaryDirectory(prefix="slidefront-") as name:
        folder = Path(name)
        chunk = spread(puzzle, SpreadTask(1, 0, (home,), ONE_BUCKET, folder)).chunk
        sink = PartSink(folder / "part.parquet", 1, "part.parquet", {}, keep_small=True)
        gather(puzzle, GatherTask(1, 0, (chunk,), ONE_BUCKET, 0, 1, ((home,),), 1, sink, folder))
