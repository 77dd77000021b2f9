"""Slow twins of the pattern databases, with dicts and deques and without ranks."""

from collections import deque

Neighbours = tuple[tuple[int, ...], ...]
Placement = tuple[int, ...]


def pattern_distances(neighbours: Neighbours, hole: int, goal: Placement) -> dict[Placement, int]:
    """Return for each placement of some tiles the fewest of their moves from the goal, wherever the hole ends."""
    start = (goal, hole)
    cost = {start: 0}
    waiting = deque([start])
    while waiting:
        placement, at = board = waiting.popleft()
        for cell in neighbours[at]:
            counts = cell in placement
            after = (tuple(at if tile == cell else tile for tile in placement), cell)
            if cost[board] + counts < cost.get(after, 1 << 30):
                cost[after] = cost[board] + counts
                (waiting.append if counts else waiting.appendleft)(after)
    best: dict[Placement, int] = {}
    for (placement, _), moves in cost.items():
        best[placement] = min(moves, best.get(placement, moves))
    return best


def line_levels(rows: int, columns: int, hole: int, goal: Placement) -> dict[tuple[Placement, int, bool], int]:
    """Return the moves left after the next one, by placement, hole and whether that move is along the row.

    Moves along rows and along columns alternate, and each may leave the hole where it is.
    """
    cells = range(rows * columns)
    along = {
        True: [[cell for cell in cells if cell // columns == at // columns] for at in cells],
        False: [[cell for cell in cells if cell % columns == at % columns] for at in cells],
    }

    def move(placement: Placement, at: int, to: int) -> Placement:
        sign = 1 if to > at else -1
        by = sign if at // columns == to // columns else sign * columns
        carried = range(at + by, to + by, by) if at != to else ()
        return tuple(cell - by if cell in carried else cell for cell in placement)

    levels: dict[tuple[Placement, int, bool], int] = {}
    waiting: deque[tuple[Placement, int, bool, int]] = deque((goal, hole, in_row, 0) for in_row in (True, False))
    while waiting:
        placement, at, in_row, level = waiting.popleft()
        if (placement, at, in_row) in levels:
            continue
        for to in along[in_row][at]:
            after = move(placement, at, to)
            levels[after, to, in_row] = level
            waiting.append((after, to, not in_row, level + 1))
    return levels
