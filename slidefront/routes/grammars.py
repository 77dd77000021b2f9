"""Grammars of moves: plain functions from a puzzle and all phrases to readings, or to a refusal at a token.

    tiles around one hole    ways URDL2UR2; several 5 6 7 L; spaced 13 D 9 D; glued 13D 9D; cells 13|9|5; tiles 13, 9, 5
    blocks                   spaced X DR, A L2; glued GR2 XR3, A+1; cells, to say why there are none
    all others               steps J 5, as the puzzle reads them; cells 4|8|2

A phrase of `several` and of `steps` is one move, and one of cells of a graph; others have any number of moves.
"""

from collections.abc import Callable, Sequence

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.notations import (
    CELLS,
    GLUED,
    HOLE_GOES,
    NAMED,
    SIGNS,
    SPACED,
    TILES,
    TILES_GO,
    WAY,
    flipped,
    is_word,
    spell,
    times,
)
from slidefront.routes.phrases import Phrase
from slidefront.routes.write import check_hole, has_letters
from slidefront.routes.written import WrittenMove, WrittenRoute
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token

Grammar = Callable[[Puzzle, Sequence[Phrase]], list[WrittenRoute]]
_LONGEST = 2
"""The digits of a tile; names of a puzzle may be longer."""


def grammars_of(puzzle: Puzzle) -> tuple[Grammar, ...]:
    """List the grammars of a puzzle, the most usual first."""
    if has_letters(puzzle):
        return ways, several, spaced, glued, cells, tiles
    return (spaced, glued, cells) if puzzle.notation.paths else (steps, cells)


