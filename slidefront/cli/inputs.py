"""Read puzzles and boards from the command line, from files and from standard input (`-`)."""

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.errors import BoardError, PuzzleError, SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.notation.board_files import BoardLine
    from slidefront.notation.grids import GridOptions
    from slidefront.puzzles.core import Position, Puzzle

_PATHS = ("./", "../", "~/", "/", "http://", "https://")


def source_name(word: str) -> str:
    """Name the source of a text in messages."""
    return "standard input" if word == "-" else word


def read_text(word: str) -> str | None:
    """Read the file with this name, or standard input; None if the word names neither."""
    if word != "-" and not is_file(word):
        return None
    try:
        return sys.stdin.read().removeprefix("\ufeff") if word == "-" else Path(word).read_text("utf-8-sig")
    except OSError as error:
        raise SlidefrontError(f"cannot read {word}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SlidefrontError(f"{source_name(word)} is not UTF-8 text") from None


def load_puzzle(word: str, metric: str | None = None, grid: "GridOptions | None" = None) -> "Puzzle":
    """Load the puzzle that a command names, that is written in its place, or that a file of problems says."""
    from slidefront.notation.grids import GridOptions
    from slidefront.notation.load import load, puzzle_of, read_file
    from slidefront.puzzles import library
    from slidefront.puzzles.fields import parse_size

    grid = grid or GridOptions()
    named = word in library.names() or parse_size(word) or word.endswith(".toml") or not word.strip()
    if not named and is_file(word):
        from slidefront.notation.board_files import puzzle_of_file

        if packed := puzzle_of_file(Path(word)):
            return load(packed, metric)
        return puzzle_of(read_file(Path(word)), Path(word).stem, metric, grid)
    if word == "-":
        return puzzle_of(read_text(word) or "", "", metric, grid)
    if not named and not word.startswith(_PATHS):
        try:
            return puzzle_of(word, "", metric, grid)
        except PuzzleError as error:
            if not error.details or grid.any or not _may_be_name(word):
                raise
    loaded = load(word, metric)
    if grid.any:
        raise PuzzleError(f"--axis, --frozen and --groups are for grids: {word} says these things in its file")
    return loaded


def _may_be_name(text: str) -> bool:
    """Tell a name with a slip, or a path, from a board: it is a word that has few digits and points."""
    marks = sum(map(str.isdigit, text)) + 4 * max(0, text.count(".") - 1)
    return all(letter.isalnum() or letter in "-_.+/" for letter in text) and 2 * marks < len(text)


def read_boards(puzzle: "Puzzle", words: Sequence[str]) -> "list[BoardLine]":
    """Read arguments that are each a board, a file of boards or `-`; a line with an error does not stop the others."""
    from slidefront.notation.board_files import BoardLine, read_lines
    from slidefront.notation.replay import board_typed

    found: list[BoardLine] = []
    for word in words:
        if (text := read_text(word)) is not None:
            found += read_lines(puzzle, text, source_name(word))
        else:
            position = board_typed(puzzle, word)
            found.append(BoardLine(1, position.text, position.key, puzzle=puzzle))
    return found


def read_board(puzzle: "Puzzle", word: str) -> "Position":
    """Read an argument that is one board, a file of one, or `-`."""
    lines = read_boards(puzzle, [word])
    if len(lines) > 1:
        raise BoardError(f"{source_name(word)} has {len(lines):,} boards; give one")
    try:
        return lines[0].position()
    except SlidefrontError as error:
        raise BoardError(f"{source_name(word)}, line {lines[0].number}: {error}") from None


def read_again(text: str) -> None:
    """Put back what was read from standard input."""
    sys.stdin = StringIO(text)


def check_one_standard_input(*words: str) -> None:
    """Refuse a command line that reads standard input twice."""
    if words.count("-") > 1:
        raise SlidefrontError("only one argument can be -: standard input can be read only once")
