"""All connected shapes that fit on a board."""

from slidefront.find.kind import Cells, at_corner


def connected_shapes(free: Cells, most: int) -> list[Cells]:
    """List the connected shapes with places on some cells, of at most so many cells: the largest first.

    Each connected set of cells is a smaller one and a neighbour, so sets are found size by size.
    """
    found: list[set[Cells]] = [set()]
    sets: set[Cells] = {frozenset([cell]) for cell in free}
    for _ in range(most):
        found.append({at_corner(one) for one in sets})
        sets = {one | {cell} for one in sets for cell in _around(one) if cell in free}
        if not sets:
            break
    return [one for same in reversed(found) for one in sorted(same, key=sorted)]


def _around(cells: Cells) -> Cells:
    near = {(r + dr, c + dc) for r, c in cells for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))}
    return frozenset(near - cells)
