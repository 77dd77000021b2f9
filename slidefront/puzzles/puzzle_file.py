"""Puzzle files: TOML that describes a puzzle.

    kind = "tiles"                    kind = "graph"                      kind = "blocks"
    title = "14-puzzle"               home = "ABCDEF"                     home = "AXXB/AXXB/CDDE/CFGE/H..I"
    home = "1234/5678/9abc/de__"      mover = "F"                         goal = [["X", 4, 2]]
                                      edges = [[0, 3], [0, 4], [1, 3]]    metric = "move"

A file is data: reading one runs nothing, and its texts must be printable. The class of a puzzle is imported only when a
file needs it.

Runs, tables, packs and answers contain the text of a puzzle file. Until version 0.2, rows and columns in a goal counted
from 0, so that `goal = [["X", 3, 1]]` meant what is written `goal = [["X", 4, 2]]` now. A stored text comes with the
identity of its puzzle. The identity contains the placements that the goal wants, so it fits only one of the two
meanings, and no stored puzzle changes its goal.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from slidefront.errors import BoardError, PuzzleError
from slidefront.moves import METRICS
from slidefront.puzzles.blocks.layout import Grid, PieceGoal, Rules, goal_at, goal_of_text, read_grid, split_places
from slidefront.puzzles.board_text import EMPTY_MARKS, BoardText, rows_text
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.frame import check_cells, graph_frame, tile_frame
from slidefront.puzzles.transfer.notation import ANYTHING, Labels, is_hole

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.puzzle import BlockPuzzle
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_PLURAL = {"graph": "graphs"}
METRICS_OF_KIND = {"tiles": ("step", "line"), "graph": ("step",), "blocks": tuple(METRICS)}
_OF_BLOCKS = {"goal_match", "gate_pieces", "groups", "frozen", "axis", "parted"}
LONGEST_NAME = 255
"""The most bytes of a name, as of the name of a file: folders are named after puzzles."""
_COMMON = {"kind", "title", "about", "author", "optimum", "home", "goal"}
FIELDS = {
    "tiles": _COMMON | {"metric"},
    "graph": _COMMON | {"mover", "edges"},
    "blocks": _COMMON | {"metric"} | _OF_BLOCKS,
}
_ALL = set().union(*FIELDS.values())
_SIZE = re.compile(r"([0-9]{1,3})[xX×]([0-9]{1,3})(?:\+([0-9]{1,3})[xX×]([0-9]{1,3}))?")


class Fields:
    """The fields of a TOML file, by name."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        for name, value in values.items():
            if _has_huge_number(value):
                raise ValueError(f"the field {name} has a number beyond 64 bits")

    def check_names(self, kind: str, known: Iterable[str]) -> None:
        """Raise an error for a field that puzzles of this kind do not have."""
        for name in self._values:
            if name not in known:
                similar = difflib.get_close_matches(name, known, n=1)
                all_names = f"{_PLURAL.get(kind, kind)} have {', '.join(sorted(known))}"
                hint = f"did you mean {similar[0]}?" if similar else all_names
                raise PuzzleError(f"the field {name} is unknown: {hint}")

    def raw(self, name: str) -> Any:
        """Return a field as it is, for a reader that checks it."""
        return self._values.get(name)

    def text(self, name: str) -> str | None:
        """Read a text; it must be printable, because it will be printed."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, str):
            raise PuzzleError(f"the field {name} must be a text in quotes")
        if value is not None and not all(letter.isprintable() or letter in "\n\t\r" for letter in value):
            raise PuzzleError(f"the field {name} has characters that cannot be printed")
        return value

    def line(self, name: str) -> str:
        """Read a text of one line; empty if the field is missing."""
        return " ".join((self.text(name) or "").split())

    def needed(self, name: str, what: str) -> str:
        """Read a text; raise an error if the field is missing."""
        value = self.text(name)
        if value is None:
            raise PuzzleError(f"the field {name} is missing: write {what}")
        return value

    def choice(self, name: str, choices: Iterable[str], default: str | None = None) -> str:
        """Read one of several words."""
        words = ", ".join(f'"{word}"' for word in choices)
        if name not in self._values and default is None:
            raise PuzzleError(f"the field {name} is missing: write one of {words}")
        value = self._values.get(name, default)
        if value not in list(choices):
            raise PuzzleError(f"{name} {value!r} is unknown: write one of {words}")
        return str(value)

    def names(self, name: str) -> tuple[str, ...] | None:
        """Read a list of piece names; a text is a list of its words, or of its letters if it is one word."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, str):
            words = value.split()
            return tuple(words if len(words) > 1 else value.strip())
        if not isinstance(value, list) or not all(isinstance(piece, str) for piece in value):
            raise PuzzleError(f'the field {name} must be a list of piece names, such as ["A", "B"]')
        return tuple(value)

    def optimum(self, metric: str) -> dict[str, int]:
        """Read the published optimum: a number in the puzzle's own metric, or one for each metric."""
        value = self._values.get("optimum", {})
        by_metric = {metric: value} if type(value) is int else value
        if not isinstance(by_metric, dict) or not all(
            type(number) is int and number >= 0 for number in by_metric.values()
        ):
            raise PuzzleError("the field optimum must be a number from 0, or such as {step = 116, move = 81}")
        return dict(by_metric)


