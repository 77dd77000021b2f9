"""Routes: a start board and the boards after it, each a move from the board before; and the notations of their moves.

The keys determine the route. The names of its moves follow from the keys and from the names on the start board. The
number of moves depends on the metric:

    0 L, 1 L, 1 L, 6 U, 6 L      step metric 5: each cell      slide metric 4: each straight run of one piece
                                                               move metric 3: each run of one piece

Each notation has one writer and one reader, and the reader inverts the writer:

    steps         5 L, 6 U      the piece or the tiles, and their path; on a graph the mover and its vertex
    grouped       0 L, 1 LLL    the joined steps of one piece, or all tiles that go in one direction: 5 6 7 L
    letters       UR2D          the directions of tiles around one hole, with repeats
    places        4 5 8         the first cell of the hole after each move, or the vertex of the mover
    hole-letters  rrul          the directions of the hole; read only if the notation is named

Readers also accept other unambiguous forms that people type: blanks, commas, `->` and line ends between moves
(`U2 R D`, `1 L 2 L`), arrows and words as directions (`5 ↑`, `left up`), a count after a blank, and single small
letters (`r u l 2`). Several small letters in one word are directions of the hole.

A text of letters contains only letters, and a text of places only numbers, so `read_moves` recognises the notation.
`replay` plays the moves that `read_moves` returns, to the end or to the first illegal move. `board_files.routes_in`
reads the words around printed moves, such as `5 moves:`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, Literal, cast

from slidefront import Displayed
from slidefront.errors import IllegalMoveError, RouteError, check_type, error_at
from slidefront.notation import NOTATIONS, Notation
from slidefront.notation.boards import position_of
from slidefront.notation.load import load
from slidefront.puzzles.capabilities import Move, WrongWordError, way_letters
from slidefront.puzzles.core import Board, Position, Puzzle, require_contract
from slidefront.units import counted

_RUNS: dict[str, Callable[[Move], object]] = {
    "slide": lambda step: (step.piece, step.path),
    "move": lambda step: step.piece,
    "line": lambda step: step.path,
}
"""The property that all steps of one move share, by metric. In other metrics, each step is a move."""


class Route(Displayed):
    """A sequence of moves of a puzzle."""

    def __init__(self, puzzle: Puzzle, keys: Iterable[int], board: str | None = None) -> None:
        """Make a route from the keys of its boards, the start first.

        `board` is the start as text, if equal pieces should keep its names. A key that is not a move away from the key
        before raises an error.
        """
        require_contract(puzzle)
        self.puzzle = puzzle
        self.keys: tuple[int, ...] = tuple(puzzle.array(keys).tolist())
        if not self.keys:
            raise RouteError("a route needs at least its start board")
        self._first = puzzle.position(self.keys[0] if board is None else board)
        if self._first.key != self.keys[0]:
            raise RouteError(f"the route starts at {puzzle.format(self.keys[0])}, not at {self._first.text}")
        self.positions  # noqa: B018 - raises an error if a key is not a move away

    @classmethod
    def unchecked(cls, start: Position, keys: Sequence[int]) -> "Route":
        """Make a route from the keys that a search returned, without computing its moves yet."""
        route = cls.__new__(cls)
        route.puzzle, route.keys, route._first = start.puzzle, tuple(keys), start
        return route

    @cached_property
    def positions(self) -> list[Position]:
        """The boards with their names and the moves that led to them, the start first."""
        positions = [self._first]
        for key in self.keys[1:]:
            positions.append(positions[-1].to(key))
        return positions

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
        """The moves as people count them: consecutive moves of a piece are joined."""
        return self.puzzle.notation.join(self.moves)

    @property
    def counts(self) -> dict[str, int]:
        """The number of moves in each metric of the puzzle."""
        return _count(self.puzzle, self.steps)

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
                {"piece": move.piece, "path": move.path, "board": board}
                for move, board in zip(self.moves, boards[1:], strict=True)
            ],
            "groups": [{"piece": group.piece, "path": group.path} for group in self.groups],
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
    """Return the moves that led to positions."""
    return [position.move for position in positions if position.move]


def _count(puzzle: Puzzle, steps: Sequence[Move]) -> dict[str, int]:
    """Count the moves in each metric of the puzzle."""
    return {metric: sum(1 for _ in _group(steps, metric)) for metric in puzzle.metrics}


def _group(steps: Sequence[Move], metric: str) -> Iterator[list[Move]]:
    """Group the steps that are one move in a metric."""
    key = _RUNS.get(metric)
    return ([*run] for _, run in groupby(steps, key)) if key else ([step] for step in steps)


_MOST_MOVES = 100_000
_LETTERS = re.compile(r"(?:[UDLR][0-9]*)+")
_LETTER = re.compile(r"([UDLR])([1-9][0-9]{0,5})?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_DIGITS = re.compile(r"[0-9]+")
_SMALL_LETTERS = re.compile(r"[udlr]+[0-9]*|[0-9]+")
_WORD = re.compile(r"[^\s,]+")
_BETWEEN = re.compile(r"[^\S\n]*(?:(?:,|(?<!\S)->(?!\S))\s*|\n\s*)")
"""The separator of phrases. A phrase has one or more moves."""
_TURN = str.maketrans("UDLRudlr", "durlDURL")
"""Turns directions of tiles into directions of the hole, and back."""
_HOLE_LETTERS = frozenset("udlr")
_Words = list[re.Match[str]]


@dataclass(frozen=True)
class WrittenMove:
    """A move as it is written, before it is played."""

    text: str
    piece: str = ""
    """The piece or the tiles; empty if the path is enough."""
    path: str = ""
    cell: int | None = None
    """The cell of the hole, or the vertex of the mover, after the move."""


@lru_cache(maxsize=64)
def has_letters(puzzle: Puzzle) -> bool:
    """Whether directions determine a route: there is one hole, and tiles go up, down, left or right."""
    paths = {move.path for move in puzzle.moves(puzzle.home)}
    return puzzle.notation.hole_cell(puzzle.home) is not None and bool(paths) and paths <= set("UDLR")


@lru_cache(maxsize=64)
def has_places(puzzle: Puzzle) -> bool:
    """Whether the cells of the hole, or of a mover whose name is not a number, determine a route."""
    is_number = puzzle.names and not has_letters(puzzle) and _NUMBER.fullmatch(puzzle.names[0])
    return puzzle.notation.hole_cell(puzzle.home) is not None and not is_number


def check_notation(puzzle: Puzzle, form: str) -> None:
    """Raise an error if a notation is unknown, or if the puzzle does not support it."""
    if form not in NOTATIONS:
        raise RouteError(f"unknown format {form!r}: choose from {', '.join(NOTATIONS)}", "form")
    if form in ("letters", "hole-letters") and not has_letters(puzzle):
        raise RouteError(
            f"{puzzle.name} has no tiles around one hole, so it does not support {form}: use steps", "form"
        )
    if form == "places" and not has_places(puzzle):
        raise RouteError(f"{puzzle.name} does not support places, which need one hole or a mover: use steps", "form")


def default_notation(puzzle: Puzzle | str | Path) -> Notation:
    """Return the shortest notation that the puzzle supports: letters, else places, else steps."""
    puzzle = load(puzzle)
    return "letters" if has_letters(puzzle) else "places" if has_places(puzzle) else "steps"


def write_moves(route: Route, form: Notation | Literal[""] = "", between: str = ", ") -> str:
    """Write the moves of a route in the notation `form`, by default in the shortest notation of its puzzle.

    `between` separates the moves of steps and grouped steps.
    """
    check_type(route, Route, "route")
    check_type(form, str, "form")
    check_type(between, str, "between")
    form = form or default_notation(route.puzzle)
    check_notation(route.puzzle, form)
    if form == "places":
        return " ".join(map(str, map(route.puzzle.notation.hole_cell, route.keys[1:])))
    if form in ("letters", "hole-letters"):
        directions = _directions(route)
        if form == "hole-letters":
            return directions.translate(_TURN)
        repeats = [(letter, len([*run])) for letter, run in groupby(directions)]
        return "".join(f"{letter}{times}" if times > 1 else letter for letter, times in repeats)
    return between.join(map(str, route.moves if form == "steps" else route.groups))


def _directions(route: Route) -> str:
    """Join the directions of single steps, which the cells of the hole determine."""
    puzzle, known = route.puzzle, _known_directions(route.puzzle)
    cells = [puzzle.notation.hole_cell(key) for key in route.keys]
    for index, pair in enumerate(pairwise(cells)):
        if pair not in known:
            [move] = [move for move in puzzle.moves(route.keys[index]) if move.key == route.keys[index + 1]]
            known[pair] = move.path * (len(move.piece.split()) if puzzle.metric == "line" else 1)
    return "".join(known[pair] for pair in pairwise(cells))


@lru_cache(maxsize=64)
def _known_directions(_: Puzzle) -> dict[tuple[int | None, int | None], str]:
    """Return a cache, one per puzzle: the direction of the tiles if the hole goes from one cell to another."""
    return {}


@dataclass(frozen=True)
class MovesText:
    """A text with the moves of a puzzle."""

    puzzle: Puzzle
    text: str
    first: int = 0
    """The index of the first letter that belongs to the moves."""
    form: str = ""
    """The notation. If it is empty, the first moves decide."""

    def error_at(self, index: int, why: str) -> RouteError:
        """Return an error that shows a letter of the text, with examples of moves in the expected notation."""
        form, home = self.form or "steps", self.puzzle.position(self.puzzle.home)
        moves = self.puzzle.moves(home.key)[: 2 if form == "steps" else 1]
        samples = [write_moves(Route.unchecked(home, [home.key, move.key]), cast("Notation", form)) for move in moves]
        sample = f"; write moves such as {', '.join(samples)}" if samples else ""
        return error_at(RouteError, self.text, index, f"{why}{sample}")

    def read(self) -> list[WrittenMove]:
        """Read the moves; return an empty list for an empty text."""
        if self.form:
            check_notation(self.puzzle, self.form)
        phrases = self._phrases()
        form = self.form or (self._form(phrases[0]) if phrases else "")
        readers = {"letters": self._letters, "hole-letters": self._hole_letters, "places": self._places}
        return readers.get(form, self._steps)(phrases)

    def _phrases(self) -> list[_Words]:
        """Split the text into phrases, each a list of words; raise an error for an empty phrase."""
        last = len(self.text.rstrip())
        begin = len(self.text) - len(self.text[self.first :].lstrip())
        phrases: list[_Words] = []
        while begin < last:
            between = _BETWEEN.search(self.text, begin, last)
            end, after = between.span() if between else (last, last)
            phrases.append([*_WORD.finditer(self.text, begin, end)])
            if not phrases[-1] or (between and after == last):
                raise self.error_at(begin if not phrases[-1] else after, "a move is missing here")
            begin = after
        return phrases

    def _form(self, phrase: _Words) -> str:
        """Recognise the notation by the first phrase. The name of a tile starts a step."""
        words = [word[0] for word in phrase]
        if has_letters(self.puzzle):
            # Small letters stand alone: in `d L`, tile 13, also called d, goes left.
            is_small = words[0][0] in _HOLE_LETTERS and _SMALL_LETTERS.fullmatch(words[0])
            are_letters = (
                all(map(_SMALL_LETTERS.fullmatch, words)) if is_small else _LETTERS.fullmatch(way_letters(words[0]))
            )
            is_alone = len(words) == 1 and not _DIGITS.match(words[0])
            if is_alone or (words[0] not in self.puzzle.names and are_letters):
                return "letters"
        return "places" if has_places(self.puzzle) and all(map(_DIGITS.fullmatch, words)) else "steps"

    def _letters(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        moves: list[WrittenMove] = []
        sole = phrases[0][0][0] if len(phrases) == 1 and len(phrases[0]) == 1 else ""
        for phrase in phrases:
            for number, word in enumerate(phrase):
                letters = sole if sole in _HOLE_LETTERS else way_letters(word[0])
                if number and _DIGITS.fullmatch(letters):  # a count, which repeats the letter before it
                    letters = moves.pop().path + letters
                index = 0
                while index < len(letters):
                    place = word.start() + (index if letters == word[0] else 0)
                    match = _LETTER.match(letters, index)
                    if match is None:
                        why = f"{letters[index]!r} is not a direction: write U, D, L or R, and a number to repeat it"
                        if set(word[0]) <= _HOLE_LETTERS:
                            why = f"{word[0]!r} has directions of the hole: name the notation hole-letters, or write "
                            why += "directions of tiles"
                        raise self.error_at(place, why)
                    moves += [WrittenMove(match[1], path=match[1])] * int(match[2] or 1)
                    if len(moves) > _MOST_MOVES:
                        raise self.error_at(place, f"a route has at most {_MOST_MOVES:,} moves")
                    index = match.end()
        return moves

    def _hole_letters(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        letters = [(word.start() + n, letter) for word in chain(*phrases) for n, letter in enumerate(word[0])]
        for index, letter in letters:
            if letter not in _HOLE_LETTERS:
                raise self.error_at(index, f"{letter!r} is not a direction of the hole: write u, d, l or r")
        return [WrittenMove(letter, path=letter.translate(_TURN)) for _, letter in letters]

    def _places(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        for word in chain(*phrases):
            if not _NUMBER.fullmatch(word[0]):
                raise self.error_at(word.start(), f"{word[0]!r} is not the number of a cell")
        return [WrittenMove(word[0], cell=int(word[0])) for word in chain(*phrases)]

    def _steps(self, phrases: Sequence[_Words]) -> list[WrittenMove]:
        moves, notation = [], self.puzzle.notation
        for phrase in phrases:
            words, begin = [word[0] for word in phrase], 0
            for end in notation.ends_of_moves(words):
                try:
                    piece, path = notation.read_move(words[begin:end])
                except WrongWordError as wrong:
                    raise self.error_at(phrase[begin + wrong.word].start(), str(wrong)) from None
                moves.append(WrittenMove(" ".join(words[begin:end]), piece, path))
                begin = end
        return moves


def read_moves(puzzle: Puzzle, text: str, form: str = "") -> list[WrittenMove]:
    """Read the moves of a text, without playing them."""
    return MovesText(puzzle, text, form=form).read()


@dataclass(frozen=True)
class Fault:
    """The reason why a route is wrong."""

    why: str
    number: int | None = None
    """The number of the illegal move, from 1; None if all moves are legal but their stated number is wrong."""
    move: str = ""

    def __str__(self) -> str:
        return f"move {self.number}, {self.move}: {self.why}" if self.number else self.why


@dataclass(frozen=True)
class Replay:
    """A route, up to its first illegal move."""

    positions: list[Position]
    """The start, then the board after each step. For blocks, a step is one piece by one cell."""
    fault: Fault | None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the route."""
        return self.positions[0].puzzle

    @property
    def start(self) -> Position:
        """The start position."""
        return self.positions[0]

    @property
    def end(self) -> Position:
        """The last position, or the position before the illegal move."""
        return self.positions[-1]

    @property
    def steps(self) -> list[Move]:
        """The steps that were played."""
        return moves_to(self.positions[1:])

    @property
    def counts(self) -> dict[str, int]:
        """The number of moves in each metric."""
        return _count(self.puzzle, self.steps)

    @property
    def meets_goal(self) -> bool | None:
        """Whether the end meets the goal; None if there is no goal."""
        return self.puzzle.meets_goal(self.end.key)

    def route(self) -> Route:
        """Return the steps as a route in the metric of the puzzle. A piece that returns to its place has not moved."""
        keys = [self.start.key]
        for run in _group(self.steps, self.puzzle.metric):
            if run[-1].key != keys[-1]:
                keys.append(run[-1].key)
        return Route.unchecked(self.start, keys)


