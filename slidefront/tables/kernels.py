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

So a row becomes `row AND found`, or `row OR NOT found` where c is 0, in place, and the bits that change are the boards
that are still not reached. No other bitmap is needed. Only boards at depth 0 have no neighbour nearer, so they are
added to `found`. If d + 3 is the last depth, the boards whose bits change are those of layer d + 3.

**Two bits**, elsewhere: the code is the depth modulo 3, or 3 for a board that is not reached yet, in two planes. The
neighbours of a board that is not reached yet have the code of layer d only if they are in layer d: those of layer d - 3
and before have reached neighbours. So the planes are enough if no row is read while it changes. If the moves change
sides, a step works on one side after the other. If not, a third plane has the boards of the depth before.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small, count_bits
from slidefront.compile import kernel
from slidefront.puzzles.ranking import Flags, RowMoves, Shuffles, Turns

ALL_BITS = np.uint64((1 << 64) - 1)
NO_BITS = np.uint64(0)
ONE_BIT = np.uint64(1)
BYTE = np.uint64(255)
BIT_MASK = np.uint64(63)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number that spreads bits over a word


class Rows(NamedTuple):
    """What is known of each row, and of some boards."""

    left: Small
    """How many of its boards are not reached yet."""
    alike: Small
    """With one bit, how many boards of its last layer, and of each fourth layer before, are in the row."""
    reached: Flags
    """Whether any of its boards is reached."""
    following: Flags
    """Whether it has boards of the layer that is being found, 0 before."""
    starts: Numbers
    """The ranks at depth 0, ascending."""
    mask_of: npt.NDArray[np.uint16]
    masks: Keys
    of_mask: Numbers
    """How many boards each mask has."""
    marked: Small
    """How many of its marked boards are not reached yet."""
    marked_alike: Small
    """And how many are counted in `alike`."""


class Sources(NamedTuple):
    """The moves of rows, and the rows that they lead to: those of `Rows`, or more of them."""

    plane: Keys
    """With one bit the codes; with two the lower bits of the codes, or the boards of the last layer."""
    high: Keys
    """The higher bits of the codes; without rows if `plane` is enough."""
    known: Flags
    """Whether anything is in the plane for a row: with one bit whether it is reached, with two the same as `front`."""
    front: Flags
    """Whether it has boards of the last layer; with one bit the same array as `following`."""
    moves: RowMoves


@kernel
def shuffled(word: np.uint64, shuffle: Keys, h: int) -> np.uint64:
    """Put the boards of a word in another order."""
    out: np.uint64 = shuffle[h, 0, word & BYTE] | shuffle[h, 1, (word >> np.uint64(8)) & BYTE]
    out |= shuffle[h, 2, (word >> np.uint64(16)) & BYTE] | shuffle[h, 3, (word >> np.uint64(24)) & BYTE]
    out |= shuffle[h, 4, (word >> np.uint64(32)) & BYTE] | shuffle[h, 5, (word >> np.uint64(40)) & BYTE]
    out |= shuffle[h, 6, (word >> np.uint64(48)) & BYTE] | shuffle[h, 7, word >> np.uint64(56)]
    return out


@kernel
def turn_words(boards: Keys, by: int, turns: Turns, out: Keys) -> None:
    """Do the same for a permutation that is given as turns."""
    for w in range(boards.size):
        word = boards[w]
        if word != NO_BITS:
            for turn in range(turns.first[by, w], turns.first[by, w + 1]):
                left = np.uint64(turns.by[turn])
                out[turns.word[turn]] |= ((word << left) | (word >> (-left & BIT_MASK))) & turns.mask[turn]


@kernel
def permute(boards: Keys, by: int, shuffles: Shuffles, out: Keys) -> None:
    """Add to `out` the boards that a permutation takes to those of a row."""
    if shuffles.turns.first.size:
        turn_words(boards, by, shuffles.turns, out)
        return
    word_to, word_by, shuffle = shuffles.word_to, shuffles.word_by, shuffles.shuffle
    for w in range(out.size):
        word = boards[word_to[by, w]]
        if word != NO_BITS:
            h = word_by[by, w]
            out[w] |= word if h == 0 else shuffled(word, shuffle, h)


@kernel
def gather(sources: Sources, flips: tuple[np.uint64, np.uint64], row: int, found: Keys, spare: Keys) -> None:
    """Find the boards of a row with a neighbour whose bits, after the flips, are set in a row that is known.

    The neighbours in the same order are united first, so that each permutation is made once.
    """
    plane, high, known, moves = sources.plane, sources.high, sources.known, sources.moves
    ends, order, flip, flip_high = moves.end, moves.by, flips[0], flips[1]
    move, last = moves.first[row], moves.first[row + 1]
    found[:] = NO_BITS
    while move < last:
        by = order[move]
        into, some = found if by == 0 else spare, by == 0
        if not some:
            spare[:] = NO_BITS
        while move < last and order[move] == by:
            end = ends[move]
            move += 1
            if known[end]:
                some = True
                if high.size:
                    for w in range(found.size):
                        into[w] |= (plane[end, w] ^ flip) & (high[end, w] ^ flip_high)
                else:
                    for w in range(found.size):
                        into[w] |= plane[end, w] ^ flip
        if some and by:
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
def list_left(left: Small, least: int, sides: Flags, side: int, out: Small) -> int:
    """List the first rows of a side, or of all sides, that have some boards left; return how many."""
    n = 0
    for row in range(left.size):
        if n == out.size:
            break
        if left[row] >= least and (not sides.size or sides[row] == side):
            out[n] = row
            n += 1
    return n


