"""Read problem packs in all forms that `slidefront problems` writes.

    # puzzle: {"name": "8-puzzle", ...}       board,length,route,format,puzzle
    # format: letters                         12_345678,2,R2,letters,"{""name"": ""8-puzzle"", ...}"
    12_345678:2:R2
    {"board": "12_345678", "length": 2, "route": "R2", "format": "letters", "puzzle": {"name": "8-puzzle", ...}}

The puzzle is a record (see `puzzle_record`), and the format says what the moves mean (see `notations`): nothing is
guessed from the boards or from a name. Tables of others are read by their heading: commas, semicolons or tabs, a column
`board`, and maybe `optimum`, `moves`, `depth`, `solution`.

`read.read_each` reads problem lines itself, one by one, so that a wrong line does not hide the others.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from slidefront.errors import PuzzleError, RouteError
from slidefront.files import is_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import as_text
from slidefront.puzzles.puzzle_record import check_record, in_words, is_of, puzzle_record
from slidefront.text.choice import AMBIGUOUS

_HEADING = re.compile(r"^# (?:puzzle: (?P<puzzle>\{.*)|format: (?P<format>\S+))$", re.MULTILINE)
_LINE = re.compile(r"(?P<board>.+?):(?P<length>\d{1,4})(?::(?P<route>.*))?")
_MARKS = ",;\t"
_LENGTHS = ("optimum", "moves", "depth")  # names of others for `length`, if the column has numbers
_ROUTES = ("solution", "moves")
GOALS = ("goal", "target", "to", "end")
"""The names of columns that are goals."""
_MEASURES = ("solutions", "astray", "forced_first", "forced_last", "grade", "boards", "pieces", "size")
_ANSWER = ("start", "end", "groups", "metric")
_LABELS = ("id", "name", "number")
ANSWERS = "answers"
"""The field that tells the header of a file of answers, which also has the record of their puzzle; its value is their
version."""
ANSWERS_VERSION = 1
COLUMNS = ("board", "length", "route", "format", "puzzle", *_LENGTHS, *_ROUTES, *_LABELS, *_MEASURES, *_ANSWER, *GOALS)
"""The names of all columns that are read; one that begins with # is a remark."""
_REMARK = re.compile(r"\s+# .*")


@dataclass(frozen=True)
class PackLine:
    """A problem of a pack."""

    board: str
    length: int | None
    route: str | None
    columns: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """All columns of the problem, by name."""
    number: int = field(default=0, compare=False)
    """Its line in the file, or its row in Parquet, from 1."""
    fault: str = ""
    """What is wrong with the line."""

    @property
    def read_as(self) -> str | None:
        """Which reading of the route is meant, if the file says it."""
        form = self.columns.get("format")
        return form if form in AMBIGUOUS else None


def heading(puzzle: Puzzle, form: str | None = None) -> str:
    """Write the comments that say which puzzle problem lines are of, and the format of their routes."""
    said = f"# puzzle: {json.dumps(puzzle_record(puzzle), ensure_ascii=False)}"
    return said if form is None else f"{said}\n# format: {form}"


def read_pack(text: str) -> list[PackLine] | None:
    """Read CSV or JSON lines; None if the text is neither. A wrong line has a fault, and the others are read."""
    lines = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1) if line.strip()]
    first = next(((number, line) for number, line in lines if not line.startswith("#")), None)
    if first and (mark := _mark_between_columns(first[1])):
        return list(_table(text.lstrip("\ufeff").split("\n")[first[0] - 1 :], mark, first[0] - 1))
    if lines and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for _, line in lines):
        rows = _objects([line for _, line in lines])
        if rows is None:
            return None
        return [_line(number, row) for (number, _), row in zip(lines, rows, strict=True) if row]
    return None


def _mark_between_columns(line: str) -> str:
    """Find what separates the names of columns; empty if a line is not the heading of a table of boards."""
    for mark in _MARKS:
        names = _names(line, mark)
        if len(names) > 1 and "board" in names:
            return mark
        if len(names) > 1 and {"length", *_LENGTHS, *_ROUTES} & {*names}:
            said = ", ".join(name or "(empty)" for name in names)
            raise RouteError(f"the heading has the columns {said}: name the one with the boards `board`")
    return ""


def _names(line: str, mark: str) -> list[str]:
    return [name.strip(' "\r\ufeff').lower() for name in line.split(mark)]


