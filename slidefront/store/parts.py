"""Layer files: a part of a layer as Parquet, written durably, read into memory that the reader owns.

A part contains a range of the keys of its layer, ascending, in row groups of 256 Ki. The bytes of the keys are split
into eight streams before compression; consecutive keys share their high bytes, which then take almost no space. Each
page has a checksum, so that a reader notices damage even if it reads only some pages.

The metadata of the file has a stamp, as JSON: the manifest of the run without layers, the depth, and the name of the
part. Readers compare the stamp, because a file of another run, or a copy of another part, would give wrong answers. If
a manifest is lost, `repair` rebuilds it from the stamps.

The footer has the least and the greatest key of each row group. At most one row group of one part has a range with a
key, so looking up a key reads at most one row group. Many sorted keys are looked up in one pass.

    part-00000   0x12.. ~ 0x31..   0x31.. ~ 0x5a..
    part-00001   0x5b.. ~ 0x77..   0x77.. ~ 0x9f..        0x60 -> part 1, row group 0
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.arrays import NO_KEYS, Keys, Numbers, joined
from slidefront.executors.budget import USUAL_SIZES
from slidefront.files import reason_of, sync_open
from slidefront.keys.algebra import digest, key_indices
from slidefront.store.manifest import VERSION, Manifest, Part, PartRecord, damaged, manifest_of_header

ROW_GROUP = 1 << 18
SCHEMA = pa.schema([pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)])
UNREADABLE = (OSError, pa.ArrowException, KeyError, ValueError, TypeError)
"""The exceptions that reading a damaged or foreign file raises."""
Mask = npt.NDArray[np.bool_]
KEPT = 32
"""The row groups in the cache of a `Lookup`: 64 MiB."""
_ASCENDING = pq.SortingColumn.from_ordering(SCHEMA, [("state", "ascending")])
_KEY = b"slidefront"


def stamp(header: Mapping[str, Any], depth: int, file: str) -> dict[bytes, bytes]:
    """Return the metadata of the file of a part; `header` is `Manifest.header`."""
    return {_KEY: json.dumps({**header, "depth": depth, "file": file}, ensure_ascii=False).encode()}


@dataclass(frozen=True)
class StoredPart:
    """The file of a part, and the expected content of its stamp."""

    path: Path
    depth: int
    part: Part
    run_id: str
    """`Manifest.run_id`, which distinguishes runs."""

    def __str__(self) -> str:
        return f"layer-{self.depth}-{self.part.file}"

    def check(self, source: Any, metadata: Any) -> None:
        """Raise ValueError if the stamp or the footer of a file differs from what was written.

        An unchanged footer also means that the file has the written number of rows.
        """
        check_stamp(metadata, self.run_id, self.depth, self.part.file)
        if footer_sum(source) != self.part.footer:
            raise ValueError("its footer has changed")


def read_stamp(metadata: Any) -> tuple[Manifest, int, str]:
    """Return the manifest of a part's run, without layers, and the depth and the name of the part."""
    try:
        stamp = json.loads(metadata.metadata[_KEY])
        version, content = stamp["version"], (manifest_of_header(stamp), int(stamp["depth"]), str(stamp["file"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ValueError("its stamp of run and part is missing") from None
    if version != VERSION:
        raise ValueError(f"it has version {version}, and this slidefront reads version {VERSION}")
    return content


def check_stamp(metadata: Any, run_id: str, depth: int, file: str) -> None:
    """Raise ValueError if the stamp in the metadata does not belong to this part of the run."""
    run, *place = read_stamp(metadata)
    if run.run_id != run_id:
        raise ValueError(f"it belongs to another run, of {run.puzzle} from {run.start}")
    if place != [depth, file]:
        raise ValueError(f"it is {place[1]} of layer {place[0]}")


def write_part(
    path: Path,
    depth: int,
    header: Mapping[str, Any],
    name: str,
    boards: Iterable[Keys],
    *,
    row_group: int = ROW_GROUP,
    synced_boards: int = USUAL_SIZES.synced_boards,
) -> PartRecord:
    """Write ascending boards as one part, to a path that may differ from its final name. Without boards, write no file.

    A part with at least `synced_boards` is synced; smaller parts are synced together when their layers are committed.
    Arrow opens the file itself, because each write to a Python file object would block all other threads. So the file
    is hashed when it is complete.
    """
    groups = _row_groups(boards, row_group)
    keys = next(groups, NO_KEYS)
    if not keys.size:
        return PartRecord(None)
    stream = pa.OSFile(os.fsencode(path), "wb")
    parquet = _open_writer(stream, SCHEMA.with_metadata(stamp(header, depth, name)))
    size = total = 0
    try:
        for group in chain([keys], groups):
            parquet.write_table(as_table(group, depth), row_group)
            size, total = size + group.size, total + int(digest(group))
        parquet.close()
    finally:
        parquet.is_open = False  # its destructor must not finish the file
        stream.close()
    with path.open("rb") as file:
        part = part_in(file, name, size)
        if size >= synced_boards:
            sync_open(file.fileno())
    return PartRecord(part, total, path=path)


def _row_groups(boards: Iterable[Keys], size: int) -> Iterator[Keys]:
    """Yield the boards as arrays of whole row groups; the last array has the rest.

    Only boards that complete a row group are copied.
    """
    waiting = NO_KEYS  # always fewer than a row group
    for keys in boards:
        fill = -waiting.size % size
        waiting, keys = np.concatenate([waiting, keys[:fill]]), keys[fill:]
        if waiting.size == size:
            yield waiting
            waiting = NO_KEYS
        if keys.size:  # no board is waiting
            whole = keys.size - keys.size % size
            if whole:
                yield keys[:whole]
            waiting = keys[whole:]
    if waiting.size:
        yield waiting


def _open_writer(stream: Any, schema: Any) -> Any:
    return pq.ParquetWriter(
        stream,
        schema,
        compression="zstd",
        compression_level=1,
        use_dictionary=False,
        write_page_checksum=True,
        column_encoding={"state": "BYTE_STREAM_SPLIT"},
        sorting_columns=_ASCENDING,
    )


def part_in(file: BinaryIO, name: str, board_count: int) -> Part:
    """Return the record of the part in a file."""
    return Part(name, board_count, file.seek(0, os.SEEK_END), hash_of(file), footer_sum(file))


def hash_of(file: BinaryIO) -> str:
    """Return the hash of a whole file."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]


def footer_sum(file: BinaryIO) -> int:
    """Return the CRC-32 of the footer of a Parquet file. The last eight bytes of the file begin with its length."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 8))
    length = int.from_bytes(file.read(4), "little") + 8
    if length > end:
        raise ValueError("its footer is cut")
    file.seek(end - length)
    return zlib.crc32(file.read(length))


def as_table(keys: Keys, depth: int) -> Any:
    """Return keys of a layer as an Arrow table that shares their memory; `pa.array` would import pandas."""
    values = np.ascontiguousarray(keys), np.full(keys.size, depth, np.int16)
    buffers = zip(SCHEMA.types, map(pa.py_buffer, values), strict=True)
    columns = [pa.Array.from_buffers(kind, keys.size, [None, buffer]) for kind, buffer in buffers]
    return pa.Table.from_arrays(columns, schema=SCHEMA)


@contextmanager
def open_part(path: Path, metadata: Any = None) -> Iterator[tuple[Any, Any]]:
    """Open a file and the part in it. Reading copies data, and checks the checksums of pages.

    Each read from a Python file object would block all other threads.
    """
    with (
        pa.OSFile(os.fsencode(path), "rb") as source,
        pq.ParquetFile(source, metadata=metadata, pre_buffer=False, page_checksum_verification=True) as file,
    ):
        yield source, file


def read_part(stored: StoredPart) -> Iterator[Keys]:
    """Read the keys of a part by row group, each into an array of its own."""
    footer = read_footer(stored)
    return (keys.copy() for keys in footer.read(range(footer.least.size)))


def differs(path: Path, part: Part) -> str:
    """Describe how a file differs from the written part; empty if it does not differ."""
    try:
        if not path.is_file():
            return "it is not there" if not path.exists() else "it is not a file"
        if (size := path.stat().st_size) != part.bytes:
            return f"it has {size:,} bytes where {part.bytes:,} were written"
        with path.open("rb") as file:
            same = hash_of(file) == part.sha256
    except (OSError, ValueError) as error:
        return reason_of(error)
    return "" if same else "its bytes have changed"


@dataclass(frozen=True, eq=False)
class Footer:
    """The footer of the file of a part, with which single row groups can be read."""

    path: Path
    metadata: Any
    least: Keys
    greatest: Keys
    """The least and the greatest key of each row group."""
    first: Numbers
    """The first row of each row group, and the number of all rows."""

    def read(self, groups: Iterable[int]) -> Iterator[Keys]:
        """Yield the keys of row groups, which must not be changed; raise RunError if they do not match the footer."""
        with _reading(self.path), open_part(self.path, self.metadata) as (_, file):
            for group in groups:
                keys = take_column(file.read_row_group(group, columns=["state"], use_threads=False), "state")
                if not keys.size or (keys[0], keys[-1]) != (self.least[group], self.greatest[group]):
                    raise ValueError(f"row group {group} has other boards than its footer says")
                yield keys


def read_footer(stored: StoredPart) -> Footer:
    """Read the footer of the file of a part; raise RunError if it differs from what was written."""
    with _reading(stored.path), open_part(stored.path) as (source, file):
        stored.check(source, file.metadata)
        if file.schema_arrow != SCHEMA:
            raise ValueError("its states are not keys")
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        bounds = [group.column(0).statistics for group in groups]
        if not all(bound is not None and bound.has_min_max for bound in bounds):
            raise ValueError("it has no statistics of its states")
        least, greatest = np.array([(bound.min, bound.max) for bound in bounds], np.uint64).reshape(-1, 2).T
        first = np.cumsum([0, *(group.num_rows for group in groups)])
        return Footer(stored.path, file.metadata, least, greatest, first)


def read_group(footer: Footer, group: int) -> Keys:
    """Read the keys of one row group."""
    (keys,) = footer.read([group])
    return keys


def take_column(table: Any, name: str) -> Any:
    """Return a view of a column; the conversion of pyarrow would import pandas."""
    column, field = table.column(name), SCHEMA.field(name)
    if column.type != field.type or column.null_count:
        raise ValueError(f"its column {name} is not of type {field.type}")
    kind = np.dtype(str(field.type))
    arrays = [np.frombuffer(part.buffers()[1], kind)[part.offset : part.offset + len(part)] for part in column.chunks]
    return joined(arrays)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise damaged(path, f"it cannot be read: {reason_of(error)}") from None


class Lookup:
    """A lookup of keys in parts. It caches all footers, and the row groups that were used last."""

    def __init__(self, kept: int = KEPT) -> None:
        self._footer = cache(read_footer)
        self._group = lru_cache(kept)(read_group)

    def __reduce__(self) -> tuple[type["Lookup"], tuple[()]]:
        """Pickle without the cache."""
        return Lookup, ()

    def find(self, parts: Iterable[StoredPart], keys: Keys) -> Mask:
        """Return for each key whether it is in one of the parts."""
        order = np.argsort(keys, kind="stable")
        ascending = keys[order]
        is_stored = np.zeros(keys.size, np.bool_)
        for footer in map(self._footer, parts):
            first = np.searchsorted(ascending, footer.least)
            end = np.searchsorted(ascending, footer.greatest, side="right")
            for group in np.flatnonzero(first < end).tolist():
                stored, inside = self._group(footer, group), slice(first[group], end[group])
                is_stored[order[inside]] |= key_indices(stored, ascending[inside]) >= 0
        return is_stored


def locate_key(parts: Sequence[StoredPart], key: int) -> tuple[Path, int]:
    """Return the part and the row of a key in ascending parts, or where it would be inserted."""
    for footer in map(read_footer, parts):
        group = int(np.searchsorted(footer.greatest, np.uint64(key)))
        if group < footer.greatest.size:
            return footer.path, int(footer.first[group] + np.searchsorted(read_group(footer, group), np.uint64(key)))
    return parts[-1].path, parts[-1].part.board_count
