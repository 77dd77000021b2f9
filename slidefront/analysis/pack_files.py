"""Read packs of problems back: lines, CSV, JSON lines or Parquet, as `problem_files` writes them.

A pack does not name its puzzle. Where nobody else does, it is the one shipped puzzle that all of its boards belong to.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from slidefront.analysis.difficulty import Difficulty
from slidefront.analysis.problems import Problem, ProblemPack
from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.load import load
from slidefront.routes.read import read_routes
from slidefront.routes.replay import replay
from slidefront.routes.route import Route

_LINE = re.compile(r"(?P<board>.+?):(?P<length>\d{1,9})(?::(?P<route>.*))?")
_TRIED = 20  # boards of a pack that are read with each shipped puzzle


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file; every route is replayed."""
    records = read_records(path)
    puzzle = puzzle or guess_puzzle([str(record.get("board")) for record in records], path)
    found = []
    for number, record in enumerate(records, 1):
        try:
            found.append(_problem(puzzle, record))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return ProblemPack(puzzle, found)


def guess_puzzle(boards: Sequence[str], path: Path) -> Puzzle:
    """Find the one shipped puzzle that some boards belong to."""
    found = [puzzle for puzzle in map(load, library.names()) if _reads(puzzle, boards[:_TRIED])]
    if len(found) == 1:
        return found[0]
    names = ", ".join(puzzle.name for puzzle in found)
    which = f"could be of {names}" if found else "are of no puzzle that ships"
    raise SlidefrontError(f"the boards of {path} {which}: name the puzzle with --puzzle")


def _reads(puzzle: Puzzle, boards: Sequence[str]) -> bool:
    with suppress(BoardError):
        return all(puzzle.reaches(puzzle.parse(board)) is not False for board in boards)
    return False


def read_records(path: Path) -> list[Mapping[str, Any]]:
    """Read the problems of a file as they are written: for each its columns."""
    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq

            found: list[Mapping[str, Any]] = pq.read_table(path).to_pylist()
        else:
            text = path.read_text("utf-8-sig")
            found = [*(_rows(text) if text.startswith("board,") else _lines(text))]
    except OSError as error:
        raise SlidefrontError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:
        raise SlidefrontError(f"{path} is not a pack of problems: write one with `slidefront problems`") from None
    if not found:
        raise SlidefrontError(f"{path} has no problems")
    return found


def _rows(text: str) -> Iterator[Mapping[str, Any]]:
    """Read CSV: the numbers of its columns are text."""
    for row in csv.DictReader(io.StringIO(text)):
        yield {name: value if name in ("board", "route") else _number(value) for name, value in row.items()}


def _number(text: str) -> int | float | str:
    with suppress(ValueError):
        return int(text)
    with suppress(ValueError):
        return float(text)
    return text


def _lines(text: str) -> Iterator[Mapping[str, Any]]:
    for line in filter(None, (line.partition("  # ")[0].strip() for line in text.splitlines())):
        match = _LINE.fullmatch(line)
        if line.startswith("{"):
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError
            yield record
        elif match:
            yield {**match.groupdict(), "length": int(match["length"])}
        elif not line.startswith("#"):
            raise ValueError


def _problem(puzzle: Puzzle, record: Mapping[str, Any]) -> Problem:
    board, length, route = record.get("board"), record.get("length"), record.get("route")
    if not isinstance(board, str) or type(length) is not int or not isinstance(route, str | None):
        raise SlidefrontError("it has no board, no length, or a route that is not text")
    problem = Problem(puzzle.parse(board), board, length, route, _difficulty(record))
    if route is not None:
        route_of(puzzle, problem)
    return problem


def _difficulty(record: Mapping[str, Any]) -> Difficulty | None:
    names = ("solutions", "astray", "forced_first", "forced_last")
    numbers = [record.get(name) for name in names]
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    return Difficulty(**dict(zip(names, numbers, strict=True)))  # type: ignore[arg-type]


def route_of(puzzle: Puzzle, problem: Problem) -> Route:
    """Replay the route of a problem, which must solve it."""
    (written,) = read_routes(puzzle, problem.line)
    replayed = replay(puzzle, written)
    if replayed.fault:
        raise SlidefrontError(str(replayed.fault))
    if replayed.meets_goal is False:
        raise SlidefrontError("its route does not end at the goal")
    return replayed.route()
