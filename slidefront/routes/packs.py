"""Problem packs read back from CSV, JSON lines and Parquet; lines are read by `read`.

board,length,route                {"board": "_12345678", "length": 2, "route": "1|2"}
_12345678,2,1|2
"""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidefront.errors import RouteError

PARQUET = b"PAR1"


@dataclass(frozen=True)
class PackLine:
    """A problem of a pack."""

    board: str
    length: int | None
    route: str | None


def read_pack(text: str) -> list[PackLine] | None:
    """Read CSV or JSON lines; None where the text is neither."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if lines[0].lstrip("\ufeff").split(",")[0] == "board" and "length" in lines[0].split(","):
        return _lines(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    if all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        rows = _objects(lines)
        return None if rows is None else _lines(rows)
    return None


def _objects(lines: list[str]) -> list[dict[str, Any]] | None:
    try:
        rows = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    return rows if all(isinstance(row, dict) and "board" in row for row in rows) else None


def read_parquet_pack(path: Path) -> list[PackLine]:
    """Read a pack in Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(path).to_pylist()
    except (OSError, pa.ArrowInvalid):
        raise RouteError(f"{path} is not a whole Parquet file") from None
    if rows and not {"board", "length"} <= set(rows[0]):
        raise RouteError(f"{path} is not a pack of problems: it needs the columns board and length")
    return _lines(rows)


def pack_text(path: Path) -> str:
    """Read a pack in Parquet as JSON lines."""
    found = read_parquet_pack(path)
    return "\n".join(
        json.dumps({"board": one.board, "length": one.length, "route": one.route}, ensure_ascii=False) for one in found
    )


def _lines(rows: Iterable[dict[str, Any]]) -> list[PackLine]:
    found = []
    for number, row in enumerate(rows, 1):
        board, length, route = row.get("board"), row.get("length"), row.get("route")
        if isinstance(length, str) and length.strip().isdecimal():
            length = int(length)
        fits = isinstance(board, str) and isinstance(route, str | None) and (length is None or type(length) is int)
        if not fits:
            raise RouteError(f"problem {number}: board and route must be texts, and length a number")
        found.append(PackLine(str(board), length, route or None))
    return found
