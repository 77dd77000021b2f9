"""Draw the pictures in docs/pictures: `make docs`. A test compares the pictures of `DRAWN`."""

from collections.abc import Callable

import slidefront
from slidefront.draw.chart import chart
from slidefront.draw.picture import draw_route
from slidefront.draw.svg import arrange_figures, board_figure, caption_figure, colours_of, document
from tools.golden import ROOT, golden_counts

FOLDER = ROOT / "docs" / "pictures"
SHOWN = ["15-puzzle", "3x5+1x2", "pillars", "klotski", "daisy", "mural-frozen", "rush-hour-50", "euler-766"]


def gallery() -> str:
    """Draw puzzles of all kinds."""
    figures = []
    for puzzle in map(slidefront.load, SHOWN):
        drawing = puzzle.drawing(puzzle.home)
        assert drawing is not None
        figures.append(caption_figure(board_figure(drawing, colours_of(puzzle)), puzzle.name))
    return document(arrange_figures(figures), "some puzzles")


def animation() -> str:
    """Draw Klotski as it is solved."""
    route = slidefront.solve("klotski").route
    assert route is not None
    return draw_route(route).svg


def strip() -> str:
    """Draw all boards of a short route."""
    route = slidefront.read_route(slidefront.load("8-puzzle"), "1 L, 4 U, 3 R, 6 U, 7 L")
    return draw_route(route, strip=True).svg


DRAWN: dict[str, Callable[[], str]] = {"gallery.svg": gallery, "route.svg": animation, "strip.svg": strip}


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        (FOLDER / name).write_text(draw(), "utf-8")
    counts = {name: golden_counts(name) for name in ("8-puzzle", "10-puzzle", "pillars")}
    (FOLDER / "growth.svg").write_bytes(chart(counts))


if __name__ == "__main__":
    main()
