"""The memory budget: `Resources` are the limits that a caller asks for, `Budget` is what they mean on this machine.

The budget covers all memory of a step. In addition to the interpreter and its libraries (`BASE_MEMORY`), a process has

    running tasks     the arrays of its slice or part, and a Parquet writer, per task
    keys              8 bytes per key of the layers that later steps need, of the chunks, and of the new layer

A step stays in memory if its keys fit next to its tasks. Otherwise chunks and large layers go to files. Half of the
memory is then for tasks, and a sixth each for the frontier, the layer before and the new layer.

A budget also has the `WorkSizes` by which a plan divides work. They affect speed and memory, but never the boards.
"""

from dataclasses import dataclass, replace
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront import machine, units
from slidefront.errors import ArgumentError

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
SHARE = 0.7
"""The default memory of exploring, as a share of the memory of the machine."""
ANSWER_MEMORY = 2 << 30
"""The default memory, in bytes, of searches, and of tables and layers that are only needed for an answer."""
MOST_THREADS = 1024


@dataclass(frozen=True)
class WorkSizes:
    """The sizes by which work is divided into slices, buckets, parts, commits and saves."""

    sample: int = 1 << 14
    """The number of boards in a sample of the frontier. A frontier with fewer boards is not sampled."""
    slice_boards: int = 1 << 18
    """The usual number of boards in a slice in memory."""
    least_slice: int = 1 << 14
    """The minimum number of boards in a slice, for any number of threads."""
    most_slices: int = 256
    """The number of slices of a frontier in memory above which slices grow instead."""
    spread_bytes: int = 32
    """The bytes per successor: its key, its copy by bucket, and a share of the slice and of the encoded words."""
    bucket_keys: int = 1 << 15
    """The number of keys in a bucket: a bucket and its copy stay in the second-level cache."""
    most_buckets: int = 1 << 12
    """The maximum number of buckets, unless many tasks or little memory per task need more."""
    buckets_per_task: int = 8
    part_boards: int = 1 << 20
    """The usual number of boards in a part."""
    least_part: int = 1 << 18
    """The minimum number of boards in a part: a smaller layer is one file for any number of threads."""
    most_parts: int = 64
    """The number of parts of a layer above which parts grow instead, up to `most_part_boards`."""
    most_part_boards: int = 1 << 26
    keys_at_once: int = 1 << 19
    """The number of keys that a gather task joins at a time in memory: enough to amortise calls, few enough for the
    last-level cache."""
    gather_bytes: int = 40
    """The bytes per joined key: the key, its encoding, its Parquet row, and its share of two earlier layers."""
    block_keys: int = 1 << 15
    """The number of keys in a block of the file of a layer. Reading a part of the layer reads whole blocks."""
    local_keys: int = 1 << 20
    """With a cluster, the maximum number of keys of a step that runs in this process, in a fraction of a second."""
    chunk_boards: int = 1 << 21
    """The number of boards of a layer of a table that are split into buckets at a time."""
    synced_boards: int = 1 << 18
    """A part with at least this number of boards is synced when it is written; others when their layer is committed."""
    commit_seconds: float = 0.2
    """The minimum time between two commits of layers."""
    save_seconds: float = 600.0
    """The minimum time between two saves of an unfinished table in memory: a power failure costs no more work."""
    unsynced_bytes: int = 64 << 20
    """The number of written bytes of a table after which the disk starts to write."""

    def most_keys_at_once(self, task_bytes: int) -> int:
        """Return the number of keys that a gather task may join at a time, given the bytes for its arrays."""
        return max(1, task_bytes // self.gather_bytes)


USUAL_SIZES = WorkSizes()


@dataclass(frozen=True)
class Budget:
    """The number of threads and bytes of memory that work may use, and how its tasks and keys share them."""

    threads: int
    memory: int
    sizes: WorkSizes = USUAL_SIZES

    @property
    def work_bytes(self) -> int:
        """The bytes for tasks and keys."""
        return max(0, self.memory - BASE_MEMORY)

    @property
    def tasks(self) -> int:
        """The number of tasks that may run at a time."""
        return max(1, min(self.threads, self.work_bytes // 2 // (LEAST_TASK + WRITER)))

    @property
    def task_bytes(self) -> int:
        """The bytes for the arrays of a task, if the keys of the step go to files."""
        return max(LEAST_TASK, self.work_bytes // 2 // self.tasks - WRITER)

    @property
    def layer_boards(self) -> int:
        """The number of boards of one layer that may stay in memory while others are in files."""
        return self.work_bytes // 6 // 8

    def fits(self, key_count: int) -> bool:
        """Whether a step with this number of keys may stay in memory."""
        return step_memory(key_count, self.threads) <= self.memory

    def task_beside(self, key_count: int) -> int:
        """Return the bytes for the arrays of a task in a step that stays in memory with its keys."""
        return min(MEMORY_TASK, max(LEAST_TASK, (self.work_bytes - 8 * key_count) // self.tasks - WRITER))

    def without_files(self) -> "Budget":
        """Return the budget for layers that are not written: their parts are smaller, because no part becomes a file.

        If a search ends in one part, little work in other parts is lost. An even smaller part costs more than another
        thread saves.
        """
        part_boards, least_part = min(self.sizes.part_boards, 1 << 17), min(self.sizes.least_part, 1 << 16)
        return replace(self, sizes=replace(self.sizes, part_boards=part_boards, least_part=least_part))


def step_memory(key_count: int, threads: int) -> int:
    """Return the memory of the whole process during a step that stays in memory.

    Tasks take at most as much memory as the keys: with few keys, fewer tasks than threads run at a time.
    """
    return BASE_MEMORY + 8 * key_count + min(8 * key_count, threads * (LEAST_TASK + WRITER))


@dataclass(frozen=True)
class Resources:
    """The limits of long work, and where it runs: by default on all cores of this machine.

    Functions ignore the fields that they do not use, so the same object can be passed to every call.
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
        """Return the budget that the limits mean on this machine; raise ArgumentError if one is out of range.

        The default memory is `default`, or 70% of the memory of the machine. A limit below `least` is an error; by
        default, `least` is the memory that exploring needs.
        """
        least = LEAST_MEMORY if least is None else least
        if self.memory is None:
            memory = max(LEAST_MEMORY, default or int(SHARE * machine.memory()))
        elif (memory := units.parse_size(self.memory)) < least:
            raise ArgumentError(f"memory must be at least {units.size(least)}, not {units.size(memory)}", "memory")
        try:
            threads = machine.cores() if self.threads is None else index(self.threads)
        except TypeError:
            threads = 0
        if not 1 <= threads <= MOST_THREADS:
            has = f"(this machine has {machine.cores()} cores)"
            raise ArgumentError(f"threads must be between 1 and {MOST_THREADS}, not {self.threads} {has}", "threads")
        return Budget(threads, memory)


HERE = Resources()
"""All cores and the default memory of this machine."""