def replay(start: Position, moves: Sequence[WrittenMove], length: int | None = None) -> Replay:
    """Play written moves from a position. `length` is the number of moves that the text states."""
    positions = [start]
    for number, move in enumerate(moves, 1):
        try:
            for position in _play(positions[-1], move):
                positions.append(position)  # noqa: PERF402 - keeps the steps before an illegal step
        except IllegalMoveError as illegal:
            return Replay(positions, Fault(str(illegal), number, move.text))
    played = _count(start.puzzle, moves_to(positions))[start.puzzle.metric]
    fault = None if length in (None, played) else Fault(f"the stated length is {length}, but the route has {played}")
    return Replay(positions, fault)


def _play(position: Position, move: WrittenMove) -> Iterator[Position]:
    """Play the steps of a move, or raise IllegalMoveError."""
    if move.cell is None:
        yield from position.play(move.piece, move.path)
        return
    hole_cell = position.puzzle.notation.hole_cell
    ends = {hole_cell(after.key): after.key for after in position.puzzle.moves(position.key)}
    if move.cell not in ends:
        cells = ", ".join(map(str, sorted(cell for cell in ends if cell is not None))) or "no other cell"
        raise IllegalMoveError(f"from cell {hole_cell(position.key)} the moves lead to {cells}")
    yield position.to(ends[move.cell])


def read_route(
    puzzle: Puzzle | str | Path, text: str, start: Board | None = None, *, form: Notation | Literal[""] = ""
) -> Route:
    """Read a route and play its moves; raise RouteError for an illegal move.

    `start` is a board in any notation, by default home; equal pieces keep its names. `form` is the notation of the
    moves. Without it, the moves are recognised as steps, letters or places; hole-letters must be named.
    """
    check_type(text, str, "text")
    check_type(form, str, "form")
    puzzle = load(puzzle)
    played = replay(position_of(puzzle, "home" if start is None else start), read_moves(puzzle, text, form))
    if played.fault:
        raise RouteError(str(played.fault))
    return played.route()
