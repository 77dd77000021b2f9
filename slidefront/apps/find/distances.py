"""The kernels that measure a multiset: how many moves its boards are from their goals.

A view is the question as an image of the board under a symmetry shows it. Symmetries under which the question looks the
same share a view. `measure_questions` searches from all goal boards at once, for every choice of the goal's piece and
every view. Each placement has a word of 64 bits:

    bit v * pieces + j     the piece of column j is the goal's piece, and the question is asked as in view v

A move of a placement moves all its boards at once. A layer consists of the bits that are new in each row. Every pass
visits all rows, so that the inner loop over moves has no branches.

The example of `multisets` continues: two single cells on 2 x 2 cells, and the question whether a piece in the upper
left cell can get to the lower right cell. With one view a word has two bits, for A and for B as the goal's piece:

    row        0     1     2     3     4     5
    board      AB    A.    A.    .A    .A    ..
               ..    B.    .B    B.    .B    AB
    layer 0                 B           B     B      the boards whose goal's piece is in the lower right cell
    layer 1    AB    AB          AB
    layer 2                 A           A     A
    starts     A     A      A                        the boards whose goal's piece is in the upper left cell

So two starts have length 1, and one has length 2: in row 2, B must first leave the lower right cell. A symmetry of the
question, the reflection that exchanges rows and columns, maps the starts of length 1 to each other.

`measure_clusters` measures the clusters of rush instead: the components of the moves, and how far their boards are from
solved. The representative of a cluster is a board farthest from solved. Among these, it has the least cells of pieces
that move across, and then the least cells of pieces that move up and down. A cluster is minimal if every piece counts:
without any piece other than the goal's, the representative is solved in fewer moves.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.apps.find.kit import CLUSTERS, SHAPE_SIZE, Kit
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.compile import kernel

ROW_MASK = (1 << 32) - 1
MIX = np.uint64(0x9E3779B97F4A7C15)
PLACEMENTS, MULTISETS, COMPONENTS, STARTS, MOVABLE = range(5)  # columns of counts


class Multiset(NamedTuple):
    """The placements of one multiset, and their moves."""

    shapes: Numbers
    rows: Cells
    keys: Keys
    first: Numbers
    """For each placement the number of its first move; the last item is the number of all moves."""
    moves: Numbers
    """The placement after each move; the bits from 32 on are the turn of its pieces (see `multisets`)."""
    movable: Keys
    """For each placement a bit for each column whose piece can move."""
    images: Numbers
    """The image of the multiset under each symmetry of the board."""


class FindTotals(NamedTuple):
    """The counts of a search, by the number of pieces."""

    counts: Numbers
    """PLACEMENTS, MULTISETS, COMPONENTS, STARTS, MOVABLE: a row for each number of pieces."""
    lengths: Numbers
    """For each number of pieces and each length the number of starts."""
    orbits: Numbers
    """The same if starts that a symmetry of the question maps to each other count once."""


class Best(NamedTuple):
    """The hardest boards, by the number of pieces."""

    lengths: Numbers
    """The greatest lengths, descending; -1: none."""
    orders: Keys
    """The number by which boards of equal length ascend."""
    boards: Small
    """The boards with these lengths: the view, the goal's piece, and the places of the pieces."""


@kernel
def is_wall(kit: Kit, shape: int) -> bool:
    """Whether a shape is a wall of rush. Walls are the last shapes."""
    return bool(kit.rules[CLUSTERS] and kit.shapes[shape, SHAPE_SIZE] == 1)


@kernel
def are_equal(a: Numbers, b: Numbers, count: int) -> bool:
    """Whether the first numbers of two arrays are equal."""
    i = 0
    while i < count and a[i] == b[i]:
        i += 1
    return i == count


@kernel
def weigh_views(views: Numbers, images: Numbers, pieces: int, weights: Numbers) -> int:
    """Write for each view how many different images ask its question; return how many different images exist."""
    weights[:] = 0
    different = 0
    for g in range(views.size):
        new = True
        for h in range(g):
            new = new and not are_equal(images[g], images[h], pieces)
        weights[views[g]] += new
        different += new
    return different


@kernel
def turned(bits: np.uint64, turn: int, lanes: np.uint64) -> np.uint64:
    """Move the bit of one column to another column, and the bits between by one, in each view."""
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
def mark(first: Numbers, shapes: Numbers, rows: Cells, views: Numbers, marks: Cells, bits: Keys) -> None:
    """Write the bits of the boards whose goal's piece is at a place with a mark."""
    pieces, of_place = shapes.size, np.empty(64, np.uint64)
    bits[:] = 0
    for j in range(pieces):
        begin = first[shapes[j]]
        for place in range(begin, first[shapes[j] + 1]):
            of_place[place - begin] = 0
            for i in range(views.size):
                of_place[place - begin] |= np.uint64(marks[place] >> views[i] & 1) << np.uint64(i * pieces + j)
        for r in range(bits.size):
            bits[r] |= of_place[rows[r, j]]


