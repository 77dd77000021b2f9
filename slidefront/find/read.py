"""Read a kind from TOML: a shipped one by its name, or one with pieces of its own.

kind = "simple"
rows = 4
columns = 5
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from slidefront.errors import SlidefrontError
from slidefront.find.kind import Kind
from slidefront.find.simple import simple

_SIZE = re.compile(r"(\d+)\s*[xX×]\s*(\d+)")
SHIPPED = {"simple": simple}


def kind_of(word: str, rules: str = "simple", metric: str = "move") -> Kind:
    """Find a kind: a shipped one on a board such as 4x5, or the one in a file."""
    if _SIZE.fullmatch(word):
        line = "" if metric == "move" else f'metric = "{metric}"\n'
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    try:
        return read_kind(Path(word).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SlidefrontError(f"{word} is neither a size such as 4x5 nor a file that can be read: {error}") from None


@lru_cache(maxsize=4)
def read_kind(text: str) -> Kind:
    """Read a kind."""
    data = tomllib.loads(text)
    match = _SIZE.fullmatch(data["board"])
    if match is None:
        raise SlidefrontError(f"the board {data['board']!r} is not a size such as 4x5")
    return SHIPPED[data["kind"]](text, int(match[1]), int(match[2]), data.get("metric", "move"))
