"""The graph of all boards of a small space as a picture: a dot for each board, a line for each move.

The colour of a dot is the distance of its board from the start of the space, in few steps; a line has the colour of its
farther end.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from slidefront.draw.palette import LIGHT, LIGHT_DISTANCES
from slidefront.draw.picture import Picture
from slidefront.draw.svg import Figure, text
from slidefront.units import counted

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
    body += [
        _dots(points[level == step], _colour(step), dot) for step in range(_COLOUR_COUNT) if len(places) <= _MOST_DOTS
    ]
    for board, label in labels.items():
        x, y = points[board]
        body.append(f'<circle cx="{x:g}" cy="{y:g}" r="{dot + 4:g}" fill="none" stroke="{LIGHT["text"]}"/>')
        body.append(text(label, x, y - dot - 4 - 0.7 * letters, letters))
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


def _dots(points: npt.NDArray[np.float32], colour: str, radius: float) -> str:
    circles = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>' for x, y in points.tolist())
    return f'<g fill="{colour}">{circles}</g>'


def _legend(top: float, words: str, size: float) -> str:
    bars = (
        f'<rect x="{size * step:g}" y="{top:g}" width="{size:g}" height="{size:g}" fill="{_colour(step)}"/>'
        for step in range(_COLOUR_COUNT)
    )
    return "".join(bars) + text(words, size * (_COLOUR_COUNT + 1), top + size / 2, size, anchor="start")


def _colour(step: int) -> str:
    """Return the colour of a step, blended from the colours of distances."""
    stops = [[int(colour[start : start + 2], 16) for start in (1, 3, 5)] for colour in LIGHT_DISTANCES]
    where = step / (_COLOUR_COUNT - 1) * (len(stops) - 1)
    return "#" + "".join(f"{round(np.interp(where, range(len(stops)), part)):02x}" for part in zip(*stops, strict=True))
