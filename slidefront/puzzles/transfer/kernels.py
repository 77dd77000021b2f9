"""The inner loops of transfer puzzles. Every table they read is built by `encoding.py`.

A working key of `n` cells holds cell 0 in its highest nibble, and `low` covers the used-move bits below:

    | cell 0 | cell 1 | ... | cell n-1 | used moves |

Where that is too wide (16 cells and 4 bits), the last cell is folded away: it is the exclusive or of all other
cells with that of the whole board, `total`.

`layout` is [low, pad, total, fold, shift]: pad fills the nibbles that are not cells, fold tells whether the last
cell is folded, shift is how far a key moves left to become a working key.
"""

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel

OWN, BACK, SOURCE, LEFT, RIGHT = range(5)  # columns of the table of moves
LOW, PAD, TOTAL, FOLD, SHIFT = range(5)  # the layout
ONES = np.uint64(0x1111111111111111)
HIGHS = np.uint64(0x8888888888888888)
DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of 6 bits are all different: a hash of single bits
LAST = np.uint64(15)


@kernel
def last_cell(board: np.uint64, total: np.uint64) -> np.uint64:
    """Find the folded cell: all nibbles of a whole board xor to `total`."""
    board ^= board >> np.uint64(32)
    board ^= board >> np.uint64(16)
    board ^= board >> np.uint64(8)
    board ^= board >> np.uint64(4)
    return (board & LAST) ^ total


@kernel
def hole_slot(board: np.uint64, pad: np.uint64) -> np.uint64:
    """Hash the position of the lowest nibble that is 0: the last cell of the hole, or the mover."""
    board |= pad
    zeros = (board - ONES) & ~board & HIGHS
    return ((zeros & (~zeros + np.uint64(1))) * DEBRUIJN) >> np.uint64(58)


@kernel
def expand(work: Keys, out: Keys, anchor_at: Cells, first: Keys, moves: Keys, layout: Keys) -> int:
    """Make every unused move of every board; return how many successors `out` got."""
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
def pack(keys: Keys, out: Keys, layout: Keys) -> None:
    """Turn keys into working keys with no move used."""
    for i in range(keys.size):
        out[i] = (keys[i] << layout[SHIFT]) & ~layout[LOW]


@kernel
def unpack(work: Keys, out: Keys, layout: Keys) -> None:
    """Turn working keys into keys."""
    for i in range(work.size):
        board = work[i] & ~layout[LOW]
        if layout[FOLD]:
            board |= last_cell(board, layout[TOTAL]) << layout[SHIFT]
        out[i] = board >> layout[SHIFT]


@kernel
def anchors(keys: Keys, out: Cells, anchor_at: Cells, layout: Keys) -> None:
    """Find the anchor of each key's hole."""
    for i in range(keys.size):
        out[i] = anchor_at[hole_slot(keys[i] << layout[SHIFT], layout[PAD])]


@kernel
def places(keys: Keys, out: Cells, cells: int) -> None:
    """Write a row for each key: the cell of each label, the first one if it has several."""
    for i in range(keys.size):
        key = keys[i]
        for c in range(cells - 1, -1, -1):
            out[i, key & LAST] = c
            key >>= np.uint64(4)


@kernel
def encode(cells: Cells, out: Keys) -> None:
    """Make a key of each row of labels."""
    for i in range(out.size):
        key = np.uint64(0)
        for c in range(cells.shape[1]):
            key = (key << np.uint64(4)) | cells[i, c]
        out[i] = key
