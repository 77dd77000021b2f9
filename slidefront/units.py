"""Text for people: sizes, counts, ranges and times, and the layout of text. Sizes and ranges can be parsed.

Texts from outside are shortened and escaped, sentences are wrapped, and tables have two spaces between columns; numbers
align right and words align left.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from operator import index
from typing import Any

from slidefront.errors import ArgumentError, printable

_STEPS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:I?B)?\s*", re.IGNORECASE)
_DEPTH_DIGITS = 6
Depths = int | str | Iterable[int] | None
"""One depth, several depths, a range as text such as 30:40, or None for all."""
LONGEST_TITLE, LONGEST_ABOUT = 160, 1200
"""The maximum number of letters of a title and of a description on pages and sheets."""
NARROWEST = 40
"""The least width for which text is laid out, in columns."""
MOST_POINTS = 50_000
"""The most boards that are drawn as a graph, in pictures and on pages."""


def counted(number: int, noun: str) -> str:
    """Format a number of things.

    >>> counted(1, "board"), counted(1234, "board")
    ('1 board', '1,234 boards')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def is_number(text: str) -> bool:
    """Whether a text consists of the digits 0 to 9. Other digits of Unicode, signs and underscores do not count.

    >>> is_number("10"), is_number("1_0"), is_number("\u0663"), is_number("")
    (True, False, False, False)
    """
    return text.isascii() and text.isdigit()


def parse_size(text: str | int) -> int:
    """Parse a number of bytes: 800M, 2GiB, 1.5g, or a number. K, M, G and T are powers of 1024.

    >>> parse_size("1.5GiB"), parse_size(1024)
    (1610612736, 1024)
    """
    if not isinstance(text, str):
        try:
            return int(text)
        except (TypeError, ValueError, OverflowError):
            raise ArgumentError(f"{text!r} is not a size: give bytes, or a text such as 800M", "memory") from None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ArgumentError(f"{text!r} is not a size: write a number with K, M, G or T, such as 800M or 2GiB", "memory")
    size = float(match[1]) * _STEPS[match[2].upper()]
    if size >= 1 << 63:
        raise ArgumentError(
            f"{text[:40]} is larger than any memory or disk: write a size such as 800M or 2GiB", "memory"
        )
    return int(size)


def whole(number: object, name: str, least: int = 0) -> int:
    """Return a whole number of at least `least`; raise ArgumentError for anything else.

    The last word of `name` is the parameter.

    >>> whole(5.0, "the depth")
    5
    """
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    try:
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        value = least - 1
    if value < least:
        raise ArgumentError(f"{name} must be a whole number, {least} or more, not {number}", name.split()[-1])
    return value


def read_depths(depths: Depths, last: int) -> list[int]:
    """List depths in ascending order, without duplicates; the default is 0 to the last.

    >>> read_depths(7, 9), read_depths([3, 2, 3], 9), read_depths(range(2, 4), 9), read_depths("2:3", 9)
    ([7], [2, 3], [2, 3], [2, 3])
    """
    if depths is None or isinstance(depths, str):
        return [*parse_range("0:" if depths is None else depths, last)]
    several: Iterable[Any] = depths if isinstance(depths, Iterable) and getattr(depths, "ndim", True) else [depths]
    return sorted({whole(depth, "each of the depths") for depth in several})


def parse_range(text: str, last: int) -> range:
    """Parse depths: one, or a range A:B with both ends included, or A:B:C in steps; a missing end is 0 or the last.

    >>> parse_range("32:54", 55), parse_range("7", 55), parse_range("40:", 55), parse_range("10:40:10", 55)
    (range(32, 55), range(7, 8), range(40, 56), range(10, 41, 10))
    """
    parts = [part.strip() for part in text.split(":")]
    if len(parts) > 3 or not all(not part or is_number(part) for part in parts) or not any([*parts, parts[1:]]):
        raise ArgumentError(
            f"{text!r} is not a depth or range: write one, such as 32 or 32:54, or 10:40:10 in steps", "depths"
        )
    if any(len(part) > _DEPTH_DIGITS for part in parts):
        raise ArgumentError(f"{text[:40]!r} is more than any depth: write a smaller one, such as 32 or 32:54", "depths")
    start = int(parts[0] or 0)
    stop = start if len(parts) == 1 else int(parts[1]) if parts[1] else last
    step = int(parts[2] or 1) if len(parts) == 3 else 1
    if start > stop or step < 1:
        raise ArgumentError(
            f"the range {text} is empty: write the smaller depth first, and steps of 1 or more", "depths"
        )
    return range(start, stop + 1, step)


def size(count: float) -> str:
    """Format a number of bytes.

    >>> size(1610612736)
    '1.5 GiB'
    """
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while count >= 1000 and len(units) > 1:
        count /= 1024
        units.pop(0)
    return f"{count:.0f} {units[0]}" if units[0] == "B" or count >= 100 else f"{count:.1f} {units[0]}"


def duration(seconds: float) -> str:
    """Format a time.

    >>> duration(0.0421), duration(75), duration(7322)
    ('0.04 s', '1 min 15 s', '2 h 02 min')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, left = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {left:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes:02d} min"


def shortened(text: str, most: int | None = None) -> str:
    """Return a text on one line, without unprintable characters; a long text ends with an ellipsis.

    >>> shortened("a\\u202eb\\n  c"), shortened("abcdef", 4)
    ('ab c', 'abc…')
    """
    shown = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return shown if most is None or len(shown) <= most else shown[: most - 1] + "…"


def escaped(text: str) -> str:
    """Escape a text for HTML and SVG, and remove unprintable characters.

    >>> escaped("a\\u202eb < 'c'")
    'ab &lt; &#x27;c&#x27;'
    """
    return escape("".join(letter for letter in text if letter.isprintable()))


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
