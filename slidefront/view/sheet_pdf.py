"""A sheet as PDF, made with Typst: the library `typst` brings the whole typesetter and its fonts in one wheel.

It was chosen because it draws the same SVG as all other pictures, breaks pages and columns itself, needs no system
package, and is well maintained. It gets everything from the puzzle and the pack as data, never as markup.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

from slidefront.errors import SlidefrontError
from slidefront.view.raster import fonts
from slidefront.view.sheet import Sheet

_TEMPLATE = Path(__file__).with_name("sheet.typ")


def pdf(sheet: Sheet) -> bytes:
    """Make the PDF, on A4."""
    return _compile(sheet, "pdf")


def png_page(sheet: Sheet) -> bytes:
    """Draw the first page as PNG."""
    made = _compile(replace(sheet, items=sheet.items[: sheet.per_page]), "png")
    return made if isinstance(made, bytes) else bytes(made[0])


def _compile(sheet: Sheet, form: Literal["pdf", "png"]) -> bytes:
    try:
        import typst
    except ImportError:
        raise SlidefrontError("PDF needs the extra `sheet`: pip install 'slidefront[sheet]'") from None
    return typst.compile(
        str(_TEMPLATE),
        format=form,
        ppi=72,
        font_paths=[*{str(path.parent) for path in fonts()}],
        sys_inputs={"sheet": json.dumps(_data(sheet))},
    )


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
