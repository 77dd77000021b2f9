"""The shipped kind `rush`: Rush Hour on N x N cells."""

from itertools import combinations, product

import numpy as np

from slidefront.errors import LimitError, PuzzleError
from slidefront.find.kind import Cells, Kind, Limit, Question, Shape
from slidefront.find.kit import Numbers

MOST_SIDE = 6
"""A board of seven rows has too many boards for any machine."""


def rush(text: str, rows: int, columns: int, metric: str, walls: int = 0) -> Kind:
    """Cars of two and three cells that move along their length, and some walls; the red one leaves to the right.

    The red car is of two cells, and the only one across in its row. The lengths of the cars of a line add up to less
    than the line.
    """
    if rows != columns:
        raise PuzzleError(f"the board of rush must be a square, not {rows}x{columns}")
    if rows > MOST_SIDE:
        raise LimitError(f"a whole search of rush is possible up to {MOST_SIDE}x{MOST_SIDE}, not {rows}x{columns}")
    lines, red = range(rows), _red_row(rows)
    lengths = [Limit(0, rows - 1)] * (2 * rows)
    shapes = [Shape(_car(2, across=True), "LR", _row(red, rows - 1), 2 * rows)]
    for line in lines:
        for length in (2, 3):
            if line != red:
                shapes.append(Shape(_car(length, across=True), "LR", _row(line, rows - length + 1), line, length))
            places = tuple((r, line) for r in range(rows - length + 1))
            shapes.append(Shape(_car(length, across=False), "UD", places, rows + line, length))
    if walls:
        shapes += [Shape(frozenset({(0, 0)}), "", ((r, c),), 2 * rows + 1) for r in lines for c in lines]
    return Kind(
        text=text,
        title="rush",
        rows=("." * columns,) * rows,
        shapes=tuple(shapes),
        question=Question(frozenset({0}), edges="R"),
        metric=metric,
        limits=(*lengths, Limit(1, 1), Limit(0, walls)),
        measure="clusters",
        boards=_count(rows, walls),
    )


def _count(side: int, walls: int) -> int | None:
    """Count all boards with at most so many walls; None if that takes minutes."""
    return sum(count_boards(side, some) for some in range(walls + 1)) if side < MOST_SIDE or not walls else None


def count_boards(side: int, walls: int) -> int:
    """Count all boards with so many walls, without listing their cars.

    Once it is known which cells the cars across and the walls cover, the cars of each column are free of each other.
    """
    lines = np.array(_lines(side))
    red = np.array([3 << at for at in range(side - 1)])
    down = np.array([sum(mask & line == 0 for line in lines.tolist()) for mask in range(1 << side)])
    count = 0
    for some in combinations(product(range(side), repeat=2), walls):
        walled = [sum(1 << c for r, c in some if r == row) for row in range(side)]
        across = [(red if row == _red_row(side) else lines) for row in range(side)]
        across = [options[options & mask == 0] | mask for options, mask in zip(across, walled, strict=True)]
        count += _boards_of(across, down)
    return count


def _boards_of(across: list[Numbers], down: Numbers) -> int:
    """Add up, over all choices of a mask for each row, the product of the ways to fill the columns."""
    return sum(_boards_below(int(first), across[1:], down) for first in across[0])


def _boards_below(first: int, across: list[Numbers], down: Numbers) -> int:
    side = len(across) + 1
    rows = np.array([first])
    for row, options in enumerate(across, 1):
        rows = (rows[:, None] | options << row * side).reshape(-1)
    ways = np.ones(rows.size, np.int64)
    for column in range(side):
        taken = np.zeros(rows.size, np.int64)
        for row in range(side):
            taken |= (rows >> row * side + column & 1) << row
        ways *= down[taken]
    return int(ways.sum())


def _lines(side: int) -> list[int]:
    """The masks of all ways to put cars on a line."""
    found, rest = [], [(0, 0, 0)]
    while rest:
        mask, begin, length = rest.pop()
        found.append(mask)
        for car in (2, 3):
            rest += [
                (mask | (1 << car) - 1 << at, at + car, length + car)
                for at in range(begin, side - car + 1)
                if length + car < side
            ]
    return found


def _red_row(side: int) -> int:
    return (side - 1) // 2


def _car(length: int, *, across: bool) -> Cells:
    return frozenset((0, i) if across else (i, 0) for i in range(length))


def _row(row: int, places: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, c) for c in range(places))
