"""What the machine has: cores, memory and disk, and what a layer will need of them."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from slidefront import units
from slidefront.errors import LimitError
from slidefront.puzzles.puzzle import Puzzle

BYTES_PER_BOARD = 3
"""What a board takes on disk: 2.7 to 3 bytes are usual for large layers."""
_DISK_FLOOR = 64 << 20
_SHARE = 0.7
_BASE_MEMORY = 256 << 20  # interpreter, libraries and the work arrays of the threads


@dataclass(frozen=True)
class Budget:
    """How many threads and how much memory a run may use."""

    threads: int
    memory: int


def make_budget(threads: int | None = None, memory: int | None = None) -> Budget:
    """Check what was asked for, and take what the machine has where nothing was."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads is not None and not 1 <= threads <= 1024:
        raise LimitError(f"{threads} threads make no sense: give 1 to 1024 (this machine has {cores} cores)")
    if memory is not None and memory < _BASE_MEMORY:
        raise LimitError(f"{units.size(memory)} of memory are too little: the least is {units.size(_BASE_MEMORY)}")
    return Budget(threads or cores, memory or int(_SHARE * machine_memory()))


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


def free_disk(folder: Path) -> int:
    """Tell how many bytes are free where a folder is, or will be."""
    for path in (folder, *folder.absolute().parents):
        if path.exists():
            return shutil.disk_usage(path).free
    return 0


def check_space(puzzle: Puzzle, boards: int, folder: Path) -> None:
    """Refuse to begin on a whole space that the disk cannot hold."""
    need, free = BYTES_PER_BOARD * boards, free_disk(folder)
    if need > free:
        raise LimitError(
            f"all {boards:,} boards of {puzzle.name} need about {units.size(need)} of disk and {units.size(free)} "
            f"are free: give a --depth to stop at, or an --out on a larger disk"
        )


def check_layer(depth: int, held: int, successors: int, boards: int, budget: Budget, folder: Path) -> None:
    """Stop before a layer for which memory or disk will not do: what is finished is safe."""
    memory = _BASE_MEMORY + 8 * (held + successors + boards)
    if memory > budget.memory:
        raise LimitError(
            f"depth {depth} needs about {units.size(memory)} of memory, more than the {units.size(budget.memory)} "
            f"allowed: layers to depth {depth - 1} are safe in {folder}; give more --memory to go on"
        )
    need, free = BYTES_PER_BOARD * boards, free_disk(folder)
    if need + _DISK_FLOOR > free:
        raise LimitError(
            f"depth {depth} needs about {units.size(need)} of disk beside the {units.size(_DISK_FLOOR)} that are left "
            f"alone, and {units.size(free)} are free: layers to depth "
            f"{depth - 1} are safe in {folder}; free some and give the same command to go on"
        )
