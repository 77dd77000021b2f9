"""Files of many boards. What a file holds is decided once, from its first entry, and said.

    boards                        8672_4531              one a line, in any form; a comment may follow after #
    problems                      8672_4531:31:5|8|...   a board, its length, and its moves or not
    boards and lengths            8672_4531 31
    numbered boards               1  14 13 15 7 ... 3    the lists of studies
    numbered boards and lengths   1  14 13 15 7 ... 3 57
    boards in rows                                       rows on lines, with an empty line between boards
    a table, JSON lines                                  packs, read by their names (see `packs`)

A line that cannot be read as the first one was does not affect the others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from slidefront.errors import BoardError, SlidefrontError
from slidefront.files import is_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Pasted
from slidefront.puzzles.load import load
from slidefront.puzzles.packs import PackLine, check_columns, check_puzzle, goal_of, headings, read_pack
from slidefront.units import counted

_LONGEST_NUMBER = 9


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


@dataclass(frozen=True)
class BoardFile:
    """The boards of a file, and what it holds, in words."""

    kind: str
    lines: list[BoardLine]


Entry = tuple[str, int | None]


def _problem(line: str) -> Entry:
    board, _, rest = line.partition(":")
    length = rest.partition(":")[0].partition(" #")[0].strip()
    return board, _number(length)


def _with_length(line: str) -> Entry:
    board, _, length = line.rpartition(" ")
    return board.strip(), _number(length)


def _numbered(line: str) -> Entry:
    number, _, board = line.partition(" ")
    _number(number)
    return board.strip(), None


def _numbered_with_length(line: str) -> Entry:
    return _with_length(_numbered(line)[0])


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise BoardError(f'expected a number, not "{text[:20]}"')
    return int(text)


KINDS: dict[str, Callable[[str], Entry]] = {
    "boards": lambda line: (line, None),
    "problems": _problem,
    "boards and lengths": _with_length,
    "numbered boards": _numbered,
    "numbered boards and lengths": _numbered_with_length,
}
NUMBERED = ("numbered boards", "numbered boards and lengths")


def kind_of(first: str, reads: Callable[[str], object]) -> str:
    """Decide from the first line what the lines of a file are; empty if it is none of these.

    `reads` reads a board, or raises what is wrong with it.
    """
    found = []
    for kind, cut in KINDS.items():
        try:
            reads(without_comment(cut(first)[0]))
        except SlidefrontError:
            continue
        found.append(kind)
    if len(found) > 1:
        raise BoardError(
            f"the first line {first[:60]!r} can be one of {found[0]} or of {found[1]}: remove the number beside the "
            f"board"
        )
    return found[0] if found else ""


def without_comment(line: str) -> str:
    """Leave out a comment after a board."""
    return line.partition(" # ")[0].rstrip()


def entries(text: str) -> list[tuple[int, str]]:
    """List the lines that are neither empty nor comments, with their numbers."""
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line and line != "#" and not line.startswith("# ")]


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
    lines = read_board_file(puzzle, text, str(boards) if is_path else "the text").lines
    return [line if line.error else replace(line, how=puzzle.how_read(line.board)) for line in lines]


def read_board_file(puzzle: Puzzle, text: str, where: str) -> BoardFile:
    """Read all boards of a file."""
    pack = read_pack(text)
    check_puzzle(headings(text) if pack is None else pack, puzzle, where)
    if pack is not None:
        check_columns(pack, where)
        rows = [of_pack(one) if one.fault else _line(puzzle, one.number, (one.board, one.length)) for one in pack]
        return BoardFile("a table of boards", rows)
    lines = entries(text)
    if not lines:
        raise BoardError(f"{where} has no boards: write one a line")
    kind = kind_of(lines[0][1], puzzle.parse)
    if not kind:
        in_rows = _in_rows(puzzle, text)
        if in_rows:
            return BoardFile("boards in rows" if len(in_rows) > 1 else "a board", in_rows)
    if len(lines) > 1 and kind == "boards" and (whole := _paragraph(puzzle, 1, text)).error is None:
        return BoardFile("a board", [whole])
    return BoardFile(kind or "boards", [*_each(puzzle, lines, kind or "boards")])


def of_pack(line: PackLine) -> BoardLine:
    """Take the board of a line of a pack, as it is written."""
    return BoardLine(
        line.number, line.board, None, line.length, BoardError(line.fault) if line.fault else None, goal_of(line)
    )


def _each(puzzle: Puzzle, lines: Sequence[tuple[int, str]], kind: str) -> Iterator[BoardLine]:
    for number, line in lines:
        try:
            entry = KINDS[kind](line)
        except BoardError as error:
            yield BoardLine(number, line, error=BoardError(f"the line is not as the first one of {kind}: {error}"))
        else:
            yield _line(puzzle, number, entry)


def _line(puzzle: Puzzle, number: int, entry: Entry) -> BoardLine:
    board, optimum = without_comment(entry[0]), entry[1]
    try:
        return BoardLine(number, _on_one_line(puzzle, board), puzzle.parse(board), optimum)
    except SlidefrontError as error:
        return BoardLine(number, board, error=BoardError(str(error).removeprefix("line 1, ")))


def _on_one_line(puzzle: Puzzle, board: str) -> str:
    """Write a board as it was typed, unless an answer could not have it: with ends of lines, or with a colon."""
    return puzzle.position(board).text if {*board} & {"\n", ":"} else board


def _in_rows(puzzle: Puzzle, text: str) -> list[BoardLine]:
    """Read boards in rows with empty lines between them; none if the first is not a board."""
    numbered = enumerate(text.splitlines(), 1)
    blocks = [[*block] for full, block in groupby(numbered, lambda line: bool(line[1].strip())) if full]
    blocks = [block for block in blocks if entries("\n".join(line for _, line in block))]
    whole = _paragraph(puzzle, blocks[0][0][0], text)
    if whole.error is None:
        return [whole]
    found = [_paragraph(puzzle, block[0][0], "\n".join(line for _, line in block)) for block in blocks]
    return found if len(found) > 1 and found[0].error is None else []


def _paragraph(puzzle: Puzzle, number: int, text: str) -> BoardLine:
    try:
        key = puzzle.parse(text)
        return BoardLine(number, puzzle.position(text).text, key)
    except SlidefrontError as error:
        return BoardLine(number, "/".join(line.strip() for line in text.strip().splitlines()), error=error)
