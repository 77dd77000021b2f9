"""Layer files: one part of a layer as Parquet, written durably, read into memory that the reader owns.

A part holds a range of its layer's keys, ascending, in row groups of 256 Ki. The bytes of the keys are split into
eight streams before compression: neighbouring keys share their high bytes, which then take almost no space. Each
page has a checksum, so that damage is noticed even if only some pages are read.

The metadata of the file has a stamp, as JSON: the manifest of its run without the layers, the depth, and the name of
the part. A file that was copied over another one, or that is of another run, would answer for boards that it does not
know, so each reader compares the stamp. A lost manifest is made again from the stamps.

The footer has the least and the greatest key of each row group. A key can only be in the one row group of the one part
whose range it falls into, so one key costs one row group at most; many keys, sorted, are found in one pass.

    part-00000   0x12.. ~ 0x31..   0x31.. ~ 0x5a..
    part-00001   0x5b.. ~ 0x77..   0x77.. ~ 0x9f..        0x60 -> part 1, row group 0
"""

import hashlib
import json
import os
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.files import sync_open
from slidefront.keys.algebra import digest
from slidefront.keys.segments import joined
from slidefront.store.manifest import VERSION, Manifest, Part, manifest_of_head, repair_hint

ROW_GROUP = 1 << 18
SCHEMA = pa.schema([pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)])
UNREADABLE = (OSError, pa.ArrowException, KeyError, ValueError, TypeError)
"""The exceptions that reading a damaged or foreign file raises."""
SMALL_BOARDS = ROW_GROUP
"""Parts of fewer boards may stay in memory until their layer is committed."""
Mask = npt.NDArray[np.bool_]
KEPT = 1 << 26
"""The most bytes of row groups that stay in memory."""
_ASCENDING = pq.SortingColumn.from_ordering(SCHEMA, [("state", "ascending")])
_KEY = b"slidefront"


def stamp(head: Mapping[str, Any], depth: int, file: str) -> dict[bytes, bytes]:
    """Make the metadata of a part's file; the head is that of a manifest."""
    return {_KEY: json.dumps({**head, "depth": depth, "file": file}, ensure_ascii=False).encode()}


@dataclass(frozen=True)
class StoredPart:
    """The file of a part, and what its stamp must say."""

    path: Path
    depth: int
    part: Part
    origin: str
    """Of the manifest: it tells runs apart. Empty if the manifest does not tell it for certain."""

    def check(self, metadata: Any) -> None:
        """Raise ValueError if the metadata of the file is that of another part."""
        depth, manifest, file = read_stamp(metadata)
        if self.origin not in ("", manifest.origin):
            raise ValueError(f"it belongs to another run, of {manifest.puzzle} from {manifest.start}")
        if (depth, file) != (self.depth, self.part.file):
            raise ValueError(f"it is {file} of layer {depth}")
        if metadata.num_rows != self.part.boards:
            raise ValueError(f"it has {metadata.num_rows:,} boards where {self.part.boards:,} were written")


