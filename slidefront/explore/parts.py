"""The sink of runs, which writes new boards as parts of a layer."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slidefront.arrays import Keys
from slidefront.explore.layers import for_this_attempt
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer, Part
from slidefront.store.scratch import Scratch

if TYPE_CHECKING:
    from slidefront.store.parts import PartWriter


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

    def open(self, puzzle: Puzzle) -> "PartSinkWriter":
        """Begin; the file is created with the first boards."""
        return PartSinkWriter(puzzle, self)


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


class PartSinkWriter:
    """Writes one part."""

    def __init__(self, puzzle: Puzzle, sink: PartSink) -> None:
        self._puzzle = puzzle
        self._sink = sink
        self._writer: PartWriter | None = None
        self._path = for_this_attempt(sink.path)
        self._marked = self._digest = 0

    def take(self, work: Keys) -> bool:
        """Write boards."""
        if self._writer is None:
            from slidefront.store.parts import PartWriter

            self._writer = PartWriter(self._path, self._sink.depth, self._sink.head, self._sink.name)
        keys = self._puzzle.working.unpack(work)
        self._marked += self._puzzle.count_marked(keys)
        self._digest += int(digest(keys))
        self._writer.write(keys)
        return True

    def finish(self) -> PartRecord:
        """Close the part."""
        if self._writer is None:
            return PartRecord(None)
        part, data = self._writer.finish(keep_small=self._sink.keep_small)
        return PartRecord(part, self._marked, self._digest, data, self._path if data is None else None)

    def abandon(self) -> None:
        """Close the part, however much of it is written."""
        if self._writer is not None:
            self._writer.abandon()


def layer_of(depth: int, kept: Sequence[PartRecord], scratch: Scratch, began: float) -> tuple[Layer, dict[str, bytes]]:
    """Describe a layer whose parts are finished, and return those that are still in memory.

    `began` is when the work on it began, by `time.perf_counter`.
    """
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
    )
    return layer, {one.part.file: one.data for one in kept if one.part and one.data is not None}
