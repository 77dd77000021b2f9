"""How transfer puzzles look: tiles on a grid, or labels on a graph, whose vertices get positions here.

A puzzle file has the edges of a graph, but no positions. The layout tries to make the distance of two vertices on the
page equal to the number of edges between them. It starts with a projection (multidimensional scaling), and then moves
one vertex after another to the place where its distances fit best (stress majorization).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from slidefront.puzzles.capabilities import Drawing, DrawnGraph, DrawnPiece
from slidefront.puzzles.frame import Frame, shortest_distances
from slidefront.puzzles.transfer.notation import Labels

_Points = npt.NDArray[np.float64]
_Edges = tuple[tuple[int, int], ...]
_ROUNDS = 80
_NEAREST = 0.95


def drawing_of(frame: Frame, labels: Labels, board: Sequence[int]) -> Drawing:
    """Describe a board, given as the label in each cell."""
    pieces = tuple(
        DrawnPiece(labels.in_decimals[label], frozenset({divmod(cell, frame.columns)}))
        for cell, label in enumerate(board)
        if label or not frame.is_grid
    )
    if frame.is_grid:
        return Drawing(frame.rows, frame.columns, pieces)
    edges = edges_of(frame)
    return Drawing(1, frame.cells, pieces, graph=DrawnGraph(place_vertices(frame.cells, edges), edges, labels.names[0]))


def edges_of(frame: Frame) -> _Edges:
    """List the edges of a graph, each once."""
    return tuple(sorted({(min(move.start, move.end), max(move.start, move.end)) for move in frame.moves}))


@cache
def place_vertices(vertices: int, edges: _Edges) -> tuple[tuple[float, float], ...]:
    """Place the vertices of a graph; the same graph always gets the same layout."""
    if vertices == 1:
        return ((0.0, 0.0),)
    apart = _distances(vertices, edges)
    points = _turned(_relax(_projected(apart), apart))
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in points)


def _distances(vertices: int, edges: _Edges) -> _Points:
    """Count the edges between all vertices; parts that are not joined lie a little farther apart."""
    apart = np.full((vertices, vertices), np.inf)
    for start, end in edges:
        apart[start, end] = apart[end, start] = 1
    apart = shortest_distances(apart)
    longest = apart[np.isfinite(apart)].max()
    return np.where(np.isfinite(apart), apart, longest + 1)


def _projected(apart: _Points) -> _Points:
    """Place vertices where their distances fit best in a space of more dimensions, seen from its longest sides.

    A little noise separates vertices that would fall on one point.
    """
    centre = np.eye(len(apart)) - 1 / len(apart)
    lengths, sides = np.linalg.eigh(-centre @ apart**2 @ centre / 2)
    seen = sides[:, -2:] * np.sqrt(np.maximum(lengths[-2:], 0))
    return np.asarray(seen + np.random.default_rng(0).normal(0, 0.01, seen.shape))


def _relax(points: _Points, apart: _Points) -> _Points:
    """Move each vertex, in turn, to where its distances to the others fit best."""
    weight = 1 / np.where(apart > 0, apart, 1) ** 2
    np.fill_diagonal(weight, 0)
    for _ in range(_ROUNDS):
        for vertex in range(len(points)):
            away = points[vertex] - points
            length = np.maximum(np.hypot(*away.T), 1e-6)
            wished = points + away * (apart[vertex] / length)[:, None]
            points[vertex] = (weight[vertex, :, None] * wished).sum(axis=0) / weight[vertex].sum()
    return points


def _turned(points: _Points) -> _Points:
    """Turn a layout so that its long side lies flat and vertex 0 is at the left, above; put its corner at (0, 0)."""
    points = points - points.mean(axis=0)
    if len(points) > 2:
        _, axes = np.linalg.eigh(points.T @ points)
        points = points @ axes[:, ::-1]
    points = points * np.where(points[0] > 0, -1, 1)
    length = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(length, np.inf)
    return np.asarray((points - points.min(axis=0)) * max(1.0, _NEAREST / length.min()))