def ways(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read ways alone, those of the tiles or those of the hole. The custom for letters in upper case is the tiles."""
    names = {word for one in phrases for word in one.words[:-1] if word.text in puzzle.names and word.text.isupper()}
    words = [word for phrase in phrases for word in phrase.words]
    found: list[str] = []
    length = 0
    for word in words:
        if word in names:
            raise Stop(word, WAY, f"{word.text} is a tile here: write ways without blanks, as in LURD")
        found.append(spell(word, 0, length))
        length += len(found[-1])
    letters = [word for word in words if not is_word(word.text)]
    _check_case(letters)
    firm = len(letters) == len(words) and all(word.text.isupper() for word in words)
    tile = "".join(found)
    return [_ways(tile, tile, TILES_GO, firm), _ways(tile, flipped(tile), HOLE_GOES, firm)]


def _ways(letters: str, going: str, reading: str, firm: bool) -> WrittenRoute:  # noqa: FBT001
    moves = tuple(WrittenMove(letter, way=way) for letter, way in zip(letters, going, strict=True))
    return WrittenRoute(moves, reading=reading, firm=firm)


def _check_case(words: Sequence[Token]) -> None:
    """Stop at the first letter that is in another case than the first of all."""
    letters = [(word, place) for word in words for place, letter in enumerate(word.text) if letter.isalpha()]
    upper = {word.text[place].isupper() for word, place in letters[:1]}
    for word, place in letters:
        if word.text[place].isupper() not in upper:
            why = "the moves mix upper and lower case: write them all in one, such as URDL2UR2 or rrruldd"
            raise Stop(word.at(place), WAY, why)


def several(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read a move in each phrase: tiles, then their way."""
    moves = []
    for phrase in phrases:
        *names, way = phrase.words if len(phrase.words) > 1 else (*phrase.words, phrase.end)
        moves.append(_move(puzzle, names, way))
    return [_named(moves, NAMED, phrases)]


def spaced(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read a name and its ways again and again, as two words."""
    moves = []
    for phrase in phrases:
        words = (*phrase.words, phrase.end)
        moves += [_move(puzzle, words[place : place + 1], words[place + 1]) for place in range(0, len(words) - 1, 2)]
    return [_named(moves, SPACED, phrases)]


def glued(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read words that are each a name and its ways."""
    return [_named([_glued(puzzle, word) for one in phrases for word in one.words], GLUED, phrases)]


def _glued(puzzle: Puzzle, word: Token) -> WrittenMove:
    """Cut a word after a name, but not inside a number."""
    found: list[WrittenMove] = []
    stops = [Stop(word, _names_of(puzzle))]
    longest = max(_LONGEST, *map(len, puzzle.names))
    for end in range(1, min(len(word.text), longest + 1)):
        if not word.text[end - 1 : end + 1].isdecimal():
            try:
                found.append(_move(puzzle, [word.at(0, end)], word, end))
            except Stop as stop:
                stops.append(stop)
    if len(found) > 1:
        why = f"{word.text} can mean {found[0].text} or {found[1].text}: write it as one of these"
        raise Stop(word, "a move", why)
    if not found:
        raise max(stops, key=lambda stop: stop.token.place)
    return found[0]


def _named(moves: Sequence[WrittenMove], reading: str, phrases: Sequence[Phrase]) -> WrittenRoute:
    signs = any(mark in word.text for mark in "+-" for phrase in phrases for word in phrase.words)
    return WrittenRoute(tuple(moves), reading=SIGNS if signs else reading)


def _move(puzzle: Puzzle, names: Sequence[Token], word: Token, start: int = 0) -> WrittenMove:
    """Read what moves, and its ways, which begin at a character of a word."""
    what = " ".join(_name(puzzle, name) for name in names)
    rest = word.text[start:]
    if rest[:1] in ("+", "-") and puzzle.pieces is not None:
        going = _along(puzzle, what, word, start) * times(word, start + 1, len(word.text))
    elif not rest or not (is_word(rest) or rest == rest.upper() or names[-1].text.isdecimal()):
        raise Stop(word.at(start) if rest else word, WAY)
    else:
        going = spell(word, start)
        if not puzzle.notation.paths and len(rest) > 1 and not is_word(rest):
            raise Stop(word.at(start + 1), "a comma")
    return WrittenMove(f"{what} {going}", what, going)


def _along(puzzle: Puzzle, name: str, word: Token, start: int) -> str:
    """Return the way of a sign: along the line on which a piece moves."""
    sign = word.text[start]
    axis = [way for way in "UDLR" if puzzle.pieces and way in puzzle.pieces.ways_of(name)]
    if len(axis) != 2:
        why = f"{name}{sign} does not say which way {name} goes: it is on no line; write {name} R2 or {name} D2"
        raise Stop(word.at(start), WAY, why)
    return axis[sign == "+"]


def _name(puzzle: Puzzle, word: Token) -> str:
    """Return a tile or a piece as the puzzle names it."""
    try:
        name = puzzle.notation.read_move([word.text, "L"])[0][0]
    except RouteError:
        name = ""
    if not name:
        raise Stop(word, _names_of(puzzle))
    return name


def _names_of(puzzle: Puzzle) -> str:
    return f"{puzzle.notation.thing} ({' '.join(puzzle.notation.things)})"


def cells(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read the cells that the hole goes to, or the vertices of the mover. A number alone, or with bars, is a cell."""
    together = has_letters(puzzle)
    for phrase in phrases:
        numbers = all(word.text.isdecimal() and word.text.isascii() and len(word.text) < 10 for word in phrase.words)
        if not numbers or (len(phrase.words) > 1 and not together):
            raise Stop(phrase.words[0], "the number of a cell")
    words = [word for phrase in phrases for word in phrase.words]
    try:
        check_hole(puzzle)
    except RouteError as error:
        raise Stop(words[0], "a move", str(error)) from None
    bars = any(phrase.end.text == "|" for phrase in phrases)
    moves = tuple(WrittenMove(word.text, cell=int(word.text)) for word in words)
    return [WrittenRoute(moves, reading="" if bars else CELLS, firm=len(words) == 1)]


def tiles(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read the tiles that move, one after the other; bars are for cells."""
    moves = []
    for phrase in phrases:
        moves += [WrittenMove(word.text, _name(puzzle, word)) for word in phrase.words]
        if phrase.end.text == "|":
            raise Stop(phrase.end, "a comma")
    return [WrittenRoute(tuple(moves), reading=TILES)]


def steps(puzzle: Puzzle, phrases: Sequence[Phrase]) -> list[WrittenRoute]:
    """Read a move in each phrase, as the puzzle reads it."""
    moves: list[WrittenMove] = []
    for phrase in phrases:
        text = " ".join(word.text for word in phrase.words)
        try:
            found = puzzle.notation.read_move([word.text for word in phrase.words])
        except RouteError as error:
            raise Stop(phrase.words[0], "a move", f"{text}: {error}") from None
        moves += [WrittenMove(text if len(found) == 1 else way, what, way) for what, way in found]
    return [WrittenRoute(tuple(moves))]
