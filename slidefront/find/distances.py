"""Kernels that search a multiset from all its goals at once, for every choice of the goal's piece and every mirror.

A row of 64 bits for each placement: bit m * pieces + j is the board where the goal's piece is that of column j, asked
in mirror m. One move of a placement moves all these boards at once. A layer is what its rows have that no layer before
had.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.find.kit import CELLS, MOVABLE, STARTS, FindTotals, Kit, Numbers, Small

ROW = (1 << 32) - 1


class Multiset(NamedTuple):
    """The placements of one multiset, and their moves."""

    shapes: Numbers
    rows: Cells
    keys: Keys
    first: Numbers
    """For each placement the number of its first move, and the number of moves."""
    moves: Numbers
    """The placement after each move, and the turn of its pieces, shifted by 32."""
    movable: Keys
    """For each placement a bit for each column whose piece can move."""
    images: Numbers
    """For each symmetry of the board the image of the multiset."""


@kernel
def weigh_mirrors(kit: Kit, one: Multiset, pieces: int, weights: Numbers) -> int:
    """Write for each mirror how many different multisets ask its question; return how many images there are."""
    weights[:] = 0
    different = 0
    for g in range(kit.mirror.size):
        new = True
        for h in range(g):
            same = True
            for j in range(pieces):
                same = same and one.images[g, j] == one.images[h, j]
            new = new and not same
        weights[kit.mirror[g]] += new
        different += new
    return different


@kernel
def turned(bits: np.uint64, turn: int, lanes: np.uint64) -> np.uint64:
    """Move the bit of one column to another, and those between by one, in each mirror."""
    if turn == 0:
        return bits
    one = np.uint64(1)
    old, new = np.uint64(turn >> 8), np.uint64(turn & 255)
    mover = lanes << old
    if old < new:
        between = lanes * ((one << (new + one)) - (one << (old + one)))
        return (bits & ~(between | mover)) | (bits & between) >> one | (bits & mover) << (new - old)
    between = lanes * ((one << old) - (one << new))
    return (bits & ~(between | mover)) | (bits & between) << one | (bits & mover) >> (old - new)


@kernel
def mark(kit: Kit, one: Multiset, pieces: int, mirrors: Numbers, marks: Cells, bits: Keys) -> None:
    """Write for each placement the boards whose goal's piece is at a marked place."""
    for r in range(one.keys.size):
        found = np.uint64(0)
        for j in range(pieces):
            there = marks[kit.first[one.shapes[j]] + one.rows[r, j]]
            if there:
                for i in range(mirrors.size):
                    found |= np.uint64(there >> mirrors[i] & 1) << np.uint64(i * pieces + j)
        bits[r] = found


@kernel
def is_least(kit: Kit, one: Multiset, pieces: int, row: int, column: int, mirror: int) -> bool:
    """Tell whether no symmetry of the question maps a board to one with a smaller key."""
    for i in range(kit.twins.shape[1]):
        g = kit.twins[mirror, i]
        same, key = True, np.uint64(0)
        for j in range(pieces):
            same = same and one.images[g, j] == one.shapes[j]
            key += kit.weight[kit.image[g, kit.first[one.shapes[j]] + one.rows[row, j]]]
        if same and key <= one.keys[row]:
            place = kit.first[one.shapes[column]] + one.rows[row, column]
            if key < one.keys[row] or kit.image[g, place] < place:
                return False
    return True


@kernel
def write_board(
    kit: Kit, one: Multiset, pieces: int, row: int, column: int, mirror: int, board: Cells, best: Cells
) -> None:
    """Write a board as its mirror shows it: the least of its images under the symmetries of the question."""
    cells = kit.rules[CELLS]
    best[:] = 255
    for g in range(kit.mirror.size):
        if kit.mirror[g] != mirror:
            continue
        board[:] = 0
        label = 0
        for cell in range(cells):
            for j in range(pieces):
                mask = kit.mask[kit.image[g, kit.first[one.shapes[j]] + one.rows[row, j]]]
                if mask >> np.uint64(cell) & np.uint64(1) and board[cell] == 0:
                    label += 1
                    for other in range(cell, cells):
                        if mask >> np.uint64(other) & np.uint64(1):
                            board[other] = label
                    if j == column:
                        board[cells] = label
        if is_less(board, best):
            copy_cells(board, best)


