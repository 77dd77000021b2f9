"""Puzzle files: TOML that describes a puzzle.

    kind = "tiles"                    kind = "graph"                      kind = "blocks"
    title = "14-puzzle"               home = "ABCDEF"                     home = "AXXB/AXXB/CDDE/CFGE/H..I"
    home = "1234/5678/9abc/de__"      mover = "F"                         goal = [["X", 3, 1]]
                                      edges = [[0, 3], [0, 4], [1, 3]]    metric = "move"

A file is data: reading one runs nothing, and its texts must be printable.
"""

import tomllib
from functools import lru_cache

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.fields import Fields

_COMMON = {"kind", "title", "about", "author", "optimum"}
METRICS = {"tiles": ("step", "line"), "graph": ("step",), "blocks": ("step", "slide", "move")}
_FIELDS = ("kind", "title", "about", "author", "home", "size", "mover", "metric", "edges")


def is_puzzle_file(text: str) -> bool:
    """Tell the text of a puzzle file from a board: a line of it sets one of the usual fields."""
    return any(line.partition("=")[0].strip() in _FIELDS for line in text.split("\n") if "=" in line)


def read_puzzle_file(text: str, name: str = "puzzle", metric: str | None = None) -> Puzzle:
    """Make a puzzle of the text of a puzzle file; a metric goes before the one that the file names.

    What cannot be printed in the name, which may be that of any file, becomes a replacement character.
    """
    name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    try:
        fields = Fields(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # ValueError: no TOML, or a number beyond all use
        raise PuzzleError(f"puzzle {name}: not valid TOML: {' '.join(str(error).split())}") from None
    try:
        return _build(fields, text, name, metric)
    except (PuzzleError, BoardError) as error:
        raise PuzzleError(f"puzzle {name}: {error}") from None


@lru_cache(maxsize=16)
def metric_of(text: str) -> str | None:
    """Read the metric that a puzzle file names; None for an empty text, of a puzzle that is written in Python."""
    return read_puzzle_file(text).metric if text else None


def _build(fields: Fields, text: str, name: str, metric: str | None) -> Puzzle:
    """Build a puzzle; only the package of its own family is imported."""
    kind = fields.choice("kind", METRICS)
    metrics = METRICS[kind]
    if metric is not None and metric not in metrics:
        known = any(metric in some for some in METRICS.values())
        what = f"{kind}{'s' * (kind == 'graph')} have no {metric} metric" if known else f"metric {metric!r} is unknown"
        raise PuzzleError(f"{what}: choose from {', '.join(metrics)}")
    of_file = fields.choice("metric", metrics, "step")
    if kind == "blocks":
        from slidefront.puzzles.blocks.file import FIELDS, block_puzzle

        fields.check_names(kind, _COMMON | FIELDS)
        puzzle: Puzzle = block_puzzle(fields, text, name, metric or of_file)
    else:
        from slidefront.puzzles.transfer.file import FIELDS_OF, transfer_puzzle

        fields.check_names(kind, _COMMON | FIELDS_OF[kind])
        puzzle = transfer_puzzle(fields, text, name, metric or of_file)
    puzzle.title = fields.line("title") or name
    puzzle.about = fields.line("about")
    puzzle.author = fields.line("author")
    puzzle.optimum = fields.optimum(of_file)
    return puzzle
