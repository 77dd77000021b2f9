"""Boards that runs start from or commands process: typed, in a file, or as keys.

    home, goal          words for the puzzle's own boards
    _12345678           a board, in any form that `Puzzle.parse` reads
    boards.txt          a file: boards, one a line, or any other form of `board_lines`

In Python each of these has a parameter of its own. On the command line one word may be any of them: `starts_typed` and
`board_typed` tell which.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np

from slidefront.arrays import KEY_BITS, Keys
from slidefront.errors import BoardError, SlidefrontError
from slidefront.files import is_file, is_folder
from slidefront.keys.algebra import as_set, digest
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.lists import Pasted, plain

_LOOKED_AT = 10_000
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")  # a board is unlikely to end with these


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


def start_at(puzzle: Puzzle, board: str | int | Pasted) -> Starts:
    """Start at one board: `home`, `goal`, a board as text, or its key."""
    board = plain(board)
    if board == "goal":
        return _at_goal(puzzle)
    if isinstance(board, str):
        key = puzzle.home if board == "home" else _one_board(puzzle, board)
    else:
        key = check_key(puzzle, board)
    name = "" if key == puzzle.home else puzzle.format(key)
    return Starts(StartKind.BOARD if name else StartKind.HOME, name or "home", puzzle.array([key]))


def _one_board(puzzle: Puzzle, text: str) -> int:
    from slidefront.puzzles.read.one_board import check_one_board

    check_one_board(puzzle, text)
    return puzzle.parse(text)


def _at_goal(puzzle: Puzzle) -> Starts:
    if puzzle.goal.partial:
        raise BoardError(
            f"the goal of {puzzle.name} is partial, so it is not one board: name a board; to explore from all "
            f"that meet it, `slidefront expand` has --from-goals-of"
        )
    if puzzle.goal.key is None:
        raise BoardError(f"{puzzle.name} has no goal to start from")
    kind = StartKind.HOME if puzzle.goal.key == puzzle.home else StartKind.GOAL
    return Starts(kind, kind.value, puzzle.array([puzzle.goal.key]))


def start_with(puzzle: Puzzle, boards: Iterable[str | int | Pasted]) -> Starts:
    """Start with several boards, as text or as keys, and check that they are boards (only some of very many)."""
    try:
        puzzle.check_key_bits()
        listed = boards if isinstance(boards, np.ndarray) else [_key(puzzle, plain(board)) for board in boards]
        keys = as_set(listed)
    except SlidefrontError:
        raise
    except (OverflowError, TypeError, ValueError):
        raise BoardError("the starts are not boards: give boards as text, or keys from 0 to 2^64 - 1") from None
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    for key in keys[:: -(-keys.size // _LOOKED_AT)].tolist():
        check_key(puzzle, key)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{int(digest(keys)):016x}", keys)


def _key(puzzle: Puzzle, board: str | int) -> int:
    return puzzle.parse(board) if isinstance(board, str) else board


def check_key(puzzle: Puzzle, key: int) -> int:
    """Refuse a number that is not the key of a board."""
    try:
        same = 0 <= key < 1 << max(KEY_BITS, puzzle.key_bits) and puzzle.parse(puzzle.format(key)) == key
    except (BoardError, IndexError, TypeError):
        same = False
    if not same:
        shown = f"{key:#x}" if isinstance(key, int | np.integer) else repr(key)
        raise BoardError(f"the start {shown} is not a board of {puzzle.name}")
    return int(key)


def start_in(puzzle: Puzzle, path: Path) -> Starts:
    """Start with the boards in a file."""
    from slidefront.puzzles.read.board_lines import read_board_lines

    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BoardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path} is not a file of boards: it is not UTF-8 text") from None
    lines = read_board_lines(puzzle, text, str(path))
    for line in lines:
        if line.error:
            raise BoardError(f"{path}, line {line.number}: {line.error}")
    return Starts(StartKind.FILE, path.name, puzzle.array(sorted({line.key for line in lines if line.key is not None})))


def starts_typed(puzzle: Puzzle, word: str) -> Starts:
    """Read the value of `--from`: home, goal, a file or a board."""
    if not word.strip():
        raise BoardError(f"the board is empty: write one, such as {puzzle.format(puzzle.home)}, or home")
    if word in ("home", "goal"):
        return start_at(puzzle, word)
    if "\n" not in word and is_file(word):
        return start_in(puzzle, Path(word))
    try:
        return start_at(puzzle, word)
    except BoardError:
        if word.endswith(_ENDINGS):
            raise BoardError(f"there is no file {word}") from None
        if is_folder(word):
            raise BoardError(f"{word} is a folder: name a file of boards, or a board") from None
        raise


def board_typed(puzzle: Puzzle, word: str) -> int | str:
    """Read one board of a command; a typed board stays text, so that equal pieces keep their names."""
    keys = starts_typed(puzzle, word).keys
    if keys.size != 1:
        raise BoardError(f"{word} has {keys.size} boards; give one")
    return int(keys[0]) if word in ("home", "goal") or is_file(word) else word
