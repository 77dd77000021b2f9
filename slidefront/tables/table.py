"""Tables: the distance of every board of a space from the start, in one or two bits each.

>>> import slidefront, tempfile
>>> table = slidefront.make_table("8-puzzle", tempfile.mkdtemp() + "/8-puzzle.table")
>>> table.board_count, table.last_depth
(181440, 31)
>>> table.depth_of("8_6547231")
31
>>> table.route("8_6547231").length
31

A table does not store the distance of a board, but a code of it: the distance modulo 3 in two bits, or with the parity
class of the board the distance modulo 4 in one bit. Every board but a start has a neighbour with the next lower code,
and this neighbour is one step closer to the start. So a lookup steps down until it is at a start (`Descent`).

A table file is an array file (`slidefront.store.array_files`) whose header describes the puzzle, the start and the
layers like the manifest of a run. If `whole` is false, the table is unfinished; the same command resumes it.
"""

import os
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
from slidefront.executors.budget import HERE, Resources
from slidefront.files import is_file, locked
from slidefront.machine import cores
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.puzzles.ranking import Flags, Ranking, Shape
from slidefront.store.array_files import Array, ArrayFile, Format, read_arrays, write_arrays
from slidefront.store.log import DamagedLogError, LogRecord, read_log
from slidefront.store.manifest import Layer, Manifest, continuing, has_layers, manifest_of_header, paths_named
from slidefront.store.space import Space
from slidefront.tables.kernels import (
    NO_PLACE,
    PACKED,
    PAGE_WORDS,
    PLACE_BIT_MASK,
    PLACE_WORD_MASK,
    ROW_AT,
    WORD_AT,
    Steps,
    step_down,
)

FORMAT = Format(b"\x93slidtab", 6, "a table", "slidefront table", TableError)
BOARDS_PER_TASK = 65_536
"""The boards that a thread looks up in one task."""
CHECKED_AT_ONCE = 256 << 20
"""The bytes up to which a table is checked when it is opened; in a larger one, lookups check the pages they read."""
ALONE = 6
"""The cost of computing the moves of one row alone, relative to its share when all rows are computed together."""
_ASTRAY = "its distances do not lead to the start; remove it and make it again"


def open_table(path: str | Path, puzzle: Puzzle | None = None) -> "Table":
    """Open a table for reading: its file, or its name under data/, with or without `.table`.

    A table of a puzzle that is written in Python needs that puzzle.
    """
    return Table(next(filter(is_table, paths_named(str(path))), Path(path)), puzzle)


def ranking_of(puzzle: Puzzle) -> Ranking:
    """Return the ranking of a puzzle; raise PuzzleError if it has no ranking."""
    ranking = puzzle.ranking()
    if ranking is None:
        raise PuzzleError(
            f"{puzzle.name} has no table, because its boards cannot be numbered", advice=advise("expand", puzzle)
        )
    return ranking


