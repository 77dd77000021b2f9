"""Parse routes as people write them, without making moves: `replay` does that.

    0 L, 0 D, 6 U          a move is a name and a way, with commas between moves or one on a line
    0 LD, 6 U              several steps of one piece; of tiles several names: 5 6 7 L
    LURD, 3 5 2 1          tile boards: ways of the tile or of the hole, or the tiles that move (see `notations`)
    GR2 XR3, A+1           pieces: as Rush Hour solutions are written (see `piece_moves`)
    13|9|5|6               tile boards and graphs: where the hole, or the mover, goes
    J 5, J 1               graphs: the mover and the vertex that it goes to
    _12345678:2:LL         a problem line: the start, the number of moves, and the moves in any of these forms
    {"moves": [...]}       what `--format json` writes; CSV and JSON lines of a pack are read too (see `packs`)
    https://...            a link that has moves and, maybe, a board
    # route 1 of 4         a comment; the moves after each are a separate route

What surrounds moves is removed (see `surroundings`). A move that cannot be parsed is refused with its number. If
several readings are possible, all are kept: `replay` finds out which of them is legal.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.markup import unwrap_text
from slidefront.puzzles.read.packs import PackLine, check_puzzle, headings, read_pack
from slidefront.routes import surroundings
from slidefront.routes.notations import (
    NOTATIONS,
    check_points,
    is_link,
    read_link,
    read_tile_moves,
    shortened,
    understood,
)
from slidefront.routes.piece_moves import read_piece_moves, understood_pieces
from slidefront.routes.write import check_hole, has_letters
from slidefront.routes.written import WrittenMove, WrittenRoute

__all__ = ["PROBLEM", "WrittenMove", "WrittenRoute", "read_each", "read_problem", "read_routes"]

PROBLEM = re.compile(r"(?P<start>.+?):(?P<length>\d{1,9}):(?P<moves>.*)")
_REMARK = re.compile(r"\s*# .*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_FORMS = ("moves", "solution", "route", "path", "steps")


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
    check_puzzle(headings(text) if pack is None else pack, puzzle, "the text")
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
    if surroundings.is_objects(text):
        return [_read(puzzle, text, notation)]
    if is_link(text):
        link = read_link(text)
        return [replace(_read(puzzle, link.moves, notation), start=link.board)]
    if text.startswith("{"):
        return [_read_json(puzzle, text, notation)]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return list(_between_remarks(puzzle, lines, notation))


@dataclass(frozen=True)
class LinesOfMoves:
    """A text of several lines that are all moves, read as one route, and each line by itself."""

    together: WrittenRoute
    numbers: list[int]
    """The number of each line in the text."""
    lines: list[WrittenRoute]


def lines_of_moves(puzzle: Puzzle, text: str, notation: str | None) -> LinesOfMoves | None:
    """Read a text of several lines of moves, and nothing else; None for other texts."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or text.lstrip()[0] in "[{" or any(_is_remark(line) or ":" in line for _, line in lines):
        return None
    try:
        together, apart = _read(puzzle, text, notation), [_read(puzzle, line, notation) for _, line in lines]
    except RouteError:
        return None
    has_moves = all(one.moves and one.stated is None for one in (together, *apart))
    return LinesOfMoves(together, [number for number, _ in lines], apart) if has_moves else None


def _is_remark(line: str) -> bool:
    """Tell whether a line is a comment, and not a problem whose board begins with a wall."""
    if line.startswith("# puzzle: {"):
        return True
    return re.match(r"#(?!\d)", line) is not None and not PROBLEM.fullmatch(line)


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
    """Parse moves, first as slidefront writes them; ambiguous ways and numbers have several readings."""
    check_points(text)
    text = unwrap_text(text)
    if (read := _read_plain(puzzle, text)) is not None:
        return read
    found = surroundings.strip(text)
    notation = surroundings.agreed(notation, found.notation)
    if not found.text and found.stated != 0 and text.strip(" \n[](),;"):
        raise _refusal(puzzle, text)
    read = None if found.text == text else _read_plain(puzzle, found.text)
    if read is None and has_letters(puzzle):
        read = _read_tiles(puzzle, found.text, notation)
    elif read is None and puzzle.layout is not None:
        read = read_piece_moves(puzzle.layout, found.text)
    if read is None:
        raise _refusal(puzzle, found.text)
    return replace(read, stated=found.stated)


def _read_plain(puzzle: Puzzle, text: str) -> WrittenRoute | None:
    """Parse moves as slidefront writes them; None if the text is something else or ambiguous."""
    try:
        moves = tuple(_read_moves(puzzle, text))
    except RouteError:
        return None
    return None if has_letters(puzzle) and _is_ambiguous(puzzle, moves, text) else WrittenRoute(moves)


def _read_tiles(puzzle: Puzzle, text: str, notation: str | None) -> WrittenRoute | None:
    """Parse moves of tiles in any form, without the readings whose tiles do not exist."""
    read = read_tile_moves(text, partial(_is_name, puzzle), notation)
    if read is None:
        return None
    readings, errors = [], []
    for one in (read, *read.others):
        try:
            readings.append(replace(one, moves=tuple(_with_names(puzzle, one.moves)), others=()))
        except RouteError as error:
            errors.append(error)
    if not readings:
        raise errors[0]
    return replace(readings[0], others=tuple(readings[1:]))


def _with_names(puzzle: Puzzle, moves: Sequence[WrittenMove]) -> Iterator[WrittenMove]:
    """Write the tiles of moves as the puzzle names them."""
    for number, move in enumerate(moves, 1):
        named = move.what and move.way
        yield from _read_move(puzzle, number, f"{move.what} {move.way}") if named else [move]


def _is_ambiguous(puzzle: Puzzle, moves: Sequence[WrittenMove], text: str) -> bool:
    """Tell ways alone, numbers without the bars that mean cells, and D L, which can be the tile d or two ways."""
    named, ways = any(move.what for move in moves), any(not move.what and move.cell is None for move in moves)
    cells = any(move.cell is not None for move in moves)
    if (cells and (named or ways)) or (not named and (ways or (cells and "|" not in text))):
        return True
    inner = (word for part in re.split(r"[\n,|]", text) for word in part.split()[:-1])
    return any(set(word) <= set("UDLR") and word not in puzzle.names for word in inner)


def _is_name(puzzle: Puzzle, word: str) -> bool:
    try:
        return bool(puzzle.read_move([word, "L"])[0][0])
    except RouteError:
        return False


def _refusal(puzzle: Puzzle, text: str) -> RouteError:
    """Explain why a text is not moves, and which part of it was understood."""
    try:
        [*_read_moves(puzzle, text)]
    except RouteError as error:
        why = str(error)
    else:
        why = "there are no moves"
    before, rest = "", ""
    if has_letters(puzzle):
        before, rest = understood(text, partial(_is_name, puzzle))
    elif puzzle.layout is not None:
        before, rest = understood_pieces(puzzle.layout, text)
    more = (
        f"; {shortened(before)} is understood, {shortened(rest.split()[0])} is not" if before and rest.strip() else ""
    )
    return RouteError(f"{why}{more}")


def _read_json(puzzle: Puzzle, text: str, notation: str | None) -> WrittenRoute:
    try:
        record = json.loads(text)
        if "moves" not in record and isinstance(record.get("route"), dict):
            record = record["route"]
        moves = next(record[name] for name in _FORMS if isinstance(record.get(name), list | str))
        start = record.get("start", record.get("board"))
    except (ValueError, RecursionError):
        raise RouteError("the route begins like JSON and is not valid JSON") from None
    except (KeyError, TypeError, AttributeError, StopIteration):
        raise RouteError(
            'the route is JSON without moves: it needs "moves": [{"what": "0", "way": "L"}, ...]'
        ) from None
    if not isinstance(start, str | None):
        raise RouteError("the start of the JSON route must be a text")
    if not (isinstance(moves, list) and all(isinstance(move, dict) and {"what", "way"} <= {*move} for move in moves)):
        plain = moves if isinstance(moves, str) else json.dumps(moves, ensure_ascii=False)
        return replace(_read(puzzle, plain, notation), start=start)
    return WrittenRoute(tuple(_json_moves(puzzle, moves)), start)


def _json_moves(puzzle: Puzzle, moves: Sequence[dict[str, Any]]) -> Iterator[WrittenMove]:
    for number, move in enumerate(moves, 1):
        what, way, board = move["what"], move["way"], move.get("board")
        if not (isinstance(what, str) and isinstance(way, str) and isinstance(board, str | None)):
            raise RouteError(f"move {number} of the JSON route: what, way and board must be texts")
        if not way.strip():
            raise RouteError(f"move {number} of the JSON route has no way")
        yield from (replace(one, board=board) for one in _read_move(puzzle, number, f"{what} {way}"))


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
        raise RouteError(f"move {number}, {shortened(part)}: {error}") from None
    return [WrittenMove(part if len(found) == 1 else way, what, way) for what, way in found]
