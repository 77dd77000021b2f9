"""Solve boards: find shortest routes with their proof, or the reasons why there are none.

`solve` checks its arguments and asks a `Solver`, which chooses the search (see `solver`). `prepare` loads kernels and
databases in advance, so that the first call in a process does not wait. Many boards are solved by one search each,
several at once (`shares`), or all from the distances of every board to the goal (`distances_for`, `solve_from`).
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from slidefront import machine, units
from slidefront.arrays import KEY_BITS, NO_KEYS, key_array
from slidefront.compile import Compiling
from slidefront.errors import ArgumentError, BoardError, LimitError, SlidefrontError, check_type
from slidefront.executors.budget import ANSWER_MEMORY, HERE, Budget, Resources
from slidefront.keys.algebra import unite_equal
from slidefront.notation.boards import position_of
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles import Metric
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.search import ALGORITHMS, Algorithm
from slidefront.search.result import SearchAnswer, SearchQuestion, SolveResult
from slidefront.search.solver import Solver, prefers_ida, table_to_goal, why_unsolvable
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.notation.board_files import BoardLine
    from slidefront.store.space import Space

MOST_RATIO = 10
MOST_SECONDS = 10**9
PREPARED_MOVES = 16
"""The length of the route that `prepare` searches."""
LEAST_MEMORY_AT_ONCE = 512 << 20
"""The memory that each of several searches at once has at least, in bytes."""
MANY_BOARDS = 50
"""The number of boards from which `distances_for` explores the space."""


def solve(
    puzzle: Puzzle | str | Path,
    start: Board | Position = "home",
    goal: Board | None = None,
    *,
    algorithm: Algorithm = "auto",
    metric: Metric | None = None,
    all_routes: bool = False,
    max_depth: int | None = None,
    max_ratio: float | str = 1,
    max_seconds: float | None = None,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> SolveResult:
    """Find a shortest route from a board to another one, or to the puzzle's own goal.

    With `all_routes`, all shortest routes are found and counted. With `max_ratio`, such as 1.2, the route may be that
    many times as long as a shortest one. The default memory is 2 GiB, or half of the memory of the machine.

    After `max_seconds`, or if the watcher stops it, the search ends with the best route and the best proof so far. The
    result then has the `status` `bounded` or `unfinished`; this is not an error. The limit does not
    include loading and compiling kernels in a new process, nor the check of a puzzle written in Python; `prepare` does
    both in advance.
    """
    puzzle = load(puzzle, metric)
    goal = None if goal is None else plain(goal)
    check_algorithm(algorithm)
    max_depth = None if max_depth is None else units.whole(max_depth, "max_depth")
    number = int | float | np.integer | np.floating
    if max_seconds is not None and not (isinstance(max_seconds, number) and 0 <= max_seconds <= MOST_SECONDS):
        raise ArgumentError(
            f"max_seconds must be a number of seconds, from 0 to {MOST_SECONDS:,}, not {max_seconds}", "max_seconds"
        )
    budget = search_budget(resources)
    position = position_of(puzzle, start)  # with the goal of the puzzle file
    question = SearchQuestion(
        choose_goal(puzzle, goal), position.key, all_routes, max_depth, _ratio(max_ratio), max_seconds
    )
    if question.max_ratio > 1 and (all_routes or max_depth is not None or algorithm not in ("auto", "ida")):
        raise ArgumentError(
            "max_ratio cannot be combined with all routes, a maximum depth, or the algorithms bfs and bidirectional, "
            "which look for shortest routes only",
            "max_ratio",
        )
    return Solver(question, budget, watcher or Watcher()).result(algorithm, position)


def search_budget(resources: Resources = HERE) -> Budget:
    """Return the threads and the memory of a search, by default at most 2 GiB.

    IDA* is usually faster than frontiers that need more.
    """
    return resources.budget(min(ANSWER_MEMORY, machine.memory() // 2))


def _ratio(max_ratio: float | str) -> Fraction:
    """Read `max_ratio` as a fraction with a small denominator, rounded down."""
    try:
        text = str(max_ratio)
        ratio = Fraction(text) if text.isascii() and "_" not in text else Fraction(0)
    except (ValueError, ZeroDivisionError):
        ratio = Fraction(0)
    if not 1 <= ratio <= MOST_RATIO:
        raise ArgumentError(
            f"max_ratio must be a number from 1 to {MOST_RATIO}, such as 1.2, not {max_ratio}", "max_ratio"
        )
    rounded = ratio.limit_denominator(100)
    return rounded if rounded <= ratio else Fraction(int(100 * ratio), 100)


def check_algorithm(name: str, parameter: str = "algorithm") -> Algorithm:
    """Return `name`, the value of a parameter; raise ArgumentError if no algorithm has this name."""
    check_type(name, str, parameter)
    if name not in ALGORITHMS:
        raise ArgumentError(f"algorithm {name!r} is unknown: choose from {', '.join(ALGORITHMS)}", parameter)
    return name


def choose_goal(puzzle: Puzzle, goal: str | int | None) -> Puzzle:
    """Return a puzzle with a goal: a board or grid, "home", "hole-first" or "hole-last"; by default, its own goal."""
    if isinstance(goal, str) and not goal.strip():
        raise BoardError("the goal is empty: name the board to reach, or leave it out", "goal")
    if goal == "home":
        goal = puzzle.home
    if goal in ("hole-first", "hole-last"):
        goal = puzzle.ordered.get(str(goal).removeprefix("hole-"))
        if goal is None:
            raise BoardError(f"{puzzle.name} has no tiles in order around a hole: name the board to reach", "goal")
    if goal is not None and goal != "goal":
        if not isinstance(goal, str):
            puzzle.check_boards(key_array([goal], puzzle.key_bits))
        return puzzle.with_goal(goal)
    if not puzzle.goal:
        place = f", or a piece with its row and column, as in '{puzzle.names[0]} 1 2'"
        instead = place if puzzle.goals_name_pieces else ""
        raise BoardError(f"{puzzle.name} has no goal: name the board to reach{instead}", "goal")
    return puzzle


def prepare(
    puzzle: Puzzle | str | Path,
    goal: Board | None = None,
    *,
    metric: Metric | None = None,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> None:
    """Load the kernels and pattern databases that `solve` needs for a puzzle and a goal, so that no call waits.

    New kernels are compiled, and missing databases are built and stored, which takes seconds. A program that answers
    requests calls this function when it starts.
    """
    puzzle = choose_goal(load(puzzle, metric), None if goal is None else plain(goal))
    watcher = watcher or Watcher()
    end = puzzle.home if puzzle.goal.key is None else puzzle.goal.key
    algorithms = ["bfs" if puzzle.goal.key is None else "bidirectional"] if puzzle.key_bits <= KEY_BITS else []
    if prefers_ida(puzzle):
        algorithms.append("ida")
    key = _walk(puzzle, end, PREPARED_MOVES)
    _answer_all(SearchQuestion(puzzle, key), algorithms, search_budget(resources), watcher)
    watcher.check()


def warm_up(puzzle: Puzzle, key: int, algorithms: Sequence[str]) -> None:
    """Solve a board four moves away, so that kernels are loaded before searches are timed."""
    _answer_all(SearchQuestion(puzzle.with_goal(_walk(puzzle, key, 4)), key), algorithms, search_budget(), Watcher())


def _walk(puzzle: Puzzle, key: int, moves: int) -> int:
    """Make moves from a board, as long as they lead to new boards, and return the last board."""
    route = [key]
    for _ in range(moves):
        route.append(max({move.key for move in puzzle.moves(route[-1])} - {*route}, default=route[-1]))
    return route[-1]


def _answer_all(question: SearchQuestion, algorithms: Sequence[str], budget: Budget, watcher: Watcher) -> None:
    for algorithm in algorithms:
        with Compiling.paused():
            unite_equal(NO_KEYS, 0)  # loads numba, so that short searches use layers
        Solver(question, budget, watcher).answer(algorithm)


# Many boards


def solve_line(
    line: "BoardLine", algorithm: Algorithm, resources: Resources, watcher: Watcher, **limits: Any
) -> SolveResult:
    """Solve the board of a line; `limits` are the parameters max_depth, max_seconds and max_ratio of `solve`."""
    start = line.position()
    return solve(start.puzzle, start, algorithm=algorithm, resources=resources, watcher=watcher, **limits)


def shares(count: int, resources: Resources = HERE) -> tuple[int, Resources]:
    """Return the number of boards to solve at once, and the resources of each search: one thread, and its memory."""
    budget = search_budget(resources)
    at_once = max(1, min(budget.threads, count, budget.memory // LEAST_MEMORY_AT_ONCE))
    return at_once, Resources(1, budget.memory // at_once)


def distances_for(boards: "Sequence[BoardLine]", algorithm: Algorithm, max_depth: int | None = None) -> "Space | None":
    """Return the distances of all boards to the goal: a table in data/, or explored if there are many boards.

    Return None if the boards have several puzzles, or if each needs its own search.
    """
    check_algorithm(algorithm)
    puzzles = puzzles_in(boards) if algorithm == "auto" and max_depth is None else []
    if len(puzzles) != 1 or not puzzles[0].goal:
        return None
    table = table_to_goal(puzzles[0])
    if table is None and len(boards) >= MANY_BOARDS:
        from slidefront.tables.open_space import explore_in_memory  # imports many modules

        with suppress(BoardError, LimitError):  # no board that home reaches meets the goal, or the space is too large
            return explore_in_memory(puzzles[0], "goal")
    return table


def solve_from(table: "Space", boards: "Sequence[BoardLine]") -> list[SolveResult | SlidefrontError]:
    """Return the result of each board from the distances in a table; search from boards outside the table."""
    began, why = time.perf_counter(), "a table has the distance of every board"
    positions = [board.position() for board in boards]
    routes = table.route_keys(np.array([position.key for position in positions], np.uint64))
    missing = [position.key for position, keys in zip(positions, routes, strict=True) if not keys]
    reasons = iter(why_unsolvable(table.puzzle, missing))
    proof = f"the distance in a table of all {table.board_count:,} boards"
    results: list[SolveResult | SlidefrontError] = []
    for board, position, keys in zip(boards, positions, routes, strict=True):
        unsolvable = "" if keys else next(reasons)
        if not keys and not unsolvable:
            try:
                results.append(solve_line(board, "auto", Resources(1), Watcher()))
            except SlidefrontError as error:
                results.append(error)
            continue
        answer = SearchAnswer(keys, len(keys) - 1, proof) if keys else SearchAnswer(None, None, unsolvable)
        answer.explained("table", why)
        route = Route.unchecked(position, keys) if keys else None
        question = SearchQuestion(position.puzzle, position.key)
        results.append(SolveResult(question, answer, route, time.perf_counter() - began))
    return results


def puzzles_in(boards: "Iterable[BoardLine]") -> list[Puzzle]:
    """List the different puzzles of boards."""
    return [*{id(board.puzzle): board.puzzle for board in boards if board.puzzle is not None}.values()]


def shared_puzzle(boards: "Sequence[BoardLine]") -> Puzzle | None:
    """Return the puzzle of all boards; None if a line is a puzzle of its own."""
    return None if any(board.is_puzzle for board in boards) else next(iter(puzzles_in(boards)), None)
