"""The kernels that look boards up in pattern databases, and the search of IDA* that uses them.

A board has several look-ups (see `bound`). For each look-up and group of tiles the kernels keep one number, a *word*:

    word      |  mask: the cells of the group's tiles  | order, 16 bits | entry, 8 bits |

For example, with two groups of tiles of the 8-puzzle, and the look-up without a reflection:

    goal  1 2 3     board  2 1 3     group      mask           order          entry
          4 5 6            5 4 _     1 2 4 5    110 110 000    7: 2 1 5 4     3
          7 8 _            7 8 6     3 6 7 8    001 000 111    3: 3 7 8 6     0

Five tiles are one step from home, and each 1 of an entry stands for two more moves. So the bound is 5 + 2 * (3 + 0) =
11; a shortest solution has 15 moves. If tile 6 goes up, only the word of its group changes: to the mask 001 001 110 and
the order 0, 3 6 7 8, whose entry is 0. Then the bound is 4 + 2 * (3 + 0) = 10.

In the line metric a look-up has one pattern, and a word for each of the two readings of the board: the pattern's tiles
in that reading, without the hole, and the level of their station (see `LinePattern`):

    word      |  mask: the slots of the pattern's tiles  | order, 16 bits | level, 8 bits |

A move along a row changes only the word by columns, and a move along a column only the word by rows. Each tile that the
move carries passes the tiles of one column or row: the slots of a *window* rotate by one place.

    columns of 4, the hole before slots 3 to 6     3 4 5 6 -> 6 3 4 5     for each tile that goes left

`search_patterns` goes depth first along the trails, as deep as the bound allows. One board is changed in place: each
move is made on it and undone. The stack has an entry for each board on the route to it, with the words of its look-ups.
A move changes one word of each look-up:

    tiles one by one    the word of the group of the tile; the total of a look-up is the sum of its entries
    tiles in lines      the word by columns, if the move goes along a row; its level is the total of the look-up

The best look-up of a board is the first one for its children: a child that it rules out needs no other look-up.

All arrays are local variables of one function, and helpers get single arrays. If a function takes an array out of a
tuple each time it is called, numba counts its references, which took three times as long as the search itself.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Numbers, count_bits
from slidefront.compile import kernel
from slidefront.search.depth_first.ida import AGAIN, FOUND, OVER, SearchState
from slidefront.search.depth_first.transfer_engine import MOVE_BITS, Trails
from slidefront.search.patterns.pattern import BY_COLUMNS, PARTS, OrderRanks

# Columns of the tables of groups, hops and moves:
TILES, ORDERS, GROUP_ROW, FIRST_ENTRY, FIRST_PART, PART_BITS, FIRST_SHIFT, SETS = range(8)
HOP_READING, HOP_LOW, HOP_BY, HOP_LINE = range(4)
MOVE_HOLE, MOVE_STEP, MOVE_COUNT, MOVE_END = range(4)
MASK_AT, ORDER_AT = 24, 8  # the lowest bits of the mask and of the order in a word
ORDERS_MASK, VALUE_MASK = 0xFFFF, 0xFF
NO_TILE = -1
TileBoard = npt.NDArray[np.int8]
"""The tile in each cell, by its goal cell."""
_MOVE = (1 << MOVE_BITS) - 1


class Tables(NamedTuple):
    """The tables that look-ups need, as flat arrays for kernels."""

    entries: Cells
    groups: Numbers
    parts: npt.NDArray[np.uint32]
    shifts: OrderRanks
    image: Numbers
    """For each look-up and cell, the image of the cell."""
    group: Numbers
    """For each look-up and tile, by its goal cell, the group of the tile; in the line metric, the pattern."""
    far: Numbers
    """For each cell and goal cell, the distance; in the line metric, 1 for different cells."""
    step: int
    """The number of moves that an entry of 1 stands for."""
    most_alone: int
    """The bound of all single tiles is at most this."""
    moves: Numbers
    """For each move: the hole, the step from cell to cell of its tiles, the number of tiles, and the hole after it."""
    first_move: Numbers
    """For each cell of the hole, the first of its moves."""
    hops: Numbers
    """In the line metric, for each move and look-up: the reading that it changes, the first window, the step to
    the next window, and the line."""
    places: Numbers
    """For each reading and image of a cell, the place where it is read."""
    widths: Numbers
    """For each reading, the number of slots of a window."""


class Extent(NamedTuple):
    """How far a search goes."""

    limit: int
    """The largest sum of the moves so far, times `per_move`, and the bound, times `per_bound`."""
    per_move: int
    per_bound: int
    floor: int
    """The depth where the search begins."""
    turns: int
    """The number of moves until the kernel returns."""


class Stack(NamedTuple):
    """The boards on the current route, by depth."""

    edge: Numbers
    """The next move, in the edges of the trails."""
    last: Numbers
    """The end of the moves, in the edges of the trails."""
    move: Numbers
    """The move that leads to the board."""
    alone: Numbers
    """The bound of the single tiles; for tiles in lines, the number of tiles that are not home."""
    best: Numbers
    """The look-up whose bound is best."""
    total: Numbers
    """For each look-up, the amount that it adds to the bound of the single tiles."""
    words: Numbers
    """For each look-up, the words by group or reading."""


@kernel
def search_patterns(  # noqa: C901 - see above
    state: SearchState, extent: Extent, stack: Stack, board: TileBoard, trails: Trails, tables: Tables
) -> SearchState:
    """Make moves until the goal is found, everything is searched, or `extent.turns` moves are made.

    In the line metric a move keeps one station, whose level is known, and leads to another station, whose level is one
    more, one less, or the same.
    """
    first, edges = trails
    entries, groups, parts, shifts = tables.entries, tables.groups, tables.parts, tables.shifts
    image, group, far, most_alone = tables.image, tables.group, tables.far, tables.most_alone
    moves, hops, widths = tables.moves, tables.hops, tables.widths
    next_edge, last_edge, moved, alones, bests, totals, words = stack
    limit, per_move, per_bound, floor, turns = extent
    depth, generated, examined, above, _ = state
    per_entry = per_bound * tables.step
    lookups, in_lines = totals.shape[1], hops.size > 0
    changed, no_line = np.zeros(lookups, np.int64), np.int64(0)
    edge, last = next_edge[depth], last_edge[depth]
    end = AGAIN
    for _ in range(turns):
        # Go back to the board before if this one has no moves left.
        if edge == last:
            if depth == floor:
                end = OVER
                break
            carry(
                board, moves[moved[depth], MOVE_END], -moves[moved[depth], MOVE_STEP], moves[moved[depth], MOVE_COUNT]
            )
            depth -= 1
            edge, last = next_edge[depth], last_edge[depth]
            continue

        # Choose the next move, and bound the board after it by its single tiles.
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        hole, step, count = moves[move, MOVE_HOLE], moves[move, MOVE_STEP], moves[move, MOVE_COUNT]
        alone, cell, tile = alones[depth], hole, np.int64(0)
        for _ in range(count):
            tile = np.int64(board[cell + step])
            alone += far[cell, tile] - far[cell + step, tile]
            cell += step
        known = per_move * (depth + 1) + per_bound * min(alone, most_alone)

        # Look the board up, until a look-up rules it out.
        least = known
        best, best_total, best_before = np.int64(0), np.int64(-1), bests[depth]
        for nth in range(lookups):
            if least > limit:
                break
            lookup = best_before if nth == 0 else nth - (nth <= best_before)
            g = group[lookup, tile]
            if in_lines:
                which = hops[move, lookup, HOP_READING]
                low, by, width = hops[move, lookup, HOP_LOW], hops[move, lookup, HOP_BY], widths[which]
                mask, order = after_hops(words[depth, lookup, which], low, by, count, width, g, groups, shifts)
                code = level_code(number_of(mask, order, hops[move, lookup, HOP_LINE], g, groups, parts), entries)
                value = level_after(words[depth, lookup, 1 - which] & VALUE_MASK, code)
                total = value
            else:
                which = g
                word = words[depth, lookup, g]
                mask, order = after_move(word, image[lookup, cell], image[lookup, hole], g, groups, shifts)
                value = entry_of(number_of(mask, order, no_line, g, groups, parts), entries)
                total = totals[depth, lookup] - (word & VALUE_MASK) + value
            words[depth + 1, lookup, which] = mask << MASK_AT | order << ORDER_AT | value
            totals[depth + 1, lookup] = total
            changed[lookup] = which
            least = max(least, known + per_entry * total)
            if total > best_total:
                best, best_total = lookup, total
        if least > limit:
            above = min(above, least)
            continue

        # Make the move.
        examined += 1
        next_edge[depth] = edge
        for lookup in range(lookups):
            for which in range(words.shape[2]):
                if which != changed[lookup]:
                    words[depth + 1, lookup, which] = words[depth, lookup, which]
        depth += 1
        moved[depth], alones[depth], bests[depth] = move, alone, best
        carry(board, hole, step, count)
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        next_edge[depth], last_edge[depth] = edge, last
        if alone == 0:
            end = FOUND
            break
    next_edge[depth] = edge
    return SearchState(depth, generated, examined, above, end)


@kernel
def carry(board: TileBoard, hole: np.int64, step: np.int64, count: np.int64) -> None:
    """Carry `count` tiles into the hole, one after the other; they lie at distances of `step` from it."""
    for _ in range(count):
        board[hole] = board[hole + step]
        hole += step
    board[hole] = NO_TILE


@kernel
def level_after(level: np.int64, code: np.int64) -> np.int64:
    """Return the level that is `code` modulo 3, and differs from a known level by 1 or less."""
    more = (code + 255 - level) % 3
    return np.int64(level + more - 3 * (more >> 1))


@kernel
def number_of(
    mask: np.int64, order: np.int64, line: np.int64, g: np.int64, groups: Numbers, parts: npt.NDArray[np.uint32]
) -> np.int64:
    """Return the number of the entry of a mask and an order of group `g`; in the line metric, on a line."""
    bits = groups[g, PART_BITS]
    low = (1 << bits) - 1
    row = groups[g, TILES] + 1
    part_at = groups[g, FIRST_PART]
    share = np.int64(parts[part_at + (mask & low)])
    rank = share >> 4
    for part in range(1, PARTS):
        part_at += row << bits
        share = np.int64(parts[part_at + ((share & 15) << bits) + ((mask >> (bits * part)) & low)])
        rank += share >> 4
    return np.int64(groups[g, FIRST_ENTRY] + order * groups[g, GROUP_ROW] + line * groups[g, SETS] + rank)


@kernel
def entry_of(number: np.int64, entries: Cells) -> np.int64:
    """Read an entry of four bits."""
    return np.int64((np.int64(entries[number >> 1]) >> (4 * (number & 1))) & 15)


@kernel
def level_code(number: np.int64, entries: Cells) -> np.int64:
    """Read a level modulo 3, of two bits."""
    return np.int64((np.int64(entries[number >> 2]) >> (2 * (number & 3))) & 3)


@kernel
def after_move(
    word: np.int64, cell: np.int64, target: np.int64, g: np.int64, groups: Numbers, shifts: OrderRanks
) -> tuple[np.int64, np.int64]:
    """Return the mask and the order of a group after one of its tiles has moved from a cell to a target."""
    mask, order = word >> MASK_AT, (word >> ORDER_AT) & ORDERS_MASK
    i = count_bits(np.uint64(mask & ((1 << cell) - 1)))
    mask ^= 1 << cell
    j = count_bits(np.uint64(mask & ((1 << target) - 1)))
    mask |= 1 << target
    if i != j:
        change = i * groups[g, TILES] + j
        order = np.int64(shifts[groups[g, FIRST_SHIFT] + change * groups[g, ORDERS] + order])
    return mask, order


@kernel
def after_hops(
    word: np.int64,
    low: np.int64,
    by: np.int64,
    count: np.int64,
    width: np.int64,
    g: np.int64,
    groups: Numbers,
    shifts: OrderRanks,
) -> tuple[np.int64, np.int64]:
    """Return the mask and the order after `count` windows have rotated.

    The first window begins at slot `low` and has `width` slots; the next ones follow in steps of `by`, whose sign is
    the direction of the rotation.
    """
    mask, order = word >> MASK_AT, (word >> ORDER_AT) & ORDERS_MASK
    full = (np.int64(1) << width) - 1
    for _ in range(count):
        window = (mask >> low) & full
        last = window >> (width - 1)
        moved = last if by > 0 else window & 1
        rotated = (window << 1) & full | last if by > 0 else window >> 1 | moved << (width - 1)
        inside = count_bits(np.uint64(window)) - 1
        if moved and inside > 0:
            below = count_bits(np.uint64(mask & ((np.int64(1) << low) - 1)))
            i, j = (below + inside, below) if by > 0 else (below, below + inside)
            order = np.int64(shifts[groups[g, FIRST_SHIFT] + (i * groups[g, TILES] + j) * groups[g, ORDERS] + order])
        mask ^= (window ^ rotated) << low
        low += by
    return mask, order


@kernel
def add_levels(holes: Numbers, tables: Tables, words: Numbers) -> None:
    """Write the levels of boards into their words, for each board, look-up and reading."""
    for b in range(holes.size):
        for lookup in range(words.shape[1]):
            for reading in range(2):
                words[b, lookup, reading] |= level_of(holes[b], words[b, lookup], lookup, reading, tables)


@kernel
def level_of(hole: np.int64, words: Numbers, lookup: int, reading: int, tables: Tables) -> np.int64:
    """Return the level of a station: follow moves to stations of lower levels, and count them."""
    now = words.copy()
    g = tables.group[lookup, 0]
    level = np.int64(0)
    code = code_of(now[reading], line_of(hole, lookup, reading, tables), g, tables)
    nearer = True
    while nearer:
        nearer = False
        other = 1 - reading
        if code_of(now[other], line_of(hole, lookup, other, tables), g, tables) == (code + 2) % 3:
            nearer = True
        for move in range(tables.first_move[hole], tables.first_move[hole + 1]):
            hops = tables.hops[move, lookup]
            if nearer or hops[HOP_READING] != other:
                continue
            width, count = tables.widths[other], tables.moves[move, MOVE_COUNT]
            mask, order = after_hops(
                now[other], hops[HOP_LOW], hops[HOP_BY], count, width, g, tables.groups, tables.shifts
            )
            word = mask << MASK_AT | order << ORDER_AT
            if code_of(word, hops[HOP_LINE], g, tables) == (code + 2) % 3:
                nearer, now[other], hole = True, word, tables.moves[move, MOVE_END]
                break
        if nearer:
            level += 1
            code, reading = (code + 2) % 3, other
    return level


@kernel
def line_of(hole: np.int64, lookup: int, reading: int, tables: Tables) -> np.int64:
    """Return the line of the station of a board with this hole."""
    place = tables.places[reading, tables.image[lookup, hole]]
    return np.int64(place // tables.widths[reading] + (tables.widths[1] if reading == BY_COLUMNS else 0))


@kernel
def code_of(word: np.int64, line: np.int64, g: np.int64, tables: Tables) -> np.int64:
    """Look up the level modulo 3 of a word on a line."""
    number = number_of(word >> MASK_AT, (word >> ORDER_AT) & ORDERS_MASK, line, g, tables.groups, tables.parts)
    return np.int64(level_code(number, tables.entries))
