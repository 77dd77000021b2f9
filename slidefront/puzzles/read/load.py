"""Puzzle files: a puzzle by its name, its size, its grid, or a TOML file that describes it.

    kind = "tiles"                    kind = "graph"                      kind = "blocks"
    title = "14-puzzle"               home = "ABCDEF"                     home = "AXXB/AXXB/CDDE/CFGE/H..I"
    home = "1234/5678/9abc/de__"      mover = "F"                         goal = [["X", 3, 1]]
                                      edges = [[0, 3], [0, 4], [1, 3]]    metric = "move"

A file is data: reading one runs nothing, and its texts must be printable.
"""

import difflib
import re
import sys
import tomllib
from functools import lru_cache
from pathlib import Path

from slidefront.errors import BoardError, PuzzleError
from slidefront.files import is_file, is_folder
from slidefront.puzzles import library
from slidefront.puzzles.blocks import file as block_file
from slidefront.puzzles.blocks.puzzle import METRICS
from slidefront.puzzles.core import Goal, Puzzle
from slidefront.puzzles.read.board_text import read_board, read_home, read_labels
from slidefront.puzzles.read.drawings import is_box
from slidefront.puzzles.read.fields import Fields
from slidefront.puzzles.read.klotski_json import is_klotski_json
from slidefront.puzzles.read.lists import Pasted, as_text
from slidefront.puzzles.read.pasted import GridOptions, read_puzzle
from slidefront.puzzles.read.pddl import is_pddl
from slidefront.puzzles.read.wrapping import unwrap, without_answer
from slidefront.puzzles.transfer import graph, tiles
from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_COMMON = {"kind", "title", "about", "author", "optimum"}
_FIELDS = {
    "tiles": {"home", "size", "goal", "metric"},
    "graph": {"home", "mover", "edges", "goal"},
    "blocks": block_file.FIELDS,
}
_LARGEST_FILE = 1 << 20
_GRID_LIKE = re.compile(r"[A-Z0-9._#/ \n-]+")
_FLAT_LIKE = re.compile(r"(?=.*[0-9])(?:[0-9A-Fa-f._xX*-]{4}|[0-9._xX*-]{9}|[0-9A-Fa-f._xX*-]{16}|[0-9A-Oa-o._]{25})")
_RUSH_LIKE = re.compile(
    r"(?:\d+[\s,]+)?(?:[A-Zox.0=_-]{30,42}|[a-z.0=_-]{36})(?:[\s,]+\d+)?"
)  # or of the wrong length, and to be told so
_FIELD = re.compile(r"(?m)^\s*(?:kind|title|about|author|home|goal|size|mover|edges|metric)\s*=\s*[\"'\[]")


