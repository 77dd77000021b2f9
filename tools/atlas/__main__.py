"""Write docs/atlas.md with a picture for each puzzle, and the measures that pages compare with: `make atlas`."""

import html

import slidefront
from slidefront.apps.page.about import write_shipped
from slidefront.puzzles import library
from tools.atlas.figures import Figures, all_figures, measures
from tools.golden import ROOT

HEAD = """# Atlas

All puzzles that ship, each explored from home to its end within an hour and 2 GiB. `make atlas` computes the figures
and writes this file. On the site that `make site` builds, each name leads to a page on which the puzzle can be played.

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
The mural and the 15-puzzle are too large to explore in an hour.
Their board counts are exact: `slidefront info` computes them from the orders of permutation groups.
The depth and the mean of the mural come from its 109 layers
([exact sizes of block puzzles](how-tables-work.md#exact-sizes-of-block-puzzles)).
Its only board at depth 108, the farthest from home, is `8 . . 9 6/7 7 7 9 0/7 7 4 10 10/. . 4 2 3/. 1 5 5 3`.
The depth and the hardest starts of the 15-puzzle are published; see `data/golden/fifteen.json`.
Project Euler 766 has no goal.
"""


def picture(name: str) -> str:
    """Draw the home board of a puzzle."""
    return slidefront.draw_board(name).svg


def row(figures: Figures) -> str:
    """Return a line of the table."""
    title = slidefront.load(figures.name).title
    cells = [
        f'<img src="atlas/{figures.name}.svg" width="84" alt="{html.escape(title)}">',
        f"`{figures.name}`",
        *map(_number, (figures.boards, figures.depth, figures.mean)),
        " / ".join(map(str, figures.lengths.values())) if figures.lengths else "",
        _number(figures.solutions),
        f"`{figures.hardest}`, {figures.hardest_length}, {figures.hardest_count:,}" if figures.hardest else "",
        _number(figures.seconds),
    ]
    return f"| {' | '.join(cells)} |\n"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,}" if value < 10**15 else f"{value:.3g}"


def main() -> None:
    puzzles, folder = all_figures(ROOT / "data" / "atlas"), ROOT / "docs" / "atlas"
    folder.mkdir(exist_ok=True)
    for figures in puzzles:
        (folder / f"{figures.name}.svg").write_text(picture(figures.name), "utf-8")
    folder.with_suffix(".md").write_text(HEAD + "".join(map(row, puzzles)) + FOOT, "utf-8")
    with (ROOT / "slidefront" / "apps" / "page" / "shipped.csv").open("w") as file:
        write_shipped((puzzle for name in library.names() for puzzle in measures(name)), file)


if __name__ == "__main__":
    main()
