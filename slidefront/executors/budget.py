"""Threads, memory and disk: what a command may use, and what a step of a run needs.

All memory of a step is counted here. In addition to the interpreter and its libraries (`BASE_MEMORY`), a process has

    running tasks     each the arrays of its slice or part, and a Parquet writer
    keys              8 bytes each: of layers that later steps need, of the chunks, of the new layer

A step stays in memory if its keys fit next to its tasks. Otherwise chunks and large layers go to files: half of the
memory is then for tasks, and a sixth each for the frontier, the layer before and the new layer.
"""

from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront import machine, units
from slidefront.errors import ArgumentError, LimitError

if TYPE_CHECKING:
    from distributed import Client

BASE_MEMORY = 256 << 20
"""The memory of any process: interpreter, libraries and kernels (190 MiB measured), and what the allocator keeps."""
WRITER = 16 << 20
"""The memory of the Parquet writer of a task."""
LEAST_TASK = 8 << 20
"""The least memory for the arrays of a task: if there is less, fewer tasks run at a time."""
LEAST_MEMORY = BASE_MEMORY + 2 * (LEAST_TASK + WRITER)
"""The least memory of a process that explores."""
MEMORY_TASK = 32 << 20
"""The most memory for the arrays of a task in a step that stays in memory."""
BYTES_PER_BOARD = 3
"""The disk space of a board: usually 2.7 to 3 bytes in large layers."""
CODED_BYTES_PER_KEY = 6
"""The most bytes of a key in the scratch folder: neighbouring keys of a large layer differ in few bits."""
DISK_FLOOR = 64 << 20
SHARE = 0.7
MOST_THREADS = 1024
DEEPEST = (1 << 15) - 1
"""The last depth that the column `depth` of a layer can hold."""


@dataclass(frozen=True)
class Budget:
    """How many threads and how much memory a run may use."""

    threads: int
    memory: int

    @property
    def work(self) -> int:
        """The memory for tasks and keys."""
        return max(0, self.memory - BASE_MEMORY)

    @property
    def tasks(self) -> int:
        """How many tasks may run at a time."""
        return max(1, min(self.threads, self.work // 2 // (LEAST_TASK + WRITER)))

    @property
    def task(self) -> int:
        """How many bytes the arrays of a task may take."""
        return max(LEAST_TASK, self.work // 2 // self.tasks - WRITER)

    @property
    def layer(self) -> int:
        """How many boards of one layer may stay in memory while others are in files."""
        return self.work // 6 // 8

    def fits(self, keys: int) -> bool:
        """Tell whether a step with so many keys may stay in memory."""
        return memory_of(keys, self.threads) <= self.memory

    def task_beside(self, keys: int) -> int:
        """Return how many bytes the arrays of a task may take in a step that stays in memory."""
        rest = (self.work - 8 * keys) // self.tasks - WRITER
        return min(MEMORY_TASK, max(LEAST_TASK, rest))


def memory_of(keys: int, threads: int) -> int:
    """Return the memory of the whole process during a step that stays in memory.

    If the keys take little memory, fewer tasks than threads run at a time, and they take as much memory as the keys.
    """
    return BASE_MEMORY + 8 * keys + min(8 * keys, threads * (LEAST_TASK + WRITER))


@dataclass(frozen=True)
class Resources:
    """The limits of long work, and where it runs: by default on all cores of this machine.

    A function that does not use the scratch folder or the executor ignores them, so one object serves all calls.
    """

    threads: int | None = None
    """The number of threads; one per core by default."""
    memory: int | str | None = None
    """The memory limit in bytes, or as text such as 1GiB; each function documents its default."""
    scratch: str | Path | None = None
    """The folder for data that does not fit into memory."""
    executor: "Client | str | None" = None
    """A Dask client, or the address of a scheduler."""

    def budget(self, default: int | None = None, least: int | None = None) -> Budget:
        """Return the numbers of threads and bytes; the default memory is most of the memory of the machine."""
        memory = None if self.memory is None else units.parse_size(self.memory)
        least = LEAST_MEMORY if least is None else least
        if memory is not None and memory < least:
            raise ArgumentError(f"memory must be at least {units.size(least)}, not {units.size(memory)}", "memory")
        usual = max(LEAST_MEMORY, default or int(SHARE * machine.memory()))
        return Budget(self._thread_count(), usual if memory is None else memory)

    def _thread_count(self) -> int:
        if self.threads is None:
            return machine.cores()
        try:
            count = index(self.threads)
        except TypeError:
            count = 0
        if not 1 <= count <= MOST_THREADS:
            has = f"(this machine has {machine.cores()} cores)"
            raise ArgumentError(f"threads must be between 1 and {MOST_THREADS}, not {self.threads} {has}", "threads")
        return count


HERE = Resources()
"""All cores and the default memory of this machine."""


def check_space(name: str, boards: int, there: int, folder: Path) -> None:
    """Refuse to explore a whole space, or the rest of one, that does not fit on the disk."""
    need, free = BYTES_PER_BOARD * (boards - there), machine.free_disk(folder)
    if need > free:
        which = f"{'the other' if there else 'all'} {boards - there:,} boards of {name}"
        raise LimitError(
            f"{which} need about {units.size(need)} of disk and {units.size(free)} are free: "
            f"stop at a depth, or choose a larger disk",
            "depth",
            "out",
        )


def check_layer(depth: int, boards: int, folder: Path, keys: int, scratch: Path | None) -> None:
    """Stop before a layer that does not fit on the disk; `scratch` is the folder for its keys, if they go to files."""
    if depth > DEEPEST:
        raise LimitError(f"layers store depths up to {DEEPEST:,}: layers to depth {depth - 1:,} are safe in {folder}")
    wanted = {folder: BYTES_PER_BOARD * boards}
    if scratch is not None:
        wanted[scratch] = CODED_BYTES_PER_KEY * keys
        if machine.device(folder) == machine.device(scratch):
            wanted = {folder: sum(wanted.values())}
    for place, need in wanted.items():
        free = machine.free_disk(place)
        if need + DISK_FLOOR > free:
            raise LimitError(
                f"depth {depth} needs about {units.size(need)} of disk in addition to the {units.size(DISK_FLOOR)} "
                f"that stay free, and {units.size(free)} are free for {place}: layers to depth {depth - 1} are safe "
                f"in {folder}; free some and run the same command to continue"
            )