def _has_huge_number(value: Any) -> bool:
    if isinstance(value, list | dict):
        return any(map(_has_huge_number, value.values() if isinstance(value, dict) else value))
    return type(value) is int and value.bit_length() > 64


def is_puzzle_file(text: str) -> bool:
    """Whether a text is a puzzle file rather than a board: one of its lines sets a field."""
    return any(line.partition("=")[0].strip() in _ALL for line in text.split("\n") if "=" in line)


def read_puzzle_file(
    text: str, name: str = "puzzle", metric: str | None = None, new_goal: str | int | None = None
) -> Puzzle:
    """Return the puzzle of a puzzle file; `metric` and `new_goal` override the values in the file.

    Characters of the name that cannot be printed become replacement characters, because any file can have any name.
    """
    name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    if len(name.encode()) > LONGEST_NAME:
        raise PuzzleError(
            f"a puzzle has a name of {len(name):,} letters: folders need one of {LONGEST_NAME} bytes at most"
        )
    try:
        fields = Fields(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # ValueError: no TOML, or a number beyond all use
        raise PuzzleError(f"puzzle {name}: not valid TOML: {' '.join(str(error).split())}") from None
    try:
        kind = fields.choice("kind", METRICS_OF_KIND)
        fields.check_names(kind, FIELDS[kind])
        written = fields.raw("metric")
        of_file = "step" if written is None else _metric(kind, written)
        build = {"tiles": tile_puzzle, "graph": graph_puzzle, "blocks": block_puzzle}[kind]
        puzzle: Puzzle = build(fields, text, name, of_file if metric is None else _metric(kind, metric))
        puzzle.title = fields.line("title") or name
        puzzle.about = fields.line("about")
        puzzle.author = fields.line("author")
        puzzle.optimum = {_metric(kind, name): moves for name, moves in fields.optimum(of_file).items()}
        return puzzle if new_goal is None else puzzle.with_goal(new_goal)
    except (PuzzleError, BoardError) as error:
        raise PuzzleError(f"puzzle {name}: {error}") from None


def _metric(kind: str, text: Any) -> str:
    """Read the name of a metric of a kind of puzzles."""
    if text in METRICS_OF_KIND[kind]:
        return str(text)
    known = text in [metric for metrics in METRICS_OF_KIND.values() for metric in metrics]
    why = f"{_PLURAL.get(kind, kind)} have no {text} metric" if known else f"metric {text!r} is unknown"
    raise PuzzleError(f"{why}: choose from {', '.join(METRICS_OF_KIND[kind])}")


def metric_of(text: str) -> str | None:
    """Read the metric in a puzzle file; None if the text is empty, as for a puzzle that is written in Python."""
    return str(tomllib.loads(text).get("metric", "step")) if text else None


def file_of_size(text: str) -> str | None:
    """Write the puzzle file for a size such as 3x4, or 3x5+1x2 with a hole of 1x2; None if the text is not a size."""
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    rows, columns, hole_rows, hole_columns = (int(number or 1) for number in match.groups())
    if not (1 <= hole_rows <= rows and 1 <= hole_columns <= columns):
        raise PuzzleError(f"size {text}: a hole of {hole_rows}x{hole_columns} does not fit into {rows}x{columns} cells")
    if hole_rows * hole_columns == rows * columns:
        raise PuzzleError(f"size {text}: the hole fills the board, so no tile is left")
    check_cells(rows * columns)
    home = rows_text(tiles_in_order(rows, columns, hole_rows, hole_columns), apart=True)
    return f'kind = "tiles"\nhome = {json.dumps(home)}\n'


def tiles_in_order(rows: int, columns: int, hole_rows: int, hole_columns: int) -> list[list[str]]:
    """Return rows of tiles in order, with the hole in the last corner."""
    tiles = iter(range(1, rows * columns))
    return [
        ["_" if r >= rows - hole_rows and c >= columns - hole_columns else str(next(tiles)) for c in range(columns)]
        for r in range(rows)
    ]


def tile_puzzle(fields: Fields, text: str, name: str, metric: str) -> "TransferPuzzle":
    """Return the puzzle of a home board, whose marks `_`, `.` or `0` are the hole."""
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

    home = BoardText(fields.needed("home", "the board with its tiles and its hole"), sample="123/456/78_").rows()
    rows, columns = len(home), len(home[0])
    check_cells(rows * columns)
    tokens = [cell.name for row in home for cell in row]
    if not any(is_hole(token) for token in tokens):
        raise PuzzleError("home has no hole: mark it with _ or . or 0")
    labels = Labels.of_tiles(tokens)
    board = [labels.label(token) or 0 for token in tokens]
    hole = [divmod(cell, columns) for cell, label in enumerate(board) if label == 0]
    if len(hole) == len(board):
        raise PuzzleError("home has no tiles")
    top, left = hole[0]
    bottom, right = hole[-1]
    if hole != [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]:
        raise PuzzleError("the hole of home is not a rectangle: it moves as one rigid piece of h x w cells")
    shape = tile_frame(rows, columns, bottom - top + 1, right - left + 1, metric)
    return _with_goal(fields, TransferPuzzle(name, text, shape, labels, board))


def graph_puzzle(fields: Fields, text: str, name: str, _: str) -> "TransferPuzzle":
    """Return the puzzle of a graph: its labels at home, vertex by vertex, and its edges."""
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle

    rows = BoardText(fields.needed("home", "the label of each vertex, in order"), sample="ABCDEF").rows()
    home, mover = [cell.name for row in rows for cell in row], fields.text("mover")
    check_cells(len(home))
    if mover is None:
        marks = [token for token in home if token in EMPTY_MARKS]
        if not marks:
            raise PuzzleError('no mover: name it with mover = "...", or mark its vertex with _')
        mover = marks[0]
    if home.count(mover) != 1:
        fault = "is not on" if mover not in home else f"stands {home.count(mover)} times on"
        raise PuzzleError(f"the mover {mover!r} {fault} the home board {' '.join(home)}; it must be there once")
    labels = Labels.of_graph(home, mover)
    board = [labels.names.index(token) for token in home]
    frame = graph_frame(len(home), _edges(fields, len(home)))
    return _with_goal(fields, TransferPuzzle(name, text, frame, labels, board))


def _edges(fields: Fields, vertices: int) -> list[tuple[int, int]]:
    """Read the edges of a graph; raise PuzzleError for an edge with a wrong vertex, or one that is given twice."""
    given = fields.raw("edges")
    if given is None:
        raise PuzzleError("the field edges is missing: write pairs of vertices, such as [[0, 1], [1, 2]]")
    edges: list[tuple[int, int]] = []
    for edge in given if isinstance(given, list) else [given]:
        if not (isinstance(edge, list) and len(edge) == 2 and all(type(vertex) is int for vertex in edge)):
            raise PuzzleError(f"edge {edge!r} is not a pair of vertices: write [0, 1]")
        a, b = edge
        for vertex in edge:
            if not 0 <= vertex < vertices:
                raise PuzzleError(f"edge {a}-{b} goes to vertex {vertex}; the vertices are 0 to {vertices - 1}")
        if a == b:
            raise PuzzleError(f"edge {a}-{b} joins a vertex to itself")
        if (a, b) in edges or (b, a) in edges:
            raise PuzzleError(f"edge {a}-{b} is given twice")
        edges.append((a, b))
    return edges


def _with_goal(fields: Fields, puzzle: "TransferPuzzle") -> "TransferPuzzle":
    """Set the goal of a tile puzzle or a graph, if the file has one; otherwise the goal is home."""
    goal = fields.text("goal")
    if goal is not None:
        try:
            puzzle.set_goal(puzzle.notation.read_board(goal, ANYTHING))
        except BoardError as error:
            raise PuzzleError(f"goal: {error}") from None
    return puzzle


def block_puzzle(fields: Fields, text: str, name: str, metric: str) -> "BlockPuzzle":
    """Return the puzzle of a grid of pieces and its rules."""
    from slidefront.puzzles.blocks.puzzle import BlockPuzzle

    grid = read_grid(fields.needed("home", "the grid, a name for each cell, . for blank and # for wall"))
    if isinstance(fields.raw("axis"), bool):
        axis = tuple(grid.pieces) if fields.raw("axis") else ()
    else:
        axis = _pieces(fields, "axis", grid) or ()
    rules = Rules(
        metric=metric,
        goal_match=fields.choice("goal_match", ["piece", "shape"], "piece"),
        gate_pieces=_pieces(fields, "gate_pieces", grid),
        groups=_groups(fields, grid),
        frozen=_pieces(fields, "frozen", grid) or (),
        axis=axis,
        parted=_pieces(fields, "parted", grid) or (),
    )
    return BlockPuzzle(name, text, grid, _goal(fields, grid), rules)


def _check_pieces(names: tuple[str, ...], field: str, grid: Grid) -> tuple[str, ...]:
    for name in names:
        if name not in grid.pieces:
            raise PuzzleError(f"{field}: {name!r} is not a piece of home, whose pieces are {' '.join(grid.pieces)}")
    return names


def _pieces(fields: Fields, field: str, grid: Grid) -> tuple[str, ...] | None:
    given = fields.raw(field)
    names = (given,) if isinstance(given, str) and given in grid.pieces else fields.names(field)
    return None if names is None else _check_pieces(names, field, grid)


def _groups(fields: Fields, grid: Grid) -> tuple[tuple[str, ...], ...] | None:
    """Read the groups of equal pieces, which must have the same shape; None if the file names no groups."""
    given = fields.raw("groups")
    if given is None:
        return None
    if not isinstance(given, list):
        raise PuzzleError('the field groups must be a list, such as ["123", "456"] or [["red", "blue"]]')
    groups = [_check_pieces(Fields({"groups": group}).names("groups") or (), "groups", grid) for group in given]
    seen: set[str] = set()
    for group in groups:
        for name in group:
            if name in seen:
                raise PuzzleError(f"groups: piece {name} is in two groups or twice in one")
            seen.add(name)
            if grid.pieces[name].shape != grid.pieces[group[0]].shape:
                raise PuzzleError(f"groups: pieces {group[0]} and {name} do not have the same shape")
    return tuple(groups)


def _goal(fields: Fields, grid: Grid) -> PieceGoal:
    """Read the goal of a block puzzle: a grid, or pieces with rows and columns; empty if the file has no goal."""
    given = fields.raw("goal")
    if given is None:
        return []
    if isinstance(given, str):
        return goal_of_text(fields.needed("goal", "a grid"), grid)
    if not isinstance(given, list):
        raise PuzzleError('goal must be a grid, or pieces and their places, such as [["X", 4, 2]]')
    for place in given:
        if not (isinstance(place, list) and list(map(type, place)) == [str, int, int]):
            raise PuzzleError(f'goal: {place!r} is not a piece with its row and column, such as ["X", 4, 2]')
    return goal_at(given, grid)


# Texts that other files contain


def read_stored_puzzle(text: str, name: str, metric: str, new_goal: str | int | None, identity: str) -> Puzzle:
    """Read a stored puzzle with the meaning of its goal that fits its identity.

    If neither meaning fits, return today's; the caller compares identities, and raises an error.
    """
    for written, goal in ((text, new_goal), _counted_from_1(text, new_goal)):
        with suppress(PuzzleError):
            puzzle = read_puzzle_file(written, name, metric, goal)
            if identity_hash(puzzle) == identity:
                return puzzle
    return read_puzzle_file(text, name, metric, new_goal)


def _counted_from_1(text: str, new_goal: str | int | None) -> tuple[str, str | int | None]:
    """Rewrite a puzzle file and a goal that replaces its own, both with rows and columns from 0, to count from 1."""
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError):
        return text, new_goal
    if fields.get("kind") != "blocks":
        return text, new_goal
    if isinstance(new_goal, str) and (places := split_places(new_goal)):
        new_goal = ", ".join(f"{name} {row + 1} {column + 1}" for name, row, column in places)
    return _with_goal_from_1(text, fields), new_goal


def _with_goal_from_1(text: str, fields: dict[str, object]) -> str:
    """Replace the lines of the goal by a goal that counts from 1, unless the goal has no rows and columns."""
    goal = fields.pop("goal", None)
    places = split_places(goal) if isinstance(goal, str) else goal
    if not places or not isinstance(places, list):
        return text
    try:
        new = json.dumps([[name, row + 1, column + 1] for name, row, column in places], ensure_ascii=False)
    except (TypeError, ValueError):
        return text
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.lstrip().startswith("goal")]
    for first in starts:
        for last in range(first + 1, len(lines) + 1):
            with suppress(ValueError):
                if tomllib.loads("".join(lines[:first] + lines[last:])) == fields:
                    return "".join([*lines[:first], f"goal = {new}\n", *lines[last:]])
    return text
