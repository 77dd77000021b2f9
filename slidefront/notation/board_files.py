"""Files of many boards. The first line decides the form of all; a line of another form has an error.

    boards      8672_4531                    a board a line, as `puzzles.board_text` reads
    problems    8672_4531:31:RU2LD2R...      the board, the length of a shortest solution, and maybe its moves
    records     {"board": "8672_4531", "length": 31, "route": "RU2LD2R...", "format": "letters"}
    answers     8672_4531: r u l 2    the board, and the moves that somebody has typed
    tables      Name,Board,Answer     CSV whose first line names at least the column `answer`

Comments begin with # and a blank, and remarks after a problem too. A remark can contain measures of difficulty, as
`problems` writes them. Two comments say what problems are of, and what their moves mean; records say it themselves,
and a file of answers (see `report.answers`) in its first line:

    # puzzle: {"name": "8-puzzle", ...}
    # format: letters

Where boards themselves begin so, with a wall, only these two and those that commands write are comments.

Lines are of one puzzle, or each is a puzzle of its own. A line that cannot be read does not affect the others.

What a word of a command line means is decided here too: `home`, `goal`, a board, or moves that lead to it.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, cast

from slidefront.errors import BoardError, BoardFileNotFoundError, PuzzleError, RouteError, SlidefrontError, advise
from slidefront.files import is_file, is_folder
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
from slidefront.notation.route import NOTATIONS, MovesText, Replay, WrittenMove, read_moves, replay
from slidefront.puzzles.blocks.layout import places_in
from slidefront.puzzles.core import Position, Puzzle, as_text
from slidefront.puzzles.puzzle_file import Metric
from slidefront.units import counted

ANSWERS = "answers"
"""The field that tells the header of a file of answers, which also has the record of their puzzle; its value is their
version."""
ANSWERS_VERSION = 2
"""Version 1 is read too; there, rows and columns of goals count from 0."""
COLUMNS = {
    *("board", "length", "route", "format", "puzzle", "goal", "id", "name", "number", "boards", "pieces", "size"),
    *("solutions", "astray", "forced_first", "forced_last", "grade"),
}
"""What the records of problems may have."""
_HEADING = re.compile(r"# (puzzle|format): (\{.*|\S+)")
_REMARK = re.compile(r"\s+# .*")
_MEASURES = re.compile(
    r"# \w+, (\d{1,18}) solutions?, astray ([01]\.\d{3}), forced (\d{1,9}) first and (\d{1,9}) last$"
)
_COMMENT = re.compile(r"# (?:puzzle|format): |# line \d+: ")
_LENGTH = re.compile(r"0|[1-9][0-9]{0,8}|-")
_COUNTED = re.compile(r"([0-9,]{1,9}) moves?: *(.*)")
_ROUTE_HEADING = re.compile(r"# route [0-9,]+ of [0-9,]+|[0-9]+ \(([0-9,]{1,9}) moves?\)")
_ROW_MOVES = 5  # in the answers of a sheet
_MOST_ROWS = 64
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")  # a board is unlikely to end with these
_NOTHING: Mapping[str, Any] = {}


class BoardLine(NamedTuple):
    """A line of a file of boards."""

    number: int
    """Its number in the file, from 1."""
    board: str
    """The board as it is written; the whole line if it cannot be read."""
    written: str
    """The whole line."""
    key: int | None = None
    length: int | None = None
    """The length of a shortest solution, if the line has it."""
    moves: str | None = None
    """The moves beside the board, as they are written."""
    error: SlidefrontError | None = None
    puzzle: Puzzle | None = None
    """The puzzle of the board."""
    columns: Mapping[str, Any] = _NOTHING
    """What a record has, and what comments say of the puzzle and the format."""
    is_puzzle: bool = False
    """Whether the line is a puzzle of its own, whose home is the board."""
    cells: Mapping[str, str] | None = None
    """The other columns of a line that has the answer of a person; None of all other lines."""

    def position(self) -> Position:
        """The board at the start of a route; raise what is wrong with the line."""
        if self.error is not None or self.puzzle is None or self.key is None:
            raise self.error or BoardError("the line cannot be read")
        plain = self.is_puzzle or self.puzzle.format(self.key) == self.board
        return self.puzzle.position(self.key if plain else self.board)

    def written_moves(self, form: str = "") -> list[WrittenMove]:
        """Read the moves, in the notation that the line says, or else in this one."""
        assert self.puzzle is not None
        is_alone = self.moves == self.written
        before = ""
        if "board" not in self.columns and not is_alone:
            before = f"{self.board}:{'-' if self.length is None else self.length}:"
        form = str(self.columns.get("format") or form)
        try:
            return MovesText(self.puzzle, f"{before}{self.moves or ''}", len(before), form).read()
        except RouteError as error:
            raise (error if is_alone else _of_line(error)) from None

    def replay(self, form: str = "") -> Replay:
        """Make the moves."""
        begin = self.position()
        if self.moves is None and self.length != 0:
            raise RouteError("it has no route to replay: make the pack with its routes")
        return replay(begin, self.written_moves(form), self.length)

    def check_found(self, found: int | None) -> None:
        """Refuse a length or moves that do not agree with the length that was found; None if none was found."""
        if found is None:
            return
        if self.length not in (None, found):
            said = f"the stated length is {self.length}, and a shortest solution has {counted(found, 'move')}"
            raise BoardError(f"{self.board}: {said}")
        if self.moves:
            played = replay(self.position(), self.written_moves(), found)
            if played.fault or not played.meets_goal:
                raise BoardError(f"{self.board}: {played.fault or 'the moves beside it do not meet the goal'}")


def cut_lines(text: str, where: str, puzzle: Puzzle | None = None) -> list[BoardLine]:
    """Cut a file into its lines, and these into board, length and moves, by the form of the first."""
    if rows := answer_rows(text, puzzle):
        return rows
    walled = puzzle is not None and puzzle.format(puzzle.home).startswith("# ")
    marks = ("/", ";") if puzzle is None else ("# ",) if walled else ()
    numbered = [(n, line.strip()) for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    lines = [(n, line) for n, line in numbered if line and not (line[0] == "#" and _is_comment(line, marks))]
    if not lines:
        raise BoardError(f"{where} has no boards: write one a line")
    first = lines[0][1]
    if first.startswith("{"):
        return [*_records(lines)]
    if ":" not in first:
        wrong = BoardError("the line has more than a board, and the first line has not")
        return [BoardLine(n, line, line, error=wrong if ":" in line or line[0] == "{" else None) for n, line in lines]
    headings = [(n, match) for n, line in numbered if (match := _HEADING.fullmatch(line))]
    said = [(n, match) for n, match in headings if match[1] == "format" or match[2].startswith("{")]
    return [*_problems(lines, said)]


def answer_rows(text: str, puzzle: Puzzle | None = None) -> list[BoardLine]:
    """Read a table of answers, separated by commas, semicolons or tabs; return no lines for any other text.

    The first line names the columns in any case: `answer`, mostly `board`, and others. An answer can be a text that the
    page shares, which names its board. A row without a board begins at home.
    """
    text = text.removeprefix("\ufeff")
    heading = text.split("\n", 1)[0].strip().lower()
    delimiter = next((mark for mark in ",;\t" if "answer" in re.split(rf'"?{mark}"?', f"{mark}{heading}{mark}")), None)
    if delimiter is None:
        return []
    home = "" if puzzle is None else puzzle.format(puzzle.home)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [name.strip() for name in next(reader)]
    rows, number = [], reader.line_num + 1
    for values in reader:
        if any(map(str.strip, values)):
            cells = dict(zip_longest(names, values[: len(names)], fillvalue=""))
            own = {name.lower(): cells.pop(name) for name in names if name.lower() in ("board", "answer")}
            printed = printed_routes(own["answer"])[0]
            board = own.get("board", "").strip() or printed.board
            columns = {"board": board} if board else {}
            rows.append(
                BoardLine(number, board or home, own["answer"], None, None, printed.moves, columns=columns, cells=cells)
            )
        number = reader.line_num + 1
    return rows


def _is_comment(line: str, marks: Sequence[str]) -> bool:
    """Tell a comment from a board that begins with a wall, which has one of some marks in it."""
    if line == "#" or _COMMENT.match(line):
        return True
    return line.startswith("# ") and not any(mark in line for mark in marks)


def _problems(lines: Sequence[tuple[int, str]], said: Sequence[tuple[int, re.Match[str]]]) -> Iterator[BoardLine]:
    """Cut problem lines at their colons."""
    columns: dict[str, Any] = {}
    waiting = [*said]
    _, *first = _REMARK.sub("", lines[0][1]).split(":")
    are_answers = len(first) == 1 and not _LENGTH.fullmatch(first[0].strip())
    for number, line in lines:
        while waiting and waiting[0][0] < number:
            name, value = waiting.pop(0)[1].groups()
            columns = {**(columns if name == "format" else {}), name: value}
        board, *parts = line.split(":")
        measures = _measures(parts[-1]) if parts else {}
        parts = [*parts[:-1], _REMARK.sub("", parts[-1])] if parts else []
        if are_answers and len(parts) == 1:
            yield BoardLine(number, board.strip(), line, moves=parts[0].strip(), columns=columns, cells={})
            continue
        why = ""
        if not 1 <= len(parts) <= 2 or not _LENGTH.fullmatch(parts[0].strip()):
            why = "the line is not one of board:length or board:length:moves, as the first one is"
        if why or columns.get("format", NOTATIONS[0]) not in NOTATIONS:
            wrong = BoardError(why or f"the format {columns['format']!r} is unknown")
            yield BoardLine(number, line, line, error=wrong)
            continue
        length = None if parts[0].strip() == "-" else int(parts[0].strip())
        moves = parts[1] if parts[1:] else None
        yield BoardLine(number, board.strip(), line, None, length, moves, columns={**columns, **measures})


def _measures(text: str) -> dict[str, float]:
    """Read the measures of difficulty in the remark after a problem."""
    match = _MEASURES.search(text)
    if match is None:
        return {}
    solutions, astray, forced_first, forced_last = match.groups()
    counts = {"solutions": int(solutions), "forced_first": int(forced_first), "forced_last": int(forced_last)}
    return {**counts, "astray": float(astray)}


def _records(lines: Sequence[tuple[int, str]]) -> Iterator[BoardLine]:
    """Read JSON lines; those of a file of answers have what its first line says."""
    head: dict[str, Any] | None = None
    for number, line in lines:
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError
        except (ValueError, RecursionError):
            wrong = BoardError("the line is no JSON object, and the first one is")
            yield BoardLine(number, line, line, error=wrong)
            continue
        if number == lines[0][0] and ANSWERS in record:
            check_answers(record)
            head = record
        elif head is None:
            yield _record(number, line, record)
        elif "board" in record:
            length = record.get("length", record.get("optimum"))
            own = {"board": record["board"], "length": length, "route": record.get("route")}
            found = _record(number, line, {**own, "format": record.get("format", head.get("format"))})
            yield found._replace(columns={**head, **found.columns})


def check_answers(head: Mapping[str, Any], where: str = "the file of answers") -> None:
    """Refuse a file of answers of another version, or one of version 1 whose goal would now be another."""
    if head[ANSWERS] not in (1, ANSWERS_VERSION):
        raise RouteError(
            f"{where} has version {head[ANSWERS]}, and this slidefront reads version {ANSWERS_VERSION}: use the "
            f"slidefront that wrote it"
        )
    goal = head.get("to")  # beside the record of a puzzle, its identity tells what the goal is
    if head[ANSWERS] == 1 and not head.get("puzzle") and isinstance(goal, str) and places_in(goal):
        raise RouteError(
            f"{where} has the goal {goal!r}, in which rows and columns count from 0: ask again, with rows and columns "
            f"from 1, and write to another file"
        )


def _record(number: int, written: str, record: Mapping[str, Any]) -> BoardLine:
    board, length, route = record.get("board"), record.get("length"), record.get("route")
    unknown = sorted(name for name in record if name not in COLUMNS and not name.startswith("#"))
    why = f"the field {unknown[0]} is unknown: remove it, or begin its name with #" if unknown else ""
    if not isinstance(board, str | list) or not isinstance(route, str | None):
        why = "board and route must be texts"
    elif not (length is None or (type(length) is int and length >= 0)):
        why = "length must be a number from 0"
    elif record.get("format") not in (None, *NOTATIONS):
        why = f"the format {record['format']!r} is unknown"
    if why:
        return BoardLine(number, str(board), written, error=BoardError(why), columns=record)
    return BoardLine(number, as_text(board), written, None, length, route, columns=record)


def record_of(lines: Iterable[BoardLine], where: str) -> dict[str, Any] | None:
    """Find the record of the puzzle that all lines are of; None if they do not say it."""
    said = [one.columns.get("puzzle") or "" for one in lines]
    found = {one if isinstance(one, str) else json.dumps(one) for one in said}
    if not found - {""}:
        return None
    if len(found) > 1:
        raise RouteError(f"{where} has problems of several puzzles, or some that do not say theirs: split it")
    try:
        return check_record(said[0])
    except PuzzleError as error:
        raise RouteError(f"{where} says which puzzle it is of, and {error}: make it again, or remove that") from None


def check_puzzle(lines: Iterable[BoardLine], puzzle: Puzzle, where: str) -> None:
    """Refuse a file about another puzzle, or about one with another home, goal or metric."""
    record = record_of(lines, where)
    if record is not None and not is_of(puzzle, record):
        raise RouteError(
            f"{where} has problems of {in_words(record)}, and this command is for {in_words(describe_puzzle(puzzle))}: "
            f"name the file itself as the puzzle"
        )


def read_lines(puzzle: Puzzle, text: str, where: str, form: str = "") -> list[BoardLine]:
    """Read the boards of a file for one puzzle, those of tiles in bulk. The text may also be one board, in rows."""
    lines = cut_lines(text, where, puzzle)
    check_puzzle(lines, puzzle, where)
    keys = puzzle.read_many([line.board for line in lines])
    are_rows = 1 < len(lines) <= _MOST_ROWS and all(line.error is None and line.board == line.written for line in lines)
    if are_rows and keys == [None] * len(lines):
        position = puzzle.position(text.strip("\n"))
        return [BoardLine(lines[0].number, position.text, text, position.key, puzzle=puzzle)]
    return [
        line._replace(key=key, puzzle=puzzle) if key is not None and _is_plain(line) else _checked(puzzle, line, form)
        for line, key in zip(lines, keys, strict=True)
    ]


def _is_plain(line: BoardLine) -> bool:
    return line.error is None and line.moves is None and not line.columns.get("goal")


def _checked(puzzle: Puzzle, line: BoardLine, form: str = "") -> BoardLine:
    """Read a line with moves, or one whose board is refused."""
    line = line._replace(puzzle=puzzle)
    try:
        if line.error is not None:
            return line
        if line.columns.get("goal"):
            raise BoardError("the line names a goal, and the puzzle has one for all: remove it")
        found = line._replace(key=puzzle.parse(line.board))
        found.written_moves(form)
        return found
    except SlidefrontError as error:
        return line._replace(error=_of_line(error))


def _of_line(error: SlidefrontError) -> SlidefrontError:
    """Leave out of a refusal that it is in line 1, because the line has a number in its file."""
    return error.said(str(error).removeprefix("line 1, "))


def read_puzzles(text: str, where: str, metric: str | None) -> list[BoardLine]:
    """Read lines that are each a puzzle; none if the text as a whole is one puzzle."""
    with suppress(SlidefrontError):
        if not text.strip() or read_puzzle(text):
            return []
    lines = cut_lines(text, where)
    if record := record_of(lines, where):
        asked = advise("solve", where, start=where)
        raise BoardError(f"{where} has problems of {record['name']}: give it as puzzle and start", advice=asked)
    return [_own_puzzle(line, metric) for line in lines]


def _own_puzzle(line: BoardLine, metric: str | None) -> BoardLine:
    if line.error is not None:
        return line
    goal = line.columns.get("goal")
    text = line.board if goal is None else f"{line.board} -> {goal if isinstance(goal, str) else as_text(goal)}"
    try:
        puzzle = read_puzzle(text, metric=cast("Metric | None", metric))
        length = line.length if line.length is not None else puzzle.optimum.get(puzzle.metric)
        found = line._replace(board=text, key=puzzle.home, puzzle=puzzle, length=length, is_puzzle=True)
        found.written_moves()
        return found
    except SlidefrontError as error:
        return line._replace(board=text, error=_of_line(error))


def routes_in(puzzle: Puzzle, text: str, start: Position | None, form: str = "") -> list[BoardLine]:
    """Find the routes of a text for one puzzle: a file of problems, or printed moves.

    The lines of a file must begin at the start if there is one.
    """
    if not has_lines(text):
        return [_printed_line(puzzle, route, text, start) for route in printed_routes(text)]
    lines = read_lines(puzzle, text, "the text", form)
    for place, line in enumerate(lines):
        if start is not None and line.cells and "board" not in line.columns:
            lines[place] = line._replace(board=start.text, key=start.key)
        elif start is not None and line.key not in (None, start.key):
            other = RouteError(f"the line starts at {line.board}: remove the other start")
            lines[place] = line._replace(error=other)
    return _with_routes(text, lines)


class PrintedRoute(NamedTuple):
    """Moves as slidefront prints them, without the words around them."""

    line: int
    """The number of the first line with moves, from 1."""
    moves: str
    length: int | None = None
    board: str = ""
    """The start, if the text names it."""


def printed_routes(text: str) -> list[PrintedRoute]:
    """Find the routes in the answers of a sheet, a text that the page shares, or the output of `solve --all`.

    Any other text is moves.

    >>> printed_routes("1 (2 moves)\\n1\\n5 ↑\\n2 ←")
    [PrintedRoute(line=2, moves='5 ↑\\n2 ←', length=2, board='')]
    >>> printed_routes("8-puzzle\\n_12345678\\n1 move: 1 L\\nfile:///a.html")
    [PrintedRoute(line=3, moves='1 L', length=1, board='_12345678')]
    """
    lines = [line.strip() for line in text.rstrip().split("\n")]
    counts = [(number, match) for number, line in enumerate(lines, 1) if (match := _COUNTED.fullmatch(line))]
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
    """Join the moves of a sheet's answer, whose rows of 5 moves begin with the number of their first move.

    Browsers copy each move and each number as a line of its own, or a whole row as one line.
    """
    lines = [line for line in lines if line]
    are_apart, rows, moves = lines[:1] == ["1"], 0, []
    for line in lines:
        number, _, others = line.partition(" ")
        if number == str(_ROW_MOVES * rows + 1) and bool(others) != are_apart:
            rows += 1
            moves += [others] if others else []
        else:
            moves.append(line)
    return "\n".join(moves)


def _printed_line(puzzle: Puzzle, route: PrintedRoute, text: str, start: Position | None) -> BoardLine:
    begin = puzzle.position(route.board) if route.board else start or puzzle.position(puzzle.home)
    if start is not None and start.key != begin.key:
        raise RouteError(f"the text starts at {begin.text}: remove the other start")
    moves, columns = route.moves, {} if route.moves == text else {"board": begin.text}
    return BoardLine(route.line, begin.text, text, begin.key, route.length, moves, columns=columns, puzzle=puzzle)


def routes_of_puzzles(boards: Sequence[BoardLine], text: str, where: str) -> list[BoardLine]:
    """Find the routes of answers to lines that are each a puzzle: problem lines or JSON lines, which name the board."""
    own = {one.board: one for one in boards if one.puzzle is not None}
    missing = RouteError(f"the line does not begin with a board of {where} and a colon")
    found = []
    for line in cut_lines(text, where):
        if (board := own.get(line.board)) is None:
            found.append(line._replace(error=line.error or missing))
        else:
            found.append(line._replace(puzzle=board.puzzle, key=board.key, is_puzzle=True))
    return _with_routes(text, found)


def has_lines(text: str) -> bool:
    """Whether a text is a file of problems. Moves contain no colon and do not begin with a brace."""
    if answer_rows(text):
        return True
    if printed_routes(text)[0].moves != text:
        return False
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and not line.startswith("# ")), "")
    return first.startswith("{") or ":" in first or "# puzzle: " in text


def _with_routes(text: str, lines: list[BoardLine]) -> list[BoardLine]:
    if not any(line.moves for line in lines) and any(line.length for line in lines):
        raise RouteError("these problems have no routes to replay: make the pack again with routes")
    if text.startswith(f'{{"{ANSWERS}"'):  # of which some have no route, and say why
        lines = [line for line in lines if line.moves is not None]
    if not lines:
        raise RouteError("these answers have no routes to replay")
    return lines


def read_boards(puzzle: Puzzle | str | Path | None, boards: str | Path) -> list[BoardLine]:
    """Read boards from a file, or from a text with one board per line. None: of the puzzles that the file says.

    A line that cannot be read has an `error`; the others are read.
    """
    is_path = isinstance(boards, Path) or ("\n" not in boards and is_file(boards))
    text = read_text(boards, BoardError) if is_path else str(boards)
    where = str(boards) if is_path else "the text"
    return _lines_that_say_it(text, where) if puzzle is None else read_lines(load(puzzle), text, where)


def _lines_that_say_it(text: str, where: str) -> list[BoardLine]:
    """Read boards of several puzzles, one after the other, each said by the lines themselves."""
    found = []
    for _, group in groupby(cut_lines(text, where), lambda line: line.columns.get("puzzle")):
        lines = [*group]
        record = record_of(lines, where)
        if record is None:
            asked = advise("solve", "PUZZLE", start=where, out="answers.jsonl")
            raise BoardError(f"{where} does not name the puzzle of its boards, as files of answers do", advice=asked)
        try:
            own = load_record(record)
        except SlidefrontError as error:
            raise PuzzleError(f"{where}: {error}") from None
        found += [_checked(own, line) for line in lines]
    return found


def board_typed(puzzle: Puzzle, word: str) -> Position:
    """Start at what a word of a command line says: home, goal, a board, or moves that lead to it from home."""
    try:
        return position_of(puzzle, word)
    except BoardError as error:
        if word.endswith(_ENDINGS):
            raise BoardFileNotFoundError(f"there is no file {word}") from None
        if word.strip() and is_folder(word):
            raise BoardError(f"{word} is a folder: name a file of boards, or a board") from None
        moves = _moves_typed(puzzle, word, error)
    found = replay(puzzle.position(puzzle.home), moves)
    if found.fault:
        raise RouteError(str(found.fault))
    return found.end


def _moves_typed(puzzle: Puzzle, word: str, board_error: BoardError) -> list[WrittenMove]:
    """Read moves that tell ways. If they cannot be read, raise the error of the board, or of moves that begin well."""
    try:
        moves = read_moves(puzzle, word)
    except RouteError as error:
        if error.line and board_error.line and (error.line, error.column) > (board_error.line, board_error.column):
            raise
        raise board_error from None
    if not moves or any(move.cell is not None for move in moves):
        raise board_error
    return moves


def start_in(puzzle: Puzzle, path: Path) -> Starts:
    """Start with the boards in a file."""
    lines = read_lines(puzzle, read_text(path, BoardError), str(path))
    for line in lines:
        if line.error:
            raise BoardError(f"{path}, line {line.number}: {line.error}")
    return Starts(StartKind.FILE, path.name, puzzle.array(sorted({line.key for line in lines if line.key is not None})))


def puzzle_of_file(path: Path) -> Puzzle | None:
    """Load the puzzle that a file of problems says; None if it is another file, or does not say it."""
    record = record_of(pack_lines(path), str(path))
    return load_record(record) if record else None


def pack_lines(path: Path) -> list[BoardLine]:
    """Read the lines of a file of problems, which have lengths or are records; none if it is another file."""
    try:
        lines = [] if path.suffix == ".toml" or not is_file(path) else cut_lines(read_text(path, BoardError), str(path))
    except SlidefrontError:
        return []
    is_pack = any(line.columns or (line.error is None and line.length is not None) for line in lines[:1])
    return lines if is_pack else []
