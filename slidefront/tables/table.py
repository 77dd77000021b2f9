"""Tables: the distance of every board of a space from the start, in one or two bits each.

>>> import slidefront, tempfile
>>> table = slidefront.make_table("8-puzzle", tempfile.mkdtemp() + "/8-puzzle.table")
>>> table.board_count, table.last_depth
(181440, 31)
>>> table.depth_of("8_6547231")
31
>>> table.route("8_6547231").length
31

A table is an array file (`slidefront.store.array_files`). Its header describes the space and its layers, as a manifest
describes those of a run. An unfinished table has `whole` set to false, and the command that made it resumes it.

A table does not store distances, but distances modulo 3 or 4: each board has a neighbour with the next lower code if
and only if it is not a start. So a lookup goes down from the board to a start and counts the steps (`Descent`).
"""

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import numpy as np

from slidefront.arrays import Keys, Numbers, read_only
from slidefront.errors import PuzzleError, TableError, TableNotFoundError, advise
from slidefront.files import is_file, locked, opened
from slidefront.machine import cores
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.puzzles.ranking import Flags, Ranking, Shape
from slidefront.store.array_files import Array, ArrayFile, Format, read_arrays, write_arrays
from slidefront.store.manifest import Layer, Manifest, continuing, manifest_of_head
from slidefront.store.space import Space
from slidefront.tables import kernels

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


def ranking_of(puzzle: Puzzle) -> Ranking:
    """Number the boards of a puzzle."""
    ranking = puzzle.ranking()
    if ranking is None:
        said = f"{puzzle.name} has no table, because its boards have no numbers"
        raise PuzzleError(said, advice=advise("expand", puzzle))
    return ranking


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


PIECE = 65_536
"""Boards that a thread looks up in one task."""
CHECKED_AT_ONCE = 256 << 20
"""Bytes up to which a table is checked whole when it is opened; of a larger one, the pages that are read."""
_ASTRAY = "its distances do not lead to the start; remove it and make it again"


class Table(Space):
    """The distances of a whole space in a file, open for reading."""

    _kind = "table"
    _error = TableError

    path: Path
    header: TableHeader
    """The header of the file."""

    def __init__(self, path: str | Path, puzzle: Puzzle | None = None) -> None:
        self.path = Path(path)
        found = read_table(self.path)
        self.header, self.manifest = found.header, found.header.manifest
        if found.file is None or not self.manifest.whole:
            raise TableError(
                f"{self.path} is not finished, its last depth is {self.manifest.depth}: continue it",
                advice=continuing("table", self.manifest, self.path),
            )
        if puzzle is not None:
            self.puzzle = self._same(puzzle)
        self._file = found.file
        if self.bytes <= CHECKED_AT_ONCE:
            self.check()

    @cached_property
    def ranking(self) -> Ranking:
        """The numbers of the boards."""
        ranking = ranking_of(self.puzzle)
        if self.header.shape != ranking.shape:
            raise TableError(f"{self.path} numbers boards differently than this version: remove it and make it again")
        return ranking

    @cached_property
    def start_ranks(self) -> Numbers:
        """The ranks of the boards at depth 0."""
        listed = np.array(self.header.starts, np.uint64)
        return np.sort(self.ranking.ranks(listed)) if listed.size else self.ranking.marked_ranks()

    @cached_property
    def planes(self) -> dict[str, Array]:
        """The codes of all boards in words, by rank: as they are in the file, or unpacked if words are half empty."""
        shape, arrays = self.header.shape, self._file.arrays
        if shape.per_word > PACKED:
            return arrays
        return {name: unpack(self._file.load(name), shape.all_words, shape.per_word) for name in arrays}

    @cached_property
    def _codes(self) -> "Codes":
        return Codes(self.ranking, self.start_ranks, self.planes, self.last_depth)

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self._file.bytes

    def check(self) -> None:
        """Raise TableError if any byte of the file has changed."""
        self._file.check()

    def depths_of(self, boards: Boards) -> Numbers:
        """Find the depth of each board, many together; -1 for one that cannot be reached."""
        keys = self.puzzle.array(boards)
        first, *others = np.split(keys, range(PIECE, keys.size, PIECE))
        found = self._depths(first)  # compiles, and makes all moves if there are many boards
        if others:
            with ThreadPoolExecutor(cores()) as pool:
                found = np.concatenate([found, *pool.map(self._depths, others)])
        if (found < -1).any():
            raise self.damaged(_ASTRAY)
        return found

    def _depths(self, keys: Keys) -> Numbers:
        """Find the depth of each board, -2 if the table is damaged; each page that the answer stands on is checked."""
        depths, ranks = np.full(keys.size, -1), self.ranking.ranks(keys)
        (known,) = np.nonzero(ranks >= 0)
        depths[known] = self._codes.depths(ranks[known])
        self._check_read()
        return depths

    def _check_read(self) -> None:
        """Check the pages of the codes that were read, unless they were checked when they were unpacked."""
        if self.header.shape.per_word > PACKED:
            for name in self._file.arrays:
                self._file.check_pages(name, self._codes.touched)

    def layer_blocks(self, depths: Iterable[int]) -> Iterator[tuple[int, Iterator[Keys]]]:
        """Yield the boards of some depths, which ascend, each in blocks; they are all explored again at once."""
        wanted = [self.layer(depth).depth for depth in depths]
        deepest = np.sort(np.array(self.header.deepest[: self.layers[-1].board_count], np.uint64))
        if wanted == [self.last_depth] and deepest.size == self.layers[-1].board_count:
            yield self.last_depth, iter([deepest])
            return
        from slidefront.tables.layers import ordered_layers

        with TemporaryDirectory(prefix="slidefront-") as folder:
            for found in ordered_layers(self, wanted, Path(folder)):
                yield found.layer.depth, found.blocks()

    def route_keys(self, boards: Boards, depths: Numbers | None = None) -> list[list[int]]:
        """List the keys from each board down to the start; empty for one that cannot be reached."""
        keys = self.puzzle.array(boards)
        depths = self.depths_of(keys) if depths is None else depths
        ends = np.concatenate([[0], np.cumsum(depths + 1)])
        ranks = self._codes.ways(self.ranking.ranks(keys[depths >= 0]), ends[np.r_[True, depths >= 0]])
        self._check_read()
        found = self.ranking.keys(ranks).tolist()
        if len(found) != ends[-1]:
            raise self.damaged(_ASTRAY)
        return [found[first:last] for first, last in pairwise(ends.tolist())]


