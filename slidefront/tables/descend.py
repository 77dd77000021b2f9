"""Compiled functions that go from boards down to the start of a table, many boards at once.

A board at depth d has the code d modulo 3. It has a neighbour at depth d - 1, whose code is one less. No other
neighbour has this code, because neighbours are at depths d - 1, d and d + 1. Only the start has no such neighbour.

A `place` is a board of the table as one number: the anchor of the hole, the block, the word of the block, and the bit.

    anchor | block (28 bits) | word (16 bits) | bit (6 bits)

Memory answers slowly, but it answers many questions at once. So the boards of a batch take each step together: compute
the first candidates of all boards, then read all their codes, then the same with the second candidates of the boards
that need one. No read depends on the result of another one, and neither does a branch.

Most boards need not go down to the start: a `Stop` has all boards at one depth, and a board that reaches one of them
knows how many steps are left.
"""

from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.transfer.ranks import Moves
from slidefront.tables.kernels import Flags, Numbers, Small

ONE = np.uint64(1)
NONE = -1
BATCH = 512
WORD_AT, BLOCK_AT, ANCHOR_AT = 6, 22, 50  # where the fields of a place begin; the bit is the lowest
BIT_MASK, WORD_MASK, BLOCK_MASK = 63, 65535, (1 << 28) - 1
BY = 16  # bits for a row of `words`
H = 8  # bits for an element of H
STUCK, ARRIVED = 4, 5  # codes of boards that have no neighbour one step down, and of those that reached the stop
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number that spreads ranks over a hash table


class Steps(NamedTuple):
    """The moves of a space from an anchor, without the move back to the anchor before."""

    first: Small
    """For each pair of an anchor and the one before: its first move in `end` and `loop`. After the pairs of an anchor
    comes an entry for boards that have just begun, with all moves."""
    end: Small
    loop: Small
    blocks: Numbers
    """For a loop and a block, the block that it leads to, and the row of `words`. Loop 0 changes nothing."""
    words: Numbers
    """For a row and a word, the word that it leads to, and the element of H."""
    times: Flags
    shape: Numbers
    """The numbers of anchors, blocks of an anchor, words of a block, and boards of a word."""


class Stop(NamedTuple):
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
    move: Small
    """The move that is tried next."""
    last: Small
    candidate: Numbers
    word: Numbers
    """The word of the candidate."""
    found: Flags
    """The code of the candidate."""
    waiting: Numbers
    """The boards that have no step yet."""
    passed: Numbers
    """The boards that may be at the stop."""


@kernel
def place_of(rank: int, shape: Numbers) -> int:
    """Find the place of a rank."""
    word, bit = divmod(rank, shape[3])
    rest, w = divmod(word, shape[2])
    anchor, block = divmod(rest, shape[1])
    return int((anchor << ANCHOR_AT) | (block << BLOCK_AT) | (w << WORD_AT) | bit)


@kernel
def word_of(place: int, shape: Numbers) -> int:
    """Find the word of a place among all words."""
    block = (place >> ANCHOR_AT) * shape[1] + ((place >> BLOCK_AT) & BLOCK_MASK)
    return int(block * shape[2] + ((place >> WORD_AT) & WORD_MASK))


@kernel
def rank_of(place: int, shape: Numbers) -> int:
    """Find the rank of a place."""
    return int(word_of(place, shape) * shape[3] + (place & BIT_MASK))


@kernel
def code_at(low: Keys, high: Keys, word: int, place: int) -> int:
    """Read the code of a place in a word."""
    bit = np.uint64(place & BIT_MASK)
    return int(((low[word] >> bit) & ONE) | (((high[word] >> bit) & ONE) << ONE))


@kernel
def moved(place: int, move: int, steps: Steps) -> int:
    """Make a move."""
    block = steps.blocks[steps.loop[move], (place >> BLOCK_AT) & BLOCK_MASK]
    word = steps.words[block & ((1 << BY) - 1), (place >> WORD_AT) & WORD_MASK]
    bit = np.int64(steps.times[word & ((1 << H) - 1), place & BIT_MASK])
    end = np.int64(steps.end[move])
    return int((end << ANCHOR_AT) | ((block >> BY) << BLOCK_AT) | ((word >> H) << WORD_AT) | bit)


