"""Several figures on one sheet, in rows, each under its caption: boards of a route, hardest boards, problems."""

from collections.abc import Sequence

from slidefront.draw.svg import Figure, clean, fitting, text
from slidefront.draw.width import width_of

WIDTH = 960
"""The largest width of a sheet, unless one figure is wider."""
_GAP, _CAPTION, _SIZE, _HEADING = 26, 24, 14, 16


def captioned(figure: Figure, caption: str) -> Figure:
    """Write a caption over a figure; a long one is set in smaller letters, and cut if that is not enough."""
    size = max(8.0, fitting(caption, _SIZE, figure.width + _GAP / 2))
    most = int((figure.width + _GAP) / size / 0.58)
    shown = caption if len(caption) <= most else caption[: most - 1] + "…"
    whole = f"<title>{clean(caption)}</title>" if shown != caption else ""
    line = text(shown, figure.width / 2, _SIZE / 2, size)
    body = f'<g>{whole}{line}</g><g transform="translate(0 {_CAPTION})">{figure.body}</g>'
    return Figure(figure.width, figure.height + _CAPTION, body, figure.style)


def sheet(figures: Sequence[Figure]) -> Figure:
    """Lay out figures in rows."""
    cell = max(figure.width for figure in figures)
    across = max(1, int((WIDTH + _GAP) // (cell + _GAP)))
    parts, top = [], 0.0
    for start in range(0, len(figures), across):
        row = figures[start : start + across]
        for column, figure in enumerate(row):
            parts.append(f'<g transform="translate({column * (cell + _GAP):g} {top:g})">{figure.body}</g>')
        top += max(figure.height for figure in row) + _GAP
    used = min(across, len(figures))
    return Figure(used * (cell + _GAP) - _GAP, top - _GAP, "".join(parts), "".join(f.style for f in figures))


def headed(heading: str, figure: Figure) -> Figure:
    """Write a heading over a sheet, which becomes as wide as the heading needs; both are in the middle."""
    width = max(figure.width, width_of(heading) * _HEADING * 0.6)
    left = (width - figure.width) / 2
    body = text(heading, width / 2, 9, _HEADING) + f'<g transform="translate({left:g} 38)">{figure.body}</g>'
    return Figure(width, figure.height + 38, body, figure.style)


def stacked(figures: Sequence[Figure]) -> Figure:
    """Put sheets below each other."""
    parts, top = [], 0.0
    width = max(figure.width for figure in figures)
    for figure in figures:
        parts.append(f'<g transform="translate({(width - figure.width) / 2:g} {top:g})">{figure.body}</g>')
        top += figure.height + 2 * _GAP
    return Figure(width, top - 2 * _GAP, "".join(parts), "".join(figure.style for figure in figures))
