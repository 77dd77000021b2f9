"""The base class of all puzzles: what every puzzle must define, and what it can define in addition.

A *key* is a board as one number. Keys of at most 64 bits are what layers store. Larger boards have wider keys, which
are Python integers: such puzzles are shown, played and solved, and have no layers.

While a layer is worked on, its boards may carry *used-move bits*: one bit for each move that leads back to the layer
before, so that no such move is made. They use spare low bits of a *working key*, which sorts as the key does; without
spare bits, `used_bits` is 0, and working keys are keys:

    key           |            board            |
    working key   |     board     |  used moves |

A puzzle of a new kind derives from `Puzzle`. It must set `name`, `home`, `key_bits` and `most_successors` and define
`expand`, `parse` and `format`. Every move must have an inverse: y is in expand(x) exactly when x is in expand(y).
Everything else has a default. Methods under "Capabilities" say what more a puzzle can do; the rest of the program
asks for a capability and does without it where a puzzle has none. docs/own-puzzles.md has two examples.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from hashlib import sha256
from operator import index
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Cells, Keys, key_array
from slidefront.display import Displayed
from slidefront.errors import BoardError, LimitError, PuzzleError
from slidefront.puzzles.any_form import AnyBoard, take_any_form
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.listed import Pasted, plain
from slidefront.puzzles.position import Position
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.terms import Goal, Marks, Move, PiecePlaces, Place, PlaceColumn, Size

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.layout import Layout
    from slidefront.puzzles.transfer.frame import Frame

__all__ = ["Goal", "Marks", "Move", "PiecePlaces", "Place", "PlaceColumn", "Puzzle", "Size", "identity_hash"]


class Puzzle(Displayed, ABC):
    """A sliding puzzle: its boards as keys, and what can be done with them."""

    name: str
    """A short name, which also names the folder of a run."""
    home: int
    """The key of the start board."""
    key_bits: int
    """How many bits a key has; more than 64 for boards that layers cannot store."""
    most_successors: int
    """The most moves that any board has."""

    title: str = ""
    about: str = ""
    author: str = ""
    optimum: Mapping[str, int] = MappingProxyType({})
    """The published length of a shortest solution, by metric."""
    kind: str = "python"
    """The family, for people and for `identity`; nothing is decided by it."""
    text: str = ""
    """The puzzle file; empty for a puzzle that is written in Python."""
    read_as: str = ""
    """How the text was understood, if it was pasted in place of a name; else empty."""
    has_own_goal: bool = False  # whether a pasted text names the goal too
    metric: str = "step"
    goal: Goal = Goal()
    new_goal: str | int | None = None
    """What `with_goal` was given, if the goal is not that of the puzzle file: a text, or a key."""
    used_bits: int = 0

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        take_any_form(cls)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or (self.identity(), self.home, self.goal) == (other.identity(), other.home, other.goal)

    def __hash__(self) -> int:
        return hash(identity_hash(self))

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {self.kind}, home {self.format(self.home)}>"

    @abstractmethod
    def expand(self, work: Keys, out: Keys) -> int:
        """Write the successors of working keys to `out`, in any order, repeats allowed; return how many.

        `out` has room for `most_successors` for each board. Moves whose bit is used are not made, and each
        successor carries the bit of the move that would undo it; a puzzle without used-move bits makes every move.
        """

    @abstractmethod
    def parse(self, text: str) -> int:
        """Parse one board, as people type it, and return its key; raise BoardError if the text is not a board."""

    @abstractmethod
    def format(self, key: AnyBoard) -> str:
        """Write a board on one line, so that `parse` reads it back; raise BoardError if the key is not a board."""

    # The puzzle as a whole

    def identity(self) -> Mapping[str, Any]:
        """Return everything that layers depend on: equal identities mean the same keys, layers and marks."""
        return {
            "kind": f"{self.kind} {type(self).__name__}",
            "name": self.name,
            "metric": self.metric,
            "home": self.home,
            "key_bits": self.key_bits,
            "goal": [self.goal.key, self.goal.partial],
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people: kind, goal, key, moves, each on one line."""
        goal = "none" if not self.goal else "a partial board" if self.goal.key is None else self.format(self.goal.key)
        return {
            "kind": self.kind,
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits",
            "moves": f"at most {self.most_successors} from a board",
        }

    def with_goal(self, board: str | int | Pasted) -> "Puzzle":
        """Return the puzzle with another goal, given as text, key or lists. Its boards and keys stay."""
        other = copy(self)
        other.goal = Goal(self.key(board))
        other.new_goal = other.goal.key
        return other

    def meets(self, keys: AnyBoard) -> npt.NDArray[np.bool_]:
        """Test whether each board meets the goal. A puzzle with a partial goal must define this."""
        if self.goal.partial:
            raise PuzzleError(f"{self.name} has a partial goal: its class must define `meets`")
        return np.zeros(keys.size, np.bool_) if self.goal.key is None else np.asarray(keys == self.goal.key)

    def meets_goal(self, board: str | int | Pasted) -> bool | None:
        """Tell whether a board meets the goal; None if there is no goal."""
        return bool(self.meets([board])[0]) if self.goal else None

    @property
    def marks(self) -> Marks:
        """Which boards of a layer are marked: by default those that meet the goal."""
        return Marks.GOAL if self.goal else Marks.NONE

    def marked(self, keys: AnyBoard) -> npt.NDArray[np.bool_]:
        """Test whether each board is marked."""
        return self.meets(keys)

    def count_marked(self, keys: AnyBoard) -> int:
        """Count the boards that are marked."""
        return int(np.count_nonzero(self.marked(keys)))

    def successors(self, key: AnyBoard) -> list[Move]:
        """List the moves of one board. By default a move is named by the board that it leads to."""
        out = np.empty(self.most_successors, np.uint64)
        found = self.unpack(out[: self.expand(self.pack(self.array([key])), out)])
        return [Move("to", self.format(after), after) for after in dict.fromkeys(found.tolist())]

    def key(self, board: str | int | Pasted) -> int:
        """Give the key of a board, given as text, as lists or as an array; a key is checked."""
        board = plain(board)
        if isinstance(board, str):
            return self.parse(board)
        try:
            key = index(board)
        except TypeError:
            raise BoardError(
                f"{board!r} is not a board: give a text, lists such as [[1, 2], [3, 0]], or a key"
            ) from None
        if not 0 <= key < 1 << self.key_bits:
            raise BoardError(f"{key:#x} is not the key of a board of {self.name}")
        self.format(key)
        return key

    def array(self, boards: Iterable[str | int | Pasted]) -> Keys:
        """Put the keys of boards in an array, of Python integers if they have more than 64 bits."""
        if isinstance(boards, np.ndarray) and boards.ndim == 1:
            if boards.dtype in (np.uint64, np.object_):
                return boards
            if boards.dtype.kind in "iu" and boards.min(initial=0) >= 0:
                return key_array(boards.tolist(), self.key_bits)
        return key_array(map(self.key, boards), self.key_bits)

    def check_key_bits(self) -> None:
        """Refuse work on many boards if a key has more than 64 bits."""
        if self.key_bits > KEY_BITS:
            raise LimitError(
                f"{self.name} cannot be explored: each board needs a key of {self.key_bits} bits, and layers and "
                f"tables store at most {KEY_BITS}; `slidefront solve` solves single boards"
            )

    # Capabilities: what a puzzle can do that makes exploring faster

    def pack(self, keys: Keys) -> Keys:
        """Turn keys into working keys with no move used, in a new array."""
        return keys.copy()

    def unpack(self, work: Keys) -> Keys:
        """Turn working keys into keys, in a new array."""
        return work.copy()

    def parity(self, keys: AnyBoard) -> npt.NDArray[np.int8] | None:  # noqa: ARG002 - for puzzles that know it
        """Return the side of each board, 0 or 1, if every move changes sides; None if that is not known."""
        return None

    def route_parity(self, one: AnyBoard, other: AnyBoard) -> int | None:
        """Tell whether all routes between two boards have an odd number of moves, 1, or an even one, 0."""
        sides = self.parity(self.array([one, other]))
        return None if sides is None else int(sides[0] != sides[1])

    @property
    def bipartite(self) -> bool:
        """Whether every move changes sides."""
        return self.parity(self.array([self.home])) is not None

    # Capabilities: what is known before any exploring

    def size(self) -> Size | None:
        """Count the boards that can be reached from home; None if only exploring can tell."""
        return None

    def count_boards(self, most: int) -> Size | None:  # noqa: ARG002 - for puzzles that can tell
        """Count them, if necessary by exploring at most `most` boards of a smaller puzzle; None if that fails."""
        return self.size()

    def ranking(self) -> Ranking | None:
        """Number the boards that can be reached from home, for tables of distances; None if that is not possible."""
        return None

    def reaches(self, key: AnyBoard) -> bool | None:
        """Tell whether a board can be reached from home; None if only exploring can tell."""
        if key == self.home:
            return True
        self.format(key)  # refuses a number that is not a board
        return None

    def reaches_all(self, keys: AnyBoard) -> npt.NDArray[np.int8]:
        """Do the same for many boards: 1 if a board can be reached, 0 if not, -1 if only exploring can tell."""
        answers = {True: 1, False: 0, None: -1}
        return np.array([answers[self.reaches(key)] for key in keys.tolist()], np.int8)

    def connects(self, one: AnyBoard, other: AnyBoard) -> bool | None:
        """Tell whether moves lead from one board to another; None if only exploring can tell."""
        return True if one == other else None

    def why_unreachable(self, one: AnyBoard, other: AnyBoard) -> str:  # noqa: ARG002 - for puzzles that can tell
        """Explain why no moves lead from one board to another; empty if only a search can tell."""
        return ""

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:  # noqa: ARG002
        """Draw arrangements of the pieces, with the hole at home if `at_home` is set; some may be unreachable."""
        return None

    # Capabilities: tables for IDA* and its lower bounds

    frame: "Frame | None" = None
    """The cells, holes and moves of a puzzle whose keys have 4 bits a cell and whose moves carry tiles."""
    layout: "Layout | None" = None
    """The pieces of a block puzzle and the classes that its keys have fields for."""

    # Capabilities: boards in bulk

    def are_boards(self, keys: AnyBoard) -> npt.NDArray[np.bool_] | None:  # noqa: ARG002 - for puzzles that can
        """Test whether each is the key of a board; None if that must be asked one by one."""
        return None

    def strings(self, keys: AnyBoard) -> npt.NDArray[np.str_]:
        """Write boards in bulk, each as `format` does."""
        return np.array([self.format(key) for key in keys.tolist()], np.str_)

    def utf8(self, keys: AnyBoard) -> Cells | None:  # noqa: ARG002 - for puzzles that can
        """Write boards in bulk as rows of bytes; None if their texts may differ in length."""
        return None

    def places(self, keys: AnyBoard) -> npt.NDArray[Any]:  # noqa: ARG002 - for puzzles that can
        """Find the places of all pieces: a row for each piece, a column for each board, numbers of places."""
        raise PuzzleError(f"{self.name} does not say where its pieces are")

    def place_column(self, name: str) -> PlaceColumn:
        """Find a column of data frames, such as `hole` or `at_5`; raise PuzzleError if there is none."""
        raise PuzzleError(f"{self.name} has no column {name!r}: it has state, depth, board, marked")

    def goal_pieces(self) -> list[str]:
        """List the pieces that the goal names and that can move."""
        raise PuzzleError(f"{self.name} is not a block puzzle: only block puzzles list the places of a piece")

    def piece_places(self, piece: str) -> PiecePlaces:  # noqa: ARG002 - for puzzles that can
        """Find the places that a piece can take."""
        raise PuzzleError(f"{self.name} is not a block puzzle: only block puzzles list the places of a piece")

    def how_read(self, text: str) -> str:  # noqa: ARG002 - for puzzles that read several forms
        """Say how `parse` understands a board; empty for the plain forms."""
        return ""

    def ordered_board(self, hole: str) -> int | None:  # noqa: ARG002 - for puzzles whose tiles have an order
        """Return the board whose tiles are in order, with the hole `first` or `last`; None if there is none."""
        return None

    def description(self) -> dict[str, Any] | None:
        """Describe the puzzle as plain data from which a page can make legal moves; None if it has none."""
        return None

    def drawing(self, board: str | int | Pasted) -> Drawing | None:  # noqa: ARG002 - for puzzles that can be drawn
        """Describe how a board looks, given as key, or as text with its own names; None if only text shows it."""
        return None

    # Capabilities: routes
    def position(self, board: str | int | Pasted) -> Position:
        """Start a route at a board, given as key, or as text with its own names."""
        return Position(self, self.key(board))

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics in which the moves of a route can be counted."""
        return (self.metric,)

    names: Sequence[str] = ()
    """The names of the pieces, tiles or labels that moves are written with."""

    def read_move(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Parse the words of a written move; return what moves and its way, for each move that they contain."""
        cut = 1 if words[0] == "to" else len(words) - 1
        return [(" ".join(words[:cut]), " ".join(words[cut:]))]

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join consecutive moves as people count them, such as two steps of one piece."""
        return list(moves)

    def hole_cell(self, key: AnyBoard) -> int | None:  # noqa: ARG002 - for puzzles that have one hole
        """Return the first cell of the hole, or the mover's vertex; None if these cells do not identify a route."""
        return None


take_any_form(Puzzle)


def identity_hash(puzzle: Puzzle) -> str:
    """Hash the identity of a puzzle: what a run folder stores to recognise its puzzle."""
    return sha256(json.dumps(puzzle.identity(), sort_keys=True).encode()).hexdigest()
