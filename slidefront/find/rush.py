"""The shipped kind `rush`: Rush Hour on N x N cells."""

from slidefront.errors import PuzzleError
from slidefront.find.kind import Cells, Kind, Question, Shape


def rush(text: str, rows: int, columns: int, metric: str, walls: int = 0) -> Kind:
    """Cars of two and three cells that move along their length, and some walls; the red one leaves to the right.

    The red car is of two cells, and the only one across in its row. The lengths of the cars of a line add up to less
    than the line.
    """
    if rows != columns:
        raise PuzzleError(f"the board of rush must be a square, not {rows}x{columns}")
    lines, red = range(rows), (rows - 1) // 2
    full = [rows - 1] * (2 * rows)
    shapes = [Shape(_car(2, across=True), "LR", _row(red, rows - 1), 2 * rows, least=1)]
    for line in lines:
        for length in (2, 3):
            if line != red:
                shapes.append(Shape(_car(length, across=True), "LR", _row(line, rows - length + 1), line, length))
            places = tuple((r, line) for r in range(rows - length + 1))
            shapes.append(Shape(_car(length, across=False), "UD", places, rows + line, length))
    if walls:
        shapes += [Shape(frozenset({(0, 0)}), "", ((r, c),), 2 * rows + 1) for r in lines for c in lines]
    limits = (*full, 1, walls)
    board = ("." * columns,) * rows
    return Kind(text, "rush", board, tuple(shapes), Question(shape=0, edges="R"), metric, limits, "clusters")


def _car(length: int, *, across: bool) -> Cells:
    return frozenset((0, i) if across else (i, 0) for i in range(length))


def _row(row: int, places: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, c) for c in range(places))
