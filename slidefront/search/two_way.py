"""Two-way search: a frontier from the start and one from the goal grow, the cheaper first, until they share a board.

    start  0 1 2 3 ... i  |  j ... 3 2 1 0  goal

Frontiers are whole layers, and they are the proof: while the layers i and j share no board there is no route of i + j
moves, and i + j grows by one each time. The first sum at which they meet is the optimum. One-way search is the same
with a frontier from the start alone, until a board of it is a goal.

Only the frontiers are stored: the boards that both share are where all shortest routes cross, and `between` finds
the rest of a route by searching again, half as deep, on either side of them. Such a search stores all its layers.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, Needs, memory_of
from slidefront.explore.grow import Growth, is_one_sided
from slidefront.explore.held import HeldLayer, start_layer, total_resident
from slidefront.explore.watch import Step
from slidefront.explore.workers import Threads
from slidefront.keys.algebra import intersect
from slidefront.puzzles.core import Puzzle

Marks = Callable[[Keys], npt.NDArray[np.bool_]]


@dataclass(frozen=True)
class Round:
    """One layer more: how deep the frontiers are then, and what became of it."""

    from_start: int
    from_goal: int
    boards: int
    """The boards of the new layer."""
    seconds: float
    met: bool

    @property
    def length(self) -> int:
        """The length of the routes that this round has found, or ruled out."""
        return self.from_start + self.from_goal


@dataclass
class Tools:
    """What searches work with, and what they count."""

    budget: Budget
    threads: Threads
    stop: Callable[[], bool] = lambda: False
    tell: Callable[[Round], None] = lambda _: None
    advanced: Callable[[Step], None] = lambda _: None
    generated: int = 0
    examined: int = 0


@contextmanager
def make_tools(budget: Budget, **given: Callable[..., object]) -> Iterator[Tools]:
    """Start the threads, and end them."""
    with closing(Threads(budget.threads)) as threads:
        yield Tools(budget, threads, **given)  # type: ignore[arg-type]


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
    """Whose space has ended without a meeting: start or goal."""

    @property
    def length(self) -> int:
        """The length of a shortest route; where there is none, that which was ruled out last."""
        return self.from_start + self.from_goal


@dataclass
class Find:
    """What all parts of a layer have found. If one board will do, parts above one that has found something rest."""

    look: Callable[[Keys], Keys]
    all: bool
    first: int = field(default=1 << 62)


class FindKeeper:
    """Looks in the new boards of a part for what the search is after."""

    def __init__(self, find: Find, number: int) -> None:
        self._find = find
        self._number = number
        self._found: list[Keys] = []

    def take(self, work: Keys) -> bool:
        """Look at a bucket; False: nothing more is needed of this part."""
        if not self._find.all and self._find.first < self._number:
            return False
        found = self._find.look(work)
        if found.size:
            self._found.append(found)
            self._find.first = min(self._find.first, self._number)
        return self._find.all or found.size == 0

    def finish(self) -> Keys:
        """Return what was found: keys, ascending."""
        return np.concatenate([np.empty(0, np.uint64), *self._found])

    def abandon(self) -> None:
        """There is nothing to undo."""


class Held(NamedTuple):
    """The layers that a search has left behind, from either end."""

    start: list[HeldLayer]
    goal: list[HeldLayer]


def grow_from(puzzle: Puzzle, starts: Keys, tools: Tools) -> Growth:
    """Begin a frontier."""
    layer, one_sided = start_layer(puzzle, starts), is_one_sided(puzzle, starts)
    return Growth(puzzle, layer, None, one_sided, tools.threads, tools.budget, tools.stop, tools.advanced)


def meet(
    puzzle: Puzzle,
    starts: Keys,
    goals: Keys,
    tools: Tools,
    *,
    most: int | None = None,
    share: int | None = None,
    every: bool = False,
    held: Held | None = None,
) -> Met:
    """Find how far two sets of boards are apart, and the boards where shortest routes between them cross.

    With `every`, all boards at that depth of the shortest routes; else the smallest of them. `most` is the longest
    route to look for, and `share` the most moves of it that one frontier may make. The layers before the frontiers go
    to `held`.
    """
    start, goal = grow_from(puzzle, starts, tools), grow_from(puzzle, goals, tools)
    found = shared(puzzle, goal.frontier, puzzle.pack(starts))
    while not found.size:
        if most is not None and start.frontier.depth + goal.frontier.depth >= most:
            return Met(found, start.frontier.depth, goal.frontier.depth)
        began = time.perf_counter()
        side, other = _cheaper(start, goal, share)
        if held is not None:
            (held.start if side is start else held.goal).append(side.frontier)
        found = _grow(side, partial(shared, puzzle, other.frontier), tools, every, other, held)
        tools.tell(_round(start, goal, side, found, began))
        if not side.frontier.boards:
            return Met(found, start.frontier.depth, goal.frontier.depth, "start" if side is start else "goal")
    return Met(found if every else found[:1], start.frontier.depth, goal.frontier.depth)


def _cheaper(start: Growth, goal: Growth, share: int | None) -> tuple[Growth, Growth]:
    """Choose the frontier that grows next; the other one comes second."""
    if share is not None and max(start.frontier.depth, goal.frontier.depth) >= share:
        start_first = goal.frontier.depth >= share
    else:
        start_first = start.outlook.successors <= goal.outlook.successors
    return (start, goal) if start_first else (goal, start)


def find(
    puzzle: Puzzle, starts: Keys, marks: Marks, tools: Tools, *, most: int | None = None, every: bool = False
) -> Met:
    """Find the first layer from some boards that has marked ones, one way: all of these, or the smallest."""
    start = grow_from(puzzle, starts, tools)
    found = starts[marks(starts)]
    while not found.size:
        if most is not None and start.frontier.depth >= most:
            return Met(found, start.frontier.depth, 0)
        began = time.perf_counter()
        found = _grow(start, partial(_marked, puzzle, marks), tools, every)
        tools.tell(_round(start, None, start, found, began))
        if not start.frontier.boards:
            return Met(found, start.frontier.depth, 0, "start")
    return Met(found if every else found[:1], start.frontier.depth, 0)


def _grow(
    side: Growth,
    look: Callable[[Keys], Keys],
    tools: Tools,
    every: bool,
    other: Growth | None = None,
    held: Held | None = None,
) -> Keys:
    """Make one layer more, and return what was found in it."""
    side.check_stop()
    needs = side.needs()
    beside = (other.needs().held if other else 0) + (total_resident(chain(*held)) if held else 0)
    memory = memory_of(Needs(needs.held + beside, needs.successors, needs.boards))
    if memory > tools.budget.memory:
        raise TooLargeError(memory, side.frontier.depth + 1 + (other.frontier.depth if other else 0))
    generated, examined = side.generated, side.examined
    found_in = Find(look, every)
    parts = side.step(lambda number: FindKeeper(found_in, number))
    tools.generated += side.generated - generated
    tools.examined += side.examined - examined
    return np.concatenate([np.empty(0, np.uint64), *parts])


def _round(start: Growth, goal: Growth | None, side: Growth, found: Keys, began: float) -> Round:
    depth = goal.frontier.depth if goal else 0
    return Round(start.frontier.depth, depth, side.frontier.boards, time.perf_counter() - began, bool(found.size))


def shared(puzzle: Puzzle, other: HeldLayer, work: Keys) -> Keys:
    """Find the boards of an ascending array that a layer holds too."""
    low = puzzle.used_bits
    near = other.between(int(work[0]) >> low << low, int(work[-1]) + (1 << low))
    out = np.empty(min(work.size, near.size), np.uint64)
    return puzzle.unpack(out[: intersect(work, near, low, out)])


def _marked(puzzle: Puzzle, marks: Marks, work: Keys) -> Keys:
    keys = puzzle.unpack(work)
    return keys[marks(keys)]
