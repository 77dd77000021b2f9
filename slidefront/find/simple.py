"""The shipped kind `simple`."""

from slidefront.errors import PuzzleError
from slidefront.find.counting import count_all
from slidefront.find.kind import Kind, PieceGoal, PieceShape
from slidefront.find.shapes import connected_shapes

QUESTION = PieceGoal(covers=(0, 0), edges="DR")


def simple(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Every division of a board into connected pieces and empty cells; the piece in cell 0 goes to the far corner."""
    if walls:
        raise PuzzleError("the kind simple has no walls")
    board = ("." * columns,) * rows
    divisions = count_all(rows, columns, frozenset((r, c) for r in range(rows) for c in range(columns)), most)
    shapes = tuple(map(PieceShape, connected_shapes(rows, columns)))
    return Kind(text, "simple", board, shapes, QUESTION, metric, divisions=divisions, most=most)
