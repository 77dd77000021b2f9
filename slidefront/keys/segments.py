"""Segments: ascending keys without repeats, at least one, in memory or in a file.

A file segment lies in a file of coded blocks, each of which can be read alone, so a part of it costs the blocks that it
touches:

    file     | block 0 | block 1 | block 2 | block 3 | ...
    segment            |...xxxxxxx|xxxxxxx|xx...          `size` keys, without the first `skip` keys of block 0

Files are not mapped, because mapped pages would count as resident memory. Readers get arrays of their own.
"""

import errno
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys
from slidefront.keys.algebra import digest
from slidefront.keys.coding import block_words, code_buckets, decode

BLOCK_KEYS = 1 << 15
WRITE_BYTES = 1 << 20  # Linux has been seen to take 100 MB in one call five times slower than in a hundred
CHECK_WORDS = 1 << 17
NO_KEYS = np.empty(0, np.uint64)


@dataclass(frozen=True, eq=False)
class MemorySegment:
    """Keys in memory, which must not be written to."""

    keys: Keys

    words = 0
    """How many words of a file are read for it: none."""

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
        """Return the segment itself: nothing has to be read."""
        return [self]

    def count_below(self, key: int) -> int:
        """Count the keys below one."""
        if key > int(self.keys[-1]):
            return self.size
        return 0 if key <= self.first else int(self.keys.searchsorted(np.uint64(key)))

    def cut(self, start: int, end: int) -> "MemorySegment":
        """Return a part."""
        return MemorySegment(self.keys[start:end])

    def sample(self, step: int, skip: int = 0) -> Keys:
        """Return one of every `step` keys, after the first `skip` keys."""
        return np.ascontiguousarray(self.keys[skip::step])  # kernels are compiled once more for other arrays


class Block(NamedTuple):
    """Keys of a file that are coded together."""

    place: int
    """The number of its first word in the file."""
    words: int
    size: int
    first: int
    """Its least key."""
    at: int
    """How many keys of the file come before it."""


_FIRST, _AT = attrgetter("first"), attrgetter("at")


