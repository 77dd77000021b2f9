"""Successors of many boards of a transfer puzzle: the tables of its moves, and the kernels that read them.

A working key of n cells has cell 0 in its highest nibble, and used-move bits at its low end, which `low` masks:

    | cell 0 | cell 1 | ... | cell n-1 | used moves |

If that is too wide (16 cells and 4 bits), the last cell is left out (*folded*): it is the exclusive or of all other
cells and of `total`, which is the exclusive or of all cells of every board.

`layout` is [low, pad, total, fold, shift]: pad fills the nibbles that are not cells, fold is 1 if the last cell is
folded, and shift is the number of bits by which a key moves left to become a working key.
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.puzzles.frame import Frame

OWN, BACK, SOURCE, LEFT, RIGHT = range(5)  # columns of the table of moves
LOW, PAD, TOTAL, FOLD, SHIFT = range(5)  # the layout
ONES = np.uint64(0x1111111111111111)
HIGHS = np.uint64(0x8888888888888888)
DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of 6 bits are all different: a hash of single bits
LAST = np.uint64(15)


class TransferTables(NamedTuple):
    """The tables of a puzzle for kernels."""

    used_bits: int
    """The width of the used-move bits in a working key."""
    anchor_at: Cells
    """The anchor of the hole, by the hash of its last cell."""
    first: Keys
    """For each anchor the first of its moves, and at the end the number of moves."""
    moves: Keys
    layout: Keys
    """The layout of working keys."""


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
        source = sum(15 << shifts[cell] for cell, _ in move.carries)
        (by,) = {shifts[to] - shifts[cell] for cell, to in move.carries}
        # The bit of the move at its anchor, and the bit of its inverse at the other anchor.
        own = 1 << [other.end for other in frame.moves_at[move.start]].index(move.end)
        back = 1 << [other.end for other in frame.moves_at[move.end]].index(move.start)
        row[:] = own if used_bits else 0, back if used_bits else 0, source, max(by, 0), max(-by, 0)
    first = np.searchsorted([move.start for move in frame.moves], np.arange(len(frame.holes) + 1)).astype(np.uint64)
    pad = (1 << 64) - 1 - sum(15 << place for place in shifts)
    layout = np.array([(1 << used_bits) - 1, pad, reduce(xor, home, 0), fold, shift], np.uint64)
    return TransferTables(used_bits, anchor_at, first, moves, layout)


@kernel
def last_cell(board: np.uint64, total: np.uint64) -> np.uint64:
    """Return the folded cell: the exclusive or of all nibbles of a whole board is `total`."""
    board ^= board >> np.uint64(32)
    board ^= board >> np.uint64(16)
    board ^= board >> np.uint64(8)
    board ^= board >> np.uint64(4)
    return (board & LAST) ^ total


@kernel
def hole_slot(board: np.uint64, pad: np.uint64) -> np.uint64:
    """Return a hash of the position of the lowest nibble that is 0: the last cell of the hole, or the mover."""
    board |= pad
    zeros = (board - ONES) & ~board & HIGHS
    return ((zeros & (~zeros + np.uint64(1))) * DEBRUIJN) >> np.uint64(58)


@kernel
def expand(work: Keys, out: Keys, anchor_at: Cells, first: Keys, moves: Keys, layout: Keys) -> int:
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
def unpack(work: Keys, out: Keys, layout: Keys) -> None:
    """Write the keys of working keys."""
    for i in range(work.size):
        board = work[i] & ~layout[LOW]
        if layout[FOLD]:
            board |= last_cell(board, layout[TOTAL]) << layout[SHIFT]
        out[i] = board >> layout[SHIFT]


@kernel
def places(keys: Keys, out: Cells, cells: int) -> None:
    """Write a row for each key: the first cell of each label."""
    for i in range(keys.size):
        key = keys[i]
        for c in range(cells - 1, -1, -1):
            out[i, key & LAST] = c
            key >>= np.uint64(4)
