"""Databases in the user's cache folder: array files (`slidefront.store.array_files`), one for each partition.

The header says what the file is for: its identity, and for people the groups and how it was built. The one array, of
the entries of all groups, one group behind the other, is read through a memory map. Its sums are compared whenever a
file is opened, because one wrong entry can make a wrong proof.

Beside them is a file for each pattern of a partition that is being built: its levels so far, or its entries once it is
finished, with which an interrupted build continues.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from slidefront.arrays import Cells
from slidefront.errors import SlidefrontError
from slidefront.search.patterns.partitions import Partition
from slidefront.search.patterns.pattern import Pattern
from slidefront.store.array_files import Format, read_arrays, write_arrays

SUFFIX = ".patterns"
UNFINISHED = ".unfinished"
_FIELDS = ("puzzle", "hole", "groups", "levels", "cut", "seconds", "identity")
EVERY = 30.0  # seconds between writes of what is built so far


class DamagedError(SlidefrontError):
    """A file is not the database that it should be, or cannot be written."""


FORMAT = Format(b"\x93slidpat", 2, "a file of pattern databases", "slidefront patterns build", DamagedError)
_BEING_BUILT = Format(
    b"\x93slidunf", 2, "a file of an unfinished database", "slidefront patterns build", DamagedError, durable=False
)


def cache_folder() -> Path:
    """Find the folder for what can be made again: SLIDEFRONT_CACHE, or slidefront's own in the user's cache."""
    chosen = os.environ.get("SLIDEFRONT_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("slidefront", appauthor=False)


def patterns_folder() -> Path:
    """Find the folder of the databases."""
    return cache_folder() / "patterns"


def path_of(partition: Partition) -> Path:
    """Name the file of a partition."""
    return patterns_folder() / f"{partition.sizes}-{partition.identity[:16]}{SUFFIX}"


def write(partition: Partition, entries: Cells, about: dict[str, Any]) -> Path:
    """Write the databases of a partition, all or nothing."""
    header = {
        **about,
        "identity": partition.identity,
        "neighbours": partition.shape.neighbours,
        "line_columns": partition.shape.line_columns,
        "hole": partition.hole,
        "groups": partition.groups,
    }
    path = path_of(partition)
    write_arrays(path, FORMAT, header, {"entries": entries})
    return path


def open_entries(partition: Partition) -> Cells | None:
    """Open the databases of a partition; None if there is no file. A file that is not whole is refused."""
    path = path_of(partition)
    if not path.is_file():
        return None
    file = read_arrays(path, FORMAT)
    entries = file.arrays.get("entries")
    if file.header.get("identity") != partition.identity or entries is None or entries.size != partition.stored_bytes:
        raise DamagedError(f"{path} is for another puzzle")
    file.check()
    return entries


def stored() -> Iterator[dict[str, Any]]:
    """List the files whose headers can be read, by name, as plain data."""
    for path in sorted(patterns_folder().glob(f"*{SUFFIX}")):
        with suppress(SlidefrontError):
            header = read_arrays(path, FORMAT).header
            yield {
                "name": path.name.removesuffix(SUFFIX),
                "path": str(path),
                "bytes": path.stat().st_size,
                "cells": len(header.get("neighbours", [])),
                "metric": "line" if header.get("line_columns") else "step",
                **{name: header.get(name) for name in _FIELDS},
            }


class Kept:
    """What is done of a pattern that is being built."""

    def __init__(self, pattern: Pattern) -> None:
        self._identity = pattern.identity
        self.path = patterns_folder() / f"{pattern.identity[:16]}{UNFINISHED}"
        self._last = time.monotonic()

    def read(self, size: int, *names: str) -> tuple[Cells, list[int]] | None:
        """Read data of a size, and the numbers beside it; None where they are not kept, or are damaged."""
        with suppress(SlidefrontError, KeyError, OSError):  # another process may remove it meanwhile
            file = read_arrays(self.path, _BEING_BUILT)
            numbers = [int(file.header[name]) for name in names]
            if file.header["identity"] == self._identity and (data := file.load("data")).size == size:
                return data, numbers
        return None

    def is_due(self) -> bool:
        """Tell whether it is time to write the file."""
        return time.monotonic() > self._last + EVERY

    def write(self, data: Cells, **about: int) -> None:
        """Keep what is done, all or nothing."""
        self._last = time.monotonic()
        with suppress(SlidefrontError):  # the build goes on where nothing can be kept
            write_arrays(self.path, _BEING_BUILT, {"identity": self._identity, **about}, {"data": data})

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self.path.unlink()


def unfinished_files() -> list[Path]:
    """List the files of interrupted builds, and those that killed processes have left half written."""
    endings = (UNFINISHED, f"{UNFINISHED}.*.tmp", f"{SUFFIX}.*.tmp")
    return sorted(path for ending in endings for path in patterns_folder().glob(f"*{ending}"))
