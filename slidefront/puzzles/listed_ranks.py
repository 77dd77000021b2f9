"""Ranks of any puzzle: all boards that home reaches are listed as ascending keys; the rank is the place in the list.

It takes 8 bytes a board and 6 for each move, where other rankings compute both. Rows have one board.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from slidefront import machine, units
from slidefront.arrays import Keys
from slidefront.errors import LimitError
from slidefront.keys.algebra import layers_from, places_in
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Flags, Ranking, Ranks, RowMarks, RowMoves, Shape, Shuffles, whole_rows

_SLICE = 1 << 16
_BYTES = 64  # of a board: its key, its moves, its bits, and what is known of its row


class ListedRanking(Ranking):
    """Ranks of the boards of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        home = np.array([puzzle.home], np.uint64)
        most = machine.memory() // _BYTES
        too_large = LimitError(
            f"a table of {puzzle.name} needs a list of its boards, and {units.size(most * _BYTES)} of memory hold "
            f"no more than {most:,}: explore to a depth with `slidefront expand`"
        )
        self._keys = np.sort(np.concatenate([*layers_of(puzzle, home, most, too_large)]))
        self.shape = Shape(self._keys.size, 1, 1)

    def sides_of(self, rows: Ranks) -> Flags | None:
        """The sides of some boards."""
        sides = self._puzzle.sides
        return None if sides is None else sides(self._keys[rows]).astype(np.uint8)

    def moves_of(self, rows: Ranks) -> RowMoves:
        """The moves of some boards."""
        ends, counts = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        for first in range(0, rows.size, _SLICE):
            keys = self._keys[rows[first : first + _SLICE]]
            of, after = self._puzzle.edges(keys)
            ends.append(self.ranks(after[np.argsort(of, kind="stable")]).astype(np.int32))
            counts.append(np.bincount(of, minlength=keys.size))
        end, first_of = np.concatenate(ends), np.concatenate([[0], np.cumsum(np.concatenate(counts))])
        nothing = np.zeros((1, 1), np.uint8)
        shuffles = Shuffles(nothing.astype(np.uint16), nothing, nothing, np.zeros((1, 8, 256), np.uint64))
        return RowMoves(first_of, end, np.zeros(end.size, np.uint16), shuffles)

    @cached_property
    def marked(self) -> RowMarks:
        """The boards that layers mark."""
        return whole_rows(self.shape, self._puzzle.marked(self._keys).astype(np.uint8))

    def ranks(self, keys: Keys) -> Ranks:
        """Find boards in the list; -1 for one that is not there."""
        return places_in(self._keys, keys)

    def keys(self, ranks: Ranks) -> Keys:
        """Look up boards."""
        return self._keys[ranks]


def layers_of(puzzle: Puzzle, starts: Keys, most: int, too_large: LimitError) -> Iterator[Keys]:
    """Explore from some boards in memory, depth by depth; refuse more boards than that."""
    boards = 0
    for layer in layers_from(starts, puzzle.neighbours):
        boards += layer.size
        if boards > most:
            raise too_large
        yield layer
