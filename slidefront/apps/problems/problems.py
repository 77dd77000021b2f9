"""Problem packs: boards of given lengths from a run from the goal, with routes and measures of difficulty.

A problem is a line `board:length:route`. Every route is a shortest one, and is parsed and replayed as a check:

    12_345678:2:R2           tiles around one hole: the way of each
    EADBCF:2:0 4             graphs: the vertices that the mover goes to
    A./B.:2:A R, B U         blocks: the moves
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random
from typing import Any, cast

import numpy as np

from slidefront import (
    Puzzle,
    Route,
    Space,
    draw_boards,
    read_route,
    write_moves,
)
from slidefront.apps.problems.difficulty import Difficulty, difficulties, grade_at
from slidefront.arrays import Keys, Numbers, take_rows
from slidefront.errors import Advice, BoardError, PuzzleError, RouteError, RunError, SlidefrontError, advise
from slidefront.units import counted


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
    board_count: int | None = None
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
    count: int = 200,
    *,
    selected: bool = False,
    seed: int = 0,
    routes: bool = False,
    difficulty: bool = False,
) -> ProblemPack:
    """Draw `count` random problems, or selected ones, spread evenly over some depths, sorted by depth and key.

    A depth with too few boards gives its share to the others. The same seed draws the same boards.
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
        for depth, keys in sorted(samples(run, depths, count, seed, selected=selected), key=lambda one: one[0])
        for key in keys.tolist()
    ]
    if selected and not drawn:
        raise BoardError(f"no board of these depths of {run.puzzle.name} has the {run.puzzle.selection.text}")
    plain = [Problem(key, run.puzzle.format(key), depth) for depth, key in drawn]
    if not (routes or difficulty):
        return ProblemPack(run.puzzle, plain)
    list_routes = Space.route_keys if difficulty else type(run).route_keys  # measures depend on the route
    ways = list_routes(run, [key for _, key in drawn], np.array([depth for depth, _ in drawn], np.int64))
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
    route = read_route(puzzle, problem.route or "", problem.board, form=cast("Any", form))
    if route.length != problem.length:
        raise RouteError(f"the stated length is {problem.length}, but the route has {route.length}")
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
        found.append(grade_at(place, problem.difficulty))
    return found


def samples(
    run: Space, depths: Iterable[int], count: int, seed: int, *, selected: bool = False
) -> Iterator[tuple[int, Keys]]:
    """Draw `count` boards, or selected ones, spread evenly over some depths; yield each depth with its keys, ascending.

    Rows are drawn before anything is read: the row of a board is its index among all boards of its layer, or among the
    selected ones, sorted by key, and the manifest or the header has their number. So a draw depends on the seed, the
    depth and that number, and not on the division of the layer into parts. A table explores all depths again at once.
    """
    layers = [run.layer(depth) for depth in depths]
    counts = {layer.depth: layer.selected_count if selected else layer.board_count for layer in layers}
    shares = share_out(counts, count)
    rows = {depth: np.sort(draw(counts[depth], share, seed, depth)) for depth, share in shares.items()}
    some = [depth for depth, chosen in rows.items() if chosen.size]
    yield from ((depth, np.empty(0, np.uint64)) for depth in rows if depth not in some)
    for depth, blocks in run.layer_blocks(some):
        found = take_rows((keys[run.puzzle.selected(keys)] if selected else keys for keys in blocks), rows[depth])
        if found.size < rows[depth].size:
            raise RunError(
                f"layer {depth} of {run.place} has fewer {run.puzzle.selection.word} boards than it says: verify it"
            )
        yield depth, found


def share_out(board_counts: Mapping[int, int], count: int) -> dict[int, int]:
    """Spread `count` problems over lengths as evenly as the board count of each allows.

    >>> share_out({1: 2, 2: 4, 3: 100, 4: 100}, 20)
    {1: 2, 2: 4, 3: 7, 4: 7}
    >>> share_out({1: 9, 2: 9, 3: 9, 4: 9}, 2)
    {1: 0, 2: 1, 3: 0, 4: 1}
    """
    shares = dict.fromkeys(sorted(board_counts), 0)
    unfilled = list(shares)
    while small := [length for length in unfilled if board_counts[length] <= count // len(unfilled)]:
        shares.update((length, board_counts[length]) for length in small)
        count -= sum(board_counts[length] for length in small)
        unfilled = [length for length in unfilled if length not in small]
    for place, length in enumerate(unfilled):  # equal shares; the remainder goes to lengths that are evenly spaced
        shares[length] = (place + 1) * count // len(unfilled) - place * count // len(unfilled)
    return shares


def draw(board_count: int, count: int, seed: int, depth: int) -> Numbers:
    """Draw rows of a layer, at most `board_count` of them. A larger count only appends rows to a smaller draw."""
    random, moved, rows = Random(f"{seed} {depth}"), dict[int, int](), []
    for first in range(min(count, board_count)):  # the first steps of shuffling all rows, storing only changed places
        place = random.randrange(first, board_count)
        rows.append(moved.get(place, place))
        moved[place] = moved.pop(first, first)
    return np.array(rows, np.int64)
