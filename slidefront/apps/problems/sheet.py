"""Problems as a printed sheet: boards with number, length and grade on each page, and answers on separate pages.

It is one HTML file that prints as it looks: every page of paper is a section.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, sqrt

from slidefront import Move, Picture, Problem, ProblemPack, Puzzle, Route, draw_board, goal_words, solve, units
from slidefront.apps.problems.problems import GRADES, check_length, grades, route_of
from slidefront.errors import SlidefrontError
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, shortened

_ARROWS = str.maketrans("UDLR", "↑↓←→")
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
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_HEIGHT = 215  # millimetres that a page has for its problems
_GOAL = 24  # millimetres


@dataclass(frozen=True)
class Item:
    """One problem as it is printed."""

    number: int
    length: str
    grade: str
    """One of GRADES."""
    picture: Picture
    answer: tuple[str, ...]
    """The moves of a shortest solution."""
    goal: str = ""
    """The goal in words, if the problems of the sheet have different ones."""

    @property
    def stars(self) -> str:
        """The grade as stars: ★☆☆☆ is easy, ★★★★ is fiendish."""
        filled = GRADES.index(self.grade) + 1
        return "★" * filled + "☆" * (len(GRADES) - filled)


@dataclass(frozen=True)
class Sheet:
    """All that is printed."""

    title: str
    about: str
    items: tuple[Item, ...]
    per_page: int
    goal: str = ""
    """The goal in words."""
    goal_picture: Picture | None = None

    @property
    def columns(self) -> int:
        """How many problems are side by side."""
        return ceil(sqrt(self.per_page / 1.6))

    @property
    def pages(self) -> list[Sequence[Item]]:
        """The problems of each page."""
        return [self.items[start : start + self.per_page] for start in range(0, len(self.items), self.per_page)]


def make_sheet(
    packs: ProblemPack | Sequence[ProblemPack], per_page: int, tell: Callable[[str], None] = lambda _: None
) -> Sheet:
    """Draw all problems of packs; `tell` hears which one. Problems without a route are solved."""
    packs = [packs] if isinstance(packs, ProblemPack) else packs
    puzzle, several = packs[0].puzzle, len(packs) > 1
    problems = [(pack.puzzle, problem) for pack in packs for problem in pack]
    graded = grades([problem for _, problem in problems])
    items = []
    for number, ((own, problem), grade) in enumerate(zip(problems, graded, strict=True), 1):
        tell(f"problem {number:,} of {len(problems):,}")
        items.append(_item(number, own, problem, grade, several=several))
    about, title = _about(puzzle, [problem for _, problem in problems]), shortened(puzzle.title, LONGEST_TITLE)
    if several:
        return Sheet(f"{title}, and other puzzles", about, tuple(items), per_page)
    words = goal_words(puzzle)
    return Sheet(title, about, tuple(items), per_page, words, draw_board(puzzle, "goal", paper=True) if words else None)


def _item(number: int, puzzle: Puzzle, problem: Problem, grade: str, *, several: bool) -> Item:
    picture = draw_board(puzzle, problem.board, paper=True)
    answer = tuple(written(puzzle, move) for move in _solution(puzzle, problem).groups)
    length, goal = units.counted(problem.length, "move"), f"goal: {goal_words(puzzle)}" if several else ""
    return Item(number, length, grade, picture, answer, goal)


def _about(puzzle: Puzzle, pack: Sequence[Problem]) -> str:
    metric = f" Moves are counted in the {puzzle.metric} metric." if len(puzzle.metrics) > 1 else ""
    what = " and by how often an obvious move is wrong" if any(one.difficulty for one in pack) else ""
    stars = f"Stars grade these problems among themselves, from easy to fiendish, by length{what}."
    return f"{shortened(puzzle.about, LONGEST_ABOUT)}{metric} {stars}".strip()


def _solution(puzzle: Puzzle, problem: Problem) -> Route:
    """Take the route of a problem, or search for one; its length must be the one that the problem states."""
    if problem.route is not None:
        return route_of(puzzle, problem)
    route = solve(puzzle, problem.board).route
    if route is None:
        raise SlidefrontError(f"the board {problem.board} has no solution")
    check_length(problem, route.length)
    return route


def written(puzzle: Puzzle, move: Move) -> str:
    """Write a move for people: pieces with arrows, and on a graph the vertex that the mover goes to."""
    drawing = puzzle.drawing(puzzle.home)
    if drawing is None or set(move.way) - set("UDLR"):
        return str(move)
    return f"{move.what} {move.way.translate(_ARROWS)}"


def html(sheet: Sheet) -> str:
    """Write the sheet; everything that comes from the puzzle or the pack is escaped."""
    pages = "".join(_page(sheet, items, first=not number) for number, items in enumerate(sheet.pages))
    answers = f"<section><h2>Answers</h2>{_answers(sheet.items)}</section>"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(sheet.title)}</title>'
        '<meta name="generator" content="slidefront">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body>{pages}{answers}</body></html>\n"
    )


def _page(sheet: Sheet, items: Sequence[Item], *, first: bool) -> str:
    title = f"<h1>{escape(sheet.title)}</h1>"
    about = f'<p class="about">{escape(sheet.about)}</p>' if first else ""
    head = f"<header><div>{title}{about}</div>{_goal(sheet)}</header>"
    rows = -(-sheet.per_page // sheet.columns)
    height = (_HEIGHT - 6 * rows) / rows - (15 if items[0].goal else 10)
    problems = "".join(_problem(item, height) for item in items)
    return (
        f'<section>{head}<div class="problems" style="grid-template-columns:repeat({sheet.columns},1fr)">'
        f"{problems}</div></section>"
    )


def _goal(sheet: Sheet) -> str:
    if sheet.goal_picture is None:
        return ""
    picture = sheet.goal_picture.image(f"height:{_GOAL}mm")
    return f'<figure class="goal"><figcaption>Goal</figcaption>{picture}<p>{escape(sheet.goal)}</p></figure>'


def _problem(item: Item, height: float) -> str:
    words = f"<p>{escape(item.goal)}</p>" if item.goal else ""
    return (
        f'<figure class="problem"><figcaption><b>{item.number}</b> &ensp;{item.length}&ensp; '
        f'<span class="stars" role="img" aria-label="{item.grade}">{item.stars}</span></figcaption>'
        f"{item.picture.image(f'height:{height:.0f}mm')}{words}</figure>"
    )


def _answers(items: Sequence[Item]) -> str:
    rows = "".join(
        f"<li><b>{item.number}</b> ({item.length}): "
        + ", ".join(f'<span class="move">{escape(move)}</span>' for move in item.answer)
        + "</li>"
        for item in items
    )
    return f'<ul class="answers">{rows}</ul>'
