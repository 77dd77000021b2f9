"""All connected shapes that fit on a board, and the shipped kind `simple`, which has all of them."""

from slidefront.errors import PuzzleError
from slidefront.find.counting import count_all
from slidefront.find.kind import Cells, Kind, PieceGoal, PieceShape

QUESTION = PieceGoal(covers=(0, 0), edges="DR")


def connected_shapes(rows: int, columns: int, largest: int = 64) -> list[Cells]:
    """List the connected shapes of at most so many cells that fit on a rectangle, the largest first.

    Each connected set of cells is a smaller one and a neighbour, so sets are found size by size.
    """
    near = [_near(cell, rows, columns) for cell in range(rows * columns)]
    found: list[list[int]] = []
    sets = {1 << cell: near[cell] for cell in range(rows * columns)}
    while sets and len(found) < largest:
        top, left = (1 << columns) - 1, sum(1 << row * columns for row in range(rows))
        found.append(sorted(one for one in sets if one & top and one & left))
        larger = {}
        for one, around in sets.items():
            rest = around
            while rest:
                bit = rest & -rest
                rest ^= bit
                if one | bit not in larger:
                    larger[one | bit] = (around | near[bit.bit_length() - 1]) & ~(one | bit)
        sets = larger
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    return [
        frozenset(cell for number, cell in enumerate(cells) if one >> number & 1)
        for same in reversed(found)
        for one in same
    ]


def _near(cell: int, rows: int, columns: int) -> int:
    r, c = divmod(cell, columns)
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return sum(1 << y * columns + x for y, x in around if 0 <= y < rows and 0 <= x < columns)


def simple(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Every division of a board into connected pieces and empty cells; the piece in cell 0 goes to the far corner."""
    if walls:
        raise PuzzleError("the kind simple has no walls")
    board = ("." * columns,) * rows
    divisions = count_all(rows, columns, frozenset((r, c) for r in range(rows) for c in range(columns)), most)
    shapes = tuple(map(PieceShape, connected_shapes(rows, columns)))
    return Kind(text, "simple", board, shapes, QUESTION, metric, divisions=divisions, most=most)