@kernel
def list_boards(boards: Keys, rank: int, per_word: int, n: int, out: Numbers) -> int:
    """Add the ranks of boards of a row, whose first rank is given, to a list of `n` while there is room."""
    for w in range(boards.size):
        word = boards[w]
        while word != NO_BITS and n < out.size:
            lowest = word & (~word + ONE_BIT)
            out[n] = rank + w * per_word + count_bits(lowest - ONE_BIT)
            word ^= lowest
            n += 1
    return n


@kernel
def digest_rows(bits: Keys, rows: Numbers | Small, first: int) -> np.uint64:
    """Compute a number that changes with any word of some rows, and is the sum of that of each row.

    `first` is the number of row 0.
    """
    total = NO_BITS
    for row in rows:
        found = np.uint64(first + row)
        for w in range(bits.shape[1]):
            found += bits[row, w] * (np.uint64(2 * w + 1) * SPREAD)
        found ^= found >> np.uint64(29)
        total += found * SPREAD
    return total


@kernel
def has_source(sources: Sources, row: int) -> bool:
    """Tell whether any move from a row leads to one with boards of the last layer."""
    front, moves, some = sources.front, sources.moves, False
    for move in range(moves.first[row], moves.first[row + 1]):
        some |= front[moves.end[move]] > 0
    return some


