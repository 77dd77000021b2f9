"""Keys that number what lies on a board in reading order, where numbers of placements would need too many bits.

    A A .      A head is a cell where something begins: a blank cell, or the first cell of a piece, row by row.
    B C C      The heads, here of A, a blank, B and C, tell the whole board.
    B . .

All boards of a puzzle have the same number of heads. The first class of pieces has some of them, the next class some
of those that are left, and so on: the rank of a class is the rank of this set, as `classes.py` ranks sets of
placements. Two pieces never share a head, so no number is spent on pieces that overlap. A key in which a piece does not
fit at its head is not the key of a board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb

from slidefront.puzzles.blocks.classes import PieceClass, rank_numbers, unrank_numbers
from slidefront.puzzles.values import Place


@dataclass(frozen=True)
class Heads:
    """The heads of the boards of some classes."""

    classes: tuple[PieceClass, ...]

    @cached_property
    def cells(self) -> list[Place]:
        """The cells that a piece can cover, row by row."""
        return sorted({cell for one in self.classes for place in one.places for cell in one.cells_at(place)})

    @cached_property
    def left(self) -> list[int]:
        """How many heads the classes before leave to each class."""
        sizes = [len(one.pieces) for one in self.classes]
        bodies = sum(len(one.pieces[0].shape) - 1 for one in self.classes for _ in one.pieces)
        return [len(self.cells) - bodies - before for before in accumulate(sizes[:-1], initial=0)]

    @property
    def sets(self) -> tuple[int, ...]:
        """How many sets of heads each class can have."""
        return tuple(comb(left, len(one.pieces)) for one, left in zip(self.classes, self.left, strict=False))

    @cached_property
    def place_at(self) -> list[dict[Place, Place]]:
        """For each class, the placement that has a cell as its head."""
        return [{min(one.cells_at(place)): place for place in one.places} for one in self.classes]

    def ranks(self, places: Sequence[Sequence[Place]]) -> list[int]:
        """Rank the heads of each class."""
        taken = [[one.cells_at(place) for place in of] for one, of in zip(self.classes, places, strict=True)]
        bodies = {cell for of in taken for cells in of for cell in cells if cell != min(cells)}
        heads, ranks = [cell for cell in self.cells if cell not in bodies], []
        for of_class in taken:
            own = [min(cells) for cells in of_class]
            ranks.append(rank_numbers(map(heads.index, own)))
            heads = [cell for cell in heads if cell not in own]
        return ranks

    def places(self, ranks: Sequence[int]) -> list[list[Place]]:
        """Find the places of each class again; a LookupError if a piece has none at its head."""
        class_of: dict[int, int] = {}
        for number, (one, rank) in enumerate(zip(self.classes, ranks, strict=True)):
            left = [head for head in range(self.left[0]) if head not in class_of]
            class_of |= {left[at]: number for at in unrank_numbers(rank, len(one.pieces))}
        found: list[list[Place]] = [[] for _ in self.classes]
        covered: set[Place] = set()
        head = 0
        for cell in self.cells:
            if cell in covered:
                continue
            if head in class_of:
                number = class_of[head]
                found[number].append(self.place_at[number][cell])
                covered |= self.classes[number].cells_at(found[number][-1])
            head += 1
        return found