@kernel
def propose(batch: Batch, waiting: int, steps: Steps) -> None:
    """Make the next move of each board that waits."""
    for j in range(waiting):
        i = batch.waiting[j]
        candidate = moved(batch.place[i], batch.move[i], steps)
        batch.candidate[j] = candidate
        batch.word[j] = word_of(candidate, steps.shape)


@kernel
def read_codes(low: Keys, high: Keys, batch: Batch, waiting: int) -> None:
    """Read the codes of all candidates."""
    for j in range(waiting):
        batch.found[j] = code_at(low, high, batch.word[j], batch.candidate[j])


@kernel
def accept(batch: Batch, waiting: int, steps: Steps) -> int:
    """Let each board that waits go to its candidate if its code is one less; return how many have more to try.

    A board that has nothing more to try is stuck.
    """
    left = 0
    anchors = steps.shape[0]
    for j in range(waiting):
        i, candidate = batch.waiting[j], batch.candidate[j]
        place, code = batch.place[i], np.int64(batch.code[i])
        want = (code + 2) % 3
        hit = np.int64(batch.found[j] == want)
        row = (candidate >> ANCHOR_AT) * (anchors + 1) + (place >> ANCHOR_AT)
        move = batch.move[i] + 1
        move += hit * (steps.first[row] - move)
        last = batch.last[i] + hit * (steps.first[row + 1] - batch.last[i])
        more = np.int64(move < last)
        batch.place[i] = place + hit * (candidate - place)
        batch.move[i], batch.last[i] = move, last
        batch.code[i] = hit * want + (1 - hit) * (more * code + (1 - more) * STUCK)
        batch.waiting[left] = i
        left += int(more & (1 - hit))
    return left


@kernel
def known(stop: Stop, rank: int) -> bool:
    """Test whether a rank is in a stop."""
    at = np.int64((np.uint64(rank) * SPREAD) >> stop.shift)
    while stop.ranks[at] != rank and stop.ranks[at] != NONE:
        at = (at + 1) & (stop.ranks.size - 1)
    return bool(stop.ranks[at] == rank)


@kernel
def fill(stop: Stop, ranks: Numbers) -> None:
    """Put different ranks into the hash table."""
    for rank in ranks:
        bit = (np.uint64(rank) * SPREAD) >> stop.filter_shift
        stop.filter[bit >> np.uint64(3)] |= np.uint8(1) << np.uint8(bit & np.uint64(7))
        at = np.int64((np.uint64(rank) * SPREAD) >> stop.shift)
        while stop.ranks[at] != NONE:
            at = (at + 1) & (stop.ranks.size - 1)
        stop.ranks[at] = rank


@kernel
def begin(low: Keys, high: Keys, batch: Batch, ranks: Numbers, first: int, steps: Steps) -> int:
    """Put the boards of some ranks into the batch; return how many."""
    boards = min(BATCH, ranks.size - first)
    anchors = steps.shape[0]
    for i in range(boards):
        place = place_of(ranks[first + i], steps.shape)
        row = (place >> ANCHOR_AT) * (anchors + 1) + anchors
        batch.place[i], batch.asked[i] = place, first + i
        batch.code[i] = code_at(low, high, word_of(place, steps.shape), place)
        batch.move[i], batch.last[i] = steps.first[row], steps.first[row + 1]
    return boards


@kernel
def finish(batch: Batch, boards: int, taken: int, stop: Stop, steps: Steps, out: Numbers) -> None:
    """Write the depths of the boards that have reached the stop."""
    n = 0
    code = stop.depth % 3
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
def drop(batch: Batch, boards: int, taken: int, start: int, steps: Steps, out: Numbers) -> int:
    """Remove the boards that are finished from the batch; return how many are left."""
    left = 0
    for i in range(boards):
        if batch.code[i] >= STUCK:
            if batch.code[i] == STUCK and rank_of(batch.place[i], steps.shape) == start:
                out[batch.asked[i]] = taken
            continue
        batch.place[left], batch.code[left], batch.asked[left] = batch.place[i], batch.code[i], batch.asked[i]
        batch.move[left], batch.last[left] = batch.move[i], batch.last[i]
        left += 1
    return left


