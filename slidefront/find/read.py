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
from slidefront.find.simple import simple
from slidefront.puzzles.fields import Fields

_SIZE = re.compile(r"(\d+)\s*[xX×]\s*(\d+)")
SHIPPED = {"simple": simple, "rush": rush}
DEFAULT = {"rush": "slide"}
"""The metric of a kind; the others count moves along any path."""
METRICS = ("step", "slide", "move")
MOST_CELLS = {"simple": 25, "rush": 49}
"""Larger boards are refused without counting them."""
MOST_WALLS = 2


def size_of(word: str) -> tuple[int, int]:
    """Read the size of a board that is sampled."""
    match = _SIZE.fullmatch(word)
    if match is None or not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS_OF_PIECES:
        raise PuzzleError(f"{word!r} must be a size of at most {MOST_CELLS_OF_PIECES} cells, such as 5x5")
    return int(match[1]), int(match[2])


def kind_of(word: str, rules: str = "simple", metric: str | None = None, walls: int = 0) -> Kind:
    """Find a kind: a shipped one on a board such as 4x5, or the one in a file."""
    if _SIZE.fullmatch(word):
        line = "" if metric is None else f'metric = "{metric}"\n'
        line += f"walls = {walls}\n" if walls else ""
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    if rules != "simple" or walls:
        raise PuzzleError(
            f"{word} is no size such as 4x5, and a file of rules says its own: remove --rules and --walls"
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
    if name == "pieces":
        return pieces(text, fields, metric)
    fields.check_names(f"puzzles of the kind {name}", ("kind", "board", "metric", "walls"))
    board = fields.needed("board", "a size, such as 4x5")
    match = _SIZE.fullmatch(board)
    if match is None or not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS[name]:
        raise PuzzleError(f"the board {board!r} must be a size of at most {MOST_CELLS[name]} cells, such as 4x5")
    walls = fields.raw("walls") or 0
    if walls not in range(MOST_WALLS + 1):
        raise PuzzleError(f"a board has 0 to {MOST_WALLS} walls, not {walls}")
    return SHIPPED[name](text, int(match[1]), int(match[2]), metric, walls)
