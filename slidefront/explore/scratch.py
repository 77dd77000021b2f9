"""Where keys wait that do not fit memory: plain files of uint64, written once, read back into memory that we own.

Mapped pages would count as resident, so nothing is mapped. A file is removed as soon as nobody needs it any more.
"""

import errno
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys

PIECE_BYTES = 1 << 20  # Linux has been seen to take 100 MB in one call five times slower than in a hundred


@dataclass(frozen=True)
class Extent:
    """Keys in a file of the scratch folder: `size` of them, from the key number `start` on."""

    scratch: "Scratch"
    path: Path
    start: int
    size: int

    def read(self, out: Keys) -> None:
        """Read the keys into an array of that size."""
        self.scratch.read_bytes(8 * self.size)
        with self.path.open("rb", buffering=0) as file:
            file.seek(8 * self.start)
            waiting = out.view(np.uint8).data
            while waiting:
                count = file.readinto(waiting)
                if not count:
                    raise OSError(errno.EIO, "a file of the scratch folder is cut short", str(self.path))
                waiting = waiting[count:]

    def load(self) -> Keys:
        """Read the keys into an array of their own."""
        keys = np.empty(self.size, np.uint64)
        self.read(keys)
        return keys


class KeyFile:
    """A file that keys are appended to. Made when the first come."""

    def __init__(self, scratch: "Scratch", name: str) -> None:
        self._scratch = scratch
        self._path = scratch.folder / name
        self._path.unlink(missing_ok=True)  # what an interrupted process has left
        self._size = 0

    def append(self, keys: Keys) -> Extent:
        """Write keys behind those that are there."""
        extent = Extent(self._scratch, self._path, self._size, keys.size)
        with self._path.open("ab", buffering=0) as file:
            waiting = np.ascontiguousarray(keys).view(np.uint8).data
            while waiting:
                waiting = waiting[file.write(waiting[:PIECE_BYTES]) :]
        self._size += keys.size
        self._scratch.wrote_bytes(8 * keys.size)
        return extent


class Scratch:
    """A folder for the keys of one run, and how much has gone through it."""

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

    def file(self, name: str) -> KeyFile:
        """Begin a file."""
        return KeyFile(self, name)

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
