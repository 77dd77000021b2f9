"""Read a kind from TOML: a shipped one by its name, or one with pieces of its own.

kind = "simple"
board = "4x5"
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from slidefront.errors import PuzzleError
from slidefront.find.kind import Kind
from slidefront.find.pieces import MOST_CELLS as MOST_CELLS_OF_PIECES
from slidefront.find.pieces import pieces
from slidefront.find.rush import rush
from slidefront.find.sampling import Divisions, Sets
from slidefront.find.shapes import simple
from slidefront.puzzles.fields import Fields

_SIZE = re.compile(r"(\d+)\s*[xX×]\s*(\d+)")
SHIPPED = {"simple": simple, "rush": rush}
DEFAULT = {"rush": "slide"}
"""The metric of a kind; the others count moves along any path."""
METRICS = ("step", "slide", "move")
MOST_CELLS = {"simple": 25, "rush": 49}
"""Larger boards are refused without counting them."""
MOST_WALLS = 2


def sampler_of(word: str, rules: str = "simple", walls: int = 0, most: int | None = None) -> Sets:
    """Find what is sampled: a kind of which no more than the pieces of each board are listed."""
    match = _SIZE.fullmatch(word)
    if match is None or rules != "simple" or walls:
        return Sets(kind_of(word, rules, walls=walls, most=most))
    if not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS_OF_PIECES:
        raise PuzzleError(f"{word!r} must be a size of at most {MOST_CELLS_OF_PIECES} cells, such as 5x5")
    return Divisions((int(match[1]), int(match[2])), most=most)


def kind_of(word: str, rules: str = "simple", walls: int = 0, most: int | None = None) -> Kind:
    """Find a kind: a shipped one on a board such as 4x5, or the one in a file."""
    if _SIZE.fullmatch(word):
        line = f"walls = {walls}\n" if walls else ""
        line += "" if most is None else f"most = {most}\n"
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    if rules != "simple" or walls or most is not None:
        raise PuzzleError(
            f"{word} is not a size such as 4x5, and a file has rules of its own: leave the other options out",
            "rules",
            "walls",
            "most",
        )
    try:
        return read_kind(Path(word).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "it is not UTF-8 text")
        raise PuzzleError(f"{word} is neither a size such as 4x5 nor a file that can be read: {why}") from None


@lru_cache(maxsize=4)
def read_kind(text: str) -> Kind:
    """Read a kind."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"the kind cannot be read: {error}") from None
    try:
        fields = Fields(data)
    except ValueError as error:
        raise PuzzleError(f"the kind cannot be read: {error}") from None
    name = fields.choice("kind", (*SHIPPED, "pieces"))
    metric = fields.choice("metric", METRICS, DEFAULT.get(name, "move"))
    most = fields.raw("most")
    if most is not None and (type(most) is not int or most < 1):
        raise PuzzleError(f"most must be a number of pieces, not {most}")
    if name == "pieces":
        return pieces(text, fields, metric, most)
    fields.check_names(f"puzzles of the kind {name}", ("kind", "board", "metric", "walls", "most"))
    board = fields.needed("board", "a size, such as 4x5")
    match = _SIZE.fullmatch(board)
    if match is None or not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS[name]:
        raise PuzzleError(f"the board {board!r} must be a size of at most {MOST_CELLS[name]} cells, such as 4x5")
    walls = fields.raw("walls") or 0
    if walls not in range(MOST_WALLS + 1):
        raise PuzzleError(f"a board has 0 to {MOST_WALLS} walls, not {walls}")
    return SHIPPED[name](text, int(match[1]), int(match[2]), metric, walls, most)