def _table(lines: list[str], mark: str, before: int) -> Iterator[PackLine]:
    """Read the rows of a table below its heading."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark, skipinitialspace=True)
    names = _names(lines[0], mark)
    if why := _unknown(names):
        raise RouteError(why)
    if twice := [name for place, name in enumerate(names) if name and name in names[:place]]:
        raise RouteError(f"the heading has the column {twice[0]} twice: remove or rename one of them")
    rows = [(before + reader.line_num, row) for row in reader if "".join(row).strip()][1:]
    for known, others in (("length", _LENGTHS), ("route", _ROUTES)):
        for other in others:
            place = names.index(other) if other in names else None
            are_numbers = place is not None and all(
                isinstance(_number(row[place]), int) for _, row in rows if row[place:]
            )
            if place is not None and known not in names and are_numbers == (known == "length"):
                names[place] = known
    for number, row in rows:
        fields = dict(zip(names, (cell.strip() or None for cell in row), strict=False))
        many = (
            f"the heading has {len(names)} columns and the line {len(row)}: put a board with {mark!r} in it in quotes"
        )
        line = _line(number, fields)
        yield replace(line, board=mark.join(row), fault=many) if len(row) > len(names) else line


def _unknown(names: Iterable[str]) -> str:
    """Say which of some names is none of a column."""
    for name in names:
        if name.lower() not in COLUMNS and not name.startswith("#"):
            what = f"column {name} is unknown" if name else "heading has a column without a name"
            known = ", ".join(dict.fromkeys(COLUMNS[:9]))
            return f"the {what}: columns are {known}; remove it, or begin its name with #"
    return ""


def read_problem_lines(text: str) -> list[PackLine] | None:
    """Read problem lines, with or without routes; None if a line is neither a problem nor a comment."""
    found: list[PackLine] = []
    named: dict[str, Any] = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        match = _LINE.fullmatch(_REMARK.sub("", line))
        if head := _HEADING.fullmatch(line):
            named = _said(named, head)
        elif match:
            found.append(PackLine(match["board"], int(match["length"]), match["route"] or None, named, number))
        elif line and not line.startswith("#"):
            return None
    return found


def headings(text: str) -> list[PackLine]:
    """Find what the comments of problem lines say about their puzzle, and the format of their routes."""
    nothing: dict[str, Any] = {}
    said = accumulate(_HEADING.finditer(text), _said, initial=nothing)
    return [PackLine("", None, None, columns) for columns in said if "puzzle" in columns]


def _said(before: dict[str, Any], head: re.Match[str]) -> dict[str, Any]:
    """Add what a comment says to that of the one before it; a puzzle begins anew."""
    name = str(head.lastgroup)
    return {**(before if name == "format" else {}), name: head[name]}


def check_columns(lines: Iterable[PackLine], where: str, goals: Sequence[str] = ()) -> None:
    """Refuse columns with goals, but for those that the caller reads."""
    used = {name for line in lines for name, value in line.columns.items() if value not in (None, "")}
    for name in [one for one in GOALS if one in used and one not in goals and not (one == "end" and "moves" in used)]:
        raise RouteError(f"{where}: the column {name} is not read: name one goal for all boards, and remove the column")


def record_of(lines: Iterable[PackLine], where: str) -> dict[str, Any] | None:
    """Find the record of the puzzle that all lines are of; None if they do not say it, or are answers.

    An answer in JSON, which has a list of moves, only names its puzzle.
    """
    said = ["" if isinstance(one.columns.get("moves"), list) else one.columns.get("puzzle") or "" for one in lines]
    found = {one if isinstance(one, str) else json.dumps(one) for one in said}
    if not found - {""}:
        return None
    if len(found) > 1:
        raise RouteError(
            f"{where} has problems of several puzzles, or some that do not say theirs: split it; sheets and pages in a "
            f"folder, are made of all"
        )
    try:
        return check_record(said[0])
    except PuzzleError as error:
        raise RouteError(f"{where} says which puzzle it is of, and {error}: make it again, or remove that") from None


def check_puzzle(lines: Iterable[PackLine], puzzle: Puzzle, where: str) -> None:
    """Refuse a pack of another puzzle, or of one with another home, goal or metric."""
    record = record_of(lines, where)
    if record is not None and not is_of(puzzle, record):
        raise RouteError(
            f"{where} has problems of {in_words(record)}, and the command asks for {in_words(puzzle_record(puzzle))}: "
            f"name the pack itself as the puzzle"
        )


def goal_of(line: PackLine) -> str | None:
    """Find the goal that a line names; refuse one that is not a text."""
    goals = [line.columns[name] for name in GOALS if line.columns.get(name) not in (None, "")]
    return as_text(str(goals[0]) if isinstance(goals[0], int) else goals[0]) if goals else None


def record_in(text: str, where: str) -> dict[str, Any] | None:
    """Find the record of the puzzle that a text has problems of; None for other texts."""
    found = read_pack(text)
    return record_of(headings(text) if found is None else found, where)


def read_parquet_pack(path: Path) -> list[PackLine]:
    """Read a pack in Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(path).to_pylist()
    except (OSError, pa.ArrowInvalid):
        raise RouteError(f"{path} is not a complete Parquet file") from None
    if rows and not {"board", "length"} <= set(rows[0]):
        raise RouteError(f"{path} is not a pack of problems: it needs the columns board and length")
    return [_line(number, row) for number, row in enumerate(rows, 1)]


