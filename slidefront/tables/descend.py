"""Compiled functions that go from boards down to the starts of a table, many boards at once.

A board at depth d has the code d modulo 3, or modulo 4 where one bit and its side tell it. It has a neighbour at depth
d - 1, whose code is one less. No other neighbour has this code, because neighbours are at depths d - 1, d and d + 1; at
depth d there are none where the codes are modulo 4. Only a start has no such neighbour.

A `place` is a board of the table as one number: its row, the word of the row, and the bit.

    row | word (16 bits) | bit (6 bits)

Memory answers slowly, but it answers many questions at once. So the boards of a batch take each step together: compute
the first candidates of all boards, then read all their codes, then the same with the second candidates of the boards
that need one. No read depends on the result of another one, and neither does a branch.

Most boards need not go down to the start: a `DepthRanks` has all boards at one depth, and a board that reaches one of
them knows how many steps are left.
"""

from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.ranking import RowMoves
from slidefront.tables.kernels import Flags, Numbers

ONE = np.uint64(1)
NONE = -1
BATCH = 512
WORD_AT, ROW_AT = 6, 22  # where the fields of a place begin; the bit is the lowest
BIT_MASK, WORD_MASK = 63, 65535
PAGE_WORDS = 11  # bits: a page has 2,048 words
STUCK, ARRIVED = 4, 5  # codes of boards that have no neighbour one step down, and of those that reached the stop
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number that spreads ranks over a hash table


class Steps(NamedTuple):
    """A space whose codes are known, and the moves in it."""

    low: Keys
    high: Keys
    """The second plane, or again the only one."""
    sides: Flags
    """For one bit a board, whether the depth of the boards of a row is odd; empty for two bits."""
    shape: Numbers
    """The words of a row, and the boards of a word."""
    moves: RowMoves
    touched: Flags
    """Set to 1 for each page of codes that has been read."""


class DepthRanks(NamedTuple):
    """The boards at one depth, as a hash table of ranks."""

    depth: int
    ranks: Numbers
    """The table; its size is a power of two, and unused entries are -1."""
    shift: np.uint64
    filter: Flags
    """Bits that are set for all ranks of the table, and for few others: a smaller table to ask first."""
    filter_shift: np.uint64


class Batch(NamedTuple):
    """The boards of a batch, on their way down."""

    place: Numbers
    code: Flags
    asked: Numbers
    """The index of the board among those that were passed in."""
    move: Numbers
    """The move that is tried next."""
    last: Numbers
    candidate: Numbers
    found: Flags
    """The code of the candidate."""
    waiting: Numbers
    """The boards that have no step yet."""
    passed: Numbers
    """The boards that may be at the stop."""


@kernel
def place_of(rank: int, shape: Numbers) -> int:
    """Find the place of a rank."""
    word, bit = divmod(rank, shape[1])
    row, w = divmod(word, shape[0])
    return int((row << ROW_AT) | (w << WORD_AT) | bit)


@kernel
def rank_of(place: int, shape: Numbers) -> int:
    """Find the rank of a place."""
    word = (place >> ROW_AT) * shape[0] + ((place >> WORD_AT) & WORD_MASK)
    return int(word * shape[1] + (place & BIT_MASK))


@kernel
def code_at(place: int, steps: Steps) -> int:
    """Read the code of a place."""
    return code_on(place, int(steps.sides[place >> ROW_AT]) if steps.sides.size else -1, steps)


@kernel
def code_on(place: int, side: int, steps: Steps) -> int:
    """Read the code of a place whose depth is odd or even, as `side` tells; it is -1 for codes of two bits."""
    word = (place >> ROW_AT) * steps.shape[0] + ((place >> WORD_AT) & WORD_MASK)
    bit = np.uint64(place & BIT_MASK)
    steps.touched[word >> PAGE_WORDS] = 1
    low = (steps.low[word] >> bit) & ONE
    if side >= 0:
        return int(low << ONE) | side
    return int(low | (((steps.high[word] >> bit) & ONE) << ONE))


@kernel
def below(code: int, steps: Steps) -> int:
    """Return the code of boards one step nearer to the start."""
    return (code + 3) % 4 if steps.sides.size else (code + 2) % 3


