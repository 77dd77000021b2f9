"""Kernels that search a multiset from all its goals at once, for every choice of the goal's piece and every mirror.

A row of 64 bits for each placement: bit m * pieces + j is the board where the goal's piece is that of column j, asked
in mirror m. One move of a placement moves all these boards at once. A layer is what its rows have that no layer before
had. It is found by passing over all rows, so that the inner loop, over moves, has nothing to decide.

Or clusters are measured: the components of the moves of a multiset, and how far their boards are from solved. The
representative of a cluster is one of its boards that are farthest from solved: the one with the least cells of
pieces that move across, and then of those that move up and down. A cluster is minimal if each piece counts: without any
one of them, but for the goal's piece, the representative is solved in fewer moves.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.apps.find.kit import MOVABLE, STARTS, Best, FindTotals, Kit
from slidefront.apps.find.placements import is_wall
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel

ROW = (1 << 32) - 1
MIX = np.uint64(0x9E3779B97F4A7C15)


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
def weigh_mirrors(mirrors: Numbers, images: Numbers, pieces: int, weights: Numbers) -> int:
    """Write for each mirror how many different multisets ask its question; return how many images there are."""
    weights[:] = 0
    different = 0
    for g in range(mirrors.size):
        new = True
        for h in range(g):
            same = True
            for j in range(pieces):
                same = same and images[g, j] == images[h, j]
            new = new and not same
        weights[mirrors[g]] += new
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
def mark(first: Numbers, shapes: Numbers, rows: Cells, mirrors: Numbers, marks: Cells, bits: Keys) -> None:
    """Write for each placement the boards whose goal's piece is at a marked place."""
    pieces, of_place = shapes.size, np.empty(64, np.uint64)
    bits[:] = 0
    for j in range(pieces):
        for at in range(first[shapes[j] + 1] - first[shapes[j]]):
            there, of_place[at] = marks[first[shapes[j]] + at], 0
            for i in range(mirrors.size):
                of_place[at] |= np.uint64(there >> mirrors[i] & 1) << np.uint64(i * pieces + j)
        for r in range(bits.size):
            bits[r] |= of_place[rows[r, j]]


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
def copy_cells(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy numbers one by one: an assignment of one array to another takes half a second to compile."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def keep_best(length: int, order: np.uint64, lengths: Numbers, orders: Keys, boards: Small) -> int:
    """Return the place of a board among the best, and move those after it; -1 if it is not one of them."""
    at = lengths.size
    while at > 0 and (lengths[at - 1] < length or (lengths[at - 1] == length and order < orders[at - 1])):
        at -= 1
    if at == lengths.size:
        return -1
    for i in range(lengths.size - 1, at, -1):
        lengths[i], orders[i] = lengths[i - 1], orders[i - 1]
        copy_cells(boards[i - 1], boards[i])
    lengths[at], orders[at] = length, order
    return at


@kernel
def tally(
    kit: Kit,
    one: Multiset,
    rows: Small,
    bits: Keys,
    starts: Keys,
    length: int,
    mirrors: Numbers,
    totals: FindTotals,
    best: Best,
) -> None:
    """Count the starts among the boards of some placements that have a length, and keep the best."""
    pieces = one.shapes.size
    for n in range(rows.size):
        row = rows[n]
        asked = bits[n] & starts[row]
        if asked == 0:
            continue
        for i in range(mirrors.size):
            for j in range(pieces):
                bit = asked >> np.uint64(i * pieces + j) & np.uint64(1)
                if bit and is_least(kit, one, pieces, row, j, mirrors[i]):
                    totals.orbits[pieces, length] += 1
                    order = one.keys[row] ^ np.uint64(64 * mirrors[i] + j) * MIX
                    at = keep_best(length, order, best.lengths[pieces], best.orders[pieces], best.boards[pieces])
                    if at >= 0:
                        board = best.boards[pieces, at]
                        board[0], board[1] = mirrors[i], j
                        for k in range(pieces):
                            board[2 + k] = kit.first[one.shapes[k]] + one.rows[row, k]


@kernel
def count_starts(bits: np.uint64, pieces: int, counts: Numbers) -> None:
    """Add the number of bits of each mirror to its count."""
    lane = (np.uint64(1) << np.uint64(pieces)) - np.uint64(1)
    for i in range(counts.size):
        rest, count = bits >> np.uint64(i * pieces) & lane, 0
        while rest:  # compiled, this loop is one instruction
            rest &= rest - np.uint64(1)
            count += 1
        counts[i] += count


@kernel
def take_weighed(counts: Numbers, mirrors: Numbers, weights: Numbers) -> int:
    """Add up counts, each with the weight of its mirror, and set them to 0."""
    total = 0
    for i in range(mirrors.size):
        total += counts[i] * weights[mirrors[i]]
        counts[i] = 0
    return total


@kernel
def has_twins(twins: Numbers, images: Numbers, shapes: Numbers, mirrors: Numbers) -> bool:
    """Tell whether a symmetry of the question of some mirror maps the multiset to itself."""
    for i in range(mirrors.size):
        for k in range(twins.shape[1]):
            same = True
            for j in range(shapes.size):
                same = same and images[twins[mirrors[i], k], j] == shapes[j]
            if same:
                return True
    return False


@kernel
def search_from_goals(  # noqa: C901 - the loop where the time goes
    kit: Kit, one: Multiset, mirrors: Numbers, weights: Numbers, totals: FindTotals, best: Best
) -> bool:
    """Search some mirrors, and count their starts by length; False if a length is too great for the totals."""
    size, pieces, moves, first = one.keys.size, one.shapes.size, one.moves, one.first
    one_by_one = has_twins(kit.twins, one.images, one.shapes, mirrors)
    lanes = np.uint64(0)
    for i in range(mirrors.size):
        lanes |= np.uint64(1) << np.uint64(i * pieces)
    starts, reached, seen = np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(size, np.uint64)
    mark(kit.first, one.shapes, one.rows, mirrors, kit.start, starts)
    mark(kit.first, one.shapes, one.rows, mirrors, kit.goal, reached)
    seen[:] = 0
    counts, found = totals.counts[pieces], np.empty(mirrors.size, np.int64)
    found[:] = 0
    for r in range(size):
        count_starts(starts[r], pieces, found)
    counts[STARTS] += take_weighed(found, mirrors, weights)
    for r in range(size):
        count_starts(starts[r] & lanes * one.movable[r], pieces, found)
    counts[MOVABLE] += take_weighed(found, mirrors, weights)
    front, front_bits = np.empty(size, np.int32), np.empty(size, np.uint64)
    length = 0
    while True:
        count = orbits = 0
        for r in range(size):
            front[count], front_bits[count] = r, reached[r] & ~seen[r]
            count += front_bits[count] != 0
        if count == 0:
            return True
        if length == totals.lengths.shape[1]:
            return False
        for i in range(count):
            r, bits = front[i], front_bits[i]
            seen[r] |= bits
            if bits & starts[r]:
                count_starts(bits & starts[r], pieces, found)
            for move in range(first[r], first[r + 1]):
                reached[moves[move] & ROW] |= turned(bits, moves[move] >> 32, lanes)
        for i in range(mirrors.size):
            orbits += found[i]
        totals.lengths[pieces, length] += take_weighed(found, mirrors, weights)
        if orbits and (one_by_one or length >= best.lengths[pieces, -1]):
            tally(kit, one, front[:count], front_bits[:count], starts, length, mirrors, totals, best)
        else:
            totals.orbits[pieces, length] += orbits
        length += 1


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
    seen, members = np.empty(one.keys.size, np.uint8), np.empty(one.keys.size, np.int32)
    seen[:] = 0
    count = 0
    for root in range(one.keys.size):
        if not seen[root]:
            component(one, root, seen, members)
            count += 1
    return count


@kernel
def measure_questions(kit: Kit, one: Multiset, totals: FindTotals, best: Best) -> bool:
    """Add all that a multiset and its images have to the totals."""
    pieces = one.shapes.size
    weights = np.empty(kit.twins.shape[0], np.int64)
    images = weigh_mirrors(kit.mirror, one.images, pieces, weights)
    totals.counts[pieces, 0] += images * one.keys.size
    totals.counts[pieces, 1] += images
    totals.counts[pieces, 2] += images * count_components(one)
    asked, count = np.empty(weights.size, np.int64), 0
    for mirror in range(weights.size):
        if weights[mirror]:
            asked[count] = mirror
            count += 1
    at_once = 64 // pieces
    for begin in range(0, count, at_once):
        end = begin + at_once if begin + at_once < count else count
        if not search_from_goals(kit, one, asked[begin:end], weights, totals, best):
            return False
    return True


ACROSS = 2  # the first way of pieces that move left and right
HEAD = 4  # columns of a cluster before its places: the boards, the length, whether it is minimal, the pieces


@kernel
def cells_of(kit: Kit, one: Multiset, row: int) -> tuple[np.uint64, np.uint64]:
    """Return the cells of pieces that move across, and of those that move up and down."""
    across, down = np.uint64(0), np.uint64(0)
    for j in range(one.shapes.size):
        shape = one.shapes[j]
        if not is_wall(kit, shape):
            mask = kit.mask[kit.first[shape] + one.rows[row, j]]
            if kit.ways[shape] >= ACROSS:
                across |= mask
            else:
                down |= mask
    return across, down


@kernel
def distances_of(kit: Kit, one: Multiset, queue: Small) -> Small:
    """Find the distance of each placement to the nearest solved one; -1: there is none."""
    distance = np.full(one.keys.size, -1, np.int32)
    end = 0
    for r in range(one.keys.size):
        for j in range(one.shapes.size):
            if kit.goal[kit.first[one.shapes[j]] + one.rows[r, j]] and distance[r] < 0:
                distance[r] = 0
                queue[end] = r
                end += 1
    begin = 0
    while begin < end:
        r = queue[begin]
        begin += 1
        for move in range(one.first[r], one.first[r + 1]):
            to = one.moves[move] & ROW
            if distance[to] < 0:
                distance[to] = distance[r] + 1
                queue[end] = to
                end += 1
    return distance


@kernel
def is_packed(kit: Kit, one: Multiset, row: int, occupied: np.uint64) -> bool:
    """Tell whether no piece can move left or up."""
    for j in range(one.shapes.size):
        place = kit.first[one.shapes[j]] + one.rows[row, j]
        if kit.enter[place, 0] & occupied == 0 or kit.enter[place, ACROSS] & occupied == 0:
            return False
    return True


@kernel
def representative(kit: Kit, one: Multiset, members: Small, distance: Small) -> int:
    """Find the representative of a cluster."""
    best = members[0]
    across, down = cells_of(kit, one, best)
    for r in members[1:]:
        if distance[r] >= distance[best]:
            own_across, own_down = cells_of(kit, one, r)
            if distance[r] > distance[best] or own_across < across or (own_across == across and own_down < down):
                best, across, down = r, own_across, own_down
    return int(best)


@kernel
def measure_clusters(kit: Kit, one: Multiset, occupied: Keys, totals: FindTotals, clusters: Small) -> None:
    """Add the clusters of a multiset to the totals."""
    size = one.keys.size
    pieces = 0
    for shape in one.shapes:
        pieces += not is_wall(kit, shape)
    counts = totals.counts[pieces]
    counts[1] += 1
    counts[3] += size
    for r in range(size):
        counts[0] += is_packed(kit, one, r, occupied[r])
    queue = np.empty(size, np.int32)
    distance = distances_of(kit, one, queue)
    seen = np.empty(size, np.uint8)
    seen[:] = 0
    for root in range(size):
        if seen[root]:
            continue
        counts[2] += 1
        end = component(one, root, seen, queue)
        if distance[root] >= 0:
            row = representative(kit, one, queue[:end], distance)
            totals.lengths[pieces, distance[row]] += 1
            totals.orbits[pieces, distance[row]] += note_cluster(kit, one, row, distance[row], end, pieces, clusters)


@kernel
def note_cluster(kit: Kit, one: Multiset, row: int, length: int, size: int, pieces: int, clusters: Small) -> bool:
    """Write a cluster with a solved board after the others; tell whether it is minimal."""
    cluster = clusters[1 + clusters[0, 0]]
    clusters[0, 0] += 1
    cluster[:] = -1
    cluster[0], cluster[1], cluster[3] = size, length, pieces
    for j in range(one.shapes.size):
        cluster[HEAD + j] = kit.first[one.shapes[j]] + one.rows[row, j]
    cluster[2] = length > 0 and is_minimal(kit, one.shapes, cluster[HEAD : HEAD + one.shapes.size], length)
    return bool(cluster[2])


@kernel
def is_minimal(kit: Kit, shapes: Numbers, places: Small, length: int) -> bool:
    """Tell whether a board is solved in fewer moves without any one of its pieces, but for the goal's piece."""
    rest = np.empty(shapes.size - 1, np.int32)
    for out in range(1, shapes.size):
        if not is_wall(kit, shapes[out]):
            for j in range(shapes.size - 1):
                rest[j] = places[j + (j >= out)]
            if not is_solved_within(kit, rest, length - 1):
                return False
    return True


@kernel
def is_solved_within(kit: Kit, places: Small, most: int) -> bool:
    """Search a board forward: tell whether it is solved in at most so many moves."""
    pieces = places.size
    boards, table = np.empty((64, pieces), np.int32), np.full(256, -1, np.int32)
    copy_cells(places, boards[0])
    begin, end = 0, 1
    note_board(boards, 0, table)
    for depth in range(most + 1):
        until = end
        while begin < until:
            if kit.goal[boards[begin, 0]]:
                return True
            if end + 16 * pieces > boards.shape[0]:
                boards, table = larger_tables(boards, end)
            occupied = kit.walls[0]
            for j in range(pieces):
                occupied |= kit.mask[boards[begin, j]]
            for j in range(pieces):
                others = occupied ^ kit.mask[boards[begin, j]]
                for way in range(4):
                    at = boards[begin, j]
                    while depth < most and kit.enter[at, way] & others == 0:
                        at = kit.after[at, way]
                        copy_cells(boards[begin], boards[end])
                        boards[end, j] = at
                        end += note_board(boards, end, table)
            begin += 1
    return False


@kernel
def note_board(boards: Small, row: int, table: Small) -> int:
    """Put a board in a hash table; return 1 if it is new, else 0."""
    key = np.uint64(0)
    for j in range(boards.shape[1]):
        key = key * MIX + np.uint64(boards[row, j] + 1)
    at = np.int64((key ^ key >> np.uint64(29)) >> np.uint64(7)) & (table.size - 1)
    while table[at] >= 0:
        same = True
        for j in range(boards.shape[1]):
            same = same and boards[table[at], j] == boards[row, j]
        if same:
            return 0
        at = (at + 1) & (table.size - 1)
    table[at] = row
    return 1


@kernel
def larger_tables(boards: Small, end: int) -> tuple[Small, Small]:
    """Copy boards to a larger array, with a new hash table."""
    size = 2 * boards.shape[0] + 16 * boards.shape[1]
    new = np.empty((size, boards.shape[1]), np.int32)
    slots = 256
    while slots < 2 * size:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    for row in range(end):
        for j in range(boards.shape[1]):
            new[row, j] = boards[row, j]
        note_board(new, row, table)
    return new, table
