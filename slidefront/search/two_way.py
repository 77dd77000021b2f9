"""Two-way search: frontiers from the start and the goal grow, the cheaper one first, until they share a board.

    start  0 1 2 3 ... i  |  j ... 3 2 1 0  goal

Frontiers are whole layers, and they are the proof: while layers i and j share no board, there is no route of i + j
moves, and i + j grows by one with each step. The first sum at which they meet is the optimum. One-way search is the
same with a frontier from the start alone, until one of its boards meets the goal.

The search that proves the length stores only its frontiers. The boards that they share at the end cut all shortest
routes in two, and each half is searched again. A search half as deep costs very little in comparison, so it stores all
its layers, and the routes are traced back through them from the boards where its frontiers meet:

    start  0 1 2 ... i | j ... 1 0  meeting        a board of layer i has a neighbour in layer i - 1, and so on

If the layers do not fit into memory, the half is divided again.

There are two kinds of frontier, with the same layers, routes and counts. A `SetFrontier` is a set of boards; for a few
hundred boards, it takes less time than loading kernels. A `layer_search.LayerFrontier` is a layer in memory that tasks
expand.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from slidefront import units
from slidefront.arrays import NO_KEYS, Keys
from slidefront.compile import Compiling
from slidefront.errors import LimitError
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle
from slidefront.search.result import Routes, SearchAnswer, SearchQuestion
from slidefront.watch import Interrupted, Quiet, Round, Watcher

Trace = Callable[[Keys], Keys]
"""Returns the boards of a layer that are successors of the given boards, ascending."""


class MemoryLimitError(LimitError):
    """A layer that needs more memory than is allowed, both in bytes; `length` is the length of the routes to find."""

    def __init__(self, memory: int, allowed: int, length: int, *, every: bool) -> None:
        self.memory = memory
        self.length = length
        need, moves = units.size(memory), units.counted(length, "move")
        self.why = f"routes of {moves} need about {need} of memory, more than the {units.size(allowed)} allowed"
        instead = "" if every else ", or use the algorithm ida"
        super().__init__(f"{self.why}: give more memory{instead}", "memory")


class Frontier(ABC):
    """The boards at one depth from one end of a search."""

    depth: int
    board_count: int
    successors: int
    """About the number of successors of the boards."""

    @abstractmethod
    def step(self, other: Self | None, stored: int) -> Keys:
        """Move to the next depth, while the kept layers store `stored` boards.

        Return the new boards, ascending, that the other frontier contains, too; without another frontier, the boards
        that meet the goal. If only one route is wanted, some of these boards are enough.
        """

    @abstractmethod
    def trace(self) -> Trace:
        """Keep the boards, so that routes can be traced back through them."""


@dataclass
class TwoWay:
    """The state that the searches of one question share: the kind of frontier, and the counts."""

    puzzle: Puzzle
    watcher: Watcher
    frontier_of: Callable[["TwoWay", Keys], Frontier]
    """Begins a frontier with the given boards."""
    every: bool = False
    """Whether to find all shortest routes."""
    generated: int = 0
    examined: int = 0
    rounds: list[Round] = field(default_factory=list)


@dataclass(frozen=True)
class Met:
    """How a search ended."""

    keys: Keys
    """The boards in both frontiers, or the goals of a one-way search: all, or the smallest; empty without a route."""
    from_start: int
    from_goal: int
    exhausted: str = ""
    """`start` or `goal` if the search saw all boards from that side without a meeting; else empty."""
    behind_start: Sequence[Trace] = ()
    """The kept layers behind the frontier from the start."""
    behind_goal: Sequence[Trace] = ()

    @property
    def length(self) -> int:
        """The length of a shortest route, or the last length that was ruled out if there is none."""
        return self.from_start + self.from_goal


def meet(
    search: TwoWay,
    starts: Keys,
    goals: Keys | None,
    *,
    most: int | None = None,
    share: int | None = None,
    keep: bool = False,
) -> Met:
    """Find the distance between two sets of boards, and boards where shortest routes between them cross.

    Without goals there is one frontier, until it contains boards that meet the goal of the puzzle. The result has all
    these boards if all routes are wanted, otherwise the smallest. `most` limits the length of the route, and `share`
    the number of its moves that one frontier may make. With `keep`, the layers behind the frontiers are kept.
    """
    start = search.frontier_of(search, starts)
    goal = None if goals is None else search.frontier_of(search, goals)
    meeting = starts[search.puzzle.meets(starts)] if goals is None else np.intersect1d(starts, goals)
    depths, exhausted = (0, 0), ""
    behind_start, behind_goal, kept = list[Trace](), list[Trace](), 0
    while not meeting.size and not exhausted and (most is None or sum(depths) < most):
        began = Compiling.clock()
        side, other = (start, None) if goal is None else _cheaper(start, goal, share)
        if keep:
            (behind_start if side is start else behind_goal).append(side.trace())
            kept += side.board_count
        search.watcher.check()
        meeting = side.step(other, kept)
        depths = start.depth, goal.depth if goal else 0
        search.rounds.append(Round(*depths, side.board_count, Compiling.clock() - began, bool(meeting.size)))
        search.watcher.on_round(search.rounds[-1])
        if not side.board_count:
            exhausted = "start" if side is start else "goal"
    return Met(meeting if search.every else meeting[:1], *depths, exhausted, behind_start, behind_goal)


def _cheaper(start: Frontier, goal: Frontier, share: int | None) -> tuple[Frontier, Frontier]:
    """Return the two frontiers, starting with the frontier to expand next."""
    if share is not None and max(start.depth, goal.depth) >= share:
        start_first = goal.depth >= share
    else:
        start_first = start.successors <= goal.successors
    return (start, goal) if start_first else (goal, start)


def boards_between(search: TwoWay, first: Keys, last: Keys, length: int) -> list[Keys]:
    """List the boards at each depth of all shortest routes, or of one, between two sets of boards.

    `length` is the length of the routes. Each of the first and last boards must be on such a route.
    """
    if length == 0:
        return [first]
    if length == 1:
        return [first, last]
    try:
        met = meet(search, first, last, keep=True)
    except MemoryLimitError:
        # If the space is narrow at one end and wide at the other, equal shares may cost a hundred times as much.
        met = meet(search, first, last, share=max(1, 9 * length // 10))
        return boards_around(search, first, last, met)
    before, after = [met.keys], [met.keys]
    for layers, traces in ((before, met.behind_start), (after, met.behind_goal)):
        for trace in reversed(traces):  # all boards of the kept layer that lead to the last ones, or the smallest
            layers.append(trace(layers[-1])[: None if search.every else 1])
    return [*reversed(before), *after[1:]]


def boards_around(search: TwoWay, first: Keys, last: Keys, met: Met) -> list[Keys]:
    """List the boards at each depth of the shortest routes through the boards where the frontiers have met."""
    before = boards_between(search, first, met.keys, met.from_start)
    after = boards_between(search, met.keys, last, met.from_goal)
    return before + after[1:]


def search_layers(question: SearchQuestion, algorithm: str, search: TwoWay) -> SearchAnswer:
    """Answer a question by a search from both ends, or from the start only (`bfs`)."""
    puzzle, start = question.puzzle, np.array([question.start], np.uint64)
    goal = np.array([puzzle.goal.key], np.uint64) if algorithm == "bidirectional" else None
    boards, stopped = None, False
    try:
        met = meet(search, start, goal, most=question.max_depth)
        if met.keys.size:
            halves = TwoWay(puzzle, Quiet(search.watcher), search.frontier_of, search.every)  # counts separately
            boards = boards_around(halves, start, met.keys if goal is None else goal, met)
    except Interrupted:
        stopped = True
        *_, ruled_out = (0, 0), *((done.from_start, done.from_goal) for done in search.rounds if not done.met)
        met = Met(NO_KEYS, *ruled_out)
    proof = _proof(algorithm, met)
    answer = SearchAnswer(None, met.length + 1, proof, search.generated, search.examined, [*search.rounds])
    if stopped:
        answer.ended = "stopped"
    elif met.exhausted:
        answer.at_least = None
    elif boards is not None:
        answer.at_least = met.length
        answer.routes = Routes(puzzle, boards) if question.all_routes else None
        answer.route = [int(keys[0]) for keys in boards] if answer.routes is None else next(iter(answer.routes))
    else:
        answer.ended = "max depth"
    return answer


def _proof(algorithm: str, met: Met) -> str:
    """Explain the proof: the frontiers rule out all routes within them, or if they met, all shorter routes."""
    if met.exhausted:
        return f"all boards that moves lead to from the {met.exhausted} were seen"
    from_start, from_goal = met.from_start, met.from_goal
    if met.keys.size:
        if met.length == 0:
            return "the start meets the goal"
        from_start, from_goal = (from_start, from_goal - 1) if from_goal else (from_start - 1, 0)
    if algorithm == "bfs":
        return f"no board at depth {from_start} or less meets the goal"
    return f"no board within {units.counted(from_start, 'move')} of the start is within {from_goal} of the goal"


class TooManyError(Exception):
    """A search generates too many boards for sets."""


class SetFrontier(Frontier):
    """A frontier as the set of its boards. It moves board by board, and needs no kernel."""

    def __init__(self, most: int, search: TwoWay, boards: Keys) -> None:
        """Begin a frontier, which raises TooManyError once the search generates more than `most` boards."""
        self._most = most
        self._search = search
        self._before: set[int] = set()
        self._knows_back = search.puzzle.working.bits > 0
        self._enter(0, {*boards.tolist()})

    def _enter(self, depth: int, layer: set[int]) -> None:
        self.depth, self.board_count, self._layer = depth, len(layer), layer
        self.successors = self.board_count * self._search.puzzle.most_successors

    def step(self, other: Self | None, _stored: int) -> Keys:
        """Move to the next depth. Like layers with used-move bits, do not count moves back to the layer before."""
        search, successors = self._search, set[int]()
        for key in self._layer:
            after = self._after(key) - (self._before if self._knows_back else set())
            search.generated += len(after)
            successors |= after
            if search.generated > self._most:
                raise TooManyError
        search.examined += self.board_count
        before, self._before = self._before, self._layer
        self._enter(self.depth + 1, successors - before - self._before)
        if other is not None:
            return as_set([*self._layer & other._layer])
        layer = as_set([*self._layer])
        return layer[search.puzzle.meets(layer)]

    def trace(self) -> Trace:
        """Keep the boards, so that routes can be traced back through them."""
        layer = self._layer
        return lambda keys: as_set([*layer & {after for key in keys.tolist() for after in self._after(key)}])

    def _after(self, key: int) -> set[int]:
        """Return the boards after all moves of a board."""
        return {move.key for move in self._search.puzzle.moves(key)}