def read_stamp(metadata: Any) -> tuple[int, Manifest, str]:
    """Return the depth of a part, the manifest of its run without layers, and its name; ValueError without a stamp."""
    try:
        record = json.loads(metadata.metadata[_KEY])
        version, found = record["version"], (int(record["depth"]), manifest_of_head(record), str(record["file"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ValueError("it does not say which part of which run it is") from None
    if version != VERSION:
        raise ValueError(f"it has version {version}, and this slidefront reads version {VERSION}")
    return found


@dataclass(frozen=True)
class PartRecord:
    """A part that is written, and has its place when its layer is finished."""

    part: Part | None
    """None if there are no boards."""
    digest: int = 0
    marked: int = 0
    data: bytes | None = None
    """The whole file, if it is small and not on disk yet."""
    path: Path | None = None
    """Where it waits, if it is on disk."""


class PartWriter:
    """Writes one part, in ascending order, to a path that may differ from its final name.

    Arrow writes the file itself, and it is hashed when it is complete: a file object of Python would stop all other
    threads each time that Arrow writes to it.
    """

    def __init__(self, path: Path, depth: int, head: Mapping[str, Any], name: str | None = None) -> None:
        self._path = path
        self._name = name or path.name
        self._depth = depth
        self._schema = SCHEMA.with_metadata(stamp(head, depth, self._name))
        self._stream: Any = None
        self._parquet: Any = None
        self._waiting: list[Keys] = []
        self._written = 0
        self._digest = 0
        self.boards = 0
        """How many there are so far."""

    def write(self, keys: Keys) -> None:
        """Append keys; they are written when they fill a row group."""
        self.boards += keys.size
        self._digest += int(digest(keys))
        self._waiting.append(keys)
        if self.boards - self._written >= ROW_GROUP:
            keys = joined(self._waiting)
            whole = keys.size - keys.size % ROW_GROUP
            self._waiting = [keys[whole:]]
            self._write(keys[:whole])

    def _write(self, keys: Keys) -> None:
        if self._parquet is None:
            self._open(pa.OSFile(os.fsencode(self._path), "wb"))
        self._parquet.write_table(as_table(keys, self._depth), ROW_GROUP)
        self._written += keys.size

    def _open(self, stream: Any) -> None:
        self._stream = stream
        self._parquet = pq.ParquetWriter(
            stream,
            self._schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=False,
            write_page_checksum=True,
            column_encoding={"state": "BYTE_STREAM_SPLIT"},
            sorting_columns=_ASCENDING,
        )

    def finish(self, *, keep_small: bool = False) -> PartRecord:
        """Write what is left and close the file.

        A small part may stay in memory, because writing and moving a thousand small files would take most of the time.
        """
        small = keep_small and self._parquet is None and self.boards < SMALL_BOARDS
        if self._parquet is None:
            self._open(pa.BufferOutputStream() if small else pa.OSFile(os.fsencode(self._path), "wb"))
        if self.boards > self._written:
            self._write(joined(self._waiting))
        self._parquet.close()
        data = self._stream.getvalue().to_pybytes() if small else None
        self._stream.close()
        if data is not None:
            return PartRecord(part_in(BytesIO(data), self._name, self.boards), self._digest, data=data)
        with self._path.open("rb") as file:
            part = part_in(file, self._name, self.boards)
            sync_open(file.fileno())
        return PartRecord(part, self._digest, path=self._path)

    def abandon(self) -> None:
        """Close the file, however much of it is written."""
        if self._parquet is not None:
            self._parquet.is_open = False  # its destructor must not finish the file
        if self._stream is not None:
            self._stream.close()


def part_in(file: BinaryIO, name: str, boards: int) -> Part:
    """Describe the part in a file."""
    return Part(name, boards, file.seek(0, os.SEEK_END), hash_of(file), footer_sum(file))


def hash_of(file: BinaryIO) -> str:
    """Hash a file from its beginning."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]


def footer_sum(file: BinaryIO) -> int:
    """Sum the footer of a Parquet file: its last eight bytes begin with its length."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 8))
    length = int.from_bytes(file.read(4), "little") + 8
    if length > end:
        raise ValueError("its footer is cut")
    file.seek(end - length)
    return zlib.crc32(file.read(length))


def as_table(keys: Keys, depth: int) -> Any:
    """Make the Arrow table of some keys of a layer. The buffers are taken as they are: pa.array would import pandas."""
    depths = _depths(depth, max(keys.size, 2 * ROW_GROUP))
    return pa.Table.from_arrays([_column(np.ascontiguousarray(keys), pa.uint64()), depths[: keys.size]], schema=SCHEMA)


@lru_cache(maxsize=1)
def _depths(depth: int, size: int) -> Any:
    """Make the column of the depth; all row groups of a layer share it."""
    return _column(np.full(size, depth, np.int16), pa.int16())


def _column(values: npt.NDArray[Any], kind: Any) -> Any:
    return pa.Array.from_buffers(kind, values.size, [None, pa.py_buffer(values)])


def open_source(path: Path) -> Any:
    """Open a file for Arrow: a file object of Python would stop all other threads at each read."""
    return pa.OSFile(os.fsencode(path), "rb")


def open_part(source: Any, metadata: Any = None) -> Any:
    """Open a part; what is read is copied, and checked against the checksums of its pages."""
    return pq.ParquetFile(
        source, metadata=metadata, memory_map=False, pre_buffer=False, page_checksum_verification=True
    )


def read_part(stored: StoredPart) -> Iterator[Keys]:
    """Read a part's keys row group by row group, each into its own array."""
    with _open_stored(stored) as file:
        for group in range(file.num_row_groups):
            yield _read_group(file, group).copy()


@contextmanager
def _open_stored(stored: StoredPart) -> Iterator[Any]:
    """Open a part, if its file is the one that was written as this part."""
    with _reading(stored.path), open_source(stored.path) as source, open_part(source) as file:
        check_footer(stored, source, file.metadata)
        yield file


def check_footer(stored: StoredPart, source: Any, metadata: Any) -> None:
    """Raise ValueError if the footer of a file is not the one that was written with this part."""
    stored.check(metadata)
    if footer_sum(source) != stored.part.footer:
        raise ValueError("its footer is not the one that was written")


def differs(path: Path, part: Part) -> str:
    """Say how a file differs, byte for byte, from the part that was written; empty if it does not."""
    try:
        if not path.is_file():
            return "it is not there" if not path.exists() else "it is not a file"
        if (size := path.stat().st_size) != part.bytes:
            return f"it has {size:,} bytes where {part.bytes:,} were written"
        with path.open("rb") as file:
            same = hash_of(file) == part.sha256
    except (OSError, ValueError) as error:
        return reason(error)
    return "" if same else "its bytes are not those that were written"


@dataclass(frozen=True)
class Footer:
    """The footer of a part's file: the ranges of its row groups."""

    metadata: Any
    least: Keys
    greatest: Keys
    """The least and the greatest key of each row group."""


def read_footer(stored: StoredPart) -> Footer:
    """Read the footer of a part's file."""
    with _open_stored(stored) as file:
        if file.schema_arrow != SCHEMA:
            raise ValueError("its states are not keys")
        ranges = [range_of(file.metadata, group) for group in range(file.num_row_groups)]
        least, greatest = np.array(ranges, np.uint64).reshape(-1, 2).T
        return Footer(file.metadata, least, greatest)


def range_of(metadata: Any, group: int) -> tuple[int, int]:
    """Return the least and the greatest key of a row group, as the footer has them."""
    column = metadata.row_group(group).column(0)
    if not (column.is_stats_set and column.statistics.has_min_max):
        raise ValueError("it has no statistics of its states")
    return column.statistics.min, column.statistics.max


def read_groups(path: Path, footer: Footer, groups: Iterable[int]) -> Iterator[Keys]:
    """Read the keys of some row groups, not to be written to, without reading the footer again."""
    with _reading(path), open_source(path) as source, open_part(source, footer.metadata) as file:
        for group in groups:
            yield _read_group(file, group)


def _read_group(file: Any, group: int) -> Keys:
    """Read the keys of a row group, and refuse others than those that the footer tells of."""
    column: Keys = take_column(file.read_row_group(group, columns=["state"], use_threads=False), "state")
    if column.size and (column[0], column[-1]) != range_of(file.metadata, group):
        raise ValueError(f"row group {group} has other boards than its footer says")
    return column


def take_column(table: Any, name: str) -> Any:
    """View a column in Arrow's memory; pyarrow's own conversion to numpy would import pandas."""
    column, field = table.column(name), SCHEMA.field(name)
    if column.type != field.type or column.null_count:
        raise ValueError(f"its column {name} is not of type {field.type}")
    kind = np.dtype(str(field.type))
    chunks = [np.frombuffer(one.buffers()[1], kind)[one.offset : one.offset + len(one)] for one in column.chunks]
    return joined(chunks)


def reason(error: BaseException) -> str:
    """Shorten the message of an exception to one line."""
    text = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return " ".join(text.split())[:200]


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise RunError(f"cannot read {path}: {reason(error)}; {repair_hint(path)}") from None


class Lookup:
    """Looks up keys in parts. It keeps the footers, which are read once, and the row groups that were used last."""

    def __init__(self) -> None:
        self._footers: dict[Path, Footer] = {}
        self._groups: OrderedDict[tuple[Path, int], Keys] = OrderedDict()
        self._bytes = 0

    def find(self, parts: Iterable[StoredPart], keys: Keys) -> Mask:
        """Test whether each key is in one of the parts."""
        order = np.argsort(keys, kind="stable")
        ascending = keys[order]
        found = np.zeros(keys.size, np.bool_)
        if keys.size:
            for part in parts:
                found[order] |= self._find_in(part, ascending)
        return found

    def _find_in(self, part: StoredPart, ascending: Keys) -> Mask:
        if part.path not in self._footers:
            self._footers[part.path] = read_footer(part)
        footer = self._footers[part.path]
        first = np.searchsorted(ascending, footer.least)
        end = np.searchsorted(ascending, footer.greatest, side="right")
        (groups,) = np.nonzero(first < end)
        found = np.zeros(ascending.size, np.bool_)
        for group in groups.tolist():
            stored = self._group(part.path, footer, group)
            wanted = ascending[first[group] : end[group]]
            at = np.minimum(np.searchsorted(stored, wanted), stored.size - 1)
            found[first[group] : end[group]] = stored[at] == wanted
        return found

    def _group(self, path: Path, footer: Footer, group: int) -> Keys:
        """Give the keys of a row group, from memory or from the file."""
        if (path, group) in self._groups:
            self._groups.move_to_end((path, group))
            return self._groups[path, group]
        (keys,) = read_groups(path, footer, [group])
        self._groups[path, group] = keys
        self._bytes += keys.nbytes
        while self._bytes > KEPT:
            self._bytes -= self._groups.popitem(last=False)[1].nbytes
        return keys


def take_rows(part: StoredPart, rows: npt.NDArray[np.int64]) -> Keys:
    """Read the keys in some ascending rows of a part; only row groups that contain them are read."""
    footer = read_footer(part)
    sizes = [footer.metadata.row_group(number).num_rows for number in range(footer.least.size)]
    first = np.cumsum([0, *sizes])
    group_of = np.searchsorted(first, rows, side="right") - 1
    groups = np.flatnonzero(np.bincount(group_of[rows < first[-1]]))
    found = zip(groups.tolist(), read_groups(part.path, footer, groups.tolist()), strict=True)
    return np.concatenate([np.empty(0, np.uint64), *(stored[rows[group_of == at] - first[at]] for at, stored in found)])


def place(parts: Sequence[StoredPart], key: int) -> tuple[Path, int]:
    """Find the part and the row of a key in ascending parts, or where it would be inserted."""
    for part in parts:
        footer = read_footer(part)
        group = int(np.searchsorted(footer.greatest, np.uint64(key)))
        if group < footer.greatest.size:
            (stored,) = read_groups(part.path, footer, [group])
            before = sum(footer.metadata.row_group(number).num_rows for number in range(group))
            return part.path, before + int(np.searchsorted(stored, np.uint64(key)))
    return parts[-1].path, parts[-1].part.boards
