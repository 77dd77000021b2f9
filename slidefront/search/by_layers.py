"""Answer a question with whole layers: from both ends, or from the start alone."""

from dataclasses import replace

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.explore.budget import Budget
from slidefront.explore.watch import Quiet, Round, Threshold, Watcher
from slidefront.search.question import Answer, Question
from slidefront.search.shortest_routes import Routes, boards_around, boards_between
from slidefront.search.two_way import Forecast, Met, Search, find, means_of, meet


class _Rounds(Watcher):
    """Keeps the rounds of a search for its answer."""

    def __init__(self, watcher: Watcher) -> None:
        self.rounds: list[Round | Threshold] = []
        self.stop = watcher.stop  # type: ignore[method-assign]
        self.advanced = watcher.advanced  # type: ignore[method-assign]
        self._watcher = watcher

    def searched(self, round_: Round | Threshold) -> None:
        """Keep a round, and pass it on."""
        self.rounds.append(round_)
        self._watcher.searched(round_)


def by_layers(question: Question, algorithm: str, budget: Budget, watcher: Watcher, least: int | None = None) -> Answer:
    """Search from both ends, or from the start only (`bfs`).

    If the least number of moves to the goal is given, the search ends early if memory will not suffice.
    """
    puzzle, start = question.puzzle, np.array([question.start], np.uint64)
    heard = _Rounds(watcher)
    with means_of(budget, heard) as means:
        forecast = Forecast(budget, least) if least is not None else None
        search = Search(puzzle, means, question.every, forecast)
        goal = np.array([puzzle.goal.key], np.uint64) if algorithm == "bidirectional" else None
        if goal is not None:
            met = meet(search, start, goal, most=question.max_depth)
        else:
            met = find(search, start, most=question.max_depth)
        counts = search.generated, search.examined, tuple(heard.rounds)
        if not met.keys.size:
            at_least = None if met.exhausted else met.length + 1
            return Answer(None, at_least, _why_none(algorithm, met), *counts)
        rest = Search(puzzle, replace(means, watcher=Quiet(watcher)), question.every)  # short compared with the search
        routes = Routes(puzzle, _layers_of(rest, start, goal, met))
    return Answer(next(iter(routes)), met.length, _proof(algorithm, met), *counts, routes if question.every else None)


def _layers_of(search: Search, start: Keys, goal: Keys | None, met: Met) -> list[Keys]:
    """List the boards at each depth of the shortest routes."""
    if goal is not None:
        return boards_around(search, start, goal, met)
    return boards_between(search, start, met.keys, met.length)


def _proof(algorithm: str, met: Met) -> str:
    if met.length == 0:
        return "the start meets the goal"
    if algorithm == "bfs":
        return f"no board at depth {met.length - 1} or less meets the goal"
    by_goal = met.from_goal > 0  # one move less than the frontiers have made: whose does not matter
    return _share_none(met.from_start - (not by_goal), met.from_goal - by_goal)


def _why_none(algorithm: str, met: Met) -> str:
    if met.exhausted:
        return f"all boards that moves lead to from the {met.exhausted} were seen"
    if algorithm == "bfs":
        return f"no board at depth {met.length} or less meets the goal"
    return _share_none(met.from_start, met.from_goal)


def _share_none(from_start: int, from_goal: int) -> str:
    return f"no board within {units.counted(from_start, 'move')} of the start is within {from_goal} of the goal"
