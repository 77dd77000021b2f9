"""A disk that loses unsynced data: the states of a folder that a power failure can leave at any moment of some work.

    with recorded(folder) as moments:
        work
    for moment in moments:
        moment.strict.put(elsewhere)      only the names and contents that were synced
        moment.eager.put(elsewhere)       all names, but only the synced contents of each file

POSIX promises only the strict state. Some file systems leave the eager state: a file that was renamed to its place is
empty after a power failure. A moment is recorded before each rename, link, removal, sync and creation of a folder, and
at the end of the work.
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
    """The content of a folder: its files and folders."""

    files: frozenset[tuple[str, bytes]]
    folders: frozenset[str]

    def put(self, folder: Path) -> Path:
        """Write the state to a folder, replacing an existing one."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in sorted(self.folders):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name, content in self.files:
            (folder / name).write_bytes(content)
        return folder


@dataclass(frozen=True)
class Moment:
    """The states that a power failure can leave before an operation."""

    before: str
    """The operation."""
    strict: State
    eager: State


@dataclass
class _Disk:
    """The synced names and contents, by inode."""

    folder: Path
    moments: list[Moment] = field(default_factory=list)
    _open: dict[int, int] = field(default_factory=dict)  # an open inode keeps its number
    _content: dict[int, bytes] = field(default_factory=dict)
    _names: dict[int, dict[str, int]] = field(default_factory=dict)
    lock: Any = field(default_factory=RLock)

    def begin(self) -> None:
        """Take the present content of the folder as synced."""
        for path in (self.folder, *self.folder.rglob("*")):
            self._sync(self._inode(path), path)

    def sync(self, handle: int) -> None:
        """Record that an open file or folder is synced."""
        inode = os.fstat(handle).st_ino
        for path in (self.folder, *self.folder.rglob("*")):
            with suppress(FileNotFoundError):  # another thread removes it
                if self._inode(path) == inode:
                    self.note(f"sync {path.relative_to(self.folder)}")
                    self._sync(inode, path)
                    return

    def _sync(self, inode: int, path: Path) -> None:
        if path.is_dir():
            self._names[inode] = {child.name: self._inode(child) for child in path.iterdir()}
        else:
            self._content[inode] = path.read_bytes()

    def _inode(self, path: Path) -> int:
        inode = path.stat().st_ino
        if inode not in self._open:
            self._open[inode] = os.open(path, os.O_RDONLY)
        return inode

    def note(self, before: str) -> None:
        """Record the states before an operation."""
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
        """Return the files and folders below an inode, following synced names."""
        files: set[tuple[str, bytes]] = set()
        folders: set[str] = set()
        for child, inner in self._names.get(inode, {}).items():
            path = f"{name}/{child}".lstrip("/")
            if Path(f"/proc/self/fd/{self._open[inner]}").is_dir():
                below = self._strict(inner, path)
                files |= below[0]
                folders |= below[1] | {path}
            else:
                files.add((path, self._content.get(inner, b"")))
        return files, folders

    def close(self) -> None:
        """Close all files."""
        for handle in self._open.values():
            os.close(handle)


def _listen(event: str, given: tuple[Any, ...]) -> None:
    if event in _MOMENTS:
        for disk in _listening:
            with disk.lock:
                disk.note(f"{event} {' '.join(str(value) for value in given if isinstance(value, str | Path))}")


sys.addaudithook(_listen)


@contextmanager
def recorded(folder: Path) -> Iterator[list[Moment]]:
    """Record the moments of the work in a folder."""
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
