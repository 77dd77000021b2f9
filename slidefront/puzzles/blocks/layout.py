"""The layout of a block puzzle: its grid, its pieces, the classes of those that are alike, and its goal.

A block board is a grid of names:

    AXXB        a name a cell, `.` blank, `#` wall, `-` gate        .  0  .  1      names longer than a character
    AXXB                                                            5  5  6  4      stand apart
    C..D

A piece is the set of cells that share a name. Its shape is where those cells lie from the first row and the first
column that it touches.

The pieces of a class share shape and axis, and can reach the same placements, which settles walls and gates; pieces
that never meet (cars in different rows) are classes of their own. If its k pieces can have n placements, numbered row
by row, the class takes one of C(n, k) sets of them, and its part of the key is the rank of that set:

    placements p1 < p2 < ... < pk     rank  C(p1, 1) + C(p2, 2) + ... + C(pk, k)

So boards that differ only in which of two equal pieces is where have one key. Each part has bits of its own, those of
the first class highest. If that takes too many bits, a key is a mixed number: the rank of a class counts as often as
the classes after it have ranks together. A puzzle that needs more than 64 bits even so is refused.

A goal is a grid, or pieces with places; it wants some placements of each class.
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
from slidefront.puzzles.board_text import BoardText, Rows
from slidefront.puzzles.capabilities import Place, place_text
from slidefront.units import is_number

BLANK, WALL, GATE = ".", "#", "-"
BLANKS = (BLANK, "_", "0")
"""Marks for blank cells. A mark that is the name of a piece stands for the piece."""
Shape = frozenset[tuple[int, int]]
WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class Outline(NamedTuple):
    """A piece on a grid."""

    place: Place
    """The first row and the first column that it touches."""
    shape: Shape

    @classmethod
    def of(cls, cells: Collection[Place]) -> "Outline":
        """Take the outline of cells."""
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        return cls((top, left), frozenset((r - top, c - left) for r, c in cells))


@dataclass(frozen=True)
class Piece:
    """One piece as the file has it."""

    name: str
    shape: Shape
    start: Place
    ways: tuple[str, ...]
    """The ways it may go: none if frozen, two if locked to an axis."""
    passes_gates: bool

    def cells_at(self, place: Place) -> frozenset[tuple[int, int]]:
        """The cells that the piece covers when it lies there."""
        return frozenset((r + place[0], c + place[1]) for r, c in self.shape)


@dataclass(frozen=True)
class Grid:
    """Rows of names, all of one length."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def cells(self, *names: str) -> set[tuple[int, int]]:
        """Find the cells that hold one of some names, as (row, column)."""
        return {(r, c) for r, row in enumerate(self.rows) for c, name in enumerate(row) if name in names}

    @cached_property
    def pieces(self) -> dict[str, Outline]:
        """The place and the shape of each piece, in the order in which the grid shows them."""
        cells: dict[str, list[Place]] = {}
        for r, row in enumerate(self.rows):
            for c, name in enumerate(row):
                if name not in (BLANK, WALL, GATE):
                    cells.setdefault(name, []).append((r, c))
        return {name: Outline.of(some) for name, some in cells.items()}

    def without(self, pieces: Collection[str]) -> "Grid":
        """Remove some pieces."""
        return Grid(tuple(tuple(BLANK if name in pieces else name for name in row) for row in self.rows))

    def paths(self, piece: Piece, start: Place, metric: str) -> dict[Place, str]:
        """Find the places that a piece can reach from its place in one move, this one first, and the steps to them."""
        found = {start: ""}
        waiting = [start]
        for place in waiting:
            for way in piece.ways:
                path = found[place]
                if path and (metric == "step" or (metric == "slide" and way != path[-1])):
                    continue
                to = next_place(place, way)
                if to not in found and not self.blockers(piece, to):
                    found[to] = path + way
                    waiting.append(to)
        return found

    def blockers(self, piece: Piece, place: Place) -> list[str]:
        """Return the names of what a piece would overlap at a place; beyond the edge the name is empty."""
        rows, (down, right) = self.rows, place
        height, width = len(rows), len(rows[0])
        there = {
            rows[r][c] if 0 <= r < height and 0 <= c < width else ""
            for r, c in ((r + down, c + right) for r, c in piece.shape)
        }
        passed = {BLANK, piece.name, GATE} if piece.passes_gates else {BLANK, piece.name}
        return sorted(there - passed)


def next_place(place: Place, way: str) -> Place:
    """Take one step."""
    down, right = WAYS[way]
    return place[0] + down, place[1] + right


