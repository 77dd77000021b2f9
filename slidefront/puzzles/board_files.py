"""Files of many boards. What a file holds is decided once, from its first entry, and said.

    boards                        8672_4531              one a line, in any form; a comment may follow after #
                                  8672_4531:31:5|8|...   its length and its moves may follow after colons
                                  8672_4531 31           or its length after a blank
    numbered boards               1  14 13 15 7 ... 3    the lists of studies, with a length after the board or not
    boards in rows                                       rows on lines, with an empty line between boards
    a table, JSON lines                                  packs, read by their names (see `packs`)

A line that cannot be read as the first one was does not affect the others.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, TypeVar

from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import PackLine, check_columns, check_puzzle, goal_of, headings, read_pack
from slidefront.text.choice import choose
from slidefront.units import counted

_LONGEST_NUMBER = 9
_LETTERS_OF_CARD = 36
MOST_COLONS = 64
"""The most colons of a line that are tried as the one before a number."""
_TWO = BoardError("the board has a number beside it")


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
    moves: str = ""
    """The moves beside the board, as they are written."""
    how: str = ""
    """How the board was understood, in words; empty for the plain forms (filled by `read_boards`)."""

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


@dataclass(frozen=True)
class BoardFile:
    """The boards of a file, and what it holds, in words."""

    kind: str
    lines: list[BoardLine]


T = TypeVar("T")


class Cut(NamedTuple):
    """A board as it is written, and what its line says of it."""

    board: str
    length: int | None = None
    moves: str = ""


def _plain(line: str) -> Iterator[Cut]:
    """Cut a board from its length: between colons, where names may have some too, or after a blank.

    A card of a database has its length before it, and another number after it.
    """
    words = line.split()
    if 1 < len(words) < 4 and len(words[1]) == _LETTERS_OF_CARD:
        yield from _with_number(words[1], words[0])
    yield Cut(line)
    parts = line.split(":", MOST_COLONS)
    for place in range(1, len(parts)):
        yield from _with_number(":".join(parts[:place]), parts[place], ":".join(parts[place + 1 :]).strip())
    yield from _with_number(*(line.rsplit(None, 1) if len(line.split(None, 1)) > 1 else ("", "")))


def _with_number(board: str, length: str, moves: str = "") -> Iterator[Cut]:
    length = length.strip()
    if board.strip() and length.isascii() and length.isdigit() and len(length) <= _LONGEST_NUMBER:
        yield Cut(board.strip(), int(length), moves)


def _numbered(line: str) -> Iterator[Cut]:
    """Cut the number before a board."""
    number, _, rest = line.partition(" ")
    if number.isascii() and number.isdigit():
        yield from _plain(rest.strip())


KINDS: dict[str, Callable[[str], Iterator[Cut]]] = {"boards": _plain, "numbered boards": _numbered}
NUMBERED = "numbered boards"
_NAMES = ("boards", "numbered")
"""The readings of a first line that can be either, by the names that choose one."""


def read_entry(line: str, kind: str, reads: Callable[[str], T]) -> tuple[Cut, T]:
    """Read a line as a kind says: how it is cut, and what `reads` makes of the board.

    `reads` raises what is wrong with a board.
    """
    refusal: SlidefrontError | None = None
    bare = line.partition(" # ")[0].rstrip()
    for cut in (*KINDS[kind](bare), *(KINDS[kind](line) if line != bare else ())):
        try:
            return cut, reads(cut.board)
        except SlidefrontError as error:
            refusal = refusal or error
    raise refusal or BoardError("the line does not begin with a number, as the first one does")


def kind_of(first: str, reads: Callable[[str], object]) -> str:
    """Decide from the first line what the lines of a file are; empty if it is none of these."""
    with suppress(SlidefrontError):
        reads(first)
        return "boards"
    found = []
    for kind in KINDS:
        try:
            read_entry(first, kind, reads)
        except SlidefrontError:
            continue
        found.append(kind)
    if len(found) > 1 and not (name := choose(*_NAMES)):
        error = BoardError(f"the first line {first[:60]!r} can be a number and a board, or a board and its length")
        error.readings = _NAMES
        raise error
    if len(found) > 1:
        return NUMBERED if name == _NAMES[1] else "boards"
    return found[0] if found else ""


def entries(text: str, reads: Callable[[str], object]) -> list[tuple[int, str]]:
    """List the lines that are neither empty nor comments, with their numbers; boards may begin with a wall."""
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line and not _is_comment(line, reads)]


def _is_comment(line: str, reads: Callable[[str], object]) -> bool:
    if line != "#" and not line.startswith("# "):
        return False
    with suppress(SlidefrontError):
        return not read_entry(line, "boards", reads)
    return True


def read_board_file(puzzle: Puzzle, text: str, where: str) -> BoardFile:
    """Read all boards of a file."""
    pack = read_pack(text)
    check_puzzle(headings(text) if pack is None else pack, puzzle, where)
    if pack is not None:
        check_columns(pack, where)
        return BoardFile("a table of boards", [_of_table(puzzle, one) for one in pack])
    lines = entries(text, puzzle.parse)
    if not lines:
        raise BoardError(f"{where} has no boards: write one a line")
    kind = kind_of(lines[0][1], puzzle.parse)
    if not kind:
        in_rows = _in_rows(puzzle, text)
        if in_rows:
            return BoardFile("boards in rows" if len(in_rows) > 1 else "a board", in_rows)
    if len(lines) > 1 and kind == "boards" and (whole := _paragraph(puzzle, 1, text)).error is None:
        return BoardFile("a board", [whole])
    kind = kind or "boards"
    return BoardFile(kind, [_line(puzzle, number, line, kind) for number, line in lines])


def of_pack(line: PackLine) -> BoardLine:
    """Take the board of a line of a pack, as it is written."""
    error = BoardError(line.fault) if line.fault else None
    return BoardLine(line.number, line.board, None, line.length, error, goal_of(line), line.route or "")


def read_line(number: int, line: str, kind: str, reads: Callable[[str], T]) -> tuple[BoardLine, T | None]:
    """Read a line as a kind says, and give what `reads` makes of the board; one that cannot be read has an error."""
    try:
        cut, found = read_entry(line, kind, reads)
    except SlidefrontError as error:
        return BoardLine(number, line, error=BoardError(str(error).removeprefix("line 1, "))), None
    return BoardLine(number, cut.board, optimum=cut.length, moves=cut.moves), found


def _line(puzzle: Puzzle, number: int, line: str, kind: str) -> BoardLine:
    """Read a board of a puzzle, as it was typed unless an answer could not have it: with ends of lines, or a colon."""
    found, key = read_line(number, line, kind, puzzle.parse)
    if found.error is None and {*found.board} & {"\n", ":"}:
        found = replace(found, board=puzzle.position(found.board).text)
    return replace(found, key=key)


def _of_table(puzzle: Puzzle, line: PackLine) -> BoardLine:
    if line.fault:
        return of_pack(line)
    found = _line(puzzle, line.number, line.board, "boards")
    if found.optimum is not None:
        return replace(found, key=None, error=_TWO)
    return replace(found, optimum=line.length, moves=line.route or "")


def _in_rows(puzzle: Puzzle, text: str) -> list[BoardLine]:
    """Read boards in rows with empty lines between them; none if the first is not a board."""
    numbered = enumerate(text.splitlines(), 1)
    blocks = [[*block] for full, block in groupby(numbered, lambda line: bool(line[1].strip())) if full]
    blocks = [block for block in blocks if entries("\n".join(line for _, line in block), puzzle.parse)]
    whole = _paragraph(puzzle, blocks[0][0][0], text)
    if whole.error is None:
        return [whole]
    found = [_paragraph(puzzle, block[0][0], "\n".join(line for _, line in block)) for block in blocks]
    found = [replace(one, number=_first(puzzle, block)) for one, block in zip(found, blocks, strict=True)]
    return found if len(found) > 1 and found[0].error is None else []


def _first(puzzle: Puzzle, block: Sequence[tuple[int, str]]) -> int:
    """Find the number of the first line of a block that is no comment."""
    return next(number for number, line in block if not _is_comment(line.strip(), puzzle.parse))


def _paragraph(puzzle: Puzzle, number: int, text: str) -> BoardLine:
    joined = "/".join(line for _, line in entries(text, puzzle.parse))
    try:
        key = puzzle.parse(text)
    except SlidefrontError as error:
        return BoardLine(number, joined, error=error)
    with suppress(SlidefrontError):
        if puzzle.parse(joined) == key:
            return BoardLine(number, joined, key)
    return BoardLine(number, puzzle.position(text).text, key)
