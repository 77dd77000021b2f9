"""Count all divisions of a board into connected pieces and empty cells, without listing one.

Cells are decided row by row. What matters of the decided cells is the last one of each column: which of these belong to
the same piece already, and which of their pieces may not become one, because a cell was put beside another and kept
apart. Two pieces that are one in the end and touch are never kept apart, so no division is counted twice.

    A A .     the last cells are B, A, and an empty one, and the next cell is below the empty one;
    B A ?     B and A were kept apart
"""

from collections import Counter
from collections.abc import Iterator

from slidefront.errors import LimitError

State = tuple[tuple[int, ...], frozenset[tuple[int, int]]]
"""For each column the piece of its last cell, 0 if that is empty; and the pairs of pieces that are kept apart."""


MOST_PLACEMENTS = 10**11
"""More would take days."""
MOST_SHAPES = 10**6
"""More would take much memory. A shape is a piece alone on the board."""


def count_all(rows: int, columns: int, free: frozenset[tuple[int, int]], most: int | None = None) -> dict[int, int]:
    """Count the divisions of a board into at most so many pieces; refuse too many."""
    divisions = count_divisions(rows, columns, free)
    if divisions.get(1, 0) > MOST_SHAPES:
        what = f"{divisions[1]:,} places for a first piece, and a search takes at most {MOST_SHAPES:,}"
        raise LimitError(f"{rows}x{columns} has {what}: choose a smaller board")
    divisions = {pieces: count for pieces, count in divisions.items() if most is None or pieces <= most}
    placements = sum(divisions.values())
    if placements > MOST_PLACEMENTS:
        what = f"{placements:,} placements, and a search takes at most {MOST_PLACEMENTS:,}"
        raise LimitError(f"{rows}x{columns} has {what}: choose a smaller board, or fewer pieces", "most")
    return divisions


def count_divisions(rows: int, columns: int, free: frozenset[tuple[int, int]]) -> dict[int, int]:
    """Count the divisions of the free cells of a board, by the number of pieces."""
    states: dict[State, Counter[int]] = {((0,) * columns, frozenset()): Counter({0: 1})}
    for r in range(rows):
        for c in range(columns):
            after: dict[State, Counter[int]] = {}
            for (last, apart), ways in states.items():
                left = last[c - 1] if c else 0
                choices = _choices(last[c], left, max(last) + 1, apart) if (r, c) in free else [(0, (apart, None), 0)]
                for new, kept, pieces in choices:
                    state = _next(last, c, new, kept)
                    found = after.setdefault(state, Counter())
                    for number, count in ways.items():
                        found[number + pieces] += count
            states = after
    total: Counter[int] = Counter()
    for ways in states.values():
        total.update(ways)
    return dict(sorted(total.items()))


Kept = tuple[frozenset[tuple[int, int]], tuple[int, int] | None]


def _choices(up: int, left: int, new: int, apart: frozenset[tuple[int, int]]) -> Iterator[tuple[int, Kept, int]]:
    """List the pieces of the next cell, what is kept apart or becomes one, and how many pieces more there are."""
    yield 0, (apart, None), 0
    around = {piece for piece in (up, left) if piece}
    yield new, (apart | {_pair(new, piece) for piece in around}, None), 1
    for piece in around:
        yield piece, (apart | {_pair(piece, other) for other in around - {piece}}, None), 0
    if len(around) == 2 and _pair(up, left) not in apart:
        yield up, (apart, (left, up)), -1


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _next(last: tuple[int, ...], column: int, new: int, kept: Kept) -> State:
    """Put a cell in its column, and number the pieces in the order of the columns."""
    apart, one = kept
    cells = [*last[:column], new, *last[column + 1 :]]
    if one is not None:
        cells = [one[1] if piece == one[0] else piece for piece in cells]
        apart = frozenset(_pair(*(one[1] if piece == one[0] else piece for piece in pair)) for pair in apart)
    numbers = {0: 0}
    for piece in cells:
        numbers.setdefault(piece, len(numbers))
    pairs = frozenset(_pair(numbers[a], numbers[b]) for a, b in apart if a in numbers and b in numbers)
    return tuple(numbers[piece] for piece in cells), pairs
