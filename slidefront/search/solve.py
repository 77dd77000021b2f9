"""Solve a board: choose an algorithm, and find a shortest route with its proof, or the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

from slidefront import machine, units
from slidefront.display import Displayed
from slidefront.errors import BoardError, LimitError
from slidefront.executors.budget import Budget, make_budget
from slidefront.notation.boards import check_key, position_of
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.search.policy import Solver
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.watch import Interrupted, Watcher

MOST_BOUNDED = 10
ALGORITHMS = ("auto", "bfs", "bidirectional", "ida")
MEMORY = 2 << 30  # bytes: a search that needs more is usually faster depth-first


@dataclass(frozen=True)
class Solved(Displayed):
    """A question with its answer."""

    question: SearchQuestion
    algorithm: str
    why: str
    """Why this algorithm."""
    answer: SearchAnswer
    route: Route | None
    seconds: float

    @property
    def optimum(self) -> int | None:
        """The length of a shortest route; None if none was found and proved to be shortest."""
        proved = self.route is not None and self.route.length == self.answer.at_least
        return self.route.length if self.route is not None and proved else None

    @property
    def boards(self) -> list[str]:
        """The boards of the route as text, the start first."""
        return [] if self.route is None else self.route.boards

    @property
    def count(self) -> int | None:
        """The number of shortest routes, if all were asked for."""
        return None if self.answer.routes is None else self.answer.routes.count

    def listed(self, limit: int) -> list[Route]:
        """List the first shortest routes, if all were asked for."""
        typed = self.route.boards[0] if self.route is not None else None
        return [Route(self.puzzle, keys, typed) for keys in islice(self.answer.routes or [], limit)]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with the goal of the question."""
        return self.question.puzzle

    def __repr__(self) -> str:
        found = "no solution found" if self.optimum is None else f"{units.counted(self.optimum, 'move')}, none shorter"
        return f"<Solved {self.puzzle.name}: {found}>"


class SearchInterrupted(Interrupted):
    """A search was stopped; `solved` has what it found and proved."""

    def __init__(self, solved: Solved) -> None:
        super().__init__()
        self.solved = solved


def solve(
    puzzle: Puzzle | str | Path,
    start: Board | Position = "home",
    goal: Board | None = None,
    *,
    algorithm: str = "auto",
    metric: str | None = None,
    every: bool = False,
    max_depth: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    bounded: float | str = 1,
    max_seconds: float | None = None,
    watcher: Watcher | None = None,
) -> Solved:
    """Find a shortest route from a board to another one, or to the puzzle's own goal.

    With `every`, all shortest routes are found and counted. `memory` is in bytes, or a text such as 1GiB. With
    `bounded`, such as 1.2, the route may be that many times as long as a shortest one. After `max_seconds` the search
    ends with the best route that it has found, and with what it has proved.
    """
    puzzle = load(puzzle, metric)
    goal = None if goal is None else plain(goal)
    check_algorithm(algorithm)
    max_depth = None if max_depth is None else units.whole(max_depth, "max_depth")
    if max_seconds is not None and not (hasattr(max_seconds, "__float__") and max_seconds >= 0):
        raise LimitError(f"max_seconds must be a number of seconds, 0 or more, not {max_seconds}")
    budget = usual_budget(threads, memory)
    begin = position_of(puzzle, start)  # by its own goal
    puzzle, key = choose_goal(puzzle, goal), begin.key
    question = SearchQuestion(puzzle, key, every, max_depth, _factor(bounded), max_seconds, goal)
    _check_bounded(question, algorithm)
    search = Solver(question, budget, watcher or Watcher())
    try:
        found = search.answer(algorithm)
    except Interrupted:
        if search.until.passed:
            raise LimitError(f"no solution was found within {max_seconds:g} s: give more", "max_seconds") from None
        raise
    answer = found.answer
    route = None if answer.route is None else Route.found(begin.of(puzzle), answer.route)
    solved = Solved(question, found.algorithm, found.why, answer, route, search.seconds)
    if answer.interrupted and not search.until.passed:
        raise SearchInterrupted(solved)
    return solved


def usual_budget(threads: int | None = None, memory: int | str | None = None) -> Budget:
    """Limit the memory of a search."""
    return make_budget(threads, memory, usual=min(MEMORY, machine.memory() // 2))


def _factor(bounded: float | str) -> Fraction:
    """Read by how much a route may be longer than a shortest one: a fraction of small numbers, or a little less."""
    try:
        factor = Fraction(str(bounded))
    except (ValueError, ZeroDivisionError):
        factor = Fraction(0)
    if not 1 <= factor <= MOST_BOUNDED:
        raise LimitError(f"bounded must be a number from 1 to {MOST_BOUNDED}, such as 1.2, not {bounded}")
    near = factor.limit_denominator(100)
    return near if near <= factor else Fraction(int(100 * factor), 100)


def _check_bounded(question: SearchQuestion, algorithm: str) -> None:
    """Refuse a longer route where only shortest ones are looked for."""
    if question.bounded > 1 and (question.every or question.max_depth is not None or algorithm not in ("auto", "ida")):
        raise LimitError(
            "bounded cannot be combined with all routes, a greatest depth, or the algorithms bfs and bidirectional, "
            "which look for shortest routes only",
            "bounded",
        )


def check_algorithm(name: str) -> None:
    """Refuse an algorithm that is unknown."""
    if name not in ALGORITHMS:
        raise LimitError(f"algorithm {name!r} is unknown: choose from {', '.join(ALGORITHMS)}")


def warm_up(puzzle: Puzzle, key: int, algorithms: Sequence[str]) -> None:
    """Solve a board that is two moves away, so that kernels are loaded before searches are timed."""
    near = key
    for _ in range(2):
        near = max([move.key for move in puzzle.successors(near)], default=near)
    question = SearchQuestion(puzzle.with_goal(near), key)
    for algorithm in algorithms:
        Solver(question, usual_budget(), Watcher(), most_in_sets=0).answer(algorithm)


def choose_goal(puzzle: Puzzle, goal: str | int | None) -> Puzzle:
    """Return a puzzle with a goal: home, another board or grid, or its own goal by default."""
    if isinstance(goal, str) and not goal.strip():
        raise BoardError("the goal is empty: name the board to reach, or leave it out", "goal")
    if goal == "home":
        goal = puzzle.home
    if goal in ("hole-first", "hole-last"):
        goal = puzzle.ordered.get(str(goal).removeprefix("hole-"))
        if goal is None:
            raise BoardError(f"{puzzle.name} has no tiles in order around a hole: name the board to reach", "goal")
    if goal is not None and goal != "goal":
        return puzzle.with_goal(goal if isinstance(goal, str) else check_key(puzzle, goal))
    if not puzzle.goal:
        place = f", or a piece with row and column from 0, as in '{puzzle.names[0]} 0 1'"
        said = place if puzzle.layout is not None else ""
        raise BoardError(f"{puzzle.name} has no goal: name the board to reach{said}", "goal")
    return puzzle
