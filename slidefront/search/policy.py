"""Which search answers a question, and why: the one place where this is decided.

`auto` takes the first of these that applies:

    table           data/ has a table with the distance of the board
    ida             large tile boards with a hole of one cell, and routes that may be longer than shortest ones: with
                    pattern databases where they pay, but without them first if none are stored yet
    bidirectional   the goal is one board
    bfs             many boards meet the goal
    ida             frontiers would need more memory than is allowed

Two-way search and bfs begin with sets, which some hundred boards fit, and go on with layers.
"""

import sys
import time
from dataclasses import dataclass

import numpy as np

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.errors import BoardError, LimitError
from slidefront.executors.budget import Budget
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds.choose import close_bound, prefers_ida
from slidefront.search.by_table import by_table
from slidefront.search.question import SearchAnswer, SearchQuestion, why_unsolvable
from slidefront.search.two_way import SetSearch, TooLargeError, TooManyError, search_layers
from slidefront.watch import Until, Watcher

IDA_BOARDS = 1 << 30  # boards: some ten seconds
TRIED_FIRST = 1 << 22  # boards: a fraction of a second, where pattern databases would have to be built
SETS, SETS_BESIDE_KERNELS = 4000, 200
"""How many boards a search with sets may generate: it takes less time than to load kernels, or to begin with layers."""


@dataclass(frozen=True)
class Outcome:
    """The answer of a search, which one it was, and why."""

    algorithm: str
    why: str
    answer: SearchAnswer


