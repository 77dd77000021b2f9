"""How wide text is on a terminal, where some letters take two columns; and texts of others, made fit to be shown."""

import unicodedata

NARROWEST = 40
"""The least width, in columns, that text is laid out for."""
LONGEST_TITLE, LONGEST_ABOUT = 160, 1200
"""How many letters of a puzzle's title and description pages and sheets show."""


def width_of(text: str) -> int:
    """Count the columns that a text takes.

    >>> width_of("ab"), width_of("華容道")
    (2, 6)
    """
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def printable(text: str, most: int | None = None) -> str:
    """Write a text on one line, without letters that cannot be printed; a long one ends with an ellipsis.

    >>> printable("a\\u202eb\\n  c"), printable("abcdef", 4)
    ('ab c', 'abc…')
    """
    shown = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return shown if most is None or len(shown) <= most else shown[: most - 1] + "…"


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text up to a width: the text at the left, or at the right."""
    space = " " * max(0, width - width_of(text))
    return space + text if right else text + space
