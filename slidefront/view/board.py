"""Draw one board as text.

┌───┬───┬───┐
│ 1 │ 2 │ 3 │
├───┼───┼───┤        the hole is left blank
│ 4 │ 5 │   │
└───┴───┴───┘
"""

import numpy as np

from slidefront.puzzles.puzzle import Puzzle
from slidefront.puzzles.transfer import TransferPuzzle


def draw(puzzle: Puzzle, key: int) -> str:
    """Draw a board the way its puzzle looks."""
    if not isinstance(puzzle, TransferPuzzle):
        return puzzle.format(key)
    labels = puzzle.cells(np.array([key], np.uint64))[0].tolist()
    return _graph(puzzle, labels) if puzzle.kind == "graph" else _tiles(puzzle, labels)


def _tiles(puzzle: TransferPuzzle, labels: list[int]) -> str:
    numbered = puzzle.labels.numbered
    names = ["" if label == 0 else str(label) if numbered else puzzle.labels.names[label] for label in labels]
    width = max(len(name) for name in names)
    columns = puzzle.frame.columns
    rows = [names[start : start + columns] for start in range(0, len(names), columns)]

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join(["─" * (width + 2)] * columns) + right

    lines = [rule("┌", "┬", "┐")]
    for number, row in enumerate(rows):
        lines.append("│" + "│".join(f" {name:>{width}} " for name in row) + "│")
        lines.append(rule("├", "┼", "┤") if number + 1 < len(rows) else rule("└", "┴", "┘"))
    return "\n".join(lines)


def _graph(puzzle: TransferPuzzle, labels: list[int]) -> str:
    """List the vertices with what stands there; the mover and where it can go are marked."""
    names = [puzzle.labels.names[label] for label in labels]
    mover = labels.index(0)
    width = max(len(name) for name in names)
    lines = []
    for vertex, name in enumerate(names):
        near = " ".join(move.name for move in puzzle.frame.moves_at(vertex))
        mark = "*" if vertex == mover else " "
        lines.append(f"{mark} vertex {vertex:>2}  {name:<{width}}  next to {near or 'nothing'}")
    return "\n".join([*lines, f"* {puzzle.labels.names[0]} moves"])