def load(
    puzzle: str | Path | Pasted,
    metric: str | None = None,
    *,
    axis: str | None = None,
    frozen: str | None = None,
    groups: str | None = None,
    goal: str | None = None,
) -> Puzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2), a puzzle file, or a grid; `-` reads input.

    A metric goes before the one that the file names. `axis` (all, none, or pieces), `frozen`, `groups` and `goal` are
    for grids; a puzzle file says them itself.
    """
    options = GridOptions(axis, frozen, groups, goal)
    name = puzzle if isinstance(puzzle, str) else str(puzzle) if isinstance(puzzle, Path) else as_text(puzzle)
    loaded = _load_pasted(puzzle, name, metric, options)
    if loaded is None:
        loaded = _load_named(puzzle if isinstance(puzzle, Path) else name, name, metric)
        if options.any:
            raise PuzzleError(
                f"--axis, --frozen, --groups and --goal are for grids: {name} says these things in its file"
            )
    return loaded


def _load_pasted(puzzle: object, name: str, metric: str | None, options: GridOptions) -> Puzzle | None:
    """Load what was typed or pasted in place of a name; None for a name, a size or a file with fields."""
    if name in library.names() or tiles.parse_size(name):
        return None
    if name == "-":
        return _load_typed(sys.stdin.read(), metric, options)
    if is_file(Path(name)):
        return _load_file(Path(name), metric, options)
    if not isinstance(puzzle, Path) and (_is_pasted(name) or _is_pasted(unwrap(name))):
        return _load_typed(name, metric, options)
    return None


def _load_named(puzzle: str | Path, name: str, metric: str | None) -> Puzzle:
    if name in library.names():
        return load_text(library.read(name), name, metric)
    if tiles.parse_size(name):
        return load_text(f'kind = "tiles"\nsize = "{name}"\n', name, metric)
    if re.match(r"https?://", name):
        raise PuzzleError("the link has no board that can be read: copy the board out of it, such as 1 2 3/4 5 6/7 8 _")
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


def _is_pasted(text: str) -> bool:
    """Tell a board from a name or a path."""
    bare = text.strip()
    if bare.startswith(("./", "../", "~")) or bare.endswith(".toml") or not bare:
        return False
    if not all(letter.isprintable() or letter in "\n\t\r" for letter in bare):
        return False
    if set(bare) & set("\n\t|") or "\\n" in bare or re.match(r"[\w ]+=\s*[\[{(]", bare) or _is_lettered(bare):
        return True
    if bare[0] in "[{(" or _FLAT_LIKE.fullmatch(bare) or _RUSH_LIKE.fullmatch(bare) or is_box(bare) or is_pddl(bare):
        return True
    words = re.split(r"[\s,;/|]+", bare)
    numbers = [word for word in words if word.isdigit() and len(word) < 3]
    if len(words) >= 4 and len(numbers) >= len(words) - 2 and not bare.startswith("/"):
        return True
    return not bare.startswith("/") and _is_grid(text)


def _is_lettered(text: str) -> bool:
    """Tell a square of the first letters of the alphabet and one hole, such as abce.fdgh or b12 345 678."""
    cells = text.replace(" ", "").lower()
    letters = sorted(letter for letter in cells if letter not in "._")
    first = [chr(ord("a") + index) for index in range(len(letters))]
    digits = [str(index) for index in range(1, len(letters))]
    return len(cells) in (9, 16) and ((len(letters) == len(cells) - 1 and letters == first) or letters[:-1] == digits)


def _is_grid(text: str) -> bool:
    """Tell a grid from a path: several rows of one length, with a blank or a hole among them."""
    rows = [row.split() if " " in row.strip() else list(row) for row in re.split(r"[\n/]", text.strip("\n/"))]
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    even = len({len(row) for row in rows}) == 1
    if not set(text) & set("._"):
        return (bool(set(text) & {"\n", " "}) and (even or "," in text)) or _is_number_grid(rows)
    return even or _GRID_LIKE.fullmatch(text) is not None or text.count("\n") > 1


def _is_number_grid(rows: list[list[str]]) -> bool:
    cells = [cell for row in rows for cell in row]
    return (
        len({len(row) for row in rows}) == 1
        and "0" in cells
        and all(cell in "0123456789abcdefABCDEF" for cell in cells)
    )


def _load_typed(text: str, metric: str | None, options: GridOptions, name: str | None = None) -> Puzzle:
    """Load what was typed in place of a name: a puzzle file, a Rush Hour card, or a grid of tiles or blocks."""
    if not text.strip():
        raise PuzzleError("there is nothing to read: give a puzzle file, a Rush Hour board or a grid")
    if _FIELD.search(text) and not is_klotski_json(text):
        if options.any:
            raise PuzzleError("--axis, --frozen, --groups and --goal are for grids: write these fields into the file")
        return load_text(text, name or "input", metric)
    try:
        pasted = read_puzzle(without_answer(text), options)
    except BoardError as error:
        raise PuzzleError(str(error)) from None
    loaded = load_text(pasted.text, name or pasted.name, metric)
    loaded.read_as = pasted.how
    if isinstance(loaded, TransferPuzzle):
        loaded.decimal = pasted.decimal
    loaded.title = pasted.title or loaded.title
    return loaded


def _load_file(path: Path, metric: str | None, options: GridOptions) -> Puzzle:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(f"{path} is not a puzzle file: it is larger than 1 MiB")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is not a puzzle file: it is not UTF-8 text") from None
    if path.suffix != ".toml":
        return _load_typed(text, metric, options, path.stem)
    if options.any:
        raise PuzzleError(f"--axis, --frozen, --groups and --goal are for grids: write these fields into {path}")
    return load_text(text, path.stem, metric)


def _build(fields: Fields, text: str, name: str, metric: str | None) -> Puzzle:
    kind = fields.choice("kind", _FIELDS)
    fields.check_names(kind, _COMMON | _FIELDS[kind])
    metrics = {"tiles": tiles.METRICS, "graph": ("step",), "blocks": METRICS}[kind]
    if metric is not None and metric not in metrics:
        known = metric in (*METRICS, *tiles.METRICS)
        what = f"{kind}{'s' * (kind == 'graph')} have no {metric} metric" if known else f"metric {metric!r} is unknown"
        raise PuzzleError(f"{what}: choose from {', '.join(metrics)}")
    puzzle: Puzzle
    if kind == "blocks":
        puzzle = block_file.block_puzzle(fields, text, name, metric)
    else:
        puzzle = _transfer_puzzle(fields, text, name, kind, metric or fields.choice("metric", metrics, "step"))
    puzzle.title = fields.line("title") or name
    puzzle.about = fields.line("about")
    puzzle.author = fields.line("author")
    puzzle.optimum = fields.optimum(fields.choice("metric", metrics, "step"))
    return puzzle


def _transfer_puzzle(fields: Fields, text: str, name: str, kind: str, metric: str) -> TransferPuzzle:
    puzzle = _tiles(fields, text, name, metric) if kind == "tiles" else _graph(fields, text, name)
    goal = fields.text("goal")
    if goal is not None:
        try:
            puzzle.goal = Goal(puzzle.parse(goal))
        except BoardError as error:
            raise PuzzleError(f"goal: {error}") from None
    return puzzle


def _tiles(fields: Fields, text: str, name: str, metric: str) -> TransferPuzzle:
    home, size = fields.text("home"), fields.text("size")
    shape = tiles.parse_size(size) if size is not None else None
    if size is not None and shape is None:
        raise PuzzleError(
            f"size {size!r} cannot be read: write rows x columns, such as 3x4, or 3x5+1x2 for a hole of 1x2"
        )
    if home is None:
        if shape is None:
            raise PuzzleError("the field home is missing: write the board with its tiles and its hole")
        return tiles.tile_puzzle(name, text, tiles.ordered_home(*shape), metric)
    board = read_home(home) if shape is None else _shaped(home, shape)
    puzzle = tiles.tile_puzzle(name, text, board, metric)
    if shape is not None and puzzle.frame != tiles.frame(*shape, metric):
        raise PuzzleError(f"the hole of home does not have the shape that size {size} gives it")
    return puzzle


def _shaped(home: str, shape: tuple[int, int, int, int]) -> list[list[str]]:
    rows, columns, *_ = shape
    flat = read_board(home, rows, columns)
    return [flat[row * columns : (row + 1) * columns] for row in range(rows)]


def _graph(fields: Fields, text: str, name: str) -> TransferPuzzle:
    home = fields.needed("home", "the label of each vertex, in order")
    return graph.graph_puzzle(name, text, read_labels(home), fields.text("mover"), _edges(fields))


def _edges(fields: Fields) -> list[tuple[int, int]]:
    given = fields.raw("edges")
    if given is None:
        raise PuzzleError("the field edges is missing: write pairs of vertices, such as [[0, 1], [1, 2]]")
    edges = []
    for edge in given if isinstance(given, list) else [given]:
        if not (isinstance(edge, list) and len(edge) == 2 and all(type(vertex) is int for vertex in edge)):
            raise PuzzleError(f"edge {edge!r} is not a pair of vertices: write [0, 1]")
        edges.append((edge[0], edge[1]))
    return edges
