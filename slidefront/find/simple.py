"""The shipped kind `simple`."""

from slidefront.errors import LimitError, PuzzleError
from slidefront.find.counting import count_divisions
from slidefront.find.kind import Kind, Question, Shape
from slidefront.find.shapes import connected_shapes

MOST_PLACEMENTS = 10**11
"""More would take days, and their shapes much memory."""


def simple(text: str, rows: int, columns: int, metric: str, walls: int = 0) -> Kind:
    """Every division of a board into connected pieces and empty cells; the piece in cell 0 goes to the far corner."""
    if walls:
        raise PuzzleError("the kind simple has no walls")
    board = ("." * columns,) * rows
    free = frozenset((r, c) for r in range(rows) for c in range(columns))
    divisions = count_divisions(rows, columns, free)
    placements = sum(divisions.values())
    if placements > MOST_PLACEMENTS:
        raise LimitError(
            f"{rows}x{columns} has {placements:,} placements, and a whole search takes at most {MOST_PLACEMENTS:,}: "
            f"choose a smaller board"
        )
    shapes = tuple(map(Shape, connected_shapes(rows, columns)))
    return Kind(text, "simple", board, shapes, Question(start=(0, 0), edges="DR"), metric, divisions=divisions)
