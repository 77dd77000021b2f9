"""Problem packs as files: lines, JSON lines or Parquet."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.analysis.problems import Problem


def write(found: Sequence[Problem], out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file as lines, jsonl or parquet."""
    FORMATS[to](found, out)


def _record(problem: Problem) -> dict[str, Any]:
    """The columns of a problem, with a route and a difficulty only if it has them."""
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record["route"] = problem.route
    return record | (asdict(problem.difficulty) if problem.difficulty else {})


def _write_lines(found: Iterable[Problem], out: BinaryIO) -> None:
    out.writelines(f"{problem.line}\n".encode() for problem in found)


def _write_jsonl(found: Iterable[Problem], out: BinaryIO) -> None:
    out.writelines(f"{json.dumps(_record(problem), ensure_ascii=False)}\n".encode() for problem in found)


def _write_parquet(found: Iterable[Problem], out: BinaryIO) -> None:
    records = [_record(problem) for problem in found]
    names = list(records[0]) if records else ["board", "length"]
    columns = {name: [record[name] for record in records] for name in names}
    arrays = {name: _array(name, column) for name, column in columns.items()}
    pq.write_table(pa.table(arrays), out, compression="zstd")


def _array(name: str, column: list[Any]) -> Any:
    """Make a column; numbers of solutions that exceed 64 bits become floating-point numbers."""
    if name == "solutions" and max(column) >= 1 << 63:
        return pa.array([float(count) for count in column])
    return pa.array(column, _TYPES[name])


_TYPES = {
    "board": pa.string(),
    "length": pa.int16(),
    "route": pa.string(),
    "solutions": pa.int64(),
    "astray": pa.float64(),
    "forced_first": pa.int16(),
    "forced_last": pa.int16(),
}
FORMATS: dict[str, Callable[[Sequence[Problem], BinaryIO], None]] = {
    "lines": _write_lines,
    "jsonl": _write_jsonl,
    "parquet": _write_parquet,
}
