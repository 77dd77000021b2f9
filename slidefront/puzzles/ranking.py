"""The rank of a board: the boards that can be reached from home as the numbers 0 to N - 1, and back, in bulk.

A ranking is an optional capability: `Puzzle.ranking()` gives one where the family can number its boards. A table of
distances keeps one bit or two for each rank and no board at all.

    rank = (row x words of a row + word) x boards of a word + place in the word

A word is 64 bits of a table and has at most 64 boards. A row is a stretch of words; a move takes all boards of a row to
one other row, in another order or in the same one. So the moves of a space are a graph of rows, each move with a
permutation of the places of a row, and few permutations are different.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys

Ranks = npt.NDArray[np.int64]
"""Ranks of boards; -1 stands for a board that cannot be reached from home."""
Flags = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


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
    def boards_per_row(self) -> int:
        """The boards of a row."""
        return self.words * self.per_word

    @property
    def board_count(self) -> int:
        """The boards of the whole space."""
        return self.rows * self.boards_per_row


class Turns(NamedTuple):
    """Permutations of the places of a row that take the boards of a word to several words: turns of words."""

    place_to: npt.NDArray[np.int32]
    """For a permutation and a place of the row: the place that its board goes to."""
    first: npt.NDArray[np.int32]
    """For a permutation and a word that boards come from: where its turns begin; they end where the next ones do."""
    word: npt.NDArray[np.uint16]
    """For a turn the word that boards go to."""
    by: Flags
    """By how many bits the word that they come from is turned."""
    mask: Keys
    """The bits that they go to."""
    per_word: int
    """The boards of a word."""


NO_TURNS = Turns(
    np.empty((0, 0), np.int32),
    np.empty((0, 0), np.int32),
    np.empty(0, np.uint16),
    np.empty(0, np.uint8),
    np.empty(0, np.uint64),
    1,
)


class Shuffles(NamedTuple):
    """Permutations of the places of a row; number 0 changes nothing. They are given by word, or else as turns."""

    word_to: npt.NDArray[np.uint16]
    """For a permutation and a word: the word that its boards go to."""
    word_by: npt.NDArray[np.uint8]
    """And the row of `times` that puts them in order; row 0 leaves them as they are."""
    times: npt.NDArray[np.uint8]
    """For each order of the places of a word: where the board of each place goes."""
    shuffle: Keys
    """For such an order, a byte of a word and its value: the boards that go to one of its bits."""
    turns: Turns = NO_TURNS


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
    def row_moves(self, rows: Ranks) -> RowMoves:
        """The moves of some rows, `first` by their places in the list."""

    @cached_property
    def moves(self) -> RowMoves:
        """All moves."""
        return self.row_moves(np.arange(self.shape.rows))

    def moves_in(self, first: int, end: int) -> RowMoves:
        """The moves of a stretch of rows, which is asked for once for each depth."""
        return self.row_moves(np.arange(first, end))

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

    def marked_ranks(self) -> Ranks:
        """List the ranks of the marked boards, ascending."""
        shape, marked, found = self.shape, self.marked, [np.empty(0, np.int64)]
        for number in range(1, len(marked.masks)):
            octets = np.ascontiguousarray(marked.masks[number]).view(np.uint8).reshape(shape.words, 8)
            bits = np.unpackbits(octets, axis=1, bitorder="little")[:, : shape.per_word]
            places = np.flatnonzero(bits.reshape(-1))
            rows = np.flatnonzero(marked.mask_of == number)
            found.append((rows[:, None] * shape.boards_per_row + places).reshape(-1))
        return np.sort(np.concatenate(found))

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


def marked_alike(shape: Shape, rows: Ranks, alike: Ranks, boards_of: Callable[[Ranks], Bools]) -> RowMarks:
    """Mark boards of some rows: those with equal rows of `alike` have the same marks, which `boards_of` finds."""
    different, of_row = np.unique(alike, axis=0, return_inverse=True)
    bits = np.zeros((len(different) + 1, shape.words, 64), np.uint8)
    for number, one in enumerate(different, 1):
        bits[number, :, : shape.per_word] = boards_of(one).reshape(shape.words, shape.per_word)
    mask_of = np.zeros(shape.rows, np.uint16)
    mask_of[rows] = of_row.reshape(-1) + 1
    masks = np.packbits(bits, axis=2, bitorder="little").view(np.uint64)
    return RowMarks(mask_of, masks.reshape(len(bits), shape.words))


def turning(place_to: npt.NDArray[np.int32], shape: Shape) -> Shuffles:
    """Make the shuffles of permutations that are given by the place that each place of a row goes to."""
    words, per_word = shape.words, shape.per_word
    to_word, to_bit = np.divmod(np.arange(shape.boards_per_row), per_word)
    firsts, parts, total = [], [], 0
    for one in place_to:
        from_word, from_bit = np.divmod(one.astype(np.int64), per_word)
        code = (from_word * words + to_word) * 64 + (to_bit - from_bit) % 64
        order = np.argsort(code, kind="stable")
        begins = np.flatnonzero(np.diff(code[order], prepend=-1))
        masks = np.bitwise_or.reduceat(np.uint64(1) << to_bit[order].astype(np.uint64), begins)
        code = code[order][begins]
        firsts.append(total + np.searchsorted(code, np.arange(words + 1) * (words * 64)))
        parts.append((code // 64 % words, code % 64, masks))
        total += code.size
    word, by, mask = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    turns = Turns(place_to, np.array(firsts, np.int32), word.astype(np.uint16), by.astype(np.uint8), mask, per_word)
    nothing = np.zeros((1, words), np.uint16)
    return Shuffles(
        nothing, nothing.astype(np.uint8), np.zeros((1, 64), np.uint8), np.zeros((1, 8, 256), np.uint64), turns
    )
