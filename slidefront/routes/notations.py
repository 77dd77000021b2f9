"""What letters and numbers mean where a route does not say it, and ways as letters with repeats: URDL2UR2.

A way alone is that of a tile or of the hole, and a number alone a tile or a cell. `read_as` says which; without it, the
moves themselves often determine it (see `replay`).
"""

from itertools import groupby

from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token

TILES_GO = "letters are the way that the tiles go"
HOLE_GOES = "letters are the way that the hole goes"
CELLS = "numbers are the cells that the hole goes to"
TILES = "numbers are the tiles that move"
NAMED = "each way has its tile before it"
SPACED = "each way is a word of its own"
GLUED = "each word is a piece and its way"
SIGNS = "+ is right or down, - is left or up"
NAMES = {
    TILES_GO: "letters",
    HOLE_GOES: "hole-letters",
    CELLS: "hole",
    TILES: "tiles",
    NAMED: "grouped",
    SPACED: "steps",
    GLUED: "glued",
}
"""The name of each reading, which is that of the format in which moves are written so."""
WAY = "a way (U, D, L or R)"
_WAYS = dict(zip("UDLRudlr↑↓←→", "UDLR" * 3, strict=True))
_WORDS = {"up": "U", "down": "D", "left": "L", "right": "R"}
_OPPOSITE = str.maketrans("UDLR", "DURL")
_MOST = 100_000


def is_word(text: str) -> bool:
    """Tell whether a text is a way in English."""
    return text.lower() in _WORDS


def spell(word: Token, start: int = 0, before: int = 0) -> str:
    """Read the ways that begin at a character of a word, a letter for each step; `before` counts the steps so far."""
    text = word.text
    if is_word(text[start:]):
        return _WORDS[text[start:].lower()]
    found, place = [], start
    while place < len(text):
        if text[place] not in _WAYS:
            raise Stop(word.at(place) if place else word, WAY)
        end = digits(text, place + 1)
        found.append(_WAYS[text[place]] * times(word, place + 1, end, before))
        before += len(found[-1])
        place = end
    return "".join(found)


def digits(text: str, place: int) -> int:
    """Return where the digits at a place end."""
    while place < len(text) and "0" <= text[place] <= "9":
        place += 1
    return place


def times(word: Token, start: int, end: int, before: int = 0) -> int:
    """Read how often a way repeats; without digits it is once."""
    text = word.text[start:end]
    if digits(text, 0) < len(text):
        raise Stop(word.at(start), "a number")
    number = count(text) if text else 1
    if number == 0:
        raise Stop(word.at(start), "a number from 1", "a move is repeated zero times: leave it out")
    if before + number > _MOST:
        raise Stop(
            word.at(start), "a smaller number", f"the route has more than {_MOST:,} moves: check the numbers in it"
        )
    return number


def count(text: str) -> int:
    """Read a number of moves; any that is too large counts as one more than the most that a route has."""
    bare = text.lstrip("0")
    return int(bare or 0) if len(bare) <= len(str(_MOST)) else _MOST + 1


def flipped(ways: str) -> str:
    """Turn the ways of tiles into those of the hole, and back."""
    return ways.translate(_OPPOSITE)


def write_letters(ways: str) -> str:
    """Write letters with repeats, such as URDL2UR2."""
    runs = [(letter, len([*run])) for letter, run in groupby(ways)]
    return "".join(f"{letter}{times}" if times > 1 else letter for letter, times in runs)
