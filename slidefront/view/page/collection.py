"""Pages of many puzzles in one folder, with a page that shows all of them.

index.html    a picture of each puzzle, with its moves and its grade, which leads to its page
1.html ...    a page to play for each puzzle
pages.json    the same list for programs
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from slidefront import __version__
from slidefront.analysis.problems import ProblemPack, grades
from slidefront.units import counted
from slidefront.view.html_files import SCREEN, html_file, image
from slidefront.view.page.data import PageOptions, page_data
from slidefront.view.page.html import page_html
from slidefront.view.picture import draw
from slidefront.view.svg import clean

DATA = "pages.json"
_STYLE = """
h1{margin:0 0 1rem;font-size:1.4rem}
ol{list-style:none;margin:0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}
a{color:inherit;text-decoration:none;display:block}a:hover b,a:focus b{text-decoration:underline}
img{display:block;width:100%;height:9rem;object-fit:contain;margin-bottom:.3rem}b,span{display:block}
""".replace("\n", "")


def collection(packs: Sequence[ProblemPack], title: str, options: PageOptions) -> Iterator[tuple[str, bytes]]:
    """Make the files one after the other; the list comes last."""
    pages = []
    grade = iter(grades([problem for pack in packs for problem in pack]))
    for number, pack in enumerate(packs, 1):
        file = f"{number}.html"
        data = page_data(pack.puzzle, None, pack, replace(options, start=pack[0].board))
        pages.append(
            {
                "file": file,
                "name": pack.puzzle.name,
                "title": data["title"],
                "moves": [problem.length for problem in pack],
                "grades": [next(grade) for _ in pack],
            }
        )
        yield file, page_html(data).encode()
    cards = "".join(_card(page, pack) for page, pack in zip(pages, packs, strict=True))
    body = f"<h1>{clean(title)}</h1><ol>{cards}</ol>"
    yield "index.html", html_file(title, SCREEN + _STYLE, body).encode()
    files = ["index.html", *(page["file"] for page in pages)]
    made = {"made_by": f"slidefront {__version__}", "title": title, "pages": pages, "files": files}
    yield DATA, (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode()


def _card(page: dict[str, Any], pack: ProblemPack) -> str:
    drawn = image(draw(pack.puzzle, pack[0].board).svg, "")
    moves = counted(max(page["moves"]), "move")
    words = f"{moves}, {page['grades'][0]}" if len(pack) == 1 else f"{len(pack)} problems of up to {moves}"
    return f'<li><a href="{page["file"]}">{drawn}<b>{clean(page["title"])}</b><span>{words}</span></a></li>'
