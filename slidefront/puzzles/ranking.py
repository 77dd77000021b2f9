"""The rank of a board: the boards that can be reached from home as the numbers 0 to N - 1, and back, in bulk.

A ranking is an optional capability: `Puzzle.ranking()` gives one where the family can number its boards. A table of
distances keeps one bit or two for each rank and no board at all.

    rank = (row x words of a row + word) x boards of a word + place in the word

A word is 64 bits of a table and has at most 64 boards. A row is a stretch of words; a move takes all boards of a row to
one other row, in another order or in the same one. So the moves of a space are a graph of rows, each move with a
permutation of the places of a row, and few permutations are different.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys

Ranks = npt.NDArray[np.int64]
"""Ranks of boards; -1 stands for a board that cannot be reached from home."""
Flags = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Shape:
    """How ranks lie in the words of a table."""

    rows: int
    words: int
    """Words of a row."""
    per_word: int
    """Boards of a word, at most 64."""

    @property
    def all_words(self) -> int:
        """The words of the whole space."""
        return self.rows * self.words

    @property
    def row_boards(self) -> int:
        """The boards of a row."""
        return self.words * self.per_word

    @property
    def boards(self) -> int:
        """The boards of the whole space."""
        return self.rows * self.row_boards


class Shuffles(NamedTuple):
    """Permutations of the places of a row; number 0 changes nothing."""

    word_to: npt.NDArray[np.uint16]
    """For a permutation and a word: the word that its boards go to."""
    word_by: npt.NDArray[np.uint8]
    """And the row of `times` that puts them in order; row 0 leaves them as they are."""
    times: npt.NDArray[np.uint8]
    """For each order of the places of a word: where the board of each place goes."""
    shuffle: Keys
    """For such an order, a byte of a word and its value: the boards that go to one of its bits."""


class RowMoves(NamedTuple):
    """All moves between rows, for kernels: those of a row from `first[row]` on, best with equal `by` together."""

    first: npt.NDArray[np.int64]
    end: npt.NDArray[np.int32]
    """The row that a move leads to."""
    by: npt.NDArray[np.uint16]
    """The number of the permutation of the places."""
    shuffles: Shuffles


@dataclass(frozen=True)
class RowMarks:
    """The boards that the layers mark, as masks of rows."""

    mask_of: npt.NDArray[np.uint16]
    """For each row, the number of its mask; 0 for a row without marked boards."""
    masks: Keys
    """For each mask, the words of a row with the bits of the marked boards."""


class Ranking(ABC):
    """Ranks for the boards of one puzzle."""

    shape: Shape

    @abstractmethod
    def moves_of(self, rows: Ranks) -> RowMoves:
        """The moves of some rows, `first` by their places in the list."""

    @cached_property
    def moves(self) -> RowMoves:
        """All moves."""
        return self.moves_of(np.arange(self.shape.rows))

    def moves_in(self, first: int, end: int) -> RowMoves:
        """The moves of a stretch of rows, which is asked for once for each depth."""
        return self.moves_of(np.arange(first, end))

    def stretch(self, most: int) -> int:
        """How many rows a region has, at most so many: the moves from a region lead to few others."""
        return most

    def sides_of(self, rows: Ranks) -> Flags | None:  # noqa: ARG002 - for puzzles that have sides
        """The side of each of some rows, 0 or 1, if every move changes sides; None if there are no sides."""
        return None

    @property
    def has_sides(self) -> bool:
        """Tell whether there are sides."""
        return self.sides_of(np.empty(0, np.int64)) is not None

    @property
    @abstractmethod
    def marked(self) -> RowMarks:
        """The boards that layers mark."""

    @abstractmethod
    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""

    @abstractmethod
    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""

    def description(self) -> dict[str, Any] | None:
        """Everything that a page needs to rank a board, as plain data and as arrays of bytes; None if pages cannot."""
        return None


def whole_rows(shape: Shape, rows: Flags) -> RowMarks:
    """Mark all boards of some rows."""
    full = np.uint64((1 << shape.per_word) - 1)
    masks = np.stack([np.zeros(shape.words, np.uint64), np.full(shape.words, full)])
    return RowMarks((rows > 0).astype(np.uint16), masks)
