"""Segments: ascending keys without duplicates, at least one, in memory or in a file.

A file of keys is a sequence of encoded blocks that can be read alone. A file segment is a range of its keys. So reading
a part of a segment costs no more than the blocks that it touches:

    file     | block 0 | block 1 | block 2 | block 3 | ...
    segment            |...xxxxxxx|xxxxxxx|xx...          `size` keys, without the first `skip` keys of block 0

Files are not mapped into memory, because mapped pages would count as resident memory. Readers get their own arrays.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from slidefront.arrays import NO_KEYS, Keys, joined
from slidefront.keys.algebra import digest
from slidefront.keys.coding import block_words, code_buckets, decode

WRITE_BYTES = 1 << 20  # on Linux, one call with 100 MB can take five times longer than a hundred calls
CHECK_WORDS = 1 << 17


@dataclass(frozen=True, eq=False)
class MemorySegment:
    """Keys in memory, which must not be changed."""

    keys: Keys

    words = 0
    """The number of words that loading reads from a file: none."""

    @property
    def size(self) -> int:
        """The number of keys."""
        return int(self.keys.size)

    @property
    def first(self) -> int:
        """The least key."""
        return int(self.keys[0])

    def load(self) -> Keys:
        """Return the keys."""
        return self.keys

    def blocks_of(self) -> "Iterable[Segment]":
        """Return the segment itself, because reading it is free."""
        return [self]

    def count_below(self, key: int) -> int:
        """Count the keys below a key."""
        if key > int(self.keys[-1]):
            return self.size
        return 0 if key <= self.first else int(self.keys.searchsorted(np.uint64(key)))

    def cut(self, start: int, end: int) -> "MemorySegment":
        """Return a part."""
        return MemorySegment(self.keys[start:end])

    def sample(self, step: int, skip: int = 0) -> Keys:
        """Return every `step`-th key, after the first `skip` keys."""
        return np.ascontiguousarray(self.keys[skip::step])  # kernels would be compiled again for strided arrays


class Block(NamedTuple):
    """Keys of a file that are encoded together."""

    place: int
    """The index of its first word in the file."""
    words: int
    size: int
    first: int
    """Its least key."""
    before: int
    """The number of keys of the file before it."""


_FIRST, _BEFORE = attrgetter("first"), attrgetter("before")


@dataclass(frozen=True)
class FileSegment:
    """Keys in a file."""

    path: Path
    blocks: tuple[Block, ...]
    """Its blocks. Every task divides segments again, so blocks are found by bisection."""
    size: int
    skip: int = 0
    """The number of keys of the first block that come before the segment."""
    digest: int = 0
    """The digest of the words of whole blocks, as they were written."""

    @property
    def first(self) -> int:
        """The least key."""
        return self.blocks[0].first if not self.skip else int(self.cut(0, 1).load()[0])

    @property
    def words(self) -> int:
        """The number of words of the file that loading reads."""
        return self.blocks[-1].place + self.blocks[-1].words - self.blocks[0].place

    def load(self) -> Keys:
        """Read the keys."""
        start = self.blocks[0].place
        words = read_words(self.path, start, self.words)
        keys = np.empty(sum(block.size for block in self.blocks), np.uint64)
        end = 0
        for block in self.blocks:
            place = block.place - start
            if not decode(words[place : place + block.words + 1], keys[end : end + block.size]):
                raise keys_damaged(self.path)
            end += block.size
        return keys[self.skip : self.skip + self.size]

    def blocks_of(self) -> "Iterable[Segment]":
        """Cut the segment into its blocks."""
        return (self._block(number) for number in range(len(self.blocks)))

    @property
    def _before(self) -> int:
        """The number of keys of the file before the segment."""
        return self.blocks[0].before + self.skip

    def _block(self, number: int) -> "FileSegment":
        """Return the part of a block that belongs to the segment."""
        block = self.blocks[number]
        start, end = max(self._before, block.before), min(self._before + self.size, block.before + block.size)
        return FileSegment(self.path, (block,), end - start, start - block.before)

    def count_below(self, key: int) -> int:
        """Count the keys below a key; this reads the block whose range contains the key."""
        number = bisect_left(self.blocks, key, key=_FIRST) - 1
        if number < 0:
            return 0
        block = self._block(number)
        return block._before - self._before + MemorySegment(block.load()).count_below(key)

    def cut(self, start: int, end: int) -> "FileSegment":
        """Return a part, with the blocks that it touches."""
        first, last = self._before + start, self._before + end
        stop = bisect_left(self.blocks, last, key=_BEFORE)
        blocks = self.blocks[bisect_right(self.blocks, first, key=_BEFORE) - 1 : stop]
        return replace(self, blocks=blocks, size=end - start, skip=first - blocks[0].before, digest=0)

    def sample(self, step: int, skip: int = 0) -> Keys:  # noqa: ARG002
        """Return the first keys of blocks, at most every `step`-th key."""
        size = max(1, self.size // len(self.blocks))
        firsts = [self.first, *(block.first for block in self.blocks[1:])]
        return np.array(firsts[:: max(1, step // size)], np.uint64)

    def check(self) -> None:
        """Raise OSError if the file has changed since it was written."""
        check_words(self.path, self.blocks[0].place, self.words, self.digest)


Segment = MemorySegment | FileSegment


def keys_damaged(path: Path) -> OSError:
    """Return the error for a file whose keys cannot be read."""
    return OSError(f"a file of the scratch folder is cut short or has changed: {path}")


def read_words(path: Path, start: int, count: int) -> Keys:
    """Read words of a file into an array with one more word."""
    words = np.empty(count + 1, np.uint64)
    with path.open("rb", buffering=0) as file:
        file.seek(8 * start)
        waiting = words[:-1].view(np.uint8).data
        while waiting:
            read = file.readinto(waiting)
            if not read:
                raise keys_damaged(path)
            waiting = waiting[read:]
    return words


def check_words(path: Path, start: int, count: int, expected: int, at_once: int = CHECK_WORDS) -> None:
    """Raise OSError if words of a file, which are read `at_once` at a time, do not have the expected digest."""
    total = 0
    for first in range(start, start + count, at_once):
        words = read_words(path, first, min(at_once, start + count - first))
        total += int(digest(words[:-1]))
    if total & (1 << 64) - 1 != expected:
        raise keys_damaged(path)


class SegmentWriter:
    """A writer of ascending keys to a file, as one segment."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)  # an interrupted process may have left one
        self._path = path
        self._blocks: list[Block] = []
        self._size = 0
        self.words = 0
        self.digest = 0
        """The digest of all words so far."""

    def append(self, keys: Keys, block_keys: int) -> None:
        """Write keys above all keys before, in blocks of at most `block_keys`."""
        firsts = np.append(np.arange(0, keys.size, block_keys), keys.size)
        sizes, places = np.empty(firsts.size - 1, np.int64), np.zeros(firsts.size, np.int64)
        words = np.empty(block_words(keys.size) + 2 * sizes.size, np.uint64)
        code_buckets(keys, firsts, words, sizes, places, words.size)
        for first, size, (start, end) in zip(firsts.tolist(), sizes.tolist(), pairwise(places.tolist()), strict=False):
            self._blocks.append(Block(self.words + start, end - start, size, int(keys[first]), self._size + first))
        self._size += keys.size
        self.write(words[: places[-1]])

    def write(self, words: Keys) -> None:
        """Append encoded words."""
        self.digest = (self.digest + int(digest(words))) & (1 << 64) - 1
        append_words(self._path, words)
        self.words += words.size

    def finish(self) -> FileSegment:
        """Return the segment of all keys written."""
        return FileSegment(self._path, tuple(self._blocks), self._size, 0, self.digest)


def append_words(path: Path, words: Keys) -> None:
    """Append words to a file."""
    with path.open("ab", buffering=0) as file:
        waiting = words.view(np.uint8).data
        while waiting:
            waiting = waiting[file.write(waiting[:WRITE_BYTES]) :]


class Reader:
    """A reader of ascending segments, from front to back in steps."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self._blocks = (block.load() for segment in segments for block in segment.blocks_of())
        self._keys = NO_KEYS
        """The remaining keys of the last block."""

    def below(self, end: int) -> Keys:
        """Return the next keys that are less than `end`."""
        pieces = []
        while (keys := self._keys if self._keys.size else next(self._blocks, NO_KEYS)).size:
            count = MemorySegment(keys).count_below(end)
            pieces.append(keys[:count])
            self._keys = keys[count:]
            if self._keys.size:
                break
        return joined(pieces)


def keys_of(segments: Sequence[Segment]) -> Keys:
    """Read segments as one array."""
    return joined([segment.load() for segment in segments])
