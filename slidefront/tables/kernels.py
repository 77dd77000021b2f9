"""The inner loops of tables: one depth of a space over rows of bits, with one bit a board or with two.

One depth is pulled: a row reads the rows that its moves lead to, and finds its boards that have a neighbour at the
depth before. So each row has one writer, and no thread reads what another one writes.

**One bit**, where every move changes sides: the code of a board is `(depth >> 1) & 1`. A board that is not reached yet
has the code that the last layer of its side has not. So all boards with the code of layer d on its side are at d,
d - 4, d - 8 and so on. To find layer d + 1 on the other side, whose code shall be c:

    depth of the board      code before    has a neighbour with the code of layer d    code after
    d + 1                   c              yes                                         c
    d - 3, d - 7, ...       c              yes, one nearer to the start                c
    not reached yet         c              no                                          not c
    d - 1, d - 5, ...       not c          either                                      not c

So a row becomes `row AND found`, or `row OR NOT found` where c is 0, in place, and the bits that changed are the boards
that are still not reached. No other bitmap is needed. Only boards at depth 0 have no neighbour nearer, so they are
added to `found`.

**Two bits**, elsewhere: the code is the depth modulo 3, or 3 for a board that is not reached yet, in two planes; a
third plane has the boards of the depth before.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small, count_bits
from slidefront.compile import kernel
from slidefront.puzzles.ranking import RowMoves, Shuffles

ALL = np.uint64((1 << 64) - 1)
NONE = np.uint64(0)
ONE = np.uint64(1)
BYTE = np.uint64(255)

Flags = npt.NDArray[np.uint8]


class Rows(NamedTuple):
    """What is known of each row, and of some boards."""

    left: Small
    """How many of its boards are not reached yet."""
    reached: Flags
    """Whether any of its boards is reached."""
    front: Flags
    """Whether the row has boards of the last layer."""
    following: Flags
    """Whether it has boards of the layer that is being found, 0 before; with one bit the same array as `front`."""
    starts: Numbers
    """The ranks at depth 0, ascending."""
    mask_of: npt.NDArray[np.uint16]
    masks: Keys
    marked: Small
    """How many of its marked boards are not reached yet; empty if no boards are marked."""


@kernel
def shuffled(word: np.uint64, shuffle: Keys, h: int) -> np.uint64:
    """Put the boards of a word in another order."""
    out: np.uint64 = shuffle[h, 0, word & BYTE] | shuffle[h, 1, (word >> np.uint64(8)) & BYTE]
    out |= shuffle[h, 2, (word >> np.uint64(16)) & BYTE] | shuffle[h, 3, (word >> np.uint64(24)) & BYTE]
    out |= shuffle[h, 4, (word >> np.uint64(32)) & BYTE] | shuffle[h, 5, (word >> np.uint64(40)) & BYTE]
    out |= shuffle[h, 6, (word >> np.uint64(48)) & BYTE] | shuffle[h, 7, word >> np.uint64(56)]
    return out


@kernel
def permute(boards: Keys, by: int, shuffles: Shuffles, out: Keys) -> None:
    """Add to `out` the boards that a permutation takes to those of a row."""
    word_to, word_by, shuffle = shuffles.word_to, shuffles.word_by, shuffles.shuffle
    for w in range(out.size):
        word = boards[word_to[by, w]]
        if word != NONE:
            h = word_by[by, w]
            out[w] |= word if h == 0 else shuffled(word, shuffle, h)


@kernel
def gather(plane: Keys, flip: np.uint64, known: Flags, row: int, moves: RowMoves, found: Keys, spare: Keys) -> None:
    """Find the boards of a row with a neighbour whose bit, after a flip, is set in a row that is known.

    The neighbours in the same order are united first, so that each permutation is made once.
    """
    ends, order = moves.end, moves.by
    move, last = moves.first[row], moves.first[row + 1]
    found[:] = NONE
    while move < last:
        by = order[move]
        some = False
        while move < last and order[move] == by:
            end = ends[move]
            move += 1
            if not known[end]:
                continue
            if by == 0:
                for w in range(found.size):
                    found[w] |= plane[end, w] ^ flip
            elif some:
                for w in range(found.size):
                    spare[w] |= plane[end, w] ^ flip
            else:
                for w in range(found.size):
                    spare[w] = plane[end, w] ^ flip
                some = True
        if some:
            permute(spare, by, moves.shuffles, found)


@kernel
def list_near(front: Small, others: Small, left: Small, moves: RowMoves, listed: Flags, out: Small) -> int:
    """List some rows, and those with boards left that moves lead to from the rows of a layer; return how many.

    `listed` is 0 for all rows, before and after.
    """
    n = 0
    for row in others:
        out[n], listed[row] = row, 1
        n += 1
    for row in front:
        for move in range(moves.first[row], moves.first[row + 1]):
            end = moves.end[move]
            if left[end] and not listed[end]:
                out[n], listed[end] = end, 1
                n += 1
    for i in range(n):
        listed[out[i]] = 0
    return n


@kernel
def list_left(left: Small, sides: Flags, side: int, out: Small) -> int:
    """List the rows of a side that have boards left, or of all sides; return how many."""
    n = 0
    for row in range(left.size):
        if left[row] and (not sides.size or sides[row] == side):
            out[n] = row
            n += 1
    return n


@kernel
def has_source(front: Flags, moves: RowMoves, row: int) -> bool:
    """Tell whether any move from a row leads to one with boards of the last layer."""
    some = False
    for move in range(moves.first[row], moves.first[row + 1]):
        some |= front[moves.end[move]] > 0
    return some


@kernel
def add_starts(starts: Numbers, row: int, per_word: int, found: Keys) -> None:
    """Add the boards at depth 0 to those found in a row."""
    boards = found.size * per_word
    at = np.searchsorted(starts, row * boards)
    while at < starts.size and starts[at] < (row + 1) * boards:
        word, place = divmod(starts[at] - row * boards, per_word)
        found[word] |= ONE << np.uint64(place)
        at += 1


@kernel
def count_left(still: Keys, mask: int, masks: Keys) -> tuple[int, int]:
    """Count the boards that are still not reached in a row, and how many of them are marked."""
    left, marked = 0, 0
    for w in range(still.size):
        left += count_bits(still[w])
    if mask:
        for w in range(still.size):
            marked += count_bits(still[w] & masks[mask, w])
    return left, marked


@kernel
def step_one(
    bits: Keys, rows: Rows, moves: RowMoves, listed: Small, task: Numbers, counts: Numbers, log: Numbers
) -> None:
    """Find the boards at a depth in the rows of a list, with one bit a board.

    `task` is the depth, and the boards of a word. log[0] is the number of rows in the log.
    """
    code, per_word = (task[0] >> 1) & 1, task[1]
    valid = ALL >> np.uint64(64 - per_word)
    fresh = valid if code else NONE  # what a row has of which nothing is reached
    flip = NONE if ((task[0] - 1) >> 1) & 1 else ALL
    words = bits.shape[1]
    found, spare, still = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    reached, front, following, starts = rows.reached, rows.front, rows.following, rows.starts
    left_of, marked_of, mask_of, masks = rows.left, rows.marked, rows.mask_of, rows.masks
    for row in listed:
        if not (reached[row] or has_source(front, moves, row)):
            continue
        gather(bits, flip, reached, row, moves, found, spare)
        add_starts(starts, row, per_word, found)
        known = reached[row]
        for w in range(words):
            before = bits[row, w] if known else fresh
            after = before & found[w] if code else before | (~found[w] & valid)
            still[w] = before ^ after
            bits[row, w] = after
        left, marked = count_left(still, mask_of[row], masks)
        if left == left_of[row]:
            continue
        reached[row] = following[row] = 1
        counts[0] += left_of[row] - left
        left_of[row] = left
        if mask_of[row]:
            counts[1] += marked_of[row] - marked
            marked_of[row] = marked
        if log[0] < log.size - 1:
            log[0] += 1
            log[log[0]] = row


@kernel
def step_two(
    planes: tuple[Keys, Keys, Keys],
    rows: Rows,
    moves: RowMoves,
    listed: Small,
    task: Numbers,
    counts: Numbers,
    log: Numbers,
) -> None:
    """Find the boards at a depth in the rows of a list, with two bits a board.

    `planes` are those of the codes, and the boards at the depth before; `task` is as for one bit. The end is that of
    `step_one`; as a kernel of its own it made this one a tenth slower.
    """
    low, high, before = planes
    code, per_word = task[0] % 3, task[1]
    valid = ALL >> np.uint64(64 - per_word)
    clear_low, clear_high = NONE if code & 1 else ALL, NONE if code & 2 else ALL
    words = low.shape[1]
    found, spare, still = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    front, following = rows.front, rows.following
    left_of, marked_of, mask_of, masks = rows.left, rows.marked, rows.mask_of, rows.masks
    for row in listed:
        if not has_source(front, moves, row):
            continue
        gather(before, NONE, front, row, moves, found, spare)
        for w in range(words):
            unknown = low[row, w] & high[row, w] & valid
            new = found[w] & unknown
            low[row, w] ^= new & clear_low
            high[row, w] ^= new & clear_high
            still[w] = unknown ^ new
        left, marked = count_left(still, mask_of[row], masks)
        if left == left_of[row]:
            continue
        following[row] = 1
        counts[0] += left_of[row] - left
        left_of[row] = left
        if mask_of[row]:
            counts[1] += marked_of[row] - marked
            marked_of[row] = marked
        if log[0] < log.size - 1:
            log[0] += 1
            log[log[0]] = row


@kernel
def list_layer(low: Keys, high: Keys, layer: Keys, old: Small, new: Small, code: int) -> None:
    """Write the boards with a code of the rows of a layer, and clear the rows of the layer before."""
    flip_low, flip_high = NONE if code & 1 else ALL, NONE if code & 2 else ALL
    for row in old:
        layer[row] = NONE
    for row in new:
        for w in range(low.shape[1]):
            layer[row, w] = (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)


@kernel
def begin(plane: Keys, fill: np.uint64, rows: Rows, per_word: int) -> None:
    """Reach the starts: flip their bits, in rows that are filled with a word when their first board is reached."""
    boards = plane.shape[1] * per_word
    for start in rows.starts:
        row, rest = divmod(start, boards)
        word, place = divmod(rest, per_word)
        bit = ONE << np.uint64(place)
        if not rows.reached[row]:
            plane[row] = fill
        plane[row, word] ^= bit
        rows.reached[row] = rows.front[row] = 1
        rows.left[row] -= 1
        if rows.masks[rows.mask_of[row], word] & bit:
            rows.marked[row] -= 1
