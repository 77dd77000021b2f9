"""Slow twins of the pattern databases: dicts, deques, and no ranks."""

from collections import deque

Neighbours = tuple[tuple[int, ...], ...]
Placement = tuple[int, ...]


def pattern_distances(neighbours: Neighbours, hole: int, goal: Placement) -> dict[Placement, int]:
    """For each placement of some tiles, how many of their moves lead from the goal to it, wherever the hole ends."""
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
    """For each placement, hole, and whether the next move is along the row: the moves that are left after that one.

    The next move may also leave the hole where it is, and so may all that follow; they alternate.
    """
    cells = range(rows * columns)
    along = {
        True: [[cell for cell in cells if cell // columns == at // columns] for at in cells],
        False: [[cell for cell in cells if cell % columns == at % columns] for at in cells],
    }

    def move(placement: Placement, at: int, to: int) -> Placement:
        way = 1 if to > at else -1
        by = way if at // columns == to // columns else way * columns
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
