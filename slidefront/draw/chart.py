"""Pictures of whole spaces: bars and charts of board counts by depth, and the graph of all boards.

depth 0 █                     1        A bar ends within an eighth of a column, and no bar is empty.
depth 1 ████                  2

matplotlib draws a chart with a linear and a logarithmic scale side by side. It is used without pyplot, which takes
twice as long to import and keeps figures in a global list.

The graph of a small space has a dot for each board and a line for each move. The colour of a dot is the distance of its
board from the start of the space, in few steps; a line has the colour of its farther end.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.draw.picture import Picture
from slidefront.draw.svg import LIGHT, LIGHT_DISTANCES, Figure, text_element
from slidefront.errors import SlidefrontError
from slidefront.units import NARROWEST, counted, format_table

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bars(counts: Sequence[int], width: int) -> str:
    """Draw a bar for each depth, with its number of boards, within a width of at least 40 columns."""
    most = max(counts)
    space = max(width, NARROWEST) - len(f"depth    {most:,}")
    rows = []
    for depth, count in enumerate(counts):
        eighths = max(1, round(count / most * space * 8)) if count else 0
        bar = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
        rows.append([str(depth), bar, f"{count:,}"])
    return format_table(["depth", "boards", ""], rows, words=[1])


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
            _draw_counts(axes, growths, log=log)
        if len(growths) > 1:
            figure.legend(*sides[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
        else:
            ((name, counts),) = growths.items()
            figure.suptitle(f"{_plain(name)}: {sum(counts):,} boards by depth")
        out = io.BytesIO()
        figure.savefig(out, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()


def _draw_counts(axes: Any, growths: Mapping[str, Sequence[int]], *, log: bool) -> None:
    from matplotlib.ticker import EngFormatter, MaxNLocator

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


_COLOUR_COUNT = 13
_MOST_DOTS = 4_000  # boards; larger graphs are drawn with lines only


def draw_states(
    title: str,
    places: npt.NDArray[np.float32],
    ends: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
    depths: npt.NDArray[np.integer],
    labels: Mapping[int, str],
) -> Picture:
    """Draw boards as dots and the moves between them as lines, in the plane of the first two axes of their places.

    `ends` has the indices of the boards at both ends of each move, `depths` the distance of each board, and `labels`
    the names of a few boards by their index.
    """
    side = 420 + 7 * len(places) ** 0.5
    letters, margin = max(13.0, side / 45), max(30.0, side / 20)
    flat = places[:, :2] - places[:, :2].min(axis=0)
    points = np.round(flat * (side / max(1e-9, float(flat.max()))), 1) + margin
    width, height = (float(size) + margin for size in points.max(axis=0))
    last = max(1, int(depths.max()))
    level = np.asarray(depths) * (_COLOUR_COUNT - 1) // last
    dot = max(1.2, min(6.0, 0.25 * side / max(1, len(places)) ** 0.5))
    body = [_lines(points, ends, np.maximum(level[ends[0]], level[ends[1]]), dot / 3)]
    for step in range(_COLOUR_COUNT if len(places) <= _MOST_DOTS else 0):
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot:.1f}"/>' for x, y in points[level == step].tolist())
        body.append(f'<g fill="{_colour(step)}">{dots}</g>')
    for board, label in labels.items():
        x, y = points[board]
        body.append(f'<circle cx="{x:g}" cy="{y:g}" r="{dot + 4:g}" fill="none" stroke="{LIGHT["text"]}"/>')
        body.append(text_element(label, x, y - dot - 4 - 0.7 * letters, letters))
    words = f"{counted(len(places), 'board')}, by distance: 0 to {counted(last, 'move')}"
    body.append(_legend(height, words, letters))
    wide, high = max(width, 36 * letters), height + 2 * letters
    ground = f'<rect x="-9" y="-9" width="{wide + 18:g}" height="{high + 18:g}" fill="{LIGHT["panel"]}"/>'
    return Picture(title, Figure(wide, high, "".join([ground, *body])), words, paper=True)


def _lines(
    points: npt.NDArray[np.float32],
    ends: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
    level: npt.NDArray[np.integer],
    width: float,
) -> str:
    first, second = points[ends[0]], points[ends[1]]
    lines = []
    for step in range(_COLOUR_COUNT):
        pairs = zip(first[level == step].tolist(), (second - first)[level == step].tolist(), strict=True)
        path = "".join(f"M{x:.1f} {y:.1f}l{right:.1f} {down:.1f}" for (x, y), (right, down) in pairs)
        lines.append(f'<path d="{path}" stroke="{_colour(step)}"/>')
    return f'<g fill="none" stroke-width="{width:.2f}" stroke-opacity=".7">{"".join(lines)}</g>'


def _legend(top: float, words: str, size: float) -> str:
    bars = (
        f'<rect x="{size * step:g}" y="{top:g}" width="{size:g}" height="{size:g}" fill="{_colour(step)}"/>'
        for step in range(_COLOUR_COUNT)
    )
    return "".join(bars) + text_element(words, size * (_COLOUR_COUNT + 1), top + size / 2, size, anchor="start")


def _colour(step: int) -> str:
    """Return the colour of a step, blended from the colours of distances."""
    stops = [[int(colour[start : start + 2], 16) for start in (1, 3, 5)] for colour in LIGHT_DISTANCES]
    where = step / (_COLOUR_COUNT - 1) * (len(stops) - 1)
    return "#" + "".join(f"{round(np.interp(where, range(len(stops)), part)):02x}" for part in zip(*stops, strict=True))
