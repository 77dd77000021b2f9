"""Read texts and boards from the command line, from files and from standard input (`-`)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.cli.output import note
from slidefront.errors import BoardError, SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.puzzles.board_files import BoardFile, BoardLine
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.grid_options import GridOptions


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


def load_puzzle(
    word: str, metric: str | None = None, grid: "GridOptions | None" = None, *, quiet: bool = False
) -> "Puzzle":
    """Load the puzzle that a command names, that is pasted in its place, or that a pack carries.

    Says how a pasted one was read.
    """
    from slidefront.puzzles.load import load

    if is_file(word) and (packed := _puzzle_of_pack(word)):
        return load(packed, metric)
    said = {} if grid is None else {"axis": grid.axis, "frozen": grid.frozen, "groups": grid.groups, "goal": grid.goal}
    puzzle = load(word, metric, **said)
    if puzzle.read_as and not quiet:
        note(puzzle.read_as)
    return puzzle


def _puzzle_of_pack(word: str) -> "Puzzle | None":
    from slidefront.puzzles.packs import is_pack, read_pack_file, record_of
    from slidefront.puzzles.puzzle_record import load_record

    if not is_pack(word):
        return None
    record = record_of(read_pack_file(Path(word)), word)
    return load_record(record) if record else None


def read_board(puzzle: "Puzzle", word: str, *, quiet: bool = False) -> "int | str":
    """Read one board: home, goal, a board in any form, or a file of one; say how a pasted one was read."""
    from slidefront.puzzles.starts import board_typed

    if word == "-" or is_file(word):
        lines = read_lines(puzzle, [word])
        if len(lines) > 1:
            raise BoardError(f"{source_name(word)} has {len(lines):,} boards; give one")
        if lines[0].error:
            raise BoardError(f"{source_name(word)}, line {lines[0].number}: {lines[0].error}")
        return lines[0].board
    board = board_typed(puzzle, word)
    if isinstance(board, str) and not quiet and (how := puzzle.how_read(board)):
        note(f"read the board as {puzzle.position(board).text}: {how}")
    return board


def read_lines(puzzle: "Puzzle", words: Sequence[str]) -> "list[BoardLine]":
    """Read boards, files of boards and standard input; a line that cannot be read does not stop the others."""
    from slidefront.puzzles.board_files import BoardLine, read_board_file
    from slidefront.puzzles.starts import starts_typed

    found = []
    for word in words:
        text = read_text(word)
        if text is not None:
            file = read_board_file(puzzle, text, source_name(word))
            note_kind(file, source_name(word))
            found += file.lines
        else:
            key = int(starts_typed(puzzle, word).keys[0])
            found.append(BoardLine(1, puzzle.format(key) if {*word} & {"\n", ":"} else word, key))
    return found


def note_kind(file: "BoardFile", where: str) -> None:
    """Say what a file holds, if it is more than boards."""
    if file.kind not in ("boards", "a board"):
        note(f"{where} has {file.kind}")


def check_one_standard_input(*words: str) -> None:
    """Refuse a command line that reads standard input twice."""
    if words.count("-") > 1:
        raise SlidefrontError("only one argument can be -: standard input can be read only once")
