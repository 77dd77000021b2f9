"""Boards that runs start from or commands process: as text, lists or keys.

    home, goal          words for the puzzle's own boards
    _12345678           a board, in any form that `Puzzle.parse` reads

`routes.starts` reads files of boards, and the words of the command line.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from slidefront.arrays import KEY_BITS, Keys, check_key_bits, key_array
from slidefront.commands import command
from slidefront.errors import BoardError
from slidefront.keys.algebra import as_set, digest
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Board, plain

_TOGETHER = 1 << 18
_MOST_CELLS = 256  # more than any board has


class StartKind(Enum):
    """The kind of the boards of layer 0."""

    HOME = "home"
    GOAL = "goal"
    GOALS = "goals"
    """All boards of another run that meet the goal."""
    BOARD = "board"
    BOARDS = "boards"
    FILE = "file"


@dataclass(frozen=True)
class Starts:
    """The boards of layer 0, ascending, what they are, and their name for people."""

    kind: StartKind
    name: str
    keys: Keys

    @property
    def is_set(self) -> bool:
        """Whether there are several boards."""
        return self.keys.size > 1


def start_at(puzzle: Puzzle, board: Board) -> Starts:
    """Start at one board: `home`, `goal`, a board as text, or its key."""
    board = _checked_form(board)
    if board == "goal":
        return _at_goal(puzzle)
    if isinstance(board, str):
        key = puzzle.home if board == "home" else puzzle.parse(board)
    else:
        key = check_key(puzzle, board)
    name = "" if key == puzzle.home else puzzle.format(key)
    return Starts(StartKind.BOARD if name else StartKind.HOME, name or "home", puzzle.array([key]))


def _at_goal(puzzle: Puzzle) -> Starts:
    if puzzle.goal.partial:
        raise BoardError(
            f"the goal of {puzzle.name} is partial, so it is not one board: name a board; "
            f"{command('expand', puzzle.name, from_goals_of='RUN')} explores from all boards of a run that meet it"
        )
    if puzzle.goal.key is None:
        raise BoardError(f"{puzzle.name} has no goal to start from")
    kind = StartKind.HOME if puzzle.goal.key == puzzle.home else StartKind.GOAL
    return Starts(kind, kind.value, puzzle.array([puzzle.goal.key]))


def start_with(puzzle: Puzzle, boards: Iterable[Board]) -> Starts:
    """Start with several boards, as text, lists or keys, and check that each is a board of the puzzle."""
    check_key_bits(puzzle)
    if isinstance(boards, str) or not isinstance(boards, Iterable):
        raise BoardError("the starts are not several boards: give one board as start=, or a list of boards")
    keys = as_set(puzzle.array(boards))
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    check_keys(puzzle, keys)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{int(digest(keys)):016x}", keys)


def _checked_form(board: Board) -> str | int:
    """Refuse more numbers than a board has cells before they are read."""
    if (numbers := _count(board)) > _MOST_CELLS:
        raise BoardError(f"start= is one board, and this has {numbers:,} numbers: give many boards as starts=")
    return plain(board)


def _count(board: object) -> int:
    if isinstance(board, list | tuple):
        return len(board) if len(board) > _MOST_CELLS else sum(map(_count, board))
    return int(getattr(board, "size", 1))


def check_keys(puzzle: Puzzle, keys: Keys) -> None:
    """Refuse keys of which one is not that of a board."""
    for at in range(0, keys.size, _TOGETHER):
        some = keys[at : at + _TOGETHER]
        for key in some[~puzzle.are_boards(some)].tolist():
            raise BoardError(f"the start {key:#x} is not a board of {puzzle.name}")


def check_key(puzzle: Puzzle, key: int) -> int:
    """Refuse a number that is not the key of a board."""
    bits = max(KEY_BITS, puzzle.key_bits)
    if not 0 <= key < 1 << bits:
        raise BoardError(f"the start {key:#x} is not a board of {puzzle.name}")
    check_keys(puzzle, key_array([key], bits))
    return int(key)