def read_grid(text: str) -> Grid:
    """Read the grid of a puzzle: a name for each cell."""
    board = BoardText(text, PuzzleError, "AXXB/AXXB/C..D")
    rows = board.rows()
    grid = Grid(tuple(tuple(cell.name for cell in row) for row in rows))
    if grid.width == 1 and any(len(row[0]) > 1 for row in grid.rows):
        raise PuzzleError("a grid of one column has names of one character")
    return grid


def plain_blanks(rows: Rows, names: Collection[str]) -> Rows:
    """Write blanks that are marked as in tile boards (_ or 0) as dots, unless the mark is one of the names."""
    marks = {*BLANKS} - {*names}
    return [[cell._replace(name=BLANK) if cell.name in marks else cell for cell in row] for row in rows]


def read_places(
    board: BoardText, home: Grid, owner: str, allowed: Mapping[str, Collection[Place]] | None = None
) -> dict[str, Place]:
    """Read the place of each piece of a grid: of all that home has, where they are allowed, or of some."""
    known = {*home.pieces, BLANK, WALL, GATE}
    rows = plain_blanks(board.rows(lambda name: name in known or name in BLANKS, f"a piece of {owner}"), known)
    if (len(rows), len(rows[0])) != (len(home.rows), home.width):
        said = f"the board has {len(rows)} x {len(rows[0])} cells, and {owner} has {len(home.rows)} x {home.width}"
        raise board.refused(rows[-1][-1].at, said)
    grid = Grid(tuple(tuple(cell.name for cell in row) for row in rows))
    for mark, what in ((WALL, "walls"), (GATE, "gates")):
        missing = set() if allowed is None else grid.cells(BLANK) & home.cells(mark)
        if odd := grid.cells(mark) - home.cells(mark) | missing:
            r, c = min(odd)
            raise board.refused(rows[r][c].at, f"the {what} are not those of {owner}")
    for name in allowed or ():
        if name not in grid.pieces:
            raise board.refused(rows[-1][-1].at, f"piece {name} is not on the board")
    for name, (place, shape) in grid.pieces.items():
        why = "" if allowed is None or place in allowed[name] else f"can never reach {place_text(place)} in"
        why = why if shape == home.pieces[name].shape else "has another shape than in"
        if why:
            r, c = min(shape)
            raise board.refused(rows[place[0] + r][place[1] + c].at, f"piece {name} {why} {owner}")
    return {name: piece.place for name, piece in grid.pieces.items()}


def parts_of(shape: Shape) -> list[Shape]:
    """List the parts of a shape. The cells of a part share sides, and no cells of two parts do."""
    rest, parts = set(shape), []
    while rest:
        waiting = [min(rest)]
        part = set(waiting)
        while waiting:
            r, c = waiting.pop()
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & rest - part
            waiting += near
            part |= near
        rest -= part
        parts.append(frozenset(part))
    return parts


def several_parts(grid: Grid, names: Sequence[str], parted: str) -> str:
    """Say that pieces are drawn in several parts, with both remedies; `parted` is the one for pieces that are parted.

    A name that stands on parts of one shape was most likely given to several pieces.
    """
    shapes = [{Outline.of(part).shape for part in parts_of(grid.pieces[name].shape)} for name in names]
    free = next((f", such as {name}" for name in ascii_uppercase + digits if name not in grid.pieces), "")
    if len(names) == 1 and len(shapes[0]) == 1:
        times = len(parts_of(grid.pieces[names[0]].shape))
        count = "twice" if times == 2 else f"{times} times"
        own = f"give each piece a name of its own{free}"
        return f"the name {names[0]} occurs {count}: {own}; if they move as one, {parted}"
    what = f"piece {names[0]} is" if len(names) == 1 else f"pieces {', '.join(names[:-1])} and {names[-1]} are"
    return (
        f"{what} drawn in several parts: if they move as one, {parted}; if not, give each part a name of its own{free}"
    )


@dataclass(frozen=True)
class PieceClass:
    """Pieces that are alike."""

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]
    """All placements that its pieces can reach on a board with no other pieces, row by row."""

    @cached_property
    def sets(self) -> int:
        """How many sets of placements there are."""
        return comb(len(self.places), len(self.pieces))

    def rank(self, places: Iterable[Place]) -> int:
        """Rank a set of placements."""
        return sum(comb(number, i) for i, number in enumerate(sorted(map(self.places.index, places)), 1))

    def unrank(self, rank: int) -> list[Place]:
        """List the placements of a rank, ascending."""
        found = []
        for i in range(len(self.pieces), 0, -1):
            number = i - 1
            while comb(number + 1, i) <= rank:
                number += 1
            rank -= comb(number, i)
            found.append(self.places[number])
        return found[::-1]


