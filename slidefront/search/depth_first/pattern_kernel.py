"""The kernel of IDA* with pattern databases: depth first along the trails, as deep as the bound allows.

One board is changed in place: each move is made on it and undone. The stack has an entry for each board on the route to
it, with the words of its look-ups (see `patterns.bound`). A move changes one word of each look-up:

    tiles one by one    the word of the group of the tile; the total of a look-up is the sum of its entries
    tiles in lines      the word by columns, if the move goes along a row; its level is the total of the look-up

The best look-up of a board is the first one for its children: a child that it rules out needs no other look-up.

All arrays are local variables of one function, and helpers get single arrays. If a function takes an array out of a
tuple each time it is called, numba counts its references, which took three times as long as the search itself.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Numbers
from slidefront.compile import kernel
from slidefront.search.depth_first.ida import AGAIN, FOUND, OVER, SearchState
from slidefront.search.depth_first.transfer_engine import MOVE_BITS, Trails
from slidefront.search.patterns.bound import (
    BY,
    COUNT,
    END,
    HOLE,
    LINE,
    LOW,
    MASK,
    NO_TILE,
    ORDER,
    READING,
    STEP,
    VALUE_MASK,
    Tables,
    after_hops,
    after_move,
    entry_of,
    level_code,
    number_of,
)

TileBoard = npt.NDArray[np.int8]
"""The tile in each cell, by its goal cell."""
_MOVE = (1 << MOVE_BITS) - 1


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
    """For each look-up, what it adds to the bound of the single tiles."""
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
            carry(board, moves[moved[depth], END], -moves[moved[depth], STEP], moves[moved[depth], COUNT])
            depth -= 1
            edge, last = next_edge[depth], last_edge[depth]
            continue

        # Choose the next move, and bound the board after it by its single tiles.
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        hole, step, count = moves[move, HOLE], moves[move, STEP], moves[move, COUNT]
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
                which = hops[move, lookup, READING]
                low, by, width = hops[move, lookup, LOW], hops[move, lookup, BY], widths[which]
                mask, order = after_hops(words[depth, lookup, which], low, by, count, width, g, groups, shifts)
                code = level_code(number_of(mask, order, hops[move, lookup, LINE], g, groups, parts), entries)
                value = level_after(words[depth, lookup, 1 - which] & VALUE_MASK, code)
                total = value
            else:
                which = g
                word = words[depth, lookup, g]
                mask, order = after_move(word, image[lookup, cell], image[lookup, hole], g, groups, shifts)
                value = entry_of(number_of(mask, order, no_line, g, groups, parts), entries)
                total = totals[depth, lookup] - (word & VALUE_MASK) + value
            words[depth + 1, lookup, which] = mask << MASK | order << ORDER | value
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
