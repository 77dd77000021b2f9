"""The kernel of IDA* with pattern databases: depth first along the trails, as deep as the bound allows.

One board is changed in place, by each move and its undoing. The stack has an entry for each board on the way to it,
with the words of its look-ups; `bound` says what a word is. A move changes one word of each look-up:

    tiles one by one    that of the group of the tile; the total of a look-up is the sum of its entries
    tiles in lines      that by columns, if the move goes along a row; the level that the look-up gives is its total

The look-up that is best for a board is the first that is asked of its children: what it rules out needs no other
look-up.

The kernel is one long function, because numba counts references to an array each time a function takes it out of a
tuple, which took three times as long as the search itself.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Numbers
from slidefront.compile import kernel
from slidefront.search.depth_first import AGAIN, FOUND, OVER, SearchState
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
    VALUE_MASK,
    WAY,
    Tables,
    after_hops,
    after_move,
    entry_of,
    level_code,
    number_of,
)

Board = npt.NDArray[np.int8]
_MOVE = (1 << MOVE_BITS) - 1


class Extent(NamedTuple):
    """How far a search goes."""

    limit: int
    """The largest sum of the moves so far and the bound, each counted so many times:"""
    per_move: int
    per_bound: int
    floor: int
    """The depth where the search begins."""
    turns: int
    """How many moves are made before the kernel returns."""


class Stack(NamedTuple):
    """For each depth, the board on the way."""

    edge: Numbers
    """Its next move, in the edges of the trails."""
    last: Numbers
    """Where its moves end."""
    move: Numbers
    """The move that leads to it."""
    alone: Numbers
    """The bound of its single tiles; for tiles in lines, how many are not home."""
    best: Numbers
    """The look-up whose bound is best."""
    total: Numbers
    """What each look-up adds to the bound of the single tiles."""
    words: Numbers
    """By look-up, and by group or reading."""


@kernel
def search_patterns(  # noqa: C901 - see above
    state: SearchState, extent: Extent, stack: Stack, board: Board, trails: Trails, tables: Tables
) -> SearchState:
    """Make moves until the goal is found, everything is searched, or enough moves are made.

    A board that one look-up rules out has no further look-ups. In the line metric the level of the station that a move
    keeps is known, and so is that of the station it leads to: one more, one less, or the same.
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
        if edge == last:
            if depth == floor:
                end = OVER
                break
            move = moved[depth]
            cell, way = moves[move, END], moves[move, WAY]
            for _ in range(moves[move, COUNT]):
                board[cell] = board[cell - way]
                cell -= way
            board[cell] = NO_TILE
            depth -= 1
            edge, last = next_edge[depth], last_edge[depth]
            continue
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        hole, way, count = moves[move, HOLE], moves[move, WAY], moves[move, COUNT]
        alone, cell, tile = alones[depth], hole, np.int64(0)
        for _ in range(count):
            tile = np.int64(board[cell + way])
            alone += far[cell, tile] - far[cell + way, tile]
            cell += way
        known = per_move * (depth + 1) + per_bound * min(alone, most_alone)
        least = known
        best, best_total, asked = np.int64(0), np.int64(-1), bests[depth]
        for nth in range(lookups):
            if least > limit:
                break
            turn = asked if nth == 0 else nth - (nth <= asked)
            g = group[turn, tile]
            if in_lines:
                which = hops[move, turn, READING]
                low, by, width = hops[move, turn, LOW], hops[move, turn, BY], widths[which]
                mask, order = after_hops(words[depth, turn, which], low, by, count, width, g, groups, shifts)
                code = level_code(number_of(mask, order, hops[move, turn, LINE], g, groups, parts), entries)
                value = words[depth, turn, 1 - which] & VALUE_MASK
                more = (code + 255 - value) % 3
                value += more - 3 * (more >> 1)
                total = value
            else:
                which = g
                word = words[depth, turn, g]
                mask, order = after_move(word, image[turn, cell], image[turn, hole], g, groups, shifts)
                value = entry_of(number_of(mask, order, no_line, g, groups, parts), entries)
                total = totals[depth, turn] - (word & VALUE_MASK) + value
            words[depth + 1, turn, which] = mask << MASK | order << ORDER | value
            totals[depth + 1, turn] = total
            changed[turn] = which
            least = max(least, known + per_entry * total)
            if total > best_total:
                best, best_total = turn, total
        if least > limit:
            above = min(above, least)
            continue
        examined += 1
        next_edge[depth] = edge
        for turn in range(lookups):
            for which in range(words.shape[2]):
                if which != changed[turn]:
                    words[depth + 1, turn, which] = words[depth, turn, which]
        depth += 1
        moved[depth], alones[depth], bests[depth] = move, alone, best
        cell = hole
        for _ in range(count):
            board[cell] = board[cell + way]
            cell += way
        board[cell] = NO_TILE
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        next_edge[depth], last_edge[depth] = edge, last
        if alone == 0:
            end = FOUND
            break
    next_edge[depth] = edge
    return SearchState(depth, generated, examined, above, end)
