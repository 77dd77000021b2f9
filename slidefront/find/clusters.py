"""Kernels that measure clusters: the components of the moves of a multiset, and how far their boards are from solved.

The representative of a cluster is one of its boards that are farthest from solved: the one with the least cells of
pieces that move across, and then of those that move up and down. A cluster is minimal if each piece counts: without any
one of them, but for the goal's piece, the representative is solved in fewer moves.
"""

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.find.distances import ROW, Multiset, component, copy_cells
from slidefront.find.kit import FindTotals, Kit, Numbers, Small
from slidefront.find.placements import is_wall

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
def measure_clusters(kit: Kit, one: Multiset, occupied: Keys, totals: FindTotals) -> None:
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
    seen = np.zeros(size, np.uint8)
    for root in range(size):
        if seen[root]:
            continue
        counts[2] += 1
        end = component(one, root, seen, queue)
        if distance[root] >= 0:
            note_cluster(kit, one, representative(kit, one, queue[:end], distance), distance, end, pieces, totals)


@kernel
def note_cluster(
    kit: Kit, one: Multiset, row: int, distance: Small, size: int, pieces: int, totals: FindTotals
) -> None:
    """Count a cluster with a solved board, and write it after the others."""
    length = distance[row]
    totals.lengths[pieces, length] += 1
    cluster = totals.clusters[1 + totals.clusters[0, 0]]
    totals.clusters[0, 0] += 1
    cluster[:] = -1
    cluster[0], cluster[1], cluster[3] = size, length, pieces
    for j in range(one.shapes.size):
        cluster[HEAD + j] = kit.first[one.shapes[j]] + one.rows[row, j]
    cluster[2] = length > 0 and is_minimal(kit, one.shapes, cluster[HEAD : HEAD + one.shapes.size], length)
    totals.orbits[pieces, length] += cluster[2]


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
        key = key * np.uint64(0x9E3779B97F4A7C15) + np.uint64(boards[row, j] + 1)
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
