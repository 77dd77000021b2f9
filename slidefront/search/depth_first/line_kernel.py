"""The kernel of IDA* with pattern databases of the line metric.

Moves alternate between rows and columns. One board is changed in place; the words of the look-ups are in the stack,
because a move changes one of the two of each look-up (`line_bound` says what a word is):

    | next edge | last edge | move to here | tiles not home | best look-up | word by rows | word by columns | word | ...

The level of the station that a move keeps is known, and so is that of the station it leads to: one more, one less, or
the same. After a move along a row the next one is along the column, so the bound is 1 and the level of that station.
"""

import numpy as np

from slidefront.compile import kernel
from slidefront.search.depth_first.pattern_kernel import (
    ABOVE,
    AGAIN,
    ALONE,
    BEST,
    BOTTOM,
    DEPTH,
    EXAMINED,
    FLOOR,
    FOUND,
    FULL,
    GENERATED,
    LAST,
    LEAVES,
    LIMIT,
    MOVE,
    NEXT,
    OVER,
    TOTALS,
    WEIGHT,
    Leaves,
    Node,
    Ways,
    add_leaf,
)
from slidefront.search.depth_first.trails import MOVE_BITS
from slidefront.search.patterns.bound import NO_TILE, Numbers
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

_MOVE = (1 << MOVE_BITS) - 1


@kernel
def search_lines(  # noqa: C901 - as in pattern_kernel
    kept: Numbers, stack: Numbers, node: Node, ways: Ways, tables: LineTables, leaves: Leaves, turns: int
) -> int:
    """Make moves until the goal is found, everything is searched, or `turns` moves are made; return which."""
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
            if kept[LEAVES] == leaves.boards.shape[0]:
                end = FULL
                break
            add_leaf(leaves, kept[LEAVES], board, words, stack, depth)
            kept[LEAVES] += 1
            edge = last
    stack[depth, NEXT] = edge
    kept[DEPTH], kept[GENERATED], kept[EXAMINED], kept[ABOVE] = depth, generated, examined, above
    return end
