"""Write files atomically, refuse links, and create and sync folders.

A file is written under a temporary name in the same folder, and renamed when it is complete and on disk. After a power
failure, either the whole new file exists, or the old one. The temporary file is locked, so that the next writer
recognises and removes a file that a killed process has left. With `replace`, an existing file is replaced, whatever it
contains; a folder never is.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import BinaryIO

from slidefront.errors import OutputExistsError, RunError, SlidefrontError

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):/+", re.IGNORECASE)  # `Path` makes one slash of two
_WAITING = re.compile(r"\..+\.[0-9a-f]{12}\.tmp", re.DOTALL)
_FULL_SYNC: int | None = getattr(fcntl, "F_FULLFSYNC", None)  # of macOS


def is_folder(name: str | Path) -> bool:
    """Whether a folder with this name exists."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str | Path) -> bool:
    """Whether a file with this name exists."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a file name, such as a long grid
        return False


def is_pipe(name: str | Path) -> bool:
    """Whether a pipe with this name exists, such as the /dev/fd/63 of a shell; its text can be read only once."""
    try:
        return Path(name).is_fifo()
    except (OSError, ValueError):
        return False


def write_new(path: Path, data: bytes, *, replace: bool = False) -> None:
    """Write a file; raise OutputExistsError if it exists, unless `replace` is true."""
    with new_file(path, replace=replace) as file:
        file.write(data)


@contextmanager
def new_file(path: Path, *, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing; raise OutputExistsError if it exists, unless `replace` is true."""
    check_new(path, replace=replace)
    try:
        with replacement(path, allowed=replace) as file:
            yield file
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise SlidefrontError(f"cannot write {path}: {reason_of(error)}") from None


def check_new(path: Path, *, replace: bool = False) -> None:
    """Raise an error before any long work if a file cannot be written, or exists and `replace` is false."""
    refuse_uri(path)
    try:
        if path.exists() and not path.is_file():
            raise SlidefrontError(f"{path} is not a file: choose another file")
        if path.exists() and not replace:
            raise _taken(path)
        if not path.parent.is_dir():
            raise SlidefrontError(f"cannot write {path}: the folder {path.parent} does not exist")
        try_writing(path.parent)
    except OSError as error:
        raise SlidefrontError(f"cannot write {path}: {reason_of(error)}; choose another file") from None


def _taken(path: Path) -> OutputExistsError:
    return OutputExistsError(f"{path} already exists: replace it, or choose another file", "replace", "out")


def locked(path: Path) -> BinaryIO:
    """Open a file for appending, and lock it until it is closed. A terminal or a pipe is not locked.

    Raise BlockingIOError if another process has locked the file.
    """
    file = path.open("ab")
    try:
        if path.is_file():
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def reason_of(error: BaseException) -> str:
    """Return the reason for an exception on one line, of at most 200 letters.

    For an error of the system this is the text of the system, because pyarrow adds the path to it.
    """
    text = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return " ".join(text.split())[:200]


def try_writing(folder: Path) -> None:
    """Raise OSError if no file can be written to a folder."""
    with TemporaryFile(dir=folder):
        pass


@contextmanager
def writing_to(folder: Path, advice: str = "", parameter: str = "out") -> Iterator[None]:
    """Turn an OSError into a RunError that names `folder` and gives `advice`, by default to choose another folder."""
    try:
        yield
    except SlidefrontError:  # some are of the built-in kind too
        raise
    except OSError as error:
        message = f"cannot write to {folder}: {reason_of(error)}; {advice or 'choose another'}"
        raise RunError(message, *([] if advice else [parameter])) from None


def is_waiting(name: str) -> bool:
    """Whether a name is the temporary name of an unfinished file."""
    return bool(_WAITING.fullmatch(name))


@contextmanager
def replacement(path: Path, *, allowed: bool = True) -> Iterator[BinaryIO]:
    """Open a file for writing under a temporary name; when it is complete, it replaces the file at `path`.

    The content is on disk before the file gets its name, and the name is on disk when the block ends, so the old or the
    new file survives a power failure. An incomplete file is removed. If replacing is not `allowed`, raise
    FileExistsError. No other process uses the same temporary name, not even one with the same process number.
    """
    name = f".{path.name[-40:]}."
    for abandoned in path.parent.glob(f"{escape(name)}{'[0-9a-f]' * 12}.tmp"):
        with suppress(OSError), abandoned.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            abandoned.unlink()  # its writer is dead
    waiting = path.with_name(f"{name}{token_hex(6)}.tmp")
    try:
        with waiting.open("xb") as file:
            with suppress(OSError):  # a file system without locks, where no writer removes abandoned files
                fcntl.flock(file, fcntl.LOCK_EX)
            yield file
            file.flush()
            sync_open(file.fileno())
        if allowed:
            waiting.replace(path)
        else:
            _name_new(waiting, path)
        _sync_names(path.parent)
    finally:
        with suppress(OSError):
            waiting.unlink(missing_ok=True)


def _name_new(waiting: Path, path: Path) -> None:
    """Rename a file; raise FileExistsError if another file has the name."""
    try:
        os.link(waiting, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        waiting.replace(path)


def _sync_names(folder: Path) -> None:
    with suppress(PermissionError):  # a folder that can be written to, but not listed
        sync(folder)


def refuse_uri(path: Path) -> None:
    """Raise an error if a path is a URI, or has a character that no file name can have."""
    try:
        fits = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        fits = False
    if not fits:
        raise SlidefrontError(f"{path} has a character that no file name can have: choose another name")
    scheme = _SCHEME.match(str(path))
    if scheme:
        meant = f"{scheme[1]}://{'/' * (scheme[1].lower() == 'file')}{str(path)[scheme.end() :]}"
        raise SlidefrontError(f"{meant} is not a file or folder of this machine: name one, and copy it when it is done")


def refuse_links(place: Path) -> None:
    """Raise RunError if a path or anything below it is a link, because writes would go to another place."""
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


def check_scratch(folder: Path) -> None:
    """Raise RunError unless the folder that a user names for temporary files exists: its name may be mistyped."""
    with writing_to(folder, parameter="scratch"):
        if not folder.exists():
            raise RunError(f"there is no folder {folder}: create it, or choose another", "scratch")
        if not folder.is_dir():
            raise RunError(f"{folder} is a file: choose another folder", "scratch")


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, and sync the new names, so that they survive a power failure."""
    refuse_uri(folder)
    new_folders = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in new_folders:
        _sync_names(path.parent)


def sync(path: Path) -> None:
    """Sync a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        sync_open(handle)
    finally:
        os.close(handle)


def sync_open(handle: int) -> None:
    """Sync an open file to the disk. On macOS, `fsync` alone only reaches the cache of the drive."""
    if _FULL_SYNC is not None:
        with suppress(OSError):  # the file system does not support it
            fcntl.fcntl(handle, _FULL_SYNC)
            return
    os.fsync(handle)
