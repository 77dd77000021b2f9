"""Transfer puzzles in a puzzle file: tile boards, and graphs with a label on each vertex, one of them the mover."""

from collections.abc import Sequence

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.cells import BoardText
from slidefront.puzzles.fields import Fields, parse_size
from slidefront.puzzles.labels import DIGITS, HOLE_MARKS, Labels, is_hole
from slidefront.puzzles.transfer.frame import check_cells, graph_frame, tile_frame
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.puzzles.values import Goal

FIELDS_OF = {"tiles": {"home", "size", "goal", "metric"}, "graph": {"home", "mover", "edges", "goal"}}


def transfer_puzzle(fields: Fields, text: str, name: str, metric: str) -> TransferPuzzle:
    """Build a tile board or a graph puzzle with its goal."""
    puzzle = _graph(fields, text, name) if fields.raw("kind") == "graph" else _tiles(fields, text, name, metric)
    goal = fields.text("goal")
    if goal is not None:
        try:
            puzzle.goal = Goal(puzzle.parse(goal))
        except BoardError as error:
            raise PuzzleError(f"goal: {error}") from None
    return puzzle


def _tiles(fields: Fields, text: str, name: str, metric: str) -> TransferPuzzle:
    home, size = fields.text("home"), fields.text("size")
    shape = parse_size(size) if size is not None else None
    if size is not None and shape is None:
        raise PuzzleError(
            f"size {size!r} cannot be read: write rows x columns, such as 3x4, or 3x5+1x2 for a hole of 1x2"
        )
    if home is None:
        if shape is None:
            raise PuzzleError("the field home is missing: write the board with its tiles and its hole")
        return tile_puzzle(name, text, ordered_home(*shape), metric)
    board = [[cell.name for cell in row] for row in BoardText(home, sample="123/456/78_").rows()]
    if shape is not None and (len(board), len(board[0])) != shape[:2]:
        board = _cut(board, shape[0], shape[1])
    puzzle = tile_puzzle(name, text, board, metric)
    if shape is not None and puzzle.frame != tile_frame(*shape, metric):
        raise PuzzleError(f"the hole of home does not have the shape that size {size} gives it")
    return puzzle


def _cut(board: list[list[str]], rows: int, columns: int) -> list[list[str]]:
    """Cut a board that is written in one row."""
    [flat, *others] = board
    if others or len(flat) != rows * columns:
        has = f"{len(board)} x {len(flat)}"
        raise BoardError(f"the board has {has} cells where the size is {rows} x {columns}")
    return [flat[start : start + columns] for start in range(0, len(flat), columns)]


def _graph(fields: Fields, text: str, name: str) -> TransferPuzzle:
    home = fields.needed("home", "the label of each vertex, in order")
    labels = [cell.name for row in BoardText(home, sample="ABCDEF").rows() for cell in row]
    return graph_puzzle(name, text, labels, fields.text("mover"), _edges(fields))


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


def ordered_home(rows: int, columns: int, hole_rows: int, hole_columns: int) -> list[list[str]]:
    """Write the tiles in order with the hole in the last corner."""
    check_cells(rows * columns)
    tiles = iter(range(1, rows * columns))
    return [
        ["_" if r >= rows - hole_rows and c >= columns - hole_columns else DIGITS[next(tiles)] for c in range(columns)]
        for r in range(rows)
    ]


def tile_puzzle(name: str, text: str, home: list[list[str]], metric: str = "step") -> TransferPuzzle:
    """Make a puzzle of its home board; the hole is where the marks for it are."""
    rows, columns = len(home), len(home[0])
    check_cells(rows * columns)
    tokens = [token for row in home for token in row]
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
        raise PuzzleError("the hole of home is not a rectangle: its cells are one rigid piece of h x w")
    shape = tile_frame(rows, columns, bottom - top + 1, right - left + 1, metric)
    return TransferPuzzle(name, text, shape, labels, board)


def graph_puzzle(
    name: str, text: str, home: list[str], mover: str | None, edges: Sequence[tuple[int, int]]
) -> TransferPuzzle:
    """Make a puzzle of the labels at home, vertex by vertex, and the edges."""
    check_cells(len(home))
    if mover is None:
        marks = [token for token in home if token in HOLE_MARKS]
        if not marks:
            raise PuzzleError('no mover: name it with mover = "...", or mark its vertex with _')
        mover = marks[0]
    if home.count(mover) != 1:
        found = "is not on" if mover not in home else f"stands {home.count(mover)} times on"
        raise PuzzleError(f"the mover {mover!r} {found} the home board {' '.join(home)}; it must be there once")
    seen: set[frozenset[int]] = set()
    for a, b in edges:
        for vertex in (a, b):
            if not 0 <= vertex < len(home):
                raise PuzzleError(f"edge {a}-{b} goes to vertex {vertex}; the vertices are 0 to {len(home) - 1}")
        if a == b:
            raise PuzzleError(f"edge {a}-{b} joins a vertex to itself")
        if frozenset((a, b)) in seen:
            raise PuzzleError(f"edge {a}-{b} is given twice")
        seen.add(frozenset((a, b)))
    labels = Labels.of_graph(home, mover)
    return TransferPuzzle(
        name, text, graph_frame(len(home), edges), labels, [labels.names.index(token) for token in home]
    )