@kernel
def add_starts(starts: Numbers, first: int, per_word: int, found: Keys) -> None:
    """Add the boards at depth 0 to those found in a row, whose first rank is given."""
    at, end = 0, starts.size
    while at < end:
        middle = (at + end) >> 1
        if starts[middle] < first:
            at = middle + 1
        else:
            end = middle
    while at < starts.size and starts[at] < first + found.size * per_word:
        place = starts[at] - first
        found[place // per_word] |= ONE_BIT << np.uint64(place % per_word)
        at += 1


@kernel
def count_boards(boards: Keys, mask: int, masks: Keys) -> tuple[int, int]:
    """Count some boards of a row, and how many of them are marked."""
    count, marked = 0, 0
    for w in range(boards.size):
        count += count_bits(boards[w])
    if mask:
        for w in range(boards.size):
            marked += count_bits(boards[w] & masks[mask, w])
    return count, marked


@kernel
def note(rows: Rows, row: int, left: int, marked: int) -> tuple[int, int]:
    """Note how many boards of a row are left, and marked ones; return how many were found."""
    found, found_marked = rows.left[row] - left, rows.marked[row] - marked
    if found:
        rows.reached[row] = rows.following[row] = 1
        rows.left[row], rows.marked[row] = left, marked
    return found, found_marked


@kernel
def step_one(
    bits: Keys, rows: Rows, sources: Sources, listed: Small, task: Numbers, unreached: Numbers
) -> tuple[int, int, int]:
    """Find the boards at a depth in the rows of a list, with one bit a board; return how many, and how many are marked.

    `task` is the depth, the boards of a word, and the number of the first row. What changes is written to `bits`, which
    may be these rows of the plane, or others. A row that has the bits of this depth
    already keeps them, and is counted as if it had not: what is new follows from how many boards have the code now.
    `unreached` gets the first ranks that change here and are not reached yet; also returned is how many.
    """
    code, per_word, first = (task[0] >> 1) & 1, task[1], task[2]
    valid = ALL_BITS >> np.uint64(64 - per_word)
    fresh = valid if code else NO_BITS  # what a row has of which nothing is reached
    unlike = NO_BITS if code else valid
    flip = NO_BITS if ((task[0] - 1) >> 1) & 1 else ALL_BITS
    words = bits.shape[1]
    boards = words * per_word
    found, spare, here = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    total, total_marked, n = 0, 0, 0
    for row in listed:
        known = rows.reached[row]
        if not (known or has_source(sources, row)):
            continue
        gather(sources, (flip, flip), row, found, spare)
        add_starts(rows.starts, (first + row) * boards, per_word, found)
        for w in range(words):
            before = sources.plane[first + row, w] if known else fresh
            found[w] = still = (before ^ unlike) & ~found[w]
            here[w] = before ^ still
        for w in range(words):
            bits[row, w] = here[w]
            here[w] ^= unlike
        count, marked = count_boards(here, rows.mask_of[row], rows.masks)
        left = boards - count - rows.alike[row]
        marked_left = rows.of_mask[rows.mask_of[row]] - marked - rows.marked_alike[row]
        rows.alike[row], rows.marked_alike[row] = count, marked
        new, new_marked = note(rows, row, left, marked_left)
        total += new
        total_marked += new_marked
        if left and n < unreached.size:
            n = list_boards(found, (first + row) * boards, per_word, n, unreached)
    return total, total_marked, n


@kernel
def step_two(planes: tuple[Keys, Keys], rows: Rows, sources: Sources, listed: Small, task: Numbers) -> tuple[int, int]:
    """Find the boards at a depth in the rows of a list, with two bits a board; the rest is as for one bit."""
    low, high = planes
    code, valid = task[0] % 3, ALL_BITS >> np.uint64(64 - task[1])
    clear_low, clear_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    before = (task[0] - 1) % 3
    flips = (NO_BITS, NO_BITS)
    if sources.high.size:
        flips = (NO_BITS if before & 1 else ALL_BITS, NO_BITS if before & 2 else ALL_BITS)
    words = low.shape[1]
    found, spare, still = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    total, total_marked = 0, 0
    for row in listed:
        if not has_source(sources, row):
            continue
        gather(sources, flips, row, found, spare)
        for w in range(words):
            unknown = low[row, w] & high[row, w] & valid
            new_boards = found[w] & unknown
            low[row, w] ^= new_boards & clear_low
            high[row, w] ^= new_boards & clear_high
            still[w] = unknown ^ new_boards
        left, marked_left = count_boards(still, rows.mask_of[row], rows.masks)
        new, new_marked = note(rows, row, left, marked_left)
        total += new
        total_marked += new_marked
    return total, total_marked


@kernel
def list_layer(low: Keys, high: Keys, layer: Keys, old: Small, new: Small, code: int) -> None:
    """Write the boards with a code of the rows of a layer, and clear the rows of the layer before."""
    flip_low, flip_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    for row in old:
        layer[row] = NO_BITS
    for row in new:
        for w in range(low.shape[1]):
            layer[row, w] = (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)


@kernel
def step_known(planes: tuple[Keys, Keys, Keys], rows: Rows, sources: Sources, listed: Small, code: int) -> int:
    """Find the boards with a code next to those of the layer, in the rows of a list; return how many there are.

    `planes` are those of the codes, and of the next layer; `alike` gets how many of its boards a row has.
    """
    low, high, following_layer = planes
    flip_low, flip_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    words = low.shape[1]
    found, spare = np.empty(words, np.uint64), np.empty(words, np.uint64)
    total = 0
    for row in listed:
        if not has_source(sources, row):
            continue
        gather(sources, (NO_BITS, NO_BITS), row, found, spare)
        count = 0
        for w in range(words):
            new = found[w] & (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)
            following_layer[row, w] = new
            count += count_bits(new)
        if count:
            rows.following[row], rows.alike[row] = 1, count
            rows.left[row] -= count
            total += count
    return total


@kernel
def list_ranks(layer: Keys, rows: Small, per_word: int, out: Numbers) -> None:
    """List the ranks of the boards of a layer in some rows."""
    n = 0
    for row in rows:
        n = list_boards(layer[row], np.int64(row) * layer.shape[1] * per_word, per_word, n, out)


NO_PLACE = -1
BATCH = 512
WORD_AT, ROW_AT = 6, 22  # where the fields of a place begin; the bit is the lowest
PLACE_BIT_MASK, PLACE_WORD_MASK = 63, 65535
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
    word = (place >> ROW_AT) * steps.shape[0] + ((place >> WORD_AT) & PLACE_WORD_MASK)
    bit = np.uint64(place & PLACE_BIT_MASK)
    steps.touched[word >> PAGE_WORDS] = 1
    low = (steps.low[word] >> bit) & ONE_BIT
    if steps.modulus == 4:
        return int(low << ONE_BIT) | side
    return int(low | (((steps.high[word] >> bit) & ONE_BIT) << ONE_BIT))


@kernel
def moved(place: int, move: int, moves: RowMoves) -> int:
    """Make a move."""
    by, word = moves.by[move], (place >> WORD_AT) & PLACE_WORD_MASK
    if moves.shuffles.turns.first.size:
        per_word = moves.shuffles.turns.per_word
        at = moves.shuffles.turns.place_to[by, word * per_word + (place & PLACE_BIT_MASK)]
        return int((np.int64(moves.end[move]) << ROW_AT) | (at // per_word << WORD_AT) | at % per_word)
    to = np.int64(moves.shuffles.word_to[by, word])
    bit = np.int64(moves.shuffles.times[moves.shuffles.word_by[by, word], place & PLACE_BIT_MASK])
    return int((np.int64(moves.end[move]) << ROW_AT) | (to << WORD_AT) | bit)


@kernel
def step_down(steps: Steps, places: Numbers, wanted: Numbers, rows: Numbers, out: Numbers) -> None:
    """Write for each place a neighbour with the wanted code, or NO_PLACE if there is none.

    `rows` has the index of the moves of each place in `steps.moves`.
    """
    moves = steps.moves
    move, last, waiting = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    candidate, hit = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    for at in range(0, places.size, BATCH):
        asking = 0
        for i in range(min(BATCH, places.size - at)):
            out[at + i] = NO_PLACE
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
