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

from slidefront.arrays import Keys, Numbers
from slidefront.files import sync_open
from slidefront.keys.algebra import digest
from slidefront.keys.segments import NO_KEYS, joined
from slidefront.store.manifest import VERSION, Manifest, Part, PartRecord, damaged, manifest_of_head

ROW_GROUP = 1 << 18
SCHEMA = pa.schema([pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)])
UNREADABLE = (OSError, pa.ArrowException, KeyError, ValueError, TypeError)
"""The exceptions that reading a damaged or foreign file raises."""
SMALL_BOARDS = ROW_GROUP
"""Parts of fewer boards are brought to disk when their layer is committed, together with those of other layers."""
Mask = npt.NDArray[np.bool_]
KEPT = 32
"""The most row groups that stay in memory: 64 MiB."""
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
    """Of the manifest: it tells runs apart."""

    def __str__(self) -> str:
        return f"layer-{self.depth}-{self.part.file}"

    def check(self, source: Any, metadata: Any) -> None:
        """Raise ValueError if the footer of a file, with its metadata, is not the one that was written with this part.

        Then it has as many rows as were written, too.
        """
        check_stamp(metadata, self.origin, self.depth, self.part.file)
        if footer_sum(source) != self.part.footer:
            raise ValueError("its footer is not the one that was written")


