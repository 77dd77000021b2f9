"""A layer held for the work on the next ones: working keys in ascending blocks, in memory or in the scratch folder."""

import errno
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.explore.scratch import Extent, Scratch, WordFile
from slidefront.keys.algebra import digest
from slidefront.keys.coding import Starts, encode, most_words
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import WAY_OUT

if TYPE_CHECKING:
    from slidefront.store.run import Run


@dataclass(frozen=True)
class ScratchBlock:
    """A block in the scratch folder."""

    extent: Extent
    marks: Keys
    """The first key of each of its stretches: to find ranges, and as a sample."""
    starts: Starts
    """Where the words of each stretch start."""
    last: int
    digest: int

    @property
    def size(self) -> int:
        """The number of its keys."""
        return self.extent.size

    @property
    def stretch(self) -> int:
        """The number of keys that are coded together."""
        return self.extent.scratch.stretch

    def cut(self, start: int, end: int) -> Extent:
        """Name some of its keys by their numbers."""
        end = min(end, self.size)
        first, after = start // self.stretch, -(-end // self.stretch)
        place = int(self.starts[first]) if first < self.starts.size else self.extent.words
        words = (int(self.starts[after]) if after < self.starts.size else self.extent.words) - place
        skip = start - self.stretch * first
        return replace(self.extent, start=self.extent.start + place, words=words, size=end - start, skip=skip)

    def cut_between(self, least: int, end: int) -> Extent:
        """Name the keys of a range."""
        return self.cut(self._number(least), self._number(end))

    def _number(self, key: int) -> int:
        """Count the keys below one."""
        if key > self.last:
            return self.size
        mark = max(0, int(np.searchsorted(self.marks, np.uint64(key))) - 1)
        near = self.cut(self.stretch * mark, self.stretch * (mark + 1)).load()
        return self.stretch * mark + int(np.searchsorted(near, np.uint64(key)))


Block = Keys | ScratchBlock
Piece = Keys | Extent


def load(piece: Piece) -> Keys:
    """Take an array as it is; read one that is in a file."""
    return piece.load() if isinstance(piece, Extent) else piece


