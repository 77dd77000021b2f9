"""Memory and disk: what a run may use, and what a step needs.

All memory of a step is counted here. Beside the interpreter and its libraries (`BASE`), a process has

    tasks at work     each the arrays of its slice or part, and what a Parquet writer takes
    keys              8 bytes each: of layers that later steps need, of the chunks, of the new layer

A step stays in memory while its keys fit beside its tasks. Otherwise chunks and large layers go to files: a half of the
memory is then for tasks, and three sixths are for what is left of the frontier, the layer before and the new layer.
"""

from dataclasses import dataclass
from pathlib import Path

from slidefront import units
from slidefront.errors import LimitError
from slidefront.explore import machine
from slidefront.puzzles.core import Puzzle

BASE = 256 << 20
"""Interpreter, libraries, compiled kernels (190 MiB measured), and what the allocator keeps."""
WRITER = 16 << 20
"""What the Parquet writer of a task takes."""
LEAST_TASK = 8 << 20
"""The least for the arrays of a task: with less, fewer tasks run at a time."""
MEMORY_TASK = 32 << 20
"""The most for the arrays of a task in a step that stays in memory."""
BYTES_PER_BOARD = 3
"""What a board takes on disk: 2.7 to 3 bytes are usual for large layers."""
CODED_BYTES_PER_KEY = 6
"""What a key takes in the scratch folder at most: the keys of so large a layer differ from each other in few bits."""
DISK_FLOOR = 64 << 20
SHARE = 0.7


@dataclass(frozen=True)
class Needs:
    """About how many keys a step has in memory: of earlier layers, of successors, and of new boards."""

    resident: int
    successors: int
    boards: int

    @property
    def keys(self) -> int:
        """All of them."""
        return self.resident + self.successors + self.boards


@dataclass(frozen=True)
class Budget:
    """How many threads and how much memory a run may use."""

    threads: int
    memory: int

    @property
    def work(self) -> int:
        """The memory for tasks and keys."""
        return max(0, self.memory - BASE)

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

    def fits(self, needs: Needs) -> bool:
        """Tell whether a step may stay in memory."""
        return memory_of(needs, self.threads) <= self.memory

    def task_beside(self, needs: Needs) -> int:
        """Return how many bytes the arrays of a task may take in a step that stays in memory."""
        rest = (self.work - 8 * needs.keys) // self.tasks - WRITER
        return min(MEMORY_TASK, max(LEAST_TASK, rest))


def memory_of(needs: Needs, threads: int) -> int:
    """Return how much memory a step takes that stays in memory, with all that the process has beside it.

    Where that is little, fewer tasks than threads run at a time, in as much memory as the keys take.
    """
    keys = 8 * needs.keys
    return BASE + keys + min(keys, threads * (LEAST_TASK + WRITER))


def make_budget(threads: int | None = None, memory: int | str | None = None, usual: int | None = None) -> Budget:
    """Check what was asked for; where nothing was, take the usual memory, else most of what the machine has."""
    if threads is not None and not 1 <= threads <= 1024:
        raise LimitError(
            f"--threads must be between 1 and 1024, not {threads} (this machine has {machine.cores()} cores)"
        )
    memory = None if memory is None else units.parse_size(memory)
    least = BASE + 2 * (LEAST_TASK + WRITER)
    if memory is not None and memory < least:
        raise LimitError(f"--memory must be at least {units.size(least)}, not {units.size(memory)}")
    return Budget(threads or machine.cores(), memory or max(least, usual or int(SHARE * machine.memory())))


def check_space(puzzle: Puzzle, boards: int, there: int, folder: Path) -> None:
    """Refuse to begin on a whole space, or on what is left of it, that the disk cannot hold."""
    need, free = BYTES_PER_BOARD * (boards - there), machine.free_disk(folder)
    if need > free:
        which = f"{'the other' if there else 'all'} {boards - there:,} boards of {puzzle.name}"
        raise LimitError(
            f"{which} need about {units.size(need)} of disk and {units.size(free)} are free: "
            f"`slidefront expand` has a --depth to stop at, and an --out for a larger disk"
        )


def check_layer(depth: int, needs: Needs, folder: Path, scratch: Path | None) -> None:
    """Stop before a layer that the disk has no room for; `scratch` is where its keys go, if they go to files."""
    wanted = {folder: BYTES_PER_BOARD * needs.boards}
    if scratch is not None:
        wanted[scratch] = CODED_BYTES_PER_KEY * needs.keys
        if machine.device(folder) == machine.device(scratch):
            wanted = {folder: sum(wanted.values())}
    for place, need in wanted.items():
        free = machine.free_disk(place)
        if need + DISK_FLOOR > free:
            raise LimitError(
                f"depth {depth} needs about {units.size(need)} of disk beside the {units.size(DISK_FLOOR)} that stay "
                f"free, and {units.size(free)} are free for {place}: layers to depth {depth - 1} are safe in "
                f"{folder}; free some and give the same command to continue"
            )
