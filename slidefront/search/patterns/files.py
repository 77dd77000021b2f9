"""Databases in the user's cache folder.

A file has a header of 4096 bytes, and then the entries of all groups of a partition, one group behind the other, as the
search reads them through a memory map:

    slidefront patterns 1
    {"identity": "...", "groups": [[0, 1, ...], ...], "checksum": "...", ...}       padded with spaces

The identity says what the file is for, and the checksum whether it is undamaged. Both are compared whenever a file is
opened, because one wrong entry can make a wrong proof.
"""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.errors import SlidefrontError
from slidefront.search.patterns.partitions import Partition

MAGIC = b"slidefront patterns 1\n"
HEADER = 4096
SUFFIX = ".patterns"
_STRETCH = 1 << 22  # words that are checked at once


class DamagedError(SlidefrontError):
    """A file is not the database that it should be."""


@dataclass(frozen=True)
class Stored:
    """A file of databases."""

    path: Path
    header: dict[str, Any]

    @property
    def name(self) -> str:
        """Its name in lists."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def sizes(self) -> str:
        """The sizes of its groups, such as 8-7."""
        return "-".join(str(len(group)) for group in self.header.get("groups", []))

    @property
    def cells(self) -> int:
        """The number of cells of its puzzles."""
        return len(self.header.get("neighbours", []))

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.path.stat().st_size


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
        "hole": partition.hole,
        "groups": partition.groups,
        "bytes": int(entries.size),
        "checksum": f"{checksum(entries):016x}",
    }
    text = MAGIC + json.dumps(header).encode()
    path = path_of(partition)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(text.ljust(HEADER - 1) + b"\n")
            file.write(entries.data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise SlidefrontError(f"cannot write {path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink()
    return path


def open_entries(partition: Partition) -> Cells | None:
    """Open the databases of a partition; None if there is no file. A file that is not whole is refused."""
    path = path_of(partition)
    if not path.is_file():
        return None
    header = read_header(path)
    if header.get("identity") != partition.identity or header.get("bytes") != partition.stored_bytes:
        raise DamagedError(f"{path} is for another puzzle")
    if path.stat().st_size != HEADER + header["bytes"]:
        raise DamagedError(f"{path} is damaged: it is not as long as its header says")
    entries = np.memmap(path, np.uint8, "r", HEADER)
    if f"{checksum(entries):016x}" != header.get("checksum"):
        raise DamagedError(f"{path} is damaged: its checksum differs")
    return np.asarray(entries)


def read_header(path: Path) -> dict[str, Any]:
    """Read the header of a file; refuse files that are not databases."""
    try:
        with path.open("rb") as file:
            text = file.read(HEADER)
    except OSError as error:
        raise SlidefrontError(f"cannot read {path}: {error.strerror}") from None
    try:
        header = json.loads(text[len(MAGIC) :]) if text.startswith(MAGIC) else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedError(f"{path} is damaged: it has no header that this version reads")
    return header


def stored() -> Iterator[Stored]:
    """List the files whose headers can be read, by name."""
    for path in sorted(patterns_folder().glob(f"*{SUFFIX}")):
        try:
            yield Stored(path, read_header(path))
        except SlidefrontError:
            continue


def checksum(entries: npt.NDArray[np.uint8]) -> int:
    """Hash entries; a changed, moved or missing byte gives another hash."""
    whole = entries.size // 8 * 8
    words = entries[:whole].view(np.uint64)
    rest = int.from_bytes(entries[whole:].tobytes(), "little") * 0x9E3779B97F4A7C15
    starts = range(0, words.size, _STRETCH)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        sums = pool.map(lambda start: int(mix(words[start : start + _STRETCH], start)), starts)
        return (sum(sums) + rest + entries.size) & ((1 << 64) - 1)


@kernel
def mix(words: Keys, first: int) -> np.uint64:
    """Add up a hash of each word and its place."""
    total = np.uint64(0)
    for i in range(words.size):
        z = words[i] + np.uint64(first + i + 1) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        total += z ^ (z >> np.uint64(31))
    return total
