"""The kernels of IDA* with pattern databases: depth first along the trails, as deep as the bound allows.

One board and its words are changed in place, by each move and its undoing. The stack has a row for each board on the
way; the words in it are those that the move to the board has changed, one for each look-up:

    | next edge | last edge | move to here | sum alone | best look-up | total | total | ... | word | word | ...

A look-up's part of the bound, its total, is the sum of the entries of its words; `bound` says what a word is. The
look-up that is best for a board is the first that is asked of its children: what it rules out needs no other look-up.

Each kernel is one long function, because numba counts references to an array each time a function takes it out of a
tuple, which took three times as long as the search itself. There are two, for tiles that move one by one and for tiles
that move in lines, because little of what they do for a move is the same.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.compile import kernel
from slidefront.search.depth_first.trails import MOVE_BITS, Edges
from slidefront.search.patterns.bound import MASK, NO_TILE, ORDER, Numbers, PatternTables, after_move, look_up
from slidefront.search.patterns.line_bound import (
    BY,
    COUNT,
    HOLE,
    LEVEL_MASK,
    LINE,
    LINE_MASK,
    LINE_ORDER,
    LOW,
    READING,
    WAY,
    LineTables,
    after_hops,
    look_up_level,
)

NEXT, LAST, MOVE, ALONE, BEST, TOTALS = range(6)  # columns of the stack
DEPTH, GENERATED, EXAMINED, ABOVE, LIMIT, FLOOR, BOTTOM, LEAVES, WEIGHT = range(9)  # what is kept between calls
AGAIN, FOUND, OVER, FULL = range(4)
NOTHING = 1 << 30
Board = npt.NDArray[np.int8]
_MOVE = (1 << MOVE_BITS) - 1


class Ways(NamedTuple):
    """The moves, and which may follow which."""

    first: Edges
    edges: Edges
    moves: Numbers
    """For each move, the cell that the tile leaves and the cell that it enters."""


class Node(NamedTuple):
    """A board where a search begins: its tiles, its words by look-up and group, and its row of the stack."""

    board: Board
    words: Numbers
    row: Numbers


class Leaves(NamedTuple):
    """Boards at the bottom, where a search is divided: for each the board, its words, its row, and the moves to it."""

    boards: npt.NDArray[np.int8]
    words: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    paths: npt.NDArray[np.int64]


@kernel
def add_leaf(leaves: Leaves, kept: Numbers, board: Board, words: Numbers, stack: Numbers, depth: int) -> bool:
    """Keep a board at the bottom, its words and row, and the moves to it; return whether there was space.

    Numbers are copied one by one: to assign whole arrays takes four seconds more to compile.
    """
    n = kept[LEAVES]
    if n == leaves.boards.shape[0]:
        return False
    for cell in range(board.size):
        leaves.boards[n, cell] = board[cell]
    for turn in range(words.shape[0]):
        for g in range(words.shape[1]):
            leaves.words[n, turn, g] = words[turn, g]
    for column in range(stack.shape[1]):
        leaves.rows[n, column] = stack[depth, column]
    for d in range(depth):
        leaves.paths[n, d] = stack[d + 1, MOVE]
    kept[LEAVES] = n + 1
    return True


@kernel
def search_patterns(  # noqa: C901 - see above
    kept: Numbers, stack: Numbers, node: Node, ways: Ways, tables: PatternTables, leaves: Leaves, turns: int
) -> int:
    """Make moves until the goal is found, everything is searched, or `turns` moves are made; return which.

    Boards at the depth `BOTTOM` are written to the leaves and not expanded. A board that one look-up rules out has no
    further look-ups.
    """
    board, words = node.board, node.words
    first, edges, moves = ways.first, ways.edges, ways.moves
    entries, groups, parts, shifts = tables.entries, tables.groups, tables.parts, tables.shifts
    image, group, distances, step = tables.image, tables.group, tables.distances, tables.step
    depth, limit, floor, bottom, weight = kept[DEPTH], kept[LIMIT], kept[FLOOR], kept[BOTTOM], kept[WEIGHT]
    generated, examined, above = kept[GENERATED], kept[EXAMINED], kept[ABOVE]
    lookups = image.shape[0]
    new = TOTALS + lookups  # the column of the first changed word
    edge, last = stack[depth, NEXT], stack[depth, LAST]
    end = AGAIN
    for _ in range(turns):
        if edge == last:
            if depth == floor:
                end = OVER
                break
            cell, to = moves[stack[depth, MOVE], 0], moves[stack[depth, MOVE], 1]
            tile = np.int64(board[to])
            for turn in range(lookups):
                words[turn, group[turn, tile]] = stack[depth, new + turn]
            board[cell], board[to] = tile, NO_TILE
            depth -= 1
            edge, last = stack[depth, NEXT], stack[depth, LAST]
            continue
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        cell, to = moves[move, 0], moves[move, 1]
        tile = np.int64(board[cell])
        alone = stack[depth, ALONE] - distances[cell, tile] + distances[to, tile]
        known = weight * (depth + 1) + alone
        least = known
        best, best_total, asked = np.int64(0), np.int64(-1), stack[depth, BEST]
        for nth in range(lookups):
            if least > limit:
                break
            turn = asked if nth == 0 else nth - (nth <= asked)
            g = group[turn, tile]
            word = words[turn, g]
            mask, order = after_move(word, image[turn, g, cell], image[turn, g, to], g, groups, shifts)
            entry = look_up(mask, order, g, groups, parts, entries)
            total = stack[depth, TOTALS + turn] - (word & 15) + entry
            stack[depth + 1, TOTALS + turn] = total
            stack[depth + 1, new + turn] = mask << MASK | order << ORDER | entry
            least = max(least, known + total * step)
            if total > best_total:
                best, best_total = turn, total
        if least > limit:
            above = min(above, least)
            continue
        examined += 1
        stack[depth, NEXT] = edge
        depth += 1
        stack[depth, MOVE], stack[depth, ALONE], stack[depth, BEST] = move, alone, best
        for turn in range(lookups):
            g = group[turn, tile]
            words[turn, g], stack[depth, new + turn] = stack[depth, new + turn], words[turn, g]
        board[to], board[cell] = tile, NO_TILE
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        stack[depth, NEXT], stack[depth, LAST] = edge, last
        if alone == 0:
            end = FOUND
            break
        if depth == bottom:
            if not add_leaf(leaves, kept, board, words, stack, depth):
                end = FULL
                break
            edge = last
    stack[depth, NEXT] = edge
    kept[DEPTH], kept[GENERATED], kept[EXAMINED], kept[ABOVE] = depth, generated, examined, above
    return end


@kernel
def search_lines(  # noqa: C901 - see above
    kept: Numbers, stack: Numbers, node: Node, ways: Ways, tables: LineTables, leaves: Leaves, turns: int
) -> int:
    """Search with databases of the line metric, as `search_patterns` does; moves alternate between rows and columns.

    No words are kept beside the stack, because a move changes one of the two of each look-up (see `line_bound`):

        | next edge | last edge | move to here | tiles not home | best look-up | word by rows | word by columns | ...

    The level of the station that a move keeps is known, and so is that of the station it leads to: one more, one less,
    or the same. After a move along a row the next one is along the column, so the bound is 1 and the level of that.
    """
    board, words = node.board, node.words
    first, edges = ways.first, ways.edges
    entries, groups, parts, shifts = tables.entries, tables.groups, tables.parts, tables.shifts
    group, hops, widths, moves, step = tables.group, tables.hops, tables.widths, tables.moves, tables.step
    depth, limit, floor, bottom, weight = kept[DEPTH], kept[LIMIT], kept[FLOOR], kept[BOTTOM], kept[WEIGHT]
    generated, examined, above = kept[GENERATED], kept[EXAMINED], kept[ABOVE]
    lookups = group.size
    edge, last = stack[depth, NEXT], stack[depth, LAST]
    end = AGAIN
    for _ in range(turns):
        if edge == last:
            if depth == floor:
                end = OVER
                break
            move = stack[depth, MOVE]
            cell, way = moves[move, HOLE], moves[move, WAY]
            for _ in range(moves[move, COUNT]):
                cell += way
            for _ in range(moves[move, COUNT]):
                board[cell] = board[cell - way]
                cell -= way
            board[cell] = NO_TILE
            depth -= 1
            edge, last = stack[depth, NEXT], stack[depth, LAST]
            continue
        move, trail = np.int64(edges[edge]) & _MOVE, np.int64(edges[edge]) >> MOVE_BITS
        edge += 1
        generated += 1
        cell, way, count = moves[move, HOLE], moves[move, WAY], moves[move, COUNT]
        alone = stack[depth, ALONE]
        for _ in range(count):
            tile = np.int64(board[cell + way])
            alone += np.int64(tile == cell + way) - np.int64(tile == cell)
            cell += way
        known = weight * (depth + 1) + step
        least = known if alone > 0 else known - step
        best, best_level, asked = np.int64(0), np.int64(-1), stack[depth, BEST]
        for nth in range(lookups if alone > 0 else 0):
            if least > limit:
                break
            turn = asked if nth == 0 else nth - (nth <= asked)
            g, reading = group[turn], hops[move, turn, READING]
            at = TOTALS + 2 * turn
            word = stack[depth, at + reading]
            mask, order = after_hops(
                word, hops[move, turn, LOW], hops[move, turn, BY], count, widths[reading], g, groups, shifts
            )
            code = look_up_level(mask, order, hops[move, turn, LINE], g, groups, parts, entries)
            before = stack[depth, at + 1 - reading] & LEVEL_MASK
            more = (code + 255 - before) % 3
            level = before + more - 3 * (more >> 1)
            stack[depth + 1, at + reading] = mask << LINE_MASK | order << LINE_ORDER | level
            least = max(least, known + level * step)
            if level > best_level:
                best, best_level = turn, level
        if least > limit:
            above = min(above, least)
            continue
        examined += 1
        stack[depth, NEXT] = edge
        for turn in range(lookups):
            kept_word = TOTALS + 2 * turn + 1 - hops[move, turn, READING]
            stack[depth + 1, kept_word] = stack[depth, kept_word]
        depth += 1
        stack[depth, MOVE], stack[depth, ALONE], stack[depth, BEST] = move, alone, best
        for _ in range(count):
            cell -= way
        for _ in range(count):
            board[cell] = board[cell + way]
            cell += way
        board[cell] = NO_TILE
        edge, last = np.int64(first[trail]), np.int64(first[trail + 1])
        stack[depth, NEXT], stack[depth, LAST] = edge, last
        if alone == 0:
            end = FOUND
            break
        if depth == bottom:
            if not add_leaf(leaves, kept, board, words, stack, depth):
                end = FULL
                break
            edge = last
    stack[depth, NEXT] = edge
    kept[DEPTH], kept[GENERATED], kept[EXAMINED], kept[ABOVE] = depth, generated, examined, above
    return end
