"""Describe a transfer puzzle as plain data, so that another program (the page) can play it.

The data hold everything that legal moves follow from: where the hole can be, and what each move carries.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from slidefront.puzzles.transfer.frame import Frame

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_ROUNDS = 200
_STARTS = 12


def describe(puzzle: "TransferPuzzle") -> dict[str, Any]:
    """Describe a tile board or a graph puzzle."""
    frame = puzzle.frame
    return {
        "family": "transfer",
        "kind": frame.kind,
        "metric": puzzle.metric,
        "rows": frame.rows,
        "columns": frame.columns,
        "names": list(puzzle.labels.names),
        "numbered": puzzle.labels.numbered,
        "short": puzzle.labels.short,
        "cellBits": frame.cell_bits,
        "holes": [list(hole) for hole in frame.holes],
        "moves": [[one.start, one.end, one.name, [list(pair) for pair in one.carries]] for one in frame.moves],
        "home": frame.labels_of(puzzle.home),
        "goal": None if puzzle.goal.key is None else frame.labels_of(puzzle.goal.key),
        "positions": graph_positions(frame) if frame.kind == "graph" else None,
    }


def graph_positions(frame: Frame) -> list[list[float]]:
    """Place the vertices of a graph so that distances in the picture are like distances along the edges."""
    edges = sorted({(min(move.start, move.end), max(move.start, move.end)) for move in frame.moves})
    wanted = _distances(frame.cells, edges)
    random = np.random.default_rng(0)
    tries = [_settle(random.standard_normal((frame.cells, 2)), wanted) for _ in range(_STARTS)]
    best = min(tries, key=lambda places: (_crossings(places, edges), _stress(places, wanted)))
    return [[round(float(one), 3) for one in place] for place in _turn(best)]


def _distances(vertices: int, edges: list[tuple[int, int]]) -> npt.NDArray[np.float64]:
    """Count the edges between all pairs of vertices (Floyd and Warshall)."""
    found = np.full((vertices, vertices), float(max(2, vertices)))
    np.fill_diagonal(found, 0.0)
    for a, b in edges:
        found[a, b] = found[b, a] = 1.0
    for middle in range(vertices):
        found = np.minimum(found, found[:, middle, None] + found[None, middle, :])
    return found


def _settle(places: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Move the vertices until their distances fit the wanted ones (stress majorisation)."""
    count = len(places)
    weights = np.where(wanted > 0, 1.0 / np.maximum(wanted, 1e-9) ** 2, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS if count > 1 else 0):
        between = np.linalg.norm(places[:, None] - places[None], axis=2)
        ratio = np.divide(weights * wanted, between, out=np.zeros_like(between), where=between > 0)
        places = inverse @ ((np.diag(ratio.sum(axis=1)) - ratio) @ places)
    return places


def _stress(places: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]) -> float:
    between = np.linalg.norm(places[:, None] - places[None], axis=2)
    return float(np.sum(np.divide((between - wanted) ** 2, wanted**2, out=np.zeros_like(wanted), where=wanted > 0)))


def _crossings(places: npt.NDArray[np.float64], edges: list[tuple[int, int]]) -> int:
    """Count the pairs of edges that cross."""

    def side(a: int, b: int, c: int) -> bool:
        ab, ac = places[b] - places[a], places[c] - places[a]
        return bool(ab[0] * ac[1] > ab[1] * ac[0])

    return sum(
        len({a, b, c, d}) == 4 and side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
        for number, (a, b) in enumerate(edges)
        for c, d in edges[:number]
    )


def _turn(places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Turn the picture so that it is widest from left to right, vertex 0 on the left, and scale it to 0..1."""
    places = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(places, full_matrices=False)
    places = places @ axes.T
    places *= np.where(places[0] > 0, -1.0, 1.0)
    places -= places.min(axis=0)
    return np.asarray(places / max(1e-9, float(places.max())))
