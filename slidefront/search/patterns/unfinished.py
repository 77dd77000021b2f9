"""Files of databases that are being built, with which an interrupted build continues.

Each pattern has an array file in the folder of the databases: its levels so far, or its entries once it is finished, as
long as other patterns of the same partition are not. The files are removed when the partition is stored.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from slidefront.arrays import Cells
from slidefront.errors import SlidefrontError
from slidefront.search.patterns import files
from slidefront.search.patterns.pattern import Pattern
from slidefront.store.array_files import Format, read_arrays, write_arrays

FORMAT = Format(
    b"\x93slidunf",
    2,
    "a file of an unfinished database",
    "slidefront patterns build",
    files.DamagedError,
    durable=False,
)
SUFFIX = ".unfinished"
EVERY = 30.0  # seconds


class Kept:
    """The file of a pattern."""

    def __init__(self, pattern: Pattern) -> None:
        self._identity = pattern.identity
        self.path = files.patterns_folder() / f"{pattern.identity[:16]}{SUFFIX}"
        self._last = time.monotonic()

    def read(self) -> tuple[dict[str, Any], Cells] | None:
        """Read what is kept; None where nothing is, or where it is damaged."""
        with suppress(SlidefrontError, KeyError, OSError):  # another process may remove it meanwhile
            file = read_arrays(self.path, FORMAT)
            if file.header.get("identity") == self._identity:
                return file.header, file.load("data")
        return None

    def is_due(self) -> bool:
        """Tell whether it is time to write the file."""
        return time.monotonic() > self._last + EVERY

    def write(self, data: Cells, **about: int) -> bool:
        """Keep what is done, all or nothing; tell whether that was possible."""
        self._last = time.monotonic()
        try:
            write_arrays(self.path, FORMAT, {"identity": self._identity, **about}, {"data": data})
        except SlidefrontError:  # the build goes on where nothing can be kept
            return False
        return True

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self.path.unlink()


def unfinished_files() -> list[Path]:
    """List the files of interrupted builds, and those that killed processes have left half written."""
    endings = (SUFFIX, f"{SUFFIX}.*.tmp", f"{files.SUFFIX}.*.tmp")
    return sorted(path for ending in endings for path in files.patterns_folder().glob(f"*{ending}"))
