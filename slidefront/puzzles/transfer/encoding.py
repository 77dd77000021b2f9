"""The boards of a transfer puzzle as keys.

Cells hold labels, a hole sits at an anchor, a move carries tiles from some cells to others.

Tile boards with a rigid hole and graphs with one mover are both written as one list of `Transfer`s. A transfer is
allowed at one anchor and carries its tiles, all by the same distance, into cells of the hole; the cells they leave are
the hole's new ones. The key has 4 bits a cell, cell 0 highest, the hole 0: in hex digits it *is* the board. Keys of
more than 16 cells are wide (`frame`): no kernel takes them.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6          hole at cell 8
    7 8 _          move D: the 6 (cell 5) goes to cell 8, key ^ (6 << 12) | (6 << 0)
"""

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import index, xor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, check_key_bits
from slidefront.errors import BoardError
from slidefront.puzzles.board_strings import BoardStrings
from slidefront.puzzles.capabilities import Sides
from slidefront.puzzles.labels import Labels
from slidefront.puzzles.transfer import kernels
from slidefront.puzzles.transfer.frame import Frame
from slidefront.puzzles.values import Goal


class TransferTables(NamedTuple):
    """What the kernels know of a puzzle."""

    used_bits: int
    """The width of the used-move bits in a working key."""
    anchor_at: Cells
    """The anchor of the hole, by the hash of its last cell."""
    first: Keys
    """Where the moves of each anchor begin in `moves`; they end where the next anchor's begin."""
    moves: Keys
    layout: Keys
    """How a working key is laid out."""


