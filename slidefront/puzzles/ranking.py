"""The rank of a board: the boards that can be reached from home as the numbers 0 to N - 1, and back, in bulk.

A rank is an optional capability: `Puzzle.ranking()` gives one where the family knows one before any exploring. A table
of distances keeps a few bits for each rank and no board at all.

    rank = (block x words of a block + word) x boards of a word + place in the word

A word is 64 bits of a table and has at most 64 boards; a block is a stretch of words, and a move takes all boards of a
block with the hole at one place to one other block.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys

Ranks = npt.NDArray[np.int64]
"""Ranks of boards; -1 stands for a board that cannot be reached from home."""


@dataclass(frozen=True)
class Shape:
    """How ranks lie in the words of a table."""

    anchors: int
    """Places of the hole, each with the same number of blocks."""
    blocks: int
    """Blocks of an anchor."""
    words: int
    """Words of a block."""
    per_word: int
    """Boards of a word, at most 64."""

    @property
    def all_words(self) -> int:
        """The words of the whole space."""
        return self.anchors * self.blocks * self.words

    @property
    def boards(self) -> int:
        """The boards of the whole space."""
        return self.all_words * self.per_word


class Ranking(ABC):
    """Ranks for the boards of one puzzle."""

    shape: Shape

    @abstractmethod
    def ranks(self, keys: Keys) -> Ranks:
        """Rank boards; -1 for one that cannot be reached from home."""

    @abstractmethod
    def keys(self, ranks: Ranks) -> Keys:
        """Find the boards of ranks from 0 to N - 1."""

    def description(self) -> dict[str, Any] | None:
        """Everything that a page needs to rank a board, as plain data and as arrays of bytes; None if pages cannot."""
        return None
