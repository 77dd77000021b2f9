"""The shipped kind `rush`: Rush Hour on N x N cells."""

from itertools import combinations, product

import numpy as np

from slidefront.errors import PuzzleError
from slidefront.find.kind import Cells, Kind, Limit, PieceGoal, PieceShape
from slidefront.find.kit import Numbers

MOST_SIDE = 6
"""The largest board whose boards are counted beforehand."""


def rush(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Cars of two and three cells that move along their length, and some walls; the red one leaves to the right.

    The red car is of two cells, and the only one across in its row. The lengths of the cars of a line add up to less
    than the line.
    """
    if rows != columns:
        raise PuzzleError(f"the board of rush must be a square, not {rows}x{columns}")
    lines, red = range(rows), _red_row(rows)
    lengths = [Limit(0, rows - 1)] * (2 * rows)
    shapes = [PieceShape(_car(2, across=True), "LR", _row(red, rows - 1), 2 * rows)]
    for line in lines:
        for length in (2, 3):
            if line != red:
                shapes.append(PieceShape(_car(length, across=True), "LR", _row(line, rows - length + 1), line, length))
            places = tuple((r, line) for r in range(rows - length + 1))
            shapes.append(PieceShape(_car(length, across=False), "UD", places, rows + line, length))
    if walls:
        shapes += [PieceShape(frozenset({(0, 0)}), "", ((r, c),), 2 * rows + 1) for r in lines for c in lines]
    minutes = rows > MOST_SIDE or (rows == MOST_SIDE and walls)  # that counting would take
    return Kind(
        text=text,
        title="rush",
        rows=("." * columns,) * rows,
        shapes=tuple(shapes),
        question=PieceGoal(frozenset({0}), edges="R"),
        metric=metric,
        limits=(*lengths, Limit(1, 1), Limit(0, walls)),
        measure="clusters",
        boards=None if minutes else sum(count_boards(rows, some, most) for some in range(walls + 1)),
        most=most,
    )


def count_boards(side: int, walls: int, most: int | None = None) -> int:
    """Count all boards with so many walls, and at most so many cars, without listing their cars.

    Once it is known which cells the cars across and the walls cover, the cars of each column are free of each other.
    """
    weight, degrees = (0, 1) if most is None else (1, most + 1)  # a polynomial counts boards by their cars
    lines = np.array([(mask, weight * cars) for mask, cars in _lines(side)])
    red = np.array([(3 << at, weight) for at in range(side - 1)])
    down = np.zeros((1 << side, 1 + int(lines[:, 1].max())), np.int64)
    for taken in range(1 << side):
        np.add.at(down[taken], lines[lines[:, 0] & taken == 0, 1], 1)
    count = 0
    for some in combinations(product(range(side), repeat=2), walls):
        walled = [sum(1 << c for r, c in some if r == row) for row in range(side)]
        across = [(red if row == _red_row(side) else lines) for row in range(side)]
        across = [options[options[:, 0] & mask == 0] | (mask, 0) for options, mask in zip(across, walled, strict=True)]
        count += sum(_boards_below(first, across[1:], down, degrees) for first in across[0])
    return count


def _boards_below(first: Numbers, across: list[Numbers], down: Numbers, degrees: int) -> int:
    """Add up, over all choices of a mask for each row, the product of the ways to fill the columns."""
    side = len(across) + 1
    rows, cars = first[None, 0], first[None, 1]
    for row, options in enumerate(across, 1):
        rows = (rows[:, None] | options[:, 0] << row * side).reshape(-1)
        cars = (cars[:, None] + options[:, 1]).reshape(-1)
        rows, cars = rows[cars < degrees], cars[cars < degrees]
    ways = (cars == np.arange(degrees)[:, None]).astype(np.int64)
    for column in range(side):
        taken = np.zeros(rows.size, np.int64)
        for row in range(side):
            taken |= (rows >> row * side + column & 1) << row
        before, ways = ways, np.zeros_like(ways)
        for more, factor in enumerate(down[taken].T[:degrees]):
            ways[more:] += before[: degrees - more] * factor
    return int(ways.sum())


def _lines(side: int) -> list[tuple[int, int]]:
    """The masks of all ways to put cars on a line, and how many cars that are."""
    found, rest = [], [(0, 0, 0, 0)]
    while rest:
        mask, begin, length, cars = rest.pop()
        found.append((mask, cars))
        for car in (2, 3):
            rest += [
                (mask | (1 << car) - 1 << at, at + car, length + car, cars + 1)
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
