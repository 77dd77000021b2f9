"""A sheet as PDF, made with Typst: the library `typst` brings the whole typesetter and its fonts in one wheel.

It was chosen because it draws the same SVG as all other pictures, breaks pages and columns itself, needs no system
package, and is well maintained. It gets everything from the puzzle and the pack as data, never as markup.
"""

import json
from pathlib import Path
from typing import Any

from slidefront.errors import SlidefrontError
from slidefront.view.raster import fonts
from slidefront.view.sheet import Sheet

TEMPLATE = Path(__file__).with_name("sheet.typ")


def pdf(sheet: Sheet) -> bytes:
    """Make the PDF, on A4."""
    try:
        import typst
    except ImportError:
        raise SlidefrontError("PDF needs the extra `sheet`: pip install 'slidefront[sheet]'") from None
    made: bytes = typst.compile(str(TEMPLATE), **inputs(sheet))
    return made


def inputs(sheet: Sheet) -> dict[str, Any]:
    """Give the fonts and the contents of a sheet to Typst."""
    fonts_in = [*{str(path.parent) for path in fonts()}]
    return {"font_paths": fonts_in, "sys_inputs": {"sheet": json.dumps(_data(sheet))}}


def _data(sheet: Sheet) -> dict[str, object]:
    return {
        "title": sheet.title,
        "about": sheet.about,
        "goal": sheet.goal,
        "goal_svg": sheet.goal_svg,
        "columns": sheet.columns,
        "rows": -(-sheet.per_page // sheet.columns),
        "pages": [
            [
                {name: getattr(one, name) for name in ("number", "length", "stars", "svg", "board", "goal")}
                for one in page
            ]
            for page in sheet.pages
        ],
        "answers": [{"number": one.number, "length": one.length, "moves": one.answer} for one in sheet.items],
    }
