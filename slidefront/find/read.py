"""Read a kind from TOML: a shipped one by its name, or one with pieces of its own.

kind = "simple"
rows = 4
columns = 5
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from slidefront.errors import PuzzleError
from slidefront.find.kind import Kind
from slidefront.find.rush import rush
from slidefront.find.simple import simple

_SIZE = re.compile(r"(\d+)\s*[xX×]\s*(\d+)")
SHIPPED = {"simple": simple, "rush": rush}
DEFAULT = {"rush": "slide"}
"""The metric of a kind; the others count moves along any path."""
METRICS = ("step", "slide", "move")
MOST_CELLS = 25
MOST_WALLS = 2


def kind_of(word: str, rules: str = "simple", metric: str | None = None, walls: int = 0) -> Kind:
    """Find a kind: a shipped one on a board such as 4x5, or the one in a file."""
    if _SIZE.fullmatch(word):
        line = "" if metric is None else f'metric = "{metric}"\n'
        line += f"walls = {walls}\n" if walls else ""
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    try:
        return read_kind(Path(word).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{word} is neither a size such as 4x5 nor a file that can be read: {error}") from None


@lru_cache(maxsize=4)
def read_kind(text: str) -> Kind:
    """Read a kind."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"the kind cannot be read: {error}") from None
    name = data.get("kind")
    metric = data.get("metric", DEFAULT.get(str(name), "move"))
    if name not in SHIPPED:
        raise PuzzleError(f"there is no kind {name!r}: choose from {', '.join(SHIPPED)}")
    if metric not in METRICS:
        raise PuzzleError(f"there is no metric {metric!r}: choose from {', '.join(METRICS)}")
    match = _SIZE.fullmatch(str(data.get("board")))
    if match is None or not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS:
        raise PuzzleError(f"the board {data.get('board')!r} must be a size of at most {MOST_CELLS} cells, such as 4x5")
    walls = data.get("walls", 0)
    if walls not in range(MOST_WALLS + 1):
        raise PuzzleError(f"a board has 0 to {MOST_WALLS} walls, not {walls}")
    return SHIPPED[name](text, int(match[1]), int(match[2]), metric, walls)
