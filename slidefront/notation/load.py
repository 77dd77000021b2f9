"""Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2) or the path of a file, or read the text of one.

The text of a puzzle is a puzzle file in TOML (see `puzzle_file`), or a board in place of it (see `grids`).
"""

import difflib
from pathlib import Path

from slidefront.errors import NoPuzzleError, PuzzleError
from slidefront.files import is_file, is_folder
from slidefront.notation.grids import GridOptions, read_grid_file
from slidefront.puzzles import library
from slidefront.puzzles.core import Pasted, Puzzle, as_text
from slidefront.puzzles.puzzle_file import is_puzzle_file, parse_size, read_puzzle_file

_LARGEST_FILE = 1 << 20


def load(puzzle: Puzzle | str | Path, metric: str | None = None) -> Puzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2) or the path of a file.

    A puzzle that is loaded already stays as it is, apart from its metric. A metric goes before the one that the file
    names.
    """
    if isinstance(puzzle, Puzzle):
        return _in_metric(puzzle, metric)
    if not isinstance(puzzle, str | Path):
        raise PuzzleError("load takes a name, a size or a path: read_puzzle reads the board of a puzzle")
    name = str(puzzle)
    if isinstance(puzzle, str) and name in library.names():
        return read_puzzle_file(library.read(name), name, metric)
    if isinstance(puzzle, str) and parse_size(name):
        return read_puzzle_file(f'kind = "tiles"\nsize = "{name}"\n', name, metric)
    if not is_file(name):
        raise _missing(name)
    text, stem = read_file(Path(name)), Path(name).stem
    if name.endswith(".toml"):
        return read_puzzle_file(text, stem, metric)
    return puzzle_of(text, stem, metric, GridOptions())


def read_puzzle(
    text: str | Pasted,
    name: str = "",
    metric: str | None = None,
    *,
    axis: str | None = None,
    frozen: str | None = None,
    groups: str | None = None,
) -> Puzzle:
    """Read the text of a puzzle: a puzzle file, or a board of tiles, cars or blocks; it may be lists or an array.

    `axis` (all, none, or pieces), `frozen` and `groups` are for grids of blocks; a puzzle file says them itself.
    """
    return puzzle_of(as_text(text), name, metric, GridOptions(axis, frozen, groups))


def puzzle_of(text: str, name: str, metric: str | None, options: GridOptions) -> Puzzle:
    """Make a puzzle of a text, and of what is said beside it."""
    if is_puzzle_file(text):
        if options.any:
            raise PuzzleError("axis, frozen and groups are for grids: write these fields into the puzzle file")
        return read_puzzle_file(text, name or "puzzle", metric)
    found = read_grid_file(text, options)
    loaded = read_puzzle_file(found.text, name or found.name, metric)
    loaded.decimal, loaded.has_own_goal = found.decimal, found.has_goal
    return loaded


def _in_metric(puzzle: Puzzle, metric: str | None) -> Puzzle:
    """Return a puzzle with its moves counted in a metric; None stands for its own."""
    if metric is None or metric == puzzle.metric:
        return puzzle
    if not puzzle.text:
        raise PuzzleError(f"{puzzle.name} has only the {puzzle.metric} metric")
    other = read_puzzle_file(puzzle.text, puzzle.name, metric)
    other = other if puzzle.new_goal is None else other.with_goal(puzzle.new_goal)
    if other.goal != puzzle.goal:
        raise PuzzleError(
            f"{puzzle.name} has another goal than its file: load it in the {metric} metric, then set the goal"
        )
    return other


def _missing(name: str) -> PuzzleError:
    """Say what is wrong with a name that is none of a puzzle, a size or a file."""
    if {*name} & {*" \n\t,;|[](){}"}:
        return PuzzleError("load takes a name, a size or a path: read_puzzle reads a board")
    if name and is_folder(name):
        return PuzzleError(f"{name} is a folder, not a puzzle file")
    path = Path(name)
    if path.suffix == ".toml" or len(path.parts) > 1:
        hint = "" if path.suffix else "; in a grid, write blanks as . and the hole of tiles as _, in rows of one length"
        return NoPuzzleError(f"there is no puzzle file {name}{hint}")
    known = library.names()
    near = [one for one in known if name and name in one][:3] or difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`slidefront list` shows what ships"
    return PuzzleError(f"no puzzle is named {name!r}: {hint} (a size such as 3x4 or a .toml file also works)")


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
