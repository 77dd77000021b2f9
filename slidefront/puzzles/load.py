"""Puzzle files: a puzzle by its name, its size, its grid, or a TOML file that describes it.

    kind = "tiles"                    kind = "graph"                      kind = "blocks"
    title = "14-puzzle"               home = "ABCDEF"                     home = "AXXB/AXXB/CDDE/CFGE/H..I"
    home = "1234/5678/9abc/de__"      mover = "F"                         goal = [["X", 3, 1]]
                                      edges = [[0, 3], [0, 4], [1, 3]]    metric = "move"

A file is data: reading one runs nothing, and its texts must be printable.
"""

import difflib
import sys
import tomllib
from functools import lru_cache
from pathlib import Path

from slidefront.errors import BoardError, PuzzleError
from slidefront.files import is_file, is_folder
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.fields import Fields, parse_size
from slidefront.puzzles.grid_options import GridOptions
from slidefront.puzzles.listed import Pasted, as_text

_COMMON = {"kind", "title", "about", "author", "optimum"}
METRICS = {"tiles": ("step", "line"), "graph": ("step",), "blocks": ("step", "slide", "move")}
_LARGEST_FILE = 1 << 20
_PATHS = ("./", "../", "~", "/", "http://", "https://")
_FIELDS = ("kind", "title", "about", "author", "home", "size", "mover", "metric", "edges")


def load(
    puzzle: Puzzle | str | Path | Pasted,
    metric: str | None = None,
    *,
    axis: str | None = None,
    frozen: str | None = None,
    groups: str | None = None,
    goal: str | None = None,
) -> Puzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2), a puzzle file, or a grid; `-` reads input.

    A puzzle that is loaded already stays as it is, apart from its metric.

    A metric goes before the one that the file names. `axis` (all, none, or pieces), `frozen`, `groups` and `goal` are
    for grids; a puzzle file says them itself.
    """
    options = GridOptions(axis, frozen, groups, goal)
    if isinstance(puzzle, Puzzle):
        return _in_metric(puzzle, metric)
    name = puzzle if isinstance(puzzle, str) else str(puzzle) if isinstance(puzzle, Path) else as_text(puzzle)
    loaded = None if name in library.names() or parse_size(name) else _load_other(puzzle, name, metric, options)
    if loaded is None:
        loaded = _load_named(puzzle if isinstance(puzzle, Path) else name, name, metric)
        if options.any:
            raise PuzzleError(
                f"--axis, --frozen, --groups and --goal are for grids: {name} says these things in its file"
            )
    return loaded


def _in_metric(puzzle: Puzzle, metric: str | None) -> Puzzle:
    """Return a puzzle with its moves counted in a metric; None stands for its own."""
    if metric is None or metric == puzzle.metric:
        return puzzle
    if not puzzle.text:
        raise PuzzleError(f"{puzzle.name} has only the {puzzle.metric} metric")
    other = load_text(puzzle.text, puzzle.name, metric)
    other = other if puzzle.new_goal is None else other.with_goal(puzzle.new_goal)
    if other.goal != puzzle.goal:
        raise PuzzleError(
            f"{puzzle.name} has another goal than its file: load it in the {metric} metric, then set the goal"
        )
    return other


def _load_other(puzzle: object, name: str, metric: str | None, options: GridOptions) -> Puzzle | None:
    """Load a file, standard input, or a text in place of a name; None where it is none of these."""
    if is_file(name) and name.endswith(".toml"):
        if options.any:
            raise PuzzleError(f"--axis, --frozen, --groups and --goal are for grids: write these fields into {name}")
        return load_text(read_file(Path(name)), Path(name).stem, metric)
    if name == "-":
        return load_pasted(sys.stdin.read(), metric, options)
    if is_file(name):
        return load_pasted(read_file(Path(name)), metric, options, Path(name).stem)
    if isinstance(puzzle, Path) or not name.strip() or name.endswith(".toml") or name.startswith(_PATHS):
        return None
    try:
        return load_pasted(name, metric, options)
    except PuzzleError as error:
        if error.details and not options.any and _may_be_name(name):
            return None
        raise


def _may_be_name(text: str) -> bool:
    """Tell a name with a slip, or a path, from a board: it is a word that has few digits and points."""
    marks = sum(map(str.isdigit, text)) + 4 * max(0, text.count(".") - 1)
    return all(letter.isalnum() or letter in "-_.+/" for letter in text) and 2 * marks < len(text)


def load_pasted(text: str, metric: str | None, options: GridOptions, name: str | None = None) -> Puzzle:
    """Load a text: a puzzle file, or a board of tiles, cars or blocks."""
    if any(line.partition("=")[0].strip() in _FIELDS for line in text.split("\n") if "=" in line):
        if options.any:
            raise PuzzleError("--axis, --frozen, --groups and --goal are for grids: write these fields into the file")
        return load_text(text, name or "input", metric)
    from slidefront.puzzles.pasted import read_pasted
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

    pasted = read_pasted(text, options)
    loaded = load_text(pasted.text, name or pasted.name, metric)
    loaded.read_as = pasted.how
    loaded.has_own_goal = pasted.has_goal
    if isinstance(loaded, TransferPuzzle):
        loaded.decimal = pasted.decimal
    return loaded


def _load_named(puzzle: str | Path, name: str, metric: str | None) -> Puzzle:
    if name in library.names():
        return load_text(library.read(name), name, metric)
    if parse_size(name):
        return load_text(f'kind = "tiles"\nsize = "{name}"\n', name, metric)
    path = Path(puzzle)
    if name and is_folder(name):
        raise PuzzleError(f"{name} is a folder, not a puzzle file")
    if path.suffix == ".toml" or len(path.parts) > 1:
        hint = "" if path.suffix else "; in a grid, write blanks as . and the hole of tiles as _, in rows of one length"
        raise PuzzleError(f"there is no puzzle file {name}{hint}")
    known = library.names()
    near = [one for one in known if name and name in one][:3] or difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`slidefront list` shows what ships"
    raise PuzzleError(f"no puzzle is named {name!r}: {hint} (a size such as 3x4 or a .toml file also works)")


def load_text(text: str, name: str = "puzzle", metric: str | None = None) -> Puzzle:
    """Load a puzzle from the text of a puzzle file."""
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
    return load_text(text).metric if text else None


def read_file(path: Path) -> str:
    """Read the text of a puzzle file."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(f"{path} is not a puzzle file: it is larger than 1 MiB")
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is not a puzzle file: it is not UTF-8 text") from None


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
