"""A sheet as one HTML file that prints as it looks: every page of paper is a section."""

from collections.abc import Sequence

from slidefront.view.html_files import html_file, image
from slidefront.view.sheet import Item, Sheet
from slidefront.view.svg import clean

_STYLE = """
@page{size:A4;margin:14mm}*{box-sizing:border-box}
body{font-family:'DejaVu Sans',Verdana,sans-serif;color:#1c1a17;background:#fff;
margin:0 auto;max-width:190mm;padding:4mm;overflow-wrap:anywhere}
section{break-after:page}section:last-child{break-after:auto}
h1{font-size:18pt;margin:0 0 2mm}h2{font-size:13pt;margin:0 0 4mm}.about{font-size:10pt;margin:0 0 5mm}
.problems{display:grid;gap:6mm 8mm}.problem{break-inside:avoid;margin:0;text-align:center}
.problem img{max-width:100%;object-fit:contain}figcaption{font-size:11pt;margin-bottom:1mm}
header{display:flex;gap:6mm;justify-content:space-between}.goal{margin:0;text-align:center;flex:none}
.goal figcaption{font-weight:bold;font-size:9pt}.goal img{max-width:50mm}
.goal p{font-size:8pt;margin:0;max-width:50mm}
.problem p{font-size:8pt;margin:1mm 0 0}.stars{letter-spacing:1px;white-space:nowrap}
.answers{columns:2;column-gap:8mm;font-size:9.5pt;padding:0;list-style:none}
.answers li{break-inside:avoid;margin-bottom:3mm}.move{white-space:nowrap}
@media print{body{padding:0;max-width:none}}
""".replace("\n", "")
_HEIGHT = 215  # millimetres that a page has for its problems
_GOAL = 24  # millimetres


def html(sheet: Sheet) -> str:
    """Write the sheet; everything that comes from the puzzle or the pack is escaped."""
    pages = "".join(_page(sheet, items, first=not number) for number, items in enumerate(sheet.pages))
    answers = f"<section><h2>Answers</h2>{_answers(sheet.items)}</section>"
    return html_file(sheet.title, _STYLE, pages + answers)


def _page(sheet: Sheet, items: Sequence[Item], *, first: bool) -> str:
    title = f"<h1>{clean(sheet.title)}</h1>"
    about = f'<p class="about">{clean(sheet.about)}</p>' if first else ""
    head = f"<header><div>{title}{about}</div>{_goal(sheet)}</header>"
    rows = -(-sheet.per_page // sheet.columns)
    height = (_HEIGHT - 6 * rows) / rows - (15 if items[0].goal else 10)
    problems = "".join(_problem(item, height) for item in items)
    return (
        f'<section>{head}<div class="problems" style="grid-template-columns:repeat({sheet.columns},1fr)">'
        f"{problems}</div></section>"
    )


def _goal(sheet: Sheet) -> str:
    if not sheet.goal_svg:
        return ""
    picture = image(sheet.goal_svg, sheet.goal, f"height:{_GOAL}mm")
    return f'<figure class="goal"><figcaption>Goal</figcaption>{picture}<p>{clean(sheet.goal)}</p></figure>'


def _problem(item: Item, height: float) -> str:
    words = f"<p>{clean(item.goal)}</p>" if item.goal else ""
    return (
        f'<figure class="problem"><figcaption><b>{item.number}</b> &ensp;{item.length}&ensp; '
        f'<span class="stars" role="img" aria-label="{item.grade}">{item.stars}</span></figcaption>'
        f"{image(item.svg, item.board, f'height:{height:.0f}mm')}{words}</figure>"
    )


def _answers(items: Sequence[Item]) -> str:
    rows = "".join(
        f"<li><b>{item.number}</b> ({item.length}): "
        + ", ".join(f'<span class="move">{clean(move)}</span>' for move in item.answer)
        + "</li>"
        for item in items
    )
    return f'<ul class="answers">{rows}</ul>'
