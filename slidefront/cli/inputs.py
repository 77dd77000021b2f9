"""Read texts and boards from the command line, from files and from standard input (`-`)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.cli.output import remark
from slidefront.errors import BoardError, PuzzleError, SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.puzzles.board_files import BoardLine
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.values import GridOptions

_PATHS = ("./", "../", "~/", "/", "http://", "https://")


def source_name(word: str) -> str:
    """Name the source of a text in messages."""
    return "standard input" if word == "-" else word


def read_text(word: str) -> str | None:
    """Read the file with this name, or standard input; None if the word names neither."""
    if word != "-" and not is_file(word):
        return None
    if word.endswith(".parquet"):
        from slidefront.puzzles.packs import pack_text

        return pack_text(Path(word))
    try:
        return sys.stdin.read().removeprefix("\ufeff") if word == "-" else Path(word).read_text("utf-8-sig")
    except OSError as error:
        raise SlidefrontError(f"cannot read {word}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SlidefrontError(f"{source_name(word)} is not UTF-8 text") from None


def names_file_of_boards(puzzle: str, start: str) -> bool:
    """Tell whether a start, or a puzzle, names a file or standard input that may have many boards."""
    is_text = puzzle == "-" or (is_file(puzzle) and not puzzle.endswith(".toml"))
    return start == "-" or is_file(start) or (start == "home" and is_text)


def load_puzzle(word: str, metric: str | None = None, grid: "GridOptions | None" = None) -> "Puzzle":
    """Load the puzzle that a command names, that is pasted in its place, or that a pack carries.

    Says how a pasted one was read.
    """
    from slidefront.puzzles.load import load

    if is_file(word) and (packed := _puzzle_of_pack(word)):
        return load(packed, metric)
    puzzle = _read_puzzle(word, metric, grid)
    if puzzle is None:
        puzzle = load(word, metric)
        if grid is not None and grid.any:
            raise PuzzleError(f"--axis, --frozen and --groups are for grids: {word} says these things in its file")
    if puzzle.read_as:
        remark(puzzle.read_as)
    return puzzle


def _read_puzzle(word: str, metric: str | None, grid: "GridOptions | None") -> "Puzzle | None":
    """Read a word that is not the name of a puzzle: standard input, a file of a board, or a board."""
    from slidefront.puzzles import library
    from slidefront.puzzles.fields import parse_size
    from slidefront.puzzles.load import puzzle_of, read_file
    from slidefront.puzzles.values import GridOptions

    if word in library.names() or parse_size(word) or word.endswith(".toml") or not word.strip():
        return None
    if word == "-" or is_file(word):
        text, name = (sys.stdin.read(), "") if word == "-" else (read_file(Path(word)), Path(word).stem)
        return puzzle_of(text.removeprefix("\ufeff"), name, metric, grid or GridOptions())
    if word.startswith(_PATHS):
        return None
    try:
        return puzzle_of(word, "", metric, grid or GridOptions())
    except PuzzleError as error:
        if error.details and not (grid and grid.any) and _may_be_name(word):
            return None
        raise


def _may_be_name(text: str) -> bool:
    """Tell a name with a slip, or a path, from a board: it is a word that has few digits and points."""
    marks = sum(map(str.isdigit, text)) + 4 * max(0, text.count(".") - 1)
    return all(letter.isalnum() or letter in "-_.+/" for letter in text) and 2 * marks < len(text)


def _puzzle_of_pack(word: str) -> "Puzzle | None":
    from slidefront.puzzles.packs import is_pack, read_pack_file, record_of
    from slidefront.puzzles.puzzle_record import load_record

    if not is_pack(word):
        return None
    record = record_of(read_pack_file(Path(word)), word)
    return load_record(record) if record else None


def read_board(puzzle: "Puzzle", word: str) -> "int | str":
    """Read one board: home, goal, a board in any form, or a file of one; say how a pasted one was read."""
    from slidefront.routes.starts import board_typed

    if word == "-" or is_file(word):
        lines = read_lines(puzzle, [word])
        if len(lines) > 1:
            raise BoardError(f"{source_name(word)} has {len(lines):,} boards; give one")
        if lines[0].error:
            raise BoardError(f"{source_name(word)}, line {lines[0].number}: {lines[0].error}")
        return lines[0].board
    board = board_typed(puzzle, word)
    if isinstance(board, str):
        position = puzzle.position(board)
        if board != word:
            remark(f"these moves lead from home to {board}")
        if position.how:
            remark(f"read the board as {position.text}: {position.how}")
    return board


def read_lines(puzzle: "Puzzle", words: Sequence[str]) -> "list[BoardLine]":
    """Read boards, files of boards and standard input; a line that cannot be read does not stop the others."""
    from slidefront.puzzles.board_files import BoardLine
    from slidefront.routes.starts import read_board_lines, starts_typed

    found = []
    for word in words:
        text = read_text(word)
        if text is not None:
            file = read_board_lines(puzzle, text, source_name(word))
            remark_kind(file.kind, source_name(word))
            found += file.lines
        else:
            key = int(starts_typed(puzzle, word).keys[0])
            found.append(BoardLine(1, puzzle.format(key) if {*word} & {"\n", ":"} else word, key))
    return found


def remark_kind(kind: str, where: str) -> None:
    """Say what a file holds, if it is more than boards."""
    if kind not in ("", "boards", "a board"):
        remark(f"{where} has {kind}")


def check_one_standard_input(*words: str) -> None:
    """Refuse a command line that reads standard input twice."""
    if words.count("-") > 1:
        raise SlidefrontError("only one argument can be -: standard input can be read only once")
