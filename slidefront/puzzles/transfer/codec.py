"""The codec of transfer puzzles: boards as keys, as the label in each cell, and as the keys of their successors.

A key of up to 16 cells has 4 bits per cell, cell 0 highest and the hole 0: in hexadecimal digits it *is* the board.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6
    7 8 _

More cells do not fit. Their key is a rank if some tiles are equal and there are fewer than 2^62 boards:

    key = anchor of the hole x number of arrangements + rank of the arrangement of the tiles on the other cells

Otherwise the key is wide (see `frame`), and no kernel accepts it.

A working key of n cells has cell 0 in its highest nibble, and used-move bits at its low end:

    | cell 0 | cell 1 | ... | cell n-1 | used moves |

If that is too wide (16 cells and 4 bits), the last cell is left out (*folded*): it is the exclusive or of all other
cells and of `total`, which is the exclusive or of all cells of every board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, reduce
from math import prod
from operator import index, xor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.compile import kernel
from slidefront.errors import BoardError
from slidefront.puzzles.capabilities import WorkingKeys
from slidefront.puzzles.frame import Frame, mask_and_shifts
from slidefront.puzzles.transfer.kinds import AnchorMoves, expand_ranks, make_kinds, rank_all, unrank_all

MOST_RANKED_BOARDS = 1 << 62
OWN, BACK, SOURCE, LEFT, RIGHT = range(5)  # columns of the table of moves
LOW, PAD, TOTAL, FOLD, SHIFT = range(5)  # the layout
ONES = np.uint64(0x1111111111111111)
HIGHS = np.uint64(0x8888888888888888)
DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of 6 bits are all different: a hash of single bits
NIBBLE_MASK = np.uint64(15)


class TransferTables(NamedTuple):
    """The tables of a puzzle for kernels."""

    used_bits: int
    """The width of the used-move bits in a working key."""
    anchor_at: Cells
    """The anchor of the hole, by the hash of its last cell."""
    first: Keys
    """For each anchor, the index of its first move; then the number of moves."""
    moves: Keys
    layout: Keys
    """The layout of working keys: [low, pad, total, fold, shift].

    `low` masks the used-move bits, `pad` fills the nibbles that are not cells, `fold` is 1 if the last cell is folded,
    and `shift` is the number of bits by which a key moves left to become a working key.
    """


class TransferCodec:
    """The keys of all boards of a frame with the tiles of a home board. Messages name the puzzle `name`."""

    def __init__(self, name: str, frame: Frame, home: Sequence[int]) -> None:
        self.name = name
        self.frame = frame
        self.home_cells = tuple(home)
        """The label of each cell at home."""
        self.tiles = sorted(home)
        """The labels of all cells, ascending."""
        distinct = {label for label in home if label}
        ranks = RankKeys(frame, home) if frame.is_wide and len(distinct) < len(home) - home.count(0) else None
        self.ranks = ranks if ranks is not None and ranks.board_count < MOST_RANKED_BOARDS else None
        """The ranks of the boards, if their keys are ranks."""
        self.key_bits = frame.cells * frame.cell_bits if self.ranks is None else self.ranks.board_count.bit_length()

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
        elif 0 <= key < self.ranks.board_count:
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
            return np.asarray(keys < np.uint64(self.ranks.board_count))
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

    def parity_classes(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Return the parity class of the anchor of each board's hole, which the first cell of the hole determines."""
        assert self.frame.parity_classes is not None
        classes = np.zeros(self.frame.cells, np.int8)
        classes[[hole[0] for hole in self.frame.holes]] = self.frame.parity_classes
        return np.asarray(classes[np.argmax(self.decode(keys) == 0, axis=1)])

    @cached_property
    def tables(self) -> TransferTables:
        """The tables that kernels read."""
        return build_transfer_tables(self.frame, self.home_cells)

    def write_successors(self, work: Keys, out: Keys) -> int:
        """Write the boards after every move that is not used; return their number."""
        if self.ranks is not None:
            return self.ranks.expand(work, out)[0]
        tables = self.tables
        return expand_working_keys(work, out, tables.anchor_at, tables.first, tables.moves, tables.layout)

    def successor_pairs(self, keys: Keys) -> tuple[Numbers, Keys]:
        """Return for each move, with numpy alone, the index of its board and the board that it leads to."""
        if self.ranks is not None:
            out = np.empty(keys.size * max(map(len, self.frame.moves_at)), np.uint64)
            count, counts = self.ranks.expand(keys, out)
            return np.repeat(np.arange(keys.size), counts), out[:count]
        moves, first, shift = self.tables.moves, self.tables.first, self.tables.layout[SHIFT]
        rows, after = [np.empty(0, np.int64)], [keys[:0]]
        for anchor, hole in enumerate(self.frame.holes):
            (of_anchor,) = np.nonzero((keys & self.mask(hole)) == 0)
            boards = keys[of_anchor]
            for _, _, source, left, right in moves[first[anchor] : first[anchor + 1]]:
                tiles = boards & (source >> shift)
                rows.append(of_anchor)
                after.append((boards ^ tiles) | ((tiles << left) >> right))
        return np.concatenate(rows), np.concatenate(after)

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label: a row for each label, a column for each board."""
        if self.ranks is not None:
            cells = self.decode(keys)
            return np.array([np.argmax(cells == label, axis=1) for label in range(max(self.tiles) + 1)], np.uint8)
        out = np.zeros((keys.size, 16), np.uint8)
        write_places(keys, out, self.frame.cells)
        return out.T

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
        self.board_count = len(frame.holes) * self._arrangements
        """The number of boards."""
        self._cells = np.array([[cell for cell in range(frame.cells) if cell not in hole] for hole in frame.holes])
        """For each anchor, the cells that the hole does not cover."""

    @cached_property
    def _moves(self) -> AnchorMoves:
        """The moves of all anchors, on the numbers of the cells that the hole does not cover."""
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


class TransferKeys(WorkingKeys):
    """Working keys of tile boards and graphs.

    If the used-move bits leave no space for the last cell, it is left out (folded): it follows from the other cells.
    """

    def __init__(self, tables: TransferTables) -> None:
        self._layout = tables.layout
        self.bits = tables.used_bits

    def pack(self, keys: Keys) -> Keys:
        """Make space for the used-move bits."""
        return np.asarray((keys << self._layout[SHIFT]) & ~self._layout[LOW])

    def unpack(self, work: Keys) -> Keys:
        """Drop the used-move bits."""
        out = np.empty_like(work)
        unpack_working_keys(work, out, self._layout)
        return out


def build_transfer_tables(frame: Frame, home: Sequence[int]) -> TransferTables:
    """Build the tables of a puzzle from its frame and the labels of its home board."""
    most = max(map(len, frame.moves_at))
    used_bits, fold = 4 * -(-most // 4), False
    if 4 * frame.cells + used_bits > 64:
        fold = True
    if 4 * (frame.cells - fold) + used_bits > 64:
        used_bits, fold = 0, False
    shift = used_bits - 4 * fold
    shifts = [shift + 4 * (frame.cells - 1 - cell) for cell in range(frame.cells)]
    anchor_at = np.zeros(64, np.uint8)
    for anchor, hole in enumerate(frame.holes):
        bit = 8 << shifts[hole[-1]]
        anchor_at[(bit * int(DEBRUIJN) & (1 << 64) - 1) >> 58] = anchor
    moves = np.zeros((len(frame.moves), 5), np.uint64)
    for row, move in zip(moves, frame.moves, strict=True):
        # The bit of the move at its anchor, and the bit of its inverse at the other anchor.
        own = 1 << [other.end for other in frame.moves_at[move.start]].index(move.end)
        back = 1 << [other.end for other in frame.moves_at[move.end]].index(move.start)
        row[:] = own if used_bits else 0, back if used_bits else 0, *mask_and_shifts(move, shifts)
    first = np.searchsorted([move.start for move in frame.moves], np.arange(len(frame.holes) + 1)).astype(np.uint64)
    pad = (1 << 64) - 1 - sum(15 << place for place in shifts)
    layout = np.array([(1 << used_bits) - 1, pad, reduce(xor, home, 0), fold, shift], np.uint64)
    return TransferTables(used_bits, anchor_at, first, moves, layout)


# Kernels


@kernel
def last_cell(board: np.uint64, total: np.uint64) -> np.uint64:
    """Return the folded cell: the exclusive or of all nibbles of a whole board is `total`."""
    board ^= board >> np.uint64(32)
    board ^= board >> np.uint64(16)
    board ^= board >> np.uint64(8)
    board ^= board >> np.uint64(4)
    return (board & NIBBLE_MASK) ^ total


@kernel
def hole_slot(board: np.uint64, pad: np.uint64) -> np.uint64:
    """Return a hash of the position of the lowest nibble that is 0: the last cell of the hole, or the mover."""
    board |= pad
    zeros = (board - ONES) & ~board & HIGHS
    return ((zeros & (~zeros + np.uint64(1))) * DEBRUIJN) >> np.uint64(58)


@kernel
def expand_working_keys(work: Keys, out: Keys, anchor_at: Cells, first: Keys, moves: Keys, layout: Keys) -> int:
    """Write the boards after every unused move of every board; return their number."""
    low, pad, total, fold = layout[LOW], layout[PAD], layout[TOTAL], layout[FOLD]
    n = 0
    for i in range(work.size):
        used = work[i] & low
        board = work[i] ^ used
        if fold:
            board |= last_cell(board, total) << layout[SHIFT]
        anchor = anchor_at[hole_slot(board, pad)]
        for j in range(first[anchor], first[anchor + 1]):
            tiles = board & moves[j, SOURCE]
            moved = (board ^ tiles) | ((tiles << moves[j, LEFT]) >> moves[j, RIGHT])
            out[n] = (moved & ~low) | moves[j, BACK]
            n += (used & moves[j, OWN]) == 0  # written always, counted if unused: no branch to mispredict
    return n


@kernel
def unpack_working_keys(work: Keys, out: Keys, layout: Keys) -> None:
    """Write the keys of working keys."""
    for i in range(work.size):
        board = work[i] & ~layout[LOW]
        if layout[FOLD]:
            board |= last_cell(board, layout[TOTAL]) << layout[SHIFT]
        out[i] = board >> layout[SHIFT]


@kernel
def write_places(keys: Keys, out: Cells, cells: int) -> None:
    """Write a row for each key: the first cell of each label."""
    for i in range(keys.size):
        key = keys[i]
        for c in range(cells - 1, -1, -1):
            out[i, key & NIBBLE_MASK] = c
            key >>= np.uint64(4)
