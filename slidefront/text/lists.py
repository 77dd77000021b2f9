"""Lists: cells in brackets, as JSON, Python, C and MATLAB write them; lists of cells, or of texts, are rows.

lists = list {[","] list}              each list is a row, or the one list has lists, texts or all cells
list  = "[" [item {[","|";"] item} [","]] "]"      or ( ) or { }
item  = cell | quote {cell} quote | list

[[1, 2], [3, null]]      {1, 2, 3, 0}      ["1 2", "3 _"]      [1 2; 3 0]
"""

from slidefront.text.cells import Cells, empty, letters, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Token, TokenKind

_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MOST_DEEP = 3
Item = Token | list["Item"]


def listed(cursor: Cursor) -> Cells:
    """Read lists of cells."""
    cursor.skip_ends()
    first = cursor.token
    found: list[Item] = []
    while not cursor.done:
        found.append(_list(cursor, 1))
        cursor.take(",")
    if not found:
        raise Stop(first, "[")
    while len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    return _rows(found, first)


def texts(cursor: Cursor) -> Cells:
    """Read a list of words that are each a row."""
    cursor.skip_ends()
    first = cursor.token
    items = _list(cursor, 1)
    found = [item for item in items if isinstance(item, Token)]
    if len(found) < len(items) or not found or len(found[0].text) < 2:
        raise Stop(first, "a list of texts that are each a row")
    for word in found:
        if len(word.text) != len(found[0].text):
            raise Stop(word, f"a row of {len(found[0].text)} cells")
    return rectangle([letters(word) for word in found], found, "a list of rows", spelled=True)


def _list(cursor: Cursor, deep: int) -> list[Item]:
    """Take a list; `;` between its items makes rows of them."""
    opening = cursor.expect("[" if deep == 1 else "a cell or a list", *_CLOSING)
    if deep > _MOST_DEEP:
        raise Stop(opening, "a cell")
    rows: list[list[Item]] = [[]]
    cursor.skip_ends()
    while not cursor.take(_CLOSING[opening.text]):
        rows[-1].append(_list(cursor, deep + 1) if cursor.fits(*_CLOSING) else _item(cursor))
        cursor.skip_ends()
        if cursor.take(";"):
            rows.append([])
        else:
            cursor.take(",")
        cursor.skip_ends()
    rows = [row for row in rows if row] or [[]]
    return [*rows] if len(rows) > 1 else rows[0]


def _item(cursor: Cursor) -> Item:
    """Take a cell, or a text in quotes; one of several cells, or of one word, may be a row."""
    quote = cursor.take(TokenKind.QUOTE)
    if quote is None:
        return cursor.expect("a cell or a list", *CELLS)
    found: list[Item] = []
    while token := cursor.take(*CELLS):
        found.append(token)
    cursor.expect("the closing quote", quote.text)
    return found[0] if len(found) == 1 else found or empty(quote)


def _rows(found: list[Item], first: Token) -> Cells:
    tokens = [item for item in found if isinstance(item, Token)]
    if not found:
        raise Stop(first, "", "the list is empty: write the cells of a board")
    if len(tokens) == len(found):
        return rectangle([tokens], [tokens[-1]], "a list")
    rows: list[list[Token]] = []
    for item in found:
        if isinstance(item, Token):
            raise Stop(item, "", "the list has cells and lists in one row: write it as [[1,2,3],[4,5,6],[7,8,0]]")
        if any(not isinstance(one, Token) for one in item):
            raise Stop(first, "", "the list has lists in its rows: write it as [[1,2,3],[4,5,6],[7,8,0]]")
        rows.append([one for one in item if isinstance(one, Token)])
    ends = [row[-1] if row else first for row in rows]
    return rectangle(rows, ends, "a list of lists")
