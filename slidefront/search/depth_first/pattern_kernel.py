"""The kernels of IDA* with pattern databases: depth first along the trails, as deep as the bound allows.

One board and its words are changed in place, by each move and its undoing. The stack has an entry for each board on the
way to it. What a look-up knows of a board, two numbers beside the words, is `looked`:

    tiles one by one    its total, the sum of the entries of its words; and the word that the move to the board changed
    tiles in lines      its word by rows, and its word by columns

`bound` and `line_bound` say what a word is. The look-up that is best for a board is the first that is asked of
its children: what it rules out needs no other look-up.

Each kernel is one long function, because numba counts references to an array each time a function takes it out of a
tuple, which took three times as long as the search itself. There are two, for tiles that move one by one and for tiles
that move in lines, because little of what they do for a move is the same.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Numbers
from slidefront.compile import kernel
from slidefront.search.depth_first.transfer_engine import MOVE_BITS, Edges
from slidefront.search.patterns.bound import (
    BY,
    COUNT,
    HOLE,
    LEVEL_MASK,
    LINE,
    LINE_MASK,
    LINE_ORDER,
    LOW,
    MASK,
    NO_TILE,
    ORDER,
    READING,
    WAY,
    LineTables,
    PatternTables,
    after_hops,
    after_move,
    look_up,
    look_up_level,
)

TOTAL, CHANGED = range(2)  # what is looked up of tiles that move one by one
AGAIN, FOUND, OVER = range(3)
NOTHING = 1 << 30
Board = npt.NDArray[np.int8]
_MOVE = (1 << MOVE_BITS) - 1

Progress = Any
"""An array of one PROGRESS, which a kernel reads when it begins and writes when it ends."""
PROGRESS = np.dtype(
    [
        ("depth", np.int64),
        ("generated", np.int64),
        ("examined", np.int64),
        ("above", np.int64),  # the least sum above the limit
        ("leaves", np.int64),  # how many are taken
    ]
)


class Ways(NamedTuple):
    """The moves, and which may follow which."""

    first: Edges
    edges: Edges
    moves: Numbers
    """For each move, the cell that the tile leaves and the cell that it enters."""


class Extent(NamedTuple):
    """How far a call of a kernel goes."""

    limit: int
    """The largest sum of the moves so far and the bound, each counted so many times:"""
    per_move: int
    per_bound: int
    floor: int
    """The depth where the search begins."""
    bottom: int
    """The depth of the leaves; -1 if there are none."""
    turns: int
    """How many moves are made before the kernel returns."""


class Stack(NamedTuple):
    """For each depth, the board on the way."""

    edge: Numbers
    """Its next move, in `edges`."""
    last: Numbers
    """Where its moves end."""
    move: Numbers
    """The move that leads to it."""
    alone: Numbers
    """The bound of its single tiles; for tiles in lines, how many are not home."""
    best: Numbers
    """The look-up whose bound is best."""
    looked: Numbers
    """Two numbers of each look-up."""


class Node(NamedTuple):
    """A board where a search begins, and its entry of the stack."""

    board: Board
    """The tile in each cell."""
    words: Numbers
    """By look-up and group; none for tiles in lines, whose words are all in the stack."""
    edge: int
    last: int
    alone: int
    best: int
    looked: Numbers


class Leaves(NamedTuple):
    """Boards at the bottom, where a search is divided: the fields of a node for each, and the moves to it."""

    boards: npt.NDArray[np.int8]
    words: npt.NDArray[np.int64]
    edge: Numbers
    last: Numbers
    alone: Numbers
    best: Numbers
    looked: npt.NDArray[np.int64]
    paths: npt.NDArray[np.int64]


def new_leaves(room: int, node: Node, bottom: int) -> Leaves:
    """Make space for leaves."""
    boards, (edge, last, alone, best) = np.zeros((room, node.board.size), np.int8), np.zeros((4, room), np.int64)
    words, looked = (np.zeros((room, *one.shape), np.int64) for one in (node.words, node.looked))
    return Leaves(boards, words, edge, last, alone, best, looked, np.zeros((room, max(bottom, 0)), np.int64))


@kernel
def add_leaf(leaves: Leaves, n: int, board: Board, words: Numbers, stack: Stack, depth: int) -> None:
    """Keep a board at the bottom as the n-th leaf.

    Numbers are copied one by one: to assign whole arrays takes four seconds more to compile.
    """
    for cell in range(board.size):
        leaves.boards[n, cell] = board[cell]
    for turn in range(words.shape[0]):
        for g in range(words.shape[1]):
            leaves.words[n, turn, g] = words[turn, g]
    leaves.edge[n], leaves.last[n] = stack.edge[depth], stack.last[depth]
    leaves.alone[n], leaves.best[n] = stack.alone[depth], stack.best[depth]
    for turn in range(stack.looked.shape[1]):
        for which in range(2):
            leaves.looked[n, turn, which] = stack.looked[depth, turn, which]
    for d in range(depth):
        leaves.paths[n, d] = stack.move[d + 1]


@kernel
def search_patterns(  # noqa: C901 - see above
    progress: Progress, extent: Extent, stack: Stack, node: Node, ways: Ways, tables: PatternTables, leaves: Leaves
) -> int:
    """Make moves until the goal is found, everything is searched, or enough moves are made; return which.

    Boards at the bottom are written to the leaves and not expanded. A board that one look-up rules out has no further
    look-ups.
    """
    board, words = node.board, node.words
    first, edges, moves = ways.first, ways.edges, ways.moves
    entries, groups, parts, shifts = tables.entries, tables.groups, tables.parts, tables.shifts
    image, group, distances = tables.image, tables.group, tables.distances
    next_edge, last_edge, moved, alones, bests, looked = stack
    limit, per_move, per_bound, floor, bottom, turns = extent
    per_entry = per_bound * tables.step
    now = progress[0]
    depth, generated, examined, above, leaf = now.depth, now.generated, now.examined, now.above, now.leaves
    lookups = image.shape[0]
    edge, last = next_edge[depth], last_edge[depth]
    end = AGAIN
    for _ in range(turns):
        if edge == last:
            if depth == floor:
                end = OVER
                break
            cell, to = moves[moved[depth], 0], moves[moved[depth], 1]
            tile = np.int64(board[to])
            for turn in range(lookups):
                words[turn, group[turn, tile]] = looked[depth, turn, CHANGED]
            board[cell], board[to] = tile, NO_TILE
            depth -= 1
            edge, last = next_edge[depth], last_edge[depth]
            continue
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        cell, to = moves[move, 0], moves[move, 1]
        tile = np.int64(board[cell])
        alone = alones[depth] - distances[cell, tile] + distances[to, tile]
        known = per_move * (depth + 1) + per_bound * alone
        least = known
        best, best_total, asked = np.int64(0), np.int64(-1), bests[depth]
        for nth in range(lookups):
            if least > limit:
                break
            turn = asked if nth == 0 else nth - (nth <= asked)
            g = group[turn, tile]
            word = words[turn, g]
            mask, order = after_move(word, image[turn, g, cell], image[turn, g, to], g, groups, shifts)
            entry = look_up(mask, order, g, groups, parts, entries)
            total = looked[depth, turn, TOTAL] - (word & 15) + entry
            looked[depth + 1, turn, TOTAL] = total
            looked[depth + 1, turn, CHANGED] = mask << MASK | order << ORDER | entry
            least = max(least, known + per_entry * total)
            if total > best_total:
                best, best_total = turn, total
        if least > limit:
            above = min(above, least)
            continue
        examined += 1
        next_edge[depth] = edge
        depth += 1
        moved[depth], alones[depth], bests[depth] = move, alone, best
        for turn in range(lookups):
            g = group[turn, tile]
            words[turn, g], looked[depth, turn, CHANGED] = looked[depth, turn, CHANGED], words[turn, g]
        board[to], board[cell] = tile, NO_TILE
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        next_edge[depth], last_edge[depth] = edge, last
        if alone == 0:
            end = FOUND
            break
        if depth == bottom:
            add_leaf(leaves, leaf, board, words, stack, depth)
            leaf += 1
            edge = last
    next_edge[depth] = edge
    now.depth, now.generated, now.examined, now.above, now.leaves = depth, generated, examined, above, leaf
    return end


@kernel
def search_lines(  # noqa: C901 - see above
    progress: Progress, extent: Extent, stack: Stack, node: Node, ways: Ways, tables: LineTables, leaves: Leaves
) -> int:
    """Search with databases of the line metric, as `search_patterns` does; moves alternate between rows and columns.

    No words are kept beside the stack, because a move changes one of the two of each look-up (see `line_bound`).
    The level of the station that a move keeps is known, and so is that of the station it leads to: one more, one less,
    or the same. After a move along a row the next one is along the column, so the bound is 1 and the level of that.
    """
    board, words = node.board, node.words
    first, edges = ways.first, ways.edges
    entries, groups, parts, shifts = tables.entries, tables.groups, tables.parts, tables.shifts
    group, hops, widths, moves = tables.group, tables.hops, tables.widths, tables.moves
    next_edge, last_edge, moved, alones, bests, looked = stack
    limit, per_move, per_bound, floor, bottom, turns = extent
    now = progress[0]
    depth, generated, examined, above, leaf = now.depth, now.generated, now.examined, now.above, now.leaves
    lookups = group.size
    edge, last = next_edge[depth], last_edge[depth]
    end = AGAIN
    for _ in range(turns):
        if edge == last:
            if depth == floor:
                end = OVER
                break
            move = moved[depth]
            cell, way = moves[move, HOLE], moves[move, WAY]
            for _ in range(moves[move, COUNT]):
                cell += way
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
        cell, way, count = moves[move, HOLE], moves[move, WAY], moves[move, COUNT]
        alone = alones[depth]
        for _ in range(count):
            tile = np.int64(board[cell + way])
            alone += np.int64(tile == cell + way) - np.int64(tile == cell)
            cell += way
        known = per_move * (depth + 1) + per_bound
        least = known if alone > 0 else known - per_bound
        best, best_level, asked = np.int64(0), np.int64(-1), bests[depth]
        for nth in range(lookups if alone > 0 else 0):
            if least > limit:
                break
            turn = asked if nth == 0 else nth - (nth <= asked)
            g, reading = group[turn], hops[move, turn, READING]
            word = looked[depth, turn, reading]
            mask, order = after_hops(
                word, hops[move, turn, LOW], hops[move, turn, BY], count, widths[reading], g, groups, shifts
            )
            code = look_up_level(mask, order, hops[move, turn, LINE], g, groups, parts, entries)
            before = looked[depth, turn, 1 - reading] & LEVEL_MASK
            more = (code + 255 - before) % 3
            level = before + more - 3 * (more >> 1)
            looked[depth + 1, turn, reading] = mask << LINE_MASK | order << LINE_ORDER | level
            least = max(least, known + per_bound * level)
            if level > best_level:
                best, best_level = turn, level
        if least > limit:
            above = min(above, least)
            continue
        examined += 1
        next_edge[depth] = edge
        for turn in range(lookups):
            same = 1 - hops[move, turn, READING]
            looked[depth + 1, turn, same] = looked[depth, turn, same]
        depth += 1
        moved[depth], alones[depth], bests[depth] = move, alone, best
        for _ in range(count):
            cell -= way
        for _ in range(count):
            board[cell] = board[cell + way]
            cell += way
        board[cell] = NO_TILE
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        next_edge[depth], last_edge[depth] = edge, last
        if alone == 0:
            end = FOUND
            break
        if depth == bottom:
            add_leaf(leaves, leaf, board, words, stack, depth)
            leaf += 1
            edge = last
    next_edge[depth] = edge
    now.depth, now.generated, now.examined, now.above, now.leaves = depth, generated, examined, above, leaf
    return end
