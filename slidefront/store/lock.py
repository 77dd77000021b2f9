"""The lock of a run folder: one process at a time writes to it."""

import errno
import warnings
from pathlib import Path

from filelock import BaseFileLock, FileLock, SoftFileLock, Timeout

from slidefront.errors import RunError
from slidefront.store.scratch import SCRATCH, Scratch

LOCK = "_lock"
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def acquire(folder: Path) -> BaseFileLock:
    """Lock a folder; refuse one that another process has locked, and file systems without locks."""
    _check_file(folder / LOCK)
    lock: BaseFileLock = FileLock(folder / LOCK, timeout=0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # filelock warns when it falls back to a soft lock
            lock.acquire()
        if not isinstance(lock, SoftFileLock):  # which would survive a killed process
            return lock
        lock.release()
    except Timeout:
        other = Scratch(folder / SCRATCH).owner() or "another process"
        raise RunError(f"{folder} is being written by {other}: wait for it, or stop it") from None
    except NotImplementedError:  # earlier versions of filelock do not fall back
        pass
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    raise RunError(f"cannot lock {folder}: its file system has no locks; choose another disk", "out")


def _check_file(path: Path) -> None:
    """Refuse a file that is not a lock: ours are empty, and locking a file empties it."""
    if path.is_symlink() or (path.exists() and (not path.is_file() or path.stat().st_size > 0)):
        raise RunError(f"{path} was not made by slidefront, which locks a file of that name: move it")
