"""Partitions of the tiles into patterns, their databases in the user's cache folder, and the choice for a search.

A partition divides the tiles of a cell graph into groups, one pattern database for each. Each tile is in one group, and
only the database of its group counts its moves, so the entries of all groups may be added.

    1 1 1 1        sizes 8-7 of the 15-puzzle; the hole is home in the last cell
    1 1 1 1
    2 2 2 2
    2 2 2 _

The hole of a partition is the last cell to which symmetries map the hole of the goal. So one partition serves every
goal with the hole in any corner. In the line metric entries cannot be added, and the bound is the largest entry: there
all groups have the same size and overlap.

A puzzle has a small and a large partition. A search uses the large one if its databases are in the cache. Otherwise it
uses the small one, and builds its databases if necessary, which takes a few seconds and megabytes. Large databases are
built only on request.

The databases of a partition are one array file (`store.array_files`). The header has the identity of the partition and,
for people, the groups and how they were built. The array has the entries of all groups, one group behind the other, and
is read through a memory map. Checksums are compared whenever a file is opened, because a single wrong entry can lead to
a wrong proof.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from slidefront import machine, units
from slidefront.arrays import Cells
from slidefront.compile import Compiling
from slidefront.errors import Advice, LimitError, PuzzleError, SlidefrontError, advise
from slidefront.puzzles.core import Puzzle
from slidefront.search.patterns.build import PatternBuild
from slidefront.search.patterns.pattern import LAYOUT, CellGraph, Pattern, pattern_class, shape_of
from slidefront.store.array_files import Format, read_arrays, write_arrays
from slidefront.watch import Until, Watcher

MEASURED: dict[tuple[int, int, bool], list[tuple[tuple[int, ...], ...]]] = {
    (16, 4, False): [((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3)), (tuple(range(8)), tuple(range(8, 15)))],
    (16, 4, True): [
        ((0, 1, 2, 3, 8, 12), (7, 10, 11, 12, 13, 14), (0, 1, 4, 11, 13, 14)),
        ((0, 1, 2, 3, 12, 13, 14), (8, 9, 10, 11, 12, 13, 14), (0, 1, 2, 3, 4, 5, 6)),
    ],
    (25, 5, False): [((0, 1, 2, 5, 6, 7), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (12, 17, 18, 19, 22, 23))],
}
"""Partitions for a hole in the last cell that were measured to be better than compact ones (docs/patterns.md).

