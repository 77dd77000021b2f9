"""Rows: cells with blanks or commas between them, or one character each; rows on lines, or with / ; | between them.

rows    = row {mark row} [mark]        mark = "/" | ";" | "|" | end of line    (one mark throughout, and ends of lines)
row     = cell {[","] cell}  |  word   a row of one word has a character for each cell
headed  = number [number] end rows     the first line counts rows and columns, or says both at once

1 2 3/4 _ 5/7 8 6      1234/5678/9abc/def_      1, 2, 3, 4, _, 5, 7, 8, 6      1234_5786      813 4_2 765
"""

from dataclasses import replace
from itertools import pairwise

from slidefront.text.cells import Cells, letters, lines, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tables import ended, separated
from slidefront.text.tokens import CELLS, Token, TokenKind

_MARKS = ("/", ";", "|")
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
