"""The lock of a run folder: one process at a time writes to it."""

import errno
from pathlib import Path
from typing import BinaryIO

from slidefront.errors import RunError
from slidefront.files import locked
from slidefront.store.scratch import SCRATCH, Scratch

LOCK = "_lock"
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


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
