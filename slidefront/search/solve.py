"""Solve a board: choose an algorithm, and find a shortest route with its proof, or the reason why there is none."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np

from slidefront import machine, units
from slidefront.arrays import KEY_BITS
from slidefront.commands import option
from slidefront.display import Displayed
from slidefront.errors import BoardError, LimitError
from slidefront.explore.budget import Budget, make_budget
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Board, plain
from slidefront.puzzles.load import load
from slidefront.puzzles.starts import check_key, start_at
from slidefront.routes.route import Route
from slidefront.search.bounds.choose import close_bound, prefers_ida
from slidefront.search.by_layers import by_layers
from slidefront.search.by_table import by_table
from slidefront.search.depth_first.ida import ida
from slidefront.search.depth_first.rounds import Engine
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.two_way import TooLargeError
from slidefront.watch import Interrupted, Until, Watcher

MOST_BOUNDED = 10
ALGORITHMS = ("auto", "bfs", "bidirectional", "ida")
IDA_BOARDS = 1 << 30  # boards: some ten seconds
TRIED_FIRST = 1 << 22  # boards: a fraction of a second, where pattern databases would have to be built
_LITTLE = "the hole is one cell, so the bound leaves little to search"
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
    start: Board = "home",
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
    start, goal = plain(start), None if goal is None else plain(goal)
    check_algorithm(algorithm)
    max_depth = None if max_depth is None else units.whole(max_depth, "max_depth")
    if max_seconds is not None and not (hasattr(max_seconds, "__float__") and max_seconds >= 0):
        raise LimitError(f"max_seconds must be a number of seconds, 0 or more, not {max_seconds}")
    budget = usual_budget(threads, memory)
    key = int(start_at(puzzle, start).keys[0])  # by its own goal
    typed = start if isinstance(start, str) and start not in ("home", "goal") else None
    puzzle = choose_goal(puzzle, goal)
    question = SearchQuestion(puzzle, key, every, max_depth, _factor(bounded), max_seconds, goal)
    _check_bounded(question, algorithm)
    unreachable = why_unsolvable(puzzle, key)
    if not unreachable:
        _check_wide(question, algorithm)
        digest(np.empty(0, np.uint64))  # loads numba before the search is timed
    began = time.perf_counter()
    until = Until(watcher or Watcher(), max_seconds)
    try:
        if unreachable:
            chosen, why, answer = "group", "it takes no search", SearchAnswer(None, None, unreachable)
        else:
            chosen, why, answer = _search(question, algorithm, budget, until)
    except Interrupted:
        if until.passed:
            raise LimitError(f"no solution was found within {max_seconds:g} s: give more", "max_seconds") from None
        raise
    route = None if answer.route is None else Route(puzzle, answer.route, typed)
    solved = Solved(question, chosen, why, answer, route, time.perf_counter() - began)
    if answer.interrupted and not until.passed:
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


def check_goal(puzzle: Puzzle, algorithm: str) -> None:
    """Refuse two-way search for a goal that is not one board."""
    if algorithm == "bidirectional" and puzzle.goal.key is None:
        raise BoardError(
            f"the goal of {puzzle.name} is partial, so there is no single board to search from: use bfs or ida"
        )


def why_unsolvable(puzzle: Puzzle, start: int) -> str:
    """Explain why no moves lead to the goal, and suggest the goal with the hole first or last if they lead there."""
    goal = puzzle.goal.key
    why = "" if goal is None else puzzle.theory.why_unreachable(start, goal)
    orders = puzzle.ordered if why else {}
    if goal not in orders.values():
        return why
    for hole, other in orders.items():
        if other != goal and not puzzle.theory.why_unreachable(start, other):
            return f"{why}; it would be solvable with the hole {hole}: use {option('goal')} hole-{hole}"
    return why


def warm_up(puzzle: Puzzle, key: int, algorithms: Sequence[str]) -> None:
    """Solve a board that is two moves away, so that kernels are loaded before searches are timed."""
    near = key
    for _ in range(2):
        near = max([move.key for move in puzzle.successors(near)], default=near)
    for algorithm in algorithms:
        solve(puzzle, key, near, algorithm=algorithm)


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
        said = place if puzzle.pieces is not None else ""
        raise BoardError(f"{puzzle.name} has no goal: name the board to reach{said}", "goal")
    return puzzle


def _search(
    question: SearchQuestion, algorithm: str, budget: Budget, watcher: Watcher
) -> tuple[str, str, SearchAnswer]:
    """Answer a question; return the algorithm, the reason for it, and the answer."""
    puzzle, start = question.puzzle, question.start
    if algorithm == "auto" and (read := by_table(question)) is not None:
        return "table", *read
    asked = algorithm == "ida" or (algorithm == "auto" and (question.bounded > 1 or prefers_ida(puzzle)))
    patterns = asked and _patterns_pay(question)
    if algorithm == "auto" and (most := _tried_first(question, patterns=patterns)):
        found = _depth_first(question, watcher, most)
        if found.ended != "most boards":
            return "ida", _LITTLE, found
    if patterns:
        return _with_patterns(question, watcher, budget.threads)
    if algorithm == "ida":
        return "ida", "as asked", _depth_first(question, watcher)
    chosen, why = algorithm, "as asked"
    if algorithm == "auto" and puzzle.goal.key is not None:
        chosen, why = "bidirectional", "the goal is one board"
    elif algorithm == "auto":
        chosen, why = "bfs", "the goal is met by many boards"
    check_goal(puzzle, chosen)
    try:
        bound = close_bound(puzzle) if algorithm == "auto" and not question.every else None
        least = None if bound is None else int(bound.of(puzzle.array([start]))[0])
        return chosen, why, by_layers(question, chosen, budget, watcher, least)
    except TooLargeError as error:
        need, allowed = units.size(error.memory), units.size(budget.memory)
        moves = units.counted(error.length, "move")
        if algorithm != "auto" or question.every:
            instead = "" if question.every else ", or use the algorithm ida"
            raise LimitError(
                f"routes of {moves} need about {need} of memory, more than the {allowed} allowed: "
                f"give more memory{instead}",
                "memory",
            ) from None
        why = f"frontiers would need about {need} of memory for {moves}, more than the {allowed} allowed"
        return "ida", why, _depth_first(question, watcher)


def _patterns_pay(question: SearchQuestion) -> bool:
    from slidefront.search.with_patterns import patterns_pay  # many modules, which other searches do not need

    return patterns_pay(question)


def _tried_first(question: SearchQuestion, *, patterns: bool) -> int:
    """Choose how many boards are searched depth-first and without databases before anything else; 0: none."""
    if patterns:  # an easy board is solved before any is built
        from slidefront.search.patterns.choose import are_stored

        return 0 if question.puzzle.key_bits > KEY_BITS or are_stored(question.puzzle) else TRIED_FIRST
    return IDA_BOARDS if prefers_ida(question.puzzle) and not question.every else 0


def _check_wide(question: SearchQuestion, algorithm: str) -> None:
    """Refuse what takes layers, for boards with keys of more than 64 bits."""
    name, bits = question.puzzle.name, question.puzzle.key_bits
    if bits <= KEY_BITS:
        return
    if question.every or algorithm not in ("auto", "ida"):
        instead, name = ("ask for one route", "every") if question.every else ("use the algorithm ida", "algorithm")
        raise LimitError(f"{name} has keys of {bits} bits, and layers store at most {KEY_BITS}: {instead}", name)
    if not _patterns_pay(question):
        raise LimitError(
            f"{name} has keys of {bits} bits: such boards are solved with pattern databases, which need one board "
            f"as goal, a hole of one cell, tiles that are all different, connected cells, and in the line metric "
            f"at most 256 moves in all places of the hole"
        )


def _with_patterns(question: SearchQuestion, watcher: Watcher, threads: int) -> tuple[str, str, SearchAnswer]:
    """Search depth-first with pattern databases."""
    from slidefront.search.bounded import bounded_search
    from slidefront.search.with_patterns import Advising, pattern_search

    search = pattern_search(question, watcher, threads)
    why = f"with pattern databases of {search.databases.partition.sizes} tiles"
    if question.bounded > 1 or (question.max_seconds is not None and question.max_depth is None):
        answer = bounded_search(question, search, watcher)
    else:
        answer = _depth_first(question, Advising(watcher, question, search), engine=search)
        if answer.interrupted and search.checkpoint.exists:
            watcher.on_note("what is finished is kept: the same search continues from there")
    answer.databases = search.databases.partition.identity
    return "ida", why, answer


def _depth_first(
    question: SearchQuestion, watcher: Watcher, most_boards: int | None = None, engine: Engine | None = None
) -> SearchAnswer:
    """Search depth-first, generating at most `most_boards` boards."""
    if question.every:
        raise LimitError("only layers find all shortest routes: use the algorithm bidirectional or bfs", "algorithm")
    puzzle, most = question.puzzle, question.max_depth
    return ida(puzzle, question.start, max_depth=most, most_boards=most_boards, watcher=watcher, engine=engine)
