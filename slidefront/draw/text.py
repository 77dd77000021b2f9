"""The layout of text for terminals and pages: its width, tables, and wrapped sentences.

Tables have two spaces between columns; numbers align right and words align left.
"""

import textwrap
import unicodedata
from collections.abc import Sequence

from slidefront.errors import printable

NARROWEST = 40
"""The least width for which text is laid out, in columns."""


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
    """Pad a text to a width, with the text at the left, or at the right if `right` is set."""
    space = " " * max(0, width - width_of(text))
    return space + text if right else text + space


def fill(text: str, width: int, indent: int = 0) -> str:
    """Wrap each line at words, with its continuation indented. Lines that begin with four spaces stay as they are.

    >>> print(fill("depth     31 moves from home", 20, indent=10))
    depth     31 moves
              from home
    """
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(line if line.startswith("    ") else wrapper.fill(line) for line in text.split("\n"))


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = ()) -> str:
    """Format a table; `words` are the numbers of the columns to align left.

    >>> print(format_table(["board", "ms"], [["1_", "12.5"]], words=[0]))
    board    ms
    1_     12.5
    """
    rows = [[printable(cell) for cell in row] for row in rows]
    columns = []
    for number, column in enumerate(zip(header, *rows, strict=True)):
        width = max(map(width_of, column))
        columns.append([padded(cell, width, right=number not in words) for cell in column])
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))
