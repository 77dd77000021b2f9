"""Problem packs as files: lines, CSV, JSON lines or Parquet, and read back with each route replayed.

    # puzzle: {"name": "8-puzzle", "kind": "tiles", "metric": "step", ...}
    # format: letters
    8_6547231:31:RULLDRD...  # fiendish, 40 solutions, astray 0.097, forced 0 first and 12 last

All forms say the same: the board, the length, the route and its format if there is one, the number of boards of its
puzzle and the difficulty with its grade if they are known, and the puzzle with its home, goal and metric (see
`puzzle_record`). In lines the difficulty, the format and the puzzle are remarks, so that every command that reads
problem lines reads them. A file may have the packs of several puzzles, one after the other.

A route in any form is read, and kept in the usual format of its puzzle. A pack says which puzzle it is of, and nothing
is guessed: a pack of another puzzle than the one that is asked for, or one that does not say it where none is asked
for, is refused.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.analysis.difficulty import Difficulty
from slidefront.analysis.problems import NUMBERS, Problem, ProblemPack, grades, route_of
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import PackLine, check_columns, check_puzzle, heading, read_pack_file, record_of
from slidefront.puzzles.puzzle_record import load_record, puzzle_record
from slidefront.routes.write import on_one_line, usual_format

ENDINGS = {"txt": "lines", "csv": "csv", "jsonl": "jsonl", "parquet": "parquet"}
"""The format of a file, by the ending of its name."""


Packs = Sequence[ProblemPack]


def write(packs: ProblemPack | Packs, out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file as lines, csv, jsonl or parquet."""
    FORMATS[to]([packs] if isinstance(packs, ProblemPack) else packs, out)


def records(packs: Packs) -> list[dict[str, Any]]:
    """The columns of each problem, with those that are known of it only, and its puzzle."""
    graded = iter(_graded(packs))
    return [
        _record(problem, next(graded), form) | {"puzzle": puzzle}
        for pack in packs
        for puzzle, form in [(puzzle_record(pack.puzzle), usual_format(pack.puzzle))]
        for problem in pack
    ]


def _graded(packs: Packs) -> list[str]:
    return grades([problem for pack in packs for problem in pack])


def _record(problem: Problem, grade: str, form: str) -> dict[str, Any]:
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record |= {"route": problem.route, "format": form}
    if problem.boards is not None:
        record["boards"] = problem.boards
    if problem.difficulty is None:
        return record
    measures = asdict(problem.difficulty)
    return record | {**measures, "astray": round(measures["astray"], 3), "grade": grade}


def _write_lines(packs: Packs, out: BinaryIO) -> None:
    graded = iter(_graded(packs))
    for pack in packs:
        if pack:
            form = usual_format(pack.puzzle) if any(one.route is not None for one in pack) else None
            out.write(f"{heading(pack.puzzle, form)}\n".encode())
        for problem in pack:
            out.write(f"{problem.line}{_remark(problem, next(graded))}\n".encode())


def _remark(problem: Problem, grade: str) -> str:
    if problem.difficulty is None:
        return ""
    one = problem.difficulty
    solutions = "1 solution" if one.solutions == 1 else f"{one.solutions} solutions"
    return (
        f"  # {grade}, {solutions}, astray {one.astray:.3f}, forced {one.forced_first} first and {one.forced_last} last"
    )


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """The columns that any problem has, the puzzle last."""
    names = dict.fromkeys(name for row in rows for name in row) or dict.fromkeys(("board", "length"))
    return [*(name for name in names if name != "puzzle"), *(["puzzle"] if rows else [])]


def _write_csv(packs: Packs, out: BinaryIO) -> None:
    rows = records(packs)
    text = io.StringIO()
    writer = csv.DictWriter(text, _names(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _plain(value) for name, value in row.items()} for row in rows)
    out.write(text.getvalue().encode())


def _write_jsonl(packs: Packs, out: BinaryIO) -> None:
    for record in records(packs):
        out.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())


def _write_parquet(packs: Packs, out: BinaryIO) -> None:
    rows = records(packs)
    columns = {name: [_plain(record.get(name)) for record in rows] for name in _names(rows)}
    arrays = {name: _array(name, column) for name, column in columns.items()}
    mark = {b"slidefront": b"made with slidefront"}
    pq.write_table(pa.table(arrays).replace_schema_metadata(mark), out, compression="zstd")


def _plain(value: Any) -> Any:
    """Write the record of a puzzle as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def _array(name: str, column: list[Any]) -> Any:
    """Make a column; numbers of solutions that exceed 64 bits become floating-point numbers."""
    if name == "solutions" and max(count or 0 for count in column) >= 1 << 63:
        return pa.array([None if count is None else float(count) for count in column])
    return pa.array(column, _TYPES[name])


_TYPES = {
    **dict.fromkeys(("board", "route", "format", "grade", "puzzle"), pa.string()),
    **dict.fromkeys(("length", "forced_first", "forced_last"), pa.int16()),
    **dict.fromkeys(("boards", "solutions"), pa.int64()),
    "astray": pa.float64(),
}
FORMATS: dict[str, Callable[[Packs, BinaryIO], None]] = {
    "lines": _write_lines,
    "csv": _write_csv,
    "jsonl": _write_jsonl,
    "parquet": _write_parquet,
}


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file; every route is replayed. Without a puzzle, load the one that the pack carries."""
    lines = _lines(path)
    if puzzle is None:
        puzzle = _puzzle_of(lines, path)
    else:
        check_puzzle(lines, puzzle, str(path))
    return _pack(puzzle, [*enumerate(lines, 1)], path)


def read_packs(path: Path) -> list[ProblemPack]:
    """Read the problems of each puzzle that a file carries, puzzle by puzzle."""
    numbered = enumerate(_lines(path), 1)
    found = [[*group] for _, group in groupby(numbered, key=lambda pair: pair[1].columns.get("puzzle"))]
    return [_pack(_puzzle_of([line for _, line in group], path), group, path) for group in found]


def _lines(path: Path) -> list[PackLine]:
    lines = read_pack_file(path)
    if not lines:
        raise SlidefrontError(f"{path} has no problems")
    check_columns(lines, str(path))
    return lines


def _pack(puzzle: Puzzle, lines: list[tuple[int, PackLine]], path: Path) -> ProblemPack:
    found = []
    for number, line in lines:
        try:
            found.append(_problem(puzzle, line))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return ProblemPack(puzzle, found)


def _puzzle_of(lines: list[PackLine], path: Path) -> Puzzle:
    record = record_of(lines, str(path))
    if record is None:
        raise SlidefrontError(f"{path} does not say which puzzle its boards are of: name it", "puzzle")
    try:
        return load_record(record)
    except SlidefrontError as error:
        raise SlidefrontError(f"{path}: {error}") from None


def _problem(puzzle: Puzzle, line: PackLine) -> Problem:
    if line.fault:
        raise SlidefrontError(line.fault)
    if line.length is None:
        raise SlidefrontError("it has no length")
    boards = line.columns.get("boards")
    problem = Problem(
        key=puzzle.parse(line.board),
        board=line.board,
        length=line.length,
        route=line.route,
        difficulty=_difficulty(line),
        boards=boards if isinstance(boards, int) else None,
    )
    if line.route is None:
        return problem
    return replace(problem, route=on_one_line(route_of(puzzle, problem, line.read_as)))


def _difficulty(line: PackLine) -> Difficulty | None:
    numbers = [line.columns.get(name) for name in NUMBERS[1:]]
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    return Difficulty(**dict(zip(NUMBERS[1:], numbers, strict=True)))  # type: ignore[arg-type]
