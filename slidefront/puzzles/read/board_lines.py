"""Files of boards, line by line: a line that cannot be read does not affect the others.

    8672_4531                     a board in any form that fits on a line; a comment may follow after #
    8672_4531:31:5|8|...          a problem line, with or without its route
    8672_4531 31                  a board and its length
    1  14 13 15 7 ... 3  57       the lists of studies: a number, a board, its length
    60 IBBxoo... 2332             a Rush Hour database: moves, board, size of its cluster

A pack in CSV or JSON lines is read as well. A file whose lines are one board in rows is one board; with empty lines
between such boards it has several.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from slidefront.errors import BoardError, SlidefrontError
from slidefront.files import is_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.lists import Pasted, database_line, read_list
from slidefront.puzzles.read.load import load
from slidefront.puzzles.read.one_board import board_alone, check_file, check_one_board
from slidefront.puzzles.read.packs import PackLine, check_columns, check_puzzle, goal_of, headings, read_pack
from slidefront.puzzles.read.pddl import is_pddl
from slidefront.units import counted

_LENGTH = re.compile(r"\d{1,4}")
_CLOSED = re.compile(r"(\W.*[\])}])(?:\s*:(\d{1,4})(?::.*)?|\s+(\d{1,4}))")
_NO_ANSWER = re.compile(r"# line \d+: ")


@dataclass(frozen=True)
class BoardLine:
    """A line of a file of boards."""

    number: int
    """Its number in the file, from 1."""
    board: str
    """The board as it was written; the whole line if it cannot be read."""
    key: int | None = None
    optimum: int | None = None
    """The length of a shortest solution, if the line has it."""
    error: SlidefrontError | None = None
    goal: str | None = None
    """The goal, if the line is a puzzle of its own and names one."""
    how: str = ""
    """How the board was understood, in words; empty for the plain forms (filled by `read_lines`)."""

    @property
    def text(self) -> str:
        """The text that identifies the answer."""
        return self.board

    def check_length(self, found: int | None) -> None:
        """Refuse a stated length that is not the one that was found; None if none was found."""
        if None not in (self.optimum, found) and self.optimum != found:
            raise BoardError(
                f"{self.board}: the line says {counted(self.optimum or 0, 'move')}, and a shortest solution has {found}"
            )


def read_lines(puzzle: Puzzle | str | Path | Pasted, boards: str | Path) -> list[BoardLine]:
    """Read boards from a file, or from a text with one board per line, and how each was understood.

    A line that cannot be read has an `error`; the others are read.
    """
    puzzle = load(puzzle)
    is_path = isinstance(boards, Path) or ("\n" not in boards and is_file(boards))
    try:
        text = Path(boards).read_text("utf-8-sig") if is_path else str(boards)
    except (OSError, UnicodeDecodeError):
        raise BoardError(f"cannot read {boards}: it is not a file of text") from None
    lines = read_board_lines(puzzle, text, str(boards) if is_path else "the text")
    return [line if line.error else replace(line, how=puzzle.how_read(line.board)) for line in lines]


def read_board_lines(puzzle: Puzzle, text: str, where: str) -> list[BoardLine]:
    """Read all lines; comments and empty lines are left out."""
    if is_pddl(text):
        key = puzzle.parse(text)
        return [BoardLine(1, puzzle.format(key), key)]
    check_file(puzzle, text, where)
    pack = read_pack(text)
    check_puzzle(headings(text) if pack is None else pack, puzzle, where)
    if pack is not None:
        check_columns(pack, where)
        return [of_pack(one) if one.fault else _checked(puzzle, one.number, one.board, one.length) for one in pack]
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    listed = _listed(puzzle, lines)
    found = listed if listed is not None else [*_each(puzzle, lines)]
    if len(found) > 1 and all(line.error for line in found[:2]):
        rows = _in_rows(puzzle, text)
        return [rows] if rows else _in_blocks(puzzle, text, where) or found
    if not found:
        raise BoardError(f"{where} has no boards: write one a line")
    return found


def _listed(puzzle: Puzzle, lines: list[tuple[int, str]]) -> list[BoardLine] | None:
    """Read a list of numbers, all lines in one form."""
    if puzzle.frame is None or not puzzle.frame.is_grid:
        return None
    asking = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    found = read_list([line for _, line in asking], puzzle.frame.cells)
    if found is None:
        return None
    return [_line(puzzle, number, one.text, one.optimum) for (number, _), one in zip(asking, found, strict=True)]


def _checked(puzzle: Puzzle, number: int, board: str, optimum: int | None) -> BoardLine:
    """Read a board, and refuse a text that says more than it."""
    try:
        check_one_board(puzzle, board)
    except SlidefrontError as error:
        return BoardLine(number, board, error=error)
    return _line(puzzle, number, board, optimum)


def _line(puzzle: Puzzle, number: int, board: str, optimum: int | None) -> BoardLine:
    try:
        return BoardLine(number, board_alone(puzzle, board), puzzle.parse(board), optimum)
    except SlidefrontError as error:
        return BoardLine(number, board, error=error)


def of_pack(line: PackLine) -> BoardLine:
    """Take the board of a line of a pack, as it is written."""
    return BoardLine(
        line.number, line.board, None, line.length, BoardError(line.fault) if line.fault else None, goal_of(line)
    )


def _each(puzzle: Puzzle, lines: list[tuple[int, str]]) -> Iterator[BoardLine]:
    for number, line in lines:
        words = " ".join(line.split())
        if not _is_remark(puzzle, words):
            read = _checked_line(puzzle, number, words)
            yield from [] if read.error and words.startswith("#") else [read]


def _checked_line(puzzle: Puzzle, number: int, line: str) -> BoardLine:
    """Read a line in the first form that fits, and refuse one that says more than its board."""
    try:
        check_one_board(puzzle, line)
    except SlidefrontError as error:
        return BoardLine(number, line, error=error)
    read = next(_readings(puzzle, number, line), None)
    return read or _no_optimum(puzzle, number, line) or _line(puzzle, number, line, None)


def _is_remark(puzzle: Puzzle, line: str) -> bool:
    """Tell a remark from a board that begins with a wall: tile boards have none."""
    return _NO_ANSWER.match(line) is not None or (puzzle.frame is not None and line.startswith("# "))


def _readings(puzzle: Puzzle, number: int, line: str) -> Iterator[BoardLine]:
    """Read a line in each form that fits: the board alone first where names have colons."""
    bare = line.partition(" #")[0].rstrip()
    for form in (bare, line) if _CLOSED.fullmatch(bare) else (line, bare):
        listed = database_line(form)
        candidates: list[tuple[str, int | None]] = [listed[::-1]] if listed else []
        with suppress(SlidefrontError):
            candidates += [
                (one.board, one.length) for one in (read_pack(form) or () if form[:1] == "{" else ()) if not one.fault
            ]
        if closed := _CLOSED.fullmatch(form):
            candidates.append((closed[1], int(closed[2] or closed[3])))
        board, _, rest = form.partition(":")
        length = rest.partition(":")[0]
        problem = [(board, int(length))] if _LENGTH.fullmatch(length) else []
        plain = not any(":" in name for name in puzzle.names)
        candidates += [*problem, (form, None)] if plain else [(form, None), *problem]
        board, _, last = form.rpartition(" ")
        if board and _LENGTH.fullmatch(last):
            candidates.append((board, int(last)))
        read = (_line(puzzle, number, *candidate) for candidate in candidates)
        yield from (one for one in read if one.error is None)


def _no_optimum(puzzle: Puzzle, number: int, line: str) -> BoardLine | None:
    """Report a board that is followed by something other than a number."""
    board, _, last = line.rpartition(" ")
    if not board or _line(puzzle, number, board, None).error is not None:
        return None
    return BoardLine(number, line, error=BoardError(f"the optimum {last!r} is not a number of moves"))


def _in_blocks(puzzle: Puzzle, text: str, where: str) -> list[BoardLine]:
    """Read boards in rows with empty lines between them; none if no block of lines is a board."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if not _is_remark(puzzle, line.strip())]
    blocks = [[*block] for is_full, block in groupby(lines, lambda one: bool(one[1].strip())) if is_full]
    boards = [_in_rows(puzzle, "\n".join(line for _, line in block), block[0][0]) for block in blocks]
    found = [board for board in boards if board is not None]
    if found and len(found) < len(boards):
        (first, _), *_ = blocks[boards.index(None)]
        raise BoardError(
            f"{where}, line {first}: the lines up to the next empty one are no board, and others are: write each board "
            f"in rows with an empty line after it, or each on one line"
        )
    return found


def _in_rows(puzzle: Puzzle, text: str, number: int = 1) -> BoardLine | None:
    """Read a text as one board, if it is one."""
    board = "/".join(line.strip() for line in text.strip().splitlines())
    try:
        key = puzzle.parse(text)
    except SlidefrontError:
        return None
    joined = _line(puzzle, number, board, None)
    return joined if joined.key == key else BoardLine(number, puzzle.format(key), key)
