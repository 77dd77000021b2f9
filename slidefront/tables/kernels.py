"""The inner loops of tables: one depth over bits, and the way down from a board.

A table has two bits for each board, in the words `low` and `high`: its *code*, which is the depth modulo 3, or 3 if the
board is not reached yet. Boards at the depths d and d - 3 have the same code. A step need not tell them apart: the
neighbours of the latter have all been reached before.

One depth is pulled: each word with boards that are not reached reads the words that its moves lead to, and finds boards
of the code there. So each word has one writer. If every move changes sides, words that are read are never written.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.transfer.ranks import Moves

ALL = np.uint64((1 << 64) - 1)
NONE = np.uint64(0)
ONE = np.uint64(1)
BYTE = np.uint64(255)

Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]


class Space(NamedTuple):
    """A space as bits: by anchor, block and word; and what is known of each block of an anchor."""

    low: Keys
    high: Keys
    frontier: Flags
    """Whether the block has boards at the depth that is stepped from."""
    following: Flags
    """Whether it has boards at the depth that is stepped to."""
    left: Small
    """How many of its boards are not reached yet."""


@kernel
def count_bits(word: np.uint64) -> int:
    """Count the bits that are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def shuffled(word: np.uint64, shuffle: Keys) -> np.uint64:
    """Put the boards of a word in another order."""
    out = NONE
    for byte in range(8):
        out |= shuffle[byte, word & BYTE]
        word >>= np.uint64(8)
    return out


@kernel
def has_source(space: Space, moves: Moves, anchor: int, block: int) -> bool:
    """Tell whether any move from a block leads to one with boards at the depth before."""
    for move in range(moves.first[anchor], moves.first[anchor + 1]):
        to = block if moves.loop[move] < 0 else moves.block_to[moves.loop[move], block]
        if space.frontier[moves.end[move], to]:
            return True
    return False


@kernel
def pull_block(space: Space, moves: Moves, move: int, block: int, flip: Keys, found: Keys) -> None:
    """Add to `found` the boards of a block that one move takes to a board of the code."""
    low, high = space.low[moves.end[move]], space.high[moves.end[move]]
    flip_low, flip_high = flip[0], flip[1]
    loop = moves.loop[move]
    by = 0
    if loop >= 0:
        by = moves.block_by[loop, block]
        block = moves.block_to[loop, block]
    if not space.frontier[moves.end[move], block]:
        return
    low, high = low[block], high[block]
    if by == 0:
        for w in range(found.size):
            found[w] |= (low[w] ^ flip_low) & (high[w] ^ flip_high)
        return
    word_to, word_by = moves.word_to[by], moves.word_by[by]
    for w in range(found.size):
        to = word_to[w]
        boards = (low[to] ^ flip_low) & (high[to] ^ flip_high)
        if boards != NONE:
            h = word_by[w]
            found[w] |= boards if h == 0 else shuffled(boards, moves.shuffle[h])


@kernel
def write_ranks(boards: np.uint64, first: int, log: Numbers) -> None:
    """Append the ranks of the boards of a word to a log until it is full; log[0] is the number of its entries."""
    while boards != NONE and log[0] < log.size - 1:
        if boards & ONE:
            log[0] += 1
            log[log[0]] = first
        boards >>= ONE
        first += 1


@kernel
def step(space: Space, moves: Moves, task: Numbers, anchors: Numbers, counts: Numbers, log: Numbers) -> None:
    """Find the boards at a depth among some blocks of some anchors, out of those at the depth before.

    `task` is the depth, the first block, the one after the last, and the boards of a word; `counts` gets the boards of
    each anchor added, `log` the ranks of the first ones; `following` must be 0 before.
    """
    depth, per_word = task[0], task[3]
    all_blocks, words = space.low.shape[1], space.low.shape[2]
    before, code = (depth + 2) % 3, depth % 3
    flip = np.empty(2, np.uint64)
    flip[0] = NONE if before & 1 else ALL
    flip[1] = NONE if before & 2 else ALL
    clear_low = NONE if code & 1 else ALL
    clear_high = NONE if code & 2 else ALL
    found = np.empty(space.low.shape[2], np.uint64)
    for block in range(task[1], task[2]):
        for at in range(anchors.size):
            anchor = anchors[at]
            if space.left[anchor, block] == 0 or not has_source(space, moves, anchor, block):
                continue
            found[:] = NONE
            for move in range(moves.first[anchor], moves.first[anchor + 1]):
                pull_block(space, moves, move, block, flip, found)
            low, high = space.low[anchor, block], space.high[anchor, block]
            boards = 0
            for w in range(found.size):
                new = found[w] & low[w] & high[w]
                if new != NONE:
                    boards += count_bits(new)
                    write_ranks(new, ((anchor * all_blocks + block) * words + w) * per_word, log)
                    low[w] ^= new & clear_low
                    high[w] ^= new & clear_high
            if boards:
                counts[anchor] += boards
                space.left[anchor, block] -= boards
                space.following[anchor, block] = 1


@kernel
def count_unreached(space: Space, per_word: int) -> None:
    """Count the boards that are not reached in each block."""
    valid = ALL >> np.uint64(64 - per_word)
    anchors, blocks, words = space.low.shape
    for anchor in range(anchors):
        for block in range(blocks):
            boards = 0
            for w in range(words):
                boards += count_bits(space.low[anchor, block, w] & space.high[anchor, block, w] & valid)
            space.left[anchor, block] = boards


@kernel
def set_codes(low: Keys, high: Keys, ranks: Numbers, per_word: int, code: int) -> None:
    """Write a code to ranks that are not reached; no other thread may write at the same time."""
    for i in range(ranks.size):
        word, place = divmod(ranks[i], per_word)
        bit = ONE << np.uint64(place)
        if not code & 1:
            low[word] &= ~bit
        if not code & 2:
            high[word] &= ~bit
