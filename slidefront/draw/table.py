"""Layout of text: tables, and sentences that wrap at words.

In tables, numbers align right and words align left, with two spaces between columns.
"""

import textwrap
from collections.abc import Iterator, Sequence

from slidefront.errors import printable


def fill(text: str, width: int, indent: int = 0) -> str:
    """Wrap each line at words; `indent` is for its continuation. Lines that begin with four spaces stay as they are.

    >>> print(fill("depth     31 moves from home", 20, indent=10))
    depth     31 moves
              from home
    """
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(line if line.startswith("    ") else wrapper.fill(line) for line in text.split("\n"))


def table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: Sequence[int] = (),
    spans: Sequence[tuple[str, int, int]] = (),
) -> str:
    """Format a table. `words` are the columns to align left, and `spans` are names over a range of columns.

    >>> print(table(["board", "ms", "ms"], [["1_", "12.5", "3.7"]], words=[0], spans=[("one way", 1, 2)]))
            one way
    board    ms   ms
    1_     12.5  3.7
    """
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = ["".join(_over(widths, spans)).rstrip()] if spans else []
    for row in [header, *rows]:
        cells = [
            text.ljust(width) if column in words else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _over(widths: Sequence[int], spans: Sequence[tuple[str, int, int]]) -> Iterator[str]:
    """Centre each name over its columns."""
    at = 0
    for name, first, last in spans:
        begin = sum(widths[:first]) + 2 * first
        end = sum(widths[: last + 1]) + 2 * last
        yield " " * (begin - at) + name.center(end - begin)
        at = end
