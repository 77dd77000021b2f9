"""A route: a start board and the boards after it, each a move from the one before.

The keys determine the route; the names of its moves follow from them and from the names on the start board. The number
of moves depends on the metric:

    0 L, 1 L, 1 L, 6 U, 6 L      step metric 5: each cell      slide metric 4: each straight run of one piece
                                                               move metric 3: each run of one piece

A written route is replayed: its moves are made one by one, to its end or to the first illegal move.

Each notation of moves has one writer and one reader, which are each other's inverse:

    steps         5 L, 6 U      a move: the piece, or the tiles, and the way; on a graph the mover and its vertex
    grouped       0 L, 1 LLL    the steps of one piece joined, or the tiles that go one way: 5 6 7 L
    letters       UR2D          the ways of tiles around one hole, with repeats
    places        4 5 8         the cells that the hole goes to, its first one; or the vertices of the mover
    hole-letters  rrul          the ways of the hole; they are read only where their notation is named

People type moves in more ways, and the readers accept them because they cannot mean anything else: blanks, commas,
`->` and ends of lines between moves (`U2 R D`, `1 L 2 L`), arrows and words as directions (`5 ↑`, `left up`), a count
after a blank, and single small letters (`r u l 2`). Several small letters in one word are ways of the hole.

A text of letters contains only letters, and a text of places only numbers. `read_moves` recognises the notation by
that, except for hole-letters. `board_files.routes_in` reads the words around printed moves, such as `5 moves:`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, Literal, cast, get_args

from slidefront import Displayed
from slidefront.errors import IllegalMoveError, RouteError, check_type, refusal
from slidefront.notation.boards import position_of
from slidefront.notation.load import load
from slidefront.puzzles.capabilities import Move, WrongWordError, way_letters
from slidefront.puzzles.contract import require_contract
from slidefront.puzzles.core import Board, Position, Puzzle
from slidefront.units import counted

_SAME: dict[str, Callable[[Move], object]] = {
    "slide": lambda step: (step.piece, step.path),
    "move": lambda step: step.piece,
    "line": lambda step: step.path,
}
"""What steps have in common that are one move."""


class Route(Displayed):
    """Some moves of a puzzle, one after the other."""

    def __init__(self, puzzle: Puzzle, keys: Iterable[int], board: str | None = None) -> None:
        """Make a route from the keys of its boards, the start first. `board` is the start as typed: its names are kept.

        A key that no move reaches from the key before is refused.
        """
        require_contract(puzzle)
        self.puzzle = puzzle
        self.keys: tuple[int, ...] = tuple(puzzle.array(keys).tolist())
        if not self.keys:
            raise RouteError("a route needs at least its start board")
        self._first = puzzle.position(self.keys[0] if board is None else board)
        if self._first.key != self.keys[0]:
            raise RouteError(f"the route starts at {puzzle.format(self.keys[0])}, not at {self._first.text}")
        self.positions  # noqa: B018 - refuses keys that no move reaches

    @classmethod
    def found(cls, start: Position, keys: Sequence[int]) -> "Route":
        """Make a route of keys that a search has found; its moves are made when they are asked for."""
        route = cls.__new__(cls)
        route.puzzle, route.keys, route._first = start.puzzle, tuple(keys), start
        return route

    @cached_property
    def positions(self) -> list[Position]:
        """The boards with their names and the moves that led to them, the start first."""
        found = [self._first]
        for key in self.keys[1:]:
            found.append(found[-1].to(key))
        return found

    @property
    def start(self) -> int:
        """The key of the first board."""
        return self.keys[0]

    @property
    def end(self) -> int:
        """The key of the last board."""
        return self.keys[-1]

    @property
    def length(self) -> int:
        """The number of moves, in the metric of the puzzle."""
        return len(self.keys) - 1

    @property
    def moves(self) -> list[Move]:
        """The moves, each in the metric of the puzzle."""
        return moves_to(self.positions[1:])

    @property
    def boards(self) -> list[str]:
        """All boards as text, the start first; a piece keeps its name from board to board."""
        return [position.text for position in self.positions]

    @cached_property
    def steps(self) -> list[Move]:
        """The moves as single steps: for blocks, one piece by one cell."""
        pairs = zip(self.positions[:-1], self.moves, strict=True)
        return moves_to(step for before, move in pairs for step in before.play(move.piece, move.path))

    @property
    def groups(self) -> list[Move]:
        """Consecutive moves joined, as people count them."""
        return self.puzzle.notation.join(self.moves)

    @property
    def counts(self) -> dict[str, int]:
        """The number of moves in each metric of the puzzle."""
        return count(self.puzzle, self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return the route with its boards as plain data."""
        boards = self.boards
        return {
            "puzzle": self.puzzle.name,
            "metric": self.puzzle.metric,
            "start": boards[0],
            "end": boards[-1],
            "length": self.length,
            "moves": [
                {"what": move.piece, "way": move.path, "board": board}
                for move, board in zip(self.moves, boards[1:], strict=True)
            ],
            "groups": [{"what": group.piece, "way": group.path} for group in self.groups],
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Route) and (self.keys, self.boards) == (other.keys, other.boards)

    def __hash__(self) -> int:
        return hash(self.keys)

    def __str__(self) -> str:
        return "\n".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"<Route of {counted(self.length, 'move')} from {self.boards[0]} to {self.boards[-1]}>"