The key is the number of cells, the number of columns, and whether the metric is the line metric.
"""


@dataclass(frozen=True)
class Partition:
    """A shape, the hole's cell, and the groups of tiles by their goal cells."""

    shape: CellGraph
    hole: int
    groups: tuple[tuple[int, ...], ...]

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The pattern of each group."""
        return [pattern_class(self.shape)(self.shape, self.hole, group) for group in self.groups]

    @property
    def sizes(self) -> str:
        """The sizes of the groups as people write them, such as 8-7."""
        return "-".join(str(len(group)) for group in self.groups)

    @property
    def stored_bytes(self) -> int:
        """The size of its databases."""
        return sum(pattern.stored_bytes for pattern in self.patterns)

    @cached_property
    def identity(self) -> str:
        """A hash of everything that its databases depend on."""
        parts = [LAYOUT, self.shape.neighbours, self.shape.in_lines, self.hole, self.groups]
        return sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Databases:
    """A partition with the entries of its groups, one group behind the other."""

    partition: Partition
    entries: Cells


def divide_tiles(shape: CellGraph, hole: int, sizes: list[int]) -> Partition:
    """Divide the tiles into groups of the given sizes: measured groups, or compact ones, which overlap in lines."""
    hole = next(cell for cell in reversed(range(shape.cells)) if shape.images(hole, cell))
    if hole == shape.cells - 1:
        for groups in MEASURED.get((shape.cells, shape.columns, shape.in_lines), []):
            if [len(group) for group in groups] == sizes:
                return Partition(shape, hole, groups)
    distances, compact_groups = shape.distances.astype(int), list[tuple[int, ...]]()
    tiles = free = set(range(shape.cells)) - {hole}
    for size in sizes:  # start with the free tile farthest from the hole, and add the tile closest to the group
        group = [min(free, key=lambda cell: (-distances[cell, hole], cell))]
        while len(group) < size:
            candidates = free - set(group) or tiles - set(group)
            closest = min((distances[cell, group].sum(), -distances[cell, hole], cell) for cell in candidates)
            group.append(closest[-1])
        compact_groups.append(tuple(sorted(group)))
        free = free - set(group) or tiles
    return Partition(shape, hole, tuple(compact_groups))


@lru_cache(maxsize=64)
def usual_partition(shape: CellGraph, hole: int, large: bool) -> Partition:  # noqa: FBT001 - a cache takes no keywords
    """Divide the tiles into as few groups as possible, the largest first; in the line metric all of one size."""
    cls, tiles = pattern_class(shape), shape.cells - 1
    patterns = [cls(shape, tiles, tuple(range(size))) for size in range(2, min(cls.most_tiles, tiles) + 1)]
    fitting = [len(pattern.cells) for pattern in patterns if pattern.entry_count <= cls.most_entries[large]]
    size = max(fitting, default=1)
    count = -(-tiles // size)
    last = size if shape.in_lines else tiles - size * (count - 1)
    return divide_tiles(shape, hole, [size] * (count - 1) + [last])


SUFFIX = ".patterns"
_FIELDS = ("metric", "puzzle", "hole", "groups", "cut", "seconds", "identity")


class DamagedError(SlidefrontError):
    """A database file that is damaged, belongs to another partition, or cannot be written."""


PATTERN_FORMAT = Format(b"\x93slidpat", 3, "a file of pattern databases", "slidefront patterns build", DamagedError)


def cache_folder() -> Path:
    """Return the folder of files that can be rebuilt: SLIDEFRONT_CACHE, or slidefront's folder in the user's cache."""
    chosen = os.environ.get("SLIDEFRONT_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("slidefront", appauthor=False)


def patterns_folder() -> Path:
    """Return the folder of the databases."""
    return cache_folder() / "patterns"


def database_path(partition: Partition) -> Path:
    """Return the path of the databases of a partition."""
    return patterns_folder() / f"{partition.sizes}-{partition.identity[:16]}{SUFFIX}"


def write_databases(partition: Partition, entries: Cells, about: dict[str, Any]) -> Path:
    """Write the databases of a partition, all or nothing."""
    header = {
        **about,
        "identity": partition.identity,
        "neighbours": partition.shape.neighbours,
        "metric": "line" if partition.shape.in_lines else "step",
        "hole": partition.hole,
        "groups": partition.groups,
    }
    path = database_path(partition)
    write_arrays(path, PATTERN_FORMAT, header, {"entries": entries})
    return path


def list_databases() -> Iterator[dict[str, Any]]:
    """Describe each readable database file as plain data, in order of the names."""
    for path in sorted(patterns_folder().glob(f"*{SUFFIX}")):
        with suppress(SlidefrontError):
            header = read_arrays(path, PATTERN_FORMAT).header
            yield {
                "name": path.name.removesuffix(SUFFIX),
                "path": str(path),
                "bytes": path.stat().st_size,
                "cells": len(header.get("neighbours", [])),
                **{name: header.get(name) for name in _FIELDS},
            }


LEAST_CELLS = 3


def goal_hole(puzzle: Puzzle) -> tuple[CellGraph, int] | None:
    """Return the cell graph of a puzzle and the hole's cell in its goal; None if it cannot have databases."""
    if puzzle.frame is None or puzzle.goal.key is None:
        return None
    shape, labels = shape_of(puzzle.frame), puzzle.frame.labels_of(puzzle.goal.key)
    if shape is None or shape.cells < LEAST_CELLS or len(set(labels)) < len(labels):
        return None
    return shape, labels.index(0)


