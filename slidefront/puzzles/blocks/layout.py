"""The layout of a block puzzle: its pieces, the moves and gates of each, and which of them are alike."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.classes import WAYS, Piece, PieceClass, reachable_places
from slidefront.puzzles.blocks.grid import GATE, WALL, Grid, corner, is_joined, shape_of
from slidefront.puzzles.blocks.heads import Heads
from slidefront.puzzles.values import Place

MOST_OPEN_CELLS = 128
MOST_KEYS = 1 << 64
MOST_SETS = 1 << 63
"""The most ranks of a class, which are signed numbers."""
FORMS = ("fields", "mixed", "heads")
"""The forms of keys, the fastest first: bits for each class, one number of the same ranks, or of those of heads."""
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
        forms = {"fields": tuple(1 << one.bits for one in self.classes), "mixed": sets, "heads": self.heads.sets}
        for form in FORMS:
            if prod(forms[form]) <= MOST_KEYS and max(forms[form], default=1) <= MOST_SETS:
                return form, forms[form]
        bits = min((prod(radices) - 1).bit_length() for radices in forms.values())
        raise PuzzleError(
            f"a board of this puzzle needs {bits} bits, and no command works with more than {64 if bits > 64 else 63}: "
            f"freeze pieces that stay where they are (frozen), or let pieces of one shape count as the same (groups)"
        )

    @cached_property
    def heads(self) -> Heads:
        """Where pieces begin."""
        return Heads(self.classes)

    @property
    def keys(self) -> int:
        """How many keys there are, those included that are no boards."""
        return prod(self.radices)

    def key_of(self, places: Sequence[Sequence[Place]]) -> int:
        """Encode the places of all classes."""
        if self.form == "heads":
            ranks = self.heads.ranks(places)
        else:
            ranks = [one.rank(of) for one, of in zip(self.classes, places, strict=True)]
        key = 0
        for radix, rank in zip(self.radices, ranks, strict=True):
            key = key * radix + rank
        return key

    def places_of(self, key: int) -> list[list[Place]]:
        """Decode the places of all classes; a LookupError if a number is that of no place."""
        ranks = []
        for radix in reversed(self.radices):
            key, rank = divmod(key, radix)
            ranks.append(rank)
        ranks.reverse()
        if self.form == "heads":
            return self.heads.places(ranks)
        return [one.unrank(rank) for one, rank in zip(self.classes, ranks, strict=True)]

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
