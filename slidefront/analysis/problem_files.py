"""Problem packs as files: lines, CSV, JSON lines or Parquet.

    8672_4531:31:5|8|7|...  # fiendish, 40 solutions, astray 0.213, forced 1 first and 2 last

All forms say the same: the board, the length, the route if there is one, and the difficulty with its grade if it was
asked for. In lines the difficulty is a remark, so that every command that reads problem lines reads them.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.analysis.grades import grades
from slidefront.analysis.problems import Problem

ENDINGS = {"txt": "lines"}
"""Endings of file names that are not the name of a format."""


def write(found: Sequence[Problem], out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file as lines, csv, jsonl or parquet."""
    FORMATS[to](found, out)


def records(found: Sequence[Problem]) -> list[dict[str, Any]]:
    """The columns of each problem, with a route and a difficulty only if it has them."""
    return [_record(problem, grade) for problem, grade in zip(found, grades(found), strict=True)]


def _record(problem: Problem, grade: str) -> dict[str, Any]:
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record["route"] = problem.route
    if problem.difficulty is None:
        return record
    measures = asdict(problem.difficulty)
    return record | {**measures, "astray": round(measures["astray"], 3), "grade": grade}


def _write_lines(found: Sequence[Problem], out: BinaryIO) -> None:
    for problem, grade in zip(found, grades(found), strict=True):
        out.write(f"{problem.line}{_remark(problem, grade)}\n".encode())


def _remark(problem: Problem, grade: str) -> str:
    if problem.difficulty is None:
        return ""
    one = problem.difficulty
    solutions = "1 solution" if one.solutions == 1 else f"{one.solutions} solutions"
    return (
        f"  # {grade}, {solutions}, astray {one.astray:.3f}, forced {one.forced_first} first and {one.forced_last} last"
    )


def _write_csv(found: Sequence[Problem], out: BinaryIO) -> None:
    rows = records(found)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["board", "length"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: f"{value:.3f}" if isinstance(value, float) else value for name, value in row.items()} for row in rows
    )
    out.write(text.getvalue().encode())


def _write_jsonl(found: Sequence[Problem], out: BinaryIO) -> None:
    out.writelines(f"{json.dumps(record, ensure_ascii=False)}\n".encode() for record in records(found))


def _write_parquet(found: Sequence[Problem], out: BinaryIO) -> None:
    rows = records(found)
    names = list(rows[0]) if rows else ["board", "length"]
    columns = {name: [record[name] for record in rows] for name in names}
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
    "grade": pa.string(),
}
FORMATS: dict[str, Callable[[Sequence[Problem], BinaryIO], None]] = {
    "lines": _write_lines,
    "csv": _write_csv,
    "jsonl": _write_jsonl,
    "parquet": _write_parquet,
}
