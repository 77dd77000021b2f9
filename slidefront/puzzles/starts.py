"""Boards that runs start from or commands process: as text, lists or keys.

    home, goal          words for the puzzle's own boards
    _12345678           a board, in any form that `Puzzle.parse` reads

`routes.starts` reads files of boards, and the words of the command line.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from operator import index

import numpy as np

from slidefront.arrays import KEY_BITS, Keys, check_key_bits
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
            f"the goal of {puzzle.name} is partial, so it is not one board: name a board, or explore from "
            f"the boards of a run that meet it (goals_of)"
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
    keys = as_set(_keys_of(puzzle, boards))
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    check_keys(puzzle, keys)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{int(digest(keys)):016x}", keys)


def _keys_of(puzzle: Puzzle, boards: Iterable[Board]) -> Keys:
    """Read boards in any form; an array of integers has keys."""
    if isinstance(boards, np.ndarray) and boards.ndim == 1 and boards.dtype.kind in "iu":
        if boards.size and boards.min() < 0:
            raise BoardError(f"the start {int(boards.min())} is not a board of {puzzle.name}")
        return boards.astype(np.uint64)
    keys = [_key(puzzle, board) for board in boards]
    if wrong := [key for key in keys if not 0 <= key < 1 << KEY_BITS]:
        raise BoardError(f"the start {wrong[0]:#x} is not a board of {puzzle.name}")
    return np.array(keys, np.uint64)


def _key(puzzle: Puzzle, board: Board) -> int:
    board = _checked_form(board)
    if isinstance(board, str):
        return puzzle.parse(board)
    try:
        return index(board)
    except TypeError:
        raise BoardError(
            f"the start {board!r} is not a board: give a text, lists, or a key, which is an integer"
        ) from None


def _checked_form(board: Board) -> str | int:
    """Refuse numbers that are no integers, and more of them than a board has cells, before they are read."""
    kind = getattr(getattr(board, "dtype", None), "kind", "b" if isinstance(board, bool) else "i")
    if kind not in "iuUO":
        raise BoardError(f"the start is of the type {getattr(board, 'dtype', 'bool')}: labels and keys are integers")
    if (numbers := _count(board)) > _MOST_CELLS:
        raise BoardError(f"start= is one board, and this has {numbers:,} numbers: give many boards as starts=")
    return plain(board)


def _count(board: object) -> int:
    if isinstance(board, list | tuple):
        return len(board) if len(board) > _MOST_CELLS else sum(map(_count, board))
    return int(getattr(board, "size", 1))


def check_keys(puzzle: Puzzle, keys: Keys) -> None:
    """Refuse keys of which one is not that of a board; many are checked together where the puzzle can."""
    for at in range(0, keys.size, _TOGETHER):
        some = keys[at : at + _TOGETHER]
        good = puzzle.bulk.are_boards(some) if puzzle.bulk else None
        for key in some.tolist() if good is None else some[~good][:1].tolist():
            check_key(puzzle, key)


def check_key(puzzle: Puzzle, key: int) -> int:
    """Refuse a number that is not the key of a board."""
    try:
        same = 0 <= key < 1 << max(KEY_BITS, puzzle.key_bits) and _is_board(puzzle, index(key))
    except (BoardError, IndexError, TypeError):
        same = False
    if not same:
        shown = f"{key:#x}" if isinstance(key, int | np.integer) else repr(key)
        raise BoardError(f"the start {shown} is not a board of {puzzle.name}")
    return int(key)


def _is_board(puzzle: Puzzle, key: int) -> bool:
    """Ask the puzzle; one that cannot tell must read its own text of the key as the same key."""
    good = puzzle.bulk.are_boards(np.array([key], np.uint64)) if puzzle.bulk and key < 1 << KEY_BITS else None
    return puzzle.parse(puzzle.format(key)) == key if good is None else bool(good[0])
