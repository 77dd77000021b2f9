"""Where keys wait that do not fit memory: files of coded keys, written once, read back into memory that we own.

Mapped pages would count as resident, so nothing is mapped. A file is removed as soon as nobody needs it any more.
"""

import errno
import shutil
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys
from slidefront.keys.coding import Starts, decode, most_words

PIECE_BYTES = 1 << 20  # Linux has been seen to take 100 MB in one call five times slower than in a hundred


@dataclass(frozen=True)
class Extent:
    """Keys in a file of the scratch folder: `size` of those coded from a word on, but for the first `skip`."""

    scratch: "Scratch"
    path: Path
    start: int
    words: int
    size: int
    skip: int = 0

    def load(self) -> Keys:
        """Read the keys."""
        return self.load_with_starts()[0]

    def first(self) -> int:
        """Read the first key alone."""
        words = min(self.words, most_words(self.skip + 1, self.scratch.stretch))
        return int(replace(self, words=words, size=1).load()[0])

    def load_with_starts(self) -> tuple[Keys, Starts]:
        """Read the keys, and find where their stretches start."""
        keys = np.empty(self.skip + self.size, np.uint64)
        starts = np.empty(-(-keys.size // self.scratch.stretch), np.int64)
        if not decode(self.read(), keys, starts, self.scratch.stretch):
            raise self._cut_short()
        return keys[self.skip :], starts

    def read(self) -> Keys:
        """Read the words as they are, and room for one more."""
        words = np.empty(self.words + 1, np.uint64)
        self.scratch.read_bytes(8 * self.words)
        with self.path.open("rb", buffering=0) as file:
            file.seek(8 * self.start)
            waiting = words[:-1].view(np.uint8).data
            while waiting:
                count = file.readinto(waiting)
                if not count:
                    raise self._cut_short()
                waiting = waiting[count:]
        return words

    def _cut_short(self) -> OSError:
        return OSError(errno.EIO, "a file of the scratch folder is cut short", str(self.path))


class WordFile:
    """A file that words are appended to. Made when the first come."""

    def __init__(self, scratch: "Scratch", name: str) -> None:
        self.scratch = scratch
        self.path = scratch.folder / name
        self.path.unlink(missing_ok=True)  # what an interrupted process has left
        self._size = 0

    def append(self, words: Keys) -> int:
        """Write words behind those that are there; return the number of the first."""
        start = self._size
        with self.path.open("ab", buffering=0) as file:
            waiting = words.view(np.uint8).data
            while waiting:
                waiting = waiting[file.write(waiting[:PIECE_BYTES]) :]
        self._size += words.size
        self.scratch.wrote_bytes(8 * words.size)
        return start


class Scratch:
    """A folder for the keys of one run, and how much has gone through it."""

    stretch = 1 << 10
    """One of so many keys is found without reading those before it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written = 0
        self.read = 0
        self._lock = threading.Lock()

    def open(self) -> None:
        """Make the folder; what an interrupted process has left may be of use."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> Path:
        """Find a file by its name, which must not lead out of the folder."""
        if name != Path(name).name:
            raise OSError(errno.EINVAL, "no name of a scratch file", name)
        return self.folder / name

    def file(self, name: str) -> WordFile:
        """Begin a file."""
        return WordFile(self, name)

    def remove(self, pattern: str) -> None:
        """Remove files that are not needed any more."""
        for path in self.folder.glob(pattern):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def wrote_bytes(self, count: int) -> None:
        """Count what was written."""
        with self._lock:
            self.written += count

    def read_bytes(self, count: int) -> None:
        """Count what was read."""
        with self._lock:
            self.read += count
