"""IDA*: a shortest route, proved, in little memory.

Transfer puzzles have a kernel of their own (`transfer_rounds`), which stores one row for each move of the current
route. Block puzzles, where many routes lead to a board, are searched in batches with a table of boards
(`batch_rounds`). So are the few transfer puzzles for which it is unknown beforehand whether the goal can be reached: a
search in batches ends once all boards have been reached, the kernel may not end.
"""

import time
from dataclasses import dataclass, field
from typing import Literal, Protocol

from slidefront.errors import PuzzleError
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds.bound import UNREACHABLE
from slidefront.search.bounds.choose import choose_bound, close_bound
from slidefront.search.depth_first.batch_rounds import BatchEngine
from slidefront.watch import Threshold, Watcher

LONGEST = UNREACHABLE - 1
"""No route may be longer: bounds and depths are kept in 16 bits."""


@dataclass
class IdaResult:
    """What a search has found, and what it took."""

    ended: Literal["found", "no route", "max depth", "most boards", "stopped"]
    """A route was found, there is none, none is short enough, a limit was reached, or the watcher stopped."""
    at_least: int | None
    """No route is shorter, however the search ended. None if there is no route at all."""
    route: list[int] | None = None
    """The keys of a shortest route, both ends included."""
    rounds: list[Threshold] = field(default_factory=list)
    """The last one is unfinished where a route was found or the search was stopped."""
    generated: int = 0
    examined: int = 0
    """The boards whose successors were made."""


class EngineRound(Protocol):
    """A round that is being searched."""

    @property
    def generated(self) -> int:
        """How many moves were made."""

    @property
    def examined(self) -> int:
        """How many boards were expanded."""

    @property
    def above(self) -> int | None:
        """The least sum that was above the threshold; None if there was none, and so no board is left."""

    @property
    def route(self) -> list[int] | None:
        """The boards from start to goal, once the goal is found."""

    def work(self) -> bool:
        """Search for some milliseconds; return whether the round is over."""


class Engine(Protocol):
    """What makes the rounds of one search."""

    @property
    def least(self) -> int | None:
        """The bound of the start; None if no moves lead to the goal."""

    def round(self, limit: int) -> EngineRound:
        """Begin a round."""


def ida(
    puzzle: Puzzle,
    start: int,
    *,
    max_depth: int | None = None,
    most_boards: int | None = None,
    watcher: Watcher | None = None,
    engine: Engine | None = None,
) -> IdaResult:
    """Find a shortest route from a board to the goal of its puzzle.

    The watcher is called many times a second with the current round, and can stop the search. `most_boards` limits the
    boards that are generated. The puzzle determines the engine, unless one is given.
    """
    if puzzle.meets_goal(start):
        return IdaResult("found", 0, [start])
    goal = puzzle.goal.key
    engine = engine or _engine(puzzle, start)
    least = None if engine is None else engine.least
    result = IdaResult("no route", None)
    odd = None if goal is None else puzzle.route_parity(start, goal)
    longest = LONGEST if max_depth is None else min(max_depth, LONGEST)
    while engine is not None and least is not None:
        limit = result.at_least = least if odd is None else least + (least + odd) % 2
        if limit > longest:
            result.ended = "max depth"
            break
        least = _search(engine.round(limit), limit, result, most_boards, watcher or Watcher())
        if result.ended != "no route":
            break
        result.at_least = None
    return result


def _engine(puzzle: Puzzle, start: int) -> Engine | None:
    """Choose how to search; None if it is known that the goal cannot be reached."""
    goal = puzzle.goal
    if not goal:
        raise PuzzleError(f"{puzzle.name} has no goal: name the board to reach")
    connected = True if goal.key is None else puzzle.theory.connects(start, goal.key)
    if connected is False:
        return None
    close = close_bound(puzzle) if connected else None
    if close is not None:
        from slidefront.search.depth_first.transfer_rounds import TransferEngine

        return TransferEngine(close, start)
    bound = choose_bound(puzzle)
    if bound is None:
        raise PuzzleError(f"IDA* needs a lower bound of moves, and {puzzle.name} offers none: search it two-way")
    return BatchEngine(puzzle, bound, start)


def _search(round_: EngineRound, limit: int, result: IdaResult, most: int | None, watcher: Watcher) -> int | None:
    """Work on a round to its end, note it in the result, and return the least sum above it."""
    now, ended = search_round(round_, limit, watcher, None if most is None else most - result.generated)
    result.ended = ended or result.ended
    result.rounds.append(now)
    result.generated += round_.generated
    result.examined += round_.examined
    result.route = round_.route
    if result.route is not None:
        result.ended = "found"
    return round_.above


def search_round(
    round_: EngineRound, limit: int, watcher: Watcher, most: int | None = None
) -> tuple[Threshold, Literal["most boards", "stopped"] | None]:
    """Work on a round until it is over, or until something ends it: its last state, and what has ended it."""
    began = time.perf_counter()
    while True:
        over = round_.work()
        now = Threshold(limit, round_.generated, time.perf_counter() - began)
        watcher.on_round(now)
        if not over and watcher.stop():
            return now, "stopped"
        if round_.route is None and most is not None and round_.generated > most:
            return now, "most boards"
        if over:
            return now, None
