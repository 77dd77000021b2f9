"""The tables that the kernels of a transfer puzzle read, built from its frame once."""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.puzzles.transfer import kernels
from slidefront.puzzles.transfer.frame import Frame, Transfer


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
    for index, move in enumerate(frame.moves):
        source = sum(15 << shifts[cell] for cell, _ in move.carries)
        (by,) = {shifts[to] - shifts[cell] for cell, to in move.carries}
        own, back = _used_bits(frame, move) if with_used_bits else (0, 0)
        moves[index] = own, back, source, max(by, 0), max(-by, 0)
    return moves


def _used_bits(frame: Frame, move: Transfer) -> tuple[int, int]:
    """Return the bit of a move among those of its anchor, and the bit that its inverse has at the other."""
    own = [other.end for other in frame.moves_at(move.start)].index(move.end)
    back = [other.end for other in frame.moves_at(move.end)].index(move.start)
    return 1 << own, 1 << back
