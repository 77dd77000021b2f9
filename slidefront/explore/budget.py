"""What the machine has: cores, memory and disk, and what a layer will need of them."""

import ctypes
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from slidefront import units
from slidefront.errors import LimitError
from slidefront.puzzles.core import Puzzle

BYTES_PER_BOARD = 3
"""What a board takes on disk: 2.7 to 3 bytes are usual for large layers."""
CODED_BYTES_PER_KEY = 6
"""What a key takes in the scratch folder at most: the keys of so large a layer differ from each other in few bits."""
_DISK_FLOOR = 64 << 20
_SHARE = 0.7
_THREAD_MEMORY = 32 << 20
_BASE_MEMORY = 320 << 20  # interpreter, libraries, what the allocator keeps


@dataclass(frozen=True)
class Needs:
    """About how many boards a step has in memory: those it has, their successors, and what becomes of these."""

    held: int
    successors: int
    boards: int


@dataclass(frozen=True)
class Budget:
    """How many threads and how much memory a run may use."""

    threads: int
    memory: int

    @property
    def work(self) -> int:
        """The memory for boards: what is left beside interpreter and libraries."""
        return self.memory - _BASE_MEMORY

    @property
    def layer(self) -> int:
        """How many boards of one layer may stay in memory while others go through the scratch folder."""
        return self.work // 4 // 8


def make_budget(threads: int | None = None, memory: int | None = None, usual: int | None = None) -> Budget:
    """Check what was asked for; where nothing was, take the usual memory, else most of what the machine has."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads is not None and not 1 <= threads <= 1024:
        raise LimitError(f"--threads must be between 1 and 1024, not {threads} (this machine has {cores} cores)")
    threads = threads or cores
    least = _BASE_MEMORY + threads * _THREAD_MEMORY
    if memory is not None and memory < least:
        with_threads = units.counted(threads, "thread")
        raise LimitError(f"--memory must be at least {units.size(least)} for {with_threads}, not {units.size(memory)}")
    return Budget(threads, memory or max(least, usual or int(_SHARE * machine_memory())))


def machine_memory() -> int:
    """Find how much memory this machine, or the container around this process, has."""
    limits = [1 << 34]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            limits.append(int(Path(name).read_text()))
        except (OSError, ValueError):
            continue  # no such file, or "max"
    return min(limits)


def process_memory() -> int:
    """Tell how much memory this process holds now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def give_back_memory() -> None:
    """Let the system have what is free: glibc keeps the holes between arrays, which would count as resident."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def free_disk(folder: Path) -> int:
    """Tell how many bytes are free where a folder is, or will be."""
    try:
        return shutil.disk_usage(folder).free
    except (FileNotFoundError, NotADirectoryError):
        parent = folder.absolute().parent
        return free_disk(parent) if parent != folder else 0


def check_space(puzzle: Puzzle, boards: int, there: int, folder: Path) -> None:
    """Refuse to begin on a whole space, or on what is left of it, that the disk cannot hold."""
    need, free = BYTES_PER_BOARD * (boards - there), free_disk(folder)
    if need > free:
        which = f"{'the other' if there else 'all'} {boards - there:,} boards of {puzzle.name}"
        raise LimitError(
            f"{which} need about {units.size(need)} of disk and {units.size(free)} are free: "
            f"`slidefront expand` has a --depth to stop at, and an --out for a larger disk"
        )


def memory_of(needs: Needs) -> int:
    """Tell how much memory a step takes, with all that the process holds beside it."""
    return _BASE_MEMORY + 8 * (needs.held + needs.successors + needs.boards)


def check_layer(depth: int, needs: Needs, spills: bool, folder: Path, scratch: Path) -> None:
    """Stop before a layer that the disk has no room for: what is finished is safe."""
    wanted = {folder: BYTES_PER_BOARD * needs.boards}
    if spills:
        wanted[scratch] = CODED_BYTES_PER_KEY * (needs.successors + needs.boards + needs.held)
        if _device(folder) == _device(scratch):
            wanted = {folder: sum(wanted.values())}
    for place, need in wanted.items():
        free = free_disk(place)
        if need + _DISK_FLOOR > free:
            raise LimitError(
                f"depth {depth} needs about {units.size(need)} of disk beside the {units.size(_DISK_FLOOR)} that are "
                f"left alone, and {units.size(free)} are free for {place}: layers to depth {depth - 1} are safe in "
                f"{folder}; free some and give the same command to go on"
            )


def _device(folder: Path) -> int:
    """Name the file system where a folder is, or will be."""
    return next(path.stat().st_dev for path in (folder, *folder.absolute().parents) if path.exists())
