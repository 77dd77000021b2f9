"""Estimate what exploring a puzzle to a depth takes, before hours are spent on it.

    layers 0 to d     counted, from a run or from a short exploration in memory
    layers after d    extrapolated: the branching of the last four layers, which declines as it did before

Ten layers ahead, the estimate is usually two thirds to twice the truth; farther ahead it only gives the magnitude. It
never exceeds the number of boards that can be reached, if that is known.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from slidefront import machine, units
from slidefront.arrays import Keys
from slidefront.errors import LimitError
from slidefront.executors.budget import BYTES_PER_BOARD, CODED_BYTES_PER_KEY, HERE, Resources, step_memory
from slidefront.explore.levels import levels_from, workspace_in_memory
from slidefront.keys.segments import keys_of
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from slidefront.watch import Watcher

COUNTED = 1 << 18
"""Counting in memory stops at this number of boards; with kernels loaded, it takes less than a second."""
_WINDOW = 4  # layers whose branching is averaged: in some spaces odd and even layers differ
_SAMPLED = 1 << 10
_MOST_KEYS = 1 << 64
_CLOSE = 10  # layers ahead up to which estimates are close
_DEEPEST = (1 << 15) - 1  # the last depth that the column `depth` of a layer can hold
_FREE_DISK = 64 << 20  # bytes that always stay free


@dataclass(frozen=True)
class Estimate:
    """The boards, disk, memory and time for exploring all layers up to a depth."""

    depth: int
    counted_depth: int
    """The last depth whose boards are counted, rather than estimated."""
    board_count: int
    disk_bytes: int
    """The size of the layers."""
    memory_bytes: int
    """The memory with which no step uses the scratch folder."""
    scratch_bytes: int
    """The maximum size of the scratch folder, with the memory that is allowed."""
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        size, about = units.size, "" if self.counted_depth >= self.depth else "about "
        scratch = f" and {size(self.scratch_bytes)} of scratch space" if self.scratch_bytes else ""
        return (
            f"{about}{units.counted(self.board_count, 'board')}, {size(self.disk_bytes)} of disk{scratch}, "
            f"{size(self.memory_bytes)} of memory to need no scratch space, {units.duration(self.seconds)}; "
            f"counted to depth {min(self.counted_depth, self.depth)}"
        )


def estimate(
    puzzle: Puzzle,
    starts: Keys,
    depth: int,
    *,
    run: Run | None = None,
    total: int | None = None,
    counted: int = COUNTED,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Estimate:
    """Estimate exploring to a depth, from the layers of a run if it has more of them than a short exploration.

    `total` is the number of boards that can be reached, or an upper bound. Counting in memory stops with the layer that
    brings the count to `counted`.
    """
    if depth > _DEEPEST:
        raise LimitError(f"layers store depths up to {_DEEPEST:,}, not {depth:,}", "depth")
    began = time.perf_counter()
    known, whole, successors = _count_layers(puzzle, starts, depth, counted, resources, watcher or Watcher())
    seconds = (time.perf_counter() - began) / sum(known)
    if run is not None and run.last_depth >= len(known):
        known, whole = [layer.board_count for layer in run.layers], run.manifest.whole
        seconds = sum(layer.seconds for layer in run.layers) / max(1, run.board_count)
    counts = extrapolate(known, depth, whole=whole, total=total)
    budget, board_count = resources.budget(), sum(counts)
    steps = ((before, after) for before, after in pairwise(counts) if after)
    key_count = max((before + round(before * successors) + after for before, after in steps), default=0)
    return Estimate(
        depth=depth,
        counted_depth=depth if whole else min(depth, len(known) - 1),
        board_count=board_count,
        disk_bytes=BYTES_PER_BOARD * board_count,
        memory_bytes=step_memory(key_count, budget.threads),
        scratch_bytes=0 if budget.fits(key_count) else CODED_BYTES_PER_KEY * key_count,
        seconds=seconds * board_count,
    )


def _count_layers(
    puzzle: Puzzle, starts: Keys, depth: int, most: int, resources: Resources, watcher: Watcher
) -> tuple[list[int], bool, float]:
    """Explore in memory to a depth, or until at least `most` boards are counted.

    Return the board counts, whether the space ends there, and the mean number of successors of a board.
    """
    counts = [starts.size]
    with workspace_in_memory(Resources(resources.threads, "1GiB").budget(), watcher) as workspace:
        levels = levels_from(puzzle, starts, workspace)
        sample = starts[:_SAMPLED]
        while len(counts) <= depth and sum(counts) < most and counts[-1]:
            levels.step()
            counts.append(levels.frontier.board_count)
            if counts[-1]:
                sample = puzzle.working.unpack(keys_of(levels.frontier.slices(_SAMPLED)[0]))
    successors = puzzle.successors(np.sort(sample)).size / max(1, sample.size)
    return ([count for count in counts if count], not counts[-1], successors)


def extrapolate(counts: Sequence[int], depth: int, *, whole: bool = False, total: int | None = None) -> list[int]:
    """Continue board counts to a depth.

    >>> extrapolate([1, 2, 4, 8, 16], 6)
    [1, 2, 4, 8, 16, 32, 64]
    >>> extrapolate([1, 2, 4, 8, 16], 6, total=40)
    [1, 2, 4, 8, 16, 9, 0]
    """
    continued = [*counts[: depth + 1]]
    # The mean branching of the last layers, and the factor by which it declines per layer.
    ratio, decline, window = 1.0, 1.0, min(_WINDOW, len(counts) - 1)
    if window:
        ratio = (counts[-1] / counts[-1 - window]) ** (1 / window)
    if len(counts) > 2 * window > 0:
        before = (counts[-1 - window] / counts[-1 - 2 * window]) ** (1 / window)
        decline = min(1.0, ratio / before) ** (1 / window)
        ratio *= decline ** ((window - 1) / 2)
    while len(continued) <= depth and continued[-1] and not whole:
        ratio *= decline
        boards = min(continued[-1] * ratio, _MOST_KEYS if total is None else total - sum(continued))
        continued.append(max(0, round(boards)))
    return continued


def check_depth(
    puzzle: Puzzle,
    starts: Keys,
    depth: int,
    folder: Path,
    *,
    run: Run | None = None,
    total: int | None = None,
    free: int | None = None,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> None:
    """Raise LimitError if the layers to a depth do not fit into `free` bytes, by default the free space for `folder`.

    64 MiB of it stay free. More than ten layers ahead, estimates can be twice too large, so only twice the rest is an
    error. Each step compares its own needs with the free space anyway.
    """
    if run is not None and run.last_depth >= depth:
        return
    stored_bytes = 0 if run is None else run.bytes
    free = machine.free_disk(folder) if free is None else free
    usable = free - _FREE_DISK
    if not may_fill(starts.size, puzzle.most_successors, depth, total, usable + stored_bytes):
        return
    needs = estimate(puzzle, starts, depth, run=run, total=total, resources=resources, watcher=watcher)
    scratch = folder if resources.scratch is None else Path(resources.scratch)
    is_same = machine.device(scratch) == machine.device(folder)
    wanted = needs.disk_bytes - stored_bytes + (needs.scratch_bytes if is_same else 0)
    if wanted > (1 if depth - needs.counted_depth <= _CLOSE else 2) * usable:
        raise LimitError(
            f"{puzzle.name} to depth {depth} needs about {_with_reserve(wanted)}, for about {needs.board_count:,} "
            f"boards, and {units.size(free)} are free for {folder}: choose a lower depth, or a larger disk",
            "depth",
            "out",
        )


def may_fill(board_count: int, most_successors: int, depth: int, total: int | None, free: int) -> bool:
    """Whether the layers to a depth could exceed the free disk, by a bound that takes no time."""
    bound = float(board_count)
    for _ in range(depth):
        bound *= most_successors
        if bound * BYTES_PER_BOARD > free:
            return total is None or BYTES_PER_BOARD * total > free
    return False


def check_disk_for_space(name: str, board_count: int, stored_count: int, folder: Path) -> None:
    """Raise LimitError if the boards of a space that are not stored yet do not fit on the disk."""
    need, free = BYTES_PER_BOARD * (board_count - stored_count), machine.free_disk(folder)
    if need and need + _FREE_DISK > free:
        which = f"{'the other' if stored_count else 'all'} {board_count - stored_count:,} boards of {name}"
        raise LimitError(
            f"{which} need about {_with_reserve(need)}, and {units.size(free)} are free for {folder}: "
            f"stop at a depth, or choose a larger disk",
            "depth",
            "out",
        )


def check_disk_for_layer(depth: int, board_count: int, folder: Path, key_count: int, scratch: Path | None) -> None:
    """Raise LimitError if a layer does not fit on the disk; `scratch` is the folder for its keys, if it needs one."""
    if depth > _DEEPEST:
        raise LimitError(f"layers store depths up to {_DEEPEST:,}: layers to depth {depth - 1:,} are safe in {folder}")
    wanted = {folder: BYTES_PER_BOARD * board_count}
    if scratch is not None:
        wanted[scratch] = CODED_BYTES_PER_KEY * key_count
        if machine.device(folder) == machine.device(scratch):
            wanted = {folder: sum(wanted.values())}
    for place, need in wanted.items():
        free = machine.free_disk(place)
        if need + _FREE_DISK > free:
            raise LimitError(
                f"depth {depth} needs about {_with_reserve(need)}, and {units.size(free)} are free for {place}: "
                f"layers to depth {depth - 1} are safe in {folder}; free some and run the same command to continue"
            )


def _with_reserve(need: int) -> str:
    return f"{units.size(need)} of disk in addition to the {units.size(_FREE_DISK)} that stay free"
