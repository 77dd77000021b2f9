"""Puzzle files: a puzzle by its name, its size, or a TOML file that describes it.

    kind = "tiles"                      kind = "graph"
    title = "14-puzzle"                 home = "ABCDEF"
    home = "1234/5678/9abc/de__"        mover = "F"
    goal = "1234/5678/9abc/de__"        edges = [[0, 3], [0, 4], [1, 3], [1, 4], [1, 5], [2, 4], [2, 5]]

A file is data: reading one runs nothing, and its texts must be printable.
"""

import difflib
import tomllib
from pathlib import Path
from typing import Any

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles import graph, library, tiles
from slidefront.puzzles.board_text import read_board, read_home
from slidefront.puzzles.transfer import TransferPuzzle

_COMMON = {"kind", "title", "about"}
_FIELDS = {"tiles": {"home", "size", "goal"}, "graph": {"home", "mover", "edges", "goal"}}
_LARGEST_FILE = 1 << 20


def load(puzzle: str | Path) -> TransferPuzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2), or the path of a puzzle file."""
    name = str(puzzle)
    if name in library.names():
        return load_text(library.read(name), name)
    if tiles.parse_size(name):
        return load_text(f'kind = "tiles"\nsize = "{name}"\n', name)
    path = Path(puzzle)
    if path.is_file():
        return _load_file(path)
    if path.suffix == ".toml" or len(path.parts) > 1:
        raise PuzzleError(f"puzzle file {name} is not there")
    near = difflib.get_close_matches(name, library.names(), n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`slidefront list` shows what ships"
    raise PuzzleError(f"no puzzle is named {name!r}: {hint} (a size such as 3x4 or a .toml file will do as well)")


def load_text(text: str, name: str = "puzzle") -> TransferPuzzle:
    """Load a puzzle from the text of a puzzle file."""
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"puzzle {name}: no valid TOML: {_one_line(error)}") from None
    try:
        return _build(fields, text, name)
    except (PuzzleError, BoardError) as error:
        raise PuzzleError(f"puzzle {name}: {error}") from None


def _load_file(path: Path) -> TransferPuzzle:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise PuzzleError(f"{path} is no puzzle file: it is larger than 1 MiB")
        text = path.read_text("utf-8")
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is no puzzle file: it is not UTF-8 text") from None
    return load_text(text, path.stem)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _build(fields: dict[str, Any], text: str, name: str) -> TransferPuzzle:
    kind = fields.get("kind")
    if kind is None:
        raise PuzzleError(f"the field kind is missing: write one of {_quoted(_FIELDS)}")
    if kind not in list(_FIELDS):
        raise PuzzleError(f"kind {kind!r} is unknown: write one of {_quoted(_FIELDS)}")
    for field in fields:
        if field not in _COMMON | _FIELDS[kind]:
            near = difflib.get_close_matches(field, _COMMON | _FIELDS[kind], n=1)
            hint = f"did you mean {near[0]}?" if near else f"{kind} have {', '.join(sorted(_FIELDS[kind]))}"
            raise PuzzleError(f"the field {field} is unknown: {hint}")
    puzzle = _tiles(fields, text, name) if kind == "tiles" else _graph(fields, text, name)
    puzzle.title = _string(fields, "title") or name
    puzzle.about = _string(fields, "about") or ""
    goal = _string(fields, "goal")
    if goal is not None:
        try:
            puzzle.goal = puzzle.parse(goal)
        except BoardError as error:
            raise PuzzleError(f"goal: {error}") from None
    return puzzle


def _tiles(fields: dict[str, Any], text: str, name: str) -> TransferPuzzle:
    home, size = _string(fields, "home"), _string(fields, "size")
    shape = tiles.parse_size(size) if size is not None else None
    if size is not None and shape is None:
        raise PuzzleError(f"size {size!r} is none: write rows x columns, such as 3x4, or 3x5+1x2 for a hole of 1x2")
    if home is None:
        if shape is None:
            raise PuzzleError("the field home is missing: write the board with its tiles and its hole")
        return tiles.tile_puzzle(name, text, tiles.ordered_home(*shape))
    board = read_home(home) if shape is None else _shaped(home, shape)
    puzzle = tiles.tile_puzzle(name, text, board)
    if shape is not None and puzzle.frame != tiles.frame(*shape):
        raise PuzzleError(f"the hole of home has not the shape that size {size} gives it")
    return puzzle


def _shaped(home: str, shape: tuple[int, int, int, int]) -> list[list[str]]:
    rows, columns, *_ = shape
    flat = read_board(home, rows, columns)
    return [flat[row * columns : (row + 1) * columns] for row in range(rows)]


def _graph(fields: dict[str, Any], text: str, name: str) -> TransferPuzzle:
    home = _string(fields, "home")
    if home is None:
        raise PuzzleError("the field home is missing: write the label of each vertex, in order")
    board = [token for row in read_home(home) for token in row]
    return graph.graph_puzzle(name, text, board, _string(fields, "mover"), _edges(fields))


def _edges(fields: dict[str, Any]) -> list[tuple[int, int]]:
    given = fields.get("edges")
    if given is None:
        raise PuzzleError("the field edges is missing: write pairs of vertices, such as [[0, 1], [1, 2]]")
    edges = []
    for edge in given if isinstance(given, list) else [given]:
        if not (isinstance(edge, list) and len(edge) == 2 and all(type(vertex) is int for vertex in edge)):
            raise PuzzleError(f"edge {edge!r} is no pair of vertices: write [0, 1]")
        edges.append((edge[0], edge[1]))
    return edges


def _string(fields: dict[str, Any], field: str) -> str | None:
    value = fields.get(field)
    if value is not None and not isinstance(value, str):
        raise PuzzleError(f"the field {field} must be a text in quotes")
    if value is not None and not all(letter.isprintable() or letter in "\n\t\r" for letter in value):
        raise PuzzleError(f"the field {field} holds characters that cannot be printed")
    return value


def _quoted(names: Any) -> str:
    return ", ".join(f'"{name}"' for name in names)
