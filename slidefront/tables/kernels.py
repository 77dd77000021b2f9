"""The compiled functions of tables: find the next layer, list the layers of a table, and go down to a start.

A table is a matrix of words. A row has the bits of a group of boards; a move takes all boards of a row to one other
row, with their bits permuted (`slidefront.puzzles.ranking`). A step *pulls*: to find its boards of the next layer, each
row reads the rows that its moves lead to. So each row has one writer, and no thread reads a row that another writes.

**One bit per board**, if every move changes the parity class: the code of a board is `(depth >> 1) & 1`. An unreached
board has the opposite code of the last layer of its parity class. So the boards with the code of layer d are those at
depth d, d - 4, d - 8 and so on. A step to layer d + 1, whose code is c, looks for neighbours with the code of layer d:

    depth of the board      code before    has such a neighbour                        code after
    d + 1                   c              yes                                         c
    d - 3, d - 7, ...       c              yes, a board closer to the start            c
    unreached               c              no                                          not c
    d - 1, d - 5, ...       not c          yes or no                                   not c

A row becomes `row AND neighbours`, or `row OR NOT neighbours` if c is 0, in place, and the bits that change belong to
boards that remain unreached. No other bitmap is needed. Only boards at depth 0 have no neighbour closer to the start;
the step adds them to `neighbours`. If d + 3 is the last depth, the bits that change belong to boards of that layer.

**Two bits per board**, otherwise: the code is the depth modulo 3, or 3 for an unreached board, in two planes of bits.
If an unreached board has a neighbour with the code of layer d, this neighbour is in layer d, because all neighbours of
layer d - 3 are reached. So the planes suffice as long as no row is read while it changes. If moves change the parity
class, a step handles one class after the other. If not, a third plane holds the last layer.

**Going down.** A board at depth d has a neighbour at depth d - 1, and no other neighbour has that code: neighbours are
at depths d - 1, d and d + 1, which differ modulo 3, and with one bit the parity class gives the depth modulo 4. Only a
start has no such neighbour. A *place* is a board of the table as one number:

    row | word of the row (16 bits) | bit (6 bits)

A memory access has a high latency, but many can be in flight at once. So a batch of boards steps down together: compute
the first candidate of every board, read all their codes, then repeat with the second candidates of the boards that need
one. No read and no branch depends on the result of another read.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small, count_bits
from slidefront.compile import kernel
from slidefront.puzzles.ranking import Flags, RowMoves, Shuffles, Turns

NO_BITS, ONE_BIT, ALL_BITS = np.uint64(0), np.uint64(1), np.uint64((1 << 64) - 1)
BYTE = np.uint64(255)
BIT_MASK = np.uint64(63)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number that spreads bits over a word
NO_PLACE = -1
WORD_AT, ROW_AT = 6, 22  # where the fields of a place begin; the bit is the lowest field
PLACE_BIT_MASK, PLACE_WORD_MASK = 63, 65535
PAGE_WORDS = 11  # the binary logarithm of the words of a page
BATCH_PLACES = 512
PACKED = 32
"""If a word has at most this number of boards, a finished table stores their bits side by side instead of in words."""


class Rows(NamedTuple):
    """The state of the rows that a step changes. Arrays have an entry per row, unless described otherwise."""

    unreached: Small
    """The number of unreached boards."""
    same_code: Small
    """With one bit per board, the number of boards in its last layer and every fourth layer before: they have the same
    code."""
    reached: Flags
    """Whether any board is reached."""
    next_front: Flags
    """Whether the row has boards of the layer that the step is finding; 0 before the step."""
    starts: Numbers
    """The ranks of the boards at depth 0, ascending."""
    mask_of: npt.NDArray[np.uint16]
    """The number of the mask of selected boards; 0 for a row without any."""
    masks: Keys
    """For each mask, the words of a row with the bits of the selected boards."""
    mask_counts: Numbers
    """For each mask, the number of its boards."""
    unreached_selected: Small
    """The number of unreached selected boards."""
    selected_same_code: Small
    """The number of selected boards counted in `same_code`."""


class Sources(NamedTuple):
    """The rows that a step reads, and the moves that lead to them.

    `Rows` may cover only some of these rows; the task of a step has the number of its first row.
    """

    plane: Keys
    """With one bit, the codes; with two, the low bits of the codes, or the boards of the last layer."""
    high: Keys
    """With two bits, the high bits of the codes; without rows if `plane` holds the last layer."""
    known: Flags
    """Whether the plane has content for a row: with one bit, whether it is reached; with two, the same as `front`."""
    front: Flags
    """Whether a row has boards of the last layer; with one bit, the same array as `Rows.next_front`."""
    moves: RowMoves


# Permute the boards of a row


@kernel
def shuffled(word: np.uint64, shuffle: Keys, h: int) -> np.uint64:
    """Permute the bits of a word by the order number `h`."""
    out: np.uint64 = shuffle[h, 0, word & BYTE] | shuffle[h, 1, (word >> np.uint64(8)) & BYTE]
    out |= shuffle[h, 2, (word >> np.uint64(16)) & BYTE] | shuffle[h, 3, (word >> np.uint64(24)) & BYTE]
    out |= shuffle[h, 4, (word >> np.uint64(32)) & BYTE] | shuffle[h, 5, (word >> np.uint64(40)) & BYTE]
    out |= shuffle[h, 6, (word >> np.uint64(48)) & BYTE] | shuffle[h, 7, word >> np.uint64(56)]
    return out


@kernel
def turn_words(boards: Keys, by: int, turns: Turns, out: Keys) -> None:
    """Add the permuted boards of a row to `out`, for permutations given as rotations of words."""
    for w in range(boards.size):
        word = boards[w]
        if word != NO_BITS:
            for turn in range(turns.first[by, w], turns.first[by, w + 1]):
                left = np.uint64(turns.by[turn])
                out[turns.word[turn]] |= ((word << left) | (word >> (-left & BIT_MASK))) & turns.mask[turn]


@kernel
def permute(boards: Keys, by: int, shuffles: Shuffles, out: Keys) -> None:
    """Add the boards of a row to `out`, permuted by the permutation number `by`."""
    if shuffles.turns.first.size:
        turn_words(boards, by, shuffles.turns, out)
        return
    word_to, word_by, shuffle = shuffles.word_to, shuffles.word_by, shuffles.shuffle
    for w in range(out.size):
        word = boards[word_to[by, w]]
        if word != NO_BITS:
            h = word_by[by, w]
            out[w] |= word if h == 0 else shuffled(word, shuffle, h)


# Find the next layer


@kernel
def unite_neighbours(
    sources: Sources, flips: tuple[np.uint64, np.uint64], row: int, neighbours: Keys, spare: Keys
) -> None:
    """Write to `neighbours` the boards of a row with a neighbour whose bits, after the flips, are all set.

    Rows that need the same permutation are united first, so that each permutation is applied once.
    """
    plane, high, known, moves = sources.plane, sources.high, sources.known, sources.moves
    ends, order, flip, flip_high = moves.end, moves.by, flips[0], flips[1]
    move, last = moves.first[row], moves.first[row + 1]
    neighbours[:] = NO_BITS
    while move < last:
        by = order[move]
        union, any_known = neighbours if by == 0 else spare, by == 0
        if not any_known:
            spare[:] = NO_BITS
        while move < last and order[move] == by:
            end = ends[move]
            move += 1
            if known[end]:
                any_known = True
                if high.size:
                    for w in range(neighbours.size):
                        union[w] |= (plane[end, w] ^ flip) & (high[end, w] ^ flip_high)
                else:
                    for w in range(neighbours.size):
                        union[w] |= plane[end, w] ^ flip
        if any_known and by:
            permute(spare, by, moves.shuffles, neighbours)


@kernel
def has_source(sources: Sources, row: int) -> bool:
    """Whether any move from a row leads to a row with boards of the last layer."""
    front, moves, has_front = sources.front, sources.moves, False
    for move in range(moves.first[row], moves.first[row + 1]):
        has_front |= front[moves.end[move]] > 0
    return has_front


@kernel
def add_starts(starts: Numbers, first: int, per_word: int, row: Keys) -> None:
    """Set the bits of the boards at depth 0 in a row whose first rank is given."""
    i, end = 0, starts.size
    while i < end:
        middle = (i + end) >> 1
        if starts[middle] < first:
            i = middle + 1
        else:
            end = middle
    while i < starts.size and starts[i] < first + row.size * per_word:
        offset = starts[i] - first
        row[offset // per_word] |= ONE_BIT << np.uint64(offset % per_word)
        i += 1


@kernel
def count_row_boards(boards: Keys, mask: int, masks: Keys) -> tuple[int, int]:
    """Count the boards in the words of a row, and how many of them are selected."""
    count, selected = 0, 0
    for w in range(boards.size):
        count += count_bits(boards[w])
    if mask:
        for w in range(boards.size):
            selected += count_bits(boards[w] & masks[mask, w])
    return count, selected


@kernel
def update_counts(rows: Rows, row: int, unreached: int, selected: int) -> tuple[int, int]:
    """Store the new counts of unreached boards and unreached selected boards of a row; return how many were reached."""
    new, new_selected = rows.unreached[row] - unreached, rows.unreached_selected[row] - selected
    if new:
        rows.reached[row] = rows.next_front[row] = 1
        rows.unreached[row], rows.unreached_selected[row] = unreached, selected
    return new, new_selected


@kernel
def step_one(
    bits: Keys, rows: Rows, sources: Sources, listed: Small, task: Numbers, unreached: Numbers
) -> tuple[int, int, int]:
    """Find the boards at a depth in the listed rows, with one bit per board.

    `task` is the depth, the boards per word, and the number of row 0. The new words go to `bits`, which may be the same
    memory as the plane of `sources` or other memory. `unreached` receives ranks of boards that this step leaves
    unreached, until it is full. Return the number of boards, of selected boards, and of ranks in `unreached`.

    The step may be repeated on a row that has its new bits already: it changes nothing then, and counts the same,
    because the number of new boards follows from how many boards have the code now and had it before.
    """
    code, per_word, first = (task[0] >> 1) & 1, task[1], task[2]
    valid = ALL_BITS >> np.uint64(64 - per_word)
    fresh = valid if code else NO_BITS  # the words of a row without reached boards
    unlike = NO_BITS if code else valid
    flip = NO_BITS if ((task[0] - 1) >> 1) & 1 else ALL_BITS
    words = bits.shape[1]
    boards = words * per_word
    neighbours, spare, new_words = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    total, total_selected, n = 0, 0, 0
    for row in listed:
        known = rows.reached[row]
        if not (known or has_source(sources, row)):
            continue
        unite_neighbours(sources, (flip, flip), row, neighbours, spare)
        add_starts(rows.starts, (first + row) * boards, per_word, neighbours)
        for w in range(words):
            before = sources.plane[first + row, w] if known else fresh
            neighbours[w] = still_unreached = (before ^ unlike) & ~neighbours[w]
            new_words[w] = before ^ still_unreached
        for w in range(words):
            bits[row, w] = new_words[w]
            new_words[w] ^= unlike
        count, selected = count_row_boards(new_words, rows.mask_of[row], rows.masks)
        left = boards - count - rows.same_code[row]
        selected_left = rows.mask_counts[rows.mask_of[row]] - selected - rows.selected_same_code[row]
        rows.same_code[row], rows.selected_same_code[row] = count, selected
        new, new_selected = update_counts(rows, row, left, selected_left)
        total += new
        total_selected += new_selected
        if left and n < unreached.size:
            n = list_boards(neighbours, (first + row) * boards, per_word, n, unreached)
    return total, total_selected, n


@kernel
def step_two(planes: tuple[Keys, Keys], rows: Rows, sources: Sources, listed: Small, task: Numbers) -> tuple[int, int]:
    """Find the boards at a depth in the listed rows, with two bits per board: the low and the high plane.

    `task` is as in `step_one`. Return the number of boards and of selected boards.
    """
    low, high = planes
    code, valid = task[0] % 3, ALL_BITS >> np.uint64(64 - task[1])
    clear_low, clear_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    before = (task[0] - 1) % 3
    flips = (NO_BITS, NO_BITS)
    if sources.high.size:
        flips = (NO_BITS if before & 1 else ALL_BITS, NO_BITS if before & 2 else ALL_BITS)
    words = low.shape[1]
    neighbours, spare, still = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    total, total_selected = 0, 0
    for row in listed:
        if not has_source(sources, row):
            continue
        unite_neighbours(sources, flips, row, neighbours, spare)
        for w in range(words):
            unreached = low[row, w] & high[row, w] & valid
            new_boards = neighbours[w] & unreached
            low[row, w] ^= new_boards & clear_low
            high[row, w] ^= new_boards & clear_high
            still[w] = unreached ^ new_boards
        left, selected_left = count_row_boards(still, rows.mask_of[row], rows.masks)
        new, new_selected = update_counts(rows, row, left, selected_left)
        total += new
        total_selected += new_selected
    return total, total_selected


@kernel
def list_layer(low: Keys, high: Keys, layer: Keys, old: Small, new: Small, code: int) -> None:
    """Clear the rows `old` of the layer before, and write the boards with a code in the rows `new`."""
    flip_low, flip_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    for row in old:
        layer[row] = NO_BITS
    for row in new:
        for w in range(low.shape[1]):
            layer[row, w] = (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)


# Find a layer of a finished table


@kernel
def step_known(planes: tuple[Keys, Keys, Keys], rows: Rows, sources: Sources, listed: Small, code: int) -> int:
    """Find the boards with a code next to the boards of the last layer, in the listed rows; return how many.

    `planes` are the low and high codes and the next layer. `rows.same_code` gets the number of boards found in a row.
    """
    low, high, next_layer = planes
    flip_low, flip_high = NO_BITS if code & 1 else ALL_BITS, NO_BITS if code & 2 else ALL_BITS
    words = low.shape[1]
    neighbours, spare = np.empty(words, np.uint64), np.empty(words, np.uint64)
    total = 0
    for row in listed:
        if not has_source(sources, row):
            continue
        unite_neighbours(sources, (NO_BITS, NO_BITS), row, neighbours, spare)
        count = 0
        for w in range(words):
            new = neighbours[w] & (low[row, w] ^ flip_low) & (high[row, w] ^ flip_high)
            next_layer[row, w] = new
            count += count_bits(new)
        if count:
            rows.next_front[row], rows.same_code[row] = 1, count
            rows.unreached[row] -= count
            total += count
    return total


# List rows and boards


@kernel
def list_adjacent(front: Small, others: Small, unreached: Small, moves: RowMoves, listed: Flags, out: Small) -> int:
    """List `others`, and the rows with unreached boards that moves from the rows `front` lead to; return how many.

    `listed` is working memory: 0 for all rows, before and after.
    """
    n = 0
    for row in others:
        out[n], listed[row] = row, 1
        n += 1
    for row in front:
        for move in range(moves.first[row], moves.first[row + 1]):
            end = moves.end[move]
            if unreached[end] and not listed[end]:
                out[n], listed[end] = end, 1
                n += 1
    for i in range(n):
        listed[out[i]] = 0
    return n


@kernel
def list_unreached(unreached: Small, least: int, parities: Flags, parity: int, out: Small) -> int:
    """List the first rows of a parity class with at least `least` unreached boards."""
    n = 0
    for row in range(unreached.size):
        if n == out.size:
            break
        if unreached[row] >= least and parities[row] == parity:
            out[n] = row
            n += 1
    return n


@kernel
def list_boards(boards: Keys, rank: int, per_word: int, n: int, out: Numbers) -> int:
    """Append the ranks of the boards of a row, whose first rank is `rank`, to a list of `n` while there is room."""
    for w in range(boards.size):
        word = boards[w]
        while word != NO_BITS and n < out.size:
            lowest = word & (~word + ONE_BIT)
            out[n] = rank + w * per_word + count_bits(lowest - ONE_BIT)
            word ^= lowest
            n += 1
    return n


@kernel
def list_ranks(layer: Keys, rows: Small, per_word: int, out: Numbers) -> None:
    """List the ranks of the boards of a layer in some rows."""
    n = 0
    for row in rows:
        n = list_boards(layer[row], np.int64(row) * layer.shape[1] * per_word, per_word, n, out)


@kernel
def digest_rows(bits: Keys, rows: Numbers | Small, first: int) -> np.uint64:
    """Compute a digest of some rows: the sum of the digests of each row. `first` is the number of row 0."""
    total = NO_BITS
    for row in rows:
        digest = np.uint64(first + row)
        for w in range(bits.shape[1]):
            digest += bits[row, w] * (np.uint64(2 * w + 1) * SPREAD)
        digest ^= digest >> np.uint64(29)
        total += digest * SPREAD
    return total


# Go down to a start


class Steps(NamedTuple):
    """The codes of a finished table, and the moves of all or some of its rows."""

    low: Keys
    high: Keys
    """The second plane, or the only plane again."""
    modulus: int
    """The modulus of codes: 4 with one bit per board, 3 with two."""
    shape: Numbers
    """The words per row, and the boards per word."""
    moves: RowMoves
    touched: Flags
    """Set to 1 for each page of codes that has been read."""


@kernel
def code_on(place: int, parity: int, steps: Steps) -> int:
    """Read the code of a place; with one bit per board, `parity` is the parity of its depth."""
    word = (place >> ROW_AT) * steps.shape[0] + ((place >> WORD_AT) & PLACE_WORD_MASK)
    bit = np.uint64(place & PLACE_BIT_MASK)
    steps.touched[word >> PAGE_WORDS] = 1
    low = (steps.low[word] >> bit) & ONE_BIT
    if steps.modulus == 4:
        return int(low << ONE_BIT) | parity
    return int(low | (((steps.high[word] >> bit) & ONE_BIT) << ONE_BIT))


@kernel
def moved(place: int, move: int, moves: RowMoves) -> int:
    """Return the place that a move leads to."""
    by, word = moves.by[move], (place >> WORD_AT) & PLACE_WORD_MASK
    if moves.shuffles.turns.first.size:
        per_word = moves.shuffles.turns.per_word
        offset = moves.shuffles.turns.place_to[by, word * per_word + (place & PLACE_BIT_MASK)]
        return int((np.int64(moves.end[move]) << ROW_AT) | (offset // per_word << WORD_AT) | offset % per_word)
    to = np.int64(moves.shuffles.word_to[by, word])
    bit = np.int64(moves.shuffles.times[moves.shuffles.word_by[by, word], place & PLACE_BIT_MASK])
    return int((np.int64(moves.end[move]) << ROW_AT) | (to << WORD_AT) | bit)


@kernel
def step_down(steps: Steps, places: Numbers, wanted: Numbers, rows: Numbers, out: Numbers) -> None:
    """Write for each place a neighbour with the wanted code, or NO_PLACE if there is none.

    `rows` has the index of the moves of each place in `steps.moves`.
    """
    moves = steps.moves
    move, last, waiting = (
        np.empty(BATCH_PLACES, np.int64),
        np.empty(BATCH_PLACES, np.int64),
        np.empty(BATCH_PLACES, np.int64),
    )
    candidate, hit = np.empty(BATCH_PLACES, np.int64), np.empty(BATCH_PLACES, np.int64)
    for first in range(0, places.size, BATCH_PLACES):
        asking = 0
        for i in range(min(BATCH_PLACES, places.size - first)):
            out[first + i] = NO_PLACE
            move[i], last[i] = moves.first[rows[first + i]], moves.first[rows[first + i] + 1]
            waiting[asking] = i
            asking += move[i] < last[i]
        while asking:
            for j in range(asking):
                candidate[j] = moved(places[first + waiting[j]], move[waiting[j]], moves)
            for j in range(asking):
                code = wanted[first + waiting[j]]
                hit[j] = code_on(candidate[j], code & 1, steps) == code
            left = 0
            for j in range(asking):
                i = waiting[j]
                out[first + i] += hit[j] * (candidate[j] - out[first + i])
                move[i] += 1
                waiting[left] = i
                left += (1 - hit[j]) & (move[i] < last[i])
            asking = left
