"""Answer a question with whole layers: from both ends, or from the start alone."""

from dataclasses import replace

import numpy as np

from slidefront import units
from slidefront.explore.budget import Budget
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.shortest_routes import Routes, boards_around
from slidefront.search.two_way import Forecast, LayerSearch, Met, means_of, meet
from slidefront.watch import Interrupted, Quiet, Watcher


def by_layers(
    question: SearchQuestion, algorithm: str, budget: Budget, watcher: Watcher, least: int | None = None
) -> SearchAnswer:
    """Search from both ends, or from the start only (`bfs`).

    If the least number of moves to the goal is given, the search ends early if memory will not suffice.
    """
    with means_of(budget, watcher) as means:
        search = LayerSearch(question.puzzle, means, question.every, None if least is None else Forecast(budget, least))
        try:
            return _search(question, algorithm, search)
        except Interrupted:
            *_, ruled_out = (0, 0), *((one.from_start, one.from_goal) for one in search.rounds if not one.met)
            answer = _none(algorithm, Met(np.empty(0, np.uint64), *ruled_out), search)
            answer.ended = "stopped"
            return answer


def _search(question: SearchQuestion, algorithm: str, search: LayerSearch) -> SearchAnswer:
    puzzle, start = question.puzzle, np.array([question.start], np.uint64)
    goal = np.array([puzzle.goal.key], np.uint64) if algorithm == "bidirectional" else None
    met = meet(search, start, goal, most=question.max_depth)
    if not met.keys.size:
        return _none(algorithm, met, search)
    means = replace(search.means, watcher=Quiet(search.means.watcher))  # short, beside the search
    beside = LayerSearch(puzzle, means, question.every)
    routes = Routes(puzzle, boards_around(beside, start, met.keys if goal is None else goal, met))
    return SearchAnswer(
        next(iter(routes)),
        met.length,
        _proof(algorithm, met),
        search.generated,
        search.examined,
        [*search.rounds],
        routes if question.every else None,
    )


def _none(algorithm: str, met: Met, search: LayerSearch) -> SearchAnswer:
    """Tell what two frontiers prove that have no board in common."""
    at_least = None if met.exhausted else met.length + 1
    proof = _why_none(algorithm, met)
    return SearchAnswer(None, at_least, proof, search.generated, search.examined, [*search.rounds])


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
