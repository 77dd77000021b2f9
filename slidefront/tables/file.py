"""A table on disk: one file with a header and with arrays that can be mapped into memory.

    8 bytes     the magic number
    4 bytes     the format version, little-endian, as all numbers are
    4 bytes     the length of the header
    4 bytes     the CRC-32 of the header
    header      JSON: the puzzle, the start, the layers, the deepest boards, and where each array is, with CRC-32 sums
    ...         the arrays, each from a multiple of 4,096 on

A new file is written next to the one that it replaces, and renamed when it is complete, so a table is never half
written. A table that is not `whole` is work in progress; the same command continues it.
"""

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.errors import TableError

MAGIC = b"\x93slidtab"
VERSION = 1
_START = struct.Struct("<8sIII")
_ALIGNED = 4096
_SUMMED = 16 << 20  # bytes under one sum
_LONGEST_HEADER = 64 << 20
Array = npt.NDArray[Any]
Octets = npt.NDArray[np.uint8]
_TYPES = {"u1": np.uint8, "u2": np.uint16, "u8": np.uint64}


@dataclass(frozen=True)
class TableLayer:
    """How many boards are at one depth."""

    depth: int
    boards: int
    marked: int
    seconds: float = 0.0


@dataclass(frozen=True)
class TableHeader:
    """What a table file says of itself."""

    puzzle: str
    text: str
    metric: str
    identity: str
    """The hash of the puzzle's identity: a table is only for boards of that identity."""
    start: str
    start_kind: str
    starts: tuple[int, ...]
    """The boards at depth 0; empty where they are too many to list."""
    mark: str
    kind: str
    """`bits`: 2 bits a board by rank; `list`: the boards of a run and their depths."""
    shape: tuple[int, ...]
    boards: int
    """The boards of the whole space."""
    layers: tuple[TableLayer, ...]
    whole: bool
    deepest: tuple[int, ...] = ()
    """The deepest boards, those of the greatest depth first; not all where they are very many."""
    partial: TableLayer | None = None
    """What is found so far at the depth after `layers`."""
    recent: tuple[tuple[int, ...], ...] = ()
    """While a table is not whole: ranks of boards of the last depths, those of the greatest depth last."""

    @property
    def depth(self) -> int:
        """The greatest depth of the layers."""
        return len(self.layers) - 1

    @property
    def reached(self) -> int:
        """The boards found so far."""
        return sum(layer.boards for layer in (*self.layers, self.partial) if layer)

    @property
    def seconds(self) -> float:
        """The time that the layers took."""
        return round(sum(layer.seconds for layer in self.layers), 3)


@dataclass
class TableFile:
    """An open file: its header, and its arrays as they are on disk."""

    path: Path
    header: TableHeader
    arrays: dict[str, Array] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    """Where each array begins in the file."""
    sums: dict[str, list[int]] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse the file if the sum of any array is not that of the header."""
        spare = np.empty(_SUMMED, np.uint8)
        for name, array in self.arrays.items():
            self._read(name, array.nbytes, lambda _, size: spare[:size])

    def load(self, name: str) -> Array:
        """Read an array into memory, and refuse the file if its sum is wrong."""
        out = np.empty(self.arrays[name].size, self.arrays[name].dtype)
        octets = out.view(np.uint8)
        self._read(name, out.nbytes, lambda at, size: octets[at : at + size])
        return out

    def _read(self, name: str, size: int, room: Callable[[int, int], Octets]) -> None:
        """Read an array piece by piece into some room: a mapped file would count as memory of this process."""
        sums = []
        with self.path.open("rb") as file:
            file.seek(self.places[name])
            for at in range(0, size, _SUMMED):
                piece = room(at, min(_SUMMED, size - at))
                file.readinto(piece.data)
                sums.append(zlib.crc32(piece.data))
        if sums != self.sums[name]:
            raise TableError(f"{self.path} is damaged: the sum of its {name} is wrong; {_way_out(self.header)}")


def _way_out(header: TableHeader) -> str:
    return f"remove it and make it again with `slidefront table {header.puzzle}`"


def _sums(array: Array) -> Iterator[int]:
    """Sum up an array piece by piece."""
    octets = array.reshape(-1).view(np.uint8)
    for first in range(0, octets.size, _SUMMED):
        yield zlib.crc32(octets[first : first + _SUMMED].data)


def write_table(path: Path, header: TableHeader, arrays: Mapping[str, Array]) -> None:
    """Write a table file; what was there stays until the new one is complete."""
    listed = {}
    at = 0
    for name, array in arrays.items():
        listed[name] = {"type": array.dtype.str[1:], "size": array.size, "at": at, "crc32": [*_sums(array)]}
        at += -(-array.nbytes // _ALIGNED) * _ALIGNED
    data = asdict(header) | {
        "layers": [[one.boards, one.marked, one.seconds] for one in header.layers],
        "arrays": listed,
    }
    text = json.dumps(data, ensure_ascii=False).encode()
    spare = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with spare.open("wb") as file:
            file.write(_START.pack(MAGIC, VERSION, len(text), zlib.crc32(text)) + text)
            for array in arrays.values():
                file.seek(-(-file.tell() // _ALIGNED) * _ALIGNED)
                array.tofile(file)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror or error}; choose another file with -o") from None
    finally:
        with suppress(OSError):
            spare.unlink(missing_ok=True)


def read_table(path: Path) -> TableFile:
    """Open a table file: check its header and its size, and map its arrays."""
    try:
        with path.open("rb") as file:
            start = file.read(_START.size)
            if len(start) < _START.size or start[:8] != MAGIC:
                raise TableError(f"{path} is not a table: make one with `slidefront table`")
            _, version, length, crc32 = _START.unpack(start)
            if version != VERSION:
                raise TableError(f"{path} has version {version} of the table format, and this program reads {VERSION}")
            text = file.read(min(length, _LONGEST_HEADER))
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise TableError(f"cannot read {path}: {error.strerror}") from None
    if len(text) != length or zlib.crc32(text) != crc32:
        raise TableError(f"{path} is damaged: its header is cut or changed; remove it and make it again")
    first = -(-(_START.size + length) // _ALIGNED) * _ALIGNED
    try:
        return _map_arrays(path, json.loads(text), first, size)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        raise TableError(f"{path} is damaged: its header is not understood; remove it and make it again") from None


def _map_arrays(path: Path, data: dict[str, Any], first: int, size: int) -> TableFile:
    listed = data.pop("arrays")
    header = _header_of(data)
    found = TableFile(path, header, sums={name: one["crc32"] for name, one in listed.items()})
    for name, one in listed.items():
        kind = np.dtype(_TYPES[one["type"]])
        if first + one["at"] + one["size"] * kind.itemsize > size:
            raise TableError(f"{path} is damaged: it ends within its {name}; {_way_out(header)}")
        found.places[name] = first + one["at"]
        found.arrays[name] = _map(path, kind, first + one["at"], one["size"])
    return found


def _map(path: Path, kind: np.dtype[Any], at: int, size: int) -> Array:
    if size == 0:
        return np.empty(0, kind)
    return np.asarray(np.memmap(path, kind, "r", at, (size,)))


def _header_of(data: dict[str, Any]) -> TableHeader:
    layers = tuple(TableLayer(depth, *numbers) for depth, numbers in enumerate(data.pop("layers")))
    recent = tuple(tuple(ranks) for ranks in data.pop("recent"))
    partial = TableLayer(**data.pop("partial")) if data["partial"] else data.pop("partial")
    lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    return TableHeader(**{**data, **lists}, layers=layers, recent=recent, partial=partial)
