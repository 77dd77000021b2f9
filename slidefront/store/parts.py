"""Layer files: one part of a layer as Parquet, written durably, read into memory that the reader owns.

A part holds a range of its layer's keys, ascending, in row groups of 256 Ki. The bytes of the keys are split into
eight streams before compression: neighbouring keys share their high bytes, which then all but vanish. Each page
carries a checksum, so that whoever reads a few of them notices damage that the manifest's hash of the whole would tell.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.store.manifest import WAY_OUT, Part

ROW_GROUP = 1 << 18
SCHEMA = pa.schema([pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)])
UNREADABLE = (OSError, pa.ArrowException, KeyError, ValueError, TypeError)
"""What comes of reading a file that is no part, or a damaged one."""
_LARGE = 1 << 20


class _HashedFile:
    """A file that is hashed while it is written. It comes to disk when it is large; until then it is held."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._held: list[bytes] = []
        self._hash = hashlib.sha256()
        self.bytes = 0
        self.closed = False

    def write(self, data: Any) -> int:
        self._hash.update(data)
        self.bytes += len(data)
        if self._file is None:
            self._held.append(bytes(data))
            if self.bytes > _LARGE:
                self._open()
        else:
            self._file.write(data)
        return len(data)

    def _open(self) -> BinaryIO:
        self._file = self._path.open("wb")
        self._file.write(b"".join(self._held))
        self._held = []
        return self._file

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()

    def tell(self) -> int:
        return self.bytes

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            if self._file is not None:
                self._file.close()

    def finish(self, keep_small: bool) -> bytes | None:
        """Close the file durably, or return what it has if it is small and may stay in memory."""
        data = None
        if self._file is None and keep_small:
            data = b"".join(self._held)
        else:
            file = self._file or self._open()
            file.flush()
            os.fsync(file.fileno())
        self.close()
        return data

    @property
    def sha256(self) -> str:
        """The hash of all that was written."""
        return self._hash.hexdigest()


class WrittenPart(NamedTuple):
    """A part that is written."""

    part: Part
    data: bytes | None
    """The whole file, where it is small and is not on disk yet."""


class PartWriter:
    """Writes one part, board by ascending board, to a path where it may wait for its layer under another name."""

    def __init__(self, path: Path, depth: int, name: str | None = None) -> None:
        self._name = name or path.name
        self._depth = depth
        self._file = _HashedFile(path)
        try:
            self._parquet = pq.ParquetWriter(
                pa.PythonFile(self._file, mode="w"),
                SCHEMA,
                compression="zstd",
                compression_level=1,
                use_dictionary=False,
                write_page_checksum=True,
                column_encoding={"state": "BYTE_STREAM_SPLIT"},
                sorting_columns=pq.SortingColumn.from_ordering(SCHEMA, [("state", "ascending")]),
            )
        except BaseException:
            self._file.close()
            raise
        self._waiting: list[Keys] = []
        self._waiting_boards = 0
        self._boards = 0

    def write(self, keys: Keys) -> None:
        """Append keys; they are written when they fill a row group."""
        self._waiting.append(keys)
        self._waiting_boards += keys.size
        if self._waiting_boards >= ROW_GROUP:
            keys = self._take()
            whole = keys.size - keys.size % ROW_GROUP
            for start in range(0, whole, ROW_GROUP):
                self._write_group(keys[start : start + ROW_GROUP])
            self._waiting, self._waiting_boards = [keys[whole:]], keys.size - whole

    def _take(self) -> Keys:
        keys = np.concatenate(self._waiting) if len(self._waiting) != 1 else self._waiting[0]
        self._waiting, self._waiting_boards = [], 0
        return keys

    def _write_group(self, keys: Keys) -> None:
        self._parquet.write_table(as_table(keys, self._depth), ROW_GROUP)
        self._boards += keys.size

    def finish(self, *, keep_small: bool = False) -> WrittenPart:
        """Write what is left and close the file.

        A small part may stay in memory: a run of a thousand small layers would spend its time on files that are moved
        at once.
        """
        if self._waiting_boards:
            self._write_group(self._take())
        self._parquet.close()
        data = self._file.finish(keep_small)
        return WrittenPart(Part(self._name, self._boards, self._file.bytes, self._file.sha256), data)

    def abandon(self) -> None:
        """Close the file, however much of it is written."""
        self._parquet.is_open = False  # it must not finish the file when it goes
        self._file.close()


