"""Parse routes as people write them, without making moves: `replay` does that.

    0 L, 0 D, 6 U          a move is a name and a way, with commas between moves or one on a line
    0 LD, 6 U              several steps of one piece; of tiles several names: 5 6 7 L
    LURD, URDL2UR2, rrul   tile boards: the way is enough, of the tile or of the hole (see `notations`)
    3 5 2 1                tile boards: the tiles that move
    13|9|5|6               tile boards and graphs: where the hole, or the mover, goes
    J 5, J 1               graphs: the mover and the vertex that it goes to
    _12345678:2:LL         a problem line: the start, the number of moves, and the moves in any of these forms
    {"moves": [...]}       what `--format json` writes; CSV and JSON lines of a pack are read too (see `packs`)
    https://...            a link that has moves and, maybe, a board
    # route 1 of 4          a comment; the moves after each are a separate route

A move that cannot be parsed is refused with its number. If two readings are possible, both are kept: `replay` finds out
which of them is legal.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.wrapping import unwrap_moves, with_letters
from slidefront.routes.notations import NOTATIONS, flipped, is_link, read_letters, read_link, read_numbers
from slidefront.routes.packs import PackLine, read_pack
from slidefront.routes.write import check_hole, has_letters

PROBLEM = re.compile(r"(?P<start>.+?):(?P<length>\d{1,9}):(?P<moves>.*)")
_REMARK = re.compile(r"\s*# .*")
TILES_GO = "letters are the way that the tiles go"
HOLE_GOES = "letters are the way that the hole goes"
CELLS = "numbers are the cells that the hole goes to"
TILES = "numbers are the tiles that move"
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class WrittenMove:
    """One move as it is written."""

    text: str
    what: str = ""
    """The piece or the tiles; empty if the way is enough."""
    way: str = ""
    cell: int | None = None
    """Where the hole, or the mover, goes."""
    board: str | None = None
    """The board that the move leads to, as it states."""


@dataclass(frozen=True)
class WrittenRoute:
    """A route as it is written."""

    moves: tuple[WrittenMove, ...]
    start: str | None = None
    length: int | None = None
    """The number of moves that it states."""
    reading: str = field(default="", compare=False)
    """How ambiguous moves were understood."""
    other: "WrittenRoute | None" = field(default=None, compare=False)
    """The other reading."""
    firm: bool = field(default=False, compare=False)
    """Whether the other reading is so unusual that it must be requested."""


def read_routes(puzzle: Puzzle, text: str, notation: str | None = None) -> list[WrittenRoute]:
    """Read a route of a puzzle in any form; problem lines are a route each.

    `notation` says whether letters, or numbers, refer to the `tile` or to the `hole`.
    """
    found = [read() for _, read in read_each(puzzle, text, notation)]
    return found or [WrittenRoute(())]


def read_each(puzzle: Puzzle, text: str, notation: str | None = None) -> list[tuple[int, Callable[[], WrittenRoute]]]:
    """Find the routes of a text: the line of each, and a function that parses it."""
    if notation not in (None, *NOTATIONS):
        raise RouteError(f"notation {notation!r} is unknown: choose from {', '.join(NOTATIONS)}")
    lines = text.split("\n")
    asking = [
        (number, line.strip()) for number, line in enumerate(lines, 1) if line.strip() and not _is_remark(line.strip())
    ]
    if asking and all(line.startswith("{") and line.endswith("}") and '"moves": [' in line for _, line in asking):
        return [(number, partial(_read_json, puzzle, line, notation)) for number, line in asking]
    pack = read_pack(text)
    if pack is not None:
        return [(line.number, partial(_read_pack_line, puzzle, line, notation)) for line in pack]
    matches = [(number, PROBLEM.fullmatch(line)) for number, line in asking]
    if not text.lstrip().startswith("{") and any(match for _, match in matches):
        return [(number, partial(read_problem, puzzle, number, match, notation)) for number, match in matches]
    return [(number, partial(_one, written)) for number, written in enumerate(_read_text(puzzle, text, notation), 1)]


def _one(written: WrittenRoute) -> WrittenRoute:
    return written


def _read_text(puzzle: Puzzle, text: str, notation: str | None) -> list[WrittenRoute]:
    text = text.strip()
    if is_link(text):
        link = read_link(text)
        return [replace(_read(puzzle, link.moves, notation), start=link.board)]
    if text.startswith("{"):
        return [_read_json(puzzle, text, notation)]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return list(_between_remarks(puzzle, lines, notation))


def _is_remark(line: str) -> bool:
    """Tell whether a line is a comment, and not a problem whose board begins with a wall."""
    return line.startswith("#") and not PROBLEM.fullmatch(line)


def _between_remarks(puzzle: Puzzle, lines: list[str], notation: str | None) -> Iterator[WrittenRoute]:
    """Parse the routes between comments."""
    routes = ["\n".join(group) for remark, group in groupby(lines, _is_remark) if not remark]
    for number, route in enumerate(routes, 1):
        try:
            yield _read(puzzle, route, notation)
        except RouteError as error:
            raise RouteError(f"route {number}, {error}" if len(routes) > 1 else str(error)) from None


def read_problem(puzzle: Puzzle, number: int, match: re.Match[str] | None, notation: str | None) -> WrittenRoute:
    """Read a problem line."""
    if match is None:
        raise RouteError(f"line {number} is not a problem line as the others are: write board:number of moves:moves")
    try:
        return replace(
            _read(puzzle, _REMARK.sub("", match["moves"]), notation), start=match["start"], length=int(match["length"])
        )
    except RouteError as error:
        raise RouteError(f"line {number}, {error}") from None


def _read_pack_line(puzzle: Puzzle, line: PackLine, notation: str | None) -> WrittenRoute:
    if line.route is None:
        why = line.fault or "it has no route to replay: make the pack with --route"
        raise RouteError(f"line {line.number}, {why}")
    try:
        return replace(_read(puzzle, line.route, notation), start=line.board, length=line.length)
    except RouteError as error:
        raise RouteError(f"line {line.number}, {error}") from None


def _read(puzzle: Puzzle, text: str, notation: str | None) -> WrittenRoute:
    """Parse moves; ambiguous letters and numbers have both readings."""
    refusal = None
    text = unwrap_moves(text)
    text = text if puzzle.frame is None and puzzle.layout is None else with_letters(text)
    try:
        moves = tuple(_read_moves(puzzle, text))
    except RouteError as error:
        moves, refusal = (), error
    bare = refusal is not None or all(not move.what and move.cell is None for move in moves)
    if has_letters(puzzle) and bare and text.strip() and (letters := read_letters(text)):
        ways = [letters.ways, flipped(letters.ways)]
        tile, hole = (
            tuple(WrittenMove(letter, way=way) for letter, way in zip(ways[0], of, strict=True)) for of in ways
        )
        return _of_two(
            WrittenRoute(tile, reading=TILES_GO), WrittenRoute(hole, reading=HOLE_GOES), notation, firm=letters.upper
        )
    numbers = read_numbers(text) if has_letters(puzzle) and "|" not in text else None
    if numbers and (len(numbers) > 1 or notation):
        cells = WrittenRoute(tuple(WrittenMove(str(number), cell=number) for number in numbers), reading=CELLS)
        tiles = WrittenRoute(tuple(WrittenMove(str(number), str(number)) for number in numbers), reading=TILES)
        return _of_two(cells, tiles, {"tile": "hole", "hole": "tile"}.get(notation or ""), firm=False)
    if refusal is not None:
        raise refusal
    return WrittenRoute(moves)


def _of_two(tile: WrittenRoute, hole: WrittenRoute, notation: str | None, *, firm: bool) -> WrittenRoute:
    """Return the requested reading, or both."""
    if notation is not None:
        return tile if notation == "tile" else hole
    return replace(tile, other=hole, firm=firm)


def _read_json(puzzle: Puzzle, text: str, notation: str | None) -> WrittenRoute:
    try:
        record = json.loads(text)
        if (plain := _plain_moves(record)) is not None:
            return replace(_read(puzzle, plain, notation), start=record.get("start", record.get("board")))
        record = record if "moves" in record else record["route"]
        written = [(move["what"], move["way"], move.get("board")) for move in record["moves"]]
        start = record.get("start")
    except (ValueError, RecursionError):
        raise RouteError("the route begins like JSON and is not valid JSON") from None
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
    return WrittenRoute(tuple(moves), start)


def _plain_moves(record: Any) -> str | None:
    """Find moves in an object, as one text or as a list of texts."""
    if not isinstance(record, dict):
        return None
    found = [record[name] for name in ("moves", "solution", "route", "path", "steps") if name in record]
    moves = found[0] if found else None
    if isinstance(moves, list) and moves and all(isinstance(move, str) for move in moves):
        return ", ".join(moves)
    return moves if isinstance(moves, str) else None


def _read_moves(puzzle: Puzzle, text: str) -> Iterator[WrittenMove]:
    """Cut a text into moves; what occurs in a name of the puzzle does not separate moves."""
    names = "".join(puzzle.names)
    marks = re.escape("".join(mark for mark in "\n,|" if mark not in names))
    parts = [part.strip() for part in re.split(f"[{marks}]", text) if part.strip()]
    for number, part in enumerate(parts, 1):
        yield from _read_move(puzzle, number, part)


def _read_move(puzzle: Puzzle, number: int, part: str) -> list[WrittenMove]:
    words = part.split()
    part = " ".join(words)
    try:
        if len(words) == 1 and _NUMBER.fullmatch(part):
            check_hole(puzzle)
            return [WrittenMove(part, cell=int(part))]
        found = puzzle.read_move(words)
    except RouteError as error:
        raise RouteError(f"move {number}, {_short(part)}: {error}") from None
    return [WrittenMove(part if len(found) == 1 else way, what, way) for what, way in found]


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]} ..."
