"""The lock of a run, and its scratch folder for files of unfinished layers: nothing without its mark is removed.

_scratch/slidefront-scratch.json    the mark: the process that writes here
_scratch/0012-part-00000.parquet    a part of an unfinished layer
_scratch/keys/                      keys that do not fit memory, unless they go to a folder of their own
_scratch/plan.json, done.jsonl      the journal of a step that is not finished
"""

import errno
import json
import os
import shutil
import socket
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from slidefront.errors import RunError
from slidefront.files import locked, refuse_links, replacement

SCRATCH = "_scratch"
"""The name of the scratch folder of a run."""
MARK = "slidefront-scratch.json"
LOCK = "_lock"
"""The name of the file that the one process that writes to a run has locked."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


class Scratch:
    """A scratch folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self) -> None:
        """Refuse a folder that slidefront did not make, or that has links."""
        refuse_links(self.folder)
        if self.folder.exists() and not self._is_ours():
            raise RunError(
                f"{self.folder} was not made by slidefront, which keeps temporary files there: move it, or choose "
                f"other folders",
                "out",
                "scratch",
            )

    def _is_ours(self) -> bool:
        if not self.folder.is_dir():
            return False
        marks = self.folder.glob(f"*{MARK}*")  # also one that a killed process has not put in place
        return any(mark.is_file() for mark in marks) or not any(self.folder.iterdir())

    def owner(self) -> str | None:
        """Return the process that made the folder, as text; None if the mark does not say."""
        try:
            record = json.loads((self.folder / MARK).read_text("utf-8"))
            return f"process {int(record['process'])} on {record['host']}"
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def open(self) -> None:
        """Make the folder, with its mark."""
        self.check()
        self.folder.mkdir(parents=True, exist_ok=True)
        mark = {"process": os.getpid(), "host": socket.gethostname()}
        with replacement(self.folder / MARK) as file:
            file.write(json.dumps(mark).encode())

    def part(self, depth: int, file: str) -> Path:
        """Return the path of a part of an unfinished layer."""
        return self.folder / f"{depth:04d}-{file}"

    def clear_parts(self, keep: set[Path]) -> None:
        """Remove the parts of unfinished layers, except some."""
        for path in self.folder.glob("[0-9]*-*"):
            if path not in keep:
                with suppress(OSError):
                    path.unlink()

    def remove(self) -> None:
        """Remove the folder, if it is ours."""
        if self.folder.is_dir() and not self.folder.is_symlink() and self._is_ours():
            shutil.rmtree(self.folder, ignore_errors=True)


def acquire(folder: Path) -> BinaryIO:
    """Lock a folder until what is returned is closed; refuse one that another process has locked."""
    path = folder / LOCK
    if path.is_symlink() or (path.exists() and (not path.is_file() or path.stat().st_size > 0)):
        raise RunError(f"{path} was not made by slidefront, which locks a file of that name: move it")
    try:
        return locked(path)
    except BlockingIOError:
        other = Scratch(folder / SCRATCH).owner() or "another process"
        raise RunError(f"{folder} is being written by {other}: wait for it, or stop it") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        raise RunError(f"cannot lock {folder}: its file system has no locks; choose another disk", "out") from None
