"""The base class of all puzzles, and the boards of a route.

A *key* is a board as one number. Layers store keys of at most 64 bits. Larger boards have wider keys, which are Python
integers: such puzzles can be shown, played and solved, but have no layers.

While a layer is expanded, its boards may carry *used-move bits*: one bit for each move that leads back to the layer
before, so that no such move is made. They use spare low bits of a *working key*, which sorts as the key does:

    key           |            board            |
    working key   |     board     |  used moves |

A new kind of puzzle derives from `Puzzle`. It must set `name`, `home`, `key_bits` and `most_successors`, and define
`write_successors`, `parse` and `format`. Every move must have an inverse: if y is a successor of x, then x is a
successor of y. Everything else has a default, and optional capabilities (`capabilities.py`) add to it. Methods take
keys; `key` converts a board of any form to its key. docs/own-puzzles.md has two examples.

A key does not distinguish equal pieces, but people who move them do. A `Position` is a board of a route: it has the
names that the pieces have had since the start of the route, and the move that led to it.

    A B    A D    . B      A and B are alike. From its key alone the second board would be drawn    . A
    . .           A .      with the names in the order of the file; on the route A stays A.         B .

A route continues from a position to a key (`to`), or by a move as people write it (`play`).
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, partial
from hashlib import sha256
from operator import index
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast, get_args

import numpy as np
import numpy.typing as npt

from slidefront import Displayed, units
from slidefront.arrays import KEY_BITS, Cells, Keys, Numbers, key_array
from slidefront.errors import BoardError, IllegalMoveError, LimitError, PuzzleError, RouteError, advise, check_type
from slidefront.puzzles import Only
from slidefront.puzzles.board_text import BoardWriter
from slidefront.puzzles.capabilities import (
    BoardSymmetry,
    Columns,
    Drawing,
    Goal,
    LowerBound,
    Move,
    MoveNotation,
    ParityOf,
    Selection,
    Size,
    Theory,
    WorkingKeys,
)
from slidefront.puzzles.contract import Contract
from slidefront.puzzles.frame import Frame, FrameBound
from slidefront.puzzles.ranking import Ranking
from slidefront.watch import Watcher

BOARDS_NEAR_HOME = 200
"""The number of boards near home that `check_puzzle` checks."""
_SHOWN = 8
"""The maximum number of moves in a message."""
_BLOCK = 1 << 18
"""The number of keys that `check_boards` decodes at once."""
_Cell = str | int | None
Pasted = Sequence[_Cell | Sequence[_Cell]] | npt.NDArray[np.integer] | npt.NDArray[np.str_]
"""A board as lists or an array."""
Board = str | int | np.integer | Pasted
"""A board in any form: as text, key, lists or array."""
Boards = Iterable[Board]
"""Several boards, each in any form; integers in an array are keys."""


class Puzzle(Displayed, ABC):
    """A sliding puzzle: its boards as keys, its moves, its goal and its optional capabilities."""

    name: str
    """A short name, which also names the folder of a run."""
    home: int
    """The key of the start board."""
    key_bits: int
    """The number of bits of a key; more than 64 for boards that layers cannot store."""
    most_successors: int
    """The maximum number of moves of a board."""

    @abstractmethod
    def write_successors(self, work: Keys, out: Keys) -> int:
        """Write the successors of working keys to `out`, in any order and possibly repeated; return their number.

        `out` has room for `most_successors` per board. A move whose bit is used is left out, and each successor
        carries the bit of the move that would undo it. A puzzle without used-move bits makes every move.

        Several threads call this method at once, so it must not write to arrays of the object.
        """

    @abstractmethod
    def parse(self, text: str) -> int:
        """Parse one board, as people type it, and return its key; raise BoardError if the text is not a board."""

    @abstractmethod
    def format(self, key: int) -> str:
        """Write a board on one line, so that `parse` reads it back; raise BoardError if the key is not a board."""

    is_built_in: ClassVar[bool] = False
    """Whether the puzzle needs no check of its contract, because the tests of slidefront check its family."""
    is_checked: bool = False
    """Whether `check_puzzle` has checked the contract of this puzzle."""

    # Description

    title: str = ""
    about: str = ""
    author: str = ""
    optimum: Mapping[str, int] = MappingProxyType({})
    """The published length of a shortest solution, by metric."""
    kind: str = "python"
    """The name of the family, for people and for `identity`; no decision depends on it."""
    text: str = ""
    """The puzzle file; empty for a puzzle that is written in Python."""
    key_form: str = ""
    """The kind of keys, if it does not follow from the rest of `identity`: `ranks`."""
    source: str = ""
    """The name, size, path or grid that the puzzle was loaded from; empty if that is unknown."""
    names: Sequence[str] = ()
    """The names of the pieces, tiles or labels that moves are written with."""
    cell_names: Sequence[str] = ()
    """The names of the numbers in `cells`."""
    metric: str = "step"
    goal: Goal = Goal()
    new_goal: str | int | None = None
    """The argument of `with_goal`, a text or a key; None if the goal is that of the puzzle file."""

    # Optional capabilities

    parity_of: ParityOf | None = None
    """A function that returns the parity class of each board, 0 or 1, if every move changes it; otherwise None."""
    notation: MoveNotation = MoveNotation()
    """The notation of moves."""
    columns: Columns | None = None
    """Columns of data frames with the places of pieces."""
    ordered: Mapping[str, int] = MappingProxyType({})
    """The boards whose tiles are in order, by the place of the hole: `first` and `last`."""
    writer: BoardWriter | None = None
    """Writes many boards at once."""
    frame: Frame | None = None
    """The cells and moves of a puzzle whose moves carry tiles into a hole, for IDA* and pattern databases."""
    goal_labels: Sequence[int | None] = ()
    """The label that the goal wants in each cell of `frame`, None where it accepts any."""
    goals_name_pieces: bool = False
    """Whether `with_goal` accepts pieces with their rows and columns."""

    @cached_property
    def working(self) -> WorkingKeys:
        """Keys with space for used-move bits."""
        return WorkingKeys()

    @cached_property
    def theory(self) -> Theory:
        """The size of the space and the reachable boards, as far as they are known without exploring."""
        return Theory()

    def lower_bound(self, watcher: Watcher | None = None) -> LowerBound | None:  # noqa: ARG002
        """Return a lower bound of the moves to the goal; None if the puzzle offers none.

        IDA*, the measures of difficulty and the column `bound` use it. Tables of the bound may take a second to build;
        the watcher can interrupt that. By default the bound follows from `frame`.
        """
        if self.frame is None or self.frame.is_wide or not self.goal:
            return None
        return FrameBound(self.frame, self.home if self.goal.key is None else self.goal.key, self.goal_labels)

    def ranking(self) -> Ranking | None:
        """Return a numbering of the boards that home reaches, for tables of distances; None if there is none."""
        return None

    # Methods with a default

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics in which the moves of a route can be counted."""
        return (self.metric,)

    def identity(self) -> Mapping[str, Any]:
        """Return everything that layers depend on: equal identities mean equal keys, layers and selections."""
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

    def with_goal(self, board: Board) -> "Puzzle":
        """Return the puzzle with another goal, and the same boards and keys."""
        other, key = copy(self), self.key(board)
        vars(other).update(goal=Goal(key), new_goal=key)
        if type(self).meets is not Puzzle.meets:  # the class compares boards with its own goal
            vars(other)["meets"] = partial(Puzzle.meets, other)
        return other

    def reduced(self) -> "Puzzle | None":
        """Return the puzzle with all pieces alike that a partial goal does not name, if only that can be explored."""
        return None

    def reduced_key(self, key: int) -> int:
        """Return the key of a board in the reduced puzzle."""
        return key

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each board meets the goal. A puzzle with a partial goal must define this method."""
        self.check_keys(keys)
        if self.goal.partial:
            raise PuzzleError(f"{self.name} has a partial goal: its class must define `meets`")
        return np.zeros(keys.size, np.bool_) if self.goal.key is None else np.asarray(keys == self.goal.key)

    @property
    def selection(self) -> Selection:
        """The kind of boards that layers count separately: by default, boards that meet the goal."""
        return Selection.GOAL if self.goal else Selection.NONE

    def selected(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each board belongs to the selection, so that layers count it separately."""
        return self.meets(keys)

    def count_selected(self, keys: Keys) -> int:
        """Count the boards that belong to the selection."""
        return int(np.count_nonzero(self.selected(keys)))

    def check_only(self, only: str | None) -> Only | None:
        """Return `only`; raise PuzzleError if the layers do not count this kind of boards."""
        if only is None or only == self.selection.word:
            return cast("Only | None", only)
        if only not in get_args(Only):
            raise PuzzleError(f"{only!r} is no kind of boards: choose from {', '.join(get_args(Only))}", "only")
        own = f"they count {self.selection.word} boards" if self.selection.text else "the puzzle has no goal"
        raise PuzzleError(f"the layers of {self.name} do not count {only} boards: {own}", "only")

    def moves(self, key: int) -> list[Move]:
        """List the moves of one board. By default a move is named by the board that it leads to."""
        successors = self.successors(self.array([key])).tolist()
        return [Move("to", self.format(after), after) for after in dict.fromkeys(successors)]

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each key is the key of a board. By default, `parse` must read its text as the same key."""
        self.check_keys(keys)
        are_boards = np.zeros(keys.size, np.bool_)
        for i, key in enumerate(keys.tolist()):
            with suppress(BoardError, IndexError, TypeError):
                are_boards[i] = self.parse(self.format(key)) == key
        return are_boards

    def check_boards(self, keys: Keys) -> None:
        """Raise BoardError for a key that is not a board."""
        self.check_keys(keys)
        for begin in range(0, keys.size, _BLOCK):
            block = keys[begin : begin + _BLOCK]
            for key in block[~self.are_boards(block)].tolist():
                raise BoardError(f"{key:#x} is not the key of a board of {self.name}")

    @property
    def cell_classes(self) -> Numbers:
        """For each number in `cells`, the least number of an interchangeable piece.

        `puzzle.cell_classes[cells]` shows interchangeable pieces alike.
        """
        return np.arange(len(self.cell_names))

    def cells(self, boards: Boards) -> Cells:
        """Decode boards into an array of shape (boards, cells) of small numbers. Cells count row by row.

        Number i means `cell_names[i]`. On tile boards and graphs, 0 is the hole or the mover, and equal tiles share a
        number. On block boards, 0 is blank, and each piece has its own number, so that pieces that touch stay apart;
        the names of interchangeable pieces follow their order on the board, as in `format`. Gates and walls have the
        last two numbers. A puzzle written in Python must define `decode`.

        >>> import slidefront
        >>> slidefront.load("8-puzzle").cells(["8_6547231", "12345678_"]).tolist()
        [[8, 0, 6, 5, 4, 7, 2, 3, 1], [1, 2, 3, 4, 5, 6, 7, 8, 0]]
        """
        keys = self.array(boards)
        self.check_boards(keys)
        return self.decode(keys)

    def decode(self, keys: Keys) -> Cells:  # noqa: ARG002 - for puzzles whose boards are cells
        """Decode keys that are known to be boards, as `cells` does."""
        raise PuzzleError(f"the boards of {self.name} have no cells: its class must define `decode`")

    def keys(self, cells: npt.ArrayLike) -> Keys:  # noqa: ARG002 - for puzzles whose boards are cells
        """Encode boards that are given as `cells` returns them. Interchangeable pieces may have each other's numbers.

        Raise BoardError for a row that is not a board.

        >>> import slidefront
        >>> hex(slidefront.load("8-puzzle").keys([[8, 0, 6, 5, 4, 7, 2, 3, 1]])[0])
        '0x806547231'
        """
        raise PuzzleError(f"the boards of {self.name} have no cells: its class must define `keys`")

    def check_cells(self, cells: npt.ArrayLike, count: int) -> Cells:
        """Return an array of `count` cells for each board; raise BoardError for anything else."""
        try:
            given = np.asarray(cells)
        except (TypeError, ValueError):  # rows of several lengths
            given = np.empty(0)
        if given.ndim != 2 or given.shape[1] != count or given.dtype.kind not in "iu":
            raise BoardError(f"cells of {self.name} must be an array of integers of shape (boards, {count})")
        self.check_rows(given, np.all((given >= 0) & (given < 256), axis=1))
        return given.astype(np.uint8)

    def check_rows(self, cells: npt.NDArray[np.integer], are_boards: npt.NDArray[np.bool_]) -> None:
        """Raise BoardError for the first row of cells that is not a board."""
        if not are_boards.all():
            row = int(are_boards.argmin())
            raise BoardError(f"row {row} is not a board of {self.name}: {' '.join(map(str, cells[row].tolist()))}")

    @property
    def symmetries(self) -> Sequence[BoardSymmetry] | None:
        """The symmetries of the board that fix the goal, the identity first; None if they are unknown.

        On tile boards and block boards they are rotations and reflections, on graphs all automorphisms. There is one
        symmetry for each permutation of cells. The image of a board is as far from the goal as the board.

        >>> import slidefront
        >>> [symmetry.cells.tolist() for symmetry in slidefront.load("8-puzzle").symmetries]
        [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 3, 6, 1, 4, 7, 2, 5, 8]]
        """
        return None

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write each board as `format` does."""
        self.check_keys(keys)
        if self.writer is not None:
            return self.writer.strings(keys)
        return np.array([*map(self.format, keys.tolist())], np.str_)

    def read_many(self, texts: Sequence[str]) -> list[int | None]:
        """Read each text as `parse` does; return None for a text that is not a board."""
        for text in texts:
            check_type(text, str, "a board")
        keys: list[int | None] = []
        for text in texts:
            try:
                keys.append(self.parse(text))
            except BoardError:
                keys.append(None)
        return keys

    def position(self, board: str | int) -> "Position":
        """Return the position at the start of a route. A board as text may give equal pieces names of their own."""
        return Position(self, self.key(board))

    def drawing(self, key: int) -> Drawing | None:  # noqa: ARG002 - for puzzles that can be drawn
        """Describe how a board looks; None if it can only be shown as text."""
        return None

    def description(self) -> dict[str, Any] | None:
        """Describe the puzzle as plain data from which a page can make legal moves; None if that is not possible."""
        return None

    # Methods of all puzzles

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or (self.identity(), self.home, self.goal) == (other.identity(), other.home, other.goal)

    def __hash__(self) -> int:
        return hash((self.kind, self.home))  # puzzles are looked up for each of many boards, and identities are long

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {self.kind}, home {self.format(self.home)}>"

    def key(self, board: Board) -> int:
        """Return the key of a board in any form, or of home or goal; raise BoardError if it is not a board."""
        board = plain(board)
        if board == "home":
            return self.home
        if board == "goal":
            if self.goal.partial:
                raise BoardError(
                    f"the goal of {self.name} is partial, so it is not one board: name a board, or explore from all "
                    f"boards that meet it",
                    advice=advise("expand", self, start="goal"),
                )
            if self.goal.key is None:
                raise BoardError(f"{self.name} has no goal to start from")
            return self.goal.key
        if isinstance(board, str):
            return self.parse(board)
        if not 0 <= board < 1 << self.key_bits:
            raise BoardError(f"{board:#x} is not the key of a board of {self.name}")
        self.format(board)
        return board

    def array(self, boards: Boards) -> Keys:
        """Return the keys of boards as an array, of Python integers if keys have more than 64 bits."""
        if isinstance(boards, str) or not isinstance(boards, Iterable) or getattr(boards, "ndim", 1) == 0:
            raise BoardError(f"{boards!r} is not a list of boards: give several, or one in a list")
        if isinstance(boards, np.ndarray) and boards.ndim == 1:
            if boards.dtype == (np.object_ if self.key_bits > KEY_BITS else np.uint64):
                return boards
            if boards.dtype.kind in "iu" and boards.min(initial=0) >= 0:
                return key_array(boards.tolist(), self.key_bits)
        return key_array(map(self.key, boards), self.key_bits)

    def check_keys(self, keys: Keys) -> None:
        """Raise BoardError for anything but an array of keys, which kernels require."""
        kind = np.object_ if self.key_bits > KEY_BITS else np.uint64
        if not isinstance(keys, np.ndarray) or keys.ndim != 1 or keys.dtype != kind:
            raise BoardError("keys must be an array of one dimension and type uint64: puzzle.array(boards) makes one")

    def size(self) -> Size | None:
        """Count the boards that can be reached from home; None if only exploring can tell."""
        return self.theory.size()

    def successor_pairs(self, keys: Keys) -> tuple[Numbers, Keys]:
        """Return, for each move of the boards, the index of its board and the board that it leads to, in any order.

        By default, this calls `write_successors` for one board at a time, because it may mix the moves of several.
        """
        self.check_keys(keys)
        after = [self.successors(keys[row : row + 1]) for row in range(keys.size)]
        return np.repeat(np.arange(keys.size), [*map(len, after)]), np.concatenate([keys[:0], *after])

    def successors(self, keys: Keys) -> Keys:
        """Return the boards that one move leads to from any of the given boards, in any order, with repeats."""
        self.check_keys(keys)
        out = np.empty(keys.size * self.most_successors, np.uint64)
        return self.working.unpack(out[: self.write_checked_successors(self.working.pack(keys), out)])

    def write_checked_successors(self, work: Keys, out: Keys) -> int:
        """Call `write_successors`, and raise PuzzleError if a puzzle written in Python breaks its contract."""
        if self.is_built_in:
            return self.write_successors(work, out)
        require_contract(self)
        example = int(self.working.unpack(work[:1])[0]) if work.size else None
        return Contract(self).write_into(work, out[: work.size * self.most_successors], example)

    def meets_goal(self, key: int) -> bool | None:
        """Whether a board meets the goal; None if there is no goal."""
        return bool(self.meets(key_array([key], self.key_bits))[0]) if self.goal else None

    def route_parity(self, start: int, end: int) -> int | None:
        """Return 1 if all routes between two boards have an odd number of moves, 0 if even, None if that is unknown."""
        if self.parity_of is None:
            return None
        start_class, end_class = self.parity_of(key_array([start, end], self.key_bits))
        return int(start_class != end_class)


