"""Rankings: the boards that can be reached from home as the numbers 0 to N - 1, and back, in bulk.

A ranking is an optional capability, which `Puzzle.ranking()` returns. A table of distances stores one or two bits for
each rank, and no boards.

    rank = (row x words per row + word) x boards per word + place in the word

A word is 64 bits of a table and has at most 64 boards. A row is a sequence of words. A move takes all boards of a row
to one other row, in the same or another order. So the moves of a space are a graph of rows, where each move has a
permutation of the places of a row, and there are few different permutations.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.machine import cores

_BATCH_ROWS = 1 << 16
Batch = TypeVar("Batch")
Ranks = npt.NDArray[np.int64]
"""Ranks of boards, -1 for a board that cannot be reached from home."""
Flags = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Shape:
    """The layout of ranks in the words of a table."""

    rows: int
    words: int
    """The number of words per row."""
    per_word: int
    """The number of boards per word, at most 64."""

    @property
    def all_words(self) -> int:
        """The number of words of the whole space."""
        return self.rows * self.words

    @property
    def boards_per_row(self) -> int:
        """The number of boards per row."""
        return self.words * self.per_word

    @property
    def board_count(self) -> int:
        """The number of boards of the whole space."""
        return self.rows * self.boards_per_row


class Turns(NamedTuple):
    """Permutations of the places of a row as *turns*: a turn rotates a word and moves some boards to one word."""

    place_to: npt.NDArray[np.int32]
    """For each permutation and place of the row, the new place of the board."""
    first: npt.NDArray[np.int32]
    """For each permutation and word, the first of its turns; they end at the first turn of the next word."""
    word: npt.NDArray[np.uint16]
    """For each turn, the word that boards go to."""
    by: Flags
    """For each turn, the number of bits by which it rotates the word that boards come from."""
    mask: Keys
    """For each turn, the bits of the new word that boards go to."""
    per_word: int
    """The number of boards per word."""


NO_TURNS = Turns(
    np.empty((0, 0), np.int32),
    np.empty((0, 0), np.int32),
    np.empty(0, np.uint16),
    np.empty(0, np.uint8),
    np.empty(0, np.uint64),
    1,
)


class Shuffles(NamedTuple):
    """Permutations of the places of a row, by word or as turns; number 0 is the identity."""

    word_to: npt.NDArray[np.uint16]
    """For each permutation and word, the word that its boards go to."""
    word_by: npt.NDArray[np.uint8]
    """For each permutation and word, the row of `times` with the order of the boards; row 0 is the same order."""
    times: npt.NDArray[np.uint8]
    """For each order of the places of a word, the new place of the board of each place."""
    shuffle: Keys
    """For each of these orders, byte of a word and value of the byte, the places that go to the bits of the value."""
    turns: Turns = NO_TURNS


class RowMoves(NamedTuple):
    """The moves of rows, for kernels. The moves of a row begin at `first[row]`.

    Kernels apply one permutation to consecutive moves with the same `by`, so rows whose moves are sorted by `by` take
    less time.
    """

    first: npt.NDArray[np.int64]
    end: npt.NDArray[np.int32]
    """The row that a move leads to."""
    by: npt.NDArray[np.uint16]
    """The number of the permutation of the places."""
    shuffles: Shuffles


@dataclass(frozen=True)
class RowMarks:
    """The selected boards, which layers count separately (`Puzzle.selected`), as masks of rows."""

    mask_of: npt.NDArray[np.uint16]
    """For each row, the number of its mask; 0 for a row without selected boards."""
    masks: Keys
    """For each mask, the words of a row with the bits of the selected boards."""


class Ranking(ABC):
    """Ranks for the boards of one puzzle."""

    shape: Shape
    keeps_moves: ClassVar[bool] = False
    """Whether `moves_in` takes its moves from `moves`, because computing them takes long."""

    @abstractmethod
    def row_moves(self, rows: Ranks) -> RowMoves:
        """Return the moves of some rows; `first` has an entry for each of them, and the end of the last."""

    @cached_property
    def moves(self) -> RowMoves:
        """All moves."""
        return self.row_moves(np.arange(self.shape.rows))

    def moves_in(self, first: int, end: int) -> RowMoves:
        """Return the moves of the rows from `first` up to `end`. Exploring by regions calls this in each step."""
        if not self.keeps_moves:
            return self.row_moves(np.arange(first, end))
        of_row, moves = self.moves.first[first : end + 1], self.moves
        in_rows = slice(of_row[0], of_row[-1])
        return RowMoves(of_row - of_row[0], moves.end[in_rows], moves.by[in_rows], moves.shuffles)

    def stretch(self, most: int) -> int:
        """Return the number of rows of a region, at most `most`, so that its moves lead to few other regions."""
        return most

    def parity_of(self, rows: Ranks) -> Flags | None:  # noqa: ARG002 - for puzzles with parity classes
        """Return the parity class of each row, 0 or 1, if every move changes it; otherwise None."""
        return None

    @property
    def has_parity(self) -> bool:
        """Whether every move changes the parity class."""
        return self.parity_of(np.empty(0, np.int64)) is not None

    @property
    @abstractmethod
    def marked(self) -> RowMarks:
        """The selected boards."""

    def marked_ranks(self) -> Ranks:
        """List the ranks of the selected boards, ascending."""
        shape, marked, ranks = self.shape, self.marked, [np.empty(0, np.int64)]
        for number in range(1, len(marked.masks)):
            octets = np.ascontiguousarray(marked.masks[number]).view(np.uint8).reshape(shape.words, 8)
            bits = np.unpackbits(octets, axis=1, bitorder="little")[:, : shape.per_word]
            places = np.flatnonzero(bits.reshape(-1))
            rows = np.flatnonzero(marked.mask_of == number)
            ranks.append((rows[:, None] * shape.boards_per_row + places).reshape(-1))
        return np.sort(np.concatenate(ranks))

    @abstractmethod
    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for a board that cannot be reached from home."""

    @abstractmethod
    def keys(self, ranks: Ranks) -> Keys:
        """Return the keys of ranks from 0 to N - 1."""

    def description(self) -> dict[str, Any] | None:
        """Describe the ranking as plain data and arrays of bytes, so that a page can rank boards; None if it cannot."""
        return None


