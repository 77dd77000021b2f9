"""Problems as a printed sheet: boards with number, length and grade on each page, and answers on separate pages.

This module makes the contents of the sheet; `sheet_html` and `sheet_pdf` only lay it out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from slidefront import units
from slidefront.analysis.problems import Problem, ProblemPack, route_of
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Move, Puzzle
from slidefront.routes.route import Route
from slidefront.search.solve import solve
from slidefront.view.palette import colours_of
from slidefront.view.picture import board_figure
from slidefront.view.svg import document

GRADES = 5
_ARROWS = str.maketrans("UDLR", "↑↓←→")


@dataclass(frozen=True)
class Item:
    """One problem as it is printed."""

    number: int
    length: str
    grade: int
    """From 1, the easiest on the sheet, to 5."""
    board: str
    svg: str
    answer: tuple[str, ...]
    """The moves of a shortest solution."""

    @property
    def stars(self) -> str:
        """The grade as stars."""
        return "★" * self.grade + "☆" * (GRADES - self.grade)


@dataclass(frozen=True)
class Sheet:
    """All that is printed."""

    title: str
    about: str
    items: tuple[Item, ...]
    per_page: int

    @property
    def columns(self) -> int:
        """How many problems are side by side."""
        return ceil(sqrt(self.per_page / 1.6))

    @property
    def pages(self) -> list[Sequence[Item]]:
        """The problems of each page."""
        return [self.items[start : start + self.per_page] for start in range(0, len(self.items), self.per_page)]


def make_sheet(pack: ProblemPack, per_page: int, tell: Callable[[str], None] = lambda _: None) -> Sheet:
    """Draw all problems of a pack; `tell` hears which one. Problems without a route are solved."""
    puzzle, colours = pack.puzzle, colours_of(pack.puzzle)
    grades = grade(pack)
    items = []
    for number, (problem, stars) in enumerate(zip(pack, grades, strict=True), 1):
        tell(f"problem {number:,} of {len(pack):,}")
        svg = document(board_figure(puzzle, problem.board, colours), problem.board, paper=True)
        answer = tuple(written(puzzle, move) for move in _solution(puzzle, problem).groups)
        length = units.counted(problem.length, "move")
        items.append(Item(number, length, stars, problem.board, svg, answer))
    return Sheet(puzzle.title, _about(puzzle, pack), tuple(items), per_page)


def grade(pack: Sequence[Problem]) -> list[int]:
    """Grade problems among themselves: by length, and by how often a greedy player errs, if that is known."""
    scores = [one.length * (1 + (one.difficulty.astray if one.difficulty else 0)) for one in pack]
    low, high = min(scores), max(scores)
    if low == high:
        return [(GRADES + 1) // 2] * len(scores)
    return [min(GRADES, 1 + int(GRADES * (score - low) / (high - low))) for score in scores]


def _about(puzzle: Puzzle, pack: ProblemPack) -> str:
    metric = f" Moves are counted in the {puzzle.metric} metric." if len(puzzle.metrics) > 1 else ""
    what = " and by how often an obvious move is wrong" if any(one.difficulty for one in pack) else ""
    return f"{puzzle.about}{metric} Stars grade these problems among themselves, by length{what}.".strip()


def _solution(puzzle: Puzzle, problem: Problem) -> Route:
    route = route_of(puzzle, problem) if problem.route is not None else solve(puzzle, problem.board).route
    if route is None:
        raise SlidefrontError(f"the board {problem.board} has no solution")
    return route


def written(puzzle: Puzzle, move: Move) -> str:
    """Write a move for people: pieces with arrows, and on a graph the vertex that the mover goes to."""
    drawing = puzzle.drawing(puzzle.home)
    if drawing is None or set(move.way) - set("UDLR"):
        return str(move)
    return f"{move.what} {move.way.translate(_ARROWS)}"
