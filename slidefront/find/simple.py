"""The shipped kind `simple`."""

from slidefront.find.kind import Kind, Question, Shape
from slidefront.find.shapes import connected_shapes


def simple(rows: int, columns: int) -> Kind:
    """Every division of a board into connected pieces and empty cells; the piece in cell 0 goes to the far corner."""
    board = ("." * columns,) * rows
    free = frozenset((r, c) for r in range(rows) for c in range(columns))
    shapes = tuple(Shape(cells) for cells in connected_shapes(free, len(free)))
    return Kind("simple", board, shapes, Question(start=(0, 0), edges="DR"))
