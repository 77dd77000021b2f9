"""What transfer puzzles can do: working keys, notation, columns, and boards as rows."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.errors import PuzzleError, RouteError
from slidefront.puzzles.capabilities import BoardRows, Columns, Distance, Distances, Notation, WorkingKeys
from slidefront.puzzles.labels import DIGITS
from slidefront.puzzles.transfer import kernels
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.values import Move, PlaceColumn

WAYS = ("U", "D", "L", "R")


class TransferKeys(WorkingKeys):
    """Working keys in which a cell that follows from the others is left out."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._layout = encoding.tables.layout
        self.bits = encoding.tables.used_bits

    def pack(self, keys: Keys) -> Keys:
        """Make room for the used-move bits."""
        out = np.empty_like(keys)
        kernels.pack(keys, out, self._layout)
        return out

    def unpack(self, work: Keys) -> Keys:
        """Drop the used-move bits."""
        out = np.empty_like(work)
        kernels.unpack(work, out, self._layout)
        return out


class TransferNotation(Notation):
    """Tiles and their way, `5 6 7 L`, or ways alone, `LURD`; on a graph the mover and its vertex."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._of = encoding
        self.thing = "a tile"
        self.things = encoding.names[1:]

    def read_move(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Read a move: tiles and their way (`5 6 7 L`) or ways alone (`LURD`); on a graph the mover and its vertex."""
        *names, way = words
        if not self._of.frame.is_grid:
            if len(names) != 1 or not (way.isascii() and way.isdecimal() and len(way) < 10):
                mover = self._of.names[0]
                raise RouteError(f"write the mover and its vertex, as in {mover} 1,{mover} 2")
            return [(self._label(names[0]), str(int(way)))]
        ways = "".join(words)
        if set(ways) <= set(WAYS) and (not names or not set(names) <= set(self._of.names)):
            return [("", letter) for letter in ways]
        if way not in WAYS:
            raise RouteError("write a tile and its way, as in 5 L,2 U, or letters, as in URDL2")
        return [(" ".join(self._label(name) for name in names), way)]

    def _label(self, name: str) -> str:
        """Return a label as the puzzle writes it."""
        label = self._of.labels.label(name)
        if label is None or (label == 0 and self._of.frame.is_grid):
            raise RouteError(
                f"{self._of.name} has no {name}: it has {' '.join(self._of.names[self._of.frame.is_grid :])}"
            )
        return self._of.names[label]

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join on tile boards the moves in one direction: `5 6 7 L`."""
        if not self._of.frame.is_grid:
            return list(moves)
        runs = [[*run] for _, run in groupby(moves, lambda move: move.way)]
        return [Move(" ".join(move.what for move in run), run[0].way, run[-1].key) for run in runs]

    def hole_cell(self, key: int) -> int | None:
        """Find the first cell of a board's hole, or the mover's vertex."""
        return self._of.frame.labels_of(key).index(0)


class TransferColumns(Columns):
    """Columns with the cell, row or column of the hole or a tile; on a graph the vertex of a label."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._of = encoding

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label."""
        return self._of.places(keys)

    def column(self, name: str) -> PlaceColumn:
        """Find a column: the cell, row or column of the hole or a tile; on a graph the vertex of a label."""
        cells = np.arange(self._of.frame.cells, dtype=np.int16)
        kind, _, tile = ("at", "", "hole") if name == "hole" else name.partition("_")
        numbers = {"at": cells, "row": cells // self._of.frame.columns, "column": cells % self._of.frame.columns}.get(
            kind
        )
        if numbers is None or not tile:
            raise PuzzleError(f"{self._of.name} has no column {name!r}: {self._column_names}")
        of_hole = tile == "hole" and tile not in self._of.names
        label = 0 if of_hole else self._of.labels.label(tile)
        if label is None or (label == 0 and self._of.frame.is_grid and not of_hole):
            raise PuzzleError(f"{self._of.name} has no tile {tile!r}: {self._column_names}")
        if kind != "at" and not self._of.frame.is_grid:
            raise PuzzleError(f"{self._of.name} is a graph, without rows and columns: use at_{tile}, the vertex")
        if not of_hole and self._of.home_cells.count(label) > 1:
            board = self._of.format(self._of.home)
            raise PuzzleError(f"several tiles of {self._of.name} are named {tile!r}, so none has a column: {board}")
        return PlaceColumn(label, numbers.astype(np.int16))

    @property
    def _column_names(self) -> str:
        ways, thing = ("at_, row_ or column_", "tile") if self._of.frame.is_grid else ("at_", "label")
        more = "manhattan, bound" if self._of.frame.is_grid else "bound"
        example = f"such as at_{self._of.names[-1]}"
        return f"it has state, depth, board, marked, hole, {more}, and {ways} with the name of a {thing}, {example}"

    def manhattan(self) -> Distance | None:
        """Add up the distances of tiles, in rows and columns; of equal tiles, each counts to the nearest cell."""
        frame, goal = self._of.frame, self._of.goal.key
        if not frame.is_grid or goal is None:
            return None
        rows, columns = np.divmod(np.arange(frame.cells), frame.columns)
        apart = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
        wanted = frame.labels(np.array([goal], np.uint64))[0]
        table = np.zeros((frame.cells, 16), np.int16)
        for label in {*wanted.tolist()} - {0}:
            table[:, label] = apart[:, wanted == label].min(axis=1)

        def distances(keys: Keys) -> Distances:
            labels = frame.labels(keys)
            found = np.zeros(keys.size, np.int16)
            for cell in range(frame.cells):
                found += table[cell].take(labels[:, cell])
            return found

        return distances


def tile_rows(of: TransferEncoding) -> BoardRows:
    """Give boards of tiles as rows of names: numbered tiles in decimals, with 0 for the hole."""
    numbers = {"_": "0"} | {name: str(number) for number, name in enumerate(DIGITS)}
    in_decimals = all(name in numbers for name in of.names)
    names = [numbers[name] if in_decimals else name for name in of.names]

    def rows(key: int) -> tuple[tuple[str, ...], ...]:
        cells, columns = [names[label] for label in of.frame.labels_of(key)], of.frame.columns
        return tuple(tuple(cells[start : start + columns]) for start in range(0, len(cells), columns))

    return BoardRows(rows, names[0], apart=True)
