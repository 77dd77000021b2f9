"""Boards by depth as columns in SVG, for notebooks: needs no extra."""

from collections.abc import Sequence

from slidefront.view.svg import Figure, text

_HEIGHT, _MOST = 130, 18.0


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
