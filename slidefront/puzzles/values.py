"""What puzzles are described with: sizes, goals, marks, moves, where pieces can be."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MOST_COUNTED = 30_000_000
"""The most boards of a smaller puzzle that are explored to find the size of a larger one; this takes some seconds."""
Place = tuple[int, int]
"""A row and a column, counted from 0."""


@dataclass(frozen=True)
class Size:
    """How many boards can be reached: exactly, or at most."""

    boards: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.boards:,}" if self.exact else f"at most {self.boards:,}"


@dataclass(frozen=True)
class Goal:
    """What a puzzle asks for: nothing, one board, or a partial board, which many boards meet.

    >>> bool(Goal()), bool(Goal(0x123456780)), bool(Goal(partial=True))
    (False, True, True)
    """

    key: int | None = None
    """The one board that meets the goal; None if there is no goal, or a partial one."""
    partial: bool = False
    """Whether the goal is a partial board."""
    pieces: tuple[tuple[str, Place], ...] = ()
    """Of block puzzles, the pieces that the goal names and their places."""

    def __bool__(self) -> bool:
        return self.partial or self.key is not None


class Marks(Enum):
    """Which boards of a layer are marked. They are counted in addition to all boards of the layer."""

    NONE = "none"
    HOLE_HOME = "hole_home"
    MOVER_HOME = "mover_home"
    GOAL = "goal"

    @property
    def text(self) -> str:
        """The mark as people read it; empty where no boards are marked."""
        texts = {"hole_home": "hole at home", "mover_home": "mover at home", "goal": "goal met"}
        return texts.get(self.value, "")

    @property
    def at_home(self) -> bool:
        """Whether the marked boards have the hole, or the mover, in its home cells."""
        return self in (Marks.HOLE_HOME, Marks.MOVER_HOME)


class Move(NamedTuple):
    """One move of a board. It prints as people write it: `0 L`, `b c U`, `J 5`."""

    what: str
    """The piece or the mover; of tiles all that move, with spaces between."""
    way: str
    """The steps that it takes, such as `L` or `UUL`; on a graph the vertex that it goes to."""
    key: int
    """The board that it leads to."""

    def __str__(self) -> str:
        return f"{self.what} {self.way}".strip()


class PlaceColumn(NamedTuple):
    """A column of data frames that says where one thing is: its cell, its row, its column, or a number of your own."""

    row: int | None
    """The row of `Puzzle.places` that tells it; None for a thing that never moves."""
    numbers: npt.NDArray[np.int16]
    """The value of the column for each place; for a thing that never moves, its one value."""
