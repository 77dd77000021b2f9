"""Compiled functions that go from boards down to the start of a table, many boards at once.

A board at depth d has the code d modulo 3. It has a neighbour at depth d - 1, whose code is one less. No other
neighbour has this code, because neighbours are at depths d - 1, d and d + 1. Only the start has no such neighbour.

Most of the time is spent waiting for memory. So the boards of a batch take each step together: the neighbours of all
boards are computed, then all their codes are read. No read waits for a decision about an earlier one.
"""

from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.tables.kernels import Flags, Moves, Numbers, Small

ONE = np.uint64(1)
BATCH = 128
ANCHOR, BLOCK, WORD, PLACE, BACK = range(5)  # rows of `at`: where a board is, and the anchor that it came from
ANCHORS, BLOCKS, WORDS, PER_WORD = range(4)  # of `shape`


class Near(NamedTuple):
    """The neighbours of the boards of a batch, those of one board side by side."""

    end: Numbers
    """For each board, the one after its last neighbour."""
    at: Small
    word: Numbers
    code: Flags


@kernel
def read_codes(low: Keys, high: Keys, word: Numbers, place: Numbers, out: Flags) -> None:
    """Read the codes of some places of some words."""
    for i in range(out.size):
        bit = np.uint64(place[i])
        out[i] = ((low[word[i]] >> bit) & ONE) | (((high[word[i]] >> bit) & ONE) << ONE)


@kernel
def find_neighbours(at: Small, boards: int, moves: Moves, shape: Numbers, near: Near) -> int:
    """List the neighbours of each board but the one that it came from; return how many there are in all."""
    n = 0
    for i in range(boards):
        anchor, block, w, place, back = at[ANCHOR, i], at[BLOCK, i], at[WORD, i], at[PLACE, i], at[BACK, i]
        for move in range(moves.first[anchor], moves.first[anchor + 1]):
            end = np.int64(moves.end[move])
            loop, to, w_to, place_to = moves.loop[move], block, w, place
            if loop >= 0:
                to, by = np.int64(moves.block_to[loop, block]), moves.block_by[loop, block]
                w_to, h = np.int64(moves.word_to[by, w]), moves.word_by[by, w]
                place_to = np.int64(moves.times[h, place])
            near.at[ANCHOR, n], near.at[BLOCK, n], near.at[WORD, n], near.at[PLACE, n] = end, to, w_to, place_to
            near.word[n] = (end * shape[BLOCKS] + to) * shape[WORDS] + w_to
            n += end != back
        near.end[i] = n
    return n


@kernel
def step_down(at: Small, boards: int, codes: Flags, near: Near) -> None:
    """Move each board to the neighbour whose code is one less; if there is none, set BACK to -1."""
    n = 0
    for i in range(boards):
        want = (codes[i] + 2) % 3
        anchor = at[ANCHOR, i]
        at[BACK, i] = -1
        while n < near.end[i]:
            if near.code[n] == want:
                for row in range(4):
                    at[row, i] = near.at[row, n]
                at[BACK, i] = anchor
                codes[i] = want
                n = near.end[i]
            else:
                n += 1


@kernel
def place_ranks(ranks: Numbers, shape: Numbers, at: Small) -> None:
    """Find the anchor, block, word and place of ranks."""
    for i in range(ranks.size):
        rest, at[PLACE, i] = divmod(ranks[i], shape[PER_WORD])
        rest, at[WORD, i] = divmod(rest, shape[WORDS])
        at[ANCHOR, i], at[BLOCK, i] = divmod(rest, shape[BLOCKS])
        at[BACK, i] = -1


@kernel
def rank_at(at: Small, i: int, shape: Numbers) -> int:
    """Put together the rank of a board of a batch."""
    word = (np.int64(at[ANCHOR, i]) * shape[BLOCKS] + at[BLOCK, i]) * shape[WORDS] + at[WORD, i]
    return int(word * shape[PER_WORD] + at[PLACE, i])


@kernel
def count_steps(
    low: Keys, high: Keys, moves: Moves, shape: Numbers, near: Near, ranks: Numbers, ends: Numbers, out: Numbers
) -> None:
    """Count the steps from each rank to the start; -2 if the way does not end there.

    `ends` is the rank of the start and the most steps that lead to it.
    """
    at, index = np.empty((5, BATCH), np.int32), np.empty(BATCH, np.int64)
    codes, word = np.empty(BATCH, np.uint8), np.empty(BATCH, np.int64)
    for begin in range(0, ranks.size, BATCH):
        boards = min(BATCH, ranks.size - begin)
        place_ranks(ranks[begin : begin + boards], shape, at)
        for i in range(boards):
            index[i] = begin + i
            word[i] = ranks[begin + i] // shape[PER_WORD]
        read_codes(low, high, word[:boards], at[PLACE], codes[:boards])
        steps = 0
        out[begin : begin + boards] = -2
        while boards and steps <= ends[1]:
            n = find_neighbours(at, boards, moves, shape, near)
            read_codes(low, high, near.word, near.at[PLACE], near.code[:n])
            step_down(at, boards, codes, near)
            left = 0
            for i in range(boards):
                if at[BACK, i] < 0:
                    if rank_at(at, i, shape) == ends[0]:
                        out[index[i]] = steps
                    continue
                for row in range(5):
                    at[row, left] = at[row, i]
                codes[left], index[left] = codes[i], index[i]
                left += 1
            boards = left
            steps += 1


@kernel
def descend(low: Keys, high: Keys, moves: Moves, shape: Numbers, near: Near, rank: int, out: Numbers) -> int:
    """Write the ranks on the way down from one rank, itself the first; return how many there are."""
    at, codes, ranks = np.empty((5, 1), np.int32), np.empty(1, np.uint8), np.full(1, rank)
    place_ranks(ranks, shape, at)
    read_codes(low, high, ranks // shape[PER_WORD], at[PLACE], codes)
    n = 0
    while n < out.size:
        out[n] = rank_at(at, 0, shape)
        n += 1
        neighbours = find_neighbours(at, 1, moves, shape, near)
        read_codes(low, high, near.word, near.at[PLACE], near.code[:neighbours])
        step_down(at, 1, codes, near)
        if at[BACK, 0] < 0:
            break
    return n


def open_near(boards: int, moves: Moves) -> Near:
    """Make room for the neighbours of a batch."""
    most = int(np.diff(moves.first).max(initial=0))
    room = (boards + 1) * most
    return Near(
        np.empty(boards, np.int64), np.empty((4, room), np.int32), np.empty(room, np.int64), np.empty(room, np.uint8)
    )
