"""Boards by depth as bars, without any extra: characters on a terminal, SVG in a notebook.

depth 0 █                     1        A bar ends within an eighth of a column. On the logarithmic scale a bar shows
depth 1 ████                  2        how many digits a number has, so that the first and the last depths show too.
"""

from collections.abc import Sequence
from math import log10

from slidefront.draw.svg import Figure, text
from slidefront.draw.width import NARROWEST

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_HEIGHT, _MOST = 130, 18.0
"""How high the bars of the figure are, and how wide one is at most."""


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


def growth_figure(counts: Sequence[int]) -> Figure:
    """Draw a column for each depth; the highest says its number, and each tells it on hover."""
    if not counts:
        return Figure(200, 20, text("no layers yet", 0, 10, 13, anchor="start"))
    step = max(2.0, min(_MOST, 640 / len(counts)))
    width = max(220.0, step * len(counts))
    highest = max(counts)
    parts = [text(f"at most {highest:,} boards, at depth {counts.index(highest)}", 0, 8, 13, anchor="start")]
    for depth, count in enumerate(counts):
        height = max(1.0 if count else 0.0, _HEIGHT * count / highest)
        parts.append(
            f'<rect class="sf-blank" x="{depth * step:g}" y="{24 + _HEIGHT - height:g}" width="{0.8 * step:g}" '
            f'height="{height:g}"><title>depth {depth}: {count:,} boards</title></rect>'
        )
    parts.append(text("depth 0", 0, _HEIGHT + 36, 12, "note", "start"))
    if len(counts) > 1:
        parts.append(text(str(len(counts) - 1), step * len(counts), _HEIGHT + 36, 12, "note", "end"))
    return Figure(width, _HEIGHT + 44, "".join(parts))