def partition_for(puzzle: Puzzle, *, large: bool = False) -> Partition:
    """Choose the small or the large partition of a puzzle."""
    shape_and_hole = goal_hole(puzzle)
    if shape_and_hole is None:
        raise PuzzleError(
            f"{puzzle.name} cannot have pattern databases: they need one board as goal, a hole of one cell, "
            f"tiles that are all different, and {LEAST_CELLS} connected cells or more"
        )
    return usual_partition(*shape_and_hole, large)


def databases_for(puzzle: Puzzle, watcher: Watcher, threads: int | None = None) -> Databases:
    """Return the databases for a search: large ones if they are stored, otherwise small ones, built if necessary."""
    advice = advise("patterns build", puzzle, large=True)
    small, large = partition_for(puzzle), partition_for(puzzle, large=True)
    with Compiling.paused():  # the time of a search excludes opening files
        stored_databases = (large != small and open_stored(large, watcher, advice)) or open_stored(small, watcher)
    return stored_databases or store_new(small, watcher, threads, puzzle.name)


def are_stored(puzzle: Puzzle) -> bool:
    """Whether the cache has databases that a search would use. The function does not open them."""
    return any(database_path(partition_for(puzzle, large=large)).is_file() for large in (False, True))


def check_memory(wanted: Partition) -> None:
    """Raise LimitError if building the databases of a partition needs more memory than the machine has."""
    need, have = max(pattern.building_bytes for pattern in wanted.patterns), machine.memory()
    if need > have:
        raise LimitError(
            f"pattern databases of {wanted.sizes} tiles need about {units.size(need)} of memory to build, and this "
            f"machine has {units.size(have)}: build the small ones",
            "large",
        )


def store_new(wanted: Partition, watcher: Watcher, threads: int | None = None, name: str = "") -> Databases:
    """Build the databases of a partition, and store them with the name of a puzzle.

    If the watcher stops a build, the next call resumes it, in this process or in another one. One thread builds at a
    time; the other threads wait and use its databases.
    """
    while not _BUILDING.acquire(timeout=_CHECK_SECONDS):
        watcher.check()
    try:
        return _kept.get(database_path(wanted)) or _build_and_store(wanted, watcher, threads or machine.cores(), name)
    finally:
        _BUILDING.release()


def _build_and_store(wanted: Partition, watcher: Watcher, threads: int, name: str) -> Databases:
    if (stored_meanwhile := open_stored(wanted, Watcher())) is not None:
        return stored_meanwhile
    build = _unfinished.pop(database_path(wanted), None) or PartitionBuild.load(wanted)
    began, seconds, saves = Compiling.clock(), build.seconds, True
    limited, remaining = watcher, watcher.remaining if isinstance(watcher, Until) else None
    if remaining is not None and (saves := build.saving_seconds < remaining / 2):
        limited = Until(watcher, remaining - build.saving_seconds)
    try:
        entries, cut = build.run(threads, limited)
    except BaseException:  # also Ctrl-C
        build.seconds = seconds + Compiling.clock() - began
        _unfinished.clear()  # a single build takes much memory
        _unfinished[database_path(wanted)] = build
        if saves and build.save():
            watcher.note(f"{wanted.sizes} tiles: what is built of the pattern databases is kept, and continued later")
        raise
    seconds += Compiling.clock() - began
    what = f"pattern databases of {wanted.sizes} tiles ({units.size(entries.size)}) in {units.duration(seconds)}"
    try:
        path = write_databases(wanted, entries, {"puzzle": name, "cut": cut, "seconds": round(seconds, 3)})
        watcher.note(f"built {what}, and stored them in {path}")
    except SlidefrontError as error:
        watcher.note(f"built {what}, but did not store them: {error}")
        _kept[database_path(wanted)] = Databases(wanted, entries)
    build.remove()
    return Databases(wanted, entries)


_CHECK_SECONDS = 0.01
_SAVED_PER_SECOND = 256 << 20  # bytes: less than most disks write
_BUILDING = Lock()
_unfinished: "dict[Path, PartitionBuild]" = {}
"""The build that was stopped last, by the path of its databases."""
_kept: dict[Path, Databases] = {}
"""Databases that could not be stored."""


