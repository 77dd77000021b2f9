"""Count the boards of a kind in advance, without listing them.

`count_divisions` counts the divisions of a board into connected pieces and empty cells. It decides the cells row by
row, and keeps for each column only the last decided cell:

    A A .     The last cells are B, A and an empty cell; the next cell ? is below the empty cell.
    B A ?     A and B were kept apart, because two cells that touch belong to different pieces.

A state consists of the pieces of these last cells, and of the pairs of pieces that are kept apart. Two parts of a piece
that join later are never kept apart, so every division is counted once.

`count_boards` counts the boards of rush. As soon as the cells of walls and of cars across are chosen, the cars of each
column are independent of the other columns.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from slidefront.arrays import Numbers
from slidefront.errors import LimitError

Pairs = frozenset[tuple[int, int]]
CountingState = tuple[tuple[int, ...], Pairs]
"""For each column the piece of its last cell, 0 if that is empty; and the pairs of pieces that are kept apart."""
MOST_PLACEMENTS = 10**11
"""More placements would take days."""
MOST_SHAPES = 10**6
"""More shapes would take much memory. A shape is a piece alone on the board."""


def count_all(rows: int, columns: int, free: frozenset[tuple[int, int]], most: int | None = None) -> dict[int, int]:
    """Count the divisions of a board into at most `most` pieces; raise LimitError if they are too many to search."""
    divisions = count_divisions(rows, columns, free)
    if divisions.get(1, 0) > MOST_SHAPES:
        what = f"{divisions[1]:,} places for a first piece, but a search supports at most {MOST_SHAPES:,}"
        raise LimitError(f"{rows}x{columns} has {what}: choose a smaller board")
    divisions = {pieces: count for pieces, count in divisions.items() if most is None or pieces <= most}
    placements = sum(divisions.values())
    if placements > MOST_PLACEMENTS:
        what = f"{placements:,} placements, and a search takes at most {MOST_PLACEMENTS:,}"
        raise LimitError(f"{rows}x{columns} has {what}: choose a smaller board, or fewer pieces", "most")
    return divisions


def count_divisions(rows: int, columns: int, free: frozenset[tuple[int, int]]) -> dict[int, int]:
    """Count the divisions of the free cells of a board, by the number of pieces."""
    states: dict[CountingState, Counter[int]] = {((0,) * columns, frozenset()): Counter({0: 1})}
    for cell in product(range(rows), range(columns)):
        after: dict[CountingState, Counter[int]] = {}
        for state, counts in states.items():
            for next_state, more_pieces in _choices(state, cell[1]) if cell in free else [_emptied(state, cell[1])]:
                counts_after = after.setdefault(next_state, Counter())
                for pieces, count in counts.items():
                    counts_after[pieces + more_pieces] += count
        states = after
    total: Counter[int] = Counter()
    for counts in states.values():
        total.update(counts)
    return dict(sorted(total.items()))


def _choices(state: CountingState, column: int) -> Iterator[tuple[CountingState, int]]:
    """List the possible states after the next cell, each with the change of the number of pieces."""
    last, apart = state
    up, left, new = last[column], last[column - 1] if column else 0, max(last) + 1
    neighbours = {piece for piece in (up, left) if piece}
    yield _emptied(state, column)
    yield _state(last, column, new, apart | {_pair(new, piece) for piece in neighbours}), 1
    for piece in neighbours:
        yield _state(last, column, piece, apart | {_pair(piece, other) for other in neighbours - {piece}}), 0
    if len(neighbours) == 2 and _pair(up, left) not in apart:  # the cell joins both pieces
        joined = tuple(up if piece == left else piece for piece in last)
        pairs = frozenset(_pair(*(up if piece == left else piece for piece in pair)) for pair in apart)
        yield _state(joined, column, up, pairs), -1


def _emptied(state: CountingState, column: int) -> tuple[CountingState, int]:
    return _state(state[0], column, 0, state[1]), 0


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _state(last: tuple[int, ...], column: int, piece: int, apart: Pairs) -> CountingState:
    """Return the state after a cell, with the pieces numbered in the order of the columns."""
    cells = [*last[:column], piece, *last[column + 1 :]]
    numbers = {0: 0}
    for other in cells:
        numbers.setdefault(other, len(numbers))
    pairs = frozenset(_pair(numbers[a], numbers[b]) for a, b in apart if a in numbers and b in numbers)
    return tuple(numbers[other] for other in cells), pairs


def red_row(side: int) -> int:
    """Return the row of the red car."""
    return (side - 1) // 2


def count_boards(side: int, walls: int, most: int | None = None) -> int:
    """Count the boards of rush with a number of walls, and at most `most` cars."""
    weight, degrees = (0, 1) if most is None else (1, most + 1)  # a polynomial counts boards by their cars
    lines = np.array([(mask, weight * cars) for mask, cars in _lines(side)])
    red = np.array([(3 << column, weight) for column in range(side - 1)])
    down = np.zeros((1 << side, 1 + int(lines[:, 1].max())), np.int64)
    for taken in range(1 << side):
        np.add.at(down[taken], lines[lines[:, 0] & taken == 0, 1], 1)
    count = 0
    for wall_cells in combinations(product(range(side), repeat=2), walls):
        walled = [sum(1 << c for r, c in wall_cells if r == row) for row in range(side)]
        across = [(red if row == red_row(side) else lines) for row in range(side)]
        across = [options[options[:, 0] & mask == 0] | (mask, 0) for options, mask in zip(across, walled, strict=True)]
        count += sum(_boards_below(first, across[1:], down, degrees) for first in across[0])
    return count


def _boards_below(first: Numbers, across: list[Numbers], down: Numbers, degrees: int) -> int:
    """Add up, over all choices of a mask for each row, the number of ways to fill all columns with cars."""
    side = len(across) + 1
    rows, cars = first[None, 0], first[None, 1]
    for row, options in enumerate(across, 1):
        rows = (rows[:, None] | options[:, 0] << row * side).reshape(-1)
        cars = (cars[:, None] + options[:, 1]).reshape(-1)
        rows, cars = rows[cars < degrees], cars[cars < degrees]
    counts = (cars == np.arange(degrees)[:, None]).astype(np.int64)
    for column in range(side):
        taken = np.zeros(rows.size, np.int64)
        for row in range(side):
            taken |= (rows >> row * side + column & 1) << row
        before, counts = counts, np.zeros_like(counts)
        for more, factor in enumerate(down[taken].T[:degrees]):
            counts[more:] += before[: degrees - more] * factor
    return int(counts.sum())


def _lines(side: int) -> list[tuple[int, int]]:
    """List all ways to put cars on a line, as the mask of their cells and the number of cars."""
    lines, waiting = [], [(0, 0, 0, 0)]
    while waiting:
        mask, begin, length, cars = waiting.pop()
        lines.append((mask, cars))
        for car in (2, 3):
            waiting += [
                (mask | (1 << car) - 1 << column, column + car, length + car, cars + 1)
                for column in range(begin, side - car + 1)
                if length + car < side
            ]
    return lines
