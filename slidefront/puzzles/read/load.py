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
from pathlib import Path

from slidefront.errors import BoardError, PuzzleError
from slidefront.files import is_file, is_folder
from slidefront.puzzles import library
from slidefront.puzzles.blocks import file as block_file
from slidefront.puzzles.blocks.puzzle import METRICS
from slidefront.puzzles.core import Goal, Puzzle
from slidefront.puzzles.read.board_text import read_board, read_home, read_labels
from slidefront.puzzles.read.fields import Fields
from slidefront.puzzles.transfer import graph, tiles
from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_COMMON = {"kind", "title", "about", "author", "optimum"}
_FIELDS = {
    "tiles": {"home", "size", "goal", "metric"},
    "graph": {"home", "mover", "edges", "goal"},
    "blocks": block_file.FIELDS,
}
_LARGEST_FILE = 1 << 20
_RUSH_LIKE = re.compile(r"[A-Zox.]{30,42}")  # of the wrong length, and to be told so
_GRID_LIKE = re.compile(r"[A-Z0-9._#/ \n-]+")


def load(puzzle: str | Path, metric: str | None = None) -> Puzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2), a puzzle file, or a grid; `-` reads input.

    A metric goes before the one that the file names.
    """
    name = str(puzzle)
    if name in library.names():
        return load_text(library.read(name), name, metric)
    if name == "-":
        return _load_typed(sys.stdin.read(), metric)
    if tiles.parse_size(name):
        return load_text(f'kind = "tiles"\nsize = "{name}"\n', name, metric)
    path = Path(puzzle)
    if is_file(path):
        return _load_file(path, metric)
    if block_file.is_rush_hour(name) or _RUSH_LIKE.fullmatch(name) or (isinstance(puzzle, str) and _is_grid(name)):
        return _load_typed(name, metric)
    if name and is_folder(name):
        raise PuzzleError(f"{name} is a folder, not a puzzle file")
    if path.suffix == ".toml" or len(path.parts) > 1:
        hint = (
            ""
            if path.suffix
            else "; if it is a grid, a blank is . and the hole among tiles _, and its rows are as long"
        )
        raise PuzzleError(f"puzzle file {name} is not there{hint}")
    known = library.names()
    near = [one for one in known if name and name in one][:3] or difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`slidefront list` shows what ships"
    raise PuzzleError(f"no puzzle is named {name!r}: {hint} (a size such as 3x4 or a .toml file will do as well)")


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


def metric_of(text: str) -> str | None:
    """Read the metric that a puzzle file names; None for an empty text, of a puzzle that is written in Python."""
    return load_text(text).metric if text else None


def _is_grid(text: str) -> bool:
    """Tell a grid from a path: several rows of one length, with a blank or a hole among them."""
    if text.startswith(("/", "./", "../", "~")) or text.endswith(".toml") or not set(text) & set("._"):
        return False
    rows = [row.split() if " " in row.strip() else list(row) for row in text.replace("\n", "/").strip("/").split("/")]
    even = len({len(row) for row in rows}) == 1 or _GRID_LIKE.fullmatch(text) is not None
    return len(rows) > 1 and even and len(rows[0]) > 1


def _load_typed(text: str, metric: str | None, name: str | None = None) -> Puzzle:
    """Load what was typed in place of a name: a puzzle file, a Rush Hour string, or a grid of tiles or blocks."""
    text = text.strip()
    if not text:
        raise PuzzleError("there is nothing to read: give a puzzle file, a Rush Hour board or a grid")
    if "=" in text:
        return load_text(text, "input", metric)
    if "\n" not in text and "/" not in text and " " not in text:
        if not block_file.is_rush_hour(text):
            raise PuzzleError(
                f"a board on one line is a Rush Hour board of 36 letters; this one has {len(text)}: {text[:80]}"
            )
        return load_text(block_file.rush_hour_text(text), name or f"rush-{text}", metric)
    words = "-".join("/".join(line.strip() for line in text.splitlines()).replace("/", " ").split())
    name = name or f"grid-{words[:80]}"
    if "_" in text:
        return load_text(f"kind = \"tiles\"\nhome = '''{text}'''\n", name, metric)
    return load_text(block_file.grid_text(text), name, metric)


def _load_file(path: Path, metric: str | None) -> Puzzle:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(f"{path} is not a puzzle file: it is larger than 1 MiB")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is not a puzzle file: it is not UTF-8 text") from None
    if path.suffix != ".toml" and "=" not in text:
        return _load_typed(text, metric, path.stem)
    return load_text(text, path.stem, metric)


def _build(fields: Fields, text: str, name: str, metric: str | None) -> Puzzle:
    kind = fields.choice("kind", _FIELDS)
    fields.check_names(kind, _COMMON | _FIELDS[kind])
    metrics = {"tiles": tiles.METRICS, "graph": ("step",), "blocks": METRICS}[kind]
    if metric is not None and metric not in metrics:
        known = metric in (*METRICS, *tiles.METRICS)
        what = f"{kind} have no {metric} metric" if known else f"metric {metric!r} is unknown"
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
        raise PuzzleError(f"size {size!r} is none: write rows x columns, such as 3x4, or 3x5+1x2 for a hole of 1x2")
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
