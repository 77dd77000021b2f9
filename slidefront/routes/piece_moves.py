"""Grammars of moves of block puzzles and Rush Hour.

X DR, A L2, 0 LLL     spaced: a piece and its ways, two words
GR2 XR3, ALL, A+1     glued: a piece and its ways in one word; + and - are for pieces on a line
"""

from collections.abc import Iterator, Sequence

from slidefront.puzzles.core import Puzzle
from slidefront.routes.notations import GLUED, SIGNS, SPACED, WAY, is_word, spell, times
from slidefront.routes.segments import Segment
from slidefront.routes.written import WrittenMove, WrittenRoute
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token


def spaced(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read a piece and its ways again and again, as two words."""
    return [_route([move for segment in segments for move in _spaced(puzzle, segment)], SPACED, segments)]


def _spaced(puzzle: Puzzle, segment: Segment) -> Iterator[WrittenMove]:
    words = iter(segment.words)
    for word in words:
        if word.text not in puzzle.names:
            raise Stop(word, _pieces_of(puzzle))
        yield _move(puzzle, word.text, next(words, segment.end), 0)


def glued(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read words that are each a piece and its ways."""
    return [_route([_glued(puzzle, word) for segment in segments for word in segment.words], GLUED, segments)]


def _glued(puzzle: Puzzle, word: Token) -> WrittenMove:
    found: list[WrittenMove] = []
    stops = [Stop(word, _pieces_of(puzzle))]
    for name in puzzle.names:
        if word.text.startswith(name) and word.text != name:
            try:
                found.append(_move(puzzle, name, word, len(name)))
            except Stop as stop:
                stops.append(stop)
    if len(found) > 1:
        why = f"{word.text} can mean {found[0].text} or {found[1].text}: write it as one of these"
        raise Stop(word, "a move", why)
    if not found:
        raise max(stops, key=lambda stop: stop.token.place)
    return found[0]


def _route(moves: Sequence[WrittenMove], reading: str, segments: Sequence[Segment]) -> WrittenRoute:
    signs = any(mark in word.text for mark in "+-" for segment in segments for word in segment.words)
    return WrittenRoute(tuple(moves), reading=SIGNS if signs else reading)


def _move(puzzle: Puzzle, name: str, word: Token, start: int) -> WrittenMove:
    """Read the ways of a piece, which begin at a character of a word."""
    rest = word.text[start:]
    if rest[:1] in ("+", "-"):
        ways = _along(puzzle, name, word, start) * times(word, start + 1, len(word.text))
    elif rest and (is_word(rest) or rest == rest.upper()):
        ways = spell(word, start)
    else:
        raise Stop(word.at(start) if rest else word, WAY)
    return WrittenMove(f"{name} {ways}", name, ways)


def _along(puzzle: Puzzle, name: str, word: Token, start: int) -> str:
    """Return the way of a sign: along the line on which a piece moves."""
    sign = word.text[start]
    axis = [way for way in "UDLR" if puzzle.layout and way in puzzle.layout.pieces[name].ways]
    if len(axis) != 2:
        why = f"{name}{sign} does not say which way {name} goes: it is on no line; write {name} R2 or {name} D2"
        raise Stop(word.at(start), WAY, why)
    return axis[sign == "+"]


def _pieces_of(puzzle: Puzzle) -> str:
    return f"a piece ({' '.join(puzzle.names)})"
