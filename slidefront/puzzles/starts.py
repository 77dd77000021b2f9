"""Boards that runs start from or commands process: typed, in a file, or as keys.

    home, goal          words for the puzzle's own boards
    _12345678           a board, in any form that `Puzzle.parse` reads
    boards.txt          a file: boards, one a line, or any other form of `board_files`

In Python each of these has a parameter of its own. On the command line one word may be any of them: `starts_typed` and
`board_typed` tell which.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from operator import index
from pathlib import Path

import numpy as np

from slidefront.arrays import KEY_BITS, Keys
from slidefront.errors import BoardError
from slidefront.files import is_file, is_folder
from slidefront.keys.algebra import as_set, digest
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Pasted, plain

_TOGETHER = 1 << 18
_MOST_CELLS = 256  # more than any board has
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
            f"the goal of {puzzle.name} is partial, so it is not one board: name a board; to explore from all "
            f"that meet it, `slidefront expand` has --from-goals-of"
        )
    if puzzle.goal.key is None:
        raise BoardError(f"{puzzle.name} has no goal to start from")
    kind = StartKind.HOME if puzzle.goal.key == puzzle.home else StartKind.GOAL
    return Starts(kind, kind.value, puzzle.array([puzzle.goal.key]))


def start_with(puzzle: Puzzle, boards: Iterable[str | int | Pasted]) -> Starts:
    """Start with several boards, as text, lists or keys, and check that each is a board of the puzzle."""
    puzzle.check_key_bits()
    if isinstance(boards, str) or not isinstance(boards, Iterable):
        raise BoardError("the starts are not several boards: give one board as start=, or a list of boards")
    keys = as_set(_keys_of(puzzle, boards))
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    check_keys(puzzle, keys)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{int(digest(keys)):016x}", keys)


def _keys_of(puzzle: Puzzle, boards: Iterable[str | int | Pasted]) -> Keys:
    """Read boards in any form; an array of integers has keys."""
    if isinstance(boards, np.ndarray) and boards.ndim == 1 and boards.dtype.kind in "iu":
        if boards.size and boards.min() < 0:
            raise BoardError(f"the start {int(boards.min())} is not a board of {puzzle.name}")
        return boards.astype(np.uint64)
    keys = [_key(puzzle, board) for board in boards]
    if wrong := [key for key in keys if not 0 <= key < 1 << KEY_BITS]:
        raise BoardError(f"the start {wrong[0]:#x} is not a board of {puzzle.name}")
    return np.array(keys, np.uint64)


def _key(puzzle: Puzzle, board: str | int | Pasted) -> int:
    board = _checked_form(board)
    if isinstance(board, str):
        return puzzle.parse(board)
    try:
        return index(board)
    except TypeError:
        raise BoardError(
            f"the start {board!r} is not a board: give a text, lists, or a key, which is an integer"
        ) from None


def _checked_form(board: str | int | Pasted) -> str | int:
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
        good = puzzle.are_boards(some)
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
    good = puzzle.are_boards(np.array([key], np.uint64)) if key < 1 << KEY_BITS else None
    return puzzle.parse(puzzle.format(key)) == key if good is None else bool(good[0])


def start_in(puzzle: Puzzle, path: Path) -> Starts:
    """Start with the boards in a file."""
    from slidefront.puzzles.board_files import read_board_file

    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BoardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path} is not a file of boards: it is not UTF-8 text") from None
    lines = read_board_file(puzzle, text, str(path)).lines
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
