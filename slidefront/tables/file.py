"""A table on disk: an array file (`slidefront.store.array_files`) whose header describes a space and its layers.

The layers are recorded as those of a run are, without files. A table that is not `whole` is work in progress; the same
command continues it.
"""

import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from slidefront.errors import TableError, TableNotFoundError
from slidefront.files import is_file, locked, opened
from slidefront.puzzles.ranking import Shape
from slidefront.store.array_files import Array, ArrayFile, Format, read_arrays, write_arrays
from slidefront.store.manifest import Layer, Manifest, manifest_of_head

FORMAT = Format(b"\x93slidtab", 6, "a table", "slidefront table", TableError)
PLANES = ("bits", "low", "high")
"""The names of the arrays with the codes."""
PACKED = 32
"""Boards of a word up to which a finished table has bits side by side, in place of words."""


@dataclass
class TableHeader:
    """The header of a table file."""

    manifest: Manifest
    """The puzzle, the start and the layers, as those of a run."""
    starts: tuple[int, ...]
    """The boards at depth 0; empty if they are too many to list: then they are all that meet the goal."""
    bits: int
    """The bits of a board: 1 is `(depth >> 1) & 1`, 2 are the depth modulo 3."""
    shape: Shape
    deepest: tuple[int, ...] = ()
    """The boards of the greatest depth; of more than a hundred those with the lowest ranks. In a table of an earlier
    version others may follow."""
    ahead: tuple[tuple[int, ...], ...] = ()
    """In a table that is not finished, for the last depth and the next, with one bit the next two: the ranks of boards
    that are at this depth if it is the greatest, the first hundred: those that were not reached before it."""


@dataclass(frozen=True)
class TableFile:
    """An open table file."""

    header: TableHeader
    file: ArrayFile | None
    """Its arrays; None if it is explored by regions, and not finished."""


def bare_layer(depth: int, boards: int, marked: int, seconds: float = 0.0) -> Layer:
    """Record a layer that has no files."""
    return Layer(depth, boards, marked, "", seconds, ())


def is_table(path: Path) -> bool:
    """Tell whether a file begins like a table."""
    try:
        with path.open("rb") as file:
            return file.read(len(FORMAT.magic)) == FORMAT.magic
    except (OSError, ValueError):  # not a file name, such as a long grid
        return False


def write_table(path: Path, header: TableHeader, arrays: Mapping[str, Array]) -> None:
    """Write a table file; an older one stays until the new one is complete."""
    per_word = header.shape.per_word
    if header.manifest.whole and per_word <= PACKED:
        arrays = {name: pack(array, per_word) for name, array in arrays.items()}
    write_arrays(path, FORMAT, data_of(header), arrays)


def data_of(header: TableHeader) -> dict[str, Any]:
    """Give a header as plain data."""
    manifest = header.manifest
    fields = {name: value for name, value in vars(header).items() if name != "manifest"}
    if manifest.whole:
        del fields["ahead"]
    return {
        **manifest.origins(),
        "whole": manifest.whole,
        "layers": [[layer.board_count, layer.marked, layer.seconds] for layer in manifest.layers],
        **fields,
        "shape": astuple(header.shape),
    }


def pack(words: Array, per_word: int) -> Array:
    """Put the lowest bits of words side by side."""
    used = np.unpackbits(words.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=per_word, bitorder="little")
    return np.packbits(used.reshape(-1), bitorder="little")


def unpack(octets: Array, words: int, per_word: int) -> Array:
    """Spread bits over words again."""
    used = np.unpackbits(octets, count=words * per_word, bitorder="little").reshape(words, per_word)
    spread = np.zeros((words, 8), np.uint8)
    spread[:, : -(-per_word // 8)] = np.packbits(used, axis=1, bitorder="little")
    return spread.view("<u8").reshape(-1).astype(np.uint64)


def log_of(path: Path) -> Path:
    """Name the log of a table that is explored by regions (`slidefront.tables.regions`)."""
    return path.parent / f"{path.name}.log"


@contextmanager
def locked_log(path: Path) -> Iterator[BinaryIO]:
    """Open the log of a table, locked for the one process that makes the table; remove it at the end if it is empty."""
    log, is_ours = log_of(path), False
    try:
        file = locked(log)
    except BlockingIOError:
        raise _in_use(path) from None
    with file:
        try:
            with suppress(FileNotFoundError):  # the process that had locked it has removed it since
                is_ours = os.path.samestat(os.fstat(file.fileno()), log.stat())
            if not is_ours:
                raise _in_use(path)
            yield file
        finally:
            if is_ours and not os.fstat(file.fileno()).st_size:
                log.unlink(missing_ok=True)


def _in_use(path: Path) -> TableError:
    return TableError(f"another process is making the table of {path}: wait for it")


def records_of(log: Path) -> Iterator[tuple[dict[str, Any], bytes, int]]:
    """Yield the records of a log, with the bytes that follow each, and where it ends, up to one that is not whole."""
    if not is_file(log):
        return
    with log.open("rb") as file:
        while (record := opened(file.readline())) is not None:
            payload = file.read(record["bytes"])
            if len(payload) != record["bytes"] or zlib.crc32(payload) != record["crc32"]:
                return
            yield record, payload, file.tell()


def read_table(path: Path) -> TableFile:
    """Open a table file: check its header and its size. One that is explored by regions has its header in the log."""
    logged = [record["header"] for record, _, _ in records_of(log_of(path)) if "header" in record]
    try:
        file = read_arrays(path, FORMAT)
        header = header_of(file.header)
    except TableError as error:
        if not is_file(path):
            raise TableNotFoundError(str(error)) from None
        if not logged:
            raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FORMAT.fault(path, "its header cannot be parsed") from None
    else:
        if header.manifest.whole or not logged:
            return TableFile(header, file)
    return TableFile(header_of(logged[-1]), None)


def header_of(data: dict[str, Any]) -> TableHeader:
    """Make a header of plain data."""
    layers = [bare_layer(depth, *numbers) for depth, numbers in enumerate(data["layers"])]
    return TableHeader(
        replace(manifest_of_head(data), whole=data["whole"], layers=layers),
        bits=data["bits"],
        shape=Shape(*data["shape"]),
        **{name: tuple(data[name]) for name in ("starts", "deepest")},
        ahead=() if data["whole"] else tuple(map(tuple, data["ahead"])),
    )
