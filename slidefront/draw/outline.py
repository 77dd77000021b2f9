"""The outline of a set of cells as an SVG path: a little inside the cells, with rounded corners.

╭──╮           The outline runs along the sides between a cell of the set and one outside it, clockwise, so that
│  ╰──╮        the inside is always at its right. A hole in the set is a separate loop, counterclockwise;
╰─────╯        `fill-rule: evenodd` leaves it empty.
"""

from collections.abc import Collection

from slidefront.puzzles.drawing import Cell

_Point = tuple[float, float]  # x, y
_STEP = {"R": (1, 0), "D": (0, 1), "L": (-1, 0), "U": (0, -1)}
_INSIDE = {"R": (0, 1), "D": (-1, 0), "L": (0, -1), "U": (1, 0)}  # what lies at the right of each way
_RIGHT_OF = {"R": "D", "D": "L", "L": "U", "U": "R"}
_Side = tuple[Cell, str]
"""A corner, as x and y, and the way in which a side of the outline leaves it."""


def outline(cells: Collection[Cell], cell_size: float, inset: float = 0.0, radius: float = 0.0) -> str:
    """Write the outline of cells, (row, column), as the data of a path."""
    return "".join(_rounded(_corners(loop, cell_size, inset), radius) for loop in loops(cells))


def loops(cells: Collection[Cell]) -> list[list[_Side]]:
    """List the loops around cells, each as its sides of length 1 one after the other."""
    sides = _sides(frozenset(cells))
    left = set(sides)
    found = []
    while left:
        side = min(left)
        loop = []
        while side in left:
            left.remove(side)
            loop.append(side)
            side = _next(side, sides)
        found.append(loop)
    return found


def _sides(cells: frozenset[Cell]) -> set[_Side]:
    """Find the sides that have a cell at their right and none at their left."""
    found = set()
    for row, column in cells:
        around = [((row - 1, column), (column, row), "R"), ((row, column + 1), (column + 1, row), "D")]
        around += [((row + 1, column), (column + 1, row + 1), "L"), ((row, column - 1), (column, row + 1), "U")]
        found |= {(corner, way) for other, corner, way in around if other not in cells}
    return found


def _next(side: _Side, sides: set[_Side]) -> _Side:
    """Follow the outline; where two cells touch at a corner only, stay with the same cell."""
    (x, y), way = side
    end = (x + _STEP[way][0], y + _STEP[way][1])
    right = _RIGHT_OF[way]
    left = _RIGHT_OF[_RIGHT_OF[right]]
    return next((end, turn) for turn in (right, way, left) if (end, turn) in sides)


def _corners(loop: list[_Side], cell_size: float, inset: float) -> list[_Point]:
    """Keep the corners where the way changes, each moved inside along both of its sides."""
    found = []
    for (_, before), ((x, y), way) in zip([loop[-1], *loop[:-1]], loop, strict=True):
        if before != way:
            right = _INSIDE[before][0] + _INSIDE[way][0], _INSIDE[before][1] + _INSIDE[way][1]
            found.append((x * cell_size + inset * right[0], y * cell_size + inset * right[1]))
    return found


def _rounded(corners: list[_Point], radius: float) -> str:
    """Write a closed path whose corners are quarter curves."""
    parts: list[str] = []
    for before, corner, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        enter, leave = _towards(corner, before, radius), _towards(corner, after, radius)
        parts.append(f"{'L' if parts else 'M'}{point_text(enter)}Q{point_text(corner)} {point_text(leave)}")
    return "".join(parts) + "Z"


def _towards(start: _Point, end: _Point, length: float) -> _Point:
    """Go some way from one corner towards the next, at most half of it."""
    whole = abs(end[0] - start[0]) + abs(end[1] - start[1])
    share = min(length, whole / 2) / whole
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def point_text(point: _Point) -> str:
    """Write a point in the data of a path."""
    return f"{point[0]:g} {point[1]:g}"