@dataclass(frozen=True)
class FileSegment:
    """Keys in a file."""

    path: Path
    blocks: tuple[Block, ...]
    """Divided anew for each task, so they are looked up by bisection."""
    size: int
    skip: int = 0
    """The number of keys of the first block that come before the segment."""
    digest: int = 0
    """Of the words of whole blocks, as they were written."""

    @property
    def first(self) -> int:
        """The least key."""
        return self.blocks[0].first if not self.skip else int(self.cut(0, 1).load()[0])

    @property
    def words(self) -> int:
        """How many words of a file are read for it."""
        return self.blocks[-1].place + self.blocks[-1].words - self.blocks[0].place

    def load(self) -> Keys:
        """Read the keys."""
        start = self.blocks[0].place
        words = read_words(self.path, start, self.words)
        keys = np.empty(sum(block.size for block in self.blocks), np.uint64)
        at = 0
        for block in self.blocks:
            place = block.place - start
            if not decode(words[place : place + block.words + 1], keys[at : at + block.size]):
                raise damaged(self.path)
            at += block.size
        return keys[self.skip : self.skip + self.size]

    def blocks_of(self) -> "Iterable[Segment]":
        """Cut the segment into its blocks."""
        return (self._block(number) for number in range(len(self.blocks)))

    @property
    def _at(self) -> int:
        """How many keys of the file come before the segment."""
        return self.blocks[0].at + self.skip

    def _block(self, number: int) -> "FileSegment":
        """Return what the segment has of a block."""
        block = self.blocks[number]
        start, end = max(self._at, block.at), min(self._at + self.size, block.at + block.size)
        return FileSegment(self.path, (block,), end - start, start - block.at)

    def count_below(self, key: int) -> int:
        """Count the keys below one; the block that it may be in is read."""
        number = bisect_left(self.blocks, key, key=_FIRST) - 1
        if number < 0:
            return 0
        near = self._block(number)
        return near._at - self._at + MemorySegment(near.load()).count_below(key)

    def cut(self, start: int, end: int) -> "FileSegment":
        """Return a part: the blocks that it touches."""
        first, last = self._at + start, self._at + end
        blocks = self.blocks[bisect_right(self.blocks, first, key=_AT) - 1 : bisect_left(self.blocks, last, key=_AT)]
        return replace(self, blocks=blocks, size=end - start, skip=first - blocks[0].at, digest=0)

    def sample(self, step: int, skip: int = 0) -> Keys:  # noqa: ARG002
        """Return the first keys of blocks, which may be fewer than one of every `step` keys."""
        size = max(1, self.size // len(self.blocks))
        firsts = [self.first, *(block.first for block in self.blocks[1:])]
        return np.array(firsts[:: max(1, step // size)], np.uint64)

    def check(self) -> None:
        """Raise OSError if the file has changed since it was written."""
        check_words(self.path, self.blocks[0].place, self.words, self.digest)


Segment = MemorySegment | FileSegment


def damaged(path: Path) -> OSError:
    """Return the error of a file whose keys cannot be read."""
    return OSError(errno.EIO, "a file of the scratch folder is cut short or has changed", str(path))


def read_words(path: Path, start: int, count: int) -> Keys:
    """Read words of a file, into an array that has one more."""
    words = np.empty(count + 1, np.uint64)
    with path.open("rb", buffering=0) as file:
        file.seek(8 * start)
        waiting = words[:-1].view(np.uint8).data
        while waiting:
            read = file.readinto(waiting)
            if not read:
                raise damaged(path)
            waiting = waiting[read:]
    return words


def check_words(path: Path, start: int, count: int, expected: int) -> None:
    """Raise OSError if the digest of words of a file has changed."""
    total = 0
    for first in range(start, start + count, CHECK_WORDS):
        words = read_words(path, first, min(CHECK_WORDS, start + count - first))
        total += int(digest(words[:-1]))
    if total & (1 << 64) - 1 != expected:
        raise damaged(path)


class SegmentWriter:
    """Writes ascending keys to a file, as one segment."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)  # what an interrupted process has left
        self._path = path
        self._blocks: list[Block] = []
        self._size = 0
        self.words = 0
        self.digest = 0
        """Of all words so far."""

    def append(self, keys: Keys) -> None:
        """Write keys that are above those before."""
        firsts = np.append(np.arange(0, keys.size, BLOCK_KEYS), keys.size)
        sizes, places = np.empty(firsts.size - 1, np.int64), np.zeros(firsts.size, np.int64)
        words = np.empty(block_words(keys.size) + 2 * sizes.size, np.uint64)
        code_buckets(keys, firsts, words, sizes, places, words.size)
        for first, size, (start, end) in zip(firsts.tolist(), sizes.tolist(), pairwise(places.tolist()), strict=False):
            self._blocks.append(Block(self.words + start, end - start, size, int(keys[first]), self._size + first))
        self._size += keys.size
        self.write(words[: places[-1]])

    def write(self, words: Keys) -> None:
        """Append words as they are."""
        self.digest = (self.digest + int(digest(words))) & (1 << 64) - 1
        append_words(self._path, words)
        self.words += words.size

    def finish(self) -> FileSegment:
        """Return what has been written."""
        return FileSegment(self._path, tuple(self._blocks), self._size, 0, self.digest)


def append_words(path: Path, words: Keys) -> None:
    """Append words to a file."""
    with path.open("ab", buffering=0) as file:
        waiting = words.view(np.uint8).data
        while waiting:
            waiting = waiting[file.write(waiting[:WRITE_BYTES]) :]


class Reader:
    """Reads ascending segments from the front, up to a bound."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self._blocks = (block.load() for segment in segments for block in segment.blocks_of())
        self._keys = NO_KEYS
        """What is left of the block that was read last."""

    def below(self, end: int) -> Keys:
        """Return the keys below a bound that have not been read yet."""
        found = []
        while (keys := self._keys if self._keys.size else next(self._blocks, NO_KEYS)).size:
            count = MemorySegment(keys).count_below(end)
            found.append(keys[:count])
            self._keys = keys[count:]
            if self._keys.size:
                break
        return joined(found)


def joined(arrays: Sequence[Keys]) -> Keys:
    """Join arrays; one alone is not copied."""
    if not arrays:
        return NO_KEYS
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def between(segments: Sequence[Segment], least: int, end: int) -> list[Segment]:
    """Select the keys of a range from ascending segments."""
    found = []
    for segment in segments:
        start, stop = segment.count_below(least), segment.count_below(end)
        if start < stop:
            found.append(segment if stop - start == segment.size else segment.cut(start, stop))
    return found
