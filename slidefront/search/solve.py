"""Solve a board: find a shortest route with its proof, or the reason why there is none.

`solve` checks its arguments and asks a `Solver`, which chooses the search. `auto` uses the first search that applies:

    table           data/ has a table with the distance of the board
    ida             large tile boards with a hole of one cell, and routes that may be longer than shortest ones: with
                    pattern databases if they pay, but first without them if none are stored yet
    bidirectional   the goal is one board
    bfs             many boards meet the goal
    ida             frontiers would need more memory than is allowed

A board that is the goal needs no search. As long as no kernel is loaded, two-way search begins with sets, which are
faster for a few hundred boards, and continues with layers.

A limit or the watcher may end the search at any time, even while the tables of a bound are built. The answer then
contains what was found and proved so far.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from slidefront import machine, units
from slidefront.arrays import KEY_BITS
from slidefront.compile import Compiling
from slidefront.errors import ArgumentError, BoardError, PuzzleError, check_type
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.keys.algebra import unite_equal
from slidefront.notation.boards import StartKind, check_key, position_of
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.puzzles.puzzle_file import Metric
from slidefront.search.question import Routes, SearchAnswer, SearchQuestion, why_unsolvable
from slidefront.search.result import EndedBy, SolveResult
from slidefront.search.two_way import MemoryLimitError, SetFrontier, TooManyError, TwoWay, search_layers
from slidefront.store.manifest import default_table
from slidefront.watch import Interrupted, Quiet, Until, Watcher

if TYPE_CHECKING:
    from slidefront.tables.table import Table

MOST_RATIO = 10
MOST_SECONDS = 10**9
Algorithm = Literal["auto", "bfs", "bidirectional", "ida"]
ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
SEARCH_MEMORY = 2 << 30
"""The default memory in bytes; a search that needs more is usually faster depth-first."""
LARGE = 13
"""The number of cells from which IDA* solves tile boards sooner than layers do."""
IDA_BOARDS = 1 << 30
"""The number of boards that IDA* generates before layers are tried: about ten seconds."""
TRIED_FIRST = 1 << 22
"""The number of boards that IDA* generates before pattern databases are built: a fraction of a second."""
SET_BOARDS = 4000
"""The number of boards that a search with sets may generate, which is faster than loading kernels."""
PREPARED_MOVES = 16
"""The length of the route that `prepare` searches."""


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

    After `max_seconds`, or if the watcher asks for it, the search ends with the best route that it has found, and with
    what it has proved. That is a result with the `status` `bounded` or `unfinished`, not an error. The time for loading
    and compiling kernels in a new process does not count; `prepare` does that in advance.
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
    search = Solver(question, budget, watcher or Watcher())
    answer = search.answer(algorithm)
    route = None if answer.route is None else Route.unchecked(position_of(question.puzzle, position), answer.route)
    ended_by: EndedBy | None = None
    if answer.ended:
        timed = max_seconds is not None and not search.until.asked
        ended_by = "max_depth" if answer.ended == "max depth" else "max_seconds" if timed else "watcher"
    return SolveResult(question, answer, route, search.seconds, ended_by)


def search_budget(resources: Resources = HERE) -> Budget:
    """Return the threads and the memory of a search."""
    return resources.budget(min(SEARCH_MEMORY, machine.memory() // 2))


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


def check_algorithm(name: str) -> None:
    """Raise ArgumentError for an unknown algorithm."""
    check_type(name, str, "algorithm")
    if name not in ALGORITHMS:
        raise ArgumentError(f"algorithm {name!r} is unknown: choose from {', '.join(ALGORITHMS)}", "algorithm")


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
        return puzzle.with_goal(goal if isinstance(goal, str) else check_key(puzzle, goal))
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
            unite_equal(np.empty(0, np.uint64), 0)  # loads numba, so that short searches use layers
        Solver(question, budget, watcher).answer(algorithm)


class Solver:
    """Chooses the searches that answer a question."""

    def __init__(self, question: SearchQuestion, budget: Budget, watcher: Watcher) -> None:
        self.question = question
        self.puzzle = question.puzzle
        self.until = Until(watcher, question.max_seconds)
        self._budget = budget
        self._began = Compiling.clock()
        least = 0 if question.puzzle.goal.key is None else 1  # `answer` compares the start with a single goal
        self._known = SearchAnswer(None, least, "no search has begun").explained("none", "it was stopped")

    @property
    def seconds(self) -> float:
        """The time so far, without the time for loading and compiling kernels."""
        return Compiling.clock() - self._began

    def answer(self, algorithm: str) -> SearchAnswer:
        """Answer the question by an algorithm; `auto` chooses it."""
        question, goal = self.question, self.puzzle.goal.key
        if goal == question.start:
            routes = Routes(self.puzzle, [self.puzzle.array([goal])]) if question.all_routes else None
            answer = SearchAnswer([goal], 0, "the start meets the goal", routes=routes)
            return answer.explained("none" if algorithm == "auto" else algorithm, answer.proof)
        (unreachable,) = why_unsolvable(self.puzzle, [question.start])
        if unreachable:
            return SearchAnswer(None, None, unreachable).explained("group", "it takes no search")
        if not question.all_routes and (reduced := self.puzzle.reduced()) is not None:
            return self._by_reduced(reduced, algorithm)
        self._check_wide(algorithm)
        try:
            return self._search(algorithm)
        except Interrupted:
            self._known.ended = "stopped"
            return self._known

    def _search(self, algorithm: str) -> SearchAnswer:
        if algorithm == "auto":
            return self._automatic()
        if algorithm != "ida":
            return self._by_layers(algorithm, "as asked")
        return self._with_patterns() if self._patterns_pay() else self._depth_first("as asked")

    def _by_reduced(self, reduced: Puzzle, algorithm: str) -> SearchAnswer:
        """Search the reduced puzzle, and make the moves of its route on the board with all names."""
        puzzle, route = self.puzzle, [self.question.start]
        question = replace(self.question, puzzle=reduced, start=puzzle.reduced_key(route[0]))
        answer = Solver(question, self._budget, self.until).answer(algorithm)
        for key in (answer.route or [])[1:]:
            route.append(next(move.key for move in puzzle.moves(route[-1]) if puzzle.reduced_key(move.key) == key))
        return replace(answer, route=answer.route and route)

    def _automatic(self) -> SearchAnswer:
        """Answer by the first search that applies, see above."""
        question, puzzle = self.question, self.puzzle
        if (table_answer := self._by_table()) is not None:
            return table_answer
        large = prefers_ida(puzzle)
        patterns = (large or question.max_ratio > 1) and self._patterns_pay()
        tried_first = self._without_patterns() if patterns else IDA_BOARDS if large and not question.all_routes else 0
        if tried_first:
            why, first = "the hole is one cell, so the bound leaves little to search", self.until
            if patterns:  # building them may need the remaining time
                first = Until(self.until, self.until.remaining and self.until.remaining / 2)
            self._known = self._depth_first(why, tried_first, first)
            if self._known.ended != "most boards" and not (first.passed and not self.until.stop()):
                return self._known
        if patterns:
            return self._with_patterns()
        algorithm, why = "bidirectional", "the goal is one board"
        if puzzle.goal.key is None:
            algorithm, why = "bfs", "the goal is met by many boards"
        try:
            return self._by_layers(algorithm, why)
        except MemoryLimitError as error:
            if question.all_routes:
                raise
            return self._depth_first(error.why)

    def _by_table(self) -> SearchAnswer | None:
        """Read a shortest route from a table in data/; None if no table has the distance."""
        question = self.question
        if question.all_routes or question.max_depth is not None or (table := table_to_goal(self.puzzle)) is None:
            return None
        (route,) = table.route_keys([question.start])
        if not route and self.puzzle.goal.partial:
            return None  # boards that home does not reach may meet the goal too
        answer = SearchAnswer(route, len(route) - 1, f"the distance in a table of all {table.board_count:,} boards")
        if not route:
            answer = SearchAnswer(None, None, f"the board is not among the {table.board_count:,} boards of the table")
        return answer.explained("table", f"{table.path} has the distance of every board")

    def _patterns_pay(self) -> bool:
        from slidefront.search.patterns.databases import patterns_pay  # imports many modules

        return patterns_pay(self.question)

    def _without_patterns(self) -> int:
        """Return the number of boards to generate before pattern databases are built; easy boards need fewer."""
        from slidefront.search.patterns.databases import are_stored

        return 0 if self.puzzle.key_bits > KEY_BITS or are_stored(self.puzzle) else TRIED_FIRST

    def _check_wide(self, algorithm: str) -> None:
        """Raise an error if the search needs layers, which cannot store keys of more than 64 bits."""
        name, bits, all_routes = self.puzzle.name, self.puzzle.key_bits, self.question.all_routes
        if bits <= KEY_BITS:
            return
        if all_routes or algorithm not in ("auto", "ida"):
            instead, parameter = ("use the algorithm ida", "algorithm")
            if all_routes:
                instead, parameter = "ask for one route", "all_routes"
            message = f"{name} has keys of {bits} bits, but layers store at most {KEY_BITS}: {instead}"
            raise ArgumentError(message, parameter)
        if not self._patterns_pay():
            raise PuzzleError(
                f"{name} has keys of {bits} bits: such boards are solved with pattern databases, which need one board "
                f"as goal, a hole of one cell, tiles that are all different, connected cells, and in the line metric "
                f"at most 256 moves in all places of the hole"
            )

    def _by_layers(self, algorithm: str, why: str) -> SearchAnswer:
        """Search with sets, and if they become large, with layers."""
        check_goal(self.puzzle, algorithm)
        question, until = self.question, self.until
        by_sets = self.puzzle.goal.key is not None  # only kernels test which boards meet a partial goal
        if by_sets and "numba" not in sys.modules:
            small_search = TwoWay(self.puzzle, Quiet(until), partial(SetFrontier, SET_BOARDS), question.all_routes)
            with suppress(TooManyError):
                answer = search_layers(question, algorithm, small_search)
                for round_ in answer.rounds:
                    until.on_round(round_)
                return answer.explained(algorithm, why)
        with Compiling.paused():
            from slidefront.explore.levels import means_in_memory
            from slidefront.search.layer_search import LayerFrontier

        with means_in_memory(self._budget, until) as means:
            search = TwoWay(self.puzzle, until, partial(LayerFrontier, means), question.all_routes)
            return search_layers(question, algorithm, search).explained(algorithm, why)

    def _depth_first(self, why: str, most_boards: int | None = None, watcher: Watcher | None = None) -> SearchAnswer:
        """Search depth-first, generating at most `most_boards` boards."""
        with Compiling.paused():
            from slidefront.search.depth_first.ida import ida

        question = self.question
        if question.all_routes:
            raise ArgumentError(
                "only layers find all shortest routes: use the algorithm bidirectional or bfs", "algorithm"
            )
        answer = ida(
            self.puzzle,
            question.start,
            max_depth=question.max_depth,
            most_boards=most_boards,
            watcher=watcher or self.until,
        )
        return answer.explained("ida", why)

    def _with_patterns(self) -> SearchAnswer:
        """Search depth-first with pattern databases, which are built if necessary."""
        with Compiling.paused():
            from slidefront.search.depth_first.ida import bound_answer, ida
            from slidefront.search.depth_first.pattern_engine import Advising, bounded_search, pattern_search

        question, until = self.question, self.until
        if not self._known.rounds:
            self._known = bound_answer(self.puzzle, question.start).explained("ida", "its databases are not built")
        engine = pattern_search(question, until, self._budget.threads)
        if question.max_ratio > 1 or (question.max_seconds is not None and question.max_depth is None):
            answer = bounded_search(question, engine, until)
        else:
            watcher = Advising(until, question, engine)
            answer = ida(self.puzzle, question.start, max_depth=question.max_depth, watcher=watcher, engine=engine)
            if answer.ended == "stopped" and engine.checkpoint.exists:
                until.note("what is finished is kept: the same search continues from there")
        answer.databases = engine.databases.partition.identity
        return answer.explained("ida", f"with pattern databases of {engine.databases.partition.sizes} tiles")


def table_to_goal(puzzle: Puzzle) -> "Table | None":
    """Open the table in data/ that has the distance of every board to the goal; None if there is none."""
    if not any(default_table(puzzle, kind).is_file() for kind in (StartKind.HOME, StartKind.GOAL, StartKind.GOALS)):
        return None  # avoids the import of the modules of tables
    from slidefront.tables.open_space import stored_table

    return stored_table(puzzle, "goal")


def prefers_ida(puzzle: Puzzle) -> bool:
    """Whether IDA* solves most boards sooner than layers do: on large tile boards with a hole of one cell."""
    frame = puzzle.frame
    if frame is None or frame.is_wide:
        return puzzle.key_bits > KEY_BITS
    large = frame.is_grid and frame.cells >= LARGE and min(frame.rows, frame.columns) > 2
    return large and len(frame.holes) == frame.cells


def check_goal(puzzle: Puzzle, algorithm: str) -> None:
    """Raise BoardError for a two-way search to a goal that is not one board."""
    if algorithm == "bidirectional" and puzzle.goal.key is None:
        raise BoardError(
            f"the goal of {puzzle.name} is partial, so there is no single board to search from: use bfs or ida"
        )
