"""Choose the databases of a search, and build them if necessary.

A search takes the largest partition of its puzzle that is in the cache. If there is none, it builds the small one,
which takes a few seconds and megabytes; the large one is built only on request.
"""

import time
from contextlib import suppress
from functools import lru_cache

import numpy as np

from slidefront import machine, units
from slidefront.arrays import Cells
from slidefront.commands import command
from slidefront.errors import LimitError, SlidefrontError
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.search.patterns import files
from slidefront.search.patterns.bound import Databases
from slidefront.search.patterns.build import Built, build
from slidefront.search.patterns.partitions import LARGE, SMALL, Partition, partition, usual_sizes
from slidefront.search.patterns.shape import CellGraph, hole_in, shape_of
from slidefront.watch import Watcher

LEAST_CELLS = 3


def goal_hole(puzzle: Puzzle) -> tuple[CellGraph, int] | None:
    """Find the shape of a puzzle and the hole's cell in its goal; None if no databases can be made for it."""
    if puzzle.frame is None or puzzle.goal.key is None:
        return None
    shape, hole = shape_of(puzzle.frame), hole_in(puzzle.frame, puzzle.goal.key)
    return None if shape is None or hole is None or shape.cells < LEAST_CELLS else (shape, hole)


def partition_for(puzzle: Puzzle, *, large: bool = False, sizes: list[int] | None = None) -> Partition:
    """Choose the partition of a puzzle: the small or the large one, or one of these sizes."""
    found = goal_hole(puzzle)
    if found is None:
        raise LimitError(
            f"{puzzle.name} cannot have pattern databases: they need one board as goal, a hole of one cell, "
            f"tiles that are all different, and {LEAST_CELLS} connected cells or more"
        )
    return partition(*found, sizes or usual_sizes(found[0], LARGE if large else SMALL))


def build_command(puzzle: Puzzle, **parameters: object) -> str:
    """Write the command that builds the databases of a puzzle: a typed grid is known there by its size."""
    frame, metric = puzzle.frame, puzzle.metric if puzzle.metric == "line" else None
    named = puzzle.name in library.names() or frame is None or not frame.is_grid
    word = puzzle.name if named or frame is None else f"{frame.rows}x{frame.columns}"
    return command("patterns", "build", word, metric=metric, **parameters)


def databases_for(puzzle: Puzzle, watcher: Watcher, threads: int | None = None) -> Databases | None:
    """Return the databases for a search: the largest that are stored, else the small ones; None if there are none."""
    if (place := goal_hole(puzzle)) is None:
        return None
    for wanted in _larger(*place):
        again = f": {build_command(puzzle, sizes=wanted.sizes)} builds it again"
        found = open_stored(wanted, watcher, again)
        if found is not None:
            return found
    return make(partition_for(puzzle), watcher, threads, puzzle.name)


def are_stored(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle has databases that a search would take, without opening them."""
    place = goal_hole(puzzle)
    return place is not None and (bool(_larger(*place)) or files.path_of(partition_for(puzzle)).is_file())


def _larger(shape: CellGraph, hole: int) -> list[Partition]:
    """List the partitions of a shape that are stored and larger than the small one, the largest first."""
    found = [_named(shape, hole, path.name) for path in files.patterns_folder().glob(f"*{files.SUFFIX}")]
    small = partition(shape, hole, usual_sizes(shape, SMALL)).stored_bytes
    larger = [one for one in found if one is not None and one.stored_bytes > small]
    return sorted(larger, key=lambda one: one.stored_bytes, reverse=True)


@lru_cache(maxsize=64)
def _named(shape: CellGraph, hole: int, name: str) -> Partition | None:
    """Make the partition whose file has a name; None if that is for another shape."""
    with suppress(LimitError, ValueError):
        found = partition(shape, hole, [int(size) for size in name.split("-")[:-1]])
        return found if files.path_of(found).name == name else None
    return None


def check_memory(wanted: Partition) -> None:
    """Refuse to build databases that do not fit into memory."""
    need, have = max(pattern.building_bytes for pattern in wanted.patterns), machine.memory()
    if need > have:
        raise LimitError(
            f"pattern databases of {wanted.sizes} tiles need about {units.size(need)} of memory to build, and this "
            f"machine has {units.size(have)}: give smaller sizes",
            "sizes",
        )


def make(wanted: Partition, watcher: Watcher, threads: int | None = None, name: str = "") -> Databases:
    """Open the databases of a partition; build and store them if they are not stored, or damaged."""
    return open_stored(wanted, watcher) or store_new(wanted, watcher, threads, name)


def store_new(wanted: Partition, watcher: Watcher, threads: int | None = None, name: str = "") -> Databases:
    """Build the databases of a partition, and store them with the name of a puzzle."""
    began = time.perf_counter()
    entries, about = build_all(wanted, watcher, threads)
    seconds = time.perf_counter() - began
    took = units.duration(seconds)
    what = f"pattern databases of {wanted.sizes} tiles ({units.size(entries.size)}) in {took}"
    try:
        path = files.write(wanted, entries, {**about, "puzzle": name, "seconds": round(seconds, 3)})
        watcher.on_note(f"built {what}, and stored them in {path}")
    except SlidefrontError as error:
        watcher.on_note(f"built {what}, but did not store them: {error}")
    entries.setflags(write=False)  # as a memory map: kernels are compiled once for both
    return Databases(wanted, entries)


def open_stored(wanted: Partition, watcher: Watcher, more: str = "") -> Databases | None:
    """Open the databases of a partition; None if they are not stored, or damaged."""
    try:
        return _opened(wanted, files.path_of(wanted).stat().st_mtime_ns)
    except OSError:
        return None
    except files.DamagedError:
        watcher.on_note(f"{files.path_of(wanted)} is not used, because it is damaged, or of another version{more}")
        return None


@lru_cache(maxsize=4)
def _opened(wanted: Partition, _: int) -> Databases | None:
    """Open a file once per process, unless it changes."""
    entries = files.open_entries(wanted)
    return None if entries is None else Databases(wanted, entries)


def build_all(wanted: Partition, watcher: Watcher, threads: int | None = None) -> tuple[Cells, dict[str, object]]:
    """Build the databases of all groups; also return figures of the build."""
    made, levels, cut = [], [], 0
    for number, pattern in enumerate(wanted.patterns, 1):
        name = f"pattern database {number} of {len(wanted.patterns)}, {len(pattern.cells)} tiles"
        kept = files.Kept(pattern)
        done = kept.read(pattern.stored_bytes, "levels", "cut")
        built = Built(done[0], *done[1]) if done else build(pattern, threads or machine.cores(), watcher, name)
        if number < len(wanted.patterns):
            kept.write(built.entries, levels=built.levels, cut=built.cut)
        made.append(built.entries)
        levels.append(built.levels)
        cut += built.cut
    for pattern in wanted.patterns:
        files.Kept(pattern).remove()
    return np.concatenate(made), {"levels": levels, "cut": cut}
