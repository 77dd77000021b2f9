"""Solve many boards: one search each, several at once, or all from the distances of every board to the goal."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from slidefront.errors import BoardError, LimitError, SlidefrontError
from slidefront.executors.budget import HERE, Resources
from slidefront.notation.board_files import BoardLine
from slidefront.notation.route import Route
from slidefront.puzzles.core import Puzzle
from slidefront.search.question import SearchAnswer, SearchQuestion, why_unsolvable
from slidefront.search.result import SolveResult
from slidefront.search.solve import Algorithm, check_algorithm, search_budget, solve, table_to_goal
from slidefront.store.space import Space
from slidefront.tables.open_space import explore_in_memory
from slidefront.watch import Watcher

_LEAST_MEMORY = 512 << 20  # bytes of a search
MANY_BOARDS = 50
"""The number of boards from which exploring all distances is tried."""


def solve_line(
    line: BoardLine, algorithm: Algorithm, resources: Resources, watcher: Watcher, **limits: Any
) -> SolveResult:
    """Solve the board of a line; `limits` are the parameters max_depth, max_seconds and max_ratio of `solve`."""
    start = line.position()
    return solve(start.puzzle, start, algorithm=algorithm, resources=resources, watcher=watcher, **limits)


def shares(count: int, resources: Resources = HERE) -> tuple[int, Resources]:
    """Return the number of boards to solve at once, and the resources of each search: one thread, and its memory."""
    budget = search_budget(resources)
    at_once = max(1, min(budget.threads, count, budget.memory // _LEAST_MEMORY))
    return at_once, Resources(1, budget.memory // at_once)


def distances_for(boards: Sequence[BoardLine], algorithm: Algorithm, max_depth: int | None = None) -> Space | None:
    """Return the distances of all boards to the goal: a table in data/, or explored if there are many boards.

    Return None if the boards have several puzzles, or if each needs its own search.
    """
    check_algorithm(algorithm)
    puzzles = puzzles_in(boards) if algorithm == "auto" and max_depth is None else []
    if len(puzzles) != 1 or not puzzles[0].goal:
        return None
    table = table_to_goal(puzzles[0])
    if table is None and len(boards) >= MANY_BOARDS:
        with suppress(BoardError, LimitError):  # no board that home reaches meets the goal, or the space is too large
            return explore_in_memory(puzzles[0], "goal")
    return table


def solve_from(table: Space, boards: Sequence[BoardLine]) -> list[SolveResult | SlidefrontError]:
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


def puzzles_in(boards: Iterable[BoardLine]) -> list[Puzzle]:
    """List the different puzzles of boards."""
    return [*{id(board.puzzle): board.puzzle for board in boards if board.puzzle is not None}.values()]


def shared_puzzle(boards: Sequence[BoardLine]) -> Puzzle | None:
    """Return the puzzle of all boards; None if a line is a puzzle of its own."""
    return None if any(board.is_puzzle for board in boards) else next(iter(puzzles_in(boards)), None)
