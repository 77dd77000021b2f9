"""The moves of a route as text. Each notation has one writer and one reader, which are each other's inverse.

    steps         5 L, 6 U      a move: the piece, or the tiles, and the way; on a graph the mover and its vertex
    grouped       0 L, 1 LLL    the steps of one piece joined, or the tiles that go one way: 5 6 7 L
    letters       UR2D          the ways of tiles around one hole, with repeats
    places        4 5 8         the cells that the hole goes to, its first one; or the vertices of the mover
    hole-letters  rrul          the ways of the hole; they are read only where their notation is named

A comma, or the end of a line, stands between steps. A text of letters is one word, and one of places has numbers alone,
so that no text can be read in two ways. `read_moves` reads all but the last by their form.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from slidefront.errors import RouteError, refusal
from slidefront.notation.route import Route
from slidefront.puzzles.capabilities import WrongWordError
from slidefront.puzzles.core import Puzzle

NOTATIONS = ("steps", "grouped", "letters", "hole-letters", "places")
_MOST = 100_000
_LETTERS = re.compile(r"(?:[UDLR]\d*)+")
_LETTER = re.compile(r"([UDLR])([1-9]\d{0,5})?")
_NUMBER = re.compile(r"0|[1-9]\d{0,8}")
_WORD = re.compile(r"\S+")
_PHRASE = re.compile(r"[^,\n]*")
_TURN = str.maketrans("UDLRudlr", "durlDURL")
"""Turns the ways of tiles into those of the hole, and back."""


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
    ways = {move.way for move in puzzle.successors(puzzle.home)}
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


def usual_notation(puzzle: Puzzle) -> str:
    """Choose how routes are written each on one line: as letters, else as places, else as steps."""
    return "letters" if has_letters(puzzle) else "places" if has_places(puzzle) else "steps"


def write_moves(route: Route, form: str = "", between: str = ", ") -> str:
    """Write the moves of a route in a notation, by default in the usual one of its puzzle."""
    form = form or usual_notation(route.puzzle)
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
            [move] = [move for move in route.puzzle.successors(route.keys[place]) if move.key == route.keys[place + 1]]
            known[pair] = move.way * (len(move.what.split()) if route.puzzle.metric == "line" else 1)
        found.append(known[pair])
    return "".join(found)


@lru_cache(maxsize=64)
def _known_ways(_: Puzzle) -> dict[tuple[int | None, int | None], str]:
    """Keep the ways between the cells of the hole."""
    return {}


@dataclass(frozen=True)
class MovesText:
    """A text that must be moves of a puzzle, or has them in it."""

    puzzle: Puzzle
    text: str
    first: int = 0
    """Where the moves begin."""
    last: int | None = None
    """Where they end."""

    def refused(self, at: int, why: str) -> RouteError:
        """Make the error that shows a place of the text."""
        moves = self.puzzle.successors(self.puzzle.home)
        sample = f"; moves are such as {', '.join(map(str, moves[:2]))}" if moves else ""
        return refusal(RouteError, self.text, at, f"{why}{sample}")

    def read(self, form: str = "") -> list[WrittenMove]:
        """Read the moves, in the notation that is named or else by their form; an empty text has none."""
        end = len(self.text[: self.last])
        words = [*_WORD.finditer(self.text, self.first, end)]
        if not words:
            return []
        if form == "hole-letters":
            return self._hole_letters(words)
        if has_letters(self.puzzle) and self._are_letters(words):
            return self._letters(words)
        phrase = self.text[self.first : end].lstrip()
        last = (_PHRASE.match(phrase) or words[0])[0].split()[-1:]
        is_step = not has_letters(self.puzzle) and words[0][0] == self.puzzle.names[0] if self.puzzle.names else False
        if has_places(self.puzzle) and last and last[0].isdecimal() and not is_step:
            return self._places(words)
        return self._steps(self.first, end)

    def _are_letters(self, words: Sequence[re.Match[str]]) -> bool:
        """Tell letters by the first word; the only word is letters if it is no number."""
        first = words[0][0]
        if len(words) == 1 and not first[0].isdecimal():
            return True
        return bool(_LETTERS.fullmatch(first)) and first not in self.puzzle.names

    def _letters(self, words: Sequence[re.Match[str]]) -> list[WrittenMove]:
        word, found, at = words[0], "", words[0].start()
        while at < word.end():
            match = _LETTER.match(self.text, at, word.end())
            if match is None:
                raise self.refused(at, f"{self.text[at]!r} is not a way: U, D, L or R, and how often")
            found += match[1] * int(match[2] or 1)
            if len(found) > _MOST:
                raise self.refused(at, f"a route has at most {_MOST:,} moves")
            at = match.end()
        self._only(words)
        return [WrittenMove(way, way=way) for way in found]

    def _hole_letters(self, words: Sequence[re.Match[str]]) -> list[WrittenMove]:
        for place, letter in enumerate(words[0][0]):
            if letter not in "udlr":
                raise self.refused(words[0].start() + place, f"{letter!r} is not a way of the hole: u, d, l or r")
        self._only(words)
        return [WrittenMove(letter, way=letter.translate(_TURN)) for letter in words[0][0]]

    def _only(self, words: Sequence[re.Match[str]]) -> None:
        if len(words) > 1:
            raise self.refused(words[1].start(), "letters are one word, and here is another")

    def _places(self, words: Sequence[re.Match[str]]) -> list[WrittenMove]:
        for word in words:
            if not _NUMBER.fullmatch(word[0]):
                raise self.refused(word.start(), f"{word[0]!r} is not the number of a place")
        return [WrittenMove(word[0], cell=int(word[0])) for word in words]

    def _steps(self, at: int, end: int) -> list[WrittenMove]:
        end = len(self.text[:end].rstrip())
        at += len(self.text[at:end]) - len(self.text[at:end].lstrip())
        found = []
        while True:
            match = _PHRASE.match(self.text, at, end)
            assert match is not None
            words = [*_WORD.finditer(self.text, match.start(), match.end())]
            if not words:
                raise self.refused(match.end(), "a move is missing here")
            try:
                what, way = self.puzzle.notation.read_move([word[0] for word in words])
            except WrongWordError as wrong:
                raise self.refused(words[wrong.word].start(), str(wrong)) from None
            except RouteError as error:
                raise self.refused(words[0].start(), str(error)) from None
            found.append(WrittenMove(" ".join(word[0] for word in words), what, way))
            at = match.end() + 1
            if at > end:
                return found


def read_moves(puzzle: Puzzle, text: str, form: str = "") -> list[WrittenMove]:
    """Read the moves of a text, without making them."""
    return MovesText(puzzle, text).read(form)