def to_scratch(keys: Keys, file: WordFile) -> ScratchBlock:
    """Write a block to a file of the scratch folder."""
    stretch = file.scratch.stretch
    words, starts = np.empty(most_words(keys.size, stretch), np.uint64), np.empty(-(-keys.size // stretch), np.int64)
    words = words[: encode(keys, words, starts, stretch)]
    extent = Extent(file.scratch, file.path, file.append(words), words.size, keys.size)
    return _block(extent, keys, starts)


def _block(extent: Extent, keys: Keys, starts: Starts) -> ScratchBlock:
    return ScratchBlock(extent, keys[:: extent.scratch.stretch].copy(), starts, int(keys[-1]), int(digest(keys)))


def note_blocks(blocks: list[ScratchBlock]) -> dict[str, Any]:
    """Write down the blocks of one file, as `restore_blocks` reads them."""
    return {
        "file": blocks[0].extent.path.name,
        "sizes": [block.size for block in blocks],
        "words": [block.extent.words for block in blocks],
        "digests": [f"{block.digest:016x}" for block in blocks],
    }


def restore_blocks(scratch: Scratch, record: dict[str, Any]) -> list[ScratchBlock]:
    """Find blocks again that an interrupted process has left; an OSError if they are not as they were."""
    blocks: list[ScratchBlock] = []
    start = 0
    for size, words, expected in zip(record["sizes"], record["words"], record["digests"], strict=True):
        extent = Extent(scratch, scratch.path(record["file"]), start, words, size)
        blocks.append(_block(extent, *extent.load_with_starts()))
        if f"{blocks[-1].digest:016x}" != expected:
            raise OSError(errno.EIO, "a file of the scratch folder has changed", record["file"])
        start += words
    return blocks


def keys_between(keys: Keys, least: int, end: int) -> Keys:
    """Cut a range out of ascending keys."""
    if not keys.size:
        return keys
    start = np.searchsorted(keys, np.uint64(least))
    stop = keys.size if end > int(keys[-1]) else np.searchsorted(keys, np.uint64(end))
    return keys[start:stop]


@dataclass
class HeldLayer:
    """The boards at one depth."""

    depth: int
    blocks: list[Block]
    """Ascending working keys; each block's keys lie above those of the block before."""
    knows_used: bool
    """Whether the boards carry the moves that lead back: then no earlier layer need be subtracted for them."""
    boards: int = field(init=False)

    def __post_init__(self) -> None:
        self.blocks = [block for block in self.blocks if block.size]
        self.boards = sum(block.size for block in self.blocks)
        self._first = [int(block.marks[0] if isinstance(block, ScratchBlock) else block[0]) for block in self.blocks]

    @property
    def resident(self) -> int:
        """How many of the boards are in memory."""
        return sum(block.size for block in self.blocks if not isinstance(block, ScratchBlock))

    def slices(self, boards: int) -> list[list[Piece]]:
        """Cut the layer into slices of about that many boards, each a list of arrays or of places in files."""
        slices: list[list[Piece]] = []
        room = 0
        for block in self.blocks:
            start = 0
            while start < block.size:
                if room <= 0:
                    slices.append([])
                    room = boards
                end = min(block.size, start + room)
                slices[-1].append(block.cut(start, end) if isinstance(block, ScratchBlock) else block[start:end])
                room -= end - start
                start = end
        return slices

    def range(self, least: int, end: int) -> list[Piece]:
        """Cut a range of keys out of the layer: arrays, or places in files."""
        first = max(0, bisect_right(self._first, least) - 1)
        return [
            block.cut_between(least, end) if isinstance(block, ScratchBlock) else keys_between(block, least, end)
            for block in self.blocks[first : bisect_left(self._first, end)]
        ]

    def between(self, least: int, end: int) -> Keys:
        """Return the keys of a range, joined where they lie in several blocks."""
        found = [load(piece) for piece in self.range(least, end)]
        return found[0] if len(found) == 1 else np.concatenate([np.empty(0, np.uint64), *found])

    def sample(self, boards: int) -> Keys:
        """Take about that many boards, evenly; fewer where few of them are in memory."""
        step = max(1, self.boards // boards)
        taken = (
            block.marks[:: max(1, step // block.stretch)] if isinstance(block, ScratchBlock) else block[::step]
            for block in self.blocks
        )
        return np.concatenate([np.empty(0, np.uint64), *taken])

    def move_to(self, scratch: Scratch, keep: int = 0) -> None:
        """Let go of memory: write blocks to the scratch folder, all but those of so many boards."""
        file = scratch.file(layer_file(self.depth, "moved"))
        for number, block in enumerate(self.blocks):
            if not isinstance(block, ScratchBlock):
                keep -= block.size
                if keep < 0:
                    self.blocks[number] = to_scratch(block, file)

    def drop(self, scratch: Scratch | None) -> None:
        """Remove what the layer has in the scratch folder."""
        if scratch is not None and self.resident < self.boards:
            scratch.remove(layer_file(self.depth, "*"))


def layer_file(depth: int, what: str) -> str:
    """Name a file of the scratch folder that holds some of a layer."""
    return f"layer-{depth:04d}-{what}.keys"


def load_layer(puzzle: Puzzle, run: "Run", depth: int, scratch: Scratch | None = None) -> HeldLayer:
    """Read a layer back from disk, into the scratch folder if one is given; its boards know no used moves."""
    run.check_files(depth)
    blocks: list[Block] = []
    total = 0
    file = scratch.file(layer_file(depth, "loaded")) if scratch is not None else None
    for keys in run.blocks(depth):
        total += int(digest(keys))
        work = puzzle.pack(keys)
        blocks.append(work if file is None else to_scratch(work, file))
    if f"{total & (1 << 64) - 1:016x}" != run.layer(depth).digest:
        raise RunError(
            f"layer {depth} of {run.folder} is damaged: its boards are not those that were written; {WAY_OUT}"
        )
    return HeldLayer(depth, blocks, knows_used=False)


def start_layer(puzzle: Puzzle, starts: Keys) -> HeldLayer:
    """Make layer 0: nothing lies before it."""
    return HeldLayer(0, [puzzle.pack(starts)], knows_used=False)


def total_resident(layers: Iterable[HeldLayer]) -> int:
    """Count the boards of some layers that are in memory."""
    return sum(layer.resident for layer in layers)
