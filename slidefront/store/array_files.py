"""Files of arrays with a checked header, as `docs/tables.md` describes them: tables and pattern databases.

`ArrayFile.load` checks a whole array. A reader that maps the file checks the pages that it has read before it answers
(`ArrayFile.check_pages`).

`write_arrays` writes a file next to the file that it replaces, and renames it when it is complete. A file whose arrays
are written in place (`tables.regions`) has no header until `complete_file` appends it.

    start | arrays, each from a multiple of 4,096 bytes on, with zeros to the next one | header | end

The header comes last, so that arrays can be written in place before their checksums are known. Start, arrays, header
and end fill the file, and checksums cover the zeros, so any other byte is damage.

Arrow's IPC format would be as small, and faster because it omits checksums (processor time for 128 MiB of bits: writing
0.05 s instead of 0.13, reading 0.02 s instead of 0.12, opening 0.3 ms instead of 0.5). But then damaged pages would
give wrong answers, arrays could not be written in place, and importing Arrow takes longer than a lookup.
"""

import json
import os
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.errors import SlidefrontError
from slidefront.files import make_folder, reason_of, replacement, sync_open, try_writing
from slidefront.machine import cores

Array = npt.NDArray[Any]
Octets = npt.NDArray[np.uint8]
Sums = npt.NDArray[np.uint32]
_START = struct.Struct("<8sI")
_END = struct.Struct("<II8s")
_ALIGNED = 4096
PAGE = 16 << 10
"""Bytes under one checksum."""
_PIECE = 16 << 20  # bytes that a thread sums up at a time
_LONGEST_HEADER = 64 << 20
_TYPES = {"u1": np.uint8, "u2": np.uint16, "u4": np.uint32, "u8": np.uint64, "i4": np.int32}


@dataclass(frozen=True)
class Format:
    """A file format, such as that of tables."""

    magic: bytes
    version: int
    noun: str
    """A file of this format in words, such as `a table`."""
    command: str
    """The command that makes such a file."""
    error: type[SlidefrontError]

    def fault(self, path: Path, what: str) -> SlidefrontError:
        """Return the error for a damaged file."""
        return self.error(f"{path} is damaged: {what}; remove it and make it again with `{self.command}`")


@dataclass(frozen=True)
class _Place:
    offset: int
    """The offset of the array in the file."""
    size: int
    kind: np.dtype[Any]
    sums: Sums

    @property
    def bytes(self) -> int:
        return self.size * self.kind.itemsize

    @property
    def filled(self) -> int:
        """The number of bytes, with the zeros that follow."""
        return _aligned(self.bytes)


@dataclass(eq=False)
class ArrayFile:
    """An open file: its header and its arrays."""

    path: Path
    header: dict[str, Any]
    _format: Format
    _places: Mapping[str, _Place]

    @property
    def bytes(self) -> int:
        """The size of all arrays in bytes."""
        return sum(place.bytes for place in self._places.values())

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """All arrays, mapped into memory."""
        with self._reading():
            return {
                name: np.asarray(
                    np.memmap(self.path, place.kind, "r", place.offset, (place.size,)) if place.size else [], place.kind
                )
                for name, place in self._places.items()
            }

    def load(self, name: str) -> Array:
        """Read an array into memory; raise an error if a checksum is wrong."""
        place = self._places[name]
        octets = np.empty(place.filled, np.uint8)
        self._check(name, octets)
        return octets[: place.bytes].view(place.kind)

    def check(self) -> None:
        """Raise an error if the checksum of any page is wrong."""
        for name in self._places:
            self._check(name)

    def check_pages(self, name: str, pages: npt.NDArray[np.uint8]) -> None:
        """Check the pages of an array whose entry in `pages` is not 0, unless they were checked before."""
        place, checked = self._places[name], self._checked[name]
        for page in np.flatnonzero((pages > 0) & ~checked).tolist():
            piece = np.empty(min(PAGE, place.filled - page * PAGE), np.uint8)
            with self._reading():
                sums = _sums_in(self.path, place.offset + page * PAGE, piece)
            if sums[0] != place.sums[page]:
                raise self._fault(name)
            checked[page] = True

    @cached_property
    def _checked(self) -> dict[str, npt.NDArray[np.bool_]]:
        """For each array, whether each page has been checked already."""
        return {name: np.zeros(place.sums.size, np.bool_) for name, place in self._places.items()}

    def _check(self, name: str, octets: Octets | None = None) -> None:
        """Check all pages of an array, and read it into `octets` if given."""
        place = self._places[name]
        with self._reading():
            sums = _sums_of(self.path, place.offset, place.filled, octets)
        if not np.array_equal(sums, place.sums):
            raise self._fault(name)
        self._checked[name][:] = True

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._format.error(f"cannot read {self.path}: {reason_of(error)}") from None

    def _fault(self, name: str) -> SlidefrontError:
        return self._format.fault(self.path, f"the sum of its {name} is wrong")


