"""What notebooks show of a puzzle, a position, a solution, a route, a run, a layer and a report.

Pictures are images with embedded data, so that their style sheets do not affect the page. Every text is escaped.
"""

from collections.abc import Mapping
from functools import singledispatch
from html import escape

from slidefront import units
from slidefront.check.files import Report
from slidefront.draw.chart import growth_figure
from slidefront.draw.html_files import image
from slidefront.draw.picture import Picture, draw_board, draw_route
from slidefront.draw.routes import account, headline, summary
from slidefront.draw.spaces import ending, report_text
from slidefront.draw.svg import clean, document
from slidefront.draw.text import LONGEST_ABOUT, LONGEST_TITLE, shortened
from slidefront.notation.route import Route
from slidefront.puzzles.core import Position, Puzzle
from slidefront.search.solve import Solved
from slidefront.store.manifest import Layer
from slidefront.store.run import Run

_WIDE = "max-width:100%"


@singledispatch
def html_of(shown: object) -> str:
    """Write HTML for an object."""
    return f"<pre>{escape(repr(shown))}</pre>"


@html_of.register
def _puzzle(puzzle: Puzzle) -> str:
    title = f"<h4>{clean(shortened(puzzle.title, LONGEST_TITLE))}</h4>"
    about = f"<p>{clean(shortened(puzzle.about, LONGEST_ABOUT))}</p>" if puzzle.about else ""
    return f"{title}{about}{_image(draw_board(puzzle))}{_table(puzzle.facts())}"


@html_of.register
def _position(position: Position) -> str:
    return _image(draw_board(position.puzzle, position.text))


@html_of.register
def _route(route: Route) -> str:
    return f"{_image(draw_route(route))}<p>{clean(summary(route))}</p>{_moves(route)}"


@html_of.register
def _solved(solved: Solved) -> str:
    lines = [headline(solved), *account(solved, 0)]
    said = "".join(f"<p>{clean(line)}</p>" for line in lines)
    return said if solved.route is None else f"{_image(draw_route(solved.route))}{said}{_moves(solved.route)}"


@html_of.register
def _run(run: Run) -> str:
    manifest = run.manifest
    figure = growth_figure([layer.boards for layer in run.layers])
    chart = image(document(figure, f"boards of {manifest.puzzle} by depth"), "boards by depth", _WIDE)
    return f"<p><b>{clean(manifest.puzzle)}</b>: {clean(ending(run))}</p>{chart}"


@html_of.register
def _layer(layer: Layer) -> str:
    return _table(
        {
            "depth": str(layer.depth),
            "boards": f"{layer.boards:,}",
            "marked": f"{layer.marked:,}",
            "disk": f"{units.size(layer.bytes)} in {units.counted(len(layer.parts), 'part')}",
            "seconds": f"{layer.seconds:.3f}",
        }
    )


@html_of.register
def _report(report: Report) -> str:
    state = "good" if report.good else "not good"
    return f"<p><b>{clean(str(report.folder))}: {state}</b></p><pre>{escape(report_text(report))}</pre>"


def _image(picture: Picture) -> str:
    return image(picture.svg, picture.title, _WIDE)


def _moves(route: Route) -> str:
    moves = clean(", ".join(map(str, route.groups)))
    return f"<details><summary>all moves</summary><p>{moves}</p></details>"


def _table(facts: Mapping[str, str]) -> str:
    rows = "".join(f"<tr><th>{clean(name)}</th><td>{clean(fact)}</td></tr>" for name, fact in facts.items() if fact)
    return f'<table style="text-align:left">{rows}</table>'