def read_pack_file(path: Path) -> list[PackLine]:
    """Read a pack in any form."""
    try:
        if path.suffix == ".parquet" and path.is_file():
            return read_parquet_pack(path)
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise RouteError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        text = "no text"
    found = read_pack(text)
    found = read_problem_lines(text) if found is None else found
    if found is None:
        raise RouteError(f"{path} is not a pack of problems: write one with `slidefront problems`")
    return found


def is_pack(name: str) -> bool:
    """Tell whether a name is that of a file with problems."""
    with suppress(RouteError):
        return is_file(name) and bool(read_pack_file(Path(name)))
    return False


def pack_text(path: Path) -> str:
    """Read a pack in Parquet as JSON lines."""
    found = [
        {"board": one.board, "length": one.length, "route": one.route}
        | {name: one.columns.get(name) for name in ("format", "puzzle")}
        for one in read_parquet_pack(path)
    ]
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in found)


def _objects(lines: list[str]) -> list[dict[str, Any]] | None:
    try:
        rows = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(row, dict) for row in rows):
        return None
    if ANSWERS in rows[0]:
        check_answers(rows[0])
        return [_of_answer(row, rows[0]) for row in rows]
    return rows if all("board" in row for row in rows) else None


def check_answers(head: Mapping[str, Any], where: str = "the file of answers") -> None:
    """Refuse a file of answers of another version."""
    if head[ANSWERS] != ANSWERS_VERSION:
        raise RouteError(
            f"{where} has version {head[ANSWERS]}, and this slidefront reads version {ANSWERS_VERSION}: use the "
            f"slidefront that wrote it"
        )


def _of_answer(row: dict[str, Any], head: dict[str, Any]) -> dict[str, Any]:
    """Take the problem of a line of a file of answers, whose header says the puzzle; nothing of the header itself."""
    if row is head or "board" not in row:
        return {}
    about = {name: head[name] for name in ("format", "puzzle") if head.get(name)}
    about |= {"format": row["format"]} if "format" in row else {}
    length = row.get("length", row.get("optimum"))
    return {"board": row["board"], "length": length, "route": row.get("route"), **about}


def _line(number: int, row: dict[str, Any]) -> PackLine:
    board, length, route = row.get("board"), _number(row.get("length")), row.get("route")
    if isinstance(board, list) and "start" not in row:
        board = json.dumps(board)
    plain = ("board", "route", "puzzle", *GOALS)
    columns = {(low := name.lower()): value if low in plain else _number(value) for name, value in row.items()}
    lengths = [one for one in (_number(row.get(name)) for name in _LENGTHS) if type(one) is int]
    routes = [one for one in map(row.get, _ROUTES) if isinstance(one, str) and type(_number(one)) is not int]
    length = lengths[0] if length is None and lengths else length
    route = routes[0] if route is None and routes else route
    good = isinstance(board, str) and isinstance(route, str | None)
    good = good and (length is None or (type(length) is int and length >= 0))
    if any(one != length for one in lengths) or any(one != route for one in routes):
        return PackLine(str(board), None, None, columns, number, "the line has two lengths, or two routes")
    fault = _unknown(row) or ("" if good else "board and route must be texts, and length a number from 0")
    if fault:
        return PackLine(str(board), None, None, columns, number, fault)
    return PackLine(str(board), length, str(route) if route else None, columns, number)


def _number(value: Any) -> Any:
    """Convert the numbers of CSV files from text."""
    if isinstance(value, str):
        with suppress(ValueError):
            return int(value)
        with suppress(ValueError):
            return float(value)
    return value
