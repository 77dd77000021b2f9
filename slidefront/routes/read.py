"""Routes as people write them, read without making a move: `replay` does that.

    0 L, 0 D, 6 U          a move is a name and a way, apart by commas or on lines of their own
    0 LD, 6 U              several steps of one piece; of tiles several names: 5 6 7 L
    LURD                   tile boards: the way is enough
    13|9|5|6               tile boards and graphs: where the hole, or the mover, goes
    J 5, J 1               graphs: the mover and the vertex that it goes to
    _12345678:2:LL         a problem line: the start, the number of moves, and the moves in any of these forms
    {"moves": [...]}       what `--format json` writes
    # route 1 of 4          a remark; what follows each is a route of its own

Whatever cannot be read is refused with the number of the move.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.write import check_hole

_PROBLEM = re.compile(r"(?P<start>.+?):(?P<length>\d{1,9}):(?P<moves>.*)")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class TypedMove:
    """One move as it is written."""

    text: str
    what: str = ""
    """The piece or the tiles; nothing where the way is enough."""
    way: str = ""
    cell: int | None = None
    """Where the hole, or the mover, goes."""
    board: str | None = None
    """The board that the move is said to lead to."""


@dataclass(frozen=True)
class Typed:
    """A route as it is written."""

    moves: tuple[TypedMove, ...]
    start: str | None = None
    length: int | None = None
    """The number of moves that it is said to have."""


def read_typed(puzzle: Puzzle, text: str) -> list[Typed]:
    """Read a route of a puzzle in any form; problem lines are a route each."""
    text = text.strip()
    if text.startswith("{"):
        return [_read_json(puzzle, text)]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    problems = [_PROBLEM.fullmatch(line) for line in lines if not _is_remark(line)]
    if any(problems):
        return [_read_problem(puzzle, number, match) for number, match in enumerate(problems, 1)]
    return list(_read_routes(puzzle, lines)) or [Typed(())]


def _is_remark(line: str) -> bool:
    """Tell a remark from a problem whose board begins with a wall."""
    return line.startswith("#") and not _PROBLEM.fullmatch(line)


def _read_routes(puzzle: Puzzle, lines: list[str]) -> Iterator[Typed]:
    """Read the routes between remarks."""
    routes = ["\n".join(group) for remark, group in groupby(lines, _is_remark) if not remark]
    for number, route in enumerate(routes, 1):
        try:
            yield Typed(tuple(_read_moves(puzzle, route)))
        except RouteError as error:
            raise RouteError(f"route {number}, {error}" if len(routes) > 1 else str(error)) from None


def _read_problem(puzzle: Puzzle, number: int, match: re.Match[str] | None) -> Typed:
    if match is None:
        raise RouteError(f"line {number} is no problem as the others are: write board:number of moves:moves")
    try:
        return Typed(tuple(_read_moves(puzzle, match["moves"])), match["start"], int(match["length"]))
    except RouteError as error:
        raise RouteError(f"line {number}, {error}") from None


def _read_json(puzzle: Puzzle, text: str) -> Typed:
    try:
        record = json.loads(text)
        record = record if "moves" in record else record["route"]
        written = [(move["what"], move["way"], move.get("board")) for move in record["moves"]]
        start = record.get("start")
    except (ValueError, RecursionError):
        raise RouteError("the route begins as JSON and is none") from None
    except (KeyError, TypeError, AttributeError):
        raise RouteError(
            'the route is JSON without moves: it needs "moves": [{"what": "0", "way": "L"}, ...]'
        ) from None
    moves = []
    for number, (what, way, board) in enumerate(written, 1):
        if not (isinstance(what, str) and isinstance(way, str) and isinstance(board, str | None)):
            raise RouteError(f"move {number} of the JSON route: what, way and board must be texts")
        if not way.strip():
            raise RouteError(f"move {number} of the JSON route has no way")
        moves += [replace(move, board=board) for move in _read_move(puzzle, number, f"{what} {way}")]
    if not isinstance(start, str | None):
        raise RouteError("the start of the JSON route must be a text")
    return Typed(tuple(moves), start)


def _read_moves(puzzle: Puzzle, text: str) -> Iterator[TypedMove]:
    """Cut a text into moves; what stands in a name of the puzzle does not part moves."""
    names = "".join(puzzle.names)
    marks = re.escape("".join(mark for mark in "\n,|" if mark not in names))
    parts = [part.strip() for part in re.split(f"[{marks}]", text) if part.strip()]
    for number, part in enumerate(parts, 1):
        yield from _read_move(puzzle, number, part)


def _read_move(puzzle: Puzzle, number: int, part: str) -> list[TypedMove]:
    words = part.split()
    part = " ".join(words)
    try:
        if len(words) == 1 and _NUMBER.fullmatch(part):
            check_hole(puzzle)
            return [TypedMove(part, cell=int(part))]
        found = puzzle.read_move(words)
    except RouteError as error:
        raise RouteError(f"move {number}, {_short(part)}: {error}") from None
    return [TypedMove(part if len(found) == 1 else way, what, way) for what, way in found]


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]} ..."
