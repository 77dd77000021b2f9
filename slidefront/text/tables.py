"""Tables: cells with a mark between them, of which some may be empty.

separated = line {end line}             line = [cell] {mark [cell]}     mark = "," | ";" | tab
barred    = [rule] bars {[rule] bars} [rule]
bars      = ["|"] [cell] {"|" [cell]} ["|"]
rule      = a line of | + : and -       as in Markdown, and around boxes

1,2,3     | 1 | 2 |     +---+---+
4,,5      |---|---|     | 1 | 2 |
7,8,6     | 3 |   |     +---+---+
"""

from collections.abc import Sequence

from slidefront.text.cells import Cells, Line, empty, lines, rectangle
from slidefront.text.cells import cell as take_cell
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import Token

_RULE = frozenset("|+:-=")


def separated(cursor: Cursor) -> Cells:
    """Read cells with commas, semicolons or tabs between them; a mark at the end of each line is one too many."""
    found = lines(cursor)
    marks = [token.text for line in found for token in line.tokens if token.text in (",", ";", "\t")]
    if not marks:
        raise Stop(found[0].tokens[0], "cells with commas, semicolons or tabs between them")
    rows = [_cells(line.tokens, line.end, marks[0]) for line in found]
    closed = [row[-1] for row in rows[:-1] if not row[-1].text]
    if len(rows[0]) > 1 and len(closed) == len(rows) - 1 and (not rows[-1][-1].text or len(rows[-1]) < len(rows[0])):
        rows = [row[:-1] if not row[-1].text and len(row) == len(rows[0]) else row for row in rows]
    names = {",": "commas", ";": "semicolons", "\t": "tabs"}
    return rectangle(rows, [line.end for line in found], f"cells between {names[marks[0]]}")


def barred(cursor: Cursor) -> Cells:
    """Read a table with bars between cells, as Markdown and many programs draw it."""
    found = lines(cursor)
    ruled = [number for number, line in enumerate(found) if _is_rule(line)]
    full = [line for line in found if not _is_rule(line)]
    if not full or not any(token.text == "|" for token in full[0].tokens):
        raise Stop(found[0].tokens[0], "cells with | between them")
    closed = full[0].tokens[0].text == "|" and full[0].tokens[-1].text == "|"
    rows = [_without_ends(line, closed=closed) for line in full]
    if ruled[:1] == [1] and len(rows) > 1 and not any(cell.text for cell in rows[0]):
        rows, full = rows[1:], full[1:]
    return rectangle(rows, [line.end for line in full], "a table")


def _is_rule(line: Line) -> bool:
    text = "".join(token.text for token in line.tokens)
    return set(text) <= _RULE and any(mark in text for mark in ("--", "==", ":-", "-:"))


def _without_ends(line: Line, *, closed: bool) -> list[Token]:
    """Cut a line at its bars, of which the first and the last are its ends, if they are closed."""
    if not closed:
        return _cells(line.tokens, line.end, "|")
    for token in (line.tokens[0], line.tokens[-1]):
        if token.text != "|" or len(line.tokens) < 2:
            raise Stop(token, "| at both ends of the line")
    return _cells(line.tokens[1:-1], line.tokens[-1], "|")


def _cells(tokens: Sequence[Token], end: Token, mark: str) -> list[Token]:
    """Cut a line at a mark; between two there is one cell or nothing."""
    found: list[Token] = []
    part: list[Token] = []
    for token in [*tokens, end]:
        if token is not end and token.text != mark:
            part.append(token)
            continue
        cursor = Cursor([*part, token])
        cell = take_cell(cursor) if part else empty(token)
        if cell is None or cursor.index < len(part):
            raise Stop(cursor.token, "a cell, one between two marks")
        found.append(cell)
        part = []
    return found
