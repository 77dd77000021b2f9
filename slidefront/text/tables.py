"""Tables: cells with a mark between them, of which some may be empty.

separated = line {end line}             line = [cell] {mark [cell]}     mark = "," | ";" | tab
ended     = line mark {end line mark}   the last line may be without the mark
barred    = [rule] bars {[rule] bars} [rule]
markdown  = bars rule bars {bars}       the bars above the rule may have no cell at all; then they are no row
bars      = ["|"] [cell] {"|" [cell]} ["|"]
rule      = a line of | + : and -       as in Markdown, and around boxes

1,2,3     | 1 | 2 |     +---+---+
4,,5      |---|---|     | 1 | 2 |
7,8,6     | 3 |   |     +---+---+
"""

from collections.abc import Sequence

from slidefront.text.cells import Cells, TokenLine, empty, lines, rectangle
from slidefront.text.cells import cell as take_cell
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import Token

_RULE = frozenset("|+:-=")
_DRAWN = ("--", "==", ":-", "-:")
_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}


def separated(cursor: Cursor) -> Cells:
    """Read cells with commas, semicolons or tabs between them."""
    rows, found, how = _marked(cursor)
    return rectangle(rows, [line.end for line in found], how)


def ended(cursor: Cursor) -> Cells:
    """Read cells with a mark between them and at the end of each line; the last line may do without."""
    rows, found, how = _marked(cursor)
    width = len(rows[0])
    for row, line in zip(rows, found, strict=True):
        is_last = line is found[-1] and len(found) > 1
        if width < 2 or (row[-1].text and not (is_last and len(row) == width - 1)):
            raise Stop(line.end, "the mark between cells at the end of each line")
    rows = [row[:-1] if not row[-1].text and len(row) == width else row for row in rows]
    return rectangle(rows, [line.end for line in found], how)


def _marked(cursor: Cursor) -> tuple[list[list[Token]], list[TokenLine], str]:
    """Take lines of cells between marks; return the rows, the lines, and the form in words."""
    found = lines(cursor)
    marks = [token.text for line in found for token in line.tokens if token.text in (",", ";", "\t")]
    if not marks:
        raise Stop(found[0].tokens[0], "cells with commas, semicolons or tabs between them")
    rows = [_cells(line.tokens, line.end, marks[0]) for line in found]
    return rows, found, f"cells between {_NAMES[marks[0]]}"


def barred(cursor: Cursor) -> Cells:
    """Read a table with bars between cells, as many programs draw it."""
    found = lines(cursor)
    if _is_empty(found[0]) and _is_rule(found[min(1, len(found) - 1)], _DRAWN):
        raise Stop(found[0].tokens[0], "a row, and no heading")
    return _table([line for line in found if not _is_rule(line, _DRAWN)], found[0].tokens[0])


def markdown(cursor: Cursor) -> Cells:
    """Read a table of Markdown: its second line is a rule, and its first row a part of the board, or empty."""
    found = lines(cursor)
    first = found[0].tokens[0]
    if len(found) < 3 or not _is_rule(found[1], ("-",)):
        raise Stop(first, "a table with a rule below its first line")
    below = [line for line in found[2:] if not _is_rule(line, _DRAWN)]
    return _table(below if _is_empty(found[0]) else [found[0], *below], first)


def _table(full: Sequence[TokenLine], first: Token) -> Cells:
    """Cut lines at their bars, which are at both ends of each line, or at none."""
    if not full or not any(token.text == "|" for token in full[0].tokens):
        raise Stop(first, "cells with | between them")
    begins, ends = (all(line.tokens[place].text == "|" for line in full) for place in (0, -1))
    if begins != ends:
        raise Stop(full[0].tokens[0 if begins else -1], "", "write | at both ends of each line, or at none")
    closed = full[0].tokens[0].text == "|" and full[0].tokens[-1].text == "|"
    rows = [_without_ends(line, closed=closed) for line in full]
    return rectangle(rows, [line.end for line in full], "a table")


def _is_empty(line: TokenLine) -> bool:
    return all(token.text == "|" for token in line.tokens)


def _is_rule(line: TokenLine, marks: Sequence[str]) -> bool:
    text = "".join(token.text for token in line.tokens)
    return set(text) <= _RULE and any(mark in text for mark in marks)


def _without_ends(line: TokenLine, *, closed: bool) -> list[Token]:
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