def read_stamp(metadata: Any) -> tuple[Manifest, int, str]:
    """Return the manifest of a part's run, without layers, with the depth and the name of the part."""
    try:
        stamp = json.loads(metadata.metadata[_KEY])
        version, found = stamp["version"], (manifest_of_head(stamp), int(stamp["depth"]), str(stamp["file"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ValueError("it does not say which part of which run it is") from None
    if version != VERSION:
        raise ValueError(f"it has version {version}, and this slidefront reads version {VERSION}")
    return found


def check_stamp(metadata: Any, origin: str, depth: int, file: str) -> None:
    """Raise ValueError if the metadata of a file is not that of a part of a run."""
    run, *place = read_stamp(metadata)
    if run.origin != origin:
        raise ValueError(f"it belongs to another run, of {run.puzzle} from {run.start}")
    if place != [depth, file]:
        raise ValueError(f"it is {place[1]} of layer {place[0]}")


def write_part(path: Path, depth: int, head: Mapping[str, Any], name: str, boards: Iterable[Keys]) -> PartRecord:
    """Write ascending boards as one part, to a path that may differ from its final name; no file if there are none.

    Arrow writes the file itself, and it is hashed when it is complete: a file object of Python would stop all other
    threads each time that Arrow writes to it.
    """
    groups = _row_groups(boards)
    keys = next(groups, NO_KEYS)
    if not keys.size:
        return PartRecord(None)
    stream = pa.OSFile(os.fsencode(path), "wb")
    parquet = _open_writer(stream, SCHEMA.with_metadata(stamp(head, depth, name)))
    size = total = 0
    try:
        for some in chain([keys], groups):
            parquet.write_table(as_table(some, depth), ROW_GROUP)
            size, total = size + some.size, total + int(digest(some))
        parquet.close()
    finally:
        parquet.is_open = False  # its destructor must not finish the file
        stream.close()
    with path.open("rb") as file:
        part = part_in(file, name, size)
        if size >= SMALL_BOARDS:
            sync_open(file.fileno())
    return PartRecord(part, total, path=path)


def _row_groups(boards: Iterable[Keys]) -> Iterator[Keys]:
    """Divide boards into whole row groups, one or more at a time; the last is what is left. Few of them are copied."""
    waiting = NO_KEYS  # always fewer than a row group
    for keys in boards:
        fill = -waiting.size % ROW_GROUP
        waiting, rest = np.concatenate([waiting, keys[:fill]]), keys[fill:]
        if waiting.size == ROW_GROUP:
            yield waiting
            waiting = NO_KEYS
        if rest.size:  # then none waits
            whole = rest.size - rest.size % ROW_GROUP
            if whole:
                yield rest[:whole]
            waiting = rest[whole:]
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
    values = np.ascontiguousarray(keys), np.full(keys.size, depth, np.int16)
    buffers = zip(SCHEMA.types, map(pa.py_buffer, values), strict=True)
    columns = [pa.Array.from_buffers(kind, keys.size, [None, one]) for kind, one in buffers]
    return pa.Table.from_arrays(columns, schema=SCHEMA)


@contextmanager
def open_part(path: Path, metadata: Any = None) -> Iterator[tuple[Any, Any]]:
    """Open a file, and the part in it; what is read is copied, and checked against the checksums of its pages.

    A file object of Python would stop all other threads at each read.
    """
    with (
        pa.OSFile(os.fsencode(path), "rb") as source,
        pq.ParquetFile(source, metadata=metadata, pre_buffer=False, page_checksum_verification=True) as file,
    ):
        yield source, file


def read_part(stored: StoredPart) -> Iterator[Keys]:
    """Read a part's keys row group by row group, each into its own array."""
    footer = read_footer(stored)
    return (keys.copy() for keys in footer.read(range(footer.least.size)))


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


@dataclass(frozen=True, eq=False)
class Footer:
    """The footer of a part's file, by which some row groups are read without the others."""

    path: Path
    metadata: Any
    least: Keys
    greatest: Keys
    """The least and the greatest key of each row group."""
    first: Numbers
    """The first row of each row group, and the number of all rows."""

    def read(self, groups: Iterable[int]) -> Iterator[Keys]:
        """Read the keys of some row groups, not to be written to; refuse others than those that the footer tells of."""
        with _reading(self.path), open_part(self.path, self.metadata) as (_, file):
            for group in groups:
                keys = take_column(file.read_row_group(group, columns=["state"], use_threads=False), "state")
                if not keys.size or (keys[0], keys[-1]) != (self.least[group], self.greatest[group]):
                    raise ValueError(f"row group {group} has other boards than its footer says")
                yield keys


def read_footer(stored: StoredPart) -> Footer:
    """Read the footer of a part's file, if it is the one that was written with this part."""
    with _reading(stored.path), open_part(stored.path) as (source, file):
        stored.check(source, file.metadata)
        if file.schema_arrow != SCHEMA:
            raise ValueError("its states are not keys")
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        bounds = [group.column(0).statistics for group in groups]
        if not all(one is not None and one.has_min_max for one in bounds):
            raise ValueError("it has no statistics of its states")
        least, greatest = np.array([(one.min, one.max) for one in bounds], np.uint64).reshape(-1, 2).T
        first = np.cumsum([0, *(group.num_rows for group in groups)])
        return Footer(stored.path, file.metadata, least, greatest, first)


def read_group(footer: Footer, group: int) -> Keys:
    """Read the keys of one row group."""
    (keys,) = footer.read([group])
    return keys


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
        raise damaged(path, f"it cannot be read: {reason(error)}") from None


class Lookup:
    """Looks up keys in parts. It keeps the footers, which are read once, and the row groups that were used last."""

    def __init__(self) -> None:
        self._footer = cache(read_footer)
        self._group = lru_cache(KEPT)(read_group)

    def __reduce__(self) -> tuple[type["Lookup"], tuple[()]]:
        """Pickle without what it keeps, which is read again."""
        return Lookup, ()

    def find(self, parts: Iterable[StoredPart], keys: Keys) -> Mask:
        """Test whether each key is in one of the parts."""
        order = np.argsort(keys, kind="stable")
        ascending = keys[order]
        found = np.zeros(keys.size, np.bool_)
        for footer in map(self._footer, parts):
            first = np.searchsorted(ascending, footer.least)
            end = np.searchsorted(ascending, footer.greatest, side="right")
            for group in np.flatnonzero(first < end).tolist():
                stored, inside = self._group(footer, group), slice(first[group], end[group])
                at = np.minimum(np.searchsorted(stored, ascending[inside]), stored.size - 1)
                found[order[inside]] |= stored[at] == ascending[inside]
        return found


def place(parts: Sequence[StoredPart], key: int) -> tuple[Path, int]:
    """Find the part and the row of a key in ascending parts, or where it would be inserted."""
    for footer in map(read_footer, parts):
        group = int(np.searchsorted(footer.greatest, np.uint64(key)))
        if group < footer.greatest.size:
            return footer.path, int(footer.first[group] + np.searchsorted(read_group(footer, group), np.uint64(key)))
    return parts[-1].path, parts[-1].part.board_count