class Solver:
    """The search for the answer to a question, and its time, without that of loading kernels."""

    def __init__(
        self, question: SearchQuestion, budget: Budget, watcher: Watcher, most_in_sets: int | None = None
    ) -> None:
        self.question = question
        self.puzzle = question.puzzle
        self._budget = budget
        self._most_in_sets = most_in_sets
        self._watcher = watcher
        self._begin()

    def _begin(self) -> None:
        self._began = time.perf_counter()
        self.until = Until(self._watcher, self.question.max_seconds)

    def _load_kernels(self) -> None:
        if not _kernels_are_loaded():
            digest(np.empty(0, np.uint64))
            self._begin()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.perf_counter() - self._began

    def answer(self, algorithm: str) -> Outcome:
        """Answer the question by an algorithm, or by the one that suits it (`auto`)."""
        if unreachable := why_unsolvable(self.puzzle, self.question.start):
            return Outcome("group", "it takes no search", SearchAnswer(None, None, unreachable))
        self._check_wide(algorithm)
        if algorithm == "auto":
            return self._automatic()
        if algorithm != "ida":
            return self._by_layers(algorithm, "as asked")
        self._load_kernels()
        return self._with_patterns() if self._patterns_pay() else self._depth_first("as asked")

    def _automatic(self) -> Outcome:
        question, puzzle = self.question, self.puzzle
        if (read := by_table(question)) is not None:
            return Outcome("table", *read)
        large = prefers_ida(puzzle)
        patterns = (large or question.bounded > 1) and self._patterns_pay()
        tried_first = self._without_patterns() if patterns else IDA_BOARDS if large and not question.every else 0
        if tried_first:
            self._load_kernels()
            found = self._depth_first("the hole is one cell, so the bound leaves little to search", tried_first)
            if found.answer.ended != "most boards":
                return found
        if patterns:
            self._load_kernels()
            return self._with_patterns()
        algorithm, why = "bidirectional", "the goal is one board"
        if puzzle.goal.key is None:
            algorithm, why = "bfs", "the goal is met by many boards"
        try:
            return self._by_layers(algorithm, why, foresee=not question.every)
        except MemoryLimitError as error:
            if question.every:
                raise
            return self._depth_first(error.why)

    def _patterns_pay(self) -> bool:
        from slidefront.search.patterns.databases import patterns_pay  # many modules, which other searches do not need

        return patterns_pay(self.question)

    def _without_patterns(self) -> int:
        """How many boards are searched before pattern databases are built: an easy board needs none."""
        from slidefront.search.patterns.databases import are_stored

        return 0 if self.puzzle.key_bits > KEY_BITS or are_stored(self.puzzle) else TRIED_FIRST

    def _check_wide(self, algorithm: str) -> None:
        """Refuse what takes layers, for boards with keys of more than 64 bits."""
        name, bits, every = self.puzzle.name, self.puzzle.key_bits, self.question.every
        if bits <= KEY_BITS:
            return
        if every or algorithm not in ("auto", "ida"):
            instead, name = ("ask for one route", "every") if every else ("use the algorithm ida", "algorithm")
            raise LimitError(f"{name} has keys of {bits} bits, and layers store at most {KEY_BITS}: {instead}", name)
        if not self._patterns_pay():
            raise LimitError(
                f"{name} has keys of {bits} bits: such boards are solved with pattern databases, which need one board "
                f"as goal, a hole of one cell, tiles that are all different, connected cells, and in the line metric "
                f"at most 256 moves in all places of the hole"
            )

    def _by_layers(self, algorithm: str, why: str, *, foresee: bool = False) -> Outcome:
        """Search with sets, and if they become large, with layers; `foresee` may end a search that will not fit."""
        check_goal(self.puzzle, algorithm)
        question, until = self.question, self.until
        most = self._most_in_sets
        if most is None:
            most = SETS_BESIDE_KERNELS if _kernels_are_loaded() else SETS
        few = SetSearch(self.puzzle, until, question.every, most=most)
        if self.puzzle.goal.key is not None:  # else only kernels test which boards meet the goal
            try:
                return Outcome(algorithm, why, search_layers(question, algorithm, few))
            except TooManyError:
                pass
        self._load_kernels()
        from slidefront.search.layer_search import Forecast, LayerSearch, means_of

        bound = close_bound(self.puzzle) if foresee else None
        least = None if bound is None else int(bound.of(self.puzzle.array([question.start]))[0])
        forecast = None if least is None else Forecast(self._budget, least)
        with means_of(self._budget, self.until) as means:
            search = LayerSearch(self.puzzle, means, every=question.every, forecast=forecast, told=few.rounds)
            try:
                return Outcome(algorithm, why, search_layers(question, algorithm, search))
            except TooLargeError as error:
                raise MemoryLimitError(error, self._budget, every=question.every) from None

    def _depth_first(self, why: str, most_boards: int | None = None) -> Outcome:
        """Search depth-first, generating at most `most_boards` boards."""
        from slidefront.search.depth_first.ida import ida

        question = self.question
        if question.every:
            raise LimitError(
                "only layers find all shortest routes: use the algorithm bidirectional or bfs", "algorithm"
            )
        answer = ida(
            self.puzzle,
            question.start,
            max_depth=question.max_depth,
            most_boards=most_boards,
            watcher=self.until,
        )
        return Outcome("ida", why, answer)

    def _with_patterns(self) -> Outcome:
        from slidefront.search.depth_first.bounded import bounded_search
        from slidefront.search.depth_first.ida import ida
        from slidefront.search.depth_first.pattern_engine import Advising, pattern_search

        question, until = self.question, self.until
        engine = pattern_search(question, until, self._budget.threads)
        if question.bounded > 1 or (question.max_seconds is not None and question.max_depth is None):
            answer = bounded_search(question, engine, until)
        else:
            watcher = Advising(until, question, engine)
            answer = ida(self.puzzle, question.start, max_depth=question.max_depth, watcher=watcher, engine=engine)
            if answer.interrupted and engine.checkpoint.exists:
                until.on_note("what is finished is kept: the same search continues from there")
        answer.databases = engine.databases.partition.identity
        return Outcome("ida", f"with pattern databases of {engine.databases.partition.sizes} tiles", answer)


class MemoryLimitError(LimitError):
    """Frontiers need more memory than is allowed."""

    def __init__(self, error: TooLargeError, budget: Budget, *, every: bool) -> None:
        need, allowed = units.size(error.memory), units.size(budget.memory)
        moves = units.counted(error.length, "move")
        instead = "" if every else ", or use the algorithm ida"
        super().__init__(
            f"routes of {moves} need about {need} of memory, more than the {allowed} allowed: "
            f"give more memory{instead}",
            "memory",
        )
        self.why = f"frontiers would need about {need} of memory for {moves}, more than the {allowed} allowed"


def check_goal(puzzle: Puzzle, algorithm: str) -> None:
    """Refuse two-way search for a goal that is not one board."""
    if algorithm == "bidirectional" and puzzle.goal.key is None:
        raise BoardError(
            f"the goal of {puzzle.name} is partial, so there is no single board to search from: use bfs or ida"
        )


def _kernels_are_loaded() -> bool:
    return "numba" in sys.modules
