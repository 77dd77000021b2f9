"""The cores, memory and disk space that this process may use, and pools of threads.

The pools start and end safely even if Ctrl-C is pressed meanwhile.
"""

import ctypes
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from typing import Any

from slidefront.errors import LimitError

_CGROUPS = Path("/sys/fs/cgroup")
_UNKNOWN_MEMORY = 1 << 34


def cores() -> int:
    """Count the cores that this process may use."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for folder in cgroups("cpu"):
        with suppress(OSError, ValueError):
            quota, period = (folder / "cpu.max").read_text().split()
            count = min(count, ceil(int(quota) / int(period)))
        with suppress(OSError, ValueError):
            quota, period = ((folder / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
            if int(quota) > 0:
                count = min(count, ceil(int(quota) / int(period)))
    return max(1, count)


def memory() -> int:
    """Return the bytes of memory of this machine, or of the container around this process."""
    total = _UNKNOWN_MEMORY
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for folder in cgroups("memory"):
        for name in ("memory.max", "memory.limit_in_bytes"):
            with suppress(OSError, ValueError):  # no such file, or "max"
                total = min(total, int((folder / name).read_text()))
    return total


def cgroups(controller: str, membership: Path = Path("/proc/self/cgroup"), root: Path = _CGROUPS) -> list[Path]:
    """List the folders of the control groups of this process, from its own group up to the root."""
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        return [root]
    folders: list[Path] = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "" or controller in controllers.split(","):
            base = root / controllers if controllers else root
            own = base / path.lstrip("/")
            folders += [folder for folder in (own, *own.parents) if folder.is_relative_to(base)]
    return list(dict.fromkeys([*folders, root, root / controller]))


def process_memory() -> int:
    """Return the bytes of memory that this process uses now; 0 if it is unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def release_memory() -> None:
    """Return free memory to the system: glibc keeps the gaps between arrays, which count as resident."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def free_disk(folder: Path) -> int:
    """Return the free bytes of the file system where a folder is, or will be."""
    return shutil.disk_usage(_nearest(folder)).free


def device(folder: Path) -> int:
    """Return the device number of the file system where a folder is, or will be."""
    return _nearest(folder).stat().st_dev


def _nearest(folder: Path) -> Path:
    """Find the folder itself, or else the nearest one above it that exists."""
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


# Threads


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Delay Ctrl-C, SIGTERM and SIGHUP until the end of this block, which should be short.

    Python runs signal handlers between any two instructions of the main thread, even while the standard library holds
    its own locks and changes its lists of threads.
    """
    received: list[int] = []
    handlers = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                handlers[number] = signal.getsignal(number)
                if callable(handlers[number]):
                    signal.signal(number, lambda number, _: received.append(number))
        yield
    finally:
        _restore([(number, handler) for number, handler in handlers.items() if callable(handler)])
        for signal_number in dict.fromkeys(received):
            signal.raise_signal(signal_number)


def _restore(handlers: list[tuple[int, Any]]) -> None:
    """Restore all signal handlers, even if the first one is called at once and raises an exception."""
    if handlers:
        try:
            signal.signal(*handlers[0])
        finally:
            _restore(handlers[1:])


def start_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Return a pool whose threads all run.

    Each thread waits at a barrier for all others, so that each submit starts a new thread. The pool cannot be closed
    before all threads have passed the barrier.
    """
    with signals_held_back():
        pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        all_run = threading.Barrier(threads)
        try:
            for future in [pool.submit(all_run.wait) for _ in range(threads)]:
                future.result()
        except BaseException as error:
            all_run.abort()  # threads that wait at the barrier continue, and end with the pool
            pool.shutdown(wait=False)
            if isinstance(error, RuntimeError):
                raise LimitError(f"this system does not start {threads} threads: give fewer", "threads") from None
            raise
        return pool


@contextmanager
def thread_pool(threads: int, name: str) -> Iterator[ThreadPoolExecutor]:
    """Start a pool, and close it at the end of the block."""
    pool = start_pool(threads, name)
    try:
        yield pool
    finally:
        close_pool(pool)


def close_pool(pool: ThreadPoolExecutor) -> None:
    """Cancel the queued work of a pool, and wait for its threads to finish their current work."""
    with signals_held_back():
        pool.shutdown(wait=False, cancel_futures=True)
    pool.shutdown()
