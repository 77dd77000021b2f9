"""Build the arrays that the kernels read of a kind."""

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.find.kind import EDGES, WAYS, Cell, Cells, Kind, Shape, at_corner
from slidefront.find.kit import MOVE, SLIDE, STEP, Kit, Numbers, Small

METRICS = {"step": STEP, "slide": SLIDE, "move": MOVE}
MEASURES = {"questions": 0, "clusters": 1}
BORDER = 1 << 63
"""A cell that is always covered: what a step enters that does not exist."""


class Symmetry:
    """A symmetry of a rectangle: perhaps transpose it, then perhaps mirror its rows and columns."""

    def __init__(self, rows: int, columns: int, *, down: bool, across: bool, transpose: bool) -> None:
        self._last = (columns - 1, rows - 1) if transpose else (rows - 1, columns - 1)
        self._down, self._across, self._transpose = down, across, transpose

    def cell(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        r, c = cell[::-1] if self._transpose else cell
        return self._last[0] - r if self._down else r, self._last[1] - c if self._across else c

    def cells(self, cells: Iterable[Cell]) -> Cells:
        """Return the image of some cells."""
        return frozenset(map(self.cell, cells))

    def way(self, way: str) -> str:
        """Return the image of a way."""
        (r, c), (top, left) = self.cell(WAYS[way]), self.cell((0, 0))
        return next(name for name, step in WAYS.items() if step == (r - top, c - left))


class Places:
    """All places of the shapes of a kind, numbered shape by shape in the order of their cells."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.shape: list[int] = []
        self.cells: list[Cells] = []
        self.first = [0]
        for number, shape in enumerate(kind.shapes):
            found = sorted(_places(kind, shape), key=sorted)
            self.cells += found
            self.shape += [number] * len(found)
            self.first.append(len(self.cells))
        self.number = {(shape, cells): place for place, (shape, cells) in enumerate(zip(self.shape, self.cells, strict=True))}

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return cells as a mask."""
        columns = self.kind.size[1]
        return sum(1 << r * columns + c for r, c in cells)


def _places(kind: Kind, shape: Shape) -> Iterator[Cells]:
    rows, columns = kind.size
    for r, c in shape.places if shape.places is not None else product(range(rows), range(columns)):
        cells = frozenset((r + dr, c + dc) for dr, dc in shape.cells)
        if cells <= kind.free:
            yield cells


class Image:
    """A symmetry of a kind, with the images of all shapes and places."""

    def __init__(self, places: Places, one: Symmetry) -> None:
        kind = places.kind
        by_rule = {_rule(kind, shape): number for number, shape in enumerate(kind.shapes)}
        self.shapes = [by_rule.get(_rule(kind, _image(shape, one)), -1) for shape in kind.shapes]
        self.exists = -1 not in self.shapes and one.cells(kind.free) == kind.free and len(by_rule) == len(self.shapes)
        self.places = []
        if self.exists:
            number, cells, shape = places.number, places.cells, places.shape
            self.places = [number[self.shapes[s], one.cells(c)] for s, c in zip(shape, cells, strict=True)]


def _image(shape: Shape, one: Symmetry) -> Shape:
    return shape._replace(cells=at_corner(one.cells(shape.cells)), ways="".join(map(one.way, shape.ways)))


def _rule(kind: Kind, shape: Shape) -> object:
    """All that distinguishes a shape, with its limit as a number; shapes with places of their own have no image."""
    most = -1 if shape.limit < 0 else kind.limits[shape.limit]
    return shape.cells, frozenset(shape.ways), shape.places, most, shape.amount, shape.least


def images_of(places: Places) -> list[Image]:
    """List the symmetries of a kind, the identity first."""
    rows, columns = places.kind.size
    ways = [way for way in product((False, True), repeat=3) if not way[0] or rows == columns]
    symmetries = [Symmetry(rows, columns, transpose=t, down=d, across=a) for t, d, a in ways]
    if any(shape.places is not None for shape in places.kind.shapes):
        symmetries = symmetries[:1]
    return [image for one in symmetries if (image := Image(places, one)).exists]


def build_kit(kind: Kind, seed: int = 0) -> Kit:
    """Build the arrays of a kind."""
    places = Places(kind)
    images = images_of(places)
    marks = _marks(places)
    asked = [marks[:, one.places].tobytes() for one in images]  # the question as an image shows it
    mirrors = list(dict.fromkeys(asked))
    images = sorted(images, key=lambda one: mirrors.index(marks[:, one.places].tobytes()))
    image = np.array([one.places for one in images], np.int32)
    mirror = np.array([mirrors.index(marks[:, one].tobytes()) for one in image], np.int64)
    bits = np.zeros((2, len(places.cells)), np.uint8)
    for number, one in zip(mirror, image, strict=True):
        bits |= marks[:, one] << np.uint8(number)
    enter, after = _steps(places)
    shapes = [(len(one.cells), one.limit, one.amount) for one in kind.shapes]
    wanted = [(number, one.least) for number, one in enumerate(kind.shapes) if one.least]
    rows, columns = kind.size
    walls = places.mask(product(range(rows), range(columns))) - places.mask(kind.free)
    return Kit(
        first=np.array(places.first, np.int64),
        mask=np.array([*map(places.mask, places.cells)], np.uint64),
        enter=enter,
        after=after,
        weight=np.random.default_rng(seed).integers(0, 1 << 64, len(places.cells), np.uint64),
        goal=bits[0],
        start=bits[1],
        image=image,
        shape_image=np.array([one.shapes for one in images], np.int32),
        mirror=mirror,
        twins=_twins(image, marks, mirror),
        shapes=np.array(shapes, np.int64),
        limits=np.array(kind.limits, np.int64),
        wanted=np.array(wanted, np.int64).reshape(-1, 2),
        rules=np.array([METRICS[kind.metric], MEASURES[kind.measure], rows * columns, len(kind.free)], np.int64),
        walls=np.array([walls | BORDER], np.uint64),
    )


def _marks(places: Places) -> npt.NDArray[np.uint8]:
    """For each place, whether a piece there is at the goal, and whether it is at a start."""
    question, size = places.kind.question, places.kind.size
    pairs = [*zip(places.shape, places.cells, strict=True)]
    goal = [question.is_goal(shape, cells, *size) for shape, cells in pairs]
    return np.array([goal, [question.is_start(shape, cells) for shape, cells in pairs]], np.uint8)


def _steps(places: Places) -> tuple[Keys, Small]:
    """For each place and way, the cells that a step enters, and the place after it."""
    enter = np.full((len(places.cells), 4), BORDER, np.uint64)
    after = np.zeros((len(places.cells), 4), np.int32)
    for place, (number, cells) in enumerate(zip(places.shape, places.cells, strict=True)):
        for way, (dr, dc) in enumerate(WAYS.values()):
            moved = frozenset((r + dr, c + dc) for r, c in cells)
            to = places.number.get((number, moved))
            if to is not None and EDGES[way] in places.kind.shapes[number].ways:
                enter[place, way], after[place, way] = places.mask(moved - cells), to
    return enter, after


def _twins(image: Small, marks: npt.NDArray[np.uint8], mirror: Numbers) -> Numbers:
    """For each mirror, the symmetries that keep its question, except the identity."""
    found = []
    for number in range(int(mirror.max()) + 1):
        asked = marks[:, image[int(np.argmax(mirror == number))]]
        found.append([g for g in range(1, len(image)) if np.array_equal(asked[:, image[g]], asked)])
    return np.array(found, np.int64).reshape(len(found), -1)
