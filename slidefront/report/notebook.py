"""Puzzles, positions, routes, solutions and runs as HTML for notebooks. Every text is escaped."""

from html import escape

from slidefront.draw.board import describe_route
from slidefront.draw.chart import bars
from slidefront.draw.picture import draw_board, draw_route
from slidefront.notation.route import Route
from slidefront.puzzles.core import Position, Puzzle
from slidefront.report.routes import Outcome
from slidefront.report.spaces import space_sentence
from slidefront.search.result import SolveResult
from slidefront.store.run import Run
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, escaped, shortened

_WIDTH = 80  # of bars, in columns


def html_of(shown: object) -> str:
    """Return an object as HTML: its picture if there is one, and facts about it."""
    match shown:
        case Puzzle() as puzzle:
            title = f"<h4>{escaped(shortened(puzzle.title or puzzle.name, LONGEST_TITLE))}</h4>"
            about = f"<p>{escaped(shortened(puzzle.about, LONGEST_ABOUT))}</p>" if puzzle.about else ""
            facts = {name: fact for name, fact in puzzle.facts().items() if fact}
            rows = (f"<tr><th>{escaped(name)}</th><td>{escaped(fact)}</td></tr>" for name, fact in facts.items())
            table = f'<table style="text-align:left">{"".join(rows)}</table>'
            return f"{title}{about}{draw_board(puzzle).image()}{table}"
        case Position() as position:
            return draw_board(position.puzzle, position.text).image()
        case Route() as route:
            return f"{draw_route(route).image()}<p>{escaped(describe_route(route))}</p>{_moves(route)}"
        case SolveResult() as solved:
            outcome = Outcome(solved, 0)
            text = "".join(f"<p>{escaped(line)}</p>" for line in [outcome.headline(), *outcome.account()])
            return text if solved.route is None else f"{draw_route(solved.route).image()}{text}{_moves(solved.route)}"
        case Run() as run:
            counts = [layer.board_count for layer in run.layers]
            chart = f"<pre>{escape(bars(counts, _WIDTH))}</pre>" if counts else ""
            return f"<p><b>{escaped(run.manifest.puzzle)}</b>: {escaped(space_sentence(run))}</p>{chart}"
    return f"<pre>{escape(repr(shown))}</pre>"


def _moves(route: Route) -> str:
    moves = escaped(", ".join(map(str, route.groups)))
    return f"<details><summary>all moves</summary><p>{moves}</p></details>"
