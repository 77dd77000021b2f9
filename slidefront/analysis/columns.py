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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.store.run import Run

TEXT = pa.large_string()
BATCH = 1 << 15  # what is made on the way to a column stays in the cache
Depths = int | Iterable[int] | None
"""One depth, some, or all."""
Columns = str | Iterable[str]
"""Names of columns, in a list or with commas between."""
_Numbers = npt.NDArray[np.int16]
_Decode = Callable[["Boards"], Any]
Family = TransferPuzzle | BlockPuzzle


@dataclass
class Boards:
    """Some boards of one layer, decoded as far as columns ask."""

    puzzle: Family
    keys: Keys
    depth: int

    @cached_property
    def places(self) -> npt.NDArray[Any]:
        """Where everything stands."""
        return self.puzzle.places(self.keys)


@dataclass(frozen=True)
class Located:
    """A column that tells where one thing stands: the number that stands in a table for its place."""

    thing: int
    """Which row of `Boards.places` is its own: its label, or its slot."""
    numbers: _Numbers

    def __call__(self, boards: Boards) -> _Numbers:
        """Look the places up."""
        return np.asarray(self.numbers[boards.places[self.thing]])


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
    found = [_column(family(puzzle), name) for name in dict.fromkeys(name.strip() for name in names)]
    if not found:
        raise PuzzleError(f"no column is named: {_what_there_is(family(puzzle))}")
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
                boards = Boards(family(run.puzzle), block[start : start + BATCH], depth)
                yield pa.record_batch([column.array(boards) for column in columns], schema=schema(columns))


def family(puzzle: Puzzle) -> Family:
    """Take a puzzle as one of the two families, whose boards have columns."""
    if not isinstance(puzzle, TransferPuzzle | BlockPuzzle):
        raise PuzzleError(f"{puzzle.name} is of a kind of its own, and its boards have no columns")
    return puzzle


def _column(puzzle: Family, name: str) -> Column:
    plain = {
        "state": Column("state", pa.uint64(), lambda boards: boards.keys),
        "depth": Column("depth", pa.int16(), lambda boards: np.full(boards.keys.size, boards.depth, np.int16)),
        "board": Column("board", TEXT, _texts),
        "marked": Column("marked", pa.bool_(), lambda boards: boards.puzzle.marked(boards.keys)),
    }
    if name in plain:
        return plain[name]
    if name == "hole" and isinstance(puzzle, TransferPuzzle):
        return Column(name, pa.int16(), Located(0, np.arange(puzzle.frame.cells, dtype=np.int16)))
    kind, parted, thing = name.partition("_")
    if kind not in ("at", "row", "column") or not (parted and thing):
        raise PuzzleError(f"{puzzle.name} has no column {name!r}: {_what_there_is(puzzle)}")
    found = _find_tile(puzzle, kind, thing) if isinstance(puzzle, TransferPuzzle) else _find_piece(puzzle, kind, thing)
    return Column(name, pa.int16(), found)


def _what_there_is(puzzle: Family) -> str:
    if isinstance(puzzle, BlockPuzzle):
        hole, ways, thing, example = "", "at_, row_ or column_", "piece", puzzle.grid.pieces[0]
    else:
        hole, example = ", hole", puzzle.labels.names[-1]
        ways, thing = ("at_", "label") if puzzle.kind == "graph" else ("at_, row_ or column_", "tile")
    return f"it has state, depth, board, marked{hole}, and {ways} with the name of a {thing}, such as at_{example}"


def _texts(boards: Boards) -> Any:
    """Lay rows of bytes, all equally long, side by side as Arrow strings without copying them."""
    rows = boards.puzzle.utf8(boards.keys)
    return pa.LargeStringArray.from_buffers(len(rows), _offsets(*rows.shape), pa.py_buffer(rows))


@lru_cache(8)
def _offsets(boards: int, length: int) -> Any:
    """Tell where each text begins; batches share it, for nearly all are of one size."""
    return pa.py_buffer(np.arange(boards + 1, dtype=np.int64) * length)


def _find_tile(puzzle: TransferPuzzle, kind: str, name: str) -> _Decode:
    label = puzzle.labels.read(name)
    if label is None or (label == 0 and puzzle.kind != "graph"):
        raise PuzzleError(f"{puzzle.name} has no tile {name!r}: {_what_there_is(puzzle)}")
    if puzzle.kind == "graph" and kind != "at":
        raise PuzzleError(f"{puzzle.name} is a graph, without rows and columns: take at_{name}, the vertex")
    tiles = puzzle.format(puzzle.home), puzzle.cells(np.array([puzzle.home], np.uint64))
    if np.count_nonzero(tiles[1] == label) > 1:
        raise PuzzleError(f"several tiles of {puzzle.name} are named {name!r}, so none has a column: {tiles[0]}")
    places = [divmod(cell, puzzle.frame.columns) for cell in range(puzzle.frame.cells)]
    return Located(label, _along(kind, places, puzzle.frame.columns))


def _find_piece(puzzle: BlockPuzzle, kind: str, name: str) -> _Decode:
    """Find a piece; of pieces that count as the same, the one that the board shows under this name."""
    if name in puzzle.slots:
        return Located(puzzle.slots.index(name), _along(kind, puzzle.placements, puzzle.grid.width))
    frozen = next((piece for piece in puzzle.layout.fixed if piece.name == name), None)
    if frozen is None:
        raise PuzzleError(f"{puzzle.name} has no piece {name!r}: {_what_there_is(puzzle)}")
    (place,) = _along(kind, [frozen.start], puzzle.grid.width)
    return lambda boards: np.full(boards.keys.size, place)


def _along(kind: str, places: Sequence[tuple[int, int]], width: int) -> _Numbers:
    """For each place, its cell, row or column."""
    numbers = {
        "at": [r * width + c for r, c in places],
        "row": [r for r, _ in places],
        "column": [c for _, c in places],
    }
    return np.array(numbers[kind], np.int16)
