"""The shape of a transfer puzzle without its tiles: where the hole can be, and what moves there are.

It also decodes keys, in which cell 0 is highest and the hole is 0. Up to 16 cells have 4 bits each, so that a key has
at most 64. More cells have 5 or 6: such *wide* keys are Python integers, for single boards and not for layers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Cells, Keys, key_array
from slidefront.errors import BoardError, PuzzleError

MOST_CELLS = 36
_NIBBLES = 16


@dataclass(frozen=True)
class Transfer:
    """A move allowed at anchor `start`, which takes the hole to anchor `end`."""

    start: int
    end: int
    name: str
    carries: tuple[tuple[int, int], ...]
    """The cell that each tile leaves and the cell that it enters."""

    def apply(self, cells: Sequence[int], empty: int = 0) -> list[int]:
        """Make the move on a list with an entry for each cell; cells of the hole have the entry `empty`."""
        after = list(cells)
        for cell, _ in self.carries:
            after[cell] = empty
        for cell, to in self.carries:
            after[to] = cells[cell]
        return after


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
        return self._moves_at[anchor]

    @cached_property
    def _moves_at(self) -> list[list[Transfer]]:
        return [[move for move in self.moves if move.start == anchor] for anchor in range(len(self.holes))]

    @cached_property
    def cell_bits(self) -> int:
        """How many bits a cell has in a key."""
        return max(4, (self.cells - 1).bit_length())

    @property
    def is_wide(self) -> bool:
        """Whether keys have more than 64 bits."""
        return self.cells * self.cell_bits > KEY_BITS

    def key_of(self, labels: Iterable[int]) -> int:
        """Make the key of a board, given as the label in each cell."""
        key, bits = 0, self.cell_bits
        for label in labels:
            key = key << bits | label
        return key

    def labels_of(self, key: int) -> list[int]:
        """Decode one key."""
        last, cell = self.cell_bits * (self.cells - 1), (1 << self.cell_bits) - 1
        return [key >> place & cell for place in range(last, -1, -self.cell_bits)]

    def array(self, keys: Iterable[int]) -> Keys:
        """Put keys in an array."""
        return key_array(keys, self.cells * self.cell_bits)

    def labels(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each."""
        if self.is_wide:
            return np.array([self.labels_of(key) for key in keys.tolist()], np.uint8).reshape(-1, self.cells)
        octets = keys.astype(">u8").view(np.uint8).reshape(-1, 8)
        nibbles = np.empty((keys.size, _NIBBLES), np.uint8)
        nibbles[:, 0::2] = octets >> 4
        nibbles[:, 1::2] = octets & 15
        return np.ascontiguousarray(nibbles[:, _NIBBLES - self.cells :])

    def anchor(self, key: int) -> int:
        """Find the anchor of a board's hole."""
        return self.anchor_of(self.labels_of(key))

    def anchor_of(self, labels: Sequence[int]) -> int:
        """Find the anchor of the hole of a board, given as the label in each cell."""
        try:
            return self.holes.index(tuple(cell for cell, label in enumerate(labels) if label == 0))
        except ValueError:
            raise BoardError(f"the cells of the hole are not together: {' '.join(map(str, labels))}") from None

    @cached_property
    def sides(self) -> npt.NDArray[np.int8] | None:
        """Two colours for the anchors so that every move changes the colour; None if that is not possible."""
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
    """Refuse a board of too many cells."""
    if cells > MOST_CELLS:
        raise PuzzleError(
            f"a board of {cells} cells is too large: tile boards and graphs have at most {MOST_CELLS}, in all commands"
        )
