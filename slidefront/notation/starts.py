"""The boards that a run starts from: its layer 0."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from slidefront.arrays import Keys, check_key_bits
from slidefront.errors import BoardError
from slidefront.keys.algebra import as_set, digest
from slidefront.notation.boards import check_keys, position_of
from slidefront.puzzles.core import Board, Puzzle


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
    """Start at one board."""
    key = position_of(puzzle, board).key
    if key == puzzle.home:
        return Starts(StartKind.HOME, "home", puzzle.array([key]))
    if isinstance(board, str) and board == "goal":
        return Starts(StartKind.GOAL, "goal", puzzle.array([key]))
    return Starts(StartKind.BOARD, puzzle.format(key), puzzle.array([key]))


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
