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

from collections.abc import Collection, Sequence
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, check_key_bits
from slidefront.errors import BoardError
from slidefront.puzzles.board_text import BoardText, BoardWriter
from slidefront.puzzles.capabilities import Goal, Sides
from slidefront.puzzles.transfer import successors
from slidefront.puzzles.transfer.frame import Frame, Labels
from slidefront.puzzles.transfer.successors import TransferTables, build_tables
from slidefront.units import counted


class TransferEncoding:
    """The keys of one transfer puzzle."""

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
        self.writer: BoardWriter | None = BoardWriter(self.cells, dict(enumerate(labels.names)), self.format(self.home))
        self.sides: Sides | None = None if frame.sides is None else self._sides
        self.most_successors = max((len(frame.moves_at(anchor)) for anchor in range(len(frame.holes))), default=0)

    @cached_property
    def tables(self) -> TransferTables:
        """What kernels read."""
        check_key_bits(self)
        return build_tables(self.frame, self.home_cells)

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move that is not used."""
        tables = self.tables
        return successors.expand(work, out, tables.anchor_at, tables.first, tables.moves, tables.layout)

    def anchors(self, keys: Keys) -> Cells:
        """Find the anchor of each board's hole."""
        if self.frame.is_wide:
            return np.array([self.frame.anchor(key) for key in keys.tolist()], np.uint8)
        out = np.empty(keys.size, np.uint8)
        successors.anchors(keys, out, self.tables.anchor_at, self.tables.layout)
        return out

    def edges(self, keys: Keys) -> tuple[Numbers, Keys]:
        """Make all moves, with numpy alone: for each, the place of its board and the board that it leads to."""
        check_key_bits(self)
        rows, found = [np.empty(0, np.int64)], [keys[:0]]
        for hole, moves in self._carried:
            (at,) = np.nonzero((keys & hole) == 0)
            boards = keys[at]
            for source, left, right in moves:
                tiles = boards & source
                rows.append(at)
                found.append((boards ^ tiles) | ((tiles << left) >> right))
        return np.concatenate(rows), np.concatenate(found)

    @cached_property
    def _carried(self) -> list[tuple[np.uint64, list[Keys]]]:
        """For each anchor the bits of its hole, and for each of its moves those of the tiles, and how far they go."""
        bits = self.frame.cell_bits
        ways = [(move, bits * (move.carries[0][0] - move.carries[0][1])) for move in self.frame.moves]
        return [
            (
                self._mask(hole),
                [
                    np.array([self._mask([cell for cell, _ in move.carries]), max(by, 0), max(-by, 0)], np.uint64)
                    for move, by in ways
                    if move.start == anchor
                ],
            )
            for anchor, hole in enumerate(self.frame.holes)
        ]

    def _mask(self, cells: Collection[int]) -> Any:
        """The bits of some cells, as a number of the type of keys."""
        full = (1 << self.frame.cell_bits) - 1
        return self.frame.array([self.frame.key_of(full * (cell in cells) for cell in range(self.frame.cells))])[0]

    def read(self, text: str) -> tuple[list[int], bool]:
        """Read the label of each cell of a board, and whether tiles above 9 are written as decimal numbers."""
        board, frame = BoardText(text, BoardError, self.written(self.home_cells)), self.frame
        rows = board.rows(lambda name: self.labels.label(name) is not None, f"a label of {self.name}")
        flat = [cell for row in rows for cell in row]
        if (len(rows), len(rows[0])) not in ((1, frame.cells), (frame.rows, frame.columns)):
            wanted = f"{frame.rows} x {frame.columns}" if frame.rows > 1 else str(frame.cells)
            has = f"{len(rows)} x {len(rows[0])} cells" if len(rows) > 1 else counted(len(flat), "cell")
            raise board.refused(flat[-1].at, f"the board has {has}, and {self.name} has {wanted}")
        found: list[int] = []
        for cell in flat:
            label = self.labels.label(cell.name) or 0
            found.append(label)
            if found.count(label) > self.home_cells.count(label):
                raise board.refused(
                    cell.at, f"{cell.name!r} is there {_times(found.count(label))}{self._missing(found)}"
                )
        hole = [number for number, label in enumerate(found) if label == 0]
        if tuple(hole) not in frame.holes:
            raise board.refused(flat[hole[0]].at, f"the hole does not have the shape that {self.name} gives it")
        return found, any(len(cell.name) == 2 and self.labels.numbered and cell.name.isdigit() for cell in flat)

    @cached_property
    def _digits(self) -> dict[str, str]:
        """The hex digit of what may be written in a cell."""
        words = [*map(chr, range(33, 127)), *map(str, range(10, 16)), *self.names]
        return {word: f"{label:x}" for word in words if (label := self.labels.label(word)) is not None}

    def read_plain(self, text: str) -> int | None:
        """Read a board in plain form, whatever its tiles are: cells apart by single blanks, or not, rows by /."""
        rows = text.split("/")
        cells = [row.split(" ") for row in rows] if " " in text else rows
        if [*map(len, cells)] not in ([self.frame.cells], [self.frame.columns] * self.frame.rows):
            return None
        try:
            return int("".join([self._digits[word] for row in cells for word in row]), 16)
        except KeyError:
            return None

    def _missing(self, found: Sequence[int]) -> str:
        if len(found) < self.frame.cells:
            return f" where {self.name} has it {_times(self.home_cells.count(found[-1]))}"
        names = [name for label, name in enumerate(self.names) if found.count(label) < self.home_cells.count(label)]
        return f", and {' '.join(names)} is missing"

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
        successors.encode(np.ascontiguousarray(cells, np.uint8), out)
        return out

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label: a row for each label, a column for each board."""
        check_key_bits(self)
        out = np.zeros((keys.size, 16), np.uint8)
        successors.places(keys, out, self.frame.cells)
        return out.T

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key has the tiles of this puzzle, and cells for the hole."""
        cells, bits = self.cells(keys), 1 << np.arange(self.frame.cells)
        holes = [int(bits[list(hole)].sum()) for hole in self.frame.holes]
        good = (np.sort(cells, axis=1) == self.tiles).all(axis=1) & np.isin((cells == 0) @ bits, holes)
        return np.asarray(good & (keys <= self.frame.array([(1 << self.key_bits) - 1])))

    def _sides(self, keys: Keys) -> npt.NDArray[np.int8]:
        """The colour of the anchor of each board's hole."""
        assert self.frame.sides is not None
        return self.frame.sides[self.anchors(keys)]

    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether the hole, or the mover, of each board is at home."""
        hole = [cell for cell, label in enumerate(self.home_cells) if label == 0]
        return np.asarray((keys & self._mask(hole)) == 0)


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")
