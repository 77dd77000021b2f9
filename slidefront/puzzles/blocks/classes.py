"""The classes of a block puzzle: pieces that are all alike, the placements they can have, and their part of the key.

A class shares shape and axis, and its pieces can reach the same placements, which settles walls and gates; pieces that
never meet (cars in different rows) are classes of their own. If its k pieces can have n placements, numbered row by
row, the class takes one of C(n, k) sets of them, and its part of the key is the rank of that set:

    placements p1 < p2 < ... < pk     rank  C(p1, 1) + C(p2, 2) + ... + C(pk, k)

So boards that differ only in which of two equal pieces is where have one key. Each part has bits of its own, those of
the first class highest. If that takes too many bits, a key is a mixed number: the rank of a class counts as often as
the classes after it have ranks together. If that takes too many bits as well, ranks are others (`heads.py`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from slidefront.arrays import Cells
from slidefront.puzzles.blocks.grid import Shape
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

    def cells_at(self, place: Place) -> frozenset[tuple[int, int]]:
        """The cells that a piece covers when it lies there."""
        return self.pieces[0].cells_at(place)


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
