"""The boards of a layer while the next layers are computed: working keys in ascending segments, and their files."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from slidefront.arrays import Keys
from slidefront.keys.segments import MemorySegment, Segment, SegmentWriter, between, joined
from slidefront.puzzles.core import Puzzle


@dataclass
class LayerKeys:
    """The boards at one depth."""

    depth: int
    segments: list[Segment]
    """Ascending segments with ascending keys."""
    boards: int = field(init=False)
    resident: int = field(init=False)
    """The number of boards in memory."""

    def __post_init__(self) -> None:
        self.boards = sum(segment.size for segment in self.segments)
        self.resident = sum(part.size for part in self.segments if isinstance(part, MemorySegment))
        self._firsts = [segment.first for segment in self.segments]

    def slices(self, boards: int) -> list[tuple[Segment, ...]]:
        """Divide the layer into slices of `boards` boards; the last may have fewer."""
        slices: list[list[Segment]] = []
        left = 0
        for segment in self.segments:
            start = 0
            while start < segment.size:
                if left == 0:
                    slices.append([])
                    left = boards
                end = min(segment.size, start + left)
                slices[-1].append(segment.cut(start, end))
                left -= end - start
                start = end
        return [tuple(segments) for segments in slices]

    def between(self, least: int, end: int) -> tuple[Segment, ...]:
        """Return the keys from `least` up to, but not including, `end`."""
        start, stop = max(0, bisect_right(self._firsts, least) - 1), bisect_left(self._firsts, end)
        return tuple(between(self.segments[start:stop], least, end))

    def sample(self, boards: int) -> Keys:
        """Return about `boards` evenly spread boards; fewer if most boards are in files.

        Searches base decisions on the sample, so it does not depend on how the boards in memory form segments.
        """
        step, skip, samples = max(1, self.boards // boards), 0, []
        for segment in self.segments:
            samples.append(segment.sample(step, skip))
            skip = (skip - segment.size) % step
        return joined(samples)

    def move_to(self, folder: Path, block_keys: int) -> int:
        """Move the boards in memory to files, in blocks of `block_keys`; return the number of words written."""
        written = 0
        for number, segment in enumerate(self.segments):
            if isinstance(segment, MemorySegment):
                writer = SegmentWriter(layer_file(folder, self.depth, f"moved-{number:05d}"))
                writer.append(segment.load(), block_keys)
                self.segments[number] = writer.finish()
                written += writer.words
        self.resident = 0
        return written

    def drop(self, folder: Path | None) -> None:
        """Remove the files of the layer."""
        if folder is not None and self.resident < self.boards:
            for path in folder.glob(f"layer-{self.depth:04d}-*.keys"):
                path.unlink(missing_ok=True)


def layer_file(folder: Path, depth: int, what: str) -> Path:
    """Return the path of a file with boards of a layer."""
    return folder / f"layer-{depth:04d}-{what}.keys"


def chunk_file(folder: Path, depth: int, number: int) -> Path:
    """Return the path of the file of a chunk."""
    return folder / f"chunk-{depth:04d}-{number:05d}.keys"


def for_this_attempt(path: Path) -> Path:
    """Make the name of a file unique for this attempt at a task.

    A worker that is believed lost may still write while another worker runs its task. Only files in records count.
    """
    return path.with_stem(f"{path.stem}-{uuid4().hex[:12]}")


def start_layer(puzzle: Puzzle, starts: Keys) -> LayerKeys:
    """Return layer 0."""
    return LayerKeys(0, [MemorySegment(puzzle.working.pack(starts))])


def remove_chunks(folder: Path, depth: int) -> None:
    """Remove the files of all chunks of a step."""
    for path in folder.glob(f"chunk-{depth:04d}-*.keys"):
        path.unlink(missing_ok=True)


def keys_of(segments: Sequence[Segment]) -> Keys:
    """Read segments as one array."""
    return joined([segment.load() for segment in segments])
