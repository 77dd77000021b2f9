"""The shape of a transfer puzzle without its tiles: where the hole can be, and what moves there are.

It also decodes keys, which have 4 bits a cell, cell 0 highest, and 0 for the hole.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import PuzzleError

MOST_CELLS = 16


@dataclass(frozen=True)
class Transfer:
    """A move allowed at anchor `start`, which takes the hole to anchor `end`."""

    start: int
    end: int
    name: str
    carries: tuple[tuple[int, int], ...]
    """The cell that each tile leaves and the cell it comes to."""


@dataclass(frozen=True)
class Frame:
    """The shape of a transfer puzzle without its tiles: where the hole can be, and what moves there are."""

    kind: str
    rows: int
    columns: int
    holes: tuple[tuple[int, ...], ...]
    """For each anchor, the cells of the hole, ascending."""
    moves: tuple[Transfer, ...]
    """In order of `start`."""
    metric: str = "step"
    """What one move is: "step", the hole moves to a place beside it; "line", anywhere in its row or column."""

    @property
    def is_grid(self) -> bool:
        """Whether the cells are the rows and columns of a tile board, not the vertices of a graph."""
        return self.kind == "tiles"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def moves_at(self, anchor: int) -> list[Transfer]:
        """List the moves allowed at an anchor."""
        return [move for move in self.moves if move.start == anchor]

    def labels(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each: their nibbles, the highest first."""
        octets = keys.astype(">u8").view(np.uint8).reshape(-1, 8)
        nibbles = np.empty((keys.size, MOST_CELLS), np.uint8)
        nibbles[:, 0::2] = octets >> 4
        nibbles[:, 1::2] = octets & 15
        return np.ascontiguousarray(nibbles[:, MOST_CELLS - self.cells :])

    def anchor(self, key: int) -> int:
        """Find the anchor of a board's hole."""
        cells = self.labels(np.array([key], np.uint64))[0]
        return self.holes.index(tuple(np.flatnonzero(cells == 0).tolist()))

    @cached_property
    def sides(self) -> npt.NDArray[np.int8] | None:
        """Colour the anchors with two colours so that every move changes colours, where that can be done."""
        side = np.full(len(self.holes), -1, np.int8)
        for first in range(side.size):
            if side[first] >= 0:
                continue
            side[first] = 0
            waiting = [first]
            while waiting:
                anchor = waiting.pop()
                for move in self.moves_at(anchor):
                    if side[move.end] < 0:
                        side[move.end] = 1 - side[anchor]
                        waiting.append(move.end)
                    elif side[move.end] == side[anchor]:
                        return None
        return side


def check_cells(cells: int) -> None:
    """Refuse a board that does not fit a key."""
    if cells > MOST_CELLS:
        raise PuzzleError(f"a board of {cells} cells needs {4 * cells} bits; a key has 64, so at most 16 cells fit")