def moves_to(positions: Iterable[Position]) -> list[Move]:
    """List the moves that led to positions."""
    return [position.move for position in positions if position.move]


def count(puzzle: Puzzle, steps: Sequence[Move]) -> dict[str, int]:
    """Count steps as each metric of the puzzle does."""
    return {metric: sum(1 for _ in runs(steps, metric)) for metric in puzzle.metrics}


def runs(steps: Sequence[Move], metric: str) -> Iterator[list[Move]]:
    """Group the steps that are one move in a metric."""
    same = _SAME.get(metric)
    return ([*run] for _, run in groupby(steps, same)) if same else ([step] for step in steps)


Notation = Literal["steps", "grouped", "letters", "hole-letters", "places"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
_MOST = 100_000
_LETTERS = re.compile(r"(?:[UDLR][0-9]*)+")
_LETTER = re.compile(r"([UDLR])([1-9][0-9]{0,5})?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_DIGITS = re.compile(r"[0-9]+")
_SMALL_LETTERS = re.compile(r"[udlr]+[0-9]*|[0-9]+")
_WORD = re.compile(r"[^\s,]+")
_BETWEEN = re.compile(r"[^\S\n]*(?:(?:,|(?<!\S)->(?!\S))\s*|\n\s*)")
"""What stands between phrases, which have one move or several."""
_TURN = str.maketrans("UDLRudlr", "durlDURL")
"""Turns the ways of tiles into those of the hole, and back."""
_HOLE_LETTERS = frozenset("udlr")
_Words = list[re.Match[str]]


@dataclass(frozen=True)
class WrittenMove:
    """One move as it is written, before it is made."""

    text: str
    what: str = ""
    """The piece or the tiles; empty if the way is enough."""
    way: str = ""
    cell: int | None = None
    """Where the hole, or the mover, goes."""


@lru_cache(maxsize=64)
def has_letters(puzzle: Puzzle) -> bool:
    """Tell whether the ways of moves tell a route: there is one hole, and tiles go up, down, left or right."""
    ways = {move.path for move in puzzle.moves(puzzle.home)}
    return puzzle.notation.hole_cell(puzzle.home) is not None and bool(ways) and ways <= set("UDLR")


@lru_cache(maxsize=64)
def has_places(puzzle: Puzzle) -> bool:
    """Tell whether the places of the hole, or of the mover, tell a route: it has one, and no number as its name."""
    named = puzzle.names and not has_letters(puzzle) and _NUMBER.fullmatch(puzzle.names[0])
    return puzzle.notation.hole_cell(puzzle.home) is not None and not named


def check_notation(puzzle: Puzzle, form: str) -> None:
    """Refuse a notation that is unknown, or that the routes of a puzzle do not have."""
    if form not in NOTATIONS:
        raise RouteError(f"unknown format {form!r}: choose from {', '.join(NOTATIONS)}", "format")
    if form in ("letters", "hole-letters") and not has_letters(puzzle):
        raise RouteError(f"{puzzle.name} has no tiles around one hole, so letters tell no route: use steps", "format")
    if form == "places" and not has_places(puzzle):
        raise RouteError(f"{puzzle.name} has no hole or mover whose places tell a route: use steps", "format")


def default_notation(puzzle: Puzzle | str | Path) -> Notation:
    """Choose how routes are written each on one line: as letters, else as places, else as steps."""
    puzzle = load(puzzle)
    return "letters" if has_letters(puzzle) else "places" if has_places(puzzle) else "steps"


def write_moves(route: Route, form: Notation | Literal[""] = "", between: str = ", ") -> str:
    """Write the moves of a route in a notation, by default in the usual one of its puzzle."""
    check_type(route, Route, "route")
    check_type(form, str, "form")
    check_type(between, str, "between")
    form = form or default_notation(route.puzzle)
    check_notation(route.puzzle, form)
    if form == "places":
        return " ".join(map(str, map(route.puzzle.notation.hole_cell, route.keys[1:])))
    if form in ("letters", "hole-letters"):
        ways = _ways(route)
        return ways.translate(_TURN) if form == "hole-letters" else write_letters(ways)
    return between.join(map(str, route.moves if form == "steps" else route.groups))


def write_letters(ways: str) -> str:
    """Write ways with repeats, such as URDL2UR2."""
    runs = [(letter, len([*run])) for letter, run in groupby(ways)]
    return "".join(f"{letter}{times}" if times > 1 else letter for letter, times in runs)


def _ways(route: Route) -> str:
    """Join the ways of single steps, which the cells of the hole determine."""
    find, known = route.puzzle.notation.hole_cell, _known_ways(route.puzzle)
    found = []
    cells = [find(key) for key in route.keys]
    for place, pair in enumerate(pairwise(cells)):
        if pair not in known:
            [move] = [move for move in route.puzzle.moves(route.keys[place]) if move.key == route.keys[place + 1]]
            known[pair] = move.path * (len(move.piece.split()) if route.puzzle.metric == "line" else 1)
        found.append(known[pair])
    return "".join(found)


@lru_cache(maxsize=64)
def _known_ways(_: Puzzle) -> dict[tuple[int | None, int | None], str]:
    """Keep the ways between the cells of the hole."""
    return {}


@dataclass(frozen=True)
class MovesText:
    """A text that must be moves of a puzzle from a place on."""

    puzzle: Puzzle
    text: str
    first: int = 0
    form: str = ""
    """The notation; without one, the moves are read by their form."""

    def refused(self, at: int, why: str) -> RouteError:
        """Make the error that shows a place of the text, with moves in the notation that is wanted."""
        form, home = self.form or "steps", self.puzzle.position(self.puzzle.home)
        moves = self.puzzle.moves(home.key)[: 2 if form == "steps" else 1]
        samples = [write_moves(Route.found(home, [home.key, move.key]), cast("Notation", form)) for move in moves]
        sample = f"; moves are such as {', '.join(samples)}" if samples else ""
        return refusal(RouteError, self.text, at, f"{why}{sample}")

    def read(self) -> list[WrittenMove]:
        """Read the moves; an empty text has none."""
        if self.form:
            check_notation(self.puzzle, self.form)
        phrases = self._phrases()
        form = self.form or (self._form(phrases[0]) if phrases else "")
        readers = {"letters": self._letters, "hole-letters": self._hole_letters, "places": self._places}
        return readers.get(form, self._steps)(phrases)

    def _phrases(self) -> list[_Words]:
        """Cut the text into phrases, each a list of words; refuse an empty phrase."""
        last = len(self.text.rstrip())
        at = len(self.text) - len(self.text[self.first :].lstrip())
        phrases: list[_Words] = []
        while at < last:
            between = _BETWEEN.search(self.text, at, last)
            end, after = between.span() if between else (last, last)
            phrases.append([*_WORD.finditer(self.text, at, end)])
            if not phrases[-1] or (between and after == last):
                raise self.refused(at if not phrases[-1] else after, "a move is missing here")
            at = after
        return phrases

    def _form(self, phrase: _Words) -> str:
        """Recognise the notation by the first phrase; the name of a tile begins a step."""
        words = [word[0] for word in phrase]
        if has_letters(self.puzzle):
            is_alone = len(words) == 1 and not _DIGITS.match(words[0])
            if is_alone or (words[0] not in self.puzzle.names and self._are_letters(words)):
                return "letters"
        return "places" if has_places(self.puzzle) and all(map(_DIGITS.fullmatch, words)) else "steps"

    @staticmethod
    def _are_letters(words: Sequence[str]) -> bool:
        """Whether words are ways. If one is a small letter, all are: in `d L` tile 13, also called d, goes left."""
        if words[0][0] in _HOLE_LETTERS and _SMALL_LETTERS.fullmatch(words[0]):
            return all(map(_SMALL_LETTERS.fullmatch, words))
        return bool(_LETTERS.fullmatch(way_letters(words[0])))

    def _letters(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        moves: list[WrittenMove] = []
        sole = phrases[0][0][0] if len(phrases) == len(phrases[0]) == 1 else ""
        for phrase in phrases:
            for number, word in enumerate(phrase):
                written = sole if sole in _HOLE_LETTERS else way_letters(word[0])
                if number and _DIGITS.fullmatch(written):  # how often to repeat the letter before it
                    written = moves.pop().way + written
                at = 0
                while at < len(written):
                    place = word.start() + (at if written == word[0] else 0)
                    match = _LETTER.match(written, at)
                    if match is None:
                        raise self.refused(place, self._not_letters(word[0], written[at]))
                    moves += [WrittenMove(match[1], way=match[1])] * int(match[2] or 1)
                    if len(moves) > _MOST:
                        raise self.refused(place, f"a route has at most {_MOST:,} moves")
                    at = match.end()
        return moves

    def _not_letters(self, word: str, letter: str) -> str:
        if set(word) <= _HOLE_LETTERS:
            return (
                f"{word!r} has ways of the hole: name the notation, hole-letters, or write capitals for ways of tiles"
            )
        return f"{letter!r} is not a way: U, D, L or R, and how often"

    def _hole_letters(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        words = chain(*phrases)
        letters = [(word.start() + place, letter) for word in words for place, letter in enumerate(word[0])]
        for at, letter in letters:
            if letter not in _HOLE_LETTERS:
                raise self.refused(at, f"{letter!r} is not a way of the hole: u, d, l or r")
        return [WrittenMove(letter, way=letter.translate(_TURN)) for _, letter in letters]

    def _places(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        for word in chain(*phrases):
            if not _NUMBER.fullmatch(word[0]):
                raise self.refused(word.start(), f"{word[0]!r} is not the number of a place")
        return [WrittenMove(word[0], cell=int(word[0])) for word in chain(*phrases)]

    def _steps(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        found, notation = [], self.puzzle.notation
        for phrase in phrases:
            texts, begin = [word[0] for word in phrase], 0
            for end in notation.ends_of_moves(texts):
                try:
                    what, way = notation.read_move(texts[begin:end])
                except WrongWordError as wrong:
                    raise self.refused(phrase[begin + wrong.word].start(), str(wrong)) from None
                found.append(WrittenMove(" ".join(texts[begin:end]), what, way))
                begin = end
        return found


def read_moves(puzzle: Puzzle, text: str, form: str = "") -> list[WrittenMove]:
    """Read the moves of a text, without making them."""
    return MovesText(puzzle, text, form=form).read()


@dataclass(frozen=True)
class Fault:
    """What is wrong with a route."""

    why: str
    number: int | None = None
    """The number of the written move, from 1; None if the moves are legal, and their stated number is wrong."""
    move: str = ""

    def __str__(self) -> str:
        return f"move {self.number}, {self.move}: {self.why}" if self.number else self.why


@dataclass(frozen=True)
class Replay:
    """A route, as far as its moves are legal."""

    positions: list[Position]
    """The start, then the board after each step; of blocks a step is one piece by one cell."""
    fault: Fault | None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""
        return self.positions[0].puzzle

    @property
    def start(self) -> Position:
        """Where the route starts."""
        return self.positions[0]

    @property
    def end(self) -> Position:
        """Where the route ends, or the board before the move that cannot be made."""
        return self.positions[-1]

    @property
    def steps(self) -> list[Move]:
        """The steps that were made."""
        return moves_to(self.positions[1:])

    @property
    def counts(self) -> dict[str, int]:
        """How many moves they are in each metric."""
        return count(self.puzzle, self.steps)

    @property
    def meets_goal(self) -> bool | None:
        """Whether the end meets the goal; None if there is no goal."""
        return self.puzzle.meets_goal(self.end.key)

    def route(self) -> Route:
        """Return the steps as a route in the metric of the puzzle; a piece that returns to its place has not moved."""
        keys = [self.start.key]
        for run in runs(self.steps, self.puzzle.metric):
            if run[-1].key != keys[-1]:
                keys.append(run[-1].key)
        return Route.found(self.start, keys)


def replay(start: Position, moves: Sequence[WrittenMove], length: int | None = None) -> Replay:
    """Make written moves from a board; `length` is how many moves the text says that they are."""
    positions = [start]
    for number, move in enumerate(moves, 1):
        try:
            for position in _made(positions[-1], move):
                positions.append(position)  # noqa: PERF402 - those before an illegal step stay
        except IllegalMoveError as illegal:
            return Replay(positions, Fault(str(illegal), number, move.text))
    found = count(start.puzzle, moves_to(positions))[start.puzzle.metric]
    fault = None if length in (None, found) else Fault(f"the line says {length} moves; the route has {found}")
    return Replay(positions, fault)


def _made(here: Position, move: WrittenMove) -> Iterator[Position]:
    if move.cell is None:
        yield from here.play(move.what, move.way)
        return
    find = here.puzzle.notation.hole_cell
    ends = {find(after.key): after.key for after in here.puzzle.moves(here.key)}
    if move.cell not in ends:
        cells = ", ".join(map(str, sorted(cell for cell in ends if cell is not None))) or "nowhere"
        raise IllegalMoveError(f"from place {find(here.key)} it can go to {cells}")
    yield here.to(ends[move.cell])


def read_route(
    puzzle: Puzzle | str | Path, text: str, start: Board | None = None, *, form: Notation | Literal[""] = ""
) -> Route:
    """Read one route and make its moves; an illegal move is refused.

    Equal pieces keep the names of `start`, a board in any form; without it, the route starts at home. Moves are steps,
    letters or places, by their form, or as `form` says; the ways of the hole are read where it is hole-letters.
    """
    check_type(text, str, "text")
    check_type(form, str, "form")
    puzzle = load(puzzle)
    begin = position_of(puzzle, "home" if start is None else start)
    replayed = replay(begin, read_moves(puzzle, text, form))
    if replayed.fault:
        raise RouteError(str(replayed.fault))
    return replayed.route()
