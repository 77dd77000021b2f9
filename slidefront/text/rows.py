"""Rows: cells with blanks or commas between them, or one character each; rows on lines, or with / ; | between them.

rows    = row {mark row} [mark]        mark = "/" | ";" | "|" | end of line    (one mark throughout, and ends of lines)
row     = cell {[","] cell}  |  word   a row of one word has a character for each cell
headed  = number [number] end rows     the first line counts rows and columns, or says both at once
aligned = rows in columns, of which one cell is empty: what programs print for the hole
card    = [number] word [number]       36 letters, as databases of Rush Hour write them, after the number of moves

1 2 3/4 _ 5/7 8 6      1234/5678/9abc/def_      1, 2, 3, 4, _, 5, 7, 8, 6      1234_5786      813 4_2 765

1  2  3  4      123      Each cell of the short row stands under one column of the others;
5  6     8      4 5      the column without a cell is the empty one.
9 10 11 12      786

60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
"""

from dataclasses import replace
from itertools import pairwise

from slidefront.text.cells import Cells, TokenLine, empty, letters, lines, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tables import ended, separated
from slidefront.text.tokens import CELLS, Token, TokenKind

_MARKS = ("/", ";", "|")
SIDE = 6
"""The cells of a card are a square."""
WORDS = "rows between blanks"
"""How words on one line are read."""


def rows(cursor: Cursor) -> Cells:
    """Read rows of words, or of characters where each row is one word."""
    found, ends = split_rows(cursor)
    single = [len(row) == 1 for row in found]
    if all(single):
        return rectangle([letters(row[0]) for row in found], ends, spelled=True)
    if any(single):
        raise Stop(found[single.index(True)][0], "a row with blanks between its cells, as the others")
    return rectangle(found, ends)


def column(cursor: Cursor) -> Cells:
    """Read rows of one number or character each, of which some have several digits."""
    found, ends = split_rows(cursor)
    widths = {len(row[0].text) for row in found if len(row) == 1 and _is_short(row[0])}
    if len(found) < 2 or len(widths) < 2 or any(len(row) > 1 or not _is_short(row[0]) for row in found):
        raise Stop(found[0][0], "numbers, each in a row of its own")
    return rectangle(found, ends)


def _is_short(cell: Token) -> bool:
    return len(cell.text) == 1 or (cell.kind is TokenKind.NUMBER and len(cell.text) == 2)


def words(cursor: Cursor) -> Cells:
    """Read one line of words that are each a row."""
    found, ends = split_rows(cursor)
    row = found[0]
    if len(found) > 1 or len(row) < 2 or any(len(word.text) < 2 for word in row):
        raise Stop(row[0], "words on one line that are each a row")
    for word in row:
        if len(word.text) != len(row[0].text):
            raise Stop(word, f"a row of {len(row[0].text)} cells")
    return rectangle([letters(word) for word in row], [*row[1:], ends[0]], WORDS, spelled=True)


def headed(cursor: Cursor) -> Cells:
    """Read rows below their number and that of their cells."""
    cursor.skip_ends()
    first = cursor.expect("the number of rows", TokenKind.NUMBER)
    cursor.take(",")
    second = cursor.take(TokenKind.NUMBER) or first
    cursor.take(",")
    cursor.expect("the end of the heading", TokenKind.END)
    index = cursor.index
    refusal: Stop | None = None
    for grammar in (rows, separated, ended):
        cursor.index = index
        try:
            cells = grammar(cursor)
        except Stop as stop:
            refusal = max(refusal or stop, stop, key=lambda one: one.reached)
            continue
        shape = (len(cells.rows), len(cells.rows[0]))
        if (int(first.text), int(second.text)) in (shape, shape[::-1]):
            return replace(cells, how=cells.how or "rows below their numbers")
        refusal = Stop(first, f"a heading that counts the {shape[0]} rows of {shape[1]} cells below it")
    assert refusal is not None
    raise refusal


def split_rows(cursor: Cursor) -> tuple[list[list[Token]], list[Token]]:
    """Take rows of cells; return them, and the token after each."""
    found: list[list[Token]] = []
    ends: list[Token] = []
    mark = ""
    for line in lines(cursor):
        row: list[Token] = []
        for token, after in pairwise([*line.tokens, line.end]):
            if token.kind in CELLS:
                row.append(token)
            elif row and token.text in _MARKS and mark in ("", token.text):
                mark = token.text
                found.append(row)
                ends.append(token)
                row = []
            elif not (row and token.text == "," and after.kind in CELLS):
                raise Stop(token, "a cell")
        if row:
            found.append(row)
            ends.append(line.end)
    return found, ends


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


def card(cursor: Cursor) -> Cells:
    """Read a card as its six rows."""
    cursor.skip_ends()
    moves = _number(cursor) if cursor.ahead().kind is not TokenKind.END else None
    word = cursor.expect("36 letters", *CELLS)
    if len(word.text) != SIDE**2:
        raise Stop(word, "36 letters")
    if moves:
        _number(cursor)
    cells = letters(word)
    rows = [cells[start : start + SIDE] for start in range(0, SIDE**2, SIDE)]
    return replace(rectangle(rows, [cells[-1]] * SIDE, "a card"), moves=int(moves.text) if moves else None)


def _number(cursor: Cursor) -> Token | None:
    """Take a number of moves, or of boards."""
    if cursor.token.text.startswith("-"):
        raise Stop(cursor.token, "a number from 0")
    return cursor.take(TokenKind.NUMBER)
