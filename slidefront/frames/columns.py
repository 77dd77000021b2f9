"""The columns of a space, decoded on demand and in bulk. All data frames and `export` share them.

    state       uint64   the key
    depth       int16    the layer
    board       string   the board, in the form that all commands accept
    goal        bool     goal met; hole_home, mover_home: the hole or the mover at home, where layers count these
    hole        int16    the first cell of the hole, or the vertex of the mover
    at_5        int16    the cell of tile 5; the vertex of a label; the first row and column of a piece, as a cell
    row_5       int16    the row of that cell
    column_5    int16    the column of that cell
    row_hole    int16    the row of the first cell of the hole; column_hole is its column
    manhattan   int16    the sum of the distances of all tiles from their cells in the goal; of equal tiles, each counts
                         to the nearest of their cells
    bound       int16    the lower bound of the moves to the goal, computed from each tile or small group of pieces
                         alone; -1 if the goal cannot be reached
    pattern_bound  int16  the larger lower bound from pattern databases, which are built at the first use
    moves       int16    the number of boards a move away
    ahead       int16    how many of these boards are in the next layer
    beside      int16    how many are in the same layer
    back        int16    how many are in the layer before

Cells, rows and columns count from 0, and cells count row by row. Small numbers are signed, so that differences can be
negative.
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
from slidefront.puzzles.core import Puzzle, Successors, list_successors
from slidefront.search.bounds import DistanceFunction, lower_bound, manhattan, pattern_bound
from slidefront.store.space import Space
from slidefront.units import Depths

TEXT: Any = pa.large_string()
COLUMN_BATCH = 1 << 15  # so that intermediate arrays stay in the processor cache
ColumnNames = str | Iterable[str]
"""Names of columns, as a list or separated by commas."""
_Decode = Callable[["LayerBoards"], Any]


@dataclass
class LayerBoards:
    """Some boards of one layer, decoded only as far as columns need it."""

    space: Space
    keys: Keys
    depth: int

    @cached_property
    def moves(self) -> Successors:
        """The moves from each board."""
        return list_successors(self.space.puzzle, self.keys)

    def count(self, chosen: npt.NDArray[np.bool_] | slice = slice(None)) -> npt.NDArray[np.int16]:
        """Count the chosen moves of each board, by default all."""
        return np.bincount(self.moves.row[chosen], minlength=self.keys.size).astype(np.int16)

    @cached_property
    def back(self) -> npt.NDArray[np.int16]:
        """The number of moves of each board that lead to the layer before."""
        return self.count(self.space.find(self.depth - 1, self.moves.target) if self.depth else slice(0))

    @cached_property
    def beside(self) -> npt.NDArray[np.int16]:
        """The number of moves of each board that stay in its layer."""
        changes_sides = self.space.puzzle.parity_of is not None
        return self.count(slice(0) if changes_sides else self.space.find(self.depth, self.moves.target))

    @cached_property
    def ahead(self) -> npt.NDArray[np.int16]:
        """The number of moves of each board that lead to the next layer, even if that layer is not explored."""
        return self.count() - self.back - self.beside

    @cached_property
    def places(self) -> npt.NDArray[np.unsignedinteger]:
        """The positions of all tiles or pieces."""
        assert self.space.puzzle.columns is not None
        return self.space.puzzle.columns.places(self.keys)


@dataclass(frozen=True)
class Column:
    """One column: its name, its Arrow type, and its decoder."""

    name: str
    type: Any
    decode: _Decode

    def array(self, boards: LayerBoards) -> Any:
        """Decode the column for some boards as an Arrow array."""
        return pa.array(self.decode(boards), self.type)


_PLAIN = {
    column.name: column
    for column in (
        Column("state", pa.uint64(), lambda boards: boards.keys),
        Column("depth", pa.int16(), lambda boards: np.full(boards.keys.size, boards.depth, np.int16)),
        Column("board", TEXT, lambda boards: board_texts(boards.space.puzzle, boards.keys)),
        Column("moves", pa.int16(), lambda boards: boards.count()),
        Column("ahead", pa.int16(), lambda boards: boards.ahead),
        Column("beside", pa.int16(), lambda boards: boards.beside),
        Column("back", pa.int16(), lambda boards: boards.back),
    )
}
"""The columns that every puzzle has."""


def select(puzzle: Puzzle, names: ColumnNames) -> list[Column]:
    """Return the columns with the given names, without duplicates."""
    names = names.split(",") if isinstance(names, str) else [*names] if isinstance(names, Iterable) else [names]
    if not all(isinstance(name, str) for name in names):
        raise PuzzleError(f"columns must be names, such as state,depth,board, not {names!r}")
    columns = [_column(puzzle, name) for name in dict.fromkeys(name.strip() for name in names)]
    if not columns:
        raise PuzzleError("no columns: name at least one, such as state, depth or board")
    return columns


def schema(columns: Iterable[Column]) -> Any:
    """Return the Arrow schema of some columns."""
    return pa.schema([pa.field(column.name, column.type, nullable=False) for column in columns])


def batches(space: Space, depths: Depths, columns: Iterable[Column]) -> Iterator[Any]:
    """Read a space as Arrow record batches, sorted by depth and then by key."""
    columns = list(columns)
    for depth, blocks in space.layer_blocks(space.select_depths(depths)):
        for block in blocks:
            for start in range(0, block.size, COLUMN_BATCH):
                boards = LayerBoards(space, block[start : start + COLUMN_BATCH], depth)
                yield pa.record_batch([column.array(boards) for column in columns], schema=schema(columns))


def _column(puzzle: Puzzle, name: str) -> Column:
    """Return a column: of any puzzle, of its selected boards, of a bound, or of the place of a tile, piece or hole."""
    if name in _PLAIN:
        return _PLAIN[name]
    if name == puzzle.selection.column:
        return Column(name, pa.bool_(), lambda boards: puzzle.selected(boards.keys))
    if name in _BOUNDS:
        distance = _BOUNDS[name](puzzle)
        return Column(name, pa.int16(), lambda boards: distance(boards.keys))
    kind, _, thing = ("at", "", "hole") if name == "hole" else name.partition("_")
    columns = puzzle.columns
    if columns is None or kind not in columns.kinds or thing not in columns.rows:
        known = ", ".join([*_PLAIN, *filter(None, [puzzle.selection.column]), *_BOUNDS])
        if columns is not None:
            kinds = ", ".join(f"{kind}_" for kind in columns.kinds)
            known += f", and {kinds} with one of these names: {' '.join(columns.rows)}"
        raise PuzzleError(f"{puzzle.name} has no column {name!r}: it has {known}")
    row, numbers = columns.rows[thing], columns.kinds[kind]
    return Column(name, pa.int16(), lambda boards: np.asarray(numbers[boards.places[row]]))


_BOUNDS: dict[str, Callable[[Puzzle], DistanceFunction]] = {
    "manhattan": manhattan,
    "bound": lower_bound,
    "pattern_bound": pattern_bound,
}


def board_texts(puzzle: Puzzle, keys: Keys) -> Any:
    """Write boards as Arrow strings, without a copy if all texts have the same length."""
    rows = None if puzzle.writer is None else puzzle.writer.utf8(keys)
    if rows is None:
        return pa.array(puzzle.strings(keys), TEXT)
    return pa.LargeStringArray.from_buffers(len(rows), _offsets(*rows.shape), pa.py_buffer(rows))


@lru_cache(8)
def _offsets(board_count: int, length: int) -> Any:
    """Return the offsets of texts; batches share them, because nearly all have the same size."""
    return pa.py_buffer(np.arange(board_count + 1, dtype=np.int64) * length)
