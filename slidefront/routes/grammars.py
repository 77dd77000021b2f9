"""Grammars of moves on tile boards, on graphs and of a user's own puzzles.

A grammar is a plain function from a puzzle and all segments to a reading, or to a refusal at a token:

    tiles around one hole    ways URDL2UR2; several 5 6 7 L; pairs 13 D 9 D, 13D 9D; cells 13|9|5; tiles 13, 9, 5
    blocks                   spaced X DR, A L2; glued GR2 XR3, A+1 (see `piece_moves`); cells, to say why there are none
    all others               steps J 5, as the puzzle reads them; cells 4|8|2

A segment of `several` and of `steps` is one move, and one of cells of a graph; others have any number of moves.
"""

from collections.abc import Callable, Iterator, Sequence

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.notations import (
    CELLS,
    HOLE_GOES,
    NAMED,
    TILES,
    TILES_GO,
    WAY,
    digits,
    flipped,
    is_way,
    is_word,
    spell,
)
from slidefront.routes.piece_moves import glued, spaced
from slidefront.routes.segments import Segment
from slidefront.routes.write import check_hole, has_letters
from slidefront.routes.written import WrittenMove, WrittenRoute
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token

Grammar = Callable[[Puzzle, Sequence[Segment]], list[WrittenRoute]]


def grammars_of(puzzle: Puzzle) -> tuple[Grammar, ...]:
    """List the grammars of a puzzle, the most usual first."""
    if has_letters(puzzle):
        return ways, several, pairs, cells, tiles
    return (spaced, glued, cells) if puzzle.layout is not None else (steps, cells)


def ways(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read ways alone, those of the tiles or those of the hole. The custom for letters in upper case is the tiles."""
    names = {word for segment in segments for word in segment.words[:-1] if word.text in puzzle.names}
    words = [word for segment in segments for word in segment.words]
    found: list[str] = []
    length = 0
    for word in words:
        if word in names:
            raise Stop(word, WAY, f"{word.text} is a tile here: write ways without blanks, as in LURD")
        found.append(spell(word, 0, length))
        length += len(found[-1])
    letters = [word for word in words if not is_word(word.text)]
    _check_case(letters)
    firm = len(letters) == len(words) and all(word.text == word.text.upper() for word in words)
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


def several(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read a move in each segment: tiles, then their way."""
    return [WrittenRoute(tuple(_several(puzzle, segment) for segment in segments), reading=NAMED)]


def _several(puzzle: Puzzle, segment: Segment) -> WrittenMove:
    words = segment.words if len(segment.words) > 1 else (*segment.words, segment.end)
    return _named([_tile(puzzle, word) for word in words[:-1]], _way(puzzle, words[-1]))


def pairs(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read a tile and its way again and again, as two words or in one word, such as 13D9D."""
    moves = [move for segment in segments for move in _pairs(puzzle, segment)]
    return [WrittenRoute(tuple(moves), reading=NAMED)]


def _pairs(puzzle: Puzzle, segment: Segment) -> Iterator[WrittenMove]:
    words = iter(segment.words)
    for word in words:
        if _name(puzzle, word.text):
            way = next(words, segment.end)
            yield _named([_tile(puzzle, word)], _way(puzzle, way))
        else:
            yield from _in_one_word(puzzle, word)


def _in_one_word(puzzle: Puzzle, word: Token) -> Iterator[WrittenMove]:
    """Read tiles and ways in turn; a way in lower case only after a number."""
    text, place = word.text, 0
    while place < len(text):
        end = place + _length(puzzle, text, place)
        name = text[place:end]
        way = text[end : end + 1]
        if end == place or not is_way(way) or (way.islower() and not name.isdecimal()):
            raise Stop(word.at(place), _tiles_of(puzzle))
        yield _named([_tile(puzzle, word.at(place, end - place))], spell(word.at(end)))
        place = end + 1


def _length(puzzle: Puzzle, text: str, place: int) -> int:
    """Measure the name at a place: all digits that follow, or the longest name."""
    names = (len(name) for name in puzzle.names if text.startswith(name, place))
    return digits(text, place) - place or max(names, default=0)


def _named(names: Sequence[str], way: str) -> WrittenMove:
    return WrittenMove(" ".join((*names, way)), " ".join(names), way)


def _way(puzzle: Puzzle, word: Token) -> str:
    """Read the way of a tile; a letter in lower case is one only if no tile has this name."""
    text = word.text
    if not (is_word(text) or is_way(text[:1])) or (text.islower() and text in puzzle.names):
        raise Stop(word, WAY)
    if len(text) > 1 and not is_word(text):
        raise Stop(word.at(1), "a comma")
    return spell(word)


def _tile(puzzle: Puzzle, word: Token) -> str:
    """Return a tile as the puzzle names it."""
    name = _name(puzzle, word.text)
    if not name:
        raise Stop(word, _tiles_of(puzzle))
    return name


def _name(puzzle: Puzzle, word: str) -> str:
    try:
        return puzzle.read_move([word, "L"])[0][0]
    except RouteError:
        return ""


def _tiles_of(puzzle: Puzzle) -> str:
    return f"a tile ({' '.join(puzzle.names[1:])})"


def cells(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read the cells that the hole goes to, or the vertices of the mover. A number alone, or with bars, is a cell."""
    together = has_letters(puzzle)
    for segment in segments:
        numbers = all(word.text.isdecimal() and word.text.isascii() and len(word.text) < 10 for word in segment.words)
        if not numbers or (len(segment.words) > 1 and not together):
            raise Stop(segment.words[0], "the number of a cell")
    words = [word for segment in segments for word in segment.words]
    try:
        check_hole(puzzle)
    except RouteError as error:
        raise Stop(words[0], "a move", str(error)) from None
    bars = any(segment.end.text == "|" for segment in segments)
    moves = tuple(WrittenMove(word.text, cell=int(word.text)) for word in words)
    return [WrittenRoute(moves, reading="" if bars else CELLS, firm=len(words) == 1)]


def tiles(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read the tiles that move, one after the other; bars are for cells."""
    moves = []
    for segment in segments:
        moves += [WrittenMove(word.text, _tile(puzzle, word)) for word in segment.words]
        if segment.end.text == "|":
            raise Stop(segment.end, "a comma")
    return [WrittenRoute(tuple(moves), reading=TILES)]


def steps(puzzle: Puzzle, segments: Sequence[Segment]) -> list[WrittenRoute]:
    """Read a move in each segment, as the puzzle reads it."""
    moves: list[WrittenMove] = []
    for segment in segments:
        text = " ".join(word.text for word in segment.words)
        try:
            found = puzzle.read_move([word.text for word in segment.words])
        except RouteError as error:
            raise Stop(segment.words[0], "a move", f"{text}: {error}") from None
        moves += [WrittenMove(text if len(found) == 1 else way, what, way) for what, way in found]
    return [WrittenRoute(tuple(moves))]
