"""SVG to PNG and GIF, with resvg, which draws SVG without a browser or any system package.

resvg brings no fonts, and a machine may have none: DejaVu Sans comes with matplotlib, which is in the same extra.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from struct import pack
from zlib import crc32

from slidefront.errors import SlidefrontError

SCALE = 2.0
"""Pixels for each unit of a picture, unless its width is given."""
_TOO_LARGE = 12_000  # pixels
_COLOURS = 64  # of each picture of a GIF
MARK = b"made with slidefront"
_HEADER = 33  # bytes of a PNG before its other chunks
_MOVE, _REST = 700, 2000  # milliseconds that a board of a GIF is seen; the first and the last one are seen longer


def check_extra() -> None:
    """Raise an error if the library that draws PNG is not installed."""
    if find_spec("resvg_py") is None:
        raise SlidefrontError("PNG and GIF need the extra `plot`: pip install 'slidefront[plot]'")


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
    return _marked(bytes(drawn))


def _marked(image: bytes) -> bytes:
    """Put a text chunk after the header of a PNG, by which slidefront knows it again (see `files.carries_mark`)."""
    chunk = b"tEXtSoftware\0" + MARK
    return image[:_HEADER] + pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk)) + image[_HEADER:]


def gif(svgs: Sequence[str], pixels: int | None = None) -> bytes:
    """Draw SVGs of one size as a GIF that shows one after the other, and again from the first."""
    from PIL import Image

    images = (Image.open(BytesIO(png(svg, pixels))).convert("RGB").quantize(_COLOURS) for svg in svgs)
    first, *others = images
    times = [_REST, *[_MOVE] * (len(others) - 1), _REST][: len(svgs)]
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, duration=times, loop=0, comment=MARK)
    return out.getvalue()


def fonts() -> list[Path]:
    """Find the fonts that matplotlib brings, without importing it."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return sorted(folder.glob("DejaVuSans.ttf")) + sorted(folder.glob("DejaVuSans-Bold.ttf"))
