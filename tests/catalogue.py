"""Every puzzle of the library and some sizes, in every metric: lists for tests, so that no new one is forgotten."""

from functools import cache
from random import Random

from slidefront.arrays import KEY_BITS
from slidefront.errors import PuzzleError
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_file import METRICS
from slidefront.search.solve import solve

SIZES = ("2x4", "3x5", "2x5+2x1", "5x5", "4x6+2x1", "6x6")
_AWAY = 25


def _loaded(name: str, metric: str) -> Puzzle | None:
    try:
        return load(name, metric)
    except PuzzleError:
        return None


def _every() -> dict[tuple[str, str], Puzzle]:
    names = [*library.names(), *SIZES]
    pairs = [(name, metric) for name in names for metric in METRICS[load(name).kind]]
    found = {pair: _loaded(*pair) for pair in pairs}
    return {pair: puzzle for pair, puzzle in found.items() if puzzle}


PUZZLES = _every()
EVERY = [*PUZZLES]
"""Each puzzle with each of its metrics."""
SOLVABLE = [pair for pair, puzzle in PUZZLES.items() if puzzle.goal]
"""Those with a goal."""


def _in_one_metric() -> list[tuple[str, str]]:
    """Take the metrics of each kind in turn, from one puzzle to the next."""
    metrics: dict[str, list[str]] = {}
    for name, metric in SOLVABLE:
        metrics.setdefault(name, []).append(metric)
    return [(name, found[number % len(found)]) for number, (name, found) in enumerate(metrics.items())]


IN_ONE_METRIC = _in_one_metric()
"""Each of those once, with the metrics in turn."""


def solution(puzzle: Puzzle) -> Route:
    """Find a route to the goal: from the end of a walk, or from half way between home and a goal of many boards.

    It is a shortest one, except for keys of more than 64 bits: there it is the walk itself.
    """
    if puzzle.goal.key is None:
        return solve(puzzle, _half_way(puzzle.name)).route
    walk = _walk(puzzle, puzzle.goal.key)
    return Route(puzzle, walk) if puzzle.key_bits > KEY_BITS else solve(puzzle, walk[0]).route


def _walk(puzzle: Puzzle, key: int) -> list[int]:
    """Walk from the goal, in turn along rows and columns, and list the boards from the last one back to the goal."""
    random, keys, across = Random(1), [key], True
    for _ in range(_AWAY if puzzle.metric == "step" else _AWAY // 3):
        moves = puzzle.moves(keys[-1])
        turned = [move for move in moves if (move.path in "LR") == across]
        keys.append(random.choice(turned if turned and puzzle.kind == "tiles" else moves).key)
        across = not across
    return keys[::-1]


@cache
def _half_way(name: str) -> str:
    boards = solve(name, "home").route.boards
    return boards[len(boards) // 2]
