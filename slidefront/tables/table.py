"""A table for readers: how far each board is from the start, and a shortest route, without a search.

>>> import slidefront, tempfile
>>> table = slidefront.make_table("8-puzzle", tempfile.mkdtemp() + "/8-puzzle.table")
>>> table.boards, table.radius
(181440, 31)
>>> table.depth("8_6547231")
31
>>> table.route("8_6547231").length
31
"""

from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import BoardError, TableError
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.read.load import load_text
from slidefront.routes.route import Route
from slidefront.tables.bits import BitsReader
from slidefront.tables.file import TableHeader, TableLayer, read_table
from slidefront.tables.from_run import ListReader
from slidefront.tables.kernels import Numbers

CHECKED_AT_ONCE = 256 << 20
"""Bytes up to which a table is checked whole when it is opened; a larger one when `check` is called."""


class Reader(Protocol):
    """Reads depths and ways out of the arrays of a table, whatever its kind."""

    def depths(self, keys: Keys) -> Numbers:
        """Find the depth of each board; -1 where the table has none, -2 where it is damaged."""

    def way(self, key: int) -> list[int]:
        """Go down from a board of the table to a start: the boards on the way, itself the first."""


class Table:
    """The distances of a whole space, open for reading."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._table = read_table(self.path)
        if not self.header.whole:
            go_on = f"go on with `slidefront table {self.header.puzzle}`"
            raise TableError(f"{self.path} is not finished, it goes to depth {self.header.depth}: {go_on}")
        if self._table.file.bytes <= CHECKED_AT_ONCE:
            self._table.file.check()

    @property
    def header(self) -> TableHeader:
        """What the file says of itself."""
        return self._table.header

    @property
    def boards(self) -> int:
        """The number of boards."""
        return self.header.reached

    @property
    def layers(self) -> list[TableLayer]:
        """How many boards there are at each depth."""
        return list(self.header.layers)

    @property
    def radius(self) -> int:
        """The greatest depth."""
        return self.header.depth

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self.path.stat().st_size

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of this table."""
        puzzle = load_text(self.header.text, self.header.puzzle, self.header.metric)
        if identity_hash(puzzle) != self.header.identity:
            raise TableError(f"{self.path} is of another {puzzle.name} than this version reads: make it again")
        return puzzle

    @cached_property
    def _reader(self) -> Reader:
        return (ListReader if self.header.kind == "list" else BitsReader)(self.puzzle, self._table)

    def check(self) -> None:
        """Refuse the table where any of its bytes is not as it was written."""
        self._table.file.check()

    def depths(self, keys: Keys) -> Numbers:
        """Find the depth of each board, a million in about a second; -1 for one that cannot be reached."""
        found = self._reader.depths(np.asarray(keys, np.uint64))
        if (found < -1).any():
            raise self._damaged()
        return found

    def depth(self, board: str | int) -> int | None:
        """Tell how many moves a board is from the start; None where it cannot be reached."""
        (depth,) = self.depths(np.array([self._key(board)], np.uint64)).tolist()
        return None if depth < 0 else depth

    def hardest(self, count: int = 1) -> list[str]:
        """List some of the deepest boards, those of the greatest depth first."""
        if not 1 <= count <= len(self.header.deepest):
            raise BoardError(f"{self.path} keeps the {len(self.header.deepest):,} deepest boards: ask for 1 or more")
        return [self.puzzle.format(key) for key in self.header.deepest[:count]]

    def way(self, key: int) -> list[int]:
        """List the keys from a board down to the start; nothing where it cannot be reached."""
        depth = self.depth(key)
        if depth is None:
            return []
        way = self._reader.way(key)
        if len(way) != depth + 1:
            raise self._damaged()
        return way

    def route(self, board: str | int) -> Route:
        """Give a shortest route: to the goal where depths are distances to it, else from the start to the board."""
        way = self.way(self._key(board))
        if not way:
            named = board if isinstance(board, str) else self.puzzle.format(board)
            raise BoardError(f"{named} is {self.absence}")
        if self.leads_to_goal:
            return Route(self.puzzle, way, board if isinstance(board, str) else None)
        return Route(self.puzzle, way[::-1])

    @property
    def leads_to_goal(self) -> bool:
        """Whether depths are distances to the goal."""
        return self.header.start_kind == "goals" or self.header.starts == (self.puzzle.goal.key,)

    @property
    def absence(self) -> str:
        """What it means that a board has no depth."""
        return (
            f"out of reach: not among the {self.boards:,} boards of {self.path}, which are all to depth {self.radius}"
        )

    def _key(self, board: str | int) -> int:
        return self.puzzle.parse(board) if isinstance(board, str) else board

    def _damaged(self) -> TableError:
        return TableError(f"{self.path} is damaged: it has boards that no way leads from to the start; make it again")

    def __repr__(self) -> str:
        return f"<Table {self.header.puzzle} in {self.path}: {self.boards:,} boards to depth {self.radius}>"


def open_table(path: str | Path) -> Table:
    """Open a table file for reading."""
    return Table(path)