class TransferEncoding:
    """The keys of one transfer puzzle."""

    decimal = False
    """Whether home was pasted with tiles in decimals, so that routes are written so."""

    def __init__(self, name: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        self.name = name
        self.frame = frame
        self.metric = frame.metric
        self.labels = labels
        self.names: Sequence[str] = labels.names
        self.key_bits = frame.cells * frame.cell_bits
        self.home_cells = tuple(home)
        """The label of each cell at home."""
        self.home = frame.key_of(home)
        self.goal = Goal(self.home)
        self.most_successors = max((len(frame.moves_at(anchor)) for anchor in range(len(frame.holes))), default=0)

    @cached_property
    def tables(self) -> TransferTables:
        """What kernels read."""
        check_key_bits(self)
        return build_tables(self.frame, self.home_cells)

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move that is not used."""
        tables = self.tables
        return kernels.expand(work, out, tables.anchor_at, tables.first, tables.moves, tables.layout)

    def anchors(self, keys: Keys) -> Cells:
        """Find the anchor of each board's hole."""
        if self.frame.is_wide:
            return np.array([self.frame.anchor(key) for key in keys.tolist()], np.uint8)
        out = np.empty(keys.size, np.uint8)
        kernels.anchors(keys, out, self.tables.anchor_at, self.tables.layout)
        return out

    def count_moves(self, keys: Keys) -> npt.NDArray[np.int64]:
        """Count the moves of each board."""
        moves = np.array([len(self.frame.moves_at(anchor)) for anchor in range(len(self.frame.holes))])
        return moves[self.anchors(keys)]

    def check(self, board: Sequence[int]) -> None:
        """Refuse labels that are not those of this puzzle, or a hole of another shape."""
        names = self.labels.names
        for label, name in enumerate(names):
            found, wanted = board.count(label), self.home_cells.count(label)
            if found != wanted:
                what = "the hole" if self.frame.is_grid else "the mover"
                what = f"{what} {name!r}" if label == 0 else f"{name!r}"
                raise BoardError(
                    f"the board {self.written(board)} has {what} {_times(found)}; {self.name} has it {_times(wanted)}"
                )
        hole = tuple(cell for cell, label in enumerate(board) if label == 0)
        if hole not in self.frame.holes:
            raise BoardError(
                f"the hole of the board {self.written(board)} does not have the shape that {self.name} gives it"
            )

    def written(self, board: Sequence[int]) -> str:
        """Write the label of each cell."""
        return ("" if self.labels.short else " ").join(self.labels.names[label] for label in board)

    def format(self, key: int) -> str:
        """Write a board flat, such as 123456789abcde__."""
        return self.written(self.labels_of(key))

    def labels_of(self, key: int) -> list[int]:
        """Decode a key; refuse one that does not have the tiles and the hole of this puzzle."""
        key = index(key)  # numpy's integers have other operators, and a text is no key
        labels = self.frame.labels_of(key)
        if sorted(labels) != self.tiles or key >> self.key_bits:
            raise BoardError(f"{key:#x} is not the key of a board of {self.name}")
        if len(self.frame.holes[0]) > 1:
            self.frame.anchor_of(labels)
        return labels

    @cached_property
    def tiles(self) -> list[int]:
        """The labels of all cells, ascending."""
        return sorted(self.home_cells)

    def cells(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each."""
        return self.frame.labels(keys)

    def encode(self, cells: Cells) -> Keys:
        """Encode rows of labels."""
        if self.frame.is_wide:
            return self.frame.array(self.frame.key_of(row) for row in cells.tolist())
        out = np.empty(len(cells), np.uint64)
        kernels.encode(np.ascontiguousarray(cells, np.uint8), out)
        return out

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label: a row for each label, a column for each board."""
        check_key_bits(self)
        out = np.zeros((keys.size, 16), np.uint8)
        kernels.places(keys, out, self.frame.cells)
        return out.T

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write boards in one array of strings."""
        return self._board_strings.strings(self.cells(keys))

    def utf8(self, keys: Keys) -> Cells:
        """Write boards in rows of bytes."""
        return self._board_strings.rows(self.cells(keys))

    @cached_property
    def _board_strings(self) -> BoardStrings:
        after = ["" if self.labels.short else " "] * (self.frame.cells - 1)
        return BoardStrings(dict(enumerate(self.labels.names)), [*after, ""], np.array(self.home_cells, np.uint8))

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key has the tiles of this puzzle, and cells for the hole."""
        cells, bits = self.cells(keys), 1 << np.arange(self.frame.cells)
        holes = [int(bits[list(hole)].sum()) for hole in self.frame.holes]
        good = (np.sort(cells, axis=1) == self.tiles).all(axis=1) & np.isin((cells == 0) @ bits, holes)
        return np.asarray(good & (keys <= self.frame.array([(1 << self.key_bits) - 1])))

    @property
    def sides(self) -> Sides | None:
        """The colour of the anchor of each board's hole."""
        return None if self.frame.sides is None else self._sides

    def _sides(self, keys: Keys) -> npt.NDArray[np.int8]:
        assert self.frame.sides is not None
        return self.frame.sides[self.anchors(keys)]

    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether the hole, or the mover, of each board is at home."""
        full = (1 << self.frame.cell_bits) - 1
        hole = self.frame.array([self.frame.key_of(full * (label == 0) for label in self.home_cells)])
        return np.asarray((keys & hole) == 0)


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def build_tables(frame: Frame, home: Sequence[int]) -> TransferTables:
    """Build the tables of a puzzle from its frame and the labels of its home board."""
    most = max((len(frame.moves_at(anchor)) for anchor in range(len(frame.holes))), default=0)
    used_bits, fold = 4 * -(-most // 4), False
    if 4 * frame.cells + used_bits > 64:
        fold = True
    if 4 * (frame.cells - fold) + used_bits > 64:
        used_bits, fold = 0, False
    shift = used_bits - 4 * fold
    shifts = [shift + 4 * (frame.cells - 1 - cell) for cell in range(frame.cells)]
    low = (1 << used_bits) - 1
    filled = sum(15 << place for place in shifts)
    anchor_at = np.zeros(64, np.uint8)
    for anchor, hole in enumerate(frame.holes):
        bit = 8 << shifts[hole[-1]]
        anchor_at[(bit * int(kernels.DEBRUIJN) & (1 << 64) - 1) >> 58] = anchor
    starts = [move.start for move in frame.moves]
    first = np.searchsorted(starts, np.arange(len(frame.holes) + 1)).astype(np.uint64)
    layout = np.array([low, ~filled & (1 << 64) - 1, reduce(xor, home, 0), fold, shift], np.uint64)
    return TransferTables(used_bits, anchor_at, first, _move_table(frame, shifts, with_used_bits=used_bits > 0), layout)


def _move_table(frame: Frame, shifts: Sequence[int], *, with_used_bits: bool) -> Keys:
    moves = np.zeros((len(frame.moves), 5), np.uint64)
    for row, move in zip(moves, frame.moves, strict=True):
        source = sum(15 << shifts[cell] for cell, _ in move.carries)
        (by,) = {shifts[to] - shifts[cell] for cell, to in move.carries}
        # the bit of the move among those of its anchor, and the bit that its inverse has at the other
        own = 1 << [other.end for other in frame.moves_at(move.start)].index(move.end)
        back = 1 << [other.end for other in frame.moves_at(move.end)].index(move.start)
        row[:] = own * with_used_bits, back * with_used_bits, source, max(by, 0), max(-by, 0)
    return moves
