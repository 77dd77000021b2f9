"""Solve many boards: how, how many at once, and whether the distances of all boards are worth a table."""

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

_LEAST_MEMORY = 512 << 20
MANY = 50  # boards: from this number on, all distances are explored where that is possible


def solve_line(
    line: BoardLine, algorithm: Algorithm, resources: Resources, watcher: Watcher, **limits: Any
) -> SolveResult:
    """Solve the board of a line; `limits` are those of `solve`: max_depth, max_seconds and max_ratio."""
    start = line.position()
    return solve(start.puzzle, start, algorithm=algorithm, resources=resources, watcher=watcher, **limits)


def shares(count: int, resources: Resources = HERE) -> tuple[int, Resources]:
    """Choose how many boards are solved at once, and the resources of each search: one thread, and its memory."""
    budget = search_budget(resources)
    at_once = max(1, min(budget.threads, count, budget.memory // _LEAST_MEMORY))
    return at_once, Resources(1, budget.memory // at_once)


def distances_for(boards: Sequence[BoardLine], algorithm: Algorithm, max_depth: int | None = None) -> Space | None:
    """Give the distances of all boards to the goal: those in data/, or new ones if the boards are worth exploring."""
    check_algorithm(algorithm)
    puzzles = puzzles_in(boards) if algorithm == "auto" and max_depth is None else []
    if len(puzzles) != 1 or not puzzles[0].goal:
        return None
    table = table_to_goal(puzzles[0])
    if table is None and len(boards) >= MANY:
        with suppress(BoardError, LimitError):  # no board that home reaches meets the goal, or there are too many
            return explore_in_memory(puzzles[0], "goal")
    return table


def solve_from(table: Space, boards: Sequence[BoardLine]) -> list[SolveResult | SlidefrontError]:
    """Read a shortest route of each board out of the distances to the goal; search where the table has not a board."""
    began, why = time.perf_counter(), "a table has the distance of every board"
    positions = [board.position() for board in boards]
    ways = table.route_keys(np.array([one.key for one in positions], np.uint64))
    apart = [one.key for one, way in zip(positions, ways, strict=True) if not way]
    whys = iter(why_unsolvable(table.puzzle, apart))
    proof = f"the distance in a table of all {table.board_count:,} boards"
    found: list[SolveResult | SlidefrontError] = []
    for board, one, way in zip(boards, positions, ways, strict=True):
        absent = "" if way else next(whys)
        if not way and not absent:
            found.append(_searched(board))
            continue
        answer = SearchAnswer(way, len(way) - 1, proof) if way else SearchAnswer(None, None, absent)
        answer.explained("table", why)
        route = Route.found(one, way) if way else None
        seconds = time.perf_counter() - began
        found.append(SolveResult(SearchQuestion(one.puzzle, one.key), answer, route, seconds))
    return found


def _searched(board: BoardLine) -> SolveResult | SlidefrontError:
    try:
        return solve_line(board, "auto", Resources(1), Watcher())
    except SlidefrontError as error:
        return error


def puzzles_in(boards: Iterable[BoardLine]) -> list[Puzzle]:
    """List the different puzzles of boards."""
    return [*{id(one.puzzle): one.puzzle for one in boards if one.puzzle is not None}.values()]


def shared_puzzle(boards: Sequence[BoardLine]) -> Puzzle | None:
    """Give the puzzle that all boards are of; None where each line is a puzzle of its own."""
    return None if any(one.is_puzzle for one in boards) else next(iter(puzzles_in(boards)), None)
