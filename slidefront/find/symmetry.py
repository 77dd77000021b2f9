"""The symmetries of a kind: those of its board that map shapes to shapes with the same rules."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from slidefront.find.kind import WAYS, Cell, Cells, Kind, PieceShape
from slidefront.find.kit import Numbers


class Symmetry:
    """A symmetry of a rectangle: perhaps transpose it, then perhaps mirror its rows and columns."""

    shapes: Numbers
    """The image of each shape of the kind."""

    def __init__(self, size: Cell, *, transpose: bool, down: bool, across: bool) -> None:
        self._last = [side - 1 for side in (size[::-1] if transpose else size)]
        self._down, self._across, self._transpose = down, across, transpose

    def cell(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        r, c = cell[::-1] if self._transpose else cell
        return self._last[0] - r if self._down else r, self._last[1] - c if self._across else c

    def cells(self, cells: Iterable[Cell]) -> Cells:
        """Return the image of some cells."""
        return frozenset(map(self.cell, cells))

    def masks(self, masks: Numbers, columns: int) -> Numbers:
        """Return the images of some masks of a board that this symmetry maps to itself."""
        image = np.zeros_like(masks)
        for r, c in product(range(self._last[0] + 1), range(self._last[1] + 1)):
            to_r, to_c = self.cell((r, c))
            image |= (masks >> r * columns + c & 1) << to_r * columns + to_c
        return image

    def way(self, way: str) -> str:
        """Return the image of a way."""
        (r, c), (top, left) = self.cell(WAYS[way]), self.cell((0, 0))
        return next(name for name, step in WAYS.items() if step == (r - top, c - left))


def symmetries_of(kind: Kind, masks: Numbers) -> list[Symmetry]:
    """List the symmetries of a kind, the identity first; `masks` has the shapes at the upper left corner."""
    rows, columns = kind.size
    same = Symmetry(kind.size, transpose=False, down=False, across=False)
    same.shapes = np.arange(masks.size)
    names = _names(kind, same, masks)
    order = np.argsort(names)
    if not kind.symmetric:
        return [same]
    if any(shape.places is not None for shape in kind.shapes) or (np.diff(names[order]) == 0).any():
        return [same]  # a shape has places of its own, or two shapes differ in their name only
    found = [same]
    for transpose, down, across in [*product((False, True), repeat=3)][1:]:
        one = Symmetry(kind.size, transpose=transpose, down=down, across=across)
        if one.cells(kind.free) != kind.free or (transpose and rows != columns):
            continue
        wanted = _names(kind, one, masks)
        at = np.minimum(np.searchsorted(names[order], wanted), names.size - 1)
        one.shapes = order[at]
        if (names[one.shapes] == wanted).all():
            found.append(one)
    return found


def _names(kind: Kind, one: Symmetry, masks: Numbers) -> Numbers:
    """For the image of each shape, a number that tells its cells and its rules."""
    rows, columns = kind.size
    image = one.masks(masks, columns)
    for _ in range(rows):
        image = np.where(image & (1 << columns) - 1 == 0, image >> columns, image)
    for _ in range(columns):
        image = np.where(image & sum(1 << row * columns for row in range(rows)) == 0, image >> 1, image)
    rules = [_rule(kind, shape, shape.ways) for shape in kind.shapes]
    known = {rule: number for number, rule in enumerate(dict.fromkeys(rules))}
    different = {shape[1:]: shape for shape in kind.shapes}
    images = {rest: _rule(kind, shape, "".join(map(one.way, shape.ways))) for rest, shape in different.items()}
    numbers = [known.get(images[shape[1:]], len(known)) for shape in kind.shapes]
    return np.array(numbers, np.int64) << rows * columns | image


def _rule(kind: Kind, shape: PieceShape, ways: str) -> tuple[object, ...]:
    """The rules of a shape that moves these ways, with its limit as a number."""
    limit = None if shape.limit < 0 else kind.limits[shape.limit]
    return frozenset(ways), limit, shape.amount
