"""The difficulty of problems, computed from the layers of a space from the goal.

The measures are the fields of `Difficulty`, which is defined where files of problems are read.

All shortest solutions of a board descend through the layers: a move continues a shortest solution if it leads to the
layer below. Problems are processed together, layer by layer: their boards on shortest solutions, and the moves between
these boards, are found once for all problems.

    depth 3   a -> b c      a has three shortest solutions: via b and d, via b and e, via c and f.
    depth 2   b -> d e      The last one has two forced moves at its end, from c and from f;
              c -> f        the others have one, because two moves continue from b.
    depth 1   d e f -> goal
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront import Difficulty, Puzzle, Resources, RouteError, Space, Watcher, lower_bound, open_space, successors
from slidefront.arrays import NO_KEYS, Keys, Numbers
from slidefront.errors import BoardError, check_type
from slidefront.executors.budget import HERE

GRADES = ("easy", "medium", "hard", "fiendish")
"""The grades, from one star to four."""
ERRS_OFTEN = 0.3
ERRS_SELDOM = 0.15
"""The limits of `astray` above and below which a problem is a grade harder or easier. `problems.js` uses them too."""
BoundFunction = Callable[[Keys], npt.NDArray[np.int16]]


class _Layer(NamedTuple):
    """The boards of one depth that are on shortest solutions, and the moves from them."""

    keys: Keys
    """The boards, in ascending order."""
    first: Numbers
    """The index of the first move of each board, and the number of moves."""
    after: Keys
    """The board that each move leads to."""
    down: npt.NDArray[np.bool_]
    """Whether that board is in the layer below."""

    def moves(self, key: int) -> tuple[Keys, npt.NDArray[np.bool_]]:
        """Return `after` and `down` for the moves of one board."""
        index = int(np.searchsorted(self.keys, np.uint64(key)))
        span = slice(int(self.first[index]), int(self.first[index + 1]))
        return self.after[span], self.down[span]


def grade(
    source: Space | Puzzle | str | Path,
    board: str | int | Sequence[Any] = "home",
    *,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Difficulty:
    """Measure the difficulty of one board, by default home.

    The distances come from a run or a table from the goal, or from exploring the space.
    The space of a puzzle can be explored if a table of one or two bits per board fits into memory, by default 2 GiB.

    >>> import slidefront
    >>> slidefront.grade("8-puzzle", "8_6547231")
    Difficulty(solutions=40, astray=0.11290322580645161, forced_first=0, forced_last=12)
    """
    space = open_space(source, "goal", resources=resources, watcher=watcher)
    (measured,) = grade_boards(space, [space.puzzle.key(board)])
    if isinstance(measured, BoardError):
        raise measured
    return measured.difficulty


class Graded(NamedTuple):
    """A board with its length, difficulty and grade."""

    length: int
    """The number of moves of a shortest solution."""
    difficulty: Difficulty
    grade: str
    """One of GRADES, by the place of the length among all boards of the space, and by the greedy player."""


def grade_boards(space: Space, keys: Sequence[int]) -> list[Graded | BoardError]:
    """Measure many boards of a space from the goal; a board that is in no layer gets an error instead."""
    routes = space.canonical_route_keys([*keys])  # measures depend on the route
    measured = iter(difficulties(space, [route for route in routes if route]))
    ends = [*accumulate(layer.board_count for layer in space.layers)]
    graded: list[Graded | BoardError] = []
    for key, route in zip(keys, routes, strict=True):
        if not route:
            graded.append(BoardError(f"{space.puzzle.format(key)} is {space.absence}"))
            continue
        length, difficulty = len(route) - 1, next(measured)
        place = (ends[length] + (ends[length - 1] if length else 0)) / 2 / ends[-1]
        graded.append(Graded(length, difficulty, grade_at(place, difficulty)))
    return graded


def grade_at(place: float, difficulty: Difficulty | None) -> str:
    """Grade a board by the share of boards that are shorter, and by how often a greedy player errs."""
    quarter = sum(place > limit for limit in (0.25, 0.5, 0.75))
    if difficulty is not None:
        quarter += (difficulty.astray >= ERRS_OFTEN) - (difficulty.astray < ERRS_SELDOM)
    return GRADES[min(max(quarter, 0), len(GRADES) - 1)]


def stars(grade: str) -> str:
    """Return a grade as stars: ★☆☆☆ is easy, ★★★★ is fiendish."""
    filled = GRADES.index(grade) + 1
    return "★" * filled + "☆" * (len(GRADES) - filled)


def difficulties(space: Space, route_keys: Sequence[Sequence[int]]) -> list[Difficulty]:
    """Measure the difficulty of problems of a run from the goal; each is the keys of a shortest route."""
    check_type(space, Space, "space")
    _check_routes(space, route_keys)
    bound = lower_bound(space.puzzle)
    layers = _layers_of_solutions(space, route_keys)
    solutions = _count_solutions(layers)
    return [_measure(route, layers, solutions[len(route) - 1][route[0]], bound) for route in route_keys]


def _check_routes(space: Space, routes: Sequence[Sequence[int]]) -> None:
    """Raise RouteError for a route whose depths do not fall to 0 in steps of 1."""
    all_keys = [space.puzzle.array(route).tolist() for route in routes]
    depths = iter(space.depths_of(space.puzzle.array([key for keys in all_keys for key in keys])).tolist())
    for number, keys in enumerate(all_keys, 1):
        if not keys or [next(depths) for _ in keys] != [*range(len(keys))][::-1]:
            raise RouteError(f"route {number} is not a shortest route to the start of {space.place}")


def _layers_of_solutions(space: Space, routes: Sequence[Sequence[int]]) -> list[_Layer]:
    """Return the boards on all shortest solutions and their moves, by depth. Boards of depth 0 have no moves."""
    tops: dict[int, list[int]] = {}
    for route in routes:
        tops.setdefault(len(route) - 1, []).append(route[0])
    layers = []
    below = NO_KEYS
    for depth in range(max(tops, default=0), -1, -1):
        keys = np.array(sorted({*below.tolist(), *tops.get(depth, [])}), np.uint64)
        row, after, down = np.empty(0, np.int64), keys[:0], np.empty(0, np.bool_)
        if depth:
            row, after = successors(space.puzzle, keys)
            down = space.find(depth - 1, after)
        layers.append(_Layer(keys, np.searchsorted(row, np.arange(keys.size + 1)), after, down))
        below = after[down]
    return layers[::-1]


def _count_solutions(layers: list[_Layer]) -> list[dict[int, int]]:
    """Count the shortest solutions of each board, with Python integers because 64 bits may not be enough."""
    solutions = [dict.fromkeys(layers[0].keys.tolist(), 1)]
    for layer in layers[1:]:
        boards = np.repeat(layer.keys, np.diff(layer.first))[layer.down].tolist()
        counts = dict.fromkeys(layer.keys.tolist(), 0)
        for key, after in zip(boards, layer.after[layer.down].tolist(), strict=True):
            counts[key] += solutions[-1][after]
        solutions.append(counts)
    return solutions


def _measure(route: Sequence[int], layers: list[_Layer], solutions: int, bound: BoundFunction) -> Difficulty:
    """Measure the difficulty of a problem with a shortest route and the number of its shortest solutions.

    `astray` is the mean probability of a wrong move over the boards of the route before its end. The greedy player
    never takes the last move back, and has no favourite among moves that look equally good.
    """
    length = len(route) - 1
    if not length:
        return Difficulty(solutions, 0.0, 0, 0)
    moves = [layers[length - step].moves(key) for step, key in enumerate(route[:-1])]
    ends = np.cumsum([after.size for after, _ in moves])
    estimates = np.split(bound(np.concatenate([after for after, _ in moves])), ends[:-1])
    wrong = 0.0
    for step, ((after, down), estimate) in enumerate(zip(moves, estimates, strict=True)):
        free = after != np.uint64(route[step - 1]) if step else np.ones(after.size, np.bool_)
        best = free & (estimate == estimate[free].min())
        wrong += float((~down[best]).mean())
    is_forced = [int(down.sum()) == 1 for _, down in moves]
    return Difficulty(
        solutions=solutions,
        astray=wrong / length,
        forced_first=len([*takewhile(bool, is_forced)]),
        forced_last=len([*takewhile(bool, reversed(is_forced))]),
    )
