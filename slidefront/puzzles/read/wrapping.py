"""Remove what copying adds around a board, step by step, before the board is cut into cells.

    characters, markup, code, prose, rows         each a module that says what it removes

What is left is the board as it would be typed. Rows of names are left as they are, because names can be any words.
"""

from slidefront.puzzles.read.code import without_code
from slidefront.puzzles.read.markup import unwrap_text
from slidefront.puzzles.read.prose import without_prose
from slidefront.puzzles.read.rows import plain_rows


def unwrap(text: str) -> str:
    """Remove what copying adds around a board."""
    return plain_rows(without_prose(without_code(unwrap_text(text))))
