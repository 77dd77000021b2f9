"""The codec of block puzzles: boards as keys, as placements, and as the keys of their successors.

A *placement* is a place where the pieces of a class can lie. The placements of all classes are numbered together, class
after class. A *slot* is a piece that may move, in the same order. Boards in bulk are an array of placements, with a row
for each slot and a column for each board:

    A X X .      classes  (A B)  on 8 cells, placements 0 to 7         slots  A B X
    . X X B               (X)    on 3 places, placements 8 to 10       board  0 7 9

The pieces of a class are interchangeable, so their slots have the placements in ascending order. A codec does not
depend on the goal. The puzzle, its arrangements (`arrangements`) and its ranks (`ranks`) are built on it.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import BoardError, PuzzleError
from slidefront.moves import METRICS
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.layout import BLANK, GATE, Layout, PieceGoal
from slidefront.puzzles.blocks.successors import Placements, build_block_tables
from slidefront.puzzles.capabilities import Place, place_text


class ClassSpan(NamedTuple):
    """The ranges of the placements and of the slots of a class."""

    piece_count: int
    slots: slice
    """The rows of the class in an array of placements."""
    placements: slice
    """The range of the class in an array with an entry for each placement."""


@dataclass(frozen=True)
class WantedPlacements:
    """The placements that a goal wants pieces on. A board meets the goal if enough of them are taken."""

    flags: npt.NDArray[np.uint8]
    """For each placement 1 if the goal wants it, else 0."""
    total: int
    """The number of wanted placements that are taken on a board that meets the goal."""
    slots: tuple[int, ...]
    """The slots of the classes that have wanted placements."""
    key: int | None
    """The key of the only board that meets the goal; None for a goal that several boards may meet."""

    def are_taken(self, placements: Placements) -> npt.NDArray[np.bool_]:
        """Whether the pieces of each board take enough of the wanted placements."""
        return np.asarray(self.flags[placements[list(self.slots)]].sum(axis=0) == self.total)


class BlockCodec:
    """Converts the boards of a layout in bulk, and makes their moves in its metric."""

    def __init__(self, name: str, layout: Layout) -> None:
        """Build the tables of a layout; `name` is the puzzle that messages name."""
        self.name, self.layout, self.metric = name, layout, layout.rules.metric
        self.classes = layout.classes
        self.slots = [piece.name for cls in self.classes for piece in cls.pieces]
        """The names of the pieces that may move, class after class."""
        self.placements = [place for cls in self.classes for place in cls.places]
        """The row and column of each placement, class after class."""
        self.key_bits = (layout.key_count - 1).bit_length()
        self.tables, self.covered = build_block_tables(layout)
        self.home = layout.key_of([[piece.start for piece in cls.pieces] for cls in self.classes])
        other_placements = sum(len(cls.pieces) * (len(cls.places) - 1) for cls in self.classes)
        steps_into_blanks = 4 * len(layout.grid.cells(BLANK, GATE))
        self.most_successors = other_placements if self.metric == "move" else min(other_placements, steps_into_blanks)
        """An upper bound of the successors of a board."""

    @cached_property
    def spans(self) -> list[ClassSpan]:
        """The placements and slots of each class."""
        return [
            ClassSpan(count, slice(slot, slot + count), slice(first, first + size))
            for count, first, size, slot, _ in self.tables.classes.tolist()
        ]

    def write_successors(self, keys: Keys, out: Keys) -> int:
        """Write the boards that every move of the metric leads to; return how many."""
        if not self.classes:
            return 0
        count = successors.expand_blocks(keys, out, self.tables, METRICS[self.metric])
        if count < 0:
            raise BoardError(f"a key is not a board of {self.name}: it is of another puzzle, or damaged")
        return count

    def successors(self, keys: Keys) -> Keys:
        """Return the boards that every move of the metric leads to, in any order, with repeats."""
        out = np.empty(keys.size * self.most_successors, np.uint64)
        return out[: self.write_successors(keys, out)]

    def decode_placements(self, keys: Keys) -> tuple[Placements, bool]:
        """Return the placements of boards, and whether all ranks are in range; any other rank is clipped."""
        placements = np.empty((len(self.slots), keys.size), np.uint16)
        return placements, not self.classes or successors.decode_all(keys, placements, self.tables)

    def placements_of(self, keys: Keys) -> Placements:
        """Return the placements of boards; raise BoardError for a key with a rank out of range."""
        placements, are_in_range = self.decode_placements(keys)
        if not are_in_range:
            wrong = next(key for key in keys.tolist() if not self.decode_placements(np.array([key], np.uint64))[1])
            raise BoardError(f"{wrong:#x} is not a board of {self.name}")
        return placements

    def encode(self, placements: Placements) -> Keys:
        """Return the keys of boards; the slots of a class may have their placements in any order."""
        keys = np.zeros(placements.shape[1], np.uint64)
        for radix, span in zip(self.layout.radices, self.spans, strict=True):
            keys *= np.uint64(radix)
            numbers = np.sort(placements[span.slots] - np.uint16(span.placements.start), axis=0)
            for size, row in enumerate(numbers, 1):
                keys += successors.BINOMIALS[size].view(np.uint64)[row]
        return keys

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each key is a board: ranks are in range, no bits are left over, and no two pieces overlap."""
        placements, _ = self.decode_placements(keys)
        are_boards = self.encode(placements) == keys
        for word in np.atleast_2d(self.tables.mask.T):
            occupied = np.zeros(keys.size, np.uint64)
            for row in placements:
                are_boards &= occupied & word[row] == 0
                occupied |= word[row]
        return np.asarray(are_boards)

    def parity_classes(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Return the parity of the sum of all rows and columns, which every step changes."""
        parities = np.array([sum(place) & 1 for place in self.placements], np.int8)
        return np.asarray(parities[self.placements_of(keys)].sum(axis=0) & 1, np.int8)

    def wanted(self, goal: PieceGoal, *, exact: bool = False) -> WantedPlacements:
        """Return the placements that a goal wants; if `exact`, only the named pieces may take their places."""
        layout, total, is_single = self.layout, 0, bool(goal)
        flags = np.zeros(len(self.placements), np.uint8)
        places: list[list[Place]] = [[] for _ in self.classes]
        for name, place in goal:
            piece = layout.pieces[name]
            if piece in layout.fixed:
                if place != piece.start:
                    raise PuzzleError(f"goal: piece {name} is frozen and cannot reach {place_text(place)}")
                continue
            takers = layout.takers(name, place, exact=exact)
            if not takers:
                raise PuzzleError(f"goal: piece {name} can never reach {place_text(place)}")
            total += 1
            is_single &= len(takers) == 1
            for number in takers:
                places[number].append(place)
                flags[self.spans[number].placements.start + self.classes[number].places.index(place)] = 1
        is_single &= all(len(wanted) == len(cls.pieces) for wanted, cls in zip(places, self.classes, strict=True))
        numbers = range(len(self.slots))
        slots = chain.from_iterable(
            numbers[span.slots] for span, of_class in zip(self.spans, places, strict=True) if of_class
        )
        return WantedPlacements(flags, total, tuple(slots), layout.key_of(places) if is_single else None)
