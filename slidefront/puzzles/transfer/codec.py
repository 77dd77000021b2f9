"""The codec of transfer puzzles: boards as keys, and as the label in each cell.

A key of up to 16 cells has 4 bits per cell, cell 0 highest and the hole 0: in hexadecimal digits it *is* the board.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6
    7 8 _

More cells do not fit. Their key is a rank if some tiles are equal and there are fewer than 2^62 boards:

    key = anchor of the hole x number of arrangements + rank of the arrangement of the tiles on the other cells

Otherwise the key is wide (see `frame`), and no kernel accepts it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from math import prod
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.errors import BoardError
from slidefront.puzzles.frame import Frame
from slidefront.puzzles.transfer.kinds import AnchorMoves, expand_ranks, make_kinds, rank_all, unrank_all

MOST_RANKED_BOARDS = 1 << 62


class TransferCodec:
    """The keys of all boards of a frame with the tiles of a home board. `name` is the puzzle's, for messages."""

    def __init__(self, name: str, frame: Frame, home: Sequence[int]) -> None:
        self.name = name
        self.frame = frame
        self.home_cells = tuple(home)
        """The label of each cell at home."""
        self.tiles = sorted(home)
        """The labels of all cells, ascending."""
        distinct = {label for label in home if label}
        ranks = RankKeys(frame, home) if frame.is_wide and len(distinct) < len(home) - home.count(0) else None
        self.ranks = ranks if ranks is not None and ranks.boards < MOST_RANKED_BOARDS else None
        """The ranks of the boards, if their keys are ranks."""
        self.key_bits = frame.cells * frame.cell_bits if self.ranks is None else self.ranks.boards.bit_length()

    def key_of(self, labels: Iterable[int]) -> int:
        """Encode a board, given as the label in each cell."""
        if self.ranks is None:
            return self.frame.key_of(labels)
        return int(self.ranks.keys(np.array([[*labels]], np.uint8))[0])

    def labels_of(self, key: int) -> list[int]:
        """Decode a key; raise BoardError if it does not have the tiles and the hole of the puzzle."""
        key = index(key)  # numpy's integers have other operators, and a text is no key
        if self.ranks is None:
            labels = self.frame.labels_of(key)
        elif 0 <= key < self.ranks.boards:
            labels = self.ranks.cells(np.array([key], np.uint64))[0].tolist()
        else:
            labels = []
        if sorted(labels) != self.tiles or key >> self.key_bits:
            raise BoardError(f"{key:#x} is not the key of a board of {self.name}")
        if len(self.frame.holes[0]) > 1:
            self.frame.anchor_of(labels)
        return labels

    def encode(self, cells: Cells) -> Keys:
        """Encode boards, each a row of labels; they are not checked."""
        return self.frame.keys(cells) if self.ranks is None else self.ranks.keys(cells)

    def decode(self, keys: Keys) -> Cells:
        """Decode keys, a row of labels for each; they are not checked."""
        return self.frame.labels(keys) if self.ranks is None else self.ranks.cells(keys)

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each key has the tiles of the puzzle, and cells for the hole."""
        if self.ranks is not None:
            return np.asarray(keys < np.uint64(self.ranks.boards))
        return np.asarray(self.have_tiles(self.decode(keys)) & (keys <= self.frame.array([(1 << self.key_bits) - 1])))

    def have_tiles(self, cells: Cells) -> npt.NDArray[np.bool_]:
        """Whether each row of labels has the tiles of the puzzle, and cells for the hole."""
        bits = 1 << np.arange(self.frame.cells)
        holes = [int(bits[list(hole)].sum()) for hole in self.frame.holes]
        return np.asarray((np.sort(cells, axis=1) == self.tiles).all(axis=1) & np.isin((cells == 0) @ bits, holes))

    def have_labels(self, keys: Keys, wanted: Sequence[int | None]) -> npt.NDArray[np.bool_]:
        """Whether each board has the wanted labels; None stands for any label."""
        cells = [cell for cell, label in enumerate(wanted) if label is not None]
        labels = [label or 0 for label in wanted]
        if self.ranks is not None:
            return np.asarray((self.decode(keys)[:, cells] == np.array(labels)[cells]).all(axis=1))
        return np.asarray((keys & self.mask(cells)) == self.frame.array([self.frame.key_of(labels)])[0])

    def mask(self, cells: Collection[int]) -> Any:
        """Return the bits of some cells in a key, as a number of the type of keys."""
        full = (1 << self.frame.cell_bits) - 1
        return self.frame.array([self.frame.key_of(full * (cell in cells) for cell in range(self.frame.cells))])[0]


class RankKeys:
    """The ranks of all boards with the tiles of a home board, reachable or not."""

    def __init__(self, frame: Frame, home: Sequence[int]) -> None:
        self._frame = frame
        counts = Counter(label for label in home if label)
        (common, _), *others = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        self._labels = np.array([common, *(label for label, _ in others)], np.uint8)
        self._kind_of = np.full(256, -1, np.int32)
        self._kind_of[self._labels] = range(self._labels.size)
        orbit_of = np.zeros(counts.total(), np.int32)
        self._kinds = make_kinds(orbit_of, [0] * self._labels.size, [0, *(count for _, count in others)])
        self._arrangements = prod(self._kinds.sizes.tolist())
        self.boards = len(frame.holes) * self._arrangements
        """The number of boards."""
        self._cells = np.array([[cell for cell in range(frame.cells) if cell not in hole] for hole in frame.holes])
        """For each anchor, the cells that the hole does not cover."""

    @cached_property
    def _moves(self) -> AnchorMoves:
        loops = []
        for move in self._frame.moves:
            before = np.full(self._frame.cells, -1)
            before[self._cells[move.start]] = range(self._cells.shape[1])
            after = move.apply(before.tolist(), -1)
            loops.append(np.argsort([after[cell] for cell in self._cells[move.end]]))
        first = np.cumsum([0, *map(len, self._frame.moves_at)])
        return AnchorMoves(
            first, np.array([move.end for move in self._frame.moves], np.int32), np.array(loops, np.int32)
        )

    def keys(self, cells: Cells) -> Keys:
        """Encode boards, each a row of labels."""
        holes = {hole[0]: anchor for anchor, hole in enumerate(self._frame.holes)}
        anchors = np.array([holes.get(cell, 0) for cell in range(self._frame.cells)])[np.argmax(cells == 0, axis=1)]
        kinds_at = self._kind_of[np.take_along_axis(cells, self._cells[anchors], axis=1)]
        ranks = np.empty(len(cells), np.int64)
        rank_all(kinds_at, 1, self._labels.size, self._kinds, ranks)
        return np.asarray((anchors * self._arrangements + ranks).astype(np.uint64))

    def cells(self, keys: Keys) -> Cells:
        """Decode keys, a row of labels for each."""
        anchors, ranks = np.divmod(keys.astype(np.int64), self._arrangements)
        kinds_at = np.zeros((keys.size, self._cells.shape[1]), np.int32)
        unrank_all(ranks, 1, self._labels.size, self._kinds, kinds_at)
        cells = np.zeros((keys.size, self._frame.cells), np.uint8)
        np.put_along_axis(cells, self._cells[anchors], self._labels[kinds_at], axis=1)
        return cells

    def expand(self, keys: Keys, out: Keys) -> tuple[int, Numbers]:
        """Write the keys after all moves of boards; return the number of moves, and the number per board."""
        counts = np.empty(keys.size, np.int64)
        return expand_ranks(keys, self._moves, self._labels.size, self._kinds, out, counts), counts