@kernel
def copy_cells(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy numbers one by one: an assignment of one array to another takes half a second to compile."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def is_less(a: Cells, b: Cells) -> bool:
    """Compare two boards cell by cell."""
    for i in range(a.size):
        if a[i] != b[i]:
            return bool(a[i] < b[i])
    return False


@kernel
def keep_best(length: int, board: Cells, lengths: Numbers, boards: Cells) -> None:
    """Put a board among the best, in order: the longest first, of equal ones the least."""
    at = lengths.size
    while at > 0 and (lengths[at - 1] < length or (lengths[at - 1] == length and is_less(board, boards[at - 1]))):
        at -= 1
    if at == lengths.size:
        return
    for i in range(lengths.size - 1, at, -1):
        lengths[i] = lengths[i - 1]
        copy_cells(boards[i - 1], boards[i])
    lengths[at] = length
    copy_cells(board, boards[at])


@kernel
def tally(
    kit: Kit, one: Multiset, row: int, bits: np.uint64, length: int, mirrors: Numbers, totals: FindTotals
) -> None:
    """Count the starts among the boards of a placement that have a length."""
    pieces = one.shapes.size
    cells = kit.rules[CELLS]
    for i in range(mirrors.size):
        for j in range(pieces):
            bit = bits >> np.uint64(i * pieces + j) & np.uint64(1)
            if bit and is_least(kit, one, pieces, row, j, mirrors[i]):
                totals.orbits[pieces, length] += 1
                if length >= totals.best_length[pieces, -1]:
                    boards = np.empty((2, cells + 1), np.uint8)
                    write_board(kit, one, pieces, row, j, mirrors[i], boards[0], boards[1])
                    keep_best(length, boards[1], totals.best_length[pieces], totals.best_board[pieces])


@kernel
def add_starts(bits: np.uint64, pieces: int, mirrors: Numbers, weights: Numbers, total: Numbers) -> None:
    """Add the number of bits, each with the weight of its mirror."""
    lane = (np.uint64(1) << np.uint64(pieces)) - np.uint64(1)
    for i in range(mirrors.size):
        rest = bits >> np.uint64(i * pieces) & lane
        while rest:
            rest &= rest - np.uint64(1)
            total[0] += weights[mirrors[i]]


@kernel
def has_twins(kit: Kit, one: Multiset, mirrors: Numbers) -> bool:
    """Tell whether a symmetry of the question of some mirror maps the multiset to itself."""
    for i in range(mirrors.size):
        for k in range(kit.twins.shape[1]):
            same = True
            for j in range(one.shapes.size):
                same = same and one.images[kit.twins[mirrors[i], k], j] == one.shapes[j]
            if same:
                return True
    return False


@kernel
def search_from_goals(  # noqa: C901 - the loop where the time goes
    kit: Kit, one: Multiset, mirrors: Numbers, weights: Numbers, totals: FindTotals
) -> bool:
    """Search some mirrors, and count their starts by length; False if a length is too great for the totals."""
    size, pieces, moves, first = one.keys.size, one.shapes.size, one.moves, one.first
    ones, one_by_one = np.ones_like(weights), has_twins(kit, one, mirrors)
    lanes = np.uint64(0)
    for i in range(mirrors.size):
        lanes |= np.uint64(1) << np.uint64(i * pieces)
    seen, starts, new = np.empty(size, np.uint64), np.empty(size, np.uint64), np.zeros(size, np.uint64)
    mark(kit, one, pieces, mirrors, kit.start, starts)
    mark(kit, one, pieces, mirrors, kit.goal, seen)
    counts = totals.counts[pieces]
    for r in range(size):
        add_starts(starts[r], pieces, mirrors, weights, counts[STARTS : STARTS + 1])
        add_starts(starts[r] & lanes * one.movable[r], pieces, mirrors, weights, counts[MOVABLE : MOVABLE + 1])
    front, later = np.empty(size, np.int32), np.empty(size, np.int32)
    fresh_bits = np.empty(size, np.uint64)
    count = 0
    for r in range(size):
        if seen[r]:
            front[count], fresh_bits[count] = r, seen[r]
            count += 1
    length = 0
    while count > 0:
        if length == totals.lengths.shape[1]:
            return False
        found = 0
        for i in range(count):
            r, bits = front[i], fresh_bits[i]
            if bits & starts[r]:
                add_starts(bits & starts[r], pieces, mirrors, weights, totals.lengths[pieces, length : length + 1])
                if one_by_one or length >= totals.best_length[pieces, -1]:
                    tally(kit, one, r, bits & starts[r], length, mirrors, totals)
                else:
                    add_starts(bits & starts[r], pieces, mirrors, ones, totals.orbits[pieces, length : length + 1])
            for move in range(first[r], first[r + 1]):
                to = moves[move] & ROW
                fresh = turned(bits, moves[move] >> 32, lanes) & ~seen[to]
                if fresh:
                    if new[to] == 0:
                        later[found] = to
                        found += 1
                    new[to] |= fresh
                    seen[to] |= fresh
        front, later = later, front
        for i in range(found):
            fresh_bits[i] = new[front[i]]
            new[front[i]] = 0
        count = found
        length += 1
    return True


@kernel
def component(one: Multiset, root: int, seen: Cells, members: Small) -> int:
    """List the placements that moves reach from one, and mark them as seen; return how many."""
    seen[root] = 1
    members[0] = root
    begin, end = 0, 1
    while begin < end:
        r = members[begin]
        begin += 1
        for move in range(one.first[r], one.first[r + 1]):
            to = one.moves[move] & ROW
            if not seen[to]:
                seen[to] = 1
                members[end] = to
                end += 1
    return end


@kernel
def count_components(one: Multiset) -> int:
    """Count the components of the moves."""
    seen, members = np.zeros(one.keys.size, np.uint8), np.empty(one.keys.size, np.int32)
    count = 0
    for root in range(one.keys.size):
        if not seen[root]:
            component(one, root, seen, members)
            count += 1
    return count


@kernel
def measure_questions(kit: Kit, one: Multiset, totals: FindTotals) -> bool:
    """Add all that a multiset and its images have to the totals."""
    pieces = one.shapes.size
    weights = np.empty(kit.twins.shape[0], np.int64)
    images = weigh_mirrors(kit, one, pieces, weights)
    totals.counts[pieces, 0] += images * one.keys.size
    totals.counts[pieces, 1] += images
    totals.counts[pieces, 2] += images * count_components(one)
    asked = np.flatnonzero(weights)
    at_once = max(1, 64 // max(1, pieces))
    for begin in range(0, asked.size, at_once):
        if not search_from_goals(kit, one, asked[begin : begin + at_once], weights, totals):
            return False
    return True
