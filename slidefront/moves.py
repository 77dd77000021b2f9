"""The directions of steps, the metrics of block moves, and the search of small graphs.

The puzzle families and `find` share them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)

DIRECTIONS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""How a step changes the row and the column. Tables number the directions in this order."""
STEP, SLIDE, MOVE = range(3)
METRICS = {"step": STEP, "slide": SLIDE, "move": MOVE}
"""A move takes a block by one cell, any distance in one direction, or along any path. Kernels use the numbers."""


def neighbours_of(cell: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the cells that are one step from a cell, given by row and column, on the board or next to it."""
    return {(cell[0] + down, cell[1] + right) for down, right in DIRECTIONS.values()}


def reach(starts: Iterable[Vertex], neighbours: Callable[[Vertex], Iterable[Vertex]]) -> Iterator[Vertex]:
    """Yield everything that can be reached from the starts, nearest first: a breadth-first search, item by item.

    It serves a few thousand cells, points or boards; `keys.algebra.layers_from` explores boards as arrays of keys.
    """
    waiting = [*dict.fromkeys(starts)]
    reached = {*waiting}
    for vertex in waiting:
        yield vertex
        for neighbour in neighbours(vertex):
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
