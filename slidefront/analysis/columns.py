"""The columns that a run can be read in, decoded on demand and in bulk. All doors and `export` share them.

    state       uint64   the key
    depth       int16    the layer
    board       string   the board, as `show` takes it
    marked      bool     hole at home, or goal met
    hole        int16    the first cell of the hole, or the vertex of the mover
    at_5        int16    the cell of tile 5; the vertex of a label; the first row and column of a piece, as a cell
    row_5       int16    its row
    column_5    int16    its column

Cells, rows and columns count from 0, cells row by row. Small numbers are int16, so that differences of them are too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.puzzles.core import PlaceColumn, Puzzle
from slidefront.store.run import Run

TEXT = pa.large_string()
BATCH = 1 << 15  # what is made on the way to a column stays in the cache
Depths = int | Iterable[int] | None
"""One depth, some, or all."""
Columns = str | Iterable[str]
"""Names of columns, in a list or with commas between."""
_Decode = Callable[["Boards"], Any]


@dataclass
class Boards:
    """Some boards of one layer, decoded as far as columns ask."""

    puzzle: Puzzle
    keys: Keys
    depth: int

    @cached_property
    def places(self) -> npt.NDArray[Any]:
        """Where everything stands."""
        return self.puzzle.places(self.keys)


@dataclass(frozen=True)
class Located:
    """The decoder of a column that tells where one thing is."""

    column: PlaceColumn

    def __call__(self, boards: Boards) -> npt.NDArray[np.int16]:
        """Look the places up."""
        if self.column.row is None:
            return np.full(boards.keys.size, self.column.numbers[0])
        return np.asarray(self.column.numbers[boards.places[self.column.row]])


@dataclass(frozen=True)
class Column:
    """One column: its name, its Arrow type, and how it is decoded."""

    name: str
    type: Any
    decode: _Decode

    def array(self, boards: Boards) -> Any:
        """Decode the column of some boards as an Arrow array."""
        return pa.array(self.decode(boards), self.type)


def select(puzzle: Puzzle, names: Columns) -> list[Column]:
    """Find columns by name, each once."""
    names = names.split(",") if isinstance(names, str) else names
    found = [_column(puzzle, name) for name in dict.fromkeys(name.strip() for name in names)]
    if not found:
        raise PuzzleError("no column is named: name one such as state, depth, board or marked")
    return found


def schema(columns: Iterable[Column]) -> Any:
    """Give the Arrow schema of some columns."""
    return pa.schema([pa.field(column.name, column.type, nullable=False) for column in columns])


def choose_depths(run: Run, depths: Depths) -> list[int]:
    """List depths, ascending, each once, and check that the run has them."""
    if depths is None:
        return list(range(run.depth + 1))
    chosen = sorted({int(depths)} if isinstance(depths, int | np.integer) else set(depths))
    return [run.layer(depth).depth for depth in chosen]


def batches(run: Run, depths: Depths, columns: Iterable[Column]) -> Iterator[Any]:
    """Read a run piece by piece as Arrow record batches, layer after layer, keys ascending."""
    columns = list(columns)
    for depth in choose_depths(run, depths):
        for block in run.blocks(depth):
            for start in range(0, block.size, BATCH):
                boards = Boards(run.puzzle, block[start : start + BATCH], depth)
                yield pa.record_batch([column.array(boards) for column in columns], schema=schema(columns))


def _column(puzzle: Puzzle, name: str) -> Column:
    plain = {
        "state": Column("state", pa.uint64(), lambda boards: boards.keys),
        "depth": Column("depth", pa.int16(), lambda boards: np.full(boards.keys.size, boards.depth, np.int16)),
        "board": Column("board", TEXT, _texts),
        "marked": Column("marked", pa.bool_(), lambda boards: boards.puzzle.marked(boards.keys)),
    }
    if name in plain:
        return plain[name]
    return Column(name, pa.int16(), Located(puzzle.place_column(name)))


def _texts(boards: Boards) -> Any:
    """Lay rows of bytes, all equally long, side by side as Arrow strings without copying them."""
    rows = boards.puzzle.utf8(boards.keys)
    if rows is None:
        return boards.puzzle.strings(boards.keys)
    return pa.LargeStringArray.from_buffers(len(rows), _offsets(*rows.shape), pa.py_buffer(rows))


@lru_cache(8)
def _offsets(boards: int, length: int) -> Any:
    """Tell where each text begins; batches share it, for nearly all are of one size."""
    return pa.py_buffer(np.arange(boards + 1, dtype=np.int64) * length)
