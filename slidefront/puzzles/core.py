"""What every puzzle can do, whatever its family: the protocol that all other rooms use.

A *key* is a board as one uint64, and is what layers keep. While a layer is worked on, its boards may carry
*used-move bits*: one bit for each move that leads back to the layer before, so that no such move is made.
They live in spare low bits of a *working key*, which sorts as the key does:

    key           |            board            |
    working key   |     board     |  used moves |

A puzzle without spare bits has `used_bits` 0, and its working keys are its keys.

To bring a puzzle of a new kind from Python, derive from `Puzzle` and give it the start, an `expand` (best an njit
kernel) and the texts. Every move must have an inverse: y in expand(x) exactly when x in expand(y).
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys


@dataclass(frozen=True)
class Size:
    """How many boards can be reached: exactly, or at most."""

    boards: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.boards:,}" if self.exact else f"at most {self.boards:,}"


class Move(NamedTuple):
    """One move of a board. It prints as people write it: `0 L`, `b c U`, `J 5`."""

    what: str
    """The piece or the mover; of tiles all that move, apart by spaces."""
    way: str
    """The steps that it takes, such as `L` or `UUL`; on a graph the vertex that it goes to."""
    key: int
    """The board that it leads to."""

    def __str__(self) -> str:
        return f"{self.what} {self.way}"


class Puzzle(ABC):
    """A sliding puzzle: its boards as keys, and what can be done with them."""

    name: str
    title: str
    about: str
    author: str = ""
    optimum: Mapping[str, int] = MappingProxyType({})
    """The published length of a shortest solution, by metric."""
    kind: str
    read_as: str = ""
    """How the text was understood, if it was pasted in place of a name."""
    text: str
    """The puzzle file that this puzzle was read from: reading it again gives the same puzzle."""
    metric: str
    key_bits: int
    home: int
    goal: int | None
    most_successors: int
    used_bits: int = 0
    mark: str
    """What the marked boards of a layer are, such as 'hole at home'; nothing where none are marked."""

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """All that the layers depend on: two puzzles of one identity have the same keys and layers."""

    @abstractmethod
    def facts(self) -> dict[str, str]:
        """Say what the puzzle is, for people: kind, goal, key, moves, each on one line."""

    @abstractmethod
    def expand(self, work: Keys, out: Keys) -> int:
        """Write the successors of working keys to `out`, any order, repeats allowed; return how many.

        `out` has room for `most_successors` for each board. Moves whose bit is used are not made, and each
        successor carries the bit of the move that would undo it.
        """

    def pack(self, keys: Keys) -> Keys:
        """Turn keys into working keys with no move used, in a new array."""
        return keys.copy()

    def unpack(self, work: Keys) -> Keys:
        """Turn working keys into keys, in a new array."""
        return work.copy()

    @abstractmethod
    def parity(self, keys: Keys) -> npt.NDArray[np.int8] | None:
        """Give each board its side, 0 or 1, where every move changes sides; None where that is not known."""

    @property
    def bipartite(self) -> bool:
        """Whether every move changes sides."""
        return self.parity(np.array([self.home], np.uint64)) is not None

    @abstractmethod
    def count_marked(self, keys: Keys) -> int:
        """Count the boards that are marked."""

    @abstractmethod
    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell of each board whether it is marked."""

    @abstractmethod
    def parse(self, text: str) -> int:
        """Read one board, as a person types it, to its key."""

    @abstractmethod
    def format(self, key: int) -> str:
        """Write a board on one line, so that `parse` reads it back."""

    @abstractmethod
    def cells(self, keys: Keys) -> Cells:
        """Decode boards in bulk: one row a board, one column a cell, labels as numbers, 0 the hole."""

    @abstractmethod
    def encode(self, cells: Cells) -> Keys:
        """Encode boards in bulk, the inverse of `cells`."""

    @abstractmethod
    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write boards in bulk, each as `format` does."""

    @abstractmethod
    def size(self) -> Size | None:
        """Count the boards that can be reached from home before any exploring; None where that is not known."""

    @abstractmethod
    def reaches(self, key: int) -> bool | None:
        """Tell whether a board can be reached from home; None where only exploring can tell."""

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Tell it of many boards: 1 where it can be reached, 0 where it cannot, -1 where only exploring can tell."""
        answers = {True: 1, False: 0, None: -1}
        return np.array([answers[self.reaches(key)] for key in keys.tolist()], np.int8)

    def aim(self, board: str | int) -> "Puzzle":
        """Give the puzzle another goal, as text or key. Its boards and keys stay."""
        other = copy(self)
        other.goal = self.parse(board) if isinstance(board, str) else board
        return other

    def apart(self, one: int, other: int) -> str:  # noqa: ARG002 - for puzzles that can tell
        """Say at once why no moves can lead from one board to another; nothing where that takes longer to tell."""
        return ""

    def connects(self, one: int, other: int) -> bool | None:
        """Tell whether moves lead from one board to another; None where only exploring can tell."""
        return True if one == other else None

    @abstractmethod
    def successors(self, key: int) -> list[Move]:
        """List the moves of one board."""

    def meets_goal(self, key: int) -> bool | None:
        """Tell whether a board meets the goal; None where there is no goal."""
        if self.mark == "goal met":
            return bool(self.marked(np.array([key], np.uint64))[0])
        return None if self.goal is None else key == self.goal


def identity_hash(puzzle: Puzzle) -> str:
    """Hash the identity of a puzzle: what a run folder keeps of it, to know its own."""
    return sha256(json.dumps(puzzle.identity(), sort_keys=True).encode()).hexdigest()
