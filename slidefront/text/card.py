"""Cards: 36 letters on one line, as databases of Rush Hour write them, with the moves before and a number after.

card = [number] word [number]         the word has 36 characters

60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
"""

from dataclasses import replace

from slidefront.text.cells import Cells, letters, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Kind

SIDE = 6


def card(cursor: Cursor) -> Cells:
    """Read a card as its six rows."""
    cursor.skip_ends()
    moves = cursor.take(Kind.NUMBER) if cursor.ahead().kind is not Kind.END else None
    word = cursor.expect("36 letters", *CELLS)
    if len(word.text) != SIDE**2:
        raise Stop(word, "36 letters")
    if moves:
        cursor.take(Kind.NUMBER)
    cells = letters(word)
    rows = [cells[start : start + SIDE] for start in range(0, SIDE**2, SIDE)]
    return replace(rectangle(rows, [cells[-1]] * SIDE, "a card"), moves=int(moves.text) if moves else None)
