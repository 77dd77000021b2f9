"""Board counts by depth: bars of characters, and a chart of one or several runs.

depth 0 █                     1        A bar ends within an eighth of a column, and no bar is empty.
depth 1 ████                  2

matplotlib draws a chart with a linear and a logarithmic scale side by side. It is used without pyplot, which takes
twice as long to import and keeps figures in a global list.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from slidefront.draw.text import NARROWEST, table
from slidefront.errors import SlidefrontError

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bars(counts: Sequence[int], width: int) -> str:
    """Draw a bar for each depth, with its number of boards, within a width of at least 40 columns."""
    most = max(counts)
    space = max(width, NARROWEST) - len(f"depth    {most:,}")
    rows = [[str(depth), _bar(count / most, space), f"{count:,}"] for depth, count in enumerate(counts)]
    return table(["depth", "boards", ""], rows, words=[1])


def _bar(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    eighths = max(1, eighths) if share else 0
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


# Paul Tol's "bright" scheme. Shapes distinguish runs without colours.
_COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa7700", "#66ccee", "#aa3377", "#777777")
_SHAPES = "os^Dv*X"
_MOST_MARKS = 40  # points; with more, lines without marks are easier to follow


def chart(growths: Mapping[str, Sequence[int]], form: str = "svg") -> bytes:
    """Draw a chart of board counts by depth, given by the names of runs, as SVG or PNG."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise SlidefrontError("charts need a library that is not installed: pip install matplotlib") from None
    with rc_context({"svg.hashsalt": "slidefront", "font.family": "DejaVu Sans", "font.size": 11}):
        figure = Figure(figsize=(11, 4.6), layout="constrained")
        sides: Any = figure.subplots(1, 2)
        for axes, log in zip(sides, (False, True), strict=True):
            _draw(axes, growths)
            _dress(axes, log=log)
        if len(growths) > 1:
            figure.legend(*sides[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
        else:
            ((name, counts),) = growths.items()
            figure.suptitle(f"{_plain(name)}: {sum(counts):,} boards by depth")
        out = io.BytesIO()
        figure.savefig(out, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()


def _draw(axes: Any, growths: Mapping[str, Sequence[int]]) -> None:
    for number, (name, counts) in enumerate(growths.items()):
        depths = [depth for depth, count in enumerate(counts) if count]
        marker = _SHAPES[number % len(_SHAPES)] if len(depths) <= _MOST_MARKS or len(growths) > 1 else ""
        axes.plot(
            depths,
            [counts[depth] for depth in depths],
            color=_COLOURS[number % len(_COLOURS)],
            marker=marker,
            markersize=4.5,
            markevery=max(1, len(depths) // _MOST_MARKS + 1),
            linewidth=2,
            label=_plain(name),
        )


def _dress(axes: Any, *, log: bool) -> None:
    from matplotlib.ticker import EngFormatter, MaxNLocator

    axes.set_xlabel("depth")
    axes.set_ylabel("boards, logarithmic" if log else "boards")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(EngFormatter(sep=" "))
    axes.grid(color="#d9d5cc", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)


def _plain(name: str) -> str:
    """Escape a name, so that matplotlib does not read it as mathematics."""
    return name.replace("$", r"\$")
