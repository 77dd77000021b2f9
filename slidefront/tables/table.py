"""Read tables: the distance of each board from the start, and shortest routes, without a search.

>>> import slidefront, tempfile
>>> table = slidefront.make_table("8-puzzle", tempfile.mkdtemp() + "/8-puzzle.table")
>>> table.board_count, table.last_depth
(181440, 31)
>>> table.depth_of("8_6547231")
31
>>> table.route("8_6547231").length
31
"""

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.errors import TableError
from slidefront.executors.budget import HERE, Resources
from slidefront.machine import cores
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.store.array_files import Array
from slidefront.store.manifest import continuing
from slidefront.store.space import Space
from slidefront.tables.codes import Codes
from slidefront.tables.file import PACKED, TableHeader, read_table, unpack
from slidefront.tables.space import check_room, ranking_of
from slidefront.threads import thread_pool
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.tables.ordered import OrderedLayer

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
    def _codes(self) -> Codes:
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
            raise self._damaged(_ASTRAY)
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
        with TemporaryDirectory(prefix="slidefront-") as folder:
            for found in self.ordered(wanted, Path(folder)):
                yield found.layer.depth, found.blocks()

    def ordered(
        self,
        depths: Collection[int],
        folder: Path,
        resources: Resources = HERE,
        watcher: Watcher | None = None,
    ) -> Iterator["OrderedLayer"]:
        """Explore again, and give each of some layers in order; what does not fit into memory goes to a folder."""
        from slidefront.tables.layers import KnownLayers
        from slidefront.tables.ordered import OrderedLayer

        budget = resources.budget()
        check_room(self.ranking, self.header.bits, f"exploring {self.path} again", budget)
        self.check()
        watcher = watcher or Watcher()
        with thread_pool(budget.threads, "slidefront") as pool:
            known = KnownLayers(self.ranking, self.start_ranks, self.planes)
            for layer in self.manifest.layers[: max(depths, default=-1) + 1]:
                watcher.check()
                found = known.step(layer.depth, pool) if layer.depth else layer.board_count
                if found != layer.board_count:
                    raise self._damaged(
                        f"it says that {layer.board_count:,} boards are at depth {layer.depth}, and its codes lead to "
                        f"{found:,}; remove it and make it again"
                    )
                if layer.depth in depths:
                    yield OrderedLayer(layer, self.puzzle, known, budget, pool, folder)

    def ways(self, boards: Boards, depths: Numbers | None = None) -> list[list[int]]:
        """List the keys from each board down to the start; empty for one that cannot be reached."""
        keys = self.puzzle.array(boards)
        depths = self.depths_of(keys) if depths is None else depths
        ends = np.concatenate([[0], np.cumsum(depths + 1)])
        ranks = self._codes.ways(self.ranking.ranks(keys[depths >= 0]), ends[np.r_[True, depths >= 0]])
        self._check_read()
        found = self.ranking.keys(ranks).tolist()
        if len(found) != ends[-1]:
            raise self._damaged(_ASTRAY)
        return [found[first:last] for first, last in pairwise(ends.tolist())]


def open_table(path: str | Path, puzzle: Puzzle | None = None) -> Table:
    """Open a table file for reading; a puzzle that is written in Python must be given."""
    return Table(path, puzzle)
