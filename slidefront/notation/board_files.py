"""Files of many boards: one board per line, in one of five formats. The first line decides the format of the file.

    boards      8672_4531                    any notation of `puzzles.board_text`
    problems    8672_4531:31:RU2LD2R...      board, length of a shortest solution (or -), optional moves
    records     {"board": "8672_4531", "length": 31, "route": "RU2LD2R...", "format": "letters"}
    answers     8672_4531: r u l 2           board, moves that a person typed
    tables      Name,Board,Answer            CSV with a heading that contains `answer`

A comment starts with "# " on a line of its own or after a problem. After a problem it can contain the measures of
difficulty that `problems` writes. Two comments are read: the puzzle of the problems, and the notation of their moves.
Records contain both as fields, and a file of answers (see `report.answers`) as fields of its first line.

    # puzzle: {"name": "8-puzzle", ...}
    # format: letters

If boards of the puzzle can start with "# ", because # is a wall, only comments that slidefront writes count.

All lines are boards of one puzzle, or each line is a puzzle of its own. A malformed line keeps its error and does not
affect the other lines.

This module also reads the board that a person types on a command line (`board_typed`), and the routes in texts that
slidefront prints (`routes_in`).
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, cast, get_type_hints

from slidefront.errors import BoardError, BoardFileNotFoundError, PuzzleError, RouteError, SlidefrontError, advise
from slidefront.files import is_file, is_folder
from slidefront.notation import NOTATIONS
from slidefront.notation.boards import StartKind, Starts, position_of
from slidefront.notation.load import (
    check_record,
    describe_puzzle,
    in_words,
    is_of,
    load,
    load_record,
    read_puzzle,
    read_text,
)
from slidefront.notation.route import MovesText, Replay, WrittenMove, read_moves, replay
from slidefront.puzzles import Metric
from slidefront.puzzles.blocks.layout import split_places
from slidefront.puzzles.board_text import ARROW
from slidefront.puzzles.core import Position, Puzzle, as_text
from slidefront.units import counted

ANSWERS = "answers"
"""The field that identifies the first line of a file of answers. Its value is the version of the format."""
ANSWERS_VERSION = 2
"""The version that slidefront writes. In version 1, which it also reads, rows and columns of goals count from 0."""
_HEADING = re.compile(r"# (puzzle|format): (\{.*|\S+)")
_REMARK = re.compile(r"\s+# .*")
_COMMENT = re.compile(r"# (?:puzzle|format): |# line \d+: ")
_LENGTH = re.compile(r"0|[1-9][0-9]{0,8}|-")
_COUNTED_MOVES = re.compile(r"([0-9,]{1,9}) moves?: *(.*)")
_ROUTE_HEADING = re.compile(r"# route [0-9,]+ of [0-9,]+|[0-9]+ \(([0-9,]{1,9}) moves?\)")
_ROW_MOVES = 5  # moves per row in the solutions of a sheet
_MOST_BOARD_ROWS = 64
_FILE_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")


@dataclass(frozen=True)
class Difficulty:
    """Measures of difficulty other than the length."""

    solutions: int
    """The number of shortest solutions; two differ if they pass different boards."""
    astray: float
    """How often a greedy player leaves the shortest solutions, from 0 to 1."""
    forced_first: int
    """The number of moves at the beginning that are forced: no other move belongs to a shortest solution."""
    forced_last: int
    """The number of moves at the end of the route that are forced."""

    def to_dict(self) -> dict[str, Any]:
        """Return the measures as plain data, which `grade --json` prints between the length and the grade."""
        return {**asdict(self), "astray": round(self.astray, 3)}

    def __str__(self) -> str:
        forced = f"forced {self.forced_first} first and {self.forced_last} last"
        return f"{counted(self.solutions, 'solution')}, astray {self.astray:.3f}, {forced}"


_MEASURES = re.compile(
    r"# \w+, (?P<solutions>\d{1,18}) solutions?, astray (?P<astray>[01]\.\d{3}), "
    r"forced (?P<forced_first>\d{1,9}) first and (?P<forced_last>\d{1,9}) last$"
)
"""A remark with a grade and measures, as `Difficulty` writes them; each measure is a group of its name."""
_FIELDS = {
    *("board", "length", "route", "format", "puzzle", "goal", "id", "name", "number", "boards", "pieces", "size"),
    *(measure.name for measure in fields(Difficulty)),
    "grade",
}
"""The fields that records of problems may have."""


class BoardLine(NamedTuple):
    """A line of a file of boards."""

    number: int
    """The number of the line in its file, from 1."""
    board: str
    """The board as written, or the whole line if it is malformed."""
    written: str
    """The whole line."""
    key: int | None = None
    length: int | None = None
    """The stated length of a shortest solution."""
    moves: str | None = None
    """The moves as written."""
    error: SlidefrontError | None = None
    puzzle: Puzzle | None = None
    columns: Mapping[str, Any] = {}
    """The fields of a record, or the puzzle, format and measures in comments."""
    is_puzzle: bool = False
    """Whether the line is a puzzle of its own, with the board as home."""
    cells: Mapping[str, str] | None = None
    """The other columns if the line is the answer of a person, else None."""

    def position(self) -> Position:
        """Return the start position of the line, or raise the error of the line."""
        if self.error is not None or self.puzzle is None or self.key is None:
            raise self.error or BoardError("the line is malformed")
        is_default = self.is_puzzle or self.puzzle.format(self.key) == self.board
        return self.puzzle.position(self.key if is_default else self.board)

    def written_moves(self, form: str = "") -> list[WrittenMove]:
        """Read the moves in the notation that the line names, or else `form`; without both, recognise the notation."""
        assert self.puzzle is not None
        is_alone = self.moves == self.written
        before = ""
        if "board" not in self.columns and not is_alone:
            before = f"{self.board}:{'-' if self.length is None else self.length}:"
        form = str(self.columns.get("format") or form)
        try:
            return MovesText(self.puzzle, f"{before}{self.moves or ''}", len(before), form).read()
        except RouteError as error:
            raise (error if is_alone else _without_line(error)) from None

    def replay(self, form: str = "") -> Replay:
        """Play the moves from the board."""
        start = self.position()
        if self.moves is None and self.length != 0:
            raise RouteError("the problem has no moves to replay: write the pack with its routes")
        return replay(start, self.written_moves(form), self.length)

    def check_length(self, shortest: int | None) -> None:
        """Raise an error unless the stated length and moves agree with the shortest length; None is not checked."""
        if shortest is None:
            return
        if self.length not in (None, shortest):
            moves = counted(shortest, "move")
            raise BoardError(f"{self.board}: the stated length is {self.length}, but a shortest solution has {moves}")
        if self.moves:
            played = replay(self.position(), self.written_moves(), shortest)
            if played.fault or not played.meets_goal:
                raise BoardError(f"{self.board}: {played.fault or 'its moves do not lead to the goal'}")


def record_of(lines: Iterable[BoardLine], where: str) -> dict[str, Any] | None:
    """Return the record of the puzzle that all lines name, or None if no line names one."""
    records = [line.columns.get("puzzle") or "" for line in lines]
    texts = {record if isinstance(record, str) else json.dumps(record) for record in records}
    if not texts - {""}:
        return None
    if len(texts) > 1:
        raise RouteError(f"{where} has problems of several puzzles, or problems that name no puzzle: split the file")
    try:
        return check_record(records[0])
    except PuzzleError as error:
        raise RouteError(
            f"the puzzle in {where} is unreadable: {error}: write the file again, or remove its puzzle"
        ) from None


def read_boards(puzzle: Puzzle | str | Path | None, boards: str | Path) -> list[BoardLine]:
    """Read boards from a file, or from a text with one board per line.

    If `puzzle` is None, the lines name their puzzles, as records of problems do. A malformed line has an `error`; the
    other lines are read.
    """
    is_path = isinstance(boards, Path) or ("\n" not in boards and is_file(boards))
    text = read_text(boards, BoardError) if is_path else str(boards)
    where = str(boards) if is_path else "the text"
    if puzzle is not None:
        return read_lines(load(puzzle), text, where)
    lines = []
    for _, group in groupby(cut_lines(text, where), lambda line: line.columns.get("puzzle")):
        group_lines = [*group]
        record = record_of(group_lines, where)
        if record is None:
            answers = advise("solve", "PUZZLE", start=where, out="answers.jsonl")
            raise BoardError(f"{where} does not name the puzzle of its boards, as files of answers do", advice=answers)
        try:
            group_puzzle = load_record(record)
        except SlidefrontError as error:
            raise PuzzleError(f"{where}: {error}") from None
        lines += [_read_line(group_puzzle, line) for line in group_lines]
    return lines


def read_lines(puzzle: Puzzle, text: str, where: str, form: str = "") -> list[BoardLine]:
    """Read the boards and moves of a text for one puzzle. The text may also be a single board, in rows."""
    lines = cut_lines(text, where, puzzle)
    record = record_of(lines, where)
    if record is not None and not is_of(puzzle, record):
        raise RouteError(
            f"{where} has problems of {in_words(record)}, not of {in_words(describe_puzzle(puzzle))}: name the file "
            f"itself as the puzzle"
        )
    keys = puzzle.read_many([line.board for line in lines])  # None if a board needs its own parser, or is malformed
    are_rows = 1 < len(lines) <= _MOST_BOARD_ROWS and all(
        line.error is None and line.board == line.written for line in lines
    )
    if are_rows and keys == [None] * len(lines):
        position = puzzle.position(text.strip("\n"))
        return [BoardLine(lines[0].number, position.text, text, position.key, puzzle=puzzle)]
    return [
        line._replace(key=key, puzzle=puzzle)
        if key is not None and line.error is None and line.moves is None and not line.columns.get("goal")
        else _read_line(puzzle, line, form)
        for line, key in zip(lines, keys, strict=True)
    ]


def _read_line(puzzle: Puzzle, line: BoardLine, form: str = "") -> BoardLine:
    """Read the board and the moves of a line, or give the line an error."""
    line = line._replace(puzzle=puzzle)
    if line.error is not None:
        return line
    try:
        if line.columns.get("goal"):
            raise BoardError("the line names a goal of its own, but all lines share the goal of the puzzle: remove it")
        read = line._replace(key=puzzle.parse(line.board))
        read.written_moves(form)
        return read
    except SlidefrontError as error:
        return line._replace(error=_without_line(error))


def _without_line(error: SlidefrontError) -> SlidefrontError:
    """Remove "line 1" from an error, because the line has another number in its file."""
    return error.with_message(str(error).removeprefix("line 1, "))


def start_in(puzzle: Puzzle, path: Path) -> Starts:
    """Return the start set in a file of boards."""
    lines = read_lines(puzzle, read_text(path, BoardError), str(path))
    for line in lines:
        if line.error:
            raise BoardError(f"{path}, line {line.number}: {line.error}")
    return Starts(StartKind.FILE, path.name, puzzle.array(sorted({line.key for line in lines if line.key is not None})))


def pack_lines(path: Path) -> list[BoardLine]:
    """Return the lines of a file of problems, or an empty list for any other file."""
    try:
        lines = [] if path.suffix == ".toml" or not is_file(path) else cut_lines(read_text(path, BoardError), str(path))
    except SlidefrontError:
        return []
    is_pack = any(line.columns or (line.error is None and line.length is not None) for line in lines[:1])
    return lines if is_pack else []


def puzzle_of_file(path: Path) -> Puzzle | None:
    """Load the puzzle that a file of problems names; None if it names none, or is another file."""
    record = record_of(pack_lines(path), str(path))
    return load_record(record) if record else None


def read_puzzles(text: str, where: str, metric: str | None) -> list[BoardLine]:
    """Read a text whose lines are puzzles; return an empty list if the text as a whole is one puzzle."""
    with suppress(SlidefrontError):
        if not text.strip() or read_puzzle(text):
            return []
    lines = cut_lines(text, where)
    if record := record_of(lines, where):
        command = advise("solve", where, start=where)
        raise BoardError(f"{where} has problems of {record['name']}: name it as puzzle and as start", advice=command)

    def read(line: BoardLine) -> BoardLine:
        goal = line.columns.get("goal")
        text = line.board if goal is None else f"{line.board} -> {goal if isinstance(goal, str) else as_text(goal)}"
        try:
            puzzle = read_puzzle(text, metric=cast("Metric | None", metric))
            length = line.length if line.length is not None else puzzle.optimum.get(puzzle.metric)
            own = line._replace(board=text, key=puzzle.home, puzzle=puzzle, length=length, is_puzzle=True)
            own.written_moves()
            return own
        except SlidefrontError as error:
            return line._replace(board=text, error=_without_line(error))

    return [line if line.error is not None else read(line) for line in lines]


def board_typed(puzzle: Puzzle, word: str) -> Position:
    """Return the position that a word of a command line means: home, goal, a board, or moves from home to it."""
    try:
        return position_of(puzzle, word)
    except BoardError as board_error:
        if word.endswith(_FILE_ENDINGS):  # a board is unlikely to end with these
            raise BoardFileNotFoundError(f"there is no file {word}") from None
        if word.strip() and is_folder(word):
            raise BoardError(f"{word} is a folder: name a file of boards, or a board") from None
        try:
            moves = read_moves(puzzle, word)
        except RouteError as error:  # the reader that came further had the right form
            if error.line and board_error.line and (error.line, error.column) > (board_error.line, board_error.column):
                raise
            raise board_error from None
        if not moves or any(move.cell is not None for move in moves):
            raise
    played = replay(puzzle.position(puzzle.home), moves)
    if played.fault:
        raise RouteError(str(played.fault))
    return played.end


def routes_in(puzzle: Puzzle, text: str, start: Position | None, form: str = "") -> list[BoardLine]:
    """Read the routes of a file of problems, or of moves as slidefront prints them.

    A line of a file that starts at another board than `start` gets an error.
    """
    if has_lines(text):
        lines = read_lines(puzzle, text, "the text", form)
        for index, line in enumerate(lines):
            if start is not None and line.cells and "board" not in line.columns:
                lines[index] = line._replace(board=start.text, key=start.key)
            elif start is not None and line.key not in (None, start.key):
                lines[index] = line._replace(error=RouteError(f"the line starts at {line.board}: omit the other start"))
        return _check_routes(text, lines)
    lines = []
    for route in printed_routes(text):
        board = puzzle.position(route.board) if route.board else start or puzzle.position(puzzle.home)
        if start is not None and start.key != board.key:
            raise RouteError(f"the text starts at {board.text}: omit the other start")
        columns = {} if route.moves == text else {"board": board.text}
        line = BoardLine(route.line, board.text, text, board.key, route.length, route.moves, columns=columns)
        lines.append(line._replace(puzzle=puzzle))
    return lines


def check_goals_named(boards: Sequence[BoardLine], where: str) -> None:
    """Raise an error if lines that were read as puzzles are problems (`board:length`), and do not name their goal.

    They may be a pack that lost its puzzle. As a puzzle, a board of tiles has the hole last in its goal, but the pack
    may have another goal. The goal of a Rush Hour card is always the same. `where` names the file in errors.
    """
    for line in boards:
        is_problem = line.length is not None and line.board != line.written
        if is_problem and line.puzzle is not None and line.puzzle.goal.key is not None and ARROW not in line.board:
            message = f"{where} does not name the puzzle of its problems: name the puzzle itself, or the goal"
            raise BoardError(message, "goal")


def routes_of_puzzles(boards: Sequence[BoardLine], text: str, where: str) -> list[BoardLine]:
    """Read the routes in problem lines or JSON lines. Each line names its board, which is a puzzle in `boards`.

    `where` names the file of the boards in errors.
    """
    puzzles = {board.board: board for board in boards if board.puzzle is not None}
    missing = RouteError(f"the line must start with a board of {where} and a colon")
    lines = []
    for line in cut_lines(text, where):
        if (board := puzzles.get(line.board)) is None:
            lines.append(line._replace(error=line.error or missing))
        else:
            lines.append(line._replace(puzzle=board.puzzle, key=board.key, is_puzzle=True))
    return _check_routes(text, lines)


def has_lines(text: str) -> bool:
    """Whether a text is a file of problems or answers, not moves. Moves contain no colon and start with no brace."""
    if _answer_rows(text):
        return True
    if printed_routes(text)[0].moves != text:
        return False
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and not line.startswith("# ")), "")
    return first.startswith("{") or ":" in first or "# puzzle: " in text


def _check_routes(text: str, lines: list[BoardLine]) -> list[BoardLine]:
    """Raise an error if no line has a route; leave out the answers without one."""
    if not any(line.moves for line in lines) and any(line.length for line in lines):
        raise RouteError("the problems have no routes to replay: write the pack with its routes")
    if text.startswith(f'{{"{ANSWERS}"'):
        lines = [line for line in lines if line.moves is not None]
    if not lines:
        raise RouteError("the answers have no routes to replay")
    return lines


def cut_lines(text: str, where: str, puzzle: Puzzle | None = None) -> list[BoardLine]:
    """Split a text into lines with board, length and moves, without reading the boards.

    `where` names the text in errors. `puzzle` decides whether boards can start with the mark of comments.
    """
    if rows := _answer_rows(text, puzzle):
        return rows
    walled = puzzle is not None and puzzle.format(puzzle.home).startswith("# ")
    marks = ("/", ";") if puzzle is None else ("# ",) if walled else ()
    numbered = [(n, line.strip()) for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]

    def is_comment(line: str) -> bool:
        if line == "#" or _COMMENT.match(line):
            return True
        return line.startswith("# ") and not any(mark in line for mark in marks)  # else a board that starts with a wall

    lines = [(n, line) for n, line in numbered if line and not is_comment(line)]
    if not lines:
        raise BoardError(f"{where} has no boards: write one board per line")
    first = lines[0][1]
    if first.startswith("{"):
        return [*_records(lines)]
    if ":" not in first:
        error = BoardError("the line has more than a board: write only a board, as on the first line")
        return [BoardLine(n, line, line, error=error if ":" in line or line[0] == "{" else None) for n, line in lines]
    headings = [(n, match) for n, line in numbered if (match := _HEADING.fullmatch(line))]
    return [*_problems(lines, [(n, m) for n, m in headings if m[1] == "format" or m[2].startswith("{")])]


def _answer_rows(text: str, puzzle: Puzzle | None = None) -> list[BoardLine]:
    """Read a table of answers with commas, semicolons or tabs; return an empty list for any other text.

    The heading contains `answer`, usually `board`, and any other columns, in any case. An answer can be a text that the
    page shares, which names its board. A row without a board starts at home.
    """
    text = text.removeprefix("\ufeff")
    heading = text.split("\n", 1)[0].strip().lower()
    delimiter = next((mark for mark in ",;\t" if "answer" in re.split(rf'"?{mark}"?', f"{mark}{heading}{mark}")), None)
    if delimiter is None:
        return []
    home = "" if puzzle is None else puzzle.format(puzzle.home)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    heads = [name.strip() for name in next(reader)]
    names = [name.lower() if name.lower() in ("board", "answer") else name for name in heads]
    if repeated := [name for name in names if name and names.count(name) > 1]:
        raise RouteError(f"the table has several columns named {repeated[0]}: give each column its own name")
    rows, number = [], reader.line_num + 1
    for values in reader:
        if any(map(str.strip, values)):
            cells = dict(zip_longest(names, values[: len(names)], fillvalue=""))
            own = {name: cells.pop(name) for name in ("board", "answer") if name in names}
            printed = printed_routes(own["answer"])[0]
            board = own.get("board", "").strip() or printed.board
            columns = {"board": board} if board else {}
            rows.append(
                BoardLine(number, board or home, own["answer"], moves=printed.moves, columns=columns, cells=cells)
            )
        number = reader.line_num + 1
    return rows


def _problems(lines: Sequence[tuple[int, str]], headings: Sequence[tuple[int, re.Match[str]]]) -> Iterator[BoardLine]:
    """Split problem lines at their colons. `headings` are the numbered comments with a puzzle or a format."""
    columns: dict[str, Any] = {}
    coming = [*headings]
    first = _REMARK.sub("", lines[0][1]).split(":")
    are_answers = len(first) == 2 and not _LENGTH.fullmatch(first[1].strip())
    for number, line in lines:
        while coming and coming[0][0] < number:
            name, value = coming.pop(0)[1].groups()
            columns = {**(columns if name == "format" else {}), name: value}
        board, *parts = line.split(":")
        measures: dict[str, float] = {}
        if parts:
            if match := _MEASURES.search(parts[-1]):
                measures = {name: kind(match[name]) for name, kind in get_type_hints(Difficulty).items()}
            parts[-1] = _REMARK.sub("", parts[-1])
        error = None
        if are_answers and len(parts) == 1:
            yield BoardLine(number, board.strip(), line, moves=parts[0].strip(), columns=columns, cells={})
            continue
        if not 1 <= len(parts) <= 2 or not _LENGTH.fullmatch(parts[0].strip()):
            error = BoardError("the line is malformed: write board:length or board:length:moves, as on the first line")
        elif columns.get("format", NOTATIONS[0]) not in NOTATIONS:
            error = BoardError(f"the format {columns['format']!r} is unknown")
        if error is not None:
            yield BoardLine(number, line, line, error=error)
            continue
        length = None if parts[0].strip() == "-" else int(parts[0].strip())
        moves = parts[1] if parts[1:] else None
        yield BoardLine(number, board.strip(), line, None, length, moves, columns={**columns, **measures})


def _records(lines: Sequence[tuple[int, str]]) -> Iterator[BoardLine]:
    """Read JSON lines. The lines of a file of answers inherit the fields of its first line."""
    head: dict[str, Any] | None = None
    for number, line in lines:
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError
        except (ValueError, RecursionError):
            error = BoardError("the line is not a JSON object: write one per line, as on the first line")
            yield BoardLine(number, line, line, error=error)
            continue
        if number == lines[0][0] and ANSWERS in record:
            check_answers(record)
            head = record
        elif head is None:
            yield _record(number, line, record)
        elif "board" in record:
            length = record.get("length", record.get("optimum"))
            problem = {"board": record["board"], "length": length, "route": record.get("route")}
            answer = _record(number, line, {**problem, "format": record.get("format", head.get("format"))})
            yield answer._replace(columns={**head, **answer.columns})


def check_answers(head: Mapping[str, Any], where: str = "the file of answers") -> None:
    """Raise an error if slidefront cannot read the file of answers, or would read another goal from it."""
    if head[ANSWERS] not in (1, ANSWERS_VERSION):
        raise RouteError(
            f"{where} has version {head[ANSWERS]}, but this slidefront reads versions up to {ANSWERS_VERSION}: use the "
            f"slidefront that wrote it"
        )
    goal = head.get("to")  # a record of the puzzle would identify the goal
    if head[ANSWERS] == 1 and not head.get("puzzle") and isinstance(goal, str) and split_places(goal):
        raise RouteError(
            f"in {where}, the rows and columns of the goal {goal!r} count from 0: repeat the command with rows and "
            f"columns from 1, and write to another file"
        )


def _record(number: int, written: str, record: Mapping[str, Any]) -> BoardLine:
    board, length, route = record.get("board"), record.get("length"), record.get("route")
    unknown = sorted(name for name in record if name not in _FIELDS and not name.startswith("#"))
    why = f"the field {unknown[0]} is unknown: remove it, or start its name with #" if unknown else ""
    if not isinstance(board, str | list):
        why = "the field board must be a board as text or as a list"
    elif not isinstance(route, str | None):
        why = "the field route must be text"
    elif not (length is None or (type(length) is int and length >= 0)):
        why = "the field length must be a whole number, 0 or more"
    elif record.get("format") not in (None, *NOTATIONS):
        why = f"the format {record['format']!r} is unknown"
    if why:
        return BoardLine(number, str(board), written, error=BoardError(why), columns=record)
    return BoardLine(number, as_text(board), written, None, length, route, columns=record)


class PrintedRoute(NamedTuple):
    """The moves of a route that slidefront printed, without the words around them."""

    line: int
    """The number of the first line with moves, from 1."""
    moves: str
    length: int | None = None
    board: str = ""
    """The start board, if the text names it."""


def printed_routes(text: str) -> list[PrintedRoute]:
    """Find the routes in the solutions of a sheet, a text that the page shares, or the list of all shortest routes.

    Any other text counts as moves.

    >>> printed_routes("1 (2 moves)\\n1\\n5 ↑\\n2 ←")
    [PrintedRoute(line=2, moves='5 ↑\\n2 ←', length=2, board='')]
    >>> printed_routes("8-puzzle\\n_12345678\\n1 move: 1 L\\nfile:///a.html")
    [PrintedRoute(line=3, moves='1 L', length=1, board='_12345678')]
    """
    lines = [line.strip() for line in text.rstrip().split("\n")]
    counts = [(number, match) for number, line in enumerate(lines, 1) if (match := _COUNTED_MOVES.fullmatch(line))]
    if len(counts) == len(lines):
        return [PrintedRoute(number, match[2], _number(match[1])) for number, match in counts]
    if len(counts) == 1 and counts[0][0] == 3 and len(lines) <= 4:
        return [PrintedRoute(3, counts[0][1][2], _number(counts[0][1][1]), lines[1])]
    headings = [(number, match) for number, line in enumerate(lines, 1) if (match := _ROUTE_HEADING.fullmatch(line))]
    if not headings or headings[0][0] != 1:
        return [PrintedRoute(1, text)]
    ends = [*(number - 1 for number, _ in headings[1:]), len(lines)]
    return [
        PrintedRoute(number + 1, _without_row_numbers(lines[number:end]), _number(match[1]))
        if match[1]
        else PrintedRoute(number + 1, "\n".join(lines[number:end]))
        for (number, match), end in zip(headings, ends, strict=True)
    ]


def _number(written: str) -> int:
    return int(written.replace(",", ""))


def _without_row_numbers(lines: Iterable[str]) -> str:
    """Join the moves of a solution on a sheet, whose rows of 5 moves start with the number of their first move.

    Depending on the browser, a copied text has each move and number on a line of its own, or a whole row on one line.
    """
    lines = [line for line in lines if line]
    numbers_are_lines, rows, moves = lines[:1] == ["1"], 0, []
    for line in lines:
        number, _, others = line.partition(" ")
        if number == str(_ROW_MOVES * rows + 1) and bool(others) != numbers_are_lines:
            rows += 1
            moves += [others] if others else []
        else:
            moves.append(line)
    return "\n".join(moves)