def check_puzzle(puzzle: Puzzle, board_count: int = BOARDS_NEAR_HOME) -> None:
    """Raise PuzzleError if a puzzle breaks a rule that layers, searches and routes rely on.

    The check covers about `board_count` boards, the nearest to home. The message names the broken rule and a
    board. slidefront calls this function itself before it uses a puzzle written in Python.
    """
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle: slidefront.load makes one of a name or a path")
    board_count = units.whole(board_count, "board_count", 1)
    own = vars(puzzle)
    own["is_checked"] = True  # the checks themselves make moves
    try:
        Contract(puzzle).check_all(board_count)
    except BaseException:
        own["is_checked"] = False
        raise


def require_contract(puzzle: Puzzle) -> None:
    """Check a puzzle written in Python if it has not been checked; raise PuzzleError for anything but a puzzle."""
    if not (isinstance(puzzle, Puzzle) and (puzzle.is_built_in or puzzle.is_checked)):
        check_puzzle(puzzle)


def check_key_bits(puzzle: Puzzle) -> None:
    """Raise LimitError if a key has more than 64 bits, because layers and tables cannot store it."""
    if puzzle.key_bits > KEY_BITS:
        raise LimitError(
            f"{puzzle.name} cannot be explored: each board needs a key of {puzzle.key_bits} bits, but layers and "
            f"tables store at most {KEY_BITS} bits{'; single boards can be solved' if puzzle.is_built_in else ''}",
            advice=advise("solve", puzzle) if puzzle.is_built_in else (),
        )


