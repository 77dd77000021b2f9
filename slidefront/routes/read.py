"""Read routes, without making moves: `replay` does that.

    13 D, 9 D                 moves by any of the grammars (see `grammars`), with their number or not: (2 moves)
    _12345678:2:LL            a problem line: the start, the number of moves, and the moves
    {"moves": [...]}          JSON (see `objects`); CSV and JSON lines of a pack are read too (see `packs`)
    # route 1 of 4            a comment that slidefront writes before each of several routes

A fence of Markdown and other comments are left out. Every token of what remains belongs to the reading. A text that no
grammar reads is refused at the token where the grammar that came furthest stopped. All readings that differ are kept:
`replay` finds out which of them are legal.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from slidefront.errors import BoardError, RouteError
from slidefront.puzzles.board_files import MOST_COLONS, BoardLine
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import PackLine, check_columns, check_puzzle, headings, read_pack
from slidefront.routes.grammars import Grammar, grammars_of
from slidefront.routes.notations import GLUED, NAMED, NAMES, SPACED
from slidefront.routes.objects import read_objects
from slidefront.routes.phrases import cut
from slidefront.routes.written import WrittenRoute
from slidefront.text.choice import Choice, attempt, choice_now, readable_part, refusal
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import MOST_BYTES, Token, TooLongError, plain_lines, tokenize

ReadRoute = Callable[[], WrittenRoute]
_MOST_JSON = 1 << 24


@dataclass(frozen=True)
class TextPart:
    """A part of a text, and where it begins: its first line, and what is before it on this line."""

    text: str
    line: int = 1
    before: str = ""


def read_routes(puzzle: Puzzle, text: str) -> list[WrittenRoute]:
    """Read the routes of a text; without moves it is a route of length zero."""
    return [read() for _, read in read_each(puzzle, text)] or [WrittenRoute(())]


def read_each(puzzle: Puzzle, text: str) -> list[tuple[int, ReadRoute]]:
    """Find the routes of a text: the line of each, and a function that reads it.

    Where moves have several readings, the format that a pack or its heading names is meant, or else what `reading_as`
    chooses now.
    """
    choice = choice_now()
    lines = _without_fence(list(enumerate(plain_lines(text).split("\n"), 1)))
    asking = [(number, line.strip()) for number, line in lines if line.strip() and not is_comment(line.strip())]
    if asking and all(line.startswith("{") and '"moves": [' in line for _, line in asking):
        return [(number, partial(_one_object, puzzle, TextPart(line, number))) for number, line in asking]
    pack = read_pack(text)
    check_puzzle(said := headings(text) if pack is None else pack, puzzle, "the text")
    if pack is not None:
        check_columns(pack, "the text")
        return [(one.number, partial(_read_pack_line, puzzle, one, choice_of(one, choice))) for one in pack]
    if asking and asking[0][1][0] in "{[":
        first = asking[0][0]
        whole = TextPart("\n".join(line for number, line in lines if number >= first), first)
        return [(first, partial(replace, one)) for one in _read_objects(puzzle, whole)]
    if any(problem_parts(line) for _, line in asking):
        choice = choice_of(said[-1], choice) if said else choice
        return [(number, partial(read_problem, puzzle, number, line, choice)) for number, line in asking]
    return [(part.line, partial(_read, puzzle, part, choice)) for part in _sections(lines)]


def choice_of(line: PackLine, otherwise: Choice | None) -> Choice | None:
    """Choose the reading that a pack names."""
    return Choice(line.read_as) if line.read_as else otherwise


def is_comment(line: str) -> bool:
    """Tell whether a line is a comment, and not a problem whose board begins with a wall."""
    return line.startswith("#") and (line.startswith("# puzzle: {") or not problem_parts(line))


def lines_of_moves(puzzle: Puzzle, text: str) -> tuple[WrittenRoute, list[tuple[int, WrittenRoute]]] | None:
    """Read a text of several lines that are all moves, as one route, and each line by itself, with its number.

    None for other texts.
    """
    lines = [TextPart(line, number) for number, line in enumerate(plain_lines(text).split("\n"), 1) if line.strip()]
    if len(lines) < 2 or any(is_comment(line.text.strip()) or ":" in line.text for line in lines):
        return None
    try:
        together, *apart = (_read(puzzle, part, choice_now()) for part in (TextPart(text), *lines))
    except RouteError:
        return None
    has_moves = all(one.moves and one.stated is None for one in (together, *apart))
    return (together, [*zip([line.line for line in lines], apart, strict=True)]) if has_moves else None


def problem_parts(line: str) -> tuple[str, str, str] | None:
    """Cut a problem line into the board, the number of moves and the moves; None for another line."""
    return next(_cuts(line), None)


def _cuts(line: str) -> Iterator[tuple[str, str, str]]:
    """Cut a line at each number between colons; names of pieces may have colons too."""
    parts = line.split(":", MOST_COLONS)
    for number, part in enumerate(parts[1:-1], 1):
        if part.isdecimal() and len(part) < 10:
            yield ":".join(parts[:number]), part, ":".join(parts[number + 1 :])


def _is_board(puzzle: Puzzle, text: str) -> bool:
    with suppress(BoardError):
        return puzzle.parse(text) >= 0
    return False


def read_problem(puzzle: Puzzle, number: int, line: str, choice: Choice | None) -> WrittenRoute:
    """Read a problem line."""
    parts = [*_cuts(line)]
    if not parts:
        raise RouteError(f"line {number} is not a problem line as the others are: write board:number of moves:moves")
    start, length, moves = next((one for one in parts[1:] and parts if _is_board(puzzle, one[0])), parts[0])
    return _beside(_read(puzzle, TextPart(moves, number, f"{start}:{length}:"), choice), start, int(length))


def _beside(route: WrittenRoute, start: str, length: int | None) -> WrittenRoute:
    """Add the start and the number of moves that are beside them, to all readings."""
    others = tuple(replace(one, start=start, length=length) for one in route.others)
    return replace(route, start=start, length=length, others=others)


def with_readable_moves(puzzle: Puzzle, line: BoardLine) -> BoardLine:
    """Return a line of a file of boards, with an error if the moves beside its board cannot be read."""
    try:
        if line.moves and line.error is None:
            _read(puzzle, TextPart(line.moves), choice_now())
    except RouteError as error:
        return replace(line, key=None, error=BoardError(f"the moves beside the board: {error}"))
    return line


def _read_pack_line(puzzle: Puzzle, line: PackLine, choice: Choice | None) -> WrittenRoute:
    if line.route is None and (line.fault or line.length != 0):
        why = line.fault or "it has no route to replay: make the pack with its routes"
        raise RouteError(f"line {line.number}, {why}")
    return _beside(_read(puzzle, TextPart(line.route or "", line.number), choice), line.board, line.length)


def _without_fence(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out the lines of a fence of Markdown, if it is around all others."""
    used = [place for place, (_, line) in enumerate(lines) if line.strip()] or [0]
    first, last = lines[used[0]][1].strip(), lines[used[-1]][1].strip()
    fenced = len(used) > 1 and first[:3] in ("```", "~~~") and last == first[:3]
    return lines[used[0] + 1 : used[-1]] if fenced else lines


