"""A kind of puzzles as arrays, for the kernels.

The places where shapes can lie are numbered shape by shape, in the order of their cells:

    shape s    places first[s], first[s] + 1, ... first[s + 1] - 1      mask[place] is its cells as bits

A multiset is an ascending list of shapes. A placement of a multiset is a row: for each shape the number of its place,
counted from the first place of the shape. The places of equal shapes ascend.

Each place has a random number as its weight, and the key of a placement is the sum of its weights. No two placements of
a multiset may have the same key: `multisets.table_of_keys` checks that, and if two have, other weights are drawn.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.apps.find.kinds import Cell, Kind, PieceShape
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.moves import DIRECTIONS, METRICS


class Kit(NamedTuple):
    """A kind of puzzles as arrays."""

    first: Numbers
    """For each shape its first place."""
    mask: Keys
    """For each place the cells that it covers."""
    enter: Keys
    """For each place and direction the cells that a step enters; all cells if the step is impossible."""
    after: Small
    """For each place and direction the place after a step."""
    weight: Keys
    """For each place a random number."""
    goal: Cells
    """For each place, a bit for each view: a piece there is at the goal."""
    start: Cells
    """For each place, a bit for each view: a piece there is at a start."""
    image: Small
    """For each symmetry of the board, the image of each place."""
    shape_image: Small
    """For each symmetry of the board, the image of each shape."""
    view_of: Numbers
    """For each symmetry of the board, its view: symmetries under which the question looks the same share a view."""
    twins: Numbers
    """For each view, the symmetries that keep its question, except the identity."""
    shapes: Numbers
    """For each shape its size, its limit or -1, and the amount of the limit that it takes."""
    first_direction: Numbers
    """For each shape the number of its first direction; 4 if it is frozen."""
    limits: Numbers
    """For each limit the least and the greatest amount, and the last of its shapes."""
    rules: Numbers
    """The metric, whether clusters are measured, the number of cells, the number of free cells, and the most pieces."""
    walls: Keys
    """The cells of walls, as one mask."""


SHAPE_SIZE, SHAPE_LIMIT, SHAPE_AMOUNT = range(3)  # columns of shapes
LEAST, MOST, LAST = range(3)  # columns of limits
METRIC, CLUSTERS, CELLS, FREE, PIECES = range(5)  # places in rules

BORDER = 1 << 63
"""A cell that is always covered, which impossible steps enter."""
PlaceMarks = npt.NDArray[np.uint8]


class KindPlaces:
    """All places of the shapes of a kind, numbered shape by shape in the order of their masks."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.rows, self.columns = kind.size
        self.free = self.mask_of(kind.free)
        self.corner = np.array([self.mask_of(shape.cells) for shape in kind.shapes], np.int64)
        cells = [*product(range(self.rows), range(self.columns))]
        fits = np.empty((len(kind.shapes), len(cells)), np.bool_)
        for number, (r, c) in enumerate(cells):
            outside = self.mask_of((i, j) for i, j in cells if i + r >= self.rows or j + c >= self.columns)
            fits[:, number] = (self.corner & outside == 0) & (self.corner << number & ~self.free == 0)
        for number, shape in enumerate(kind.shapes):
            if shape.places is not None:
                fits[number] &= [cell in shape.places for cell in cells]
        self.shape, number_of_cell = np.nonzero(fits)
        self.mask = self.corner[self.shape] << number_of_cell
        self.first = np.append(0, np.cumsum(fits.sum(axis=1)))
        self._order = np.argsort(self._names(self.shape, self.mask))
        self._sorted = self._names(self.shape, self.mask)[self._order]

    def _names(self, shape: Numbers, mask: Numbers) -> Numbers:
        return shape << self.rows * self.columns | mask

    def find(self, shape: Numbers, mask: Numbers) -> Numbers:
        """Return the numbers of places, given by their shapes and masks; -1 for a mask that is not a place."""
        names = self._names(shape, mask)
        indices = np.minimum(np.searchsorted(self._sorted, names), self._sorted.size - 1)
        return np.where(self._sorted[indices] == names, self._order[indices], -1)

    def mask_of(self, cells: Iterable[Cell]) -> int:
        """Return cells as a mask."""
        return sum(1 << r * self.columns + c for r, c in cells)

    def edge(self, edge: str) -> int:
        """Return the cells at an edge of the board."""
        rows, columns = range(self.rows), range(self.columns)
        ranges = {
            "U": (rows[:1], columns),
            "D": (rows[-1:], columns),
            "L": (rows, columns[:1]),
            "R": (rows, columns[-1:]),
        }
        return self.mask_of(product(*ranges[edge]))


