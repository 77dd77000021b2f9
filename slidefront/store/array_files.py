"""Files of arrays with a checked header, as `docs/tables.md` describes them: tables and pattern databases.

A small array is checked whole. In a large one, what reads some of it checks the pages that it has read before it
answers (`ArrayFile.check_pages`).

A new file is written next to the one that it replaces, and renamed when it is complete: no file is ever incomplete.
"""

import json
import os
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.errors import SlidefrontError
from slidefront.files import make_folder, replacement, try_writing
from slidefront.machine import cores

Array = npt.NDArray[Any]
Octets = npt.NDArray[np.uint8]
Sums = npt.NDArray[np.uint32]
_START = struct.Struct("<8sIII")
_ALIGNED = 4096
PAGE = 16 << 10
"""Bytes under one sum."""
_PIECE = 16 << 20  # bytes that a thread sums up at a time
_LONGEST_HEADER = 64 << 20
_TYPES = {"u1": np.uint8, "u2": np.uint16, "u4": np.uint32, "u8": np.uint64, "i4": np.int32}


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    magic: bytes
    version: int
    noun: str
    """What a file of this format is, such as `a table`."""
    command: str
    """The command that makes one."""
    error: type[SlidefrontError]
    durable: bool = True
    """Whether a file must survive a power failure; writing it takes longer."""

    def fault(self, path: Path, what: str) -> SlidefrontError:
        """Make the error for a damaged file."""
        return self.error(f"{path} is damaged: {what}; remove it and make it again with `{self.command}`")


@dataclass(frozen=True)
class _Place:
    at: int
    """Where the array begins in the file."""
    size: int
    kind: np.dtype[Any]
    sums: Sums

    @property
    def bytes(self) -> int:
        return self.size * self.kind.itemsize


@dataclass(eq=False)
class ArrayFile:
    """An open file: its header, and its arrays as they are on disk."""

    path: Path
    header: dict[str, Any]
    _format: Format
    _places: Mapping[str, _Place]

    @property
    def bytes(self) -> int:
        """The size of all arrays."""
        return sum(place.bytes for place in self._places.values())

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """All arrays, mapped into memory."""
        return {name: self._map(place) for name, place in self._places.items()}

    def _map(self, place: _Place) -> Array:
        if place.size == 0:
            return np.empty(0, place.kind)
        return np.asarray(np.memmap(self.path, place.kind, "r", place.at, (place.size,)))

    def load(self, name: str) -> Array:
        """Read an array into memory, and refuse the file if a sum is wrong."""
        place = self._places[name]
        out = np.empty(place.size, place.kind)
        octets = out.view(np.uint8)
        self._check(name, lambda at, size: octets[at : at + size])
        return out

    def check(self) -> None:
        """Refuse the file if the sum of any page is not that of the header."""
        for name in self._places:
            self._check(name, lambda _, size: np.empty(size, np.uint8))

    def check_pages(self, name: str, pages: npt.NDArray[np.uint8]) -> None:
        """Check the pages of an array that are not 0 here and were not checked before."""
        place, checked = self._places[name], self._checked[name]
        for page in np.flatnonzero((pages > 0) & ~checked).tolist():
            piece = np.empty(min(PAGE, place.bytes - page * PAGE), np.uint8)
            if self._read(place, page * PAGE, piece).tolist() != place.sums[page : page + 1].tolist():
                raise self._fault(name)
            checked[page] = True

    @cached_property
    def _checked(self) -> dict[str, npt.NDArray[np.bool_]]:
        """For each array the pages whose sums were right."""
        return {name: np.zeros(place.sums.size, np.bool_) for name, place in self._places.items()}

    def _check(self, name: str, room: Callable[[int, int], Octets]) -> None:
        """Read an array piece by piece into buffers: a mapped file would count as memory of this process."""
        place = self._places[name]
        sums = _on_threads(lambda at: self._read(place, at, room(at, min(_PIECE, place.bytes - at))), place.bytes)
        if not np.array_equal(sums, place.sums):
            raise self._fault(name)
        self._checked[name][:] = True

    def _read(self, place: _Place, at: int, piece: Octets) -> Sums:
        """Read some of an array, and return the sums of its pages."""
        with self.path.open("rb", buffering=0) as file:
            file.seek(place.at + at)
            file.readinto(piece.data)
        return _sums_of(piece)

    def _fault(self, name: str) -> SlidefrontError:
        return self._format.fault(self.path, f"the sum of its {name} is wrong")


