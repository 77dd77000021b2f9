"""All built-in puzzles and some sizes in every metric, so that tests cover new puzzles by themselves."""

from contextlib import suppress
from functools import cache
from random import Random

from slidefront.arrays import KEY_BITS
from slidefront.errors import PuzzleError
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_file import METRICS_OF_KIND
from slidefront.search.solve import solve

SIZES = ("2x4", "3x5", "2x5+2x1", "5x5", "4x6+2x1", "6x6")


def _load_all() -> dict[tuple[str, str], Puzzle]:
    puzzles = {}
    for name in [*library.names(), *SIZES]:
        for metric in METRICS_OF_KIND[load(name).kind]:
            with suppress(PuzzleError):  # the puzzle does not support the metric
                puzzles[name, metric] = load(name, metric)
    return puzzles


PUZZLES = _load_all()
"""Each puzzle in each of its metrics."""
EVERY = [*PUZZLES]
SOLVABLE = [pair for pair, puzzle in PUZZLES.items() if puzzle.goal]
_metrics = {name: [metric for other, metric in SOLVABLE if other == name] for name, _ in SOLVABLE}
IN_ONE_METRIC = [(name, metrics[number % len(metrics)]) for number, (name, metrics) in enumerate(_metrics.items())]
"""Each solvable puzzle in one metric. The metrics take turns from puzzle to puzzle."""


def solution(puzzle: Puzzle) -> Route:
    """Return a route to the goal from the end of a walk, or from half way between home and a goal of many boards.

    The route is a shortest one, except for keys of more than 64 bits, for which it is the walk itself.
    """
    if puzzle.goal.key is None:
        boards = _home_solution(puzzle.name)
        return solve(puzzle, boards[len(boards) // 2]).route
    walk = _walk(puzzle, puzzle.goal.key)
    return Route(puzzle, walk) if puzzle.key_bits > KEY_BITS else solve(puzzle, walk[0]).route


def _walk(puzzle: Puzzle, key: int) -> list[int]:
    """Walk from the goal, alternately along rows and columns, and return the keys from the end back to the goal."""
    random, keys, across = Random(1), [key], True
    for _ in range(25 if puzzle.metric == "step" else 8):
        moves = puzzle.moves(keys[-1])
        turned = [move for move in moves if (move.path in "LR") == across]
        keys.append(random.choice(turned if turned and puzzle.kind == "tiles" else moves).key)
        across = not across
    return keys[::-1]


@cache
def _home_solution(name: str) -> list[str]:
    return [*solve(name, "home").route.boards]
