"""Problems as a printed sheet: boards with number, length and grade on each page, and answers on separate pages.

This module makes the contents of the sheet; `sheet_html` and `sheet_pdf` only lay it out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from slidefront import units
from slidefront.analysis.problems import GRADES, Problem, ProblemPack, check_length, grades, route_of
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import Move
from slidefront.routes.route import Route
from slidefront.search.solve import solve
from slidefront.view.goal import goal_figure, goal_words
from slidefront.view.palette import colours_of
from slidefront.view.picture import board_figure
from slidefront.view.svg import document
from slidefront.view.width import LONGEST_ABOUT, LONGEST_TITLE, printable

_ARROWS = str.maketrans("UDLR", "↑↓←→")


@dataclass(frozen=True)
class Item:
    """One problem as it is printed."""

    number: int
    length: str
    grade: str
    """One of GRADES."""
    board: str
    svg: str
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
    goal_svg: str = ""
    """The goal as a picture; empty if it cannot be drawn."""

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
    about, title = _about(puzzle, [problem for _, problem in problems]), printable(puzzle.title, LONGEST_TITLE)
    if several:
        return Sheet(f"{title}, and other puzzles", about, tuple(items), per_page)
    figure, words = goal_figure(puzzle), goal_words(puzzle)
    goal = document(figure, words, paper=True) if figure else ""
    return Sheet(title, about, tuple(items), per_page, words, goal)


def _item(number: int, puzzle: Puzzle, problem: Problem, grade: str, *, several: bool) -> Item:
    svg = document(board_figure(puzzle, problem.board, colours_of(puzzle)), problem.board, paper=True)
    answer = tuple(written(puzzle, move) for move in _solution(puzzle, problem).groups)
    length, goal = units.counted(problem.length, "move"), f"goal: {goal_words(puzzle)}" if several else ""
    return Item(number, length, grade, problem.board, svg, answer, goal)


def _about(puzzle: Puzzle, pack: Sequence[Problem]) -> str:
    metric = f" Moves are counted in the {puzzle.metric} metric." if len(puzzle.metrics) > 1 else ""
    what = " and by how often an obvious move is wrong" if any(one.difficulty for one in pack) else ""
    stars = f"Stars grade these problems among themselves, from easy to fiendish, by length{what}."
    return f"{printable(puzzle.about, LONGEST_ABOUT)}{metric} {stars}".strip()


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
