"""The layout of a block puzzle: its grid, its pieces, the classes of equal pieces, and its goal.

A block board is a grid of names:

    AXXB        a name for each cell, `.` blank, `#` wall, `-` gate     .  0  .  1      names longer than a character
    AXXB                                                                5  5  6  4      are separated by blanks
    C..D

A piece is the set of cells that share a name. Its *place* is the first row and the first column that it touches, and
its *shape* is its cells relative to that place.

The pieces of a class have the same shape and directions, and can reach the same places, which accounts for walls and
gates. Pieces that never meet, such as cars in different rows, are in different classes. If the k pieces of a class can
reach n places, numbered row by row, they take one of C(n, k) sets. The rank of that set is the part of the class in
the key:

    places p1 < p2 < ... < pk     rank  C(p1, 1) + C(p2, 2) + ... + C(pk, k)

So two boards have the same key if only equal pieces are exchanged. Each class has bits of its own in the key, the first
class the highest. If that takes too many bits, the key is a mixed number: the rank of a class is multiplied by the
number of ranks of all classes after it. A puzzle that needs more than 64 bits even then raises an error.

A goal is a grid, or pieces with places. It wants some places of each class.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import comb, prod
from string import ascii_uppercase, digits
from typing import Any, NamedTuple

import numpy as np

from slidefront.arrays import Cells
from slidefront.errors import PuzzleError
from slidefront.moves import DIRECTIONS, neighbours_of, reach
from slidefront.puzzles.board_text import EMPTY_MARKS, BoardText, TextRows
from slidefront.puzzles.capabilities import Place, place_text
from slidefront.units import is_number

BLANK, WALL, GATE = ".", "#", "-"
CellShape = frozenset[tuple[int, int]]


class Outline(NamedTuple):
    """The place and the shape of a piece on a grid."""

    place: Place
    """The first row and the first column that the piece touches."""
    shape: CellShape

    @classmethod
    def of(cls, cells: Collection[Place]) -> "Outline":
        """Return the outline of cells."""
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        return cls((top, left), frozenset((r - top, c - left) for r, c in cells))


@dataclass(frozen=True)
class Piece:
    """A piece as the puzzle file defines it."""

    name: str
    shape: CellShape
    start: Place
    directions: tuple[str, ...]
    """The directions in which it can move: none if it is frozen, two if it has an axis."""
    passes_gates: bool

    def cells_at(self, place: Place) -> frozenset[tuple[int, int]]:
        """Return the cells that the piece covers at a place."""
        return frozenset((r + place[0], c + place[1]) for r, c in self.shape)


@dataclass(frozen=True)
class Grid:
    """Rows of names, all of the same length."""

    rows: tuple[tuple[str, ...], ...]

    @staticmethod
    def of(rows: TextRows) -> "Grid":
        """Return the grid of the names in rows of a text."""
        return Grid(tuple(tuple(cell.name for cell in row) for row in rows))

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def cells(self, *names: str) -> set[tuple[int, int]]:
        """Return the cells that contain any of some names, as (row, column)."""
        return {(r, c) for r, row in enumerate(self.rows) for c, name in enumerate(row) if name in names}

    @cached_property
    def pieces(self) -> dict[str, Outline]:
        """The place and the shape of each piece, in the order in which the grid shows them."""
        cells: dict[str, list[Place]] = {}
        for r, row in enumerate(self.rows):
            for c, name in enumerate(row):
                if name not in (BLANK, WALL, GATE):
                    cells.setdefault(name, []).append((r, c))
        return {name: Outline.of(of_piece) for name, of_piece in cells.items()}

    def without(self, pieces: Collection[str]) -> "Grid":
        """Return the grid without some pieces."""
        return Grid(tuple(tuple(BLANK if name in pieces else name for name in row) for row in self.rows))

    def paths(self, piece: Piece, start: Place, metric: str) -> dict[Place, str]:
        """Return the places that a piece can reach in one move, each with the steps to it; the first is the start."""
        paths = {start: ""}
        waiting = [start]
        for place in waiting:
            path = paths[place]
            for direction in piece.directions:
                if path and (metric == "step" or (metric == "slide" and direction != path[-1])):
                    continue
                to = next_place(place, direction)
                if to not in paths and not self.blockers(piece, to):
                    paths[to] = path + direction
                    waiting.append(to)
        return paths

    def blockers(self, piece: Piece, place: Place) -> list[str]:
        """Return the names of the cells that a piece would overlap at a place; a cell beyond the edge has no name."""
        rows, (down, right) = self.rows, place
        height, width = len(rows), len(rows[0])
        names = {
            rows[r][c] if 0 <= r < height and 0 <= c < width else ""
            for r, c in ((r + down, c + right) for r, c in piece.shape)
        }
        passed = {BLANK, piece.name, GATE} if piece.passes_gates else {BLANK, piece.name}
        return sorted(names - passed)


def next_place(place: Place, direction: str) -> Place:
    """Return the place one step away."""
    down, right = DIRECTIONS[direction]
    return place[0] + down, place[1] + right


def read_grid(text: str) -> Grid:
    """Read the grid of a puzzle, with a name for each cell."""
    board = BoardText(text, PuzzleError, "AXXB/AXXB/C..D")
    rows = board.rows()
    grid = Grid.of(rows)
    if grid.width == 1 and any(len(row[0]) > 1 for row in grid.rows):
        raise PuzzleError("a grid of one column has names of one character")
    return grid


def plain_blanks(rows: TextRows, names: Collection[str]) -> TextRows:
    """Replace the blanks of tile boards (_ or 0) by dots, except a mark that is the name of a piece."""
    marks = {*EMPTY_MARKS} - {*names}
    return [[cell._replace(name=BLANK) if cell.name in marks else cell for cell in row] for row in rows]


def read_places(
    board: BoardText, home: Grid, owner: str, allowed: Mapping[str, Collection[Place]] | None = None
) -> dict[str, Place]:
    """Read the place of each piece on a grid. `owner` is the puzzle that messages name.

    If `allowed` has the places of each piece, all pieces of home must be there; otherwise the grid may show only some.
    """
    known = {*home.pieces, BLANK, WALL, GATE}
    rows = plain_blanks(board.rows(lambda name: name in known or name in EMPTY_MARKS, f"a piece of {owner}"), known)
    if (len(rows), len(rows[0])) != (len(home.rows), home.width):
        message = f"the board has {len(rows)} x {len(rows[0])} cells, but {owner} has {len(home.rows)} x {home.width}"
        raise board.refused(rows[-1][-1].offset, message)
    grid = Grid.of(rows)
    for mark, what in ((WALL, "walls"), (GATE, "gates")):
        missing = set() if allowed is None else grid.cells(BLANK) & home.cells(mark)
        if odd := grid.cells(mark) - home.cells(mark) | missing:
            r, c = min(odd)
            raise board.refused(rows[r][c].offset, f"the {what} differ from {owner}")
    for name in allowed or ():
        if name not in grid.pieces:
            raise board.refused(rows[-1][-1].offset, f"piece {name} is not on the board")
    for name, (place, shape) in grid.pieces.items():
        why = "" if allowed is None or place in allowed[name] else f"can never reach {place_text(place)} in"
        why = why if shape == home.pieces[name].shape else "has another shape than in"
        if why:
            r, c = min(shape)
            raise board.refused(rows[place[0] + r][place[1] + c].offset, f"piece {name} {why} {owner}")
    return {name: piece.place for name, piece in grid.pieces.items()}


def connected_parts(shape: CellShape) -> list[CellShape]:
    """List the connected parts of a shape; cells are connected if they share an edge."""
    remaining, parts = set(shape), []
    while remaining:
        parts.append(frozenset(reach([min(remaining)], lambda cell: neighbours_of(cell) & shape)))
        remaining -= parts[-1]
    return parts


def several_parts(grid: Grid, names: Sequence[str], parted: str) -> str:
    """Explain that pieces are drawn in several parts, with both remedies; `parted` is the remedy if they move as one.

    If all parts of a name have the same shape, the name was most likely given to several pieces.
    """
    shapes = [{Outline.of(part).shape for part in connected_parts(grid.pieces[name].shape)} for name in names]
    free = next((f", such as {name}" for name in ascii_uppercase + digits if name not in grid.pieces), "")
    if len(names) == 1 and len(shapes[0]) == 1:
        times = len(connected_parts(grid.pieces[names[0]].shape))
        count = "twice" if times == 2 else f"{times} times"
        own = f"give each piece a name of its own{free}"
        return f"the name {names[0]} occurs {count}: {own}; if they move as one, {parted}"
    what = f"piece {names[0]} is" if len(names) == 1 else f"pieces {', '.join(names[:-1])} and {names[-1]} are"
    return (
        f"{what} drawn in several parts: if they move as one, {parted}; if not, give each part a name of its own{free}"
    )


@dataclass(frozen=True)
class PieceClass:
    """The pieces that count as equal."""

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]
    """All places that its pieces can reach on a board without other pieces, row by row."""

    @cached_property
    def sets(self) -> int:
        """The number of sets of places that its pieces can take."""
        return comb(len(self.places), len(self.pieces))

    def rank(self, places: Iterable[Place]) -> int:
        """Return the rank of a set of places."""
        return sum(comb(number, i) for i, number in enumerate(sorted(map(self.places.index, places)), 1))

    def unrank(self, rank: int) -> list[Place]:
        """Return the places of a rank, ascending."""
        places = []
        for i in range(len(self.pieces), 0, -1):
            number = i - 1
            while comb(number + 1, i) <= rank:
                number += 1
            rank -= comb(number, i)
            places.append(self.places[number])
        return places[::-1]


def list_sets(count: int, places: int) -> Cells:
    """List all sets of `count` places in the order of their ranks: sets with smaller greatest places come first."""
    sets = np.empty((1, 0), np.uint8)
    for size in range(1, count + 1):
        greatest = np.arange(places - count + size, dtype=np.uint8)
        below = [comb(int(number), size - 1) for number in greatest]
        sets = np.column_stack([np.concatenate([sets[:number] for number in below]), np.repeat(greatest, below)])
    return sets


MOST_OPEN_CELLS = 128  # the bits of two words
MOST_KEYS = 1 << 64
MOST_FIELDS = MOST_KEYS
"""The most keys in which each class has bits of its own. Mixed numbers are slower."""
MOST_SETS = 1 << 63
"""The most ranks of a class, because kernels hold them in signed numbers."""
PieceGoal = Sequence[tuple[str, Place]]
"""Pieces and their places in the goal."""


@dataclass(frozen=True)
class Rules:
    """The fields of a puzzle file in addition to its boards."""

    metric: str = "step"
    goal_match: str = "piece"
    gate_pieces: tuple[str, ...] | None = None
    groups: tuple[tuple[str, ...], ...] | None = None
    """The pieces that count as equal; None if all pieces of a shape do, except pieces that the goal names."""
    frozen: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()

    def group_of(self, name: str) -> tuple[str, ...]:
        """Return the group of a piece, or the piece alone."""
        return next((group for group in self.groups or () if name in group), (name,))


class Layout:
    """The pieces of a start grid under the rules, in classes, and how keys encode them."""

    def __init__(self, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.grid = grid
        self.goal = goal
        self.rules = rules
        several = [name for name, piece in grid.pieces.items() if connected_parts(piece.shape)[1:]]
        if undeclared := [name for name in several if name not in rules.parted]:
            line = f"parted = {json.dumps([*rules.parted, *undeclared], ensure_ascii=False)}"
            raise PuzzleError(several_parts(grid, undeclared, f"write the line {line}"))
        gates = self._gate_pieces()
        pieces = [
            Piece(name, shape, place, self._directions(name, shape), name in gates)
            for name, (place, shape) in grid.pieces.items()
        ]
        if not pieces:
            raise PuzzleError("the grid has no pieces")
        open_cells = sum(len(row) for row in grid.rows) - len(grid.cells(WALL))
        if open_cells > MOST_OPEN_CELLS:
            raise PuzzleError(
                f"the grid has {open_cells} cells that are not walls, and no command works with more than "
                f"{MOST_OPEN_CELLS}: write cells that no piece can reach as #"
            )
        self.fixed = tuple(piece for piece in pieces if piece.name in rules.frozen)
        """The frozen pieces, which are walls with a name."""
        self.classes = self._classes([piece for piece in pieces if piece not in self.fixed])
        self.radices = self._radices()
        """For each class, the number of values of its part of a key: a power of two if it has bits of its own."""
        self.has_fields = all(radix.bit_count() == 1 for radix in self.radices)

    def _radices(self) -> tuple[int, ...]:
        """Return a power of two for each class, or if that takes too many bits, the number of its sets."""
        sets = tuple(cls.sets for cls in self.classes)
        if prod(sets) > MOST_KEYS or max(sets, default=1) > MOST_SETS:
            bits = (prod(sets) - 1).bit_length()
            raise PuzzleError(
                f"a board of this puzzle needs {bits} bits, and no command works with more than "
                f"{64 if bits > 64 else 63}: freeze pieces that stay where they are (frozen), or let pieces of one "
                f"shape count as the same (groups)"
            )
        fields = tuple(1 << (count - 1).bit_length() for count in sets)
        return fields if prod(fields) <= MOST_FIELDS else sets

    @property
    def key_count(self) -> int:
        """The number of keys, including keys that are not boards."""
        return prod(self.radices)

    def key_of(self, places: Sequence[Sequence[Place]]) -> int:
        """Encode the places of all classes."""
        key = 0
        for radix, cls, of_class in zip(self.radices, self.classes, places, strict=True):
            key = key * radix + cls.rank(of_class)
        return key

    def places_of(self, key: int) -> list[list[Place]]:
        """Decode the places of all classes; raise LookupError if a rank is out of range."""
        places = []
        for radix, cls in zip(reversed(self.radices), reversed(self.classes), strict=True):
            key, rank = divmod(key, radix)
            places.append(cls.unrank(rank))
        return places[::-1]

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """All pieces by name, class by class, then the frozen ones."""
        return {piece.name: piece for piece in [*chain.from_iterable(c.pieces for c in self.classes), *self.fixed]}

    def _directions(self, name: str, shape: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """Return the directions of a piece; an axis is the longer side of its shape."""
        if name in self.rules.frozen:
            return ()
        if name not in self.rules.axis:
            return tuple(DIRECTIONS)
        rows, columns = len({r for r, _ in shape}), len({c for _, c in shape})
        if rows == columns:
            raise PuzzleError(f"axis: piece {name} is as wide as it is high and has no length to move along")
        return ("U", "D") if rows > columns else ("L", "R")

    def _gate_pieces(self) -> set[str]:
        """Return the pieces that pass gates: by default the pieces of the goal, or all pieces of their shapes."""
        if self.rules.gate_pieces is not None:
            return set(self.rules.gate_pieces)
        named = set(chain.from_iterable(self.rules.group_of(name) for name, _ in self.goal))
        if self.rules.goal_match == "piece":
            return named
        shapes = {self.grid.pieces[name].shape for name in named}
        return {name for name, piece in self.grid.pieces.items() if piece.shape in shapes}

    def _classes(self, pieces: list[Piece]) -> tuple[PieceClass, ...]:
        """Group pieces by shape, directions, the places that they can reach alone on the board, and distinct names."""
        classes: dict[Any, tuple[list[Piece], tuple[Place, ...]]] = {}
        goal_names = {name for name, _ in self.goal} if self.rules.goal_match == "piece" else set()
        alone = self.grid.without({piece.name for piece in pieces})
        for piece in pieces:
            places = tuple(sorted(alone.paths(piece, piece.start, "move")))
            is_distinct = piece.name in goal_names or self.rules.groups is not None
            group = self.rules.group_of(piece.name) if is_distinct else ()
            alike = (group, piece.shape, piece.directions, places)
            classes.setdefault(alike, ([], places))[0].append(piece)
        return tuple(PieceClass(tuple(members), places) for members, places in classes.values())

    def takers(self, name: str, place: Place, *, exact: bool = False) -> list[int]:
        """Return the classes whose pieces may take the place of a piece in the goal; none if it is frozen."""
        piece, is_own = self.pieces[name], exact or self.rules.goal_match == "piece"
        return [
            number
            for number, cls in enumerate(self.classes)
            if piece.directions
            and place in cls.places
            and (piece in cls.pieces if is_own else piece.shape == cls.pieces[0].shape)
        ]


def goal_of_text(text: str, home: Grid) -> PieceGoal:
    """Read a goal: a grid that shows all pieces or some of them, or pieces with row and column, `X 4 2, A 1 1`."""
    if places := split_places(text):
        return goal_at(places, home)
    sample = "AXXB/AXXB/C..D, or X 4 2 for a piece with its row and column"
    try:
        goal = read_places(BoardText(text, PuzzleError, sample), home, "home")
    except PuzzleError as error:
        raise error.with_message(f"goal: {error}") from None
    if not goal:
        raise PuzzleError("goal: it shows no piece")
    return [*goal.items()]


_PLACE = re.compile(r"\bat row ([0-9]+), column ([0-9]+)")


def split_places(text: str) -> list[tuple[str, int, int]]:
    """Split a text into pieces with row and column, as written; empty if it is anything else.

    >>> split_places("X 4 2, A 1 1") == split_places("X at row 4, column 2, A at row 1, column 1")
    True
    """
    parts = [part.split() for part in _PLACE.sub(r"\1 \2", text).split(",")]
    if not all(len(part) == 3 and is_number(part[1]) and is_number(part[2]) for part in parts):
        return []
    return [(name, int(row), int(column)) for name, row, column in parts]


def goal_at(written: Iterable[tuple[str, int, int]], home: Grid) -> PieceGoal:
    """Read pieces with the first row and the first column that they touch, which count from 1."""
    goal: list[tuple[str, Place]] = []
    covered: dict[Place, str] = {}
    for name, first_row, first_column in written:
        row, column = first_row - 1, first_column - 1
        goal.append((name, (row, column)))
        if row < 0 or column < 0:
            raise PuzzleError(
                f"goal: piece {name} cannot be at row {first_row}, column {first_column}: rows and columns count from "
                f"1, so that the upper left corner of the board is row 1, column 1"
            )
        if name not in home.pieces:
            raise PuzzleError(f"goal: {name!r} is not a piece of home: its pieces are {' '.join(home.pieces)}")
        if name in covered.values():
            raise PuzzleError(f"goal: piece {name} is given two places")
        for r, c in home.pieces[name].shape:
            cell = (row + r, column + c)
            if cell in covered:
                raise PuzzleError(f"goal: pieces {covered[cell]} and {name} overlap at {place_text(cell)}")
            covered[cell] = name
    return goal