@kernel
def is_least(kit: Kit, multiset: Multiset, pieces: int, row: int, column: int, view: int) -> bool:
    """Whether no symmetry of the question maps a board to a board with a smaller key."""
    for i in range(kit.twins.shape[1]):
        g = kit.twins[view, i]
        if are_equal(multiset.images[g], multiset.shapes, pieces):
            key = np.uint64(0)
            for j in range(pieces):
                key += kit.weight[kit.image[g, kit.first[multiset.shapes[j]] + multiset.rows[row, j]]]
            place = kit.first[multiset.shapes[column]] + multiset.rows[row, column]
            if key < multiset.keys[row] or (key == multiset.keys[row] and kit.image[g, place] < place):
                return False
    return True


@kernel
def copy_cells(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy numbers one by one, because the assignment of an array takes half a second to compile."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def keep_best(length: int, order: np.uint64, lengths: Numbers, orders: Keys, boards: Small) -> int:
    """Insert a board among the best, and return its position; -1 if it is not one of the best."""
    position = lengths.size
    while position > 0:
        before = position - 1
        if lengths[before] > length or (lengths[before] == length and orders[before] <= order):
            break
        position = before
    if position == lengths.size:
        return -1
    for i in range(lengths.size - 1, position, -1):
        lengths[i], orders[i] = lengths[i - 1], orders[i - 1]
        copy_cells(boards[i - 1], boards[i])
    lengths[position], orders[position] = length, order
    return position


@kernel
def tally(
    kit: Kit,
    multiset: Multiset,
    rows: Small,
    bits: Keys,
    starts: Keys,
    length: int,
    views: Numbers,
    totals: FindTotals,
    best: Best,
) -> None:
    """Count the starts of a length among the boards of some placements, up to symmetry, and keep the best."""
    pieces = multiset.shapes.size
    for n in range(rows.size):
        row = rows[n]
        asked = bits[n] & starts[row]
        if asked == 0:
            continue
        for i in range(views.size):
            for j in range(pieces):
                bit = asked >> np.uint64(i * pieces + j) & np.uint64(1)
                if bit and is_least(kit, multiset, pieces, row, j, views[i]):
                    totals.orbits[pieces, length] += 1
                    order = multiset.keys[row] ^ np.uint64(64 * views[i] + j) * MIX
                    position = keep_best(length, order, best.lengths[pieces], best.orders[pieces], best.boards[pieces])
                    if position >= 0:
                        board = best.boards[pieces, position]
                        board[0], board[1] = views[i], j
                        for k in range(pieces):
                            board[2 + k] = kit.first[multiset.shapes[k]] + multiset.rows[row, k]


@kernel
def count_starts(bits: np.uint64, pieces: int, counts: Numbers) -> None:
    """Add the bits of each view to its count."""
    lane = (np.uint64(1) << np.uint64(pieces)) - np.uint64(1)
    for i in range(counts.size):
        left, count = bits >> np.uint64(i * pieces) & lane, 0
        while left:  # compiled, this loop is one instruction
            left &= left - np.uint64(1)
            count += 1
        counts[i] += count


@kernel
def take_weighed(counts: Numbers, views: Numbers, weights: Numbers) -> int:
    """Add up counts, each with the weight of its view, and set them to 0."""
    total = 0
    for i in range(views.size):
        total += counts[i] * weights[views[i]]
        counts[i] = 0
    return total


@kernel
def has_twins(twins: Numbers, images: Numbers, shapes: Numbers, views: Numbers) -> bool:
    """Whether a symmetry of the question in some view maps the multiset to itself."""
    for i in range(views.size):
        for k in range(twins.shape[1]):
            if are_equal(images[twins[views[i], k]], shapes, shapes.size):
                return True
    return False


@kernel
def search_from_goals(  # noqa: C901 - the loop where the time goes
    kit: Kit, multiset: Multiset, views: Numbers, weights: Numbers, totals: FindTotals, best: Best
) -> bool:
    """Search some views and count their starts by length; return False if a length is too great for the totals."""
    size, pieces, moves, first = multiset.keys.size, multiset.shapes.size, multiset.moves, multiset.first
    one_by_one = has_twins(kit.twins, multiset.images, multiset.shapes, views)
    lanes = np.uint64(0)
    for i in range(views.size):
        lanes |= np.uint64(1) << np.uint64(i * pieces)
    starts, reached, seen = np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(size, np.uint64)
    mark(kit.first, multiset.shapes, multiset.rows, views, kit.start, starts)
    mark(kit.first, multiset.shapes, multiset.rows, views, kit.goal, reached)
    seen[:] = 0
    counts, starts_of_view = totals.counts[pieces], np.empty(views.size, np.int64)
    starts_of_view[:] = 0
    for r in range(size):
        count_starts(starts[r], pieces, starts_of_view)
    counts[STARTS] += take_weighed(starts_of_view, views, weights)
    for r in range(size):
        count_starts(starts[r] & lanes * multiset.movable[r], pieces, starts_of_view)
    counts[MOVABLE] += take_weighed(starts_of_view, views, weights)
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
                count_starts(bits & starts[r], pieces, starts_of_view)
            for move in range(first[r], first[r + 1]):
                reached[moves[move] & ROW_MASK] |= turned(bits, moves[move] >> 32, lanes)
        for i in range(views.size):
            orbits += starts_of_view[i]
        totals.lengths[pieces, length] += take_weighed(starts_of_view, views, weights)
        if orbits and (one_by_one or length >= best.lengths[pieces, -1]):
            tally(kit, multiset, front[:count], front_bits[:count], starts, length, views, totals, best)
        else:
            totals.orbits[pieces, length] += orbits
        length += 1


@kernel
def component(multiset: Multiset, root: int, seen: Cells, members: Small) -> int:
    """List the placements that moves reach from `root`, and mark them as seen; return how many."""
    seen[root] = 1
    members[0] = root
    begin, end = 0, 1
    while begin < end:
        r = members[begin]
        begin += 1
        for move in range(multiset.first[r], multiset.first[r + 1]):
            to = multiset.moves[move] & ROW_MASK
            if not seen[to]:
                seen[to] = 1
                members[end] = to
                end += 1
    return end


@kernel
def count_components(multiset: Multiset) -> int:
    """Count the components of the moves."""
    seen, members = np.empty(multiset.keys.size, np.uint8), np.empty(multiset.keys.size, np.int32)
    seen[:] = 0
    count = 0
    for root in range(multiset.keys.size):
        if not seen[root]:
            component(multiset, root, seen, members)
            count += 1
    return count


@kernel
def measure_questions(kit: Kit, multiset: Multiset, totals: FindTotals, best: Best) -> bool:
    """Add the counts and lengths of a multiset and its images to the totals; return False if a length is too great."""
    pieces = multiset.shapes.size
    weights = np.empty(kit.twins.shape[0], np.int64)
    images = weigh_views(kit.view_of, multiset.images, pieces, weights)
    counts = totals.counts[pieces]
    counts[PLACEMENTS] += images * multiset.keys.size
    counts[MULTISETS] += images
    counts[COMPONENTS] += images * count_components(multiset)
    asked, count = np.empty(weights.size, np.int64), 0
    for view in range(weights.size):
        if weights[view]:
            asked[count] = view
            count += 1
    at_once = 64 // pieces
    for begin in range(0, count, at_once):
        end = begin + at_once if begin + at_once < count else count
        if not search_from_goals(kit, multiset, asked[begin:end], weights, totals, best):
            return False
    return True


FIRST_ACROSS = 2  # the first direction of pieces that move left and right
CLUSTER_BOARDS, CLUSTER_LENGTH, CLUSTER_MINIMAL, CLUSTER_PIECES, CLUSTER_PLACES = range(5)
"""Columns of a cluster: the board count, the length, whether it is minimal, the number of pieces, and then the places
of the representative, -1 after the last one."""


@kernel
def cells_of(kit: Kit, multiset: Multiset, row: int) -> tuple[np.uint64, np.uint64]:
    """Return the cells of the pieces that move across, and of the pieces that move up and down."""
    across, down = np.uint64(0), np.uint64(0)
    for j in range(multiset.shapes.size):
        shape = multiset.shapes[j]
        if not is_wall(kit, shape):
            mask = kit.mask[kit.first[shape] + multiset.rows[row, j]]
            if kit.first_direction[shape] >= FIRST_ACROSS:
                across |= mask
            else:
                down |= mask
    return across, down


@kernel
def distances_of(kit: Kit, multiset: Multiset, queue: Small) -> Small:
    """Return the distance of each placement to the nearest solved placement; -1 if no moves lead to one."""
    distance = np.full(multiset.keys.size, -1, np.int32)
    end = 0
    for r in range(multiset.keys.size):
        for j in range(multiset.shapes.size):
            if kit.goal[kit.first[multiset.shapes[j]] + multiset.rows[r, j]] and distance[r] < 0:
                distance[r] = 0
                queue[end] = r
                end += 1
    begin = 0
    while begin < end:
        r = queue[begin]
        begin += 1
        for move in range(multiset.first[r], multiset.first[r + 1]):
            to = multiset.moves[move] & ROW_MASK
            if distance[to] < 0:
                distance[to] = distance[r] + 1
                queue[end] = to
                end += 1
    return distance


@kernel
def is_packed(kit: Kit, multiset: Multiset, row: int, occupied: np.uint64) -> bool:
    """Whether no piece can move left or up."""
    for j in range(multiset.shapes.size):
        place = kit.first[multiset.shapes[j]] + multiset.rows[row, j]
        if kit.enter[place, 0] & occupied == 0 or kit.enter[place, FIRST_ACROSS] & occupied == 0:
            return False
    return True


@kernel
def representative(kit: Kit, multiset: Multiset, members: Small, distance: Small) -> int:
    """Return the placement that represents a cluster."""
    best = members[0]
    across, down = cells_of(kit, multiset, best)
    for r in members[1:]:
        if distance[r] >= distance[best]:
            own_across, own_down = cells_of(kit, multiset, r)
            if distance[r] > distance[best] or own_across < across or (own_across == across and own_down < down):
                best, across, down = r, own_across, own_down
    return int(best)


@kernel
def measure_clusters(kit: Kit, multiset: Multiset, occupied: Keys, totals: FindTotals, clusters: Small) -> None:
    """Add the clusters of a multiset to the totals."""
    size = multiset.keys.size
    pieces = 0
    for shape in multiset.shapes:
        pieces += not is_wall(kit, shape)
    counts = totals.counts[pieces]
    counts[MULTISETS] += 1
    counts[STARTS] += size
    for r in range(size):
        counts[PLACEMENTS] += is_packed(kit, multiset, r, occupied[r])
    queue = np.empty(size, np.int32)
    distance = distances_of(kit, multiset, queue)
    seen = np.empty(size, np.uint8)
    seen[:] = 0
    for root in range(size):
        if seen[root]:
            continue
        counts[COMPONENTS] += 1
        end = component(multiset, root, seen, queue)
        if distance[root] >= 0:
            row = representative(kit, multiset, queue[:end], distance)
            totals.lengths[pieces, distance[row]] += 1
            totals.orbits[pieces, distance[row]] += note_cluster(
                kit, multiset, row, distance[row], end, pieces, clusters
            )


@kernel
def note_cluster(kit: Kit, multiset: Multiset, row: int, length: int, size: int, pieces: int, clusters: Small) -> bool:
    """Append a cluster with a solved board to the list of clusters; return whether it is minimal."""
    cluster = clusters[1 + clusters[0, 0]]
    clusters[0, 0] += 1
    cluster[:] = -1
    cluster[CLUSTER_BOARDS], cluster[CLUSTER_LENGTH], cluster[CLUSTER_PIECES] = size, length, pieces
    for j in range(multiset.shapes.size):
        cluster[CLUSTER_PLACES + j] = kit.first[multiset.shapes[j]] + multiset.rows[row, j]
    places = cluster[CLUSTER_PLACES : CLUSTER_PLACES + multiset.shapes.size]
    cluster[CLUSTER_MINIMAL] = length > 0 and is_minimal(kit, multiset.shapes, places, length)
    return bool(cluster[CLUSTER_MINIMAL])


@kernel
def is_minimal(kit: Kit, shapes: Numbers, places: Small, length: int) -> bool:
    """Whether a board is solved in fewer moves as soon as any piece other than the goal's is removed."""
    others = np.empty(shapes.size - 1, np.int32)
    for out in range(1, shapes.size):
        if not is_wall(kit, shapes[out]):
            for j in range(shapes.size - 1):
                others[j] = places[j + (j >= out)]
            if not is_solved_within(kit, others, length - 1):
                return False
    return True


@kernel
def is_solved_within(kit: Kit, places: Small, most: int) -> bool:
    """Whether a board can be solved in at most `most` moves, by a breadth-first search from it."""
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
                for direction in range(4):
                    place = boards[begin, j]
                    while depth < most and kit.enter[place, direction] & others == 0:
                        place = kit.after[place, direction]
                        copy_cells(boards[begin], boards[end])
                        boards[end, j] = place
                        end += note_board(boards, end, table)
            begin += 1
    return False


@kernel
def note_board(boards: Small, row: int, table: Small) -> int:
    """Put a board in a hash table; return 1 if it is new, else 0."""
    key = np.uint64(0)
    for j in range(boards.shape[1]):
        key = key * MIX + np.uint64(boards[row, j] + 1)
    slot = np.int64((key ^ key >> np.uint64(29)) >> np.uint64(7)) & (table.size - 1)
    while table[slot] >= 0:
        same = True
        for j in range(boards.shape[1]):
            same = same and boards[table[slot], j] == boards[row, j]
        if same:
            return 0
        slot = (slot + 1) & (table.size - 1)
    table[slot] = row
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