def batch_slices(count: int) -> Iterator[slice]:
    """Divide the numbers below `count` into slices, one for each batch, so that intermediate arrays stay small."""
    return (slice(first, min(first + _BATCH_ROWS, count)) for first in range(0, count, _BATCH_ROWS))


def map_batches(function: Callable[[Ranks], Batch], rows: Ranks) -> list[Batch]:
    """Apply a function to batches of rows on a few threads. If there are no rows, call it once with an empty batch."""
    batches = [rows[batch] for batch in batch_slices(rows.size)] or [rows]
    with ThreadPoolExecutor(min(4, cores(), len(batches))) as pool:
        return [*pool.map(function, batches)]


def whole_rows(shape: Shape, rows: Flags) -> RowMarks:
    """Mark all boards of some rows."""
    full = np.uint64((1 << shape.per_word) - 1)
    masks = np.stack([np.zeros(shape.words, np.uint64), np.full(shape.words, full)])
    return RowMarks((rows > 0).astype(np.uint16), masks)


def distinct_rows(rows: npt.NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """Return the first index of each distinct row, and for each row the position of its index in that list.

    Comparing rows as bytes takes a small part of the time of `np.unique(rows, axis=0)`.
    """
    if not rows.shape[1]:
        return np.arange(min(1, len(rows))), np.zeros(len(rows), np.int64)
    octets = np.ascontiguousarray(rows).view(f"S{rows.shape[1] * rows.itemsize}")
    _, firsts, of_row = np.unique(octets.reshape(-1), return_index=True, return_inverse=True)
    return firsts, of_row


def marked_alike(shape: Shape, rows: Ranks, alike: Ranks, boards_of: Callable[[Ranks], Bools]) -> RowMarks:
    """Mark boards of some rows, given the function `boards_of`; rows with equal rows of `alike` have equal marks."""
    firsts, of_row = distinct_rows(alike)
    bits = np.zeros((len(firsts) + 1, shape.words, 64), np.uint8)
    for number, row in enumerate(alike[firsts], 1):
        bits[number, :, : shape.per_word] = boards_of(row).reshape(shape.words, shape.per_word)
    mask_of = np.zeros(shape.rows, np.uint16)
    mask_of[rows] = of_row + 1
    masks = np.packbits(bits, axis=2, bitorder="little").view(np.uint64)
    return RowMarks(mask_of, masks.reshape(len(bits), shape.words))


def turning(place_to: npt.NDArray[np.int32], shape: Shape) -> Shuffles:
    """Return the shuffles of permutations, given by the new place of each place of a row, as turns."""
    words, per_word = shape.words, shape.per_word
    to_word, to_bit = np.divmod(np.arange(shape.boards_per_row), per_word)
    firsts, parts, total = [], [], 0
    for permutation in place_to:
        from_word, from_bit = np.divmod(permutation.astype(np.int64), per_word)
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