@kernel
def moved(place: int, move: int, moves: RowMoves) -> int:
    """Make a move."""
    by, word = moves.by[move], (place >> WORD_AT) & WORD_MASK
    to = np.int64(moves.shuffles.word_to[by, word])
    bit = np.int64(moves.shuffles.times[moves.shuffles.word_by[by, word], place & BIT_MASK])
    return int((np.int64(moves.end[move]) << ROW_AT) | (to << WORD_AT) | bit)


@kernel
def propose(batch: Batch, waiting: int, moves: RowMoves) -> None:
    """Make the next move of each board that waits."""
    for j in range(waiting):
        i = batch.waiting[j]
        batch.candidate[j] = moved(batch.place[i], batch.move[i], moves)


@kernel
def read_codes(batch: Batch, waiting: int, steps: Steps) -> None:
    """Read the codes of all candidates."""
    for j in range(waiting):
        batch.found[j] = code_at(batch.candidate[j], steps)


@kernel
def accept(batch: Batch, waiting: int, steps: Steps) -> int:
    """Let each board that waits go to its candidate if its code is one less; return how many have more to try.

    A board that has nothing more to try is stuck.
    """
    left = 0
    first = steps.moves.first
    for j in range(waiting):
        i, candidate = batch.waiting[j], batch.candidate[j]
        place, code = batch.place[i], np.int64(batch.code[i])
        want = below(int(code), steps)
        hit = np.int64(batch.found[j] == want)
        row = candidate >> ROW_AT
        move = batch.move[i] + 1
        move += hit * (first[row] - move)
        last = batch.last[i] + hit * (first[row + 1] - batch.last[i])
        more = np.int64(move < last)
        batch.place[i] = place + hit * (candidate - place)
        batch.move[i], batch.last[i] = move, last
        batch.code[i] = hit * want + (1 - hit) * (more * code + (1 - more) * STUCK)
        batch.waiting[left] = i
        left += int(more & (1 - hit))
    return left


@kernel
def known(stop: DepthRanks, rank: int) -> bool:
    """Test whether a rank is in a stop."""
    at = np.int64((np.uint64(rank) * SPREAD) >> stop.shift)
    while stop.ranks[at] != rank and stop.ranks[at] != NONE:
        at = (at + 1) & (stop.ranks.size - 1)
    return bool(stop.ranks[at] == rank)


@kernel
def fill(stop: DepthRanks, ranks: Numbers) -> None:
    """Put different ranks into the hash table."""
    for rank in ranks:
        bit = (np.uint64(rank) * SPREAD) >> stop.filter_shift
        stop.filter[bit >> np.uint64(3)] |= np.uint8(1) << np.uint8(bit & np.uint64(7))
        at = np.int64((np.uint64(rank) * SPREAD) >> stop.shift)
        while stop.ranks[at] != NONE:
            at = (at + 1) & (stop.ranks.size - 1)
        stop.ranks[at] = rank


@kernel
def begin(batch: Batch, ranks: Numbers, first: int, steps: Steps) -> int:
    """Put the boards of some ranks into the batch; return how many."""
    boards = min(BATCH, ranks.size - first)
    for i in range(boards):
        place = place_of(ranks[first + i], steps.shape)
        row = place >> ROW_AT
        batch.place[i], batch.asked[i] = place, first + i
        batch.code[i] = code_at(place, steps)
        batch.move[i], batch.last[i] = steps.moves.first[row], steps.moves.first[row + 1]
    return boards


@kernel
def finish(batch: Batch, boards: int, taken: int, stop: DepthRanks, steps: Steps, out: Numbers) -> None:
    """Write the depths of the boards that have reached the stop."""
    n = 0
    code = stop.depth % 4 if steps.sides.size else stop.depth % 3
    for i in range(boards):
        rank = rank_of(batch.place[i], steps.shape)
        at = (np.uint64(rank) * SPREAD) >> stop.filter_shift
        batch.passed[n] = i
        bit = np.int64(stop.filter[at >> np.uint64(3)] >> (at & np.uint64(7))) & 1
        n += int(np.int64(batch.code[i] == code) & bit)
    for j in range(n):
        i = batch.passed[j]
        if known(stop, rank_of(batch.place[i], steps.shape)):
            out[batch.asked[i]] = taken + stop.depth
            batch.code[i] = ARRIVED


