"""Cards: 36 letters on one line, as databases of Rush Hour write them, with the moves before and a number after.

card = [number] word [number]         the word has 36 characters

60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
"""

from dataclasses import replace

from slidefront.text.cells import Cells, letters, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Token, TokenKind

SIDE = 6


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
        raise cursor.stop("a number from 0")
    return cursor.take(TokenKind.NUMBER)
