"""Layer files: one part of a layer as Parquet, written durably, read into memory that the reader owns.

A part holds a range of its layer's keys, ascending, in row groups of 256 Ki. The bytes of the keys are split into
eight streams before compression: neighbouring keys share their high bytes, which then all but vanish.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.arrays import Keys
from slidefront.errors import RunError

ROW_GROUP = 1 << 18
SCHEMA = pa.schema([pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)])
_LARGE = 1 << 20


@dataclass(frozen=True)
class Part:
    """One file of a layer, as the manifest names it."""

    file: str
    boards: int
    bytes: int
    sha256: str


class _HashedFile:
    """A file that is hashed while it is written."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._hash = hashlib.sha256()
        self.bytes = 0
        self.closed = False

    def write(self, data: Any) -> int:
        self._hash.update(data)
        self.bytes += len(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()

    def tell(self) -> int:
        return self.bytes

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._file.close()

    def finish(self) -> str:
        """Close the file, a large one durably; return its hash. Small ones are made durable with their layer."""
        self._file.flush()
        if self.bytes > _LARGE:
            os.fsync(self._file.fileno())
        self.close()
        return self._hash.hexdigest()


class PartWriter:
    """Writes one part, board by ascending board."""

    def __init__(self, path: Path, depth: int) -> None:
        self._path = path
        self._depth = depth
        self._file = _HashedFile(path)
        try:
            self._parquet = pq.ParquetWriter(
                pa.PythonFile(self._file, mode="w"),
                SCHEMA,
                compression="zstd",
                compression_level=1,
                use_dictionary=False,
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
        depth = pa.array(np.full(keys.size, self._depth, np.int16))
        self._parquet.write_table(pa.Table.from_arrays([pa.array(keys), depth], schema=SCHEMA), ROW_GROUP)
        self._boards += keys.size

    def finish(self) -> Part:
        """Write what is left and close the file."""
        if self._waiting_boards:
            self._write_group(self._take())
        self._parquet.close()
        return Part(self._path.name, self._boards, self._file.bytes, self._file.finish())

    def abandon(self) -> None:
        """Close the file, however much of it is written."""
        self._parquet.is_open = False  # it must not finish the file when it goes
        self._file.close()


def read_part(path: Path) -> Iterator[Keys]:
    """Read a part's keys row group by row group, each into its own array."""
    try:
        with pq.ParquetFile(path, memory_map=False, pre_buffer=False) as file:
            for group in range(file.num_row_groups):
                column = file.read_row_group(group, columns=["state"], use_threads=False).column("state")
                if column.type != pa.uint64() or column.null_count:
                    raise ValueError("its states are no keys")
                yield np.array(column.to_numpy(), np.uint64)
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as error:
        raise RunError(f"cannot read {path}: {' '.join(str(error).split())[:200]}") from None
