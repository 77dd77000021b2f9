"""How wide text is on a terminal, where some letters take two columns."""

import unicodedata

NARROWEST = 40
"""The least width, in columns, that text is laid out for."""


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


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text up to a width: the text at the left, or at the right."""
    space = " " * max(0, width - width_of(text))
    return space + text if right else text + space
