"""Read a pack of problems for the page: lines, JSON lines or Parquet, as `slidefront problems` writes them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slidefront.errors import RouteError, SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.read import read_typed
from slidefront.routes.replay import Replay, replay

_NUMBERS = ("solutions", "astray", "forced_first", "forced_last")


def read_pack(puzzle: Puzzle, path: Path) -> list[dict[str, Any]]:
    """Read the problems of a file: for each its board, its length, and its route and difficulty where it has them."""
    try:
        records = list(_records(path))
    except OSError as error:
        raise SlidefrontError(f"cannot read {path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError):
        raise SlidefrontError(f"{path} is no pack of problems: write it with `slidefront problems`") from None
    if not records:
        raise SlidefrontError(f"{path} has no problems")
    found = []
    for number, record in enumerate(records, 1):
        try:
            found.append(_problem(puzzle, record))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return found


def _records(path: Path) -> Iterator[dict[str, Any]]:
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        yield from pq.read_table(path).to_pylist()
        return
    for line in path.read_text("utf-8-sig").splitlines():
        if line.startswith("{"):
            yield json.loads(line)
        elif line.strip() and not (line.startswith("#") and ":" not in line):
            yield {"line": line.strip()}


def _problem(puzzle: Puzzle, record: dict[str, Any]) -> dict[str, Any]:
    if "line" in record:
        return _of_line(puzzle, record["line"])
    board, length, route = record.get("board"), record.get("length"), record.get("route")
    if not isinstance(board, str) or type(length) is not int:
        raise SlidefrontError("a problem needs a board and a length")
    numbers = {name: record[name] for name in _NUMBERS if isinstance(record.get(name), int | float)}
    found = {"board": puzzle.position(board).text, "length": length, **numbers}
    return found | _route(puzzle, f"{board}:{length}:{route}") if isinstance(route, str) else found


def _of_line(puzzle: Puzzle, line: str) -> dict[str, Any]:
    parts = line.rsplit(":", 2)
    if len(parts) == 3 and parts[1].isdecimal():
        return {"board": puzzle.position(parts[0]).text, "length": int(parts[1]), **_route(puzzle, line)}
    board, _, length = line.rpartition(":")
    if not length.isdecimal():
        raise SlidefrontError(f"{line[:80]} is no problem: write board:length, or board:length:moves")
    return {"board": puzzle.position(board).text, "length": int(length)}


def _route(puzzle: Puzzle, line: str) -> dict[str, Any]:
    """Replay a route, and list its moves as [what, way]."""
    (typed,) = read_typed(puzzle, line)
    replayed = replay(puzzle, typed)
    _check(replayed)
    return {"route": [[move.what, move.way] for move in replayed.route().moves]}


def _check(replayed: Replay) -> None:
    if replayed.fault is not None:
        raise RouteError(str(replayed.fault))
    if not replayed.meets_goal:
        raise RouteError("its route does not end at the goal")
