"""Bars made of letters: boards by depth on a terminal, with nothing to install.

depth 0 █                     1        A bar ends within an eighth of a column. On the logarithmic scale a bar shows
depth 1 ████                  2        how many digits a number has, so that the first and the last depths show too.
"""

from collections.abc import Sequence
from math import log10

from slidefront.view.width import NARROWEST

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bars(counts: Sequence[int], width: int, *, log: bool = False) -> str:
    """Draw a bar for each depth, with its number of boards, within a width of at least 40 columns."""
    depths = [str(depth) for depth in range(len(counts))]
    numbers = [f"{count:,}" for count in counts]
    of_depth = max(map(len, [*depths, "depth"]))
    of_number = max(map(len, [*numbers, "boards"]))
    space = max(width, NARROWEST) - of_depth - of_number - 4
    most = max(counts)
    scale = "boards, on a logarithmic scale" if log else "boards"
    lines = [f"{'depth':>{of_depth}}  {scale}"]
    for depth, number, count in zip(depths, numbers, counts, strict=True):
        bar = _bar(_share(count, most, log=log), space)
        lines.append(f"{depth:>{of_depth}}  {bar}{' ' * (space - len(bar))}  {number:>{of_number}}")
    return "\n".join(lines)


def _share(count: int, most: int, *, log: bool) -> float:
    """Tell how long a bar is, from 0 to 1; on the logarithmic scale 1 board has a short bar."""
    if not count:
        return 0.0
    return log10(10 * count / 3) / log10(10 * most / 3) if log else count / most


def _bar(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    eighths = max(1, eighths) if share else 0
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