def _aligned(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED


def _sums_in(path: Path, offset: int, piece: Octets) -> Sums:
    """Read a piece of a file into a buffer, and return the checksums of its pages."""
    with path.open("rb", buffering=0) as file:
        file.seek(offset)
        file.readinto(piece.data)
    return np.array([zlib.crc32(piece[i : i + PAGE].data) for i in range(0, piece.size, PAGE)], np.uint32)


def _sums_of(path: Path, offset: int, size: int, octets: Octets | None = None) -> Sums:
    """Read a range of a file on a few threads, and return the checksums of its pages; bytes after its end are zeros.

    Without an array, pieces are read into buffers, because a mapped file would count as memory of this process.
    """

    def sums_at(first: int) -> Sums:
        end = min(first + _PIECE, size)
        return _sums_in(path, offset + first, np.zeros(end - first, np.uint8) if octets is None else octets[first:end])

    with ThreadPoolExecutor(min(4, cores())) as pool:
        return np.concatenate([np.empty(0, np.uint32), *pool.map(sums_at, range(0, size, _PIECE))])


def start_of(format_: Format) -> bytes:
    """Return the bytes before the first array."""
    return _START.pack(format_.magic, format_.version).ljust(_ALIGNED, b"\0")


def complete_file(
    path: Path, format_: Format, header: Mapping[str, Any], kinds: Mapping[str, tuple[np.dtype[Any], int]]
) -> None:
    """Append the header to a file whose arrays are in place, one after the other; `kinds` has their types and sizes."""
    listed, offset = {}, _ALIGNED
    for name, (kind, size) in kinds.items():
        filled = _aligned(size * kind.itemsize)
        sums = b64encode(_sums_of(path, offset, filled).astype("<u4").tobytes()).decode()
        listed[name] = {"type": kind.str[1:], "size": size, "crc32": sums}
        offset += filled
    text = json.dumps({**header, "arrays": listed}, ensure_ascii=False).encode()
    with path.open("r+b") as file:
        file.truncate(offset)
        file.seek(offset)
        file.write(text + _END.pack(len(text), zlib.crc32(text), format_.magic))
        file.flush()
        sync_open(file.fileno())


def write_arrays(path: Path, format_: Format, header: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a file; an older file stays until the new one is complete."""
    try:
        make_folder(path.parent)
        with replacement(path) as file:
            file.write(start_of(format_))
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data)
                file.write(bytes(_aligned(array.nbytes) - array.nbytes))
            file.flush()
            complete_file(
                Path(file.name), format_, header, {name: (array.dtype, array.size) for name, array in arrays.items()}
            )
    except OSError as error:
        raise format_.error(f"cannot write {path}: {reason_of(error)}") from None


def check_writable(path: Path, format_: Format) -> None:
    """Raise an error if a file cannot be written, before any work is done for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try_writing(path.parent)
        if path.is_dir():
            raise format_.error(f"{path} is a folder: name a file")
    except OSError as error:
        raise format_.error(f"cannot write {path}: {reason_of(error)}; choose another file") from None


def read_arrays(path: Path, format_: Format) -> ArrayFile:
    """Open a file, and check its start, size and header."""
    try:
        with path.open("rb") as file:
            start = file.read(_ALIGNED)
            if len(start) < _START.size or start[:8] != format_.magic:
                raise format_.error(f"{path} is not {format_.noun}: make one with `{format_.command}`")
            _, version = _START.unpack(start[: _START.size])
            if version != format_.version:
                raise format_.error(
                    f"{path} has version {version} of its format, and this program reads version {format_.version}: "
                    f"remove it and make it again with `{format_.command}`"
                )
            last = max(0, os.fstat(file.fileno()).st_size - _END.size)
            file.seek(last)
            end = file.read()
            length, crc32, magic = _END.unpack(end) if len(end) == _END.size else (0, 0, b"")
            if start != start_of(format_) or magic != format_.magic or length > min(last, _LONGEST_HEADER):
                raise format_.fault(path, "it is cut, or something was added to it")
            file.seek(last - length)
            text = file.read(length)
    except OSError as error:
        raise format_.error(f"cannot read {path}: {reason_of(error)}") from None
    if zlib.crc32(text) != crc32:
        raise format_.fault(path, "its header is changed")
    try:
        header = json.loads(text)
        places, end_of_arrays = _places(header.pop("arrays"))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise format_.fault(path, "its header cannot be parsed") from None
    if end_of_arrays != last - length:
        raise format_.fault(path, "its arrays do not have the lengths in its header")
    return ArrayFile(path, header, format_, places)


def _places(listed: dict[str, Any]) -> tuple[dict[str, _Place], int]:
    """Return the places of the arrays, and the end of the last one."""
    places, offset = {}, _ALIGNED
    for name, fields in listed.items():
        sums = np.frombuffer(b64decode(fields["crc32"], validate=True), "<u4")
        places[name] = place = _Place(offset, fields["size"], np.dtype(_TYPES[fields["type"]]), sums)
        offset += place.filled
    return places, offset