@kernel
def drop(batch: Batch, boards: int, taken: int, starts: DepthRanks, steps: Steps, out: Numbers) -> int:
    """Remove the boards that are finished from the batch; return how many are left."""
    left = 0
    for i in range(boards):
        if batch.code[i] >= STUCK:
            if batch.code[i] == STUCK and known(starts, rank_of(batch.place[i], steps.shape)):
                out[batch.asked[i]] = taken
            continue
        batch.place[left], batch.code[left], batch.asked[left] = batch.place[i], batch.code[i], batch.asked[i]
        batch.move[left], batch.last[left] = batch.move[i], batch.last[i]
        left += 1
    return left


@kernel
def count_steps(
    steps: Steps, starts: DepthRanks, stop: DepthRanks, batch: Batch, ranks: Numbers, most: int, out: Numbers
) -> None:
    """Count the steps from each rank to a start; -2 if the way does not end there after at most so many steps."""
    out[:] = -2
    for first in range(0, ranks.size, BATCH):
        boards = begin(batch, ranks, first, steps)
        taken = 0
        while boards and taken <= most:
            finish(batch, boards, taken, stop, steps, out)
            waiting = 0
            for i in range(boards):
                if batch.code[i] < STUCK and batch.move[i] == batch.last[i]:
                    batch.code[i] = STUCK  # a board without moves
                batch.waiting[waiting] = i
                waiting += batch.code[i] < STUCK
            while waiting:
                propose(batch, waiting, steps.moves)
                read_codes(batch, waiting, steps)
                waiting = accept(batch, waiting, steps)
            boards = drop(batch, boards, taken, starts, steps, out)
            taken += 1


@kernel
def list_near(steps: Steps, rank: int, code: int, out: Numbers) -> int:
    """Write the ranks of the neighbours of a rank that have a code; return how many there are."""
    n = 0
    place = place_of(rank, steps.shape)
    row = place >> ROW_AT
    for move in range(steps.moves.first[row], steps.moves.first[row + 1]):
        to = moved(place, move, steps.moves)
        if code_at(to, steps) == code:
            out[n] = rank_of(to, steps.shape)
            n += 1
    return n


@kernel
def list_above(steps: Steps, ranks: Numbers, code: int, out: Numbers) -> int:
    """Write the ranks with a code that are neighbours of some ranks, with repeats; return how many there are."""
    n = 0
    for rank in ranks:
        n += list_near(steps, rank, code, out[n:])
    return n


@kernel
def list_peaks(steps: Steps, first: int, code: int, near: Numbers, out: Numbers) -> int:
    """Write the ranks of a row with a code that have no neighbour one step farther; return how many there are.

    `first` is the first rank of the row.
    """
    n = 0
    farther = (code + 1) % (4 if steps.sides.size else 3)
    for rank in range(first, first + steps.shape[0] * steps.shape[1]):
        if code_at(place_of(rank, steps.shape), steps) == code and list_near(steps, rank, farther, near) == 0:
            out[n] = rank
            n += 1
    return n


@kernel
def descend(steps: Steps, rank: int, near: Numbers, out: Numbers) -> int:
    """Write the ranks on the way down from one rank, itself the first; return how many there are.

    `near` has room for the neighbours of any rank.
    """
    n = 0
    code = code_at(place_of(rank, steps.shape), steps)
    while n < out.size:
        out[n] = rank
        n += 1
        code = below(code, steps)
        if list_near(steps, rank, code, near) == 0:
            break
        rank = near[0]
    return n


@kernel
def descend_all(steps: Steps, ranks: Numbers, ends: Numbers, near: Numbers, out: Numbers) -> bool:
    """Write the ways down from many ranks, one after the other; `ends` tells where each begins, and the last ends.

    False if a way is shorter than its depth says.
    """
    for i in range(ranks.size):
        way = out[ends[i] : ends[i + 1]]
        if descend(steps, ranks[i], near, way) < way.size:
            return False
    return True


def make_stop(depth: int, ranks: Numbers) -> DepthRanks:
    """Put the boards at one depth into a hash table."""
    bits = max(2, int(2 * ranks.size - 1).bit_length())
    table, octets = np.full(1 << bits, NONE, np.int64), np.zeros(1 << (bits - 1), np.uint8)
    stop = DepthRanks(depth, table, np.uint64(64 - bits), octets, np.uint64(62 - bits))
    fill(stop, ranks)
    return stop


def make_batch() -> Batch:
    """Make an empty batch."""
    kinds = ("i8", "u1", "i8", "i8", "i8", "i8", "u1", "i8", "i8")
    return Batch(*(np.empty(BATCH, kind) for kind in kinds))
