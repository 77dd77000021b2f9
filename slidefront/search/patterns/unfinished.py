"""Files of databases that are being built, with which an interrupted build continues.

Each pattern has a file in the folder of the databases: its levels so far, or its entries once it is finished, as long
as other patterns of the same partition are not. The files are removed when the partition is stored.

    {"unfinished": 1, "identity": "...", "level": 31, "seen": 40212, "bytes": ..., "checksum": "..."}
    the bytes
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from slidefront.arrays import Cells
from slidefront.search.patterns.files import checksum, patterns_folder
from slidefront.search.patterns.pattern import Pattern

VERSION = 1
SUFFIX = ".unfinished"
EVERY = 30.0  # seconds
_LONGEST = 4096  # bytes of the first line


class Kept:
    """The file of a pattern."""

    def __init__(self, pattern: Pattern) -> None:
        self._identity = pattern.identity
        self.path = patterns_folder() / f"{pattern.identity[:16]}{SUFFIX}"
        self._last = time.monotonic()

    def read(self) -> tuple[dict[str, Any], Cells] | None:
        """Read the file; None if there is none, or if it is damaged."""
        with suppress(OSError, ValueError, TypeError, AttributeError):
            with self.path.open("rb") as file:
                about = json.loads(file.readline(_LONGEST))
                data = np.fromfile(file, np.uint8)
            known = about.get("unfinished") == VERSION and about.get("identity") == self._identity
            if known and about["bytes"] == data.size and about["checksum"] == f"{checksum(data):016x}":
                return about, data
        return None

    def is_due(self) -> bool:
        """Tell whether it is time to write the file."""
        return time.monotonic() > self._last + EVERY

    def write(self, data: Cells, **about: Any) -> bool:
        """Write the file atomically; return whether that succeeded."""
        self._last = time.monotonic()
        data = data.reshape(-1)
        sums = {"bytes": data.size, "checksum": f"{checksum(data):016x}"}
        head = {"unfinished": VERSION, "identity": self._identity, **about, **sums}
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(json.dumps(head).encode() + b"\n")
                file.write(data.data)
            part.replace(self.path)
        except OSError:  # the build continues even if nothing can be stored
            with suppress(OSError):
                part.unlink()
            return False
        return True

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self.path.unlink()


def unfinished_files() -> list[Path]:
    """List the files of interrupted builds."""
    return sorted(patterns_folder().glob(f"*{SUFFIX}"))