def _sums_of(octets: Octets) -> Sums:
    return np.array([zlib.crc32(octets[at : at + PAGE].data) for at in range(0, octets.size, PAGE)], np.uint32)


def _on_threads(sums_of: Callable[[int], Sums], size: int) -> Sums:
    """Compute the sums of the pages of some bytes on a few threads."""
    with ThreadPoolExecutor(min(4, cores())) as pool:
        return np.concatenate([np.empty(0, np.uint32), *pool.map(sums_of, range(0, size, _PIECE))])


def _sums(array: Array) -> Sums:
    octets = array.reshape(-1).view(np.uint8)
    return _on_threads(lambda at: _sums_of(octets[at : at + _PIECE]), octets.size)


def write_arrays(path: Path, format_: Format, header: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a file; an older one stays until the new one is complete."""
    listed = {}
    at = 0
    for name, array in arrays.items():
        sums = b64encode(_sums(array).astype("<u4").tobytes()).decode()
        listed[name] = {"type": array.dtype.str[1:], "size": array.size, "at": at, "crc32": sums}
        at += -(-array.nbytes // _ALIGNED) * _ALIGNED
    text = json.dumps({**header, "arrays": listed}, ensure_ascii=False).encode()
    try:
        make_folder(path.parent)
        with replacement(path, durable=format_.durable) as file:
            file.write(_START.pack(format_.magic, format_.version, len(text), zlib.crc32(text)) + text)
            for array in arrays.values():
                file.seek(-(-file.tell() // _ALIGNED) * _ALIGNED)
                file.write(np.ascontiguousarray(array).data)
    except OSError as error:
        raise format_.error(f"cannot write {path}: {error.strerror or error}") from None


def check_writable(path: Path, format_: Format) -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try_writing(path.parent)
        if path.is_dir():
            raise format_.error(f"{path} is a folder: name a file")
    except OSError as error:
        raise format_.error(f"cannot write {path}: {error.strerror or error}; choose another file") from None


def read_arrays(path: Path, format_: Format) -> ArrayFile:
    """Open a file: check its header and its size."""
    try:
        with path.open("rb") as file:
            start = file.read(_START.size)
            if len(start) < _START.size or start[:8] != format_.magic:
                raise format_.error(f"{path} is not {format_.noun}: make one with `{format_.command}`")
            _, version, length, crc32 = _START.unpack(start)
            if version != format_.version:
                raise format_.error(
                    f"{path} has version {version} of its format, and this program reads version {format_.version}: "
                    f"remove it and make it again with `{format_.command}`"
                )
            text = file.read(min(length, _LONGEST_HEADER))
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise format_.error(f"cannot read {path}: {error.strerror}") from None
    if len(text) != length or zlib.crc32(text) != crc32:
        raise format_.fault(path, "its header is cut or changed")
    try:
        header = json.loads(text)
        places = _places(header.pop("arrays"), -(-(_START.size + length) // _ALIGNED) * _ALIGNED)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise format_.fault(path, "its header cannot be parsed") from None
    for name, place in places.items():
        if place.at + place.bytes > size:
            raise format_.fault(path, f"it ends within its {name}")
    return ArrayFile(path, header, format_, places)


def _places(listed: dict[str, Any], first: int) -> dict[str, _Place]:
    return {
        name: _Place(
            first + one["at"],
            one["size"],
            np.dtype(_TYPES[one["type"]]),
            np.frombuffer(b64decode(one["crc32"], validate=True), "<u4"),
        )
        for name, one in listed.items()
    }
