"""A script as people who work with data write one; a test runs it, and mypy checks it strictly."""

from pathlib import Path

import numpy as np

import slidefront


def main(folder: Path) -> list[str]:
    puzzle = slidefront.load("8-puzzle")
    run = slidefront.expand(puzzle, out=folder / "run", depth=12, memory="1GiB")
    sizes = [int(layer.size) for layer in run]
    deepest = run[-1]
    board = puzzle.format(int(deepest[0]))
    solved = slidefront.solve(puzzle, [[3, 1, 2], [4, 0, 5], [6, 7, 8]], memory="1GiB")
    lines = slidefront.solve(puzzle, np.array([[3, 1, 2], [4, 0, 5], [6, 7, 8]]), metric="line").optimum
    ways = [move.way for move in solved.route] if solved.route is not None else []
    same = slidefront.load("8-puzzle") == puzzle and len({puzzle, slidefront.load("8-puzzle")}) == 1
    traced = slidefront.trace(folder / "run", board)
    middle = [int(layer.size) for layer in run[2:4]]
    texts = puzzle.strings([board, [[3, 1, 2], [4, 0, 5], [6, 7, 8]], puzzle.key("12345678_")]).tolist()
    reached = puzzle.reaches_all([board, [[2, 1, 3], [4, 0, 5], [6, 7, 8]]]).tolist()
    return [
        f"{len(run)} layers, {sum(sizes)} boards, {sizes[3]} of depth 3",
        f"{board in run} {[[3, 1, 2], [4, 0, 5], [6, 7, 8]] in run} {'12345678_' in run} {int(run[3][0]) in run}",
        f"{''.join(ways)} {lines} {len(traced)} {bool(traced)} {same}",
        f"{middle} {texts[1:]} {reached} {traced[0].way} {len(traced[-3:])}",
    ]


if __name__ == "__main__":
    print("\n".join(main(Path())))
