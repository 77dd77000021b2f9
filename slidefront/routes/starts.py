"""Boards in a file, also as starts, and the boards that one word of a command line may be.

    home, goal          words for the puzzle's own boards
    _12345678           a board
    U2 R D              moves from home, with their ways, in any form of `read`: the board that they lead to
    boards.txt          a file: boards, one a line, or any other form of `board_files`

In Python each of these has a parameter of its own. `starts_typed` and `board_typed` tell which a word is.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.errors import BoardError, NoBoardsError, RouteError
from slidefront.files import is_file, is_folder
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load
from slidefront.puzzles.starts import StartKind, Starts, start_at

if TYPE_CHECKING:
    from slidefront.puzzles.board_files import BoardFile, BoardLine

_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")  # a board is unlikely to end with these


def read_board_lines(puzzle: Puzzle, text: str, where: str) -> "BoardFile":
    """Read all boards of a file; a line whose moves are none of the puzzle has an error."""
    from slidefront.puzzles.board_files import read_board_file
    from slidefront.routes.read import with_readable_moves

    file = read_board_file(puzzle, text, where)
    return replace(file, lines=[with_readable_moves(puzzle, line) for line in file.lines])


def read_boards(puzzle: Puzzle | str | Path, boards: str | Path) -> "list[BoardLine]":
    """Read boards from a file, or from a text with one board per line, and how each was understood.

    A line that cannot be read has an `error`; the others are read.
    """
    puzzle = load(puzzle)
    is_path = isinstance(boards, Path) or ("\n" not in boards and is_file(boards))
    text = _text_in(Path(boards)) if is_path else str(boards)
    lines = read_board_lines(puzzle, text, str(boards) if is_path else "the text").lines
    return [line if line.error else replace(line, how=puzzle.position(line.board).how) for line in lines]


def start_in(puzzle: Puzzle, path: Path) -> Starts:
    """Start with the boards in a file."""
    lines = read_board_lines(puzzle, _text_in(path), str(path)).lines
    for line in lines:
        if line.error:
            raise BoardError(f"{path}, line {line.number}: {line.error}")
    return Starts(StartKind.FILE, path.name, puzzle.array(sorted({line.key for line in lines if line.key is not None})))


def _text_in(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        kind = NoBoardsError if isinstance(error, FileNotFoundError) else BoardError
        raise kind(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path} is not a file of boards: it is not UTF-8 text") from None


def starts_typed(puzzle: Puzzle, word: str) -> Starts:
    """Read the value of `--from`: home, goal, a file or a board."""
    if not word.strip():
        raise BoardError(f"the board is empty: write one, such as {puzzle.format(puzzle.home)}, or home")
    if word in ("home", "goal"):
        return start_at(puzzle, word)
    if "\n" not in word and is_file(word):
        return start_in(puzzle, Path(word))
    return start_at(puzzle, _board(puzzle, word))


def _board(puzzle: Puzzle, word: str) -> str:
    """Return a board as it is written, or the one that moves lead to."""
    try:
        puzzle.parse(word)
    except BoardError:
        if word.endswith(_ENDINGS):
            raise NoBoardsError(f"there is no file {word}") from None
        if is_folder(word):
            raise BoardError(f"{word} is a folder: name a file of boards, or a board") from None
        if after := _after_moves(puzzle, word):
            return after
        raise
    return word


def _after_moves(puzzle: Puzzle, text: str) -> str | None:
    """Find the board that moves lead to from home; None for a text without ways, which is a board with a slip."""
    from slidefront.routes.read import read_routes
    from slidefront.routes.replay import read_route

    try:
        (written,) = read_routes(puzzle, text)
    except (RouteError, ValueError):
        return None
    if not written.moves or not all(move.way for move in written.moves):
        return None
    return read_route(puzzle, text).boards[-1]


def board_typed(puzzle: Puzzle, word: str) -> int | str:
    """Read one board of a command; a typed board stays text, so that equal pieces keep their names."""
    starts = starts_typed(puzzle, word)
    if starts.keys.size != 1:
        raise BoardError(f"{word} has {starts.keys.size} boards; give one")
    if word in ("home", "goal") or is_file(word):
        return int(starts.keys[0])
    return _board(puzzle, word)