class Table(Space):
    """The distances of a whole space in a file, open for reading."""

    _kind = "table"
    _error = TableError

    path: Path
    header: "TableHeader"
    """The header of the file."""

    def __init__(self, path: str | Path, puzzle: Puzzle | None = None) -> None:
        self.path = Path(path)
        table = read_table(self.path)
        self.header, self.manifest = table.header, table.header.manifest
        if table.file is None or not self.manifest.whole:
            raise TableError(
                f"{self.path} is not finished, its last depth is {self.manifest.depth}: continue it",
                advice=continuing("table", self.manifest, self.path),
            )
        if puzzle is not None:
            self.puzzle = self._same(puzzle)
        self._file = table.file
        if self.bytes <= CHECKED_AT_ONCE:
            self.check()

    @cached_property
    def ranking(self) -> Ranking:
        """The ranks of the boards."""
        ranking = ranking_of(self.puzzle)
        if self.header.shape != ranking.shape:
            raise TableError(f"{self.path} numbers boards differently than this version: remove it and make it again")
        return ranking

    @cached_property
    def start_ranks(self) -> Numbers:
        """The ranks of the boards at depth 0."""
        starts = np.array(self.header.starts, np.uint64)
        return np.sort(self.ranking.ranks(starts)) if starts.size else self.ranking.marked_ranks()

    @cached_property
    def planes(self) -> dict[str, Array]:
        """The codes of all boards in words, by rank: mapped from the file, or unpacked in memory."""
        shape, arrays = self.header.shape, self._file.arrays
        if shape.per_word > PACKED:
            return arrays
        return {name: unpack_bits(self._file.load(name), shape.all_words, shape.per_word) for name in arrays}

    @cached_property
    def _descent(self) -> "Descent":
        return Descent(self.ranking, self.start_ranks, self.planes, self.last_depth)

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self._file.bytes

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers of the table and of its layers as plain data, which `table --json` prints."""
        deepest = [*map(self.puzzle.format, self.header.deepest)]
        return {**super().to_dict(), "bits": self.header.bits, "deepest_boards": deepest}

    def check(self) -> None:
        """Raise TableError if any byte of the file has changed."""
        self._file.check()

    def depths_of(self, boards: Boards) -> Numbers:
        """Return the depth of each board; -1 for a board that cannot be reached."""
        keys = self.puzzle.array(boards)
        first, *others = np.split(keys, range(BOARDS_PER_TASK, keys.size, BOARDS_PER_TASK))
        depths = self._depths(first)  # compiles kernels, and computes all moves if there are many boards
        if others:
            with ThreadPoolExecutor(cores()) as pool:
                depths = np.concatenate([depths, *pool.map(self._depths, others)])
        if (depths < -1).any():
            raise self._damaged(_ASTRAY)
        return depths

    def _depths(self, keys: Keys) -> Numbers:
        """Return the depth of each board; -1 for a board that cannot be reached, -2 if the table is damaged."""
        depths, ranks = np.full(keys.size, -1), self.ranking.ranks(keys)
        (known,) = np.nonzero(ranks >= 0)
        depths[known] = self._descent.depths(ranks[known])
        self._check_pages()
        return depths

    def _check_pages(self) -> None:
        """Check the pages that lookups have read, before an answer. Unpacked codes were checked when loaded."""
        if self.header.shape.per_word > PACKED:
            for name in self._file.arrays:
                self._file.check_pages(name, self._descent.touched)

    def route_keys(self, boards: Boards, depths: Numbers | None = None) -> list[list[int]]:
        """List the keys from each board down to the start; empty for a board that cannot be reached."""
        keys = self.puzzle.array(boards)
        depths = self.depths_of(keys) if depths is None else depths
        route_keys = self.ranking.keys(self.route_ranks(keys[depths >= 0], depths[depths >= 0])).tolist()
        ends = np.concatenate([[0], np.cumsum(depths + 1)])
        return [route_keys[first:last] for first, last in pairwise(ends.tolist())]

    def route_ranks(self, keys: Keys, depths: Numbers) -> Numbers:
        """Return the ranks from each board down to the start, one route after the other. All boards can be reached."""
        ends = np.concatenate([[0], np.cumsum(depths + 1)])
        ranks = self._descent.routes(self.ranking.ranks(keys), ends)
        self._check_pages()
        if ranks.size != ends[-1]:
            raise self._damaged(_ASTRAY)
        return ranks

    def layer_blocks(self, depths: Iterable[int], resources: Resources = HERE) -> Iterator[tuple[int, Iterator[Keys]]]:
        """Yield the boards of ascending depths, each in blocks. All layers up to the last one are explored again.

        `resources` limits the threads and the memory of the exploration.
        """
        depths = [self.layer(depth).depth for depth in depths]
        deepest = np.sort(np.array(self.header.deepest[: self.layers[-1].board_count], np.uint64))
        if depths == [self.last_depth] and deepest.size == self.layers[-1].board_count:
            yield self.last_depth, iter([deepest])
            return
        from slidefront.tables.layers import ordered_layers

        with TemporaryDirectory(prefix="slidefront-") as folder:
            for ordered in ordered_layers(self, depths, Path(folder), resources):
                yield ordered.layer.depth, ordered.blocks()


class Descent:
    """Steps from boards down to the starts of a table, many boards at once.

    For few boards it computes the moves of each row on the way, for many boards the moves of all rows at once.
    """

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array], last_depth: int) -> None:
        """Use one or two planes of codes; `starts` are ranks."""
        self._ranking = ranking
        self._starts = starts
        self._last_depth = last_depth
        codes = [read_only(plane) for plane in planes.values()]
        self._low, self._high = codes[0], codes[-1]
        self._modulus = 4 if len(codes) == 1 else 3
        self._lower_code = np.array([self._modulus - 1, *range(self._modulus - 1)])
        self._shape = np.array([ranking.shape.words, ranking.shape.per_word])
        self._row_count = 0
        """An upper bound of the number of rows that all descents so far have visited."""
        self.touched: Flags = np.zeros(-(-ranking.shape.all_words >> PAGE_WORDS), np.uint8)
        """1 for each page of the codes that has been read."""

    def depths(self, ranks: Numbers) -> Numbers:
        """Return the depth of each rank; -2 if its steps do not end at a start."""
        depths, ends = np.empty_like(ranks), np.empty_like(ranks)
        for depth, (boards, places) in enumerate(self._step_down(ranks)):
            depths[boards], ends[boards] = depth, places
        return np.where(np.isin(self._ranks(ends), self._starts), depths, -2)

    def routes(self, ranks: Numbers, ends: Numbers) -> Numbers:
        """Return the ranks of all routes, one route after the other; an empty array if any route misses the starts.

        Route i fills the indices `ends[i]` to `ends[i + 1]`.
        """
        out = np.full(ends[-1], NO_PLACE)
        for depth, (boards, places) in enumerate(self._step_down(ranks)):
            index = ends[boards] + depth
            inside = index < ends[boards + 1]
            out[index[inside]] = self._ranks(places[inside])
        return out if (out != NO_PLACE).all() else out[:0]

    def _step_down(self, ranks: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """Step down from all ranks together; yield the indices of the ranks still on their way, and their places."""
        self._row_count += ranks.size * self._last_depth
        boards, (places, codes) = np.arange(ranks.size), self._places(ranks)
        for _ in range(self._last_depth + 1):
            yield boards, places
            codes, rows, neighbours = self._lower_code[codes], places >> ROW_AT, np.empty_like(places)
            if ALONE * self._row_count > self._ranking.shape.rows:
                moves, indices = self._ranking.moves, rows
            else:
                moves, indices = self._ranking.row_moves(rows), np.arange(rows.size)
            steps = Steps(self._low, self._high, self._modulus, self._shape, moves, self.touched)
            step_down(steps, places, codes, indices, neighbours)
            has_moved = neighbours != NO_PLACE
            boards, places, codes = boards[has_moved], neighbours[has_moved], codes[has_moved]
            if not boards.size:
                return

    def _places(self, ranks: Numbers) -> tuple[Numbers, Numbers]:
        """Return the places and codes of ranks."""
        shape = self._ranking.shape
        words, bits = np.divmod(ranks, shape.per_word)
        rows, row_words = np.divmod(words, shape.words)
        self.touched[words >> PAGE_WORDS] = 1
        low, high = ((plane[words] >> bits.view(np.uint64)).view(np.int64) & 1 for plane in (self._low, self._high))
        if self._modulus == 4:
            parities = self._ranking.parity_of(np.append(rows, self._starts[0] // shape.boards_per_row))
            assert parities is not None
            low, high = (parities[:-1] ^ parities[-1]).astype(np.int64), low
        return rows << ROW_AT | row_words << WORD_AT | bits, low | high << 1

    def _ranks(self, places: Numbers) -> Numbers:
        """Return the ranks of places."""
        shape = self._ranking.shape
        words: Numbers = (places >> ROW_AT) * shape.words + (places >> WORD_AT & PLACE_WORD_MASK)
        return np.asarray(words * shape.per_word + (places & PLACE_BIT_MASK))


# The file


@dataclass
class TableHeader:
    """The header of a table file."""

    manifest: Manifest
    """The puzzle, the start and the layers, as in a run."""
    starts: tuple[int, ...]
    """The boards at depth 0; empty if there are too many to list: then they are all boards that meet the goal."""
    bits: int
    """The bits per board: 1 is `(depth >> 1) & 1`, 2 are the depth modulo 3."""
    shape: Shape
    deepest: tuple[int, ...] = ()
    """The boards at the last depth; at most the hundred with the lowest ranks. Tables of earlier versions may list
    more."""
    ahead: tuple[tuple[int, ...], ...] = ()
    """In an unfinished table, a list of ranks for the last depth and the next depth; with one bit per board, the next
    two. It has the lowest hundred ranks that were unreached before that depth: if it is the last, its boards."""


@dataclass(frozen=True)
class TableFile:
    """An open table file."""

    header: TableHeader
    file: ArrayFile | None
    """Its arrays; None if it is unfinished and explored by regions."""


def bare_layer(depth: int, board_count: int, selected_count: int, seconds: float = 0.0) -> Layer:
    """Return the record of a layer without files."""
    return Layer(depth, board_count, selected_count, "", seconds, ())


def is_table(path: Path) -> bool:
    """Whether a file begins like a table."""
    try:
        with path.open("rb") as file:
            return file.read(len(FORMAT.magic)) == FORMAT.magic
    except (OSError, ValueError):  # the text is not a file name, such as a long grid
        return False


def stored_path(name: str) -> Path | None:
    """Find the folder of a run or the file of a table by its path or its name under data/; None if there is none."""
    return next((path for path in paths_named(name) if is_table(path) or has_layers(path)), None)


def read_table(path: Path) -> TableFile:
    """Open a table file and check its header and size. If it is explored by regions, the log has its header."""

    def logged_headers() -> list[Any]:
        return [record.value["header"] for record in records_of(path) if "header" in record.value]

    try:
        file = read_arrays(path, FORMAT)
        header = header_from(file.header)
    except TableError as error:
        if not is_file(path):
            raise TableNotFoundError(str(error)) from None
        if not (headers := logged_headers()):
            raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FORMAT.fault(path, "its header cannot be parsed") from None
    else:
        if header.manifest.whole or not (headers := logged_headers()):
            return TableFile(header, file)
    return TableFile(header_from(headers[-1]), None)


def write_table(path: Path, header: TableHeader, arrays: Mapping[str, Array]) -> None:
    """Write a table file; an older file stays until the new one is complete."""
    per_word = header.shape.per_word
    if header.manifest.whole and per_word <= PACKED:
        arrays = {name: pack_bits(array, per_word) for name, array in arrays.items()}
    write_arrays(path, FORMAT, header_data(header), arrays)


def header_data(header: TableHeader) -> dict[str, Any]:
    """Return a header as plain data."""
    manifest = header.manifest
    fields = {name: value for name, value in vars(header).items() if name != "manifest"}
    if manifest.whole:
        del fields["ahead"]
    return {
        **manifest.constant_fields(),
        "whole": manifest.whole,
        "layers": [[layer.board_count, layer.selected_count, layer.seconds] for layer in manifest.layers],
        **fields,
        "shape": astuple(header.shape),
    }


def header_from(data: dict[str, Any]) -> TableHeader:
    """Return the header that plain data describes."""
    layers = [bare_layer(depth, *numbers) for depth, numbers in enumerate(data["layers"])]
    return TableHeader(
        replace(manifest_of_header(data), whole=data["whole"], layers=layers),
        bits=data["bits"],
        shape=Shape(*data["shape"]),
        **{name: tuple(data[name]) for name in ("starts", "deepest")},
        ahead=() if data["whole"] else tuple(map(tuple, data["ahead"])),
    )


def pack_bits(words: Array, per_word: int) -> Array:
    """Put the lowest bits of words side by side."""
    used = np.unpackbits(words.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=per_word, bitorder="little")
    return np.packbits(used.reshape(-1), bitorder="little")


def unpack_bits(octets: Array, words: int, per_word: int) -> Array:
    """Spread packed bits over words."""
    used = np.unpackbits(octets, count=words * per_word, bitorder="little").reshape(words, per_word)
    spread = np.zeros((words, 8), np.uint8)
    spread[:, : -(-per_word // 8)] = np.packbits(used, axis=1, bitorder="little")
    return spread.view("<u8").reshape(-1).astype(np.uint64)


# The log of a table that is explored by regions (`slidefront.tables.regions`)


def log_of(path: Path) -> Path:
    """Return the path of the log of a table."""
    return path.parent / f"{path.name}.log"


@contextmanager
def locked_log(path: Path) -> Iterator[BinaryIO]:
    """Open the log of a table, locked for the process that makes the table. An empty log is removed at the end."""
    log, is_ours = log_of(path), False
    in_use = TableError(f"another process is making the table of {path}: wait for it")
    try:
        file = locked(log)
    except BlockingIOError:
        raise in_use from None
    with file:
        try:
            with suppress(FileNotFoundError):  # the process that held the lock has removed the log since
                is_ours = os.path.samestat(os.fstat(file.fileno()), log.stat())
            if not is_ours:
                raise in_use
            yield file
        finally:
            if is_ours and not os.fstat(file.fileno()).st_size:
                log.unlink(missing_ok=True)


def records_of(path: Path) -> Iterator[LogRecord]:
    """Yield the records of the log of a table."""
    try:
        yield from read_log(log_of(path))
    except DamagedLogError:
        raise FORMAT.fault(path, "its log is damaged") from None
