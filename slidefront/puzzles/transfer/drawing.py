"""How boards of transfer puzzles look: tiles on a grid, or labels on a graph whose vertices get positions here.

A puzzle file says which vertices are joined, not where they lie. The layout tries to make the distance of two vertices
on the paper the number of edges between them: it moves one vertex after another to where its distances fit best
(stress majorization), from several circles, and keeps the layout with the fewest crossings.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from slidefront.puzzles.drawing import Drawing, DrawnGraph, DrawnPiece
from slidefront.puzzles.labels import Labels
from slidefront.puzzles.transfer.frame import Frame

_Points = npt.NDArray[np.float64]
_Edges = tuple[tuple[int, int], ...]
_TRIES = 12
_EFFORT = 480  # vertices times layouts that are tried: large graphs get fewer
_ROUNDS = 80
_NEAREST = 0.95


def drawing_of(frame: Frame, labels: Labels, board: Sequence[int]) -> Drawing:
    """Describe a board, given as the label in each cell."""
    pieces = tuple(
        DrawnPiece(labels.names[label], _shown(labels, label), frozenset({divmod(cell, frame.columns)}))
        for cell, label in enumerate(board)
        if label or not frame.is_grid
    )
    if frame.is_grid:
        return Drawing(frame.rows, frame.columns, pieces)
    edges = edges_of(frame)
    return Drawing(1, frame.cells, pieces, graph=DrawnGraph(layout(frame.cells, edges), edges, labels.names[0]))


def _shown(labels: Labels, label: int) -> str:
    return str(label) if labels.numbered and label else labels.names[label]


def edges_of(frame: Frame) -> _Edges:
    """List the edges of a graph, each once."""
    return tuple(sorted({(min(move.start, move.end), max(move.start, move.end)) for move in frame.moves}))


@cache
def layout(vertices: int, edges: _Edges) -> tuple[tuple[float, float], ...]:
    """Place the vertices of a graph; the same graph always gets the same layout."""
    apart = _distances(vertices, edges)
    random = np.random.default_rng(0)
    tries = max(2, min(_TRIES, _EFFORT // vertices))
    orders = [np.arange(vertices), *(random.permutation(vertices) for _ in range(tries - 1))]
    tried = [_relax(_circle(order), apart) for order in orders]
    best = min(tried, key=lambda points: (_crossings(points, edges), round(_stress(points, apart), 6)))
    best = _turned(best)
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in best)


def _distances(vertices: int, edges: _Edges) -> _Points:
    """Count the edges between all vertices; parts that are not joined lie a little farther apart."""
    apart = np.full((vertices, vertices), np.inf)
    np.fill_diagonal(apart, 0)
    for one, other in edges:
        apart[one, other] = apart[other, one] = 1
    for via in range(vertices):
        apart = np.minimum(apart, apart[:, via, None] + apart[None, via, :])
    longest = apart[np.isfinite(apart)].max()
    return np.where(np.isfinite(apart), apart, longest + 1)


def _circle(order: npt.NDArray[np.int64]) -> _Points:
    angle = 2 * np.pi * np.argsort(order) / order.size
    return np.column_stack([np.cos(angle), np.sin(angle)]) * order.size / 5


def _relax(points: _Points, apart: _Points) -> _Points:
    """Move each vertex, in turn, to where its distances to the others fit best."""
    weight = 1 / np.where(apart > 0, apart, 1) ** 2
    np.fill_diagonal(weight, 0)
    for _ in range(_ROUNDS if len(points) > 1 else 0):
        for vertex in range(len(points)):
            away = points[vertex] - points
            length = np.maximum(np.hypot(*away.T), 1e-6)
            wished = points + away * (apart[vertex] / length)[:, None]
            points[vertex] = (weight[vertex, :, None] * wished).sum(axis=0) / weight[vertex].sum()
    return points


def _stress(points: _Points, apart: _Points) -> float:
    return float((((_lengths(points) - apart) / np.where(apart > 0, apart, 1)) ** 2).sum())


def _crossings(points: _Points, edges: _Edges) -> int:
    """Count the pairs of edges that cross."""

    def side(a: int, b: int, c: int) -> bool:
        (x, y), (to_x, to_y) = points[b] - points[a], points[c] - points[a]
        return bool(x * to_y > y * to_x)

    pairs = ((*one, *other) for one, other in combinations(edges, 2) if len({*one, *other}) == 4)
    return sum(side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b) for a, b, c, d in pairs)


def _turned(points: _Points) -> _Points:
    """Turn a layout so that its long side lies flat and vertex 0 is at the left, above; put its corner at (0, 0)."""
    points = points - points.mean(axis=0)
    if len(points) > 2:
        _, axes = np.linalg.eigh(points.T @ points)
        points = points @ axes[:, ::-1]
    points = points * np.where(points[0] > 0, -1, 1)
    length = _lengths(points)
    np.fill_diagonal(length, np.inf)
    return np.asarray((points - points.min(axis=0)) * max(1.0, _NEAREST / length.min()))


def _lengths(points: _Points) -> _Points:
    """Find how far all vertices are from each other on the paper."""
    return np.asarray(np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)))
