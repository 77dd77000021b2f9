"""Tell whether an argument names a file or a folder, refuse links, and write files that nobody sees half written.

A file is written beside its place, and gets its name when it is complete: a new file, or one that replaces another.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from slidefront.errors import RunError, SlidefrontError

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):/+", re.IGNORECASE)  # `Path` makes one slash of two
_FULL_SYNC: int | None = getattr(fcntl, "F_FULLFSYNC", None)  # of macOS


def is_folder(name: str | Path) -> bool:
    """Tell whether a folder with this name exists."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str | Path) -> bool:
    """Tell whether a file with this name exists."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a file name, such as a long grid
        return False


def write_new(path: Path, data: bytes) -> None:
    """Write a new file."""
    with new_file(path) as file:
        file.write(data)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing; refuse to replace another one."""
    refuse_uri(path)
    waiting = _waiting(path)
    taken = SlidefrontError(f"{path} already exists: choose another file")
    if path.exists():
        raise taken
    try:
        with waiting.open("xb") as file:
            yield file
        _rename(waiting, path)
    except FileExistsError:
        raise taken from None
    except OSError as error:
        raise SlidefrontError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            waiting.unlink(missing_ok=True)


def _waiting(path: Path) -> Path:
    """Name a file until it is complete: as no other process does, even one that was killed and had the same number."""
    return path.with_name(f".{path.name[-40:]}.{token_hex(6)}.tmp")


def _rename(old: Path, new: Path) -> None:
    """Rename a file unless the new name exists by now."""
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        old.replace(new)


@contextmanager
def replacement(path: Path, waiting: Path | None = None, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces another one, and is called `waiting` until then.

    A durable one is on disk before it replaces the other, and its name is when this ends: one of them survives a power
    failure.
    """
    waiting = waiting or _waiting(path)
    try:
        waiting.unlink(missing_ok=True)  # what a killed process has left, or a link
        with waiting.open("xb") as file:
            yield file
            if durable:
                file.flush()
                sync_open(file.fileno())
        waiting.replace(path)
        if durable:
            sync(path.parent)
    finally:
        with suppress(OSError):
            waiting.unlink(missing_ok=True)


def refuse_uri(path: Path) -> None:
    """Refuse to write to what was meant as a place on another file system."""
    scheme = _SCHEME.match(str(path))
    if scheme:
        meant = f"{scheme[1]}://{'/' * (scheme[1].lower() == 'file')}{str(path)[scheme.end() :]}"
        raise SlidefrontError(
            f"{meant} is not a file or folder of this machine: name one, and copy a run to such a place with "
            f"`slidefront publish RUN {meant}`"
        )


def refuse_links(place: Path) -> None:
    """Refuse a link at a place, or anywhere below it: what is written or removed there would be somewhere else."""
    link = place if place.is_symlink() else next(_links(place), None) if place.is_dir() else None
    if link is not None:
        raise RunError(
            f"{link} is a link, and slidefront writes and removes nothing behind a link: put what it leads to there"
        )


def _links(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                yield Path(entry.path)
            elif entry.is_dir():
                yield from _links(Path(entry.path))


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, and sync the names of the new ones, so that a power failure keeps them."""
    refuse_uri(folder)
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in new:
        with suppress(PermissionError):  # a folder that can be written to, but not listed
            sync(one.parent)


def sync(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        sync_open(handle)
    finally:
        os.close(handle)


def sync_open(handle: int) -> None:
    """Bring an open file to the disk: on macOS `fsync` only brings it to the cache of the drive."""
    if _FULL_SYNC is not None:
        with suppress(OSError):  # file systems that do not know it
            fcntl.fcntl(handle, _FULL_SYNC)
            return
    os.fsync(handle)