def open_table(path: str | Path, puzzle: Puzzle | None = None) -> Table:
    """Open a table file for reading; a puzzle that is written in Python must be given."""
    return Table(path, puzzle)


MORE = 6
"""How many times as long a row takes whose moves are made alone, on a way, as one of all rows."""


class Codes:
    """The codes of all boards of a ranking, and the moves between them: all, or those of the rows on a few ways."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array], depth: int) -> None:
        """Use one or two planes of codes of a space whose greatest depth is known."""
        self._ranking = ranking
        self._starts = starts
        self._depth = depth
        self._low, self._high = ([read_only(plane) for plane in planes.values()] * 2)[:2]
        self._modulus = 4 if len(planes) == 1 else 3
        self._below = np.array([self._modulus - 1, *range(self._modulus - 1)])
        """For each code that of boards one step nearer."""
        self._shape = np.array([ranking.shape.words, ranking.shape.per_word])
        self._rows = 0
        """The rows on all ways so far; a great number once all moves are made."""
        self.touched: Flags = np.zeros(-(-ranking.shape.all_words >> kernels.PAGE_WORDS), np.uint8)

    def _places(self, ranks: Numbers) -> tuple[Numbers, Numbers]:
        """Give the places and codes of ranks."""
        shape = self._ranking.shape
        words, bits = np.divmod(ranks, shape.per_word)
        rows, within = np.divmod(words, shape.words)
        self.touched[words >> kernels.PAGE_WORDS] = 1
        low, high = ((plane[words] >> bits.view(np.uint64)).view(np.int64) & 1 for plane in (self._low, self._high))
        if self._modulus == 4:
            sides = self._ranking.sides_of(np.append(rows, self._starts[0] // shape.boards_per_row))
            assert sides is not None
            low, high = (sides[:-1] ^ sides[-1]).astype(np.int64), low
        return rows << kernels.ROW_AT | within << kernels.WORD_AT | bits, low | high << 1

    def _ranks(self, places: Numbers) -> Numbers:
        """Give the ranks of places."""
        shape = self._ranking.shape
        words: Numbers = (places >> kernels.ROW_AT) * shape.words + (
            places >> kernels.WORD_AT & kernels.PLACE_WORD_MASK
        )
        return np.asarray(words * shape.per_word + (places & kernels.PLACE_BIT_MASK))

    def _neighbours(self, places: Numbers, codes: Numbers) -> Numbers:
        """Find a neighbour of each place that has a code; kernels.NO_PLACE where there is none."""
        rows, found = places >> kernels.ROW_AT, np.empty_like(places)
        if MORE * self._rows > self._ranking.shape.rows:
            moves, at = self._ranking.moves, rows
        else:
            moves, at = self._ranking.row_moves(rows), np.arange(rows.size)
        steps = kernels.Steps(self._low, self._high, self._modulus, self._shape, moves, self.touched)
        kernels.step_down(steps, places, codes, at, found)
        return found

    def _down(self, ranks: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """Go down from ranks together: yield after each step which are still on their way, and their places."""
        self._rows += ranks.size * self._depth
        boards, (places, codes) = np.arange(ranks.size), self._places(ranks)
        for _ in range(self._depth + 1):
            yield boards, places
            codes = self._below[codes]
            places = self._neighbours(places, codes)
            moved = places != kernels.NO_PLACE
            boards, places, codes = boards[moved], places[moved], codes[moved]
            if not boards.size:
                return

    def depths(self, ranks: Numbers) -> Numbers:
        """Find the depth of each rank; -2 if its way does not end at a start."""
        depths, ends = np.empty_like(ranks), np.empty_like(ranks)
        for taken, (boards, places) in enumerate(self._down(ranks)):
            depths[boards], ends[boards] = taken, places
        return np.where(np.isin(self._ranks(ends), self._starts), depths, -2)

    def ways(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """List the ranks on ways down to a start, one way after the other; empty if one does not lead there.

        A way has its rank first, and `ends` tells where each way begins, and where the last one ends.
        """
        out = np.full(ends[-1], kernels.NO_PLACE)
        for depth, (boards, places) in enumerate(self._down(ranks)):
            at = ends[boards] + depth
            inside = at < ends[boards + 1]
            out[at[inside]] = self._ranks(places[inside])
        return out if (out != kernels.NO_PLACE).all() else out[:0]
