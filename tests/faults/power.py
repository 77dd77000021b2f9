"""A disk that loses what was not synced: what is left of a folder if the power fails, at each moment of some work.

    with recorded(folder) as moments:
        work
    for moment in moments:
        moment.strict.put(elsewhere)      only names and contents that were synced
        moment.eager.put(elsewhere)       all names at once, but of each file only what was synced

POSIX promises no more than the first, and file systems are known that leave the second: a new file is renamed to its
place, and is empty after a power failure. A moment is just before a file or folder is renamed, linked, made, removed or
synced, and at the end of the work.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any
from unittest.mock import patch

_MOMENTS = {"os.rename", "os.link", "os.mkdir", "os.remove", "os.rmdir", "os.truncate"}
_listening: list["_Disk"] = []


@dataclass(frozen=True)
class State:
    """What is in a folder: the contents of its files, and its folders."""

    files: frozenset[tuple[str, bytes]]
    folders: frozenset[str]

    def put(self, folder: Path) -> Path:
        """Make the folder, in place of the one that is there."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in sorted(self.folders):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name, content in self.files:
            (folder / name).write_bytes(content)
        return folder


@dataclass(frozen=True)
class Moment:
    """What may be left if the power fails at a moment."""

    before: str
    """What was about to happen."""
    strict: State
    eager: State

    @property
    def states(self) -> tuple[State, State]:
        """Both."""
        return self.strict, self.eager


@dataclass
class _Disk:
    """The names and contents that are on the disk; a file or folder is known by its inode."""

    folder: Path
    moments: list[Moment] = field(default_factory=list)
    _open: dict[int, int] = field(default_factory=dict)  # no number of an inode is used again while it is open
    _content: dict[int, bytes] = field(default_factory=dict)
    _names: dict[int, dict[str, int]] = field(default_factory=dict)
    lock: Any = field(default_factory=RLock)

    def begin(self) -> None:
        """Believe that what is there was synced long ago."""
        for path in (self.folder, *self.folder.rglob("*")):
            self._sync(self._inode(path), path)

    def sync(self, handle: int) -> None:
        """Bring an open file or folder to the disk."""
        inode = os.fstat(handle).st_ino
        for path in (self.folder, *self.folder.rglob("*")):
            with suppress(FileNotFoundError):  # another thread removes it at this moment
                if self._inode(path) == inode:
                    self.note(f"sync {path.relative_to(self.folder)}")
                    self._sync(inode, path)
                    return

    def _sync(self, inode: int, path: Path) -> None:
        if path.is_dir():
            self._names[inode] = {one.name: self._inode(one) for one in path.iterdir()}
        else:
            self._content[inode] = path.read_bytes()

    def _inode(self, path: Path) -> int:
        inode = path.stat().st_ino
        if inode not in self._open:
            self._open[inode] = os.open(path, os.O_RDONLY)
        return inode

    def note(self, before: str) -> None:
        """Note what would be left now."""
        strict = State(*map(frozenset, self._strict(self._inode(self.folder), "")))  # type: ignore[arg-type]
        files, folders = set(), set()
        for path in self.folder.rglob("*"):
            name = str(path.relative_to(self.folder))
            if path.is_dir():
                folders.add(name)
            else:
                with suppress(FileNotFoundError):
                    files.add((name, self._content.get(self._inode(path), b"")))
        self.moments.append(Moment(before, strict, State(frozenset(files), frozenset(folders))))

    def _strict(self, inode: int, name: str) -> tuple[set[tuple[str, bytes]], set[str]]:
        """Follow the names that were synced."""
        files: set[tuple[str, bytes]] = set()
        folders: set[str] = set()
        for one, inner in self._names.get(inode, {}).items():
            path = f"{name}/{one}".lstrip("/")
            if Path(f"/proc/self/fd/{self._open[inner]}").is_dir():
                below = self._strict(inner, path)
                files |= below[0]
                folders |= below[1] | {path}
            else:
                files.add((path, self._content.get(inner, b"")))
        return files, folders

    def close(self) -> None:
        """Let go of all files."""
        for handle in self._open.values():
            os.close(handle)


def _listen(event: str, given: tuple[Any, ...]) -> None:
    if event in _MOMENTS:
        for disk in _listening:
            with disk.lock:
                disk.note(f"{event} {' '.join(str(one) for one in given if isinstance(one, str | Path))}")


sys.addaudithook(_listen)


@contextmanager
def recorded(folder: Path) -> Iterator[list[Moment]]:
    """Record the moments of some work in a folder."""
    disk = _Disk(folder)
    disk.begin()
    fsync = os.fsync

    def sync(handle: int) -> None:
        with disk.lock:
            disk.sync(handle)
            fsync(handle)

    _listening.append(disk)
    try:
        with patch.object(os, "fsync", sync):
            yield disk.moments
        disk.note("end")
    finally:
        _listening.remove(disk)
        disk.close()
