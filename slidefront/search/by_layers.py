"""Answer a question with whole layers: from both ends, or from the start alone."""

from dataclasses import replace

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.explore.budget import Budget
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.shortest_routes import Routes, boards_around, boards_between
from slidefront.search.two_way import Forecast, LayerSearch, Met, find, means_of, meet
from slidefront.watch import Interrupted, Quiet, Round, Threshold, Watcher


class _Rounds(Watcher):
    """Keeps the rounds of a search for its answer."""

    def __init__(self, watcher: Watcher) -> None:
        self.rounds: list[Round] = []
        self.stop = watcher.stop  # type: ignore[method-assign]
        self.on_progress = watcher.on_progress  # type: ignore[method-assign]
        self._watcher = watcher

    def on_round(self, round_: Round | Threshold) -> None:
        """Keep a round, and pass it on."""
        if isinstance(round_, Round):
            self.rounds.append(round_)
        self._watcher.on_round(round_)


def by_layers(
    question: SearchQuestion, algorithm: str, budget: Budget, watcher: Watcher, least: int | None = None
) -> SearchAnswer:
    """Search from both ends, or from the start only (`bfs`).

    If the least number of moves to the goal is given, the search ends early if memory will not suffice.
    """
    heard = _Rounds(watcher)
    with means_of(budget, heard) as means:
        search = LayerSearch(question.puzzle, means, question.every, None if least is None else Forecast(budget, least))
        try:
            return _search(question, algorithm, search, heard)
        except Interrupted:
            ruled_out = [(one.from_start, one.from_goal) for one in heard.rounds if not one.met]
            answer = _none(algorithm, Met(np.empty(0, np.uint64), *(ruled_out or [(0, 0)])[-1]), search, heard)
            return replace(answer, interrupted=True)


def _search(question: SearchQuestion, algorithm: str, search: LayerSearch, heard: _Rounds) -> SearchAnswer:
    puzzle, start = question.puzzle, np.array([question.start], np.uint64)
    goal = np.array([puzzle.goal.key], np.uint64) if algorithm == "bidirectional" else None
    if goal is not None:
        met = meet(search, start, goal, most=question.max_depth)
    else:
        met = find(search, start, most=question.max_depth)
    if not met.keys.size:
        return _none(algorithm, met, search, heard)
    means = replace(search.means, watcher=Quiet(heard))  # short, beside the search
    routes = Routes(puzzle, _layers_of(LayerSearch(puzzle, means, question.every), start, goal, met))
    counts = search.generated, search.examined, tuple(heard.rounds)
    return SearchAnswer(
        next(iter(routes)), met.length, _proof(algorithm, met), *counts, routes if question.every else None
    )


def _none(algorithm: str, met: Met, search: LayerSearch, heard: _Rounds) -> SearchAnswer:
    """Tell what two frontiers prove that have no board in common."""
    at_least = None if met.exhausted else met.length + 1
    return SearchAnswer(
        None, at_least, _why_none(algorithm, met), search.generated, search.examined, tuple(heard.rounds)
    )


def _layers_of(search: LayerSearch, start: Keys, goal: Keys | None, met: Met) -> list[Keys]:
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