def identity_hash(puzzle: Puzzle) -> str:
    """Return a hash of the identity of a puzzle, which a run stores to recognise its puzzle."""
    return sha256(json.dumps(puzzle.identity(), sort_keys=True).encode()).hexdigest()


class Position(Displayed):
    """A board on a route. For most puzzles, the key determines all names."""

    def __init__(self, puzzle: Puzzle, key: int, move: Move | None = None) -> None:
        self.puzzle = puzzle
        self.key = key
        self.move = move
        """The move that led here; None at the start."""

    @property
    def text(self) -> str:
        """The board on one line."""
        return self.puzzle.format(self.key)

    def __repr__(self) -> str:
        return f"<Position {self.text} of {self.puzzle.name}>"

    def to(self, key: int) -> "Position":
        """Return the position after the move that leads to a board."""
        key = index(key)
        for after in self._following(key):
            if after.key == key:
                return after
        raise RouteError(f"no move leads from the board {self.text} to {self.puzzle.format(key)}")

    def drawing(self) -> Drawing | None:
        """Describe how the board looks, with the names of the pieces here; None if it can only be shown as text."""
        return self.puzzle.drawing(self.key)

    def moves(self) -> list[Move]:
        """List the moves of the board, with the names of the pieces here."""
        return [after.move for after in self._following() if after.move is not None]

    def _following(self, key: int | None = None) -> Iterator["Position"]:  # noqa: ARG002
        """Iterate over the positions after all moves; if a key is given, positions with other keys may be left out."""
        for move in self.puzzle.moves(self.key):
            yield Position(self.puzzle, move.key, move)

    def play(self, piece: str, path: str) -> Iterator["Position"]:
        """Make a move as people write it, step by step: `5 6 7 L` moves one tile after the other, `L` any that can."""
        check_type(piece, str, "piece")
        check_type(path, str, "path")
        position, names = self, piece.split()
        while True:
            following = [*position._following()]
            fitting: dict[int, Position] = {}  # by how many pieces move
            for after in following:
                moved = after.move.piece.split() if after.move else []
                if after.move and after.move.path == path and (not names or names[: len(moved)] == moved):
                    fitting.setdefault(len(moved), after)
            if not fitting:
                moves = [str(after.move) for after in following[:_SHOWN]]
                more = " ..." if len(following) > _SHOWN else ""
                here = f"the moves here are {', '.join(moves)}{more}" if moves else "no move can be made here"
                raise IllegalMoveError(here)
            count = max(fitting) if names else min(fitting)
            position, names = fitting[count], names[count:]
            yield position
            if not names:
                return


