"""SVG to PNG, with resvg, which draws SVG without a browser or any system package.

resvg brings no fonts, and a machine may have none: DejaVu Sans comes with matplotlib, which is in the same extra.
"""

from importlib.util import find_spec
from pathlib import Path

from slidefront.errors import SlidefrontError

SCALE = 2.0
"""Pixels for each unit of a picture, unless its width is given."""
_TOO_LARGE = 12_000  # pixels


def check_extra() -> None:
    """Raise an error if the library that draws PNG is not installed."""
    if find_spec("resvg_py") is None:
        raise SlidefrontError("PNG needs the extra `plot`: pip install 'slidefront[plot]'")


def png(svg: str, pixels: int | None = None) -> bytes:
    """Draw an SVG as a PNG, in its light colours, as many pixels wide as asked."""
    check_extra()
    from resvg_py import svg_to_bytes

    width, height = map(float, svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split())
    scale = min(SCALE if pixels is None else pixels / width, _TOO_LARGE / max(width, height))
    drawn = svg_to_bytes(
        svg_string=svg,
        width=round(width * scale),
        height=round(height * scale),
        font_files=[*map(str, fonts())],
        font_family="DejaVu Sans",
    )
    return bytes(drawn)


def fonts() -> list[Path]:
    """Find the fonts that matplotlib brings, without importing it."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return sorted(folder.glob("DejaVuSans.ttf")) + sorted(folder.glob("DejaVuSans-Bold.ttf"))