class PartitionBuild:
    """The build of the databases of a partition, group by group. It can stop, be saved, and resume.

    Its file contains the entries of the finished groups, and the levels of the unfinished group.
    """

    def __init__(self, wanted: Partition) -> None:
        self.wanted = wanted
        self.seconds = 0.0
        """The time of the work so far."""
        self._finished: list[tuple[Cells, int]] = []
        self._current: PatternBuild | None = None

    @property
    def _path(self) -> Path:
        return database_path(self.wanted).with_suffix(".unfinished")

    @property
    def saving_seconds(self) -> float:
        """About the time that saving this build takes."""
        largest = 2 * max(pattern.entry_count for pattern in self.wanted.patterns)
        return (self.wanted.stored_bytes + largest) / _SAVED_PER_SECOND

    def run(self, threads: int, watcher: Watcher) -> tuple[Cells, int]:
        """Build the remaining groups; return all entries, and the number of entries that did not fit in four bits."""
        patterns = self.wanted.patterns
        for number in range(len(self._finished), len(patterns)):
            pattern = patterns[number]
            watcher.check()
            self._current = self._current or PatternBuild(pattern)
            name = f"pattern database {number + 1} of {len(patterns)}, {len(pattern.cells)} tiles"
            self._finished.append(self._current.run(threads, watcher, name))
            self._current = None
        return np.concatenate([entries for entries, _ in self._finished]), sum(cut for _, cut in self._finished)

    def save(self) -> bool:
        """Save the unfinished build; return whether that was possible."""
        levels = np.empty(0, np.uint8) if self._current is None else self._current.levels.reshape(-1)
        entries = np.concatenate([levels[:0], *(entries for entries, _ in self._finished)])
        header = {
            "identity": self.wanted.identity,
            "level": 0 if self._current is None else self._current.level,
            "cuts": [cut for _, cut in self._finished],
            "seconds": self.seconds,
        }
        try:
            write_arrays(self._path, PATTERN_FORMAT, header, {"entries": entries, "levels": levels})
        except SlidefrontError:
            return False
        return True

    @classmethod
    def load(cls, wanted: Partition) -> "PartitionBuild":
        """Load a saved build, or begin a new one."""
        build, begin = cls(wanted), 0
        with suppress(SlidefrontError, OSError, KeyError, TypeError, ValueError):
            file = read_arrays(build._path, PATTERN_FORMAT)
            header, entries, levels = file.header, file.load("entries"), file.load("levels")
            build.seconds = float(header["seconds"])
            for pattern, cut in zip(wanted.patterns, header["cuts"], strict=False):
                build._finished.append((entries[begin : begin + pattern.stored_bytes], int(cut)))
                begin += pattern.stored_bytes
            if levels.size:
                build._current = PatternBuild(wanted.patterns[len(build._finished)])
                build._current.restore(levels, int(header["level"]))
            if header["identity"] == wanted.identity and begin == entries.size:
                return build
        return cls(wanted)

    def remove(self) -> None:
        """Remove the file, which is no longer needed."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def open_stored(wanted: Partition, watcher: Watcher, advice: Advice | None = None) -> Databases | None:
    """Open the databases of a partition; None if they are not stored, or damaged."""
    try:
        return _open_file(wanted, database_path(wanted).stat().st_mtime_ns)
    except OSError:
        return None
    except DamagedError:
        watcher.note(f"{database_path(wanted)} is not used, because it is damaged, or of another version")
        if advice:
            watcher.on_advice(advice)
        return None


@lru_cache(maxsize=4)
def _open_file(wanted: Partition, _modified: int) -> Databases:
    """Open a file once per process and modification time; raise DamagedError if it is damaged."""
    path = database_path(wanted)
    file = read_arrays(path, PATTERN_FORMAT)
    entries = file.arrays.get("entries")
    if file.header.get("identity") != wanted.identity or entries is None or entries.size != wanted.stored_bytes:
        raise DamagedError(f"{path} is for another puzzle")
    file.check()
    return Databases(wanted, entries)
