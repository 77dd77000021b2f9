"""The layout of a block puzzle: its pieces, the moves and gates of each, and the classes of those that are alike.

The pieces of a class share shape and axis, and can reach the same placements, which settles walls and gates; pieces
that never meet (cars in different rows) are classes of their own. If its k pieces can have n placements, numbered row
by row, the class takes one of C(n, k) sets of them, and its part of the key is the rank of that set:

    placements p1 < p2 < ... < pk     rank  C(p1, 1) + C(p2, 2) + ... + C(pk, k)

So boards that differ only in which of two equal pieces is where have one key. Each part has bits of its own, those of
the first class highest. If that takes too many bits, a key is a mixed number: the rank of a class counts as often as
the classes after it have ranks together. A puzzle that needs more than 64 bits even so is refused.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import comb, prod
from typing import Any

import numpy as np

from slidefront.arrays import Cells
from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.grid import GATE, WALL, Grid, Shape, corner, is_joined, shape_of
from slidefront.puzzles.values import Place

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


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
class PieceClass:
    """Pieces that are alike."""

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]
    """All placements that its pieces can reach on a board with no other pieces, row by row."""

    @cached_property
    def sets(self) -> int:
        """How many sets of placements there are."""
        return comb(len(self.places), len(self.pieces))

    @cached_property
    def bits(self) -> int:
        """The bits that its rank needs."""
        return (self.sets - 1).bit_length()

    def rank(self, places: Iterable[Place]) -> int:
        """Rank a set of placements."""
        return rank_numbers(map(self.places.index, places))

    def unrank(self, rank: int) -> list[Place]:
        """List the placements of a rank, ascending."""
        return [self.places[number] for number in unrank_numbers(rank, len(self.pieces))]


def rank_numbers(numbers: Iterable[int]) -> int:
    """Rank a set of numbers."""
    return sum(comb(number, i) for i, number in enumerate(sorted(numbers), 1))


def unrank_numbers(rank: int, count: int) -> list[int]:
    """List the numbers of a rank, ascending."""
    found = []
    for i in range(count, 0, -1):
        number = i - 1
        while comb(number + 1, i) <= rank:
            number += 1
        rank -= comb(number, i)
        found.append(number)
    return found[::-1]


def reachable_places(piece: Piece, is_free: Callable[[frozenset[tuple[int, int]]], bool]) -> tuple[Place, ...]:
    """Find all placements that a piece can reach alone, step by step."""
    seen = {piece.start}
    waiting = [piece.start]
    while waiting:
        row, column = waiting.pop()
        for way in piece.ways:
            down, right = WAYS[way]
            place = (row + down, column + right)
            if place not in seen and is_free(piece.cells_at(place)):
                seen.add(place)
                waiting.append(place)
    return tuple(sorted(seen))


def list_sets(count: int, places: int) -> Cells:
    """List the sets of some of the places in order of their rank: those with the least greatest place come first."""
    sets = np.empty((1, 0), np.uint8)
    for size in range(1, count + 1):
        greatest = np.arange(places - count + size, dtype=np.uint8)
        below = [comb(int(one), size - 1) for one in greatest]
        sets = np.column_stack([np.concatenate([sets[:number] for number in below]), np.repeat(greatest, below)])
    return sets


MOST_OPEN_CELLS = 128
MOST_KEYS = 1 << 64
MOST_SETS = 1 << 63
"""The most ranks of a class, which are signed numbers."""
FORMS = ("fields", "mixed")
"""The forms of keys, the faster first: bits for each class, or one mixed number of the same ranks."""
PieceGoal = Sequence[tuple[str, Place]]
"""Pieces and their places in the goal."""


@dataclass(frozen=True)
class Rules:
    """What a puzzle file can say in addition to its boards."""

    metric: str = "step"
    interchangeable: bool = True
    goal_match: str = "piece"
    gate_pieces: tuple[str, ...] | None = None
    groups: tuple[tuple[str, ...], ...] = ()
    frozen: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()

    def group_of(self, name: str) -> tuple[str, ...]:
        """Return the group that a piece stands in, or the piece alone."""
        return next((group for group in self.groups if name in group), (name,))


class Layout:
    """The pieces of a start grid under the rules: what the puzzle builds its tables of."""

    def __init__(self, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.grid = grid
        self.goal = goal
        self.rules = rules
        self._check_parts()
        pieces = [self._piece(name) for name in grid.pieces]
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
        self.form, self.radices = self._form()
        """The form of keys, and for each class how many numbers its part of a key has: a power of two for fields."""

    def _form(self) -> tuple[str, tuple[int, ...]]:
        """Choose the first form of keys that has few enough."""
        sets = tuple(one.sets for one in self.classes)
        forms = {"fields": tuple(1 << one.bits for one in self.classes), "mixed": sets}
        for form in FORMS:
            if prod(forms[form]) <= MOST_KEYS and max(forms[form], default=1) <= MOST_SETS:
                return form, forms[form]
        bits = (prod(sets) - 1).bit_length()
        raise PuzzleError(
            f"a board of this puzzle needs {bits} bits, and no command works with more than {64 if bits > 64 else 63}: "
            f"freeze pieces that stay where they are (frozen), or let pieces of one shape count as the same (groups)"
        )

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
        loose = [name for name in self.grid.pieces if not is_joined(shape_of(self.grid.cells(name)))]
        new = [name for name in loose if name not in self.rules.parted]
        if new:
            what = f"piece {new[0]} is" if len(new) == 1 else f"pieces {', '.join(new[:-1])} and {new[-1]} are"
            line = f"parted = {json.dumps([*self.rules.parted, *new], ensure_ascii=False)}"
            raise PuzzleError(f"{what} drawn in several parts; if that is intended, add the line {line}")

    def _piece(self, name: str) -> Piece:
        cells = self.grid.cells(name)
        shape = shape_of(cells)
        return Piece(name, shape, corner(cells), self._ways(name, shape), name in self._gate_pieces())

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
        shapes = {shape_of(self.grid.cells(name)) for name in named}
        return {name for name in self.grid.pieces if shape_of(self.grid.cells(name)) in shapes}

    def _classes(self, pieces: list[Piece]) -> tuple[PieceClass, ...]:
        found: dict[Any, tuple[list[Piece], tuple[Place, ...]]] = {}
        for piece in pieces:
            places = reachable_places(piece, lambda cells, piece=piece: self.is_free(cells, piece))  # type: ignore[misc]
            alike = (self._kin(piece.name), piece.shape, piece.ways, places)
            found.setdefault(alike, ([], places))[0].append(piece)
        return tuple(PieceClass(tuple(members), places) for members, places in found.values())

    def _kin(self, name: str) -> tuple[str, ...]:
        """Return what distinguishes a piece from others with the same shape that do not count as the same."""
        group = self.rules.group_of(name)
        if group in self.rules.groups:
            return group
        singled = self.rules.goal_match == "piece" and name in {goal for goal, _ in self.goal}
        return (name,) if singled or not self.rules.interchangeable else ()

    def is_free(self, cells: Iterable[tuple[int, int]], piece: Piece) -> bool:
        """Tell whether a piece can lie on some cells: no wall, no gate closed to it, and no frozen piece."""
        rows = self.grid.rows
        frozen = self.rules.frozen
        for r, c in cells:
            if not (0 <= r < len(rows) and 0 <= c < self.grid.width):
                return False
            name = rows[r][c]
            if name == WALL or (name == GATE and not piece.passes_gates) or (name in frozen and name != piece.name):
                return False
        return True