def as_table(keys: Keys, depth: int) -> Any:
    """Make the Arrow table of some keys of a layer. The buffers are taken as they are: pa.array would import pandas."""
    columns = [np.ascontiguousarray(keys), np.full(keys.size, depth, np.int16)]
    arrays = [
        pa.Array.from_buffers(field.type, keys.size, [None, pa.py_buffer(column)])
        for field, column in zip(SCHEMA, columns, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def open_part(path: Path, metadata: Any = None) -> Any:
    """Open a part's file; what is read is copied, and checked against the checksums of its pages."""
    source = path if isinstance(path, Path) else path.open("rb")
    return pq.ParquetFile(
        source, metadata=metadata, memory_map=False, pre_buffer=False, page_checksum_verification=True
    )


def read_part(path: Path) -> Iterator[Keys]:
    """Read a part's keys row group by row group, each into its own array."""
    with _reading(path), open_part(path) as file:
        for group in range(file.num_row_groups):
            yield _read_group(file, group).copy()


def differs(path: Path, part: Part) -> str:
    """Say how a file is not, byte for byte, the part that was written; nothing where it is."""
    try:
        if not path.is_file():
            return "it is not there" if not path.exists() else "it is no file"
        if (size := path.stat().st_size) != part.bytes:
            return f"it has {size:,} bytes where {part.bytes:,} were written"
        with path.open("rb") as file:
            same = hashlib.file_digest(file, "sha256").hexdigest() == part.sha256
    except (OSError, ValueError) as error:
        return reason(error)
    return "" if same else "its bytes are not those that were written"


@dataclass(frozen=True)
class Footer:
    """What the end of a part's file says of its row groups."""

    metadata: Any
    least: Keys
    greatest: Keys
    """The least and the greatest key of each row group."""


def read_footer(path: Path) -> Footer:
    """Read what a part's file says of its row groups."""
    with _reading(path), open_part(path) as file:
        if file.schema_arrow.field("state").type != pa.uint64():
            raise ValueError("its states are no keys")
        column = file.schema_arrow.get_field_index("state")
        groups = [file.metadata.row_group(group).column(column) for group in range(file.num_row_groups)]
        if not all(group.is_stats_set and group.statistics.has_min_max for group in groups):
            raise ValueError("it does not say what its least and greatest states are")
        least = np.array([group.statistics.min for group in groups], np.uint64)
        return Footer(file.metadata, least, np.array([group.statistics.max for group in groups], np.uint64))


def read_groups(path: Path, footer: Footer, groups: Iterable[int]) -> Iterator[Keys]:
    """Read the keys of some row groups, not to be written to, without reading the footer again."""
    with _reading(path), open_part(path, footer.metadata) as file:
        for group in groups:
            yield _read_group(file, group)


def _read_group(file: Any, group: int) -> Keys:
    column: Keys = take_column(file.read_row_group(group, columns=["state"], use_threads=False), "state")
    return column


def take_column(table: Any, name: str) -> Any:
    """Take a column as it lies in Arrow's memory; pyarrow's own way to numpy would import pandas."""
    column, field = table.column(name), SCHEMA.field(name)
    if column.type != field.type or column.null_count:
        raise ValueError(f"its {name} column is no {field.type}")
    kind = np.dtype(str(field.type))
    chunks = [np.frombuffer(one.buffers()[1], kind)[one.offset : one.offset + len(one)] for one in column.chunks]
    return chunks[0] if len(chunks) == 1 else np.concatenate(chunks)


def reason(error: BaseException) -> str:
    """Make one short line of what a library or the system said."""
    return " ".join(str(error).split())[:200]


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise RunError(f"cannot read {path}: {reason(error)}; {WAY_OUT}") from None