def list_sets(count: int, places: int) -> Cells:
    """List the sets of some of the places in order of their rank: those with the least greatest place come first."""
    sets = np.empty((1, 0), np.uint8)
    for size in range(1, count + 1):
        greatest = np.arange(places - count + size, dtype=np.uint8)
        below = [comb(int(one), size - 1) for one in greatest]
        sets = np.column_stack([np.concatenate([sets[:number] for number in below]), np.repeat(greatest, below)])
    return sets


MOST_OPEN_CELLS = 128  # the bits of two words
MOST_KEYS = 1 << 64
MOST_FIELDS = MOST_KEYS
"""The most keys that have bits for each class; a mixed number of the same ranks is slower."""
MOST_SETS = 1 << 63
"""The most ranks of a class, which are signed numbers."""
PieceGoal = Sequence[tuple[str, Place]]
"""Pieces and their places in the goal."""


@dataclass(frozen=True)
class Rules:
    """What a puzzle file can say in addition to its boards."""

    metric: str = "step"
    goal_match: str = "piece"
    gate_pieces: tuple[str, ...] | None = None
    groups: tuple[tuple[str, ...], ...] | None = None
    """The pieces that count as the same; None if those of one shape do, except those that the goal names."""
    frozen: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()

    def group_of(self, name: str) -> tuple[str, ...]:
        """Return the group that a piece stands in, or the piece alone."""
        return next((group for group in self.groups or () if name in group), (name,))


