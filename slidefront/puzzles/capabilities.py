"""What a puzzle can do beyond the few methods that it must define, grouped into objects.

A puzzle offers a capability as an attribute or a property: an object of one of these classes, or None if it has none.
Two have a default that knows nothing special, so that no caller must ask: `Theory`, for which only exploring can tell,
and `WorkingKeys`, which are the keys themselves. A class of your own derives from one of these and defines the rest.

    sides      which side a board is on, if every move changes sides      theory     what is known before exploring
    working    spare bits of keys, for moves that need not be made        columns    columns of data frames
    notation   how moves are written, joined and read                     pieces     places and ways of pieces
    rows       boards as rows of names
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.values import Move, PlaceColumn, Size

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.layout import Layout
    from slidefront.puzzles.transfer.frame import Frame

Sides = Callable[[Keys], npt.NDArray[np.int8]]
"""Tells for each board its side, 0 or 1."""
Distances = npt.NDArray[np.int16]
Distance = Callable[[Keys], Distances]
"""Bounds the moves from each board to the goal."""


class WorkingKeys:
    """Working keys: keys with space for used-move bits. Without such bits they are the keys."""

    bits: int = 0
    """How many low bits of a working key are used-move bits."""

    def pack(self, keys: Keys) -> Keys:
        """Turn keys into working keys with no move used, in a new array."""
        return keys.copy()

    def unpack(self, work: Keys) -> Keys:
        """Turn working keys into keys, in a new array."""
        return work.copy()


class Theory:
    """What mathematics tells before any exploring. This one knows nothing but home."""

    def __init__(self, home: int) -> None:
        self.home = home

    def size(self) -> Size | None:
        """Count the boards that can be reached from home; None if only exploring can tell."""
        return None

    def count(self, most: int) -> Size | None:  # noqa: ARG002 - for puzzles that can tell
        """Count them, if necessary by exploring at most `most` boards of a smaller puzzle; None if that fails."""
        return self.size()

    def reaches(self, key: int) -> bool | None:
        """Tell whether a board can be reached from home; None if only exploring can tell."""
        return True if key == self.home else None

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Do the same for many boards: 1 if a board can be reached, 0 if not, -1 if only exploring can tell."""
        answers = {True: 1, False: 0, None: -1}
        return np.array([answers[self.reaches(key)] for key in keys.tolist()], np.int8)

    def connects(self, one: int, other: int) -> bool | None:
        """Tell whether moves lead from one board to another; None if only exploring can tell."""
        return True if one == other else None

    def why_unreachable(self, one: int, other: int) -> str:  # noqa: ARG002 - for puzzles that can tell
        """Explain why no moves lead from one board to another; empty if only a search can tell."""
        return ""

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:  # noqa: ARG002
        """Draw arrangements of the pieces, with the hole at home if `at_home` is set; some may be unreachable."""
        return None


class WrongWordError(ValueError):
    """Why the words of a move are none: which word is wrong, counted from 0."""

    def __init__(self, word: int, why: str) -> None:
        super().__init__(why)
        self.word = word


class Notation:
    """How the moves of a puzzle are written. This is the notation of a puzzle that names its moves in any way."""

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read the words of a written move: what moves, and its way; raise WrongWordError at a word that is wrong."""
        cut = 1 if words[0] == "to" else len(words) - 1
        return " ".join(words[:cut]), " ".join(words[cut:])

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join consecutive moves as people count them, such as two steps of one piece."""
        return list(moves)

    def hole_cell(self, key: int) -> int | None:  # noqa: ARG002 - for puzzles that have one hole
        """Return the first cell of the hole, or the mover's vertex; None if these cells do not identify a route."""
        return None


class Columns(ABC):
    """Where the pieces are, as columns of data frames."""

    @abstractmethod
    def places(self, keys: Keys) -> npt.NDArray[np.unsignedinteger]:
        """Find the places of all pieces: a row for each piece, a column for each board, numbers of places."""

    @abstractmethod
    def column(self, name: str) -> PlaceColumn:
        """Find a column, such as `hole` or `at_5`; raise PuzzleError if there is none."""

    def manhattan(self) -> Distance | None:
        """Make the function that adds up how far all tiles are from their cells in the goal; None without such."""
        return None


class Pieces(ABC):
    """Pieces of which each has its own ways and places."""

    @abstractmethod
    def in_goal(self) -> list[str]:
        """List the pieces that the goal names and that can move."""

    @abstractmethod
    def ways_of(self, piece: str) -> Sequence[str]:
        """List the ways that a piece may go."""


class BoardRows(NamedTuple):
    """Boards as rows of names."""

    of: Callable[[int], tuple[tuple[str, ...], ...]]
    """Gives the name in each cell of a board, row by row."""
    blank: str
    """The name of a cell without a piece."""
    apart: bool
    """Whether names are always written with blanks between them."""


class Capabilities:
    """What a puzzle offers. Every puzzle derives from this; one that has a capability overrides its property."""

    home: int
    frame: "Frame | None" = None
    """The cells and moves of a puzzle whose keys have 4 bits a cell and whose moves carry tiles, for IDA*."""
    layout: "Layout | None" = None
    """The pieces of a puzzle whose keys have a field for each class of them, for the bounds of IDA*."""

    def ranking(self) -> Ranking | None:
        """Number the boards that can be reached from home, for tables of distances; None if that is not possible."""
        return None

    @property
    def sides(self) -> Sides | None:
        """What tells the side of a board, if every move changes sides; None if that is not known."""
        return None

    @property
    def working(self) -> WorkingKeys:
        """Keys with space for used-move bits."""
        return WorkingKeys()

    @property
    def theory(self) -> Theory:
        """What is known before any exploring."""
        return Theory(self.home)

    @property
    def notation(self) -> Notation:
        """How moves are written."""
        return Notation()

    @property
    def rows(self) -> BoardRows | None:
        """Boards as rows of names."""
        return None

    @property
    def columns(self) -> Columns | None:
        """Columns of data frames that say where pieces are."""
        return None

    @property
    def pieces(self) -> Pieces | None:
        """Pieces of which each has its own ways and places."""
        return None

    @property
    def ordered(self) -> Mapping[str, int]:
        """The boards whose tiles are in order, by where the hole is: `first` and `last`; empty if there are none."""
        return {}
