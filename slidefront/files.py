"""Tell whether an argument names a file or a folder, and write files that nobody ever sees half written.

A file is written beside its place, and gets its name when it is complete: a new file, or one that replaces another.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from slidefront.errors import SlidefrontError


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
    waiting = path.with_name(f".{path.name}.{os.getpid()}.tmp")
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

    A durable one is on disk before it replaces the other, so that one of them survives a power failure.
    """
    waiting = waiting or path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with waiting.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        waiting.replace(path)
    finally:
        with suppress(OSError):
            waiting.unlink(missing_ok=True)