def _sections(lines: Sequence[tuple[int, str]]) -> Iterator[TextPart]:
    """Cut lines into the routes after comments such as `# route 1 of 4`, and what is before the first of them."""
    starts = [place for place, (_, line) in enumerate(lines) if _is_heading(line)] + [len(lines)]
    if any(line.strip() and not is_comment(line.strip()) for _, line in lines[: starts[0]]):
        starts = [0, *starts]
    for start, end in pairwise(starts):
        yield TextPart("\n".join(line for _, line in lines[start:end]), lines[start][0])


def _is_heading(line: str) -> bool:
    words = line.split()
    return len(words) == 5 and words[:2] == ["#", "route"] and words[2].isdecimal() and words[3:4] == ["of"]


def _one_object(puzzle: Puzzle, part: TextPart) -> WrittenRoute:
    found = _read_objects(puzzle, part)
    if len(found) != 1:
        raise RouteError(f"line {part.line} has {len(found)} routes: write each on a line of its own")
    return found[0]


def _read_objects(puzzle: Puzzle, part: TextPart) -> list[WrittenRoute]:
    try:
        return read_objects(puzzle, Cursor(_tokens(part, _MOST_JSON)))
    except Stop as stop:
        raise _error(part, [stop]) from None


def _tokens(part: TextPart, most: int) -> Sequence[Token]:
    try:
        return tokenize(part.text, most, most)
    except TooLongError as reason:
        raise RouteError(f"line {part.line}: {reason}: give a shorter one") from None


def _read(puzzle: Puzzle, part: TextPart, choice: Choice | None) -> WrittenRoute:
    """Read moves by all grammars of a puzzle; the readings that differ from the first are kept as others."""
    grammars = {one.__name__: partial(_readings, puzzle, one) for one in grammars_of(puzzle)}
    found, stops = attempt(_tokens(part, MOST_BYTES), grammars)
    if not found:
        raise _error(part, stops, readable_part(part.text, grammars))
    readings = [*dict.fromkeys(reading for one in found for reading in one.value)]
    if len(readings) == 1:
        return replace(
            readings[0], reading="" if readings[0].reading in (NAMED, SPACED, GLUED) else readings[0].reading
        )
    fitting = [one for one in readings if choice and NAMES.get(one.reading) == choice.name]
    if choice and fitting:
        choice.used = True
    first, *others = fitting or readings
    return replace(first, others=tuple(others))


def _readings(puzzle: Puzzle, grammar: Grammar, cursor: Cursor) -> list[WrittenRoute]:
    """Cut the tokens into phrases, and apply a grammar."""
    phrases, stated = cut(cursor.tokens, puzzle.names)
    found = grammar(puzzle, phrases) if phrases else [WrittenRoute(())]
    cursor.index = len(cursor.tokens)
    return [replace(one, stated=stated) for one in found]


def _error(part: TextPart, stops: Sequence[Stop], readable: str = "") -> RouteError:
    """Make the refusal of a part, with lines and columns of the whole text."""
    text = "\n" * (part.line - 1) + part.before + part.text
    for stop in stops:
        token, first = stop.token, stop.token.line == 1
        stop.token = replace(token, line=token.line + part.line - 1, column=token.column + len(part.before) * first)
    error = refusal(text, stops, RouteError, readable)
    assert isinstance(error, RouteError)
    return error