def as_text(board: object) -> str:
    """Write a board of lists, an array or a data frame as JSON; return a text as it is."""
    if isinstance(board, str):
        return board
    values = board.to_numpy() if hasattr(board, "to_numpy") else board
    values = values.tolist() if hasattr(values, "tolist") else values
    try:
        if isinstance(values, list | tuple):
            return json.dumps(values, ensure_ascii=False)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(f"{type(board).__name__} is not a board: give a text, or lists such as [[1, 2], [3, 0]]")


def plain(board: Board) -> str | int:
    """Write a board of lists or an array as text; return a text or a key as it is."""
    if isinstance(board, str):
        return board
    if isinstance(board, list | tuple) or getattr(board, "ndim", None):
        return as_text(board)
    try:
        return index(board)  # type: ignore[arg-type]
    except TypeError:
        raise BoardError(f"{board!r} is not a board: give a text, lists such as [[1, 2], [3, 0]], or a key") from None


class Successors(NamedTuple):
    """The moves from an array of boards, without repeats."""

    row: Numbers
    """For each move, the index of its board in the array."""
    target: Keys
    """For each move, the board that it leads to."""


def successors(puzzle: Puzzle, keys: Keys) -> Successors:
    """Return the moves from boards, sorted by `row` and then by `target`.

    Raise BoardError if a key is not the key of a board.
    """
    require_contract(puzzle)
    puzzle.check_boards(keys)
    return list_successors(puzzle, keys)


def list_successors(puzzle: Puzzle, keys: Keys) -> Successors:
    """Return the moves from keys that are known to be boards, as `successors` does."""
    rows, target = puzzle.successor_pairs(keys)
    order = np.lexsort((target, rows))
    rows, target = rows[order], target[order]
    is_new = np.ones(rows.size, np.bool_)
    is_new[1:] = (rows[1:] != rows[:-1]) | (target[1:] != target[:-1])
    return Successors(rows[is_new], target[is_new])
