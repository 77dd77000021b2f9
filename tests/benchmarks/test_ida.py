"""What IDA* costs: the 15-puzzle, 20 random boards, each solved and proved on one thread."""

import time
from statistics import mean, median

import numpy as np
import pytest

from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.search.depth_first.ida import ida

pytestmark = pytest.mark.bench
BOARDS = 20


def random_boards(puzzle: Puzzle, count: int) -> list[int]:
    """Boards drawn from all that can be reached, each as likely as any other."""
    random = np.random.default_rng(15)
    found: list[int] = []
    while len(found) < count:
        key = puzzle.frame.key_of(random.permutation(16).tolist())
        if puzzle.theory.connects(puzzle.home, key):
            found.append(key)
    return found


def test_random_boards_of_the_15_puzzle(say):
    puzzle = load("15-puzzle")
    boards = random_boards(puzzle, BOARDS)
    ida(puzzle, puzzle.successors(puzzle.home)[0].key)  # so that kernels are loaded
    seconds, results = [], []
    for board in boards:
        began = time.perf_counter()
        results.append(ida(puzzle, board))
        seconds.append(time.perf_counter() - began)
    assert all(result.route for result in results)
    nodes = [result.generated for result in results]
    moves = [result.at_least or 0 for result in results]
    say(
        f"15-puzzle, {BOARDS} random boards of {min(moves)} to {max(moves)} moves (mean {mean(moves):.2f}): "
        f"mean {mean(seconds):.3f} s, median {median(seconds):.3f}, longest {max(seconds):.2f}; "
        f"mean {mean(nodes):,.0f} nodes, {sum(seconds) / sum(nodes) * 1e9:.1f} ns each"
    )


@pytest.mark.parametrize(("name", "metric"), [("klotski", "move"), ("rush-hour-93", "slide"), ("mural", "step")])
def test_block_puzzles(name, metric, say):
    puzzle = load(name, metric)
    ida(puzzle, puzzle.home, max_depth=9)
    began = time.perf_counter()
    result = ida(puzzle, puzzle.home)
    seconds = time.perf_counter() - began
    assert result.at_least == puzzle.optimum[metric]
    say(
        f"{name}, {metric}: {result.at_least} moves, {len(result.rounds)} rounds, {seconds:.2f} s, "
        f"{result.generated:,} nodes, {seconds / result.generated * 1e9:.0f} ns each"
    )