class Layout:
    """The pieces of a start grid under the rules: what the puzzle builds its tables of."""

    def __init__(self, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.grid = grid
        self.goal = goal
        self.rules = rules
        self._check_parts()
        gates = self._gate_pieces()
        pieces = [
            Piece(name, shape, place, self._ways(name, shape), name in gates)
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
        """The frozen pieces: walls with a name."""
        self.classes = self._classes([piece for piece in pieces if piece not in self.fixed])
        self.radices = self._radices()
        """For each class how many numbers its part of a key has: a power of two if it has bits of its own."""
        self.has_fields = all(radix.bit_count() == 1 for radix in self.radices)

    def _radices(self) -> tuple[int, ...]:
        sets = tuple(one.sets for one in self.classes)
        if prod(sets) > MOST_KEYS or max(sets, default=1) > MOST_SETS:
            bits = (prod(sets) - 1).bit_length()
            raise PuzzleError(
                f"a board of this puzzle needs {bits} bits, and no command works with more than "
                f"{64 if bits > 64 else 63}: freeze pieces that stay where they are (frozen), or let pieces of one "
                f"shape count as the same (groups)"
            )
        fields = tuple(1 << (one - 1).bit_length() for one in sets)
        return fields if prod(fields) <= MOST_FIELDS else sets

    @property
    def keys(self) -> int:
        """How many keys there are, those included that are no boards."""
        return prod(self.radices)

    def key_of(self, places: Sequence[Sequence[Place]]) -> int:
        """Encode the places of all classes."""
        key = 0
        for radix, one, of_class in zip(self.radices, self.classes, places, strict=True):
            key = key * radix + one.rank(of_class)
        return key

    def places_of(self, key: int) -> list[list[Place]]:
        """Decode the places of all classes; a LookupError if a number is that of no place."""
        places = []
        for radix, one in zip(reversed(self.radices), reversed(self.classes), strict=True):
            key, rank = divmod(key, radix)
            places.append(one.unrank(rank))
        return places[::-1]

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """All pieces by name, class by class, then the frozen ones."""
        return {piece.name: piece for piece in [*chain.from_iterable(c.pieces for c in self.classes), *self.fixed]}

    def _check_parts(self) -> None:
        """Refuse pieces that are drawn in several parts, unless the rules say that they are."""
        pieces, parted = self.grid.pieces, self.rules.parted
        new = [name for name, piece in pieces.items() if name not in parted and parts_of(piece.shape)[1:]]
        if new:
            line = f"parted = {json.dumps([*parted, *new], ensure_ascii=False)}"
            raise PuzzleError(several_parts(self.grid, new, f"write the line {line}"))

    def _ways(self, name: str, shape: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        if name in self.rules.frozen:
            return ()
        if name not in self.rules.axis:
            return tuple(WAYS)
        rows, columns = len({r for r, _ in shape}), len({c for _, c in shape})
        if rows == columns:
            raise PuzzleError(f"axis: piece {name} is as wide as it is high and has no length to move along")
        return ("U", "D") if rows > columns else ("L", "R")

    def _gate_pieces(self) -> set[str]:
        if self.rules.gate_pieces is not None:
            return set(self.rules.gate_pieces)
        named = set(chain.from_iterable(self.rules.group_of(name) for name, _ in self.goal))
        if self.rules.goal_match == "piece":
            return named
        shapes = {self.grid.pieces[name].shape for name in named}
        return {name for name, piece in self.grid.pieces.items() if piece.shape in shapes}

    def _classes(self, pieces: list[Piece]) -> tuple[PieceClass, ...]:
        found: dict[Any, tuple[list[Piece], tuple[Place, ...]]] = {}
        alone = self.grid.without({piece.name for piece in pieces})
        for piece in pieces:
            places = tuple(sorted(alone.paths(piece, piece.start, "move")))
            alike = (self._kin(piece.name), piece.shape, piece.ways, places)
            found.setdefault(alike, ([], places))[0].append(piece)
        return tuple(PieceClass(tuple(members), places) for members, places in found.values())

    def _kin(self, name: str) -> tuple[str, ...]:
        """Return what distinguishes a piece from others with the same shape that do not count as the same."""
        singled = self.rules.goal_match == "piece" and name in {goal for goal, _ in self.goal}
        return self.rules.group_of(name) if singled or self.rules.groups is not None else ()


def goal_of_text(text: str, home: Grid) -> PieceGoal:
    """Read a goal: a grid that shows all pieces or some of them, or pieces with row and column, `X 4 2, A 1 1`."""
    if places := places_in(text):
        return goal_at(places, home)
    sample = "AXXB/AXXB/C..D, or X 4 2 for a piece with its row and column"
    try:
        found = read_places(BoardText(text, PuzzleError, sample), home, "home")
    except PuzzleError as error:
        raise error.said(f"goal: {error}") from None
    if not found:
        raise PuzzleError("goal: it shows no piece")
    return [*found.items()]


_PLACE = re.compile(r"\bat row ([0-9]+), column ([0-9]+)")


def places_in(text: str) -> list[tuple[str, int, int]]:
    """Split a text into pieces with row and column, as written; empty if it is anything else.

    >>> places_in("X 4 2, A 1 1") == places_in("X at row 4, column 2, A at row 1, column 1")
    True
    """
    parts = [part.split() for part in _PLACE.sub(r"\1 \2", text).split(",")]
    if not all(len(part) == 3 and is_number(part[1]) and is_number(part[2]) for part in parts):
        return []
    return [(name, int(row), int(column)) for name, row, column in parts]


def goal_at(written: Iterable[tuple[str, int, int]], home: Grid) -> PieceGoal:
    """Read pieces with the row and the column of their upper left cells, which count from 1."""
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


def find_wanted(goal: PieceGoal, layout: Layout, *, exact: bool = False) -> tuple[list[list[Place]], int, bool]:
    """Find which placements the goal wants of each class, how many of them it takes, and whether one board meets it.

    If `exact`, only the named pieces may take them, whatever the file allows.
    """
    places: list[list[Place]] = [[] for _ in layout.classes]
    total, full = 0, bool(goal)
    for name, place in goal:
        piece = layout.pieces[name]
        if piece in layout.fixed:
            if place != piece.start:
                raise PuzzleError(f"goal: piece {name} is frozen and cannot reach {place_text(place)}")
            continue
        classes = takers(name, place, layout, exact=exact)
        if not classes:
            raise PuzzleError(f"goal: piece {name} can never reach {place_text(place)}")
        full = full and len(classes) == 1
        total += 1
        for index in classes:
            places[index].append(place)
    full = full and all(len(of) == len(one.pieces) for of, one in zip(places, layout.classes, strict=True))
    return places, total, full


def takers(name: str, place: Place, layout: Layout, *, exact: bool = False) -> list[int]:
    """Find the classes whose pieces may take the place of a piece in the goal; none for a frozen one."""
    piece, own = layout.pieces[name], exact or layout.rules.goal_match == "piece"
    return [
        number
        for number, one in enumerate(layout.classes)
        if piece.ways and place in one.places and (piece in one.pieces if own else piece.shape == one.pieces[0].shape)
    ]
