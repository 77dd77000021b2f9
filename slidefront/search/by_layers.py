"""Answer a question with whole layers: from both ends, or from the start alone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, log, prod

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, Needs, memory_of
from slidefront.search.question import Answer, Hooks, Question
from slidefront.search.shortest_routes import Routes, boards_around, boards_between
from slidefront.search.two_way import Met, Round, TooLargeError, Tools, find, make_tools, meet

_FORESEE_FROM = 100_000  # boards of a layer: smaller ones say little about those to come
_UNTHINKABLE = log(1 << 100)  # no machine has memory for so many boards
_LOOK_BACK = 4  # rounds: how fast the frontiers have grown lately


@dataclass
class _Listener:
    """Receives each round, and ends a search that cannot be finished within its memory."""

    memory: int
    tell: Callable[[Round], None]
    least: int | None
    """So many moves at least lead to the goal; None: it is not to be reckoned whether memory will do."""
    rounds: list[Round] = field(default_factory=list)
    _frontiers: list[tuple[int, int]] = field(default_factory=lambda: [(1, 1)])
    """The boards of both frontiers, before the first round and after each."""

    def hear(self, round_: Round) -> None:
        """Take a round."""
        start, goal = self._frontiers[-1]
        from_start = self.rounds[-1].from_start if self.rounds else 0
        grown = (round_.boards, goal) if round_.from_start > from_start else (start, round_.boards)
        self._frontiers.append(grown)
        self.rounds.append(round_)
        self.tell(round_)
        if not round_.met:
            self._foresee()

    def _foresee(self) -> None:
        """Reckon from the growth so far how large the frontiers will be when they can first meet."""
        now = self.rounds[-1]
        if self.least is None or now.boards < _FORESEE_FROM or self.least <= now.length or now.length < _LOOK_BACK:
            return
        then, product = prod(self._frontiers[-1 - _LOOK_BACK]), prod(self._frontiers[-1])
        growth = (product / then) ** (1 / _LOOK_BACK)  # for each move of the route, whichever frontier makes it
        reckoned = log(product) + log(growth) * (self.least - now.length)
        boards = int(exp(min(_UNTHINKABLE, reckoned / 2 if now.from_goal else reckoned)))  # two frontiers grow alike
        memory = memory_of(Needs(2 * boards, int(2 * growth * boards), boards))
        if memory > self.memory:
            raise TooLargeError(memory, self.least)


def by_layers(question: Question, algorithm: str, budget: Budget, hooks: Hooks, least: int | None = None) -> Answer:
    """Search both ways, or one way (`bfs`).

    Given the least number of moves to the goal, the search leaves off early where memory will not do.
    """
    listener = _Listener(budget.memory, hooks.tell, least)
    with make_tools(budget, stop=hooks.stop, tell=listener.hear, advanced=hooks.advanced) as tools:
        search = _two_way if algorithm == "bidirectional" else _one_way
        met, layers_of = search(question, tools)
        counts = tools.generated, tools.examined, tuple(listener.rounds)
        if not met.keys.size:
            at_least = None if met.exhausted else met.length + 1
            return Answer(None, at_least, _why_none(algorithm, met), *counts)
        tools.tell, tools.advanced = _unheard, _unheard  # the rest is short, and none of the person's business
        routes = Routes(question.puzzle, layers_of())
    return Answer(next(iter(routes)), met.length, _proof(algorithm, met), *counts, routes if question.every else None)


def _unheard(_: object) -> None:
    pass


def _two_way(question: Question, tools: Tools) -> tuple[Met, Callable[[], list[Keys]]]:
    puzzle, every = question.puzzle, question.every
    start, goal = (np.array([key], np.uint64) for key in (question.start, puzzle.goal.key))
    met = meet(puzzle, start, goal, tools, most=question.max_depth, every=every)
    return met, lambda: boards_around(puzzle, start, goal, met, tools, every)


def _one_way(question: Question, tools: Tools) -> tuple[Met, Callable[[], list[Keys]]]:
    puzzle, every = question.puzzle, question.every
    start = np.array([question.start], np.uint64)
    met = find(puzzle, start, puzzle.meets, tools, most=question.max_depth, every=every)
    return met, lambda: boards_between(puzzle, start, met.keys, met.length, tools, every)


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
