"""The kernel of IDA* with pattern databases: depth first along the trails, as deep as the bound allows.

One board is changed in place, tile by tile, by each move and its undoing. The stack has a row for each board on the
way, with a word for each look-up and group:

    | next edge | last edge | move to here | sum alone | best look-up | word | word | ...

A look-up's part of the bound is the sum of the entries of its words; `bound` says what a word is. The look-up that is
best for a board is the first that is asked of its children: what it rules out needs no other.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.compile import kernel
from slidefront.search.depth_first.trails import MOVE_BITS, Edges
from slidefront.search.patterns.bound import NO_TILE, Numbers, Tables, move_tile

NEXT, LAST, MOVE, ALONE, BEST, WORDS = range(6)  # columns of the stack
DEPTH, GENERATED, EXAMINED, ABOVE, LIMIT, FLOOR, BOTTOM, LEAVES = range(8)  # what is kept between calls
AGAIN, FOUND, OVER, FULL = range(4)
NOTHING = 1 << 30
Board = npt.NDArray[np.int8]
_MOVE = (1 << MOVE_BITS) - 1


class Ways(NamedTuple):
    """The moves, and which may follow which."""

    first: Edges
    edges: Edges
    moves: Numbers
    """For each move the cell that the tile leaves, and the cell that it comes to."""


class Leaves(NamedTuple):
    """Boards at the bottom, where a search is divided: for each the board, its row, and the moves to it."""

    boards: npt.NDArray[np.int8]
    rows: npt.NDArray[np.int64]
    paths: npt.NDArray[np.int64]


@kernel
def look_up_child(
    stack: Numbers, depth: np.int64, move: np.int64, board: Board, ways: Ways, tables: Tables, limit: np.int64
) -> np.int64:
    """Bound the route through a move, and write the row of the board after it as far as it is needed.

    What is above the limit is not looked up any further.
    """
    lookups, groups = tables.image.shape[0], tables.groups.shape[0]
    cell, to = ways.moves[move, 0], ways.moves[move, 1]
    tile = np.int64(board[cell])
    alone = stack[depth, ALONE] - np.int64(tables.distances[cell, tile]) + np.int64(tables.distances[to, tile])
    least = np.int64(depth + 1 + alone)
    best, best_total, first = np.int64(0), np.int64(-1), stack[depth, BEST]
    for nth in range(lookups):
        if least > limit:
            return least
        turn = first if nth == 0 else nth - (nth <= first)
        at = WORDS + turn * groups
        g = tables.group[turn, tile]
        total = np.int64(0)
        for other in range(groups):
            word = stack[depth, at + other]
            if other == g:
                word = move_tile(word, tables.image[turn, cell], tables.image[turn, to], g, tables)
            stack[depth + 1, at + other] = word
            total += word & 15
        least = np.int64(max(least, depth + 1 + alone + total * tables.step))
        if total > best_total:
            best, best_total = turn, total
    stack[depth + 1, MOVE], stack[depth + 1, ALONE], stack[depth + 1, BEST] = move, alone, best
    return least


@kernel
def swap(board: Board, cell: np.int64, to: np.int64) -> None:
    """Move the tile of a cell into the hole."""
    board[to] = board[cell]
    board[cell] = NO_TILE


@kernel
def add_leaf(leaves: Leaves, n: int, board: Board, stack: Numbers, depth: int) -> None:
    """Keep a board at the bottom, its row, and the moves to it."""
    leaves.boards[n] = board
    leaves.rows[n] = stack[depth]
    for d in range(depth):
        leaves.paths[n, d] = stack[d + 1, MOVE]


@kernel
def search_patterns(
    kept: Numbers, stack: Numbers, board: Board, ways: Ways, tables: Tables, leaves: Leaves, turns: int
) -> int:
    """Make moves until the goal is found, or all is searched, or it is time to come back; say which.

    Boards at the depth `BOTTOM` are written to the leaves, and not looked into.
    """
    depth, limit = kept[DEPTH], kept[LIMIT]
    edge, last = stack[depth, NEXT], stack[depth, LAST]
    end = AGAIN
    for _ in range(turns):
        if edge == last:
            if depth == kept[FLOOR]:
                end = OVER
                break
            move = stack[depth, MOVE]
            swap(board, ways.moves[move, 1], ways.moves[move, 0])
            depth -= 1
            edge, last = stack[depth, NEXT], stack[depth, LAST]
            continue
        move, trail = np.int64(ways.edges[edge]) & _MOVE, np.int64(ways.edges[edge]) >> MOVE_BITS
        edge += 1
        kept[GENERATED] += 1
        least = look_up_child(stack, depth, move, board, ways, tables, limit)
        if least > limit:
            kept[ABOVE] = min(kept[ABOVE], least)
            continue
        kept[EXAMINED] += 1
        stack[depth, NEXT] = edge
        depth += 1
        swap(board, ways.moves[move, 0], ways.moves[move, 1])
        edge, last = np.int64(ways.first[trail]), np.int64(ways.first[trail + 1])
        stack[depth, NEXT], stack[depth, LAST] = edge, last
        if stack[depth, ALONE] == 0:
            end = FOUND
            break
        if depth == kept[BOTTOM]:
            if kept[LEAVES] == leaves.boards.shape[0]:
                end = FULL
                break
            add_leaf(leaves, kept[LEAVES], board, stack, depth)
            kept[LEAVES] += 1
            edge = last
    stack[depth, NEXT] = edge
    kept[DEPTH] = depth
    return end
