"""Two-way search: a frontier from the start and one from the goal grow, the cheaper first, until they share a board.

    start  0 1 2 3 ... i  |  j ... 3 2 1 0  goal

Frontiers are whole layers, and they are the proof: while the layers i and j share no board there is no route of i + j
moves, and i + j grows by one each time. The first sum at which they meet is the optimum. One-way search is the same
with a frontier from the start alone, until a board of it is a goal.

Only the frontiers are stored: all shortest routes cross at the boards that both share, and `boards_between` finds the
rest of a route by searching again, half as deep, on either side of them. Such a search stores all its layers.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import exp, log, prod

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, Needs, memory_of
from slidefront.explore.executors import Threads
from slidefront.explore.layers import LayerKeys, keys_of, start_layer
from slidefront.explore.levels import Levels, Means, is_one_sided
from slidefront.keys.algebra import intersect
from slidefront.keys.segments import joined
from slidefront.puzzles.core import Puzzle
from slidefront.watch import Round, Watcher


@contextmanager
def means_of(budget: Budget, watcher: Watcher) -> Iterator[Means]:
    """Start the threads for searches in memory, and end them."""
    with closing(Threads(budget.tasks)) as executor:
        yield Means(executor, budget, watcher, written=False)


class TooLargeError(Exception):
    """The next layer needs more memory than is allowed."""

    def __init__(self, memory: int, length: int) -> None:
        super().__init__(f"{memory} bytes for routes of {length} moves")
        self.memory = memory
        self.length = length


@dataclass(frozen=True)
class Met:
    """How a search ended."""

    keys: Keys
    """The boards that both frontiers share, or the goals found: all of them, or the smallest. None: no route."""
    from_start: int
    from_goal: int
    exhausted: str = ""
    """Which space ended without a meeting: start or goal."""

    @property
    def length(self) -> int:
        """The length of a shortest route, or the last length that was ruled out if there is none."""
        return self.from_start + self.from_goal


@dataclass(frozen=True)
class FindSink:
    """Looks for some of the new boards: those that another layer has too, or those that meet the goal."""

    look: Callable[[Keys], Keys]
    """Finds them in an ascending array of working keys."""
    every: bool
    """Whether all of them are wanted; otherwise the search ends with the first."""

    def take(self, _: Puzzle, boards: Iterable[Keys]) -> Keys:
        """Return what is found: keys, ascending."""
        found = (some for work in boards if (some := self.look(work)).size)
        return joined([*(found if self.every else islice(found, 1))])


@dataclass
class Passed:
    """The layers behind the frontiers of a search, from either end."""

    start: list[LayerKeys] = field(default_factory=list)
    goal: list[LayerKeys] = field(default_factory=list)
    boards: int = 0
    """How many boards all of them have."""


@dataclass
class LayerSearch:
    """The searches of one question: the means that they share, and their counts."""

    puzzle: Puzzle
    means: Means
    every: bool = False
    """Whether all shortest routes are wanted."""
    forecast: "Forecast | None" = None
    generated: int = 0
    examined: int = 0
    rounds: list[Round] = field(default_factory=list)

    def levels_from(self, boards: Keys) -> Levels:
        """Begin a frontier."""
        layer, one_sided = start_layer(self.puzzle, boards), is_one_sided(self.puzzle, boards)
        return Levels(self.puzzle, layer, None, self.means, one_sided)

    def step(self, side: Levels, look: Callable[[Keys], Keys], beside: int = 0) -> Keys:
        """Make one more layer while `beside` other boards are in memory; return what `look` finds in it."""
        self.means.watcher.check()
        needs = side.needs()
        memory = memory_of(Needs(needs.resident + beside, needs.successors, needs.boards), self.means.budget.threads)
        if memory > self.means.budget.memory:
            raise TooLargeError(memory, side.frontier.depth + 1)
        generated, examined = side.generated, side.examined
        sink = FindSink(look, self.every)
        records = side.step(lambda _: sink, enough=lambda record: not self.every and bool(record.kept.size))
        self.generated += side.generated - generated
        self.examined += side.examined - examined
        return joined([record.kept for record in records if record.kept.size])

    def tell(self, round_: Round) -> None:
        """Report a round to the watcher, and end the search if memory cannot suffice."""
        self.rounds.append(round_)
        self.means.watcher.on_round(round_)
        if self.forecast is not None:
            self.forecast.add(round_)


def meet(
    search: LayerSearch,
    starts: Keys,
    goals: Keys | None,
    *,
    most: int | None = None,
    share: int | None = None,
    passed: Passed | None = None,
) -> Met:
    """Find the distance between two sets of boards, and boards where shortest routes between them cross.

    Without goals there is one frontier, until it has boards that meet the goal of the puzzle. The boards are all such
    at one depth if every route is wanted, else the smallest one. `most` is the longest route to look for, and `share`
    the most moves of it that one frontier may make. The layers behind the frontiers go to `passed`.
    """
    start = search.levels_from(starts)
    goal = None if goals is None else search.levels_from(goals)
    found = _look(search.puzzle, goal)(search.puzzle.working.pack(starts))
    depths, exhausted = (0, 0), ""
    while not found.size and not exhausted and (most is None or sum(depths) < most):
        began = time.perf_counter()
        side, other = (start, None) if goal is None else _cheaper(start, goal, share)
        if passed is not None:
            (passed.start if side is start else passed.goal).append(side.frontier)
            passed.boards += side.frontier.boards
        beside = (other.needs().resident if other else 0) + (passed.boards if passed is not None else 0)
        try:
            found = search.step(side, _look(search.puzzle, other), beside)
        except TooLargeError as error:
            raise TooLargeError(error.memory, sum(depths) + 1) from None
        depths = start.frontier.depth, goal.frontier.depth if goal else 0
        search.tell(Round(*depths, side.frontier.boards, time.perf_counter() - began, bool(found.size)))
        if not side.frontier.boards:
            exhausted = "start" if side is start else "goal"
    return Met(found if search.every else found[:1], *depths, exhausted)


def _look(puzzle: Puzzle, other: Levels | None) -> Callable[[Keys], Keys]:
    """Choose what is looked for in working keys: boards of the other frontier, or those that meet the goal."""
    return partial(goals_among, puzzle) if other is None else partial(shared, puzzle, other.frontier)


def _cheaper(start: Levels, goal: Levels, share: int | None) -> tuple[Levels, Levels]:
    """Choose the frontier that makes the next layer; the other one comes second."""
    if share is not None and max(start.frontier.depth, goal.frontier.depth) >= share:
        start_first = goal.frontier.depth >= share
    else:
        start_first = start.outlook.successors <= goal.outlook.successors
    return (start, goal) if start_first else (goal, start)


def goals_among(puzzle: Puzzle, work: Keys) -> Keys:
    """Find the boards of an array of working keys that meet the goal."""
    keys = puzzle.working.unpack(work)
    return keys[puzzle.meets(keys)]


def shared(puzzle: Puzzle, other: LayerKeys, work: Keys) -> Keys:
    """Find the boards of an ascending array that a layer has too."""
    low = puzzle.working.bits
    near = keys_of(other.between(int(work[0]) >> low << low, int(work[-1]) + (1 << low)))
    out = np.empty(min(work.size, near.size), np.uint64)
    return puzzle.working.unpack(out[: intersect(work, near, low, out)])


_FORESEE_FROM = 100_000  # boards of a layer: smaller ones say little about those to come
_MOST_BOARDS = log(1 << 100)  # no machine has memory for so many
_LOOK_BACK = 4  # rounds: how fast the frontiers have become larger lately


class Forecast:
    """Ends a search whose frontiers will not fit into memory before they can meet."""

    def __init__(self, budget: Budget, least: int) -> None:
        self._budget = budget
        self._least = least  # the least number of moves to the goal
        self._frontiers = [(1, 1)]
        self._from_start = 0

    def add(self, round_: Round) -> None:
        """Take a round into account; raise TooLargeError if later rounds will not fit."""
        start, goal = self._frontiers[-1]
        by_start = round_.from_start > self._from_start
        self._from_start = round_.from_start
        self._frontiers.append((round_.boards, goal) if by_start else (start, round_.boards))
        if not round_.met and round_.boards >= _FORESEE_FROM and _LOOK_BACK <= round_.length < self._least:
            self._look_ahead(round_)

    def _look_ahead(self, now: Round) -> None:
        """Estimate from the growth so far how large the frontiers will be when they can first meet."""
        then, product = prod(self._frontiers[-1 - _LOOK_BACK]), prod(self._frontiers[-1])
        growth = (product / then) ** (1 / _LOOK_BACK)  # for each move of the route, whichever frontier makes it
        estimate = log(product) + log(growth) * (self._least - now.length)
        boards = int(exp(min(_MOST_BOARDS, estimate / 2 if now.from_goal else estimate)))  # two frontiers grow alike
        memory = memory_of(Needs(2 * boards, int(2 * growth * boards), boards), self._budget.threads)
        if memory > self._budget.memory:
            raise TooLargeError(memory, self._least)
