"""Score written routes: whether they are legal and reach the goal, and how much longer they are than shortest ones."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from slidefront.errors import RouteError, SlidefrontError
from slidefront.puzzles.board_files import BoardLine
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Board
from slidefront.puzzles.load import load
from slidefront.puzzles.starts import start_at
from slidefront.routes.replay import Replay
from slidefront.search.boards_to_solve import BoardToSolve, algorithm_for, distances_for, shares, solve_from
from slidefront.search.routes_to_replay import routes_of
from slidefront.text.choice import reading_as
from slidefront.watch import Watcher


@dataclass(frozen=True)
class Score:
    """How good a written route is."""

    legal: bool
    """Whether all moves can be read and made."""
    reaches_goal: bool
    """Whether the moves are legal and the last board meets the goal."""
    length: int
    """How many moves it has in the metric of the puzzle; before the first illegal one, if it is illegal."""
    optimum: int | None
    """The length of a shortest route from the board to the goal; None if no route leads to the goal."""
    fault: str = ""
    """What is wrong with the route: an illegal move, a text that cannot be read, or a wrong number beside the moves."""

    @property
    def excess(self) -> int | None:
        """How many moves more than a shortest route it has; None if it does not reach the goal."""
        return self.length - self.optimum if self.reaches_goal and self.optimum is not None else None


def score(puzzle: Puzzle | str | Path, board: Board, route: str, *, read_as: str | None = None) -> Score:
    """Score a route that somebody, or a program, has written for a board: in any form that `read_route` takes.

    A text that cannot be read, or has two readings, is not refused: its score says what is wrong with it. `read_as`
    chooses between two readings, as for `read_route`.
    """
    return score_each(puzzle, [board], [route], read_as=read_as)[0]


def score_each(
    puzzle: Puzzle | str | Path,
    boards: Sequence[Board],
    routes: Sequence[str],
    *,
    read_as: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> list[Score]:
    """Score a route for each board. Several boards are solved at once, or all from one table of a small space."""
    puzzle = load(puzzle)
    if len(boards) != len(routes):
        raise RouteError(f"there are {len(boards)} boards and {len(routes)} routes: give one route for each board")
    keys = [int(start_at(puzzle, board).keys[0]) for board in boards]
    optima = _optima(puzzle, [*dict.fromkeys(keys)], threads, memory)
    return [_score(puzzle, key, route, read_as, optima[key]) for key, route in zip(keys, routes, strict=True)]


def _optima(puzzle: Puzzle, keys: Sequence[int], threads: int | None, memory: int | None) -> dict[int, int | None]:
    """Find the length of a shortest route from each board."""
    boards = [BoardToSolve(BoardLine(n, puzzle.format(key), key=key), puzzle) for n, key in enumerate(keys, 1)]
    algorithm = algorithm_for(boards, "auto")
    with distances_for(boards, algorithm) as table:
        if table is not None:
            found = solve_from(table, boards)
        else:
            at_once, each = shares(len(boards), threads, memory)
            with ThreadPoolExecutor(at_once) as pool:
                found = [*pool.map(lambda one: one.solve(algorithm, each, Watcher()), boards)]
    optima = {}
    for key, solved in zip(keys, found, strict=True):
        if isinstance(solved, SlidefrontError):
            raise solved
        optima[key] = solved.optimum
    return optima


def _score(puzzle: Puzzle, key: int, route: str, read_as: str | None, optimum: int | None) -> Score:
    try:
        done = _replay(puzzle, key, route, read_as)
    except RouteError as error:
        return Score(legal=False, reaches_goal=False, length=0, optimum=optimum, fault=str(error))
    legal = done.fault is None or done.fault.number is None
    fault = "" if done.fault is None else str(done.fault)
    return Score(legal, legal and bool(done.meets_goal), done.length, optimum, fault)


def _replay(puzzle: Puzzle, key: int, route: str, read_as: str | None) -> Replay:
    if not route.strip():
        return Replay([puzzle.position(key)], None)
    with reading_as(read_as):
        found = routes_of(puzzle, route, key)
        if len(found) != 1:
            raise RouteError(f"these are {len(found)} routes where one is wanted")
        return found[0].replay()
