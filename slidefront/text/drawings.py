"""Drawings: the boxes that `slidefront show` draws, and the board on one line that may be below them.

┌───┬───────┐      A piece is the cells with no line between them; its name stands in one of them.
│ A │ ·     │      Walls are ▒, gates ░, and a piece without a name, or with a point, is empty.
│   │       │
└───┴───────┘
A../A..
"""

from collections.abc import Iterator, Mapping

from slidefront.text.cells import Cells, letters, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.rows import rows
from slidefront.text.tokens import Token, TokenKind

_LINES = frozenset("─│┌┐└┘├┤┬┴┼╴╵╶╷")
_EMPTY = "."
_FILLED = {"▒": "#", "░": "-"}
"""What the cells of walls and gates are filled with."""


def drawn(cursor: Cursor) -> Cells:
    """Read a drawing, whose board below it must be the same."""
    cursor.skip_ends()
    cells = _cells(*_lines(cursor))
    if not cursor.done:
        place = cursor.token
        below = rows(cursor)
        if not _same(cells, below):
            raise Stop(place, "", "the board below the drawing is another one than the drawing: leave one of them out")
    return cells


def _lines(cursor: Cursor) -> tuple[list[str], list[list[Token]]]:
    """Take the lines of a drawing: as they stand, and the tokens of each."""
    lines: list[str] = []
    tokens: list[list[Token]] = []
    left = cursor.token.column
    while {*cursor.token.text} & _LINES and cursor.token.kind is TokenKind.WORD:
        line = cursor.line()
        text = ""
        for token in line:
            if token.column < left:
                raise Stop(token, "a line of the drawing under the others")
            text = text.ljust(token.column - left) + token.text
        lines.append(text)
        tokens.append(line)
    if not lines:
        raise Stop(cursor.token, "┌")
    return lines, tokens


def _cells(lines: list[str], tokens: list[list[Token]]) -> Cells:
    names = [name for line in lines for name in _names(line)]
    unit = max(map(len, names), default=1) + 3
    width = len(lines[0])
    place = tokens[0][0]
    if len(lines) < 3 or len(lines) % 2 == 0 or (width - 1) % unit or any(len(line) != width for line in lines):
        raise Stop(place, "", "the drawing is not whole: copy all of it")
    height, across = len(lines) // 2, (width - 1) // unit
    for line, (first, *_) in zip(lines[::2], tokens[::2], strict=True):
        if _names(line):
            raise Stop(first, "", "a name stands on a line of the drawing: copy the drawing as it is")
    inside = {(r, c): lines[2 * r + 1][c * unit + 1 : (c + 1) * unit] for r in range(height) for c in range(across)}
    found: dict[tuple[int, int], Token] = {}
    for piece in _pieces(lines, inside, unit):
        named = [cell for cell in sorted(piece) if inside[cell].strip()]
        texts = {inside[cell].strip() for cell in named}
        if len(texts) > 1 or any(len(text.split()) > 1 or {*text} & _LINES for text in texts):
            raise Stop(tokens[2 * named[0][0] + 1][0], "", f"a piece has the names {' and '.join(sorted(texts))}")
        name = next(iter(texts), "")
        text = _EMPTY if name in ("", "·") else _FILLED.get(name[0], name)
        for r, c in piece:
            found[r, c] = Token(TokenKind.WORD, text, place.line + 2 * r + 1, place.column + c * unit + 1)
    return rectangle([[found[r, c] for c in range(across)] for r in range(height)], [place] * height, "a drawing")


def _names(line: str) -> list[str]:
    """List the names in a line of a drawing."""
    return "".join(" " if letter in _LINES or letter in _FILLED else letter for letter in line).split()


def _pieces(lines: list[str], inside: Mapping[tuple[int, int], str], unit: int) -> Iterator[set[tuple[int, int]]]:
    """Find the pieces: cells with no line between them. Walls join only walls, and gates only gates."""
    left = set(inside)
    while left:
        piece = {left.pop()}
        waiting = [*piece]
        while waiting:
            r, c = waiting.pop()
            near = {
                (r, c + 1): lines[2 * r + 1][(c + 1) * unit],
                (r, c - 1): lines[2 * r + 1][c * unit],
                (r + 1, c): lines[2 * r + 2][c * unit + 2],
                (r - 1, c): lines[2 * r][c * unit + 2],
            }
            for cell, line in near.items():
                if cell in left and line not in _LINES and _filled(inside[cell]) == _filled(inside[r, c]):
                    left.discard(cell)
                    piece.add(cell)
                    waiting.append(cell)
        yield piece


def _filled(cell: str) -> str:
    return next((mark for mark in _FILLED if mark in cell), "")


def _same(cells: Cells, below: Cells) -> bool:
    flat = [cell.text for cell in below.flat]
    if below.is_flat and len(flat) == 1:
        flat = [cell.text for cell in letters(below.flat[0])]
    return [*map(_value, (cell.text for cell in cells.flat))] == [*map(_value, flat)]


def _value(name: str) -> object:
    """Compare tiles by their numbers, and empty cells as one."""
    if name in ("_", ".", "0"):
        return _EMPTY
    if name.isascii() and name.isalnum() and (len(name) == 1 or name.isdigit()) and not name.isupper():
        return int(name) if name.isdigit() else int(name, 36)
    return name
