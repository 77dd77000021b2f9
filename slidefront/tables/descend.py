"""Compiled functions that go from boards down to the starts of a table, many boards at once.

A board at depth d has the code d modulo 3, or modulo 4 where one bit and its side tell it. It has a neighbour at depth
d - 1, whose code is one less. No other neighbour has this code, because neighbours are at depths d - 1, d and d + 1; at
depth d there are none where the codes are modulo 4. Only a start has no such neighbour.

A `place` is a board of the table as one number: its row, the word of the row, and the bit.

    row | word (16 bits) | bit (6 bits)

Memory answers slowly, but it answers many questions at once. So the boards of a batch take each step together: compute
the first candidates of all boards, then read all their codes, then the same with the second candidates of the boards
that need one. No read depends on the result of another one, and neither does a branch.
"""

from typing import NamedTuple

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.puzzles.ranking import RowMoves
from slidefront.tables.steps import ONE, Flags

NONE = -1
BATCH = 512
WORD_AT, ROW_AT = 6, 22  # where the fields of a place begin; the bit is the lowest
BIT_MASK, WORD_MASK = 63, 65535
PAGE_WORDS = 11  # bits: a page has 2,048 words


class Steps(NamedTuple):
    """A space whose codes are known, and the moves in it, or those of some of its rows."""

    low: Keys
    high: Keys
    """The second plane, or again the only one."""
    modulus: int
    """Of codes: 4 if a board has one bit, and 3 if it has two."""
    shape: Numbers
    """The words of a row, and the boards of a word."""
    moves: RowMoves
    touched: Flags
    """Set to 1 for each page of codes that has been read."""


@kernel
def code_on(place: int, side: int, steps: Steps) -> int:
    """Read the code of a place; in one bit, that of a board whose depth is odd or even as `side` tells."""
    word = (place >> ROW_AT) * steps.shape[0] + ((place >> WORD_AT) & WORD_MASK)
    bit = np.uint64(place & BIT_MASK)
    steps.touched[word >> PAGE_WORDS] = 1
    low = (steps.low[word] >> bit) & ONE
    if steps.modulus == 4:
        return int(low << ONE) | side
    return int(low | (((steps.high[word] >> bit) & ONE) << ONE))


@kernel
def moved(place: int, move: int, moves: RowMoves) -> int:
    """Make a move."""
    by, word = moves.by[move], (place >> WORD_AT) & WORD_MASK
    if moves.shuffles.turns.first.size:
        per_word = moves.shuffles.turns.per_word
        at = moves.shuffles.turns.place_to[by, word * per_word + (place & BIT_MASK)]
        return int((np.int64(moves.end[move]) << ROW_AT) | (at // per_word << WORD_AT) | at % per_word)
    to = np.int64(moves.shuffles.word_to[by, word])
    bit = np.int64(moves.shuffles.times[moves.shuffles.word_by[by, word], place & BIT_MASK])
    return int((np.int64(moves.end[move]) << ROW_AT) | (to << WORD_AT) | bit)


@kernel
def step_down(steps: Steps, places: Numbers, wanted: Numbers, rows: Numbers, out: Numbers) -> None:
    """Write a neighbour of each place that has the code wanted, or NONE; `rows` has the row of its moves in `steps`."""
    moves = steps.moves
    move, last, waiting = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    candidate, hit = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    for at in range(0, places.size, BATCH):
        asking = 0
        for i in range(min(BATCH, places.size - at)):
            out[at + i] = NONE
            move[i], last[i] = moves.first[rows[at + i]], moves.first[rows[at + i] + 1]
            waiting[asking] = i
            asking += move[i] < last[i]
        while asking:
            for j in range(asking):
                candidate[j] = moved(places[at + waiting[j]], move[waiting[j]], moves)
            for j in range(asking):
                want = wanted[at + waiting[j]]
                hit[j] = code_on(candidate[j], want & 1, steps) == want
            left = 0
            for j in range(asking):
                i = waiting[j]
                out[at + i] += hit[j] * (candidate[j] - out[at + i])
                move[i] += 1
                waiting[left] = i
                left += (1 - hit[j]) & (move[i] < last[i])
            asking = left
