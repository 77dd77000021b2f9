"""Files of boards, whose moves must be moves of the puzzle."""

from dataclasses import replace
from pathlib import Path

from slidefront.errors import BoardError
from slidefront.files import is_file
from slidefront.puzzles.board_files import BoardFile, BoardLine, read_board_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load
from slidefront.routes.read import with_readable_moves


def read_board_lines(puzzle: Puzzle, text: str, where: str) -> BoardFile:
    """Read all boards of a file; a line whose moves are none of the puzzle has an error."""
    file = read_board_file(puzzle, text, where)
    return replace(file, lines=[with_readable_moves(puzzle, line) for line in file.lines])


def read_boards(puzzle: Puzzle | str | Path, boards: str | Path) -> list[BoardLine]:
    """Read boards from a file, or from a text with one board per line, and how each was understood.

    A line that cannot be read has an `error`; the others are read.
    """
    puzzle = load(puzzle)
    is_path = isinstance(boards, Path) or ("\n" not in boards and is_file(boards))
    try:
        text = Path(boards).read_text("utf-8-sig") if is_path else str(boards)
    except (OSError, UnicodeDecodeError):
        raise BoardError(f"cannot read {boards}: it is not a file of text") from None
    lines = read_board_lines(puzzle, text, str(boards) if is_path else "the text").lines
    return [line if line.error else replace(line, how=puzzle.position(line.board).how) for line in lines]
