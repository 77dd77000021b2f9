"""Write the atlas: docs/atlas.md with a picture for each puzzle, and site/ with a page for each and one of contents."""

import html
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

import slidefront
from slidefront.view.page.bundle import source
from slidefront.view.page.data import page_data
from slidefront.view.page.html import page_html, policy_hash
from slidefront.view.palette import page_style
from tests.atlas.figures import Figures

HEAD = """# Atlas

All puzzles that ship, each explored from home to its end within an hour and 2 GiB. `make atlas` computes the figures,
writes this file, and writes a page to play on for each puzzle into `site/`, with a page of contents, `site/index.html`.

- *Boards* can be reached from home; the farthest of them is *depth* moves away, and *mean* is the average distance.
- *Shortest solution* is the length from home in the metrics step / slide / move, or in step alone where a puzzle has no
  other; *solutions* counts the shortest solutions in the metric of the puzzle. Tile puzzles are solved at home.
- *Hardest start* is a board as far from the goal as any, with its distance and the number of such boards.
- *Seconds* is the time for exploring from home, on two cores.

Depth, mean and hardest start are in the metric of the puzzle.

| | puzzle | boards | depth | mean | shortest solution | solutions | hardest start, moves, how many | seconds |
|---|---|---:|---:|---:|---:|---:|---|---:|
"""
FOOT = """
The mural and the 15-puzzle are too large to explore in an hour. Their numbers of boards are exact: `slidefront info`
computes them from the orders of permutation groups. The depth and the mean of the mural are those of its 109 layers,
which [tables.md](tables.md#named-blocks) lists. Its only board at depth 108, the farthest from home, is
`8 . . 9 6/7 7 7 9 0/7 7 4 10 10/. . 4 2 3/. 1 5 5 3`. The depth and the hardest starts of the 15-puzzle are published;
see `data/golden/fifteen.json`. Project Euler 766 has no goal.
"""


def write_docs(folder: Path, found: Sequence[Figures]) -> None:
    """Write the table and the pictures of the docs."""
    (folder / "atlas").mkdir(exist_ok=True)
    for one in found:
        (folder / "atlas" / f"{one.name}.svg").write_text(picture(one.name), "utf-8")
    (folder / "atlas.md").write_text(HEAD + "".join(map(row, found)) + FOOT, "utf-8")


def picture(name: str) -> str:
    """Draw the home board of a puzzle."""
    return slidefront.draw(name).svg


def row(one: Figures) -> str:
    """Write a line of the table."""
    title = slidefront.load(one.name).title
    cells = [
        f'<img src="atlas/{one.name}.svg" width="84" alt="{html.escape(title)}">',
        f"`{one.name}`",
        _number(one.boards),
        _number(one.depth),
        _number(one.mean),
        " / ".join(map(str, one.lengths.values())) if one.lengths else "",
        _number(one.solutions),
        _hardest(one),
        _number(one.seconds),
    ]
    return f"| {' | '.join(cells)} |\n"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,}"


def _hardest(one: Figures) -> str:
    return "" if one.hardest is None else f"`{one.hardest}`, {one.hardest_length}, {one.hardest_count:,}"


def write_site(folder: Path, found: Sequence[Figures]) -> None:
    """Write a page for each puzzle, and one of contents."""
    folder.mkdir(exist_ok=True)
    for one in found:
        path = folder / f"{one.name}.html"
        if not path.exists():
            path.write_text(page_html(page_data(slidefront.load(one.name))), "utf-8")
            print(path, flush=True)
    (folder / "index.html").write_text(contents(found), "utf-8")


PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Atlas of sliding puzzles</title>
<style>$style</style>
</head>
<body>
<header>
<h1>Atlas of sliding puzzles</h1>
<p>$count puzzles to play in the browser. Boards: the positions that home can reach. Solution: the fewest moves that
solve it. Hardest: the most moves that any board needs.</p>
</header>
<main>
<ul class="atlas">
$cards
</ul>
</main>
</body>
</html>
""")
STYLE = """
main { display: block; }
.atlas { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; }
.atlas { grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); }
.atlas a { display: grid; grid-template-rows: 170px auto; gap: 10px; height: 100%; padding: 16px; color: inherit; }
.atlas a { text-decoration: none; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
.atlas a:hover { border-color: var(--accent); }
.atlas img { max-width: 100%; max-height: 170px; margin: auto; border-radius: 8px; }
.atlas h2 { margin: 0; }
.atlas p { margin: 2px 0 0; color: var(--soft); font-size: 0.9rem; }
"""


def contents(found: Iterable[Figures]) -> str:
    """Write the page of contents."""
    cards = [_card(one) for one in found]
    style = page_style() + source("page.css") + STYLE
    policy = f"default-src 'none'; style-src {policy_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    return PAGE.substitute(policy=html.escape(policy), style=style, count=len(cards), cards="\n".join(cards))


def _card(one: Figures) -> str:
    puzzle = slidefront.load(one.name)
    image = b64encode(picture(one.name).encode()).decode()
    facts = [f"{one.boards:,} boards" if one.boards else "number of boards unknown"]
    if one.lengths:
        facts.append(f"solution {one.lengths[puzzle.metric]} moves")
    if one.hardest_length:
        facts.append(f"hardest {one.hardest_length}")
    return (
        f'<li><a href="{one.name}.html"><img src="data:image/svg+xml;base64,{image}" alt="">'
        f"<div><h2>{html.escape(puzzle.title)}</h2><p>{' · '.join(facts)}</p></div></a></li>"
    )
