"""Ranks of any puzzle: all boards that home reaches are listed as ascending keys; the rank is the place in the list.

It takes 8 bytes a board and 6 for each move, where other rankings compute both. Rows have one board.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from slidefront import machine, units
from slidefront.arrays import Keys
from slidefront.errors import LimitError
from slidefront.keys.algebra import layers_from
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Flags, Ranking, Ranks, RowMarks, RowMoves, Shape, Shuffles, whole_rows

_SLICE = 1 << 16
_BYTES = 64  # of a board: its key, its moves, its bits, and what is known of its row
Counts = Callable[[Keys], Ranks]
"""Tells how many successors each board has, which come board by board in the same order."""


class ListedRanking(Ranking):
    """Ranks of the boards of a puzzle."""

    def __init__(self, puzzle: Puzzle, counts: Counts | None = None) -> None:
        """Without `counts`, moves are made one board at a time."""
        self._puzzle = puzzle
        self._counts = counts
        self._keys = np.sort(np.concatenate([*_layers(puzzle, machine.memory() // _BYTES)]))
        self.shape = Shape(self._keys.size, 1, 1)

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The sides of some boards."""
        sides = self._puzzle.sides
        return None if sides is None else sides(self._keys[rows]).astype(np.uint8)

    def moves_of(self, rows: Ranks) -> RowMoves:
        """The moves of some boards."""
        every, counts = [], [np.empty(0, np.int64)]
        for first in range(0, rows.size, _SLICE):
            keys = self._keys[rows[first : first + _SLICE]]
            if self._counts is None:
                found = [self._puzzle.neighbours(keys[at : at + 1]) for at in range(keys.size)]
                counts.append(np.array([one.size for one in found]))
            else:
                found = [self._puzzle.neighbours(keys)]
                counts.append(self._counts(keys))
            every.append(self.ranks(np.concatenate(found)).astype(np.int32))
        end = np.concatenate([np.empty(0, np.int32), *every])
        first_of = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
        nothing = np.zeros((1, 1), np.uint8)
        shuffles = Shuffles(nothing.astype(np.uint16), nothing, nothing, np.zeros((1, 8, 256), np.uint64))
        return RowMoves(first_of, end, np.zeros(end.size, np.uint16), shuffles)

    @cached_property
    def marked(self) -> RowMarks:
        """The boards that layers mark."""
        return whole_rows(self.shape, self._puzzle.marked(self._keys).astype(np.uint8))

    def ranks(self, keys: Keys) -> Ranks:
        """Find boards in the list; -1 for one that is not there."""
        at = np.minimum(np.searchsorted(self._keys, keys), self._keys.size - 1)
        return np.where(self._keys[at] == keys, at, -1)

    def keys(self, ranks: Ranks) -> Keys:
        """Look up boards."""
        return self._keys[ranks]


def has_at_most(puzzle: Puzzle, most: int) -> bool:
    """Tell whether home reaches at most so many boards, by exploring them in memory."""
    try:
        return sum(layer.size for layer in _layers(puzzle, most)) <= most
    except LimitError:
        return False


def _layers(puzzle: Puzzle, most: int) -> Iterator[Keys]:
    """Explore all boards, depth by depth."""
    boards = 0
    for layer in layers_from(puzzle.home, puzzle.neighbours):
        boards += layer.size
        if boards > most:
            raise LimitError(
                f"a table of {puzzle.name} needs a list of its boards, and {units.size(most * _BYTES)} of memory hold "
                f"no more than {most:,}: explore to a depth with `slidefront expand`"
            )
        yield layer
