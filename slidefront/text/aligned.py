"""Rows in columns, of which one cell is empty: what programs print for the hole.

1  2  3  4      123      Each cell of the short row stands under one column of the others;
5  6     8      4 5      the column without a cell is the empty one.
9 10 11 12      786
"""

from dataclasses import replace
from itertools import pairwise

from slidefront.text.cells import Cells, TokenLine, empty, letters, lines, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Token


def aligned(cursor: Cursor) -> Cells:
    """Read lines of which one has a cell less, whose place the columns tell."""
    found = lines(cursor)
    for line in found:
        for token in line.tokens:
            if token.kind not in CELLS:
                raise Stop(token, "a cell")
    spelled = len(found) > 1 and any(len(line.tokens) == 1 and len(line.tokens[0].text) > 1 for line in found)
    if spelled:
        found = [TokenLine([one for token in line.tokens for one in letters(token)], line.end) for line in found]
    full = max(len(line.tokens) for line in found)
    short = [line for line in found if len(line.tokens) == full - 1]
    rest = [line for line in found if len(line.tokens) == full]
    if len(short) != 1 or len(rest) != len(found) - 1 or len(found) < 2:
        raise Stop(found[0].tokens[0], "rows of one length, of which one has an empty cell")
    sizes = [token.text for token in short[0].tokens]
    if short[0] is found[0] and {*sizes} <= {str(len(rest)), str(full)}:
        raise Stop(short[0].tokens[0], "a row, and no heading")
    rows = [line.tokens if line is not short[0] else _filled(line, rest) for line in found]
    where = found.index(short[0]) + 1
    how = f"the empty cell of row {where} is the hole"
    return rectangle(rows, [line.end for line in found], how, spelled=spelled)


def _filled(line: TokenLine, rest: list[TokenLine]) -> list[Token]:
    """Put an empty cell where no cell stands under the others."""
    columns = [
        (min(row.tokens[c].column for row in rest), max(row.tokens[c].end for row in rest))
        for c in range(len(rest[0].tokens))
    ]
    if any(one[1] > other[0] for one, other in pairwise(columns)):
        raise Stop(line.tokens[0], "cells in columns, or _ for the hole")
    taken: dict[int, Token] = {}
    for token in line.tokens:
        under = [c for c, column in enumerate(columns) if token.column < column[1] and column[0] < token.end]
        if len(under) != 1 or under[0] in taken:
            raise Stop(token, "a cell under those of the other rows, or _ for the hole")
        taken[under[0]] = token
    return [taken.get(c, empty(replace(line.end, column=column[0]))) for c, column in enumerate(columns)]
