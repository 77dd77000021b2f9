"""Solve 1,000 random boards on 8 threads of one process, as a web service does, and print how long each call took.

The boards of the 8-, 11- and 15-puzzle alternate. `slidefront.prepare` loads kernels and databases before the first
call. Run as `python -m tools.benchmarks.latency`; `make bench` has it as a row.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from random import Random

import slidefront
from slidefront.executors.budget import Resources

PUZZLES = ("8-puzzle", "11-puzzle", "15-puzzle")
CALLS, THREADS = 1000, 8


def boards() -> list[tuple[slidefront.Puzzle, int]]:
    """Draw solvable boards with equal probability, of each puzzle in turn."""
    drawn = []
    for puzzle in map(slidefront.load, PUZZLES):
        keys = puzzle.theory.random_boards(Random(0), 4 * CALLS)
        assert keys is not None
        drawn.append([(puzzle, key) for key in keys[puzzle.theory.joins(puzzle.home, keys) == 1].tolist()])
    return [next(one) for one, _ in zip(cycle(map(iter, drawn)), range(CALLS), strict=False)]


def seconds_of(board: tuple[slidefront.Puzzle, int]) -> float:
    """Solve a board on one thread."""
    began = time.perf_counter()
    assert slidefront.solve(*board, resources=Resources(threads=1)).status == "optimal"
    return time.perf_counter() - began


def main() -> None:
    """Measure all calls, and print the median, the 95th percentile and the maximum of each puzzle in milliseconds."""
    asked = boards()
    for name in PUZZLES:
        slidefront.prepare(name)
    with ThreadPoolExecutor(THREADS) as pool:
        seconds = [*pool.map(seconds_of, asked)]
    rows = {}
    for number, name in enumerate(PUZZLES):
        took = sorted(1000 * one for one in seconds[number :: len(PUZZLES)])
        rows[name] = {"median": took[len(took) // 2], "95%": took[95 * len(took) // 100], "maximum": took[-1]}
    print(json.dumps({name: {what: round(ms, 2) for what, ms in row.items()} for name, row in rows.items()}))


if __name__ == "__main__":
    main()