@kernel
def count_steps(
    low: Keys, high: Keys, steps: Steps, stop: Stop, batch: Batch, ranks: Numbers, ends: Numbers, out: Numbers
) -> None:
    """Count the steps from each rank to the start; -2 if the way does not end there.

    `ends` is the rank of the start and the most steps that lead to it.
    """
    out[:] = -2
    for first in range(0, ranks.size, BATCH):
        boards = begin(low, high, batch, ranks, first, steps)
        taken = 0
        while boards and taken <= ends[1]:
            finish(batch, boards, taken, stop, steps, out)
            waiting = 0
            for i in range(boards):
                batch.waiting[waiting] = i
                waiting += batch.code[i] < STUCK
            while waiting:
                propose(batch, waiting, steps)
                read_codes(low, high, batch, waiting)
                waiting = accept(batch, waiting, steps)
            boards = drop(batch, boards, taken, ends[0], steps, out)
            taken += 1


@kernel
def list_neighbours(low: Keys, high: Keys, steps: Steps, rank: int, code: int, out: Numbers) -> int:
    """Write the ranks of the neighbours of a rank that have a code; return how many there are."""
    n = 0
    place = place_of(rank, steps.shape)
    row = (place >> ANCHOR_AT) * (steps.shape[0] + 1) + steps.shape[0]
    for move in range(steps.first[row], steps.first[row + 1]):
        to = moved(place, move, steps)
        word = word_of(to, steps.shape)
        if code_at(low, high, word, to) == code:
            out[n] = word * steps.shape[3] + (to & BIT_MASK)
            n += 1
    return n


@kernel
def list_above(low: Keys, high: Keys, steps: Steps, ranks: Numbers, code: int, out: Numbers) -> int:
    """Write the ranks with a code that are neighbours of some ranks, with repeats; return how many there are."""
    n = 0
    for rank in ranks:
        n += list_neighbours(low, high, steps, rank, code, out[n:])
    return n


@kernel
def descend(low: Keys, high: Keys, steps: Steps, rank: int, out: Numbers) -> int:
    """Write the ranks on the way down from one rank, itself the first; return how many there are."""
    near = np.empty(steps.end.size, np.int64)
    n = 0
    place = place_of(rank, steps.shape)
    code = code_at(low, high, word_of(place, steps.shape), place)
    while n < out.size:
        out[n] = rank
        n += 1
        code = (code + 2) % 3
        if list_neighbours(low, high, steps, rank, code, near) == 0:
            break
        rank = near[0]
    return n


def make_steps(moves: Moves, shape: Numbers) -> Steps:
    """Rearrange the moves of a space."""
    anchors = int(shape[0])
    first, chosen = [0], []
    for anchor in range(anchors):
        here = range(moves.first[anchor], moves.first[anchor + 1])
        for before in range(anchors + 1):
            chosen += [move for move in here if moves.end[move] != before]
            first.append(len(chosen))
    blocks = np.vstack([np.arange(shape[1]) << BY, (moves.block_to.astype(np.int64) << BY) | moves.block_by])
    words = (moves.word_to.astype(np.int64) << H) | moves.word_by
    loop = np.ascontiguousarray(moves.loop[chosen] + 1, np.int32)
    return Steps(np.array(first, np.int32), moves.end[chosen], loop, blocks, words, moves.times, shape)


def make_stop(depth: int, ranks: Numbers) -> Stop:
    """Put the boards at one depth into a hash table."""
    bits = max(2, int(2 * ranks.size - 1).bit_length())
    table, octets = np.full(1 << bits, NONE, np.int64), np.zeros(1 << (bits - 1), np.uint8)
    stop = Stop(depth, table, np.uint64(64 - bits), octets, np.uint64(62 - bits))
    fill(stop, ranks)
    return stop


def make_batch() -> Batch:
    """Make an empty batch."""
    kinds = ("i8", "u1", "i8", "i4", "i4", "i8", "i8", "u1", "i8", "i8")
    return Batch(*(np.empty(BATCH, kind) for kind in kinds))
