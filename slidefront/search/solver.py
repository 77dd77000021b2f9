"""How `solve` chooses the search for a question, and keeps the limits of the search.

**The choice.** No search is needed if the board meets the goal, or if theory proves that no moves lead to the goal. If
the names of some pieces make no difference to the goal, the puzzle without these names is searched. Then `auto` uses
the first algorithm that applies:

    table           data/ has a table with the distance of the board
    ida             large tile boards with a hole of one cell, and routes that may be longer than shortest ones: with
                    pattern databases if they pay, but first without them if none are stored yet
    bidirectional   the goal is one board
    bfs             many boards meet the goal
    ida             frontiers would need more memory than is allowed

As long as no kernel is loaded, two-way search begins with sets, which are faster for a few hundred boards, and
continues with layers.

**The limits.** Each limit ends a search, whose answer then contains the best route and proof so far:

    max_seconds,    every search asks `Until` many times a second whether to stop, and then returns its rounds so far.
    the watcher     While tables of a bound are built, `Until` raises Interrupted, and the answer is the last one
                    before that. Its clock stops while kernels are compiled, and modules and databases are loaded
    max_depth       a search ends once it has ruled out all routes of that length
    memory          a frontier raises MemoryLimitError before a step that would exceed it; `auto` then searches
                    depth-first
    board counts    `auto` gives up attempts that may be hopeless: `IDA_BOARDS`, `TRIED_FIRST`, `SET_BOARDS`
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from slidefront.arrays import KEY_BITS
from slidefront.compile import Compiling
from slidefront.errors import ArgumentError, BoardError, PuzzleError
from slidefront.executors.budget import Budget
from slidefront.notation.boards import StartKind, position_of
from slidefront.notation.route import Route
from slidefront.puzzles.core import Position, Puzzle
from slidefront.search.result import EndedBy, Routes, SearchAnswer, SearchQuestion, SolveResult
from slidefront.search.two_way import MemoryLimitError, SetFrontier, TooManyError, TwoWay, search_layers
from slidefront.store.manifest import default_table
from slidefront.watch import Interrupted, Quiet, Until, Watcher

if TYPE_CHECKING:
    from slidefront.search.depth_first.ida import Engine
    from slidefront.tables.table import Table

LARGE = 13
"""The number of cells from which IDA* solves tile boards sooner than layers do."""
LARGE_FOR_PATTERNS = 12
"""The number of cells from which pattern databases pay; smaller boards are solved at once by any search."""
IDA_BOARDS = 1 << 30
"""The number of boards that IDA* generates before layers are tried: about ten seconds."""
TRIED_FIRST = 1 << 22
"""The number of boards that IDA* generates before pattern databases are built: a fraction of a second."""
SET_BOARDS = 4000
"""The number of boards that a search with sets may generate, which is faster than loading kernels."""


class Solver:
    """Chooses the searches that answer a question."""

    def __init__(self, question: SearchQuestion, budget: Budget, watcher: Watcher) -> None:
        self.question = question
        self.puzzle = question.puzzle
        self.until = Until(watcher, question.max_seconds)
        self._budget = budget
        self._began = Compiling.clock()
        self._known = SearchAnswer(None, 1, "no search has begun").explained("none", "it was stopped")
        """The answer if the search is interrupted: what earlier searches have proved."""

    def result(self, algorithm: str, start: Position) -> SolveResult:
        """Answer the question, with the route from the start as it was written, and the limit that ended the search."""
        answer, route = self.answer(algorithm), None
        ended_by: EndedBy | None = None
        if answer.route is not None:
            route = Route.unchecked(position_of(self.puzzle, start), answer.route)
        if answer.ended:
            timed = self.question.max_seconds is not None and not self.until.asked
            ended_by = "max_depth" if answer.ended == "max depth" else "max_seconds" if timed else "watcher"
        return SolveResult(self.question, answer, route, Compiling.clock() - self._began, ended_by)

    def answer(self, algorithm: str) -> SearchAnswer:
        """Answer the question by an algorithm; `auto` chooses it."""
        question, puzzle, start = self.question, self.puzzle, self.question.start
        if puzzle.meets_goal(start):
            routes = Routes(puzzle, [puzzle.array([start])]) if question.all_routes else None
            answer = SearchAnswer([start], 0, "the start meets the goal", routes=routes)
            return answer.explained("none" if algorithm == "auto" else algorithm, answer.proof)
        (unreachable,) = why_unsolvable(puzzle, [start])
        if unreachable:
            return SearchAnswer(None, None, unreachable).explained("group", "it takes no search")
        if not question.all_routes and (reduced := puzzle.reduced()) is not None:
            return self._by_reduced(reduced, algorithm)
        self._check_wide(algorithm)
        try:
            if algorithm == "auto":
                return self._automatic()
            if algorithm != "ida":
                return self._by_layers(algorithm, "as asked")
            return self._with_patterns() if self._patterns_pay() else self._depth_first("as asked")
        except Interrupted:
            self._known.ended = "stopped"
            return self._known

    def _by_reduced(self, reduced: Puzzle, algorithm: str) -> SearchAnswer:
        """Search the reduced puzzle, and make the moves of its route on the board with all names."""
        puzzle, route = self.puzzle, [self.question.start]
        question = replace(self.question, puzzle=reduced, start=puzzle.reduced_key(route[0]))
        answer = Solver(question, self._budget, self.until).answer(algorithm)
        for key in (answer.route or [])[1:]:
            route.append(next(move.key for move in puzzle.moves(route[-1]) if puzzle.reduced_key(move.key) == key))
        return replace(answer, route=answer.route and route)

    def _check_wide(self, algorithm: str) -> None:
        """Raise an error if the search needs layers, which cannot store keys of more than 64 bits."""
        name, bits, all_routes = self.puzzle.name, self.puzzle.key_bits, self.question.all_routes
        if bits <= KEY_BITS:
            return
        if all_routes or algorithm not in ("auto", "ida"):
            instead, parameter = ("use the algorithm ida", "algorithm")
            if all_routes:
                instead, parameter = "ask for one route", "all_routes"
            message = f"{name} has keys of {bits} bits, but layers store at most {KEY_BITS}: {instead}"
            raise ArgumentError(message, parameter)
        if not self._patterns_pay():
            raise PuzzleError(
                f"{name} has keys of {bits} bits: such boards are solved with pattern databases, which need one board "
                f"as goal, a hole of one cell, tiles that are all different, connected cells, and in the line metric "
                f"at most 256 moves in all places of the hole"
            )

    def _automatic(self) -> SearchAnswer:
        """Answer with the first algorithm that applies, in the order of the module docstring."""
        question, puzzle = self.question, self.puzzle
        if (table_answer := self._by_table()) is not None:
            return table_answer
        large = prefers_ida(puzzle)
        patterns = (large or question.max_ratio > 1) and self._patterns_pay()
        tried_first = IDA_BOARDS if large and not question.all_routes else 0
        if patterns:
            from slidefront.search.patterns.databases import are_stored

            tried_first = 0 if puzzle.key_bits > KEY_BITS or are_stored(puzzle) else TRIED_FIRST
        if tried_first:
            why, first = "the hole is one cell, so the bound leaves little to search", self.until
            if patterns:  # building them may need the remaining time
                first = Until(self.until, self.until.remaining and self.until.remaining / 2)
            self._known = self._depth_first(why, tried_first, first)
            if self._known.ended != "most boards" and not (first.passed and not self.until.stop()):
                return self._known
        if patterns:
            return self._with_patterns()
        algorithm, why = "bidirectional", "the goal is one board"
        if puzzle.goal.key is None:
            algorithm, why = "bfs", "the goal is met by many boards"
        try:
            return self._by_layers(algorithm, why)
        except MemoryLimitError as error:
            if question.all_routes:
                raise
            return self._depth_first(error.why)

    def _by_table(self) -> SearchAnswer | None:
        """Read a shortest route from a table in data/; None if no table has the distance."""
        question = self.question
        if question.all_routes or question.max_depth is not None or (table := table_to_goal(self.puzzle)) is None:
            return None
        (route,) = table.route_keys([question.start])
        if not route and self.puzzle.goal.partial:
            return None  # boards that home does not reach may meet the goal too
        answer = SearchAnswer(route, len(route) - 1, f"the distance in a table of all {table.board_count:,} boards")
        if not route:
            answer = SearchAnswer(None, None, f"the board is not among the {table.board_count:,} boards of the table")
        return answer.explained("table", f"{table.path} has the distance of every board")

    def _by_layers(self, algorithm: str, why: str) -> SearchAnswer:
        """Search with sets, and if they become large, with layers."""
        check_goal(self.puzzle, algorithm)
        question, until = self.question, self.until
        by_sets = self.puzzle.goal.key is not None  # only kernels test which boards meet a partial goal
        if by_sets and "numba" not in sys.modules:
            small_search = TwoWay(self.puzzle, Quiet(until), partial(SetFrontier, SET_BOARDS), question.all_routes)
            with suppress(TooManyError):
                answer = search_layers(question, algorithm, small_search)
                for round_ in answer.rounds:
                    until.on_round(round_)
                return answer.explained(algorithm, why)
        with Compiling.paused():
            from slidefront.explore.levels import workspace_in_memory
            from slidefront.search.layer_search import LayerFrontier

        with workspace_in_memory(self._budget, until) as workspace:
            search = TwoWay(self.puzzle, until, partial(LayerFrontier, workspace), question.all_routes)
            return search_layers(question, algorithm, search).explained(algorithm, why)

    def _depth_first(self, why: str, most_boards: int | None = None, watcher: Watcher | None = None) -> SearchAnswer:
        """Search depth-first with the bound of the puzzle, generating at most `most_boards` boards."""
        with Compiling.paused():
            from slidefront.search.depth_first.ida import ida

        question, watcher = self.question, watcher or self.until
        if question.all_routes:
            layers = "bfs" if self.puzzle.goal.key is None else "bidirectional or bfs"
            raise ArgumentError(f"only layers find all shortest routes: use the algorithm {layers}", "algorithm")
        engine = choose_engine(self.puzzle, question.start, watcher)
        return ida(question, engine, watcher, most_boards=most_boards).explained("ida", why)

    def _patterns_pay(self) -> bool:
        """Whether pattern databases are worth building: for a single route, which exists, on a large board."""
        from slidefront.search.patterns.databases import goal_hole  # imports many modules

        goal, shape_and_hole = self.puzzle.goal.key, None if self.question.all_routes else goal_hole(self.puzzle)
        if goal is None or shape_and_hole is None or shape_and_hole[0].cells < LARGE_FOR_PATTERNS:
            return False
        return self.puzzle.theory.connects(self.question.start, goal) is True

    def _with_patterns(self) -> SearchAnswer:
        """Search depth-first with pattern databases, which are built if necessary."""
        with Compiling.paused():
            from slidefront.search.depth_first.ida import bound_answer, ida, weights_for
            from slidefront.search.depth_first.pattern_engine import Advising, pattern_search

        question, until = self.question, self.until
        if not self._known.rounds:
            self._known = bound_answer(self.puzzle, question.start).explained("ida", "its databases are not built")
        engine = pattern_search(question, until, self._budget.threads)
        if question.max_ratio > 1 or (question.max_seconds is not None and question.max_depth is None):
            engine.forget_subtrees()
            answer = ida(question, engine, until, weights=weights_for(question.max_ratio))
        else:
            answer = ida(question, engine, Advising(until, question, engine))
        if answer.ended == "stopped" and engine.checkpoint.exists:
            until.note("what is finished is kept: the same search continues from there")
        answer.databases = engine.databases.partition.identity
        return answer.explained("ida", f"with pattern databases of {engine.databases.partition.sizes} tiles")


def choose_engine(puzzle: Puzzle, start: int, watcher: Watcher | None = None) -> "Engine":
    """Return the engine of IDA* for a puzzle without pattern databases; raise PuzzleError if it has no lower bound.

    A puzzle with a frame, such as a tile board, is searched by a kernel that stores one row for each move of the
    current route. On other puzzles many routes lead to a board, so they are searched in batches, with a table of
    boards. A few puzzles with a frame are searched in batches, too: if it is unknown whether the goal can be reached,
    the kernel might never end, but a search in batches ends once all boards have been reached.
    """
    with Compiling.paused():
        from slidefront.puzzles.frame import FrameBound
        from slidefront.search.depth_first.batch_engine import BatchEngine
        from slidefront.search.depth_first.transfer_engine import TransferEngine

    bound = puzzle.lower_bound(watcher or Watcher())
    if bound is None:
        raise PuzzleError(f"IDA* needs a lower bound of moves, and {puzzle.name} offers none: search it two-way")
    if isinstance(bound, FrameBound) and not puzzle.goal.partial and puzzle.theory.connects(start, bound.goal):
        return TransferEngine(bound, start)
    return BatchEngine(puzzle, bound, start)


def why_unsolvable(puzzle: Puzzle, starts: Sequence[int]) -> list[str]:
    """Explain for each board why no moves lead to the goal, and suggest a goal with another hole if moves lead there.

    The explanation is empty if moves lead to the goal, or if only a search can tell.
    """
    goal = puzzle.goal.key
    reasons = [""] * len(starts) if goal is None else puzzle.theory.why_unreachable(starts, goal)
    if goal not in puzzle.ordered.values() or not any(reasons):
        return reasons
    for hole, other in puzzle.ordered.items():
        if other != goal:
            suggestion = f"; it would be solvable with the goal hole-{hole}"
            elsewhere = puzzle.theory.why_unreachable(starts, other)
            reasons = [
                f"{reason}{suggestion}" if reason and not reason_elsewhere else reason
                for reason, reason_elsewhere in zip(reasons, elsewhere, strict=True)
            ]
    return reasons


def table_to_goal(puzzle: Puzzle) -> "Table | None":
    """Open the table in data/ that has the distance of every board to the goal; None if there is none."""
    if not any(default_table(puzzle, kind).is_file() for kind in (StartKind.HOME, StartKind.GOAL, StartKind.GOALS)):
        return None  # avoids the import of the modules of tables
    from slidefront.tables.open_space import stored_table

    return stored_table(puzzle, "goal")


def prefers_ida(puzzle: Puzzle) -> bool:
    """Whether IDA* comes before layers: on large tile boards with a hole of one cell, and for keys of over 64 bits."""
    frame = puzzle.frame
    if frame is None or frame.is_wide:
        return puzzle.key_bits > KEY_BITS
    large = frame.is_grid and frame.cells >= LARGE and min(frame.rows, frame.columns) > 2
    return large and len(frame.holes) == frame.cells


def check_goal(puzzle: Puzzle, algorithm: str) -> None:
    """Raise BoardError for a two-way search to a goal that is not one board."""
    if algorithm == "bidirectional" and puzzle.goal.key is None:
        raise BoardError(f"the goal of {puzzle.name} is partial, so there is no single board to search from: use bfs")