class KindSymmetry:
    """A symmetry of a rectangle: an optional transposition, then optional reflections of the rows and the columns."""

    def __init__(self, size: Cell, *, transpose: bool, down: bool, across: bool) -> None:
        self._last = [side - 1 for side in (size[::-1] if transpose else size)]
        self._down, self._across, self._transpose = down, across, transpose

    def cell(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        r, c = cell[::-1] if self._transpose else cell
        return self._last[0] - r if self._down else r, self._last[1] - c if self._across else c

    def masks(self, masks: Numbers, columns: int) -> Numbers:
        """Return the images of some masks of a board that this symmetry maps to itself."""
        image = np.zeros_like(masks)
        for r, c in product(range(self._last[0] + 1), range(self._last[1] + 1)):
            to_r, to_c = self.cell((r, c))
            image |= (masks >> r * columns + c & 1) << to_r * columns + to_c
        return image

    def direction(self, direction: str) -> str:
        """Return the image of a direction."""
        (r, c), (top, left) = self.cell(DIRECTIONS[direction]), self.cell((0, 0))
        return next(name for name, step in DIRECTIONS.items() if step == (r - top, c - left))


def symmetries_of(kind: Kind, masks: Numbers) -> list[tuple[KindSymmetry, Numbers]]:
    """List the symmetries of a kind, the identity first, each with the images of the shapes.

    `masks` are the shapes at the upper left corner.
    """
    rows, columns = kind.size
    identity = KindSymmetry(kind.size, transpose=False, down=False, across=False)
    names = _image_names(kind, identity, masks)
    order, symmetries = np.argsort(names), []
    has_places = any(shape.places is not None for shape in kind.shapes)
    if has_places or not kind.symmetric or not np.diff(names[order]).all():  # shapes may differ only in their limits
        return [(identity, np.arange(masks.size))]
    for transpose, down, across in product((False, True), repeat=3):
        symmetry = KindSymmetry(kind.size, transpose=transpose, down=down, across=across)
        if (transpose and rows != columns) or {*map(symmetry.cell, kind.free)} != kind.free:
            continue
        image_names = _image_names(kind, symmetry, masks)
        shapes = order[np.minimum(np.searchsorted(names[order], image_names), names.size - 1)]
        if (names[shapes] == image_names).all():
            symmetries.append((symmetry, shapes))
    return symmetries


def _image_names(kind: Kind, symmetry: KindSymmetry, masks: Numbers) -> Numbers:
    """Return a number for the image of each shape that identifies its cells and its rules."""
    rows, columns = kind.size
    image = symmetry.masks(masks, columns)
    for _ in range(rows):
        image = np.where(image & (1 << columns) - 1 == 0, image >> columns, image)
    for _ in range(columns):
        image = np.where(image & sum(1 << row * columns for row in range(rows)) == 0, image >> 1, image)

    def rules(shape: PieceShape, directions: Iterable[str]) -> tuple[object, ...]:
        limit = None if shape.limit < 0 else kind.limits[shape.limit]
        return frozenset(directions), limit, sharing[shape.limit], shape.amount  # an equal limit of as many shapes

    sharing = Counter(shape.limit for shape in kind.shapes)
    different = {shape[1:]: shape for shape in kind.shapes}
    known: dict[tuple[object, ...], int] = {}
    for shape in different.values():
        known.setdefault(rules(shape, shape.directions), len(known))
    number = {
        fields: known.get(rules(shape, map(symmetry.direction, shape.directions)), len(known))
        for fields, shape in different.items()
    }
    return np.array([number[shape[1:]] for shape in kind.shapes], np.int64) << rows * columns | image


def build_kit(kind: Kind, seed: int = 0) -> Kit:
    """Build the arrays of a kind."""
    places = KindPlaces(kind)
    marks = _marks(places)
    views: dict[bytes, int] = {}  # by the question as an image shows it
    images = []
    for symmetry, of_shapes in symmetries_of(kind, places.corner):
        of_places = places.find(of_shapes[places.shape], symmetry.masks(places.mask, places.columns))
        number = views.setdefault(marks[:, of_places].tobytes(), len(views))
        images.append((number, of_shapes, of_places))
    images.sort(key=lambda image: image[0])
    view_of, shape_image, image = (np.array(column) for column in zip(*images, strict=True))
    bits, twins = np.zeros_like(marks), []
    for number in range(len(views)):
        question = marks[:, image[np.argmax(view_of == number)]]
        bits |= question << np.uint8(number)
        twins.append([g for g in range(1, len(image)) if np.array_equal(question[:, image[g]], question)])
    enter, after = _steps(places)
    shapes = [(len(shape.cells), shape.limit, shape.amount) for shape in kind.shapes]
    directions = [*DIRECTIONS]
    last = {shape.limit: number for number, shape in enumerate(kind.shapes)}
    cells = places.rows * places.columns
    walls = (1 << cells) - 1 & ~places.free
    most = cells if kind.most is None else kind.most
    return Kit(
        first=places.first,
        mask=places.mask.astype(np.uint64),
        enter=enter,
        after=after,
        weight=np.random.default_rng(seed).integers(0, 1 << 64, places.mask.size, np.uint64),
        goal=bits[0],
        start=bits[1],
        image=image.astype(np.int32),
        shape_image=shape_image.astype(np.int32),
        view_of=view_of,
        twins=np.array(twins, np.int64).reshape(len(twins), -1),
        shapes=np.array(shapes, np.int64),
        first_direction=np.array(
            [min(map(directions.index, shape.directions), default=4) for shape in kind.shapes], np.int64
        ),
        limits=np.array([(*limit, last.get(n, -1)) for n, limit in enumerate(kind.limits)], np.int64).reshape(-1, 3),
        rules=np.array([METRICS[kind.metric], kind.measures_clusters, cells, len(kind.free), most], np.int64),
        walls=np.array([walls | BORDER], np.uint64),
    )


def _marks(places: KindPlaces) -> PlaceMarks:
    """Return for each place whether a piece there is at the goal, and whether it is at a start."""
    question = places.kind.question
    asked = range(places.first.size - 1) if question.shapes is None else question.shapes
    is_asked = np.array([number in asked for number in range(places.first.size - 1)])[places.shape]
    goal, start = is_asked.copy(), is_asked.copy()
    for edge in question.edges:
        goal &= places.mask & places.edge(edge) != 0
    for marks, corner in ((goal, question.place), (start, question.start)):
        if corner is not None:
            marks &= places.mask == places.corner[places.shape] << corner[0] * places.columns + corner[1]
    for marks, cell in ((goal, question.reaches), (start, question.covers)):
        if cell is not None:
            marks &= places.mask >> cell[0] * places.columns + cell[1] & 1 == 1
    return np.array([goal, start], np.uint8)


def _steps(places: KindPlaces) -> tuple[Keys, Small]:
    """Return the cells that a step enters and the place after it, for each place and direction."""
    enter = np.full((places.mask.size, 4), BORDER, np.uint64)
    after = np.zeros((places.mask.size, 4), np.int32)
    for number, (direction, (down, right)) in enumerate(DIRECTIONS.items()):
        allowed = np.array([direction in shape.directions for shape in places.kind.shapes])[places.shape]
        allowed &= places.mask & places.edge(direction) == 0
        by = down * places.columns + right
        moved = places.mask << by if by > 0 else places.mask >> -by
        to = places.find(places.shape, moved)
        allowed &= to >= 0
        enter[allowed, number] = (moved & ~places.mask)[allowed].astype(np.uint64)
        after[allowed, number] = to[allowed]
    return enter, after
