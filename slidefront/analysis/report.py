"""What the maker of a puzzle asks, answered at once: its solutions, its space, its hardest start, its difficulty.

What takes too long or too much memory is left out, and `left_out` says so. A start that meets the goal already, as that
of most tile puzzles, is replaced by a hardest one. `shipped.csv` says how hard the puzzles that ship are, to compare a
new one with; `make atlas` writes it again.
"""

import csv
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import TextIO, TypeVar, get_type_hints

from slidefront.analysis.difficulty import Difficulty, difficulties
from slidefront.analysis.hardest import Deep, hardest
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load
from slidefront.search.solve import Solved
from slidefront.store.run import Run

Explore = Callable[[Puzzle, str], Run]
"""Gives the whole run of a puzzle from home or from the goal; refuses a space that is too large."""
Solve = Callable[[Puzzle, int], Solved]
"""Solves a board; refuses what takes too long."""
T = TypeVar("T")


@dataclass
class PuzzleReport:
    """The answers; None is what is left out, or what the puzzle does not have."""

    puzzle: Puzzle
    start: int
    solved: dict[str, Solved] = field(default_factory=dict)
    """The search for a shortest solution, by metric."""
    home: Run | None = None
    """The whole space, from home."""
    to_goal: Run | None = None
    """The boards that can reach the goal, by their distance to it."""
    hardest: Deep | None = None
    difficulty: Difficulty | None = None
    """How hard the start is."""
    left_out: list[str] = field(default_factory=list)

    def attempt(self, what: str, answer: Callable[[], T]) -> T | None:
        """Answer a question, or say why the answer is left out."""
        try:
            return answer()
        except SlidefrontError as error:
            self.left_out.append(f"{what}: {error}")
            return None


def report(puzzle: Puzzle, explore: Explore, solve: Solve) -> PuzzleReport:
    """Answer all questions about a puzzle, as far as its space can be explored and its start be solved."""
    made = PuzzleReport(puzzle, puzzle.home)
    space = "the boards and their distances" + ", the hardest start and the difficulty" * bool(puzzle.goal)
    made.home = made.attempt(space, lambda: explore(puzzle, "home"))
    if not puzzle.goal:
        made.left_out.append("the solution and the difficulty: the puzzle has no goal")
        return made
    if not puzzle.meets_goal(puzzle.home):
        _solve(made, solve)
    own = made.solved.get(puzzle.metric)
    unsolvable = own is not None and own.route is None and own.answer.at_least is None
    if made.home is not None and not unsolvable:
        _explore_from_goal(made, made.home, explore)
    if not made.solved and made.start != puzzle.home:
        _solve(made, solve)
    elif made.start == puzzle.home and puzzle.meets_goal(puzzle.home):
        made.left_out.append("the solution and the difficulty: home already meets the goal")
    if made.to_goal is not None and puzzle.metric in made.solved:
        made.difficulty = made.attempt("the measures of difficulty", lambda: _difficulty(made))
    return made


def _solve(made: PuzzleReport, solve: Solve) -> None:
    """Solve the start in all metrics, the own one of the puzzle first."""
    own = made.puzzle.metric
    for metric in sorted(made.puzzle.metrics, key=lambda one: one != own):

        def search(metric: str = metric) -> Solved:
            return solve(load(made.puzzle, metric), made.start)

        solved = made.attempt(f"a shortest solution in the {metric} metric", search)
        if solved is not None:
            made.solved[metric] = solved


def _explore_from_goal(made: PuzzleReport, home: Run, explore: Explore) -> None:
    """Find the hardest boards; one of them is the start where home meets the goal."""
    puzzle = made.puzzle
    what = "the hardest start"
    made.to_goal = home if home.leads_to_goal else made.attempt(what, lambda: explore(puzzle, "goal"))
    if made.to_goal is None:
        return
    (made.hardest,) = hardest(made.to_goal)
    if puzzle.meets_goal(puzzle.home):
        made.start = made.hardest.keys[0]


def _difficulty(made: PuzzleReport) -> Difficulty:
    """Measure how hard the start is, and compare its distance with the length that the search has found."""
    run, solved = made.to_goal, made.solved[made.puzzle.metric]
    assert run is not None
    route = run.route(made.puzzle.format(made.start))
    if solved.optimum not in (None, route.length):
        raise SlidefrontError(
            f"the search finds {solved.optimum} moves and the whole space {route.length}: this is a bug in slidefront, "
            f"please report it"
        )
    return difficulties(run, [route.keys])[0]


@dataclass(frozen=True)
class Measured:
    """A puzzle in one metric, with the measures of its start."""

    name: str
    kind: str
    metric: str
    boards: int
    length: int
    solutions: int
    astray: float
    forced_first: int
    forced_last: int


def measured(report: PuzzleReport) -> Measured | None:
    """Take the measures out of a report; None if it has not all of them."""
    puzzle, rated, home = report.puzzle, report.difficulty, report.home
    if rated is None or home is None or puzzle.metric not in report.solved:
        return None
    length = report.solved[puzzle.metric].optimum
    if length is None:
        return None
    counts = rated.solutions, round(rated.astray, 3), rated.forced_first, rated.forced_last
    return Measured(puzzle.name, puzzle.kind, puzzle.metric, home.boards, length, *counts)


@cache
def shipped() -> tuple[Measured, ...]:
    """Read the measures of the puzzles that ship."""
    with files(__package__).joinpath("shipped.csv").open(encoding="utf-8") as file:
        kinds = get_type_hints(Measured)
        return tuple(Measured(**{name: kinds[name](row[name]) for name in kinds}) for row in csv.DictReader(file))


def write(rows: Iterable[Measured], file: TextIO) -> None:
    """Write measures as they are read."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([one.name for one in fields(Measured)])
    writer.writerows(map(astuple, rows))


def beside(one: Measured) -> list[Measured]:
    """List the puzzles that ship of the same kind, in the same metric, from the shortest solution to the longest."""
    same = [other for other in shipped() if (other.kind, other.metric) == (one.kind, one.metric)]
    return sorted(same, key=lambda other: (other.length, other.name))
