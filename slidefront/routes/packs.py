"""Read problem packs in all forms that `slidefront problems` writes.

    # puzzle: 8-puzzle, metric: step          board,length,route,puzzle,metric
    _12345678:2:1|2                           _12345678,2,1|2,8-puzzle,step
    {"board": "_12345678", "length": 2, "route": "1|2", "puzzle": "8-puzzle", "metric": "step"}

`read.read_each` reads problem lines itself, one by one, so that a wrong line does not hide the others.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slidefront.errors import RouteError
from slidefront.files import is_file

_HEADING = re.compile(r"# puzzle: (?P<puzzle>.+), metric: (?P<metric>[a-z]+)")
_LINE = re.compile(r"(?P<board>.+?):(?P<length>\d{1,9})(?::(?P<route>.*))?")
_REMARK = re.compile(r"\s+# .*")


@dataclass(frozen=True)
class PackLine:
    """A problem of a pack."""

    board: str
    length: int | None
    route: str | None
    columns: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """All columns of the problem, by name."""


def heading(puzzle: str, metric: str) -> str:
    """Write the comment that names the puzzle of problem lines."""
    return f"# puzzle: {puzzle}, metric: {metric}"


def read_pack(text: str) -> list[PackLine] | None:
    """Read CSV or JSON lines; None if the text is neither."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if lines[0].lstrip("\ufeff").split(",")[0] == "board" and "length" in lines[0].split(","):
        return _lines(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    if all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        rows = _objects(lines)
        return None if rows is None else _lines(rows)
    return None


def read_problem_lines(text: str) -> list[PackLine] | None:
    """Read problem lines, with or without routes; None if a line is neither a problem nor a comment."""
    found: list[PackLine] = []
    named: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        match = _LINE.fullmatch(_REMARK.sub("", line))
        if match:
            found.append(PackLine(match["board"], int(match["length"]), match["route"] or None, named))
        elif head := _HEADING.fullmatch(line):
            named = head.groupdict()
        elif not line.startswith("#"):
            return None
    return found


def metric_named(text: str) -> str | None:
    """Return the metric that a pack names; None if it names none, or if the text is not a pack."""
    lines = read_pack(text) or read_problem_lines(text) or []
    return next((str(line.columns["metric"]) for line in lines if line.columns.get("metric")), None)


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
    return _lines(rows)


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
        | {name: one.columns.get(name) for name in ("metric", "puzzle")}
        for one in read_parquet_pack(path)
    ]
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in found)


def puzzle_of(text: str) -> str:
    """Find the name of the puzzle that a pack says it has problems of; empty for other texts."""
    found = read_pack(text) or read_problem_lines(text) or []
    return next((str(one.columns["puzzle"]) for one in found if one.columns.get("puzzle")), "")


def _objects(lines: list[str]) -> list[dict[str, Any]] | None:
    try:
        rows = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    return rows if all(isinstance(row, dict) and "board" in row for row in rows) else None


def _lines(rows: Iterable[dict[str, Any]]) -> list[PackLine]:
    found = []
    for number, row in enumerate(rows, 1):
        board, length, route = row.get("board"), _number(row.get("length")), row.get("route")
        if isinstance(board, list) and not row.keys() & {"goal", "start"}:
            board = json.dumps(board)
        fits = isinstance(board, str) and isinstance(route, str | None) and (length is None or type(length) is int)
        if not fits:
            raise RouteError(f"problem {number}: board and route must be texts, and length a number")
        columns = {name: value if name in ("board", "route") else _number(value) for name, value in row.items()}
        found.append(PackLine(str(board), length, route or None, columns))
    return found


def _number(value: Any) -> Any:
    """Convert the numbers of CSV files from text."""
    if isinstance(value, str):
        with suppress(ValueError):
            return int(value)
        with suppress(ValueError):
            return float(value)
    return value
