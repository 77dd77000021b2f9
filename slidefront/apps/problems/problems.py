"""Problem packs: boards of given lengths from a run from the goal, with routes and measures of difficulty.

A problem is a line `board:length:route`. Every route is a shortest one, and is parsed and replayed as a check:

    12_345678:2:R2           tiles around one hole: the way of each
    EADBCF:2:0 4             graphs: the vertices that the mover goes to
    A./B.:2:A R, B U         blocks: the moves
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront import (
    Puzzle,
    Route,
    Space,
    draw_boards,
    read_route,
    write_moves,
)
from slidefront.apps.problems.difficulty import Difficulty, difficulties
from slidefront.arrays import Keys, take_rows
from slidefront.errors import Advice, LimitError, PuzzleError, RouteError, RunError, SlidefrontError, advise
from slidefront.units import counted

GRADES = ("easy", "medium", "hard", "fiendish")
ERRS_OFTEN = 0.3
ERRS_SELDOM = 0.15


@dataclass(frozen=True)
class Problem:
    """A board to solve."""

    key: int
    board: str
    length: int
    """The number of moves of a shortest solution."""
    route: str | None = None
    """A shortest solution if it is wanted, in the usual format of the puzzle (see `default_notation`)."""
    difficulty: Difficulty | None = None
    boards: int | None = None
    """How many boards its puzzle has, if they were counted."""

    @property
    def line(self) -> str:
        """The problem on one line."""
        return f"{self.board}:{self.length}" + ("" if self.route is None else f":{self.route}")


class ProblemPack(list[Problem]):
    """Problems of one puzzle."""

    def __init__(self, puzzle: Puzzle, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.puzzle = puzzle

    def __repr__(self) -> str:
        lengths = [problem.length for problem in self]
        span = f", {min(lengths)} to {counted(max(lengths), 'move')}" if lengths else ""
        return f"<Pack of {counted(len(self), 'problem')} of {self.puzzle.name}{span}>"

    def _repr_html_(self) -> str:
        """Show the first boards in a notebook, with their lengths."""
        about, shown = repr(self), self[:12]
        if not shown:
            return f"<p>{escape(about)}</p>"
        captions = [f"{number}: {counted(one.length, 'move')}" for number, one in enumerate(shown, 1)]
        picture = draw_boards(self.puzzle, [one.board for one in shown], captions, about)
        left = f"<p>and {len(self) - len(shown):,} more</p>" if len(self) > len(shown) else ""
        return f"<p>{escape(about)}</p>{picture.image()}{left}"


def draw_problems(
    run: Space,
    depths: Iterable[int],
    per_depth: int = 200,
    *,
    marked: bool = False,
    seed: int = 0,
    routes: bool = False,
    difficulty: bool = False,
) -> ProblemPack:
    """Draw random problems, or marked ones, of some depths: `per_depth` of each or all, sorted by key.

    The same seed draws the same boards.
    """
    if not run.puzzle.goal:
        raise PuzzleError(f"{run.puzzle.name} has no goal, so there is nothing to solve")
    if not run.leads_to_goal:
        start = run.manifest.start
        raise RunError(
            f"{run.place} starts from {start}, so depths are not distances to the goal: explore from the goal first",
            advice=make_a_run(run.puzzle),
        )
    drawn = [
        (depth, key)
        for depth, keys in sorted(samples(run, depths, per_depth, seed, marked=marked), key=lambda one: one[0])
        for key in keys.tolist()
    ]
    if marked and not drawn:
        raise LimitError(f"no board of these depths of {run.puzzle.name} has the {run.puzzle.marks.text}")
    plain = [Problem(key, run.puzzle.format(key), depth) for depth, key in drawn]
    if not (routes or difficulty):
        return ProblemPack(run.puzzle, plain)
    ways = run.route_keys([key for _, key in drawn], np.array([depth for depth, _ in drawn], np.int64))
    made = [solved(run.puzzle, way) for way in ways] if routes else plain
    rated = difficulties(run, ways) if difficulty else [None] * len(made)
    return ProblemPack(run.puzzle, [replace(one, difficulty=rate) for one, rate in zip(made, rated, strict=True)])


def make_a_run(puzzle: Puzzle, depth: int | None = None) -> Advice:
    """Advise the command that makes a run or a table from the goal."""
    start = None if puzzle.goal.key == puzzle.home else "goal"
    if puzzle.goal.partial:
        return advise("table", puzzle, start=start)
    return advise("expand", puzzle, start=start, depth=depth)


def solved(puzzle: Puzzle, keys: Sequence[int]) -> Problem:
    """Make a problem from a shortest route. Its line is parsed and replayed as a check."""
    route = Route(puzzle, keys)
    problem = Problem(route.start, route.positions[0].text, route.length, write_moves(route))
    try:
        route_of(puzzle, problem)
    except RouteError as error:
        raise RouteError(f"the route of {problem.board} is wrong: {error}") from None
    return problem


def route_of(puzzle: Puzzle, problem: Problem, form: str = "") -> Route:
    """Parse and replay the route of a problem, which must solve it."""
    route = read_route(puzzle, problem.route or "", problem.board, form=form)
    if route.length != problem.length:
        raise RouteError(f"the line says {counted(problem.length, 'move')}; the route has {route.length}")
    if puzzle.goal and not puzzle.meets_goal(route.end):
        raise RouteError("its route does not end at the goal")
    return route


def check_length(problem: Problem, found: int | None) -> None:
    """Refuse a problem whose stated length is not that of a shortest solution; None if it has no solution."""
    if problem.length != found:
        said = f"the pack says that {problem.board} needs {counted(problem.length, 'move')}"
        true = "it has no solution" if found is None else f"a shortest solution has {found}"
        raise SlidefrontError(f"{said}, and {true}")


def grades(pack: Sequence[Problem]) -> list[str]:
    """Grade the problems of a pack, by their length among all lengths, and by how often a greedy player errs.

        shorter problems of the pack        to 25%    to 50%    to 75%    more
        grade                               easy      medium    hard      fiendish
        one grade harder where a greedy player errs at 0.300 of the boards or more, one easier below 0.150

    Problems of equal length share their place: each counts as half shorter. Without a difficulty, the length decides.
    """
    lengths, found = sorted(problem.length for problem in pack), []
    for problem in pack:
        shorter, not_longer = bisect_left(lengths, problem.length), bisect_right(lengths, problem.length)
        place = (shorter + not_longer) / 2 / len(lengths)
        quarter = sum(place > limit for limit in (0.25, 0.5, 0.75))
        if problem.difficulty is not None:
            quarter += (problem.difficulty.astray >= ERRS_OFTEN) - (problem.difficulty.astray < ERRS_SELDOM)
        found.append(GRADES[min(max(quarter, 0), len(GRADES) - 1)])
    return found


def samples(
    run: Space, depths: Iterable[int], boards: int, seed: int, *, marked: bool = False
) -> Iterator[tuple[int, Keys]]:
    """Draw a number of boards, or marked boards, of each of some depths, or all if there are fewer; all ascend.

    Rows are drawn before anything is read: the row of a board is its index among all boards of its layer, or among the
    marked boards, sorted by key, and the manifest or the header has their number. So a draw depends on the seed, the
    depth and that number, and not on the division of the layer into parts. A table explores all depths again at once.
    """
    layers = [run.layer(depth) for depth in depths]
    counts = {layer.depth: layer.marked if marked else layer.board_count for layer in layers}
    rows = {depth: draw(count, boards, seed, depth) for depth, count in counts.items()}
    some = [depth for depth, chosen in rows.items() if chosen.size]
    yield from ((depth, np.empty(0, np.uint64)) for depth in rows if depth not in some)
    for depth, blocks in run.layer_blocks(some):
        found = take_rows((keys[run.puzzle.marked(keys)] if marked else keys for keys in blocks), rows[depth])
        if found.size < rows[depth].size:
            raise RunError(f"layer {depth} of {run.place} has fewer marked boards than it says: verify it")
        yield depth, found


def draw(boards: int, wanted: int, seed: int, depth: int) -> npt.NDArray[np.int64]:
    """Draw rows, in ascending order."""
    if boards <= wanted:
        return np.arange(boards)
    return np.array(sorted(Random(f"{seed} {depth}").sample(range(boards), wanted)), np.int64)
