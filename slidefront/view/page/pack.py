"""Read a pack of problems for the page: lines, CSV, JSON lines or Parquet, as `slidefront problems` writes them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from slidefront.analysis.pack_files import read_records
from slidefront.errors import RouteError, SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.read import read_routes
from slidefront.routes.replay import Replay, replay

_NUMBERS = ("solutions", "astray", "forced_first", "forced_last")


def read_pack(puzzle: Puzzle, path: Path) -> list[dict[str, Any]]:
    """Read the problems of a file: for each its board, its length, and its route and difficulty where it has them."""
    found = []
    for number, record in enumerate(read_records(path), 1):
        try:
            found.append(_problem(puzzle, record))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return found


def _problem(puzzle: Puzzle, record: Mapping[str, Any]) -> dict[str, Any]:
    board, length, route = record.get("board"), record.get("length"), record.get("route")
    if not isinstance(board, str) or type(length) is not int:
        raise SlidefrontError("a problem needs a board and a length")
    numbers = {name: record[name] for name in _NUMBERS if isinstance(record.get(name), int | float)}
    found = {"board": puzzle.position(board).text, "length": length, **numbers}
    return found | _route(puzzle, f"{board}:{length}:{route}") if isinstance(route, str) else found


def _route(puzzle: Puzzle, line: str) -> dict[str, Any]:
    """Replay a route, and list its moves as [what, way]."""
    (written,) = read_routes(puzzle, line)
    replayed = replay(puzzle, written)
    _check(replayed)
    return {"route": [[move.what, move.way] for move in replayed.route().moves]}


def _check(replayed: Replay) -> None:
    if replayed.fault is not None:
        raise RouteError(str(replayed.fault))
    if not replayed.meets_goal:
        raise RouteError("its route does not end at the goal")
