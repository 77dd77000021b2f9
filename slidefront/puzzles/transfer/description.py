"""Describe a transfer puzzle as plain data, so that another program (the page) can play it.

The data hold everything that legal moves follow from: where the hole can be, and what each move carries.
"""

from typing import Any

from slidefront.puzzles.transfer.drawing import edges_of, layout
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.frame import Frame


def describe(puzzle: TransferEncoding) -> dict[str, Any]:
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
        "positions": None if frame.is_grid else _positions(frame),
    }


def _positions(frame: Frame) -> list[list[float]]:
    """Give the vertices of a graph the places that they have in pictures, scaled to 0..1."""
    points = layout(frame.cells, edges_of(frame))
    largest = max(max(point) for point in points) or 1.0
    return [[round(x / largest, 3), round(y / largest, 3)] for x, y in points]
