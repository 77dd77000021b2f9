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
