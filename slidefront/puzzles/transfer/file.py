"""Transfer puzzles in a puzzle file: tile boards, and graphs with a label on each vertex, one of them the mover.

A - B        the mover C can swap with a neighbour along an edge: A C B
    |
    C        a move is named by the vertex that the mover goes to
"""

from collections.abc import Sequence

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.fields import Fields, parse_size
from slidefront.puzzles.labels import HOLE_MARKS, Labels, read_home, read_labels
from slidefront.puzzles.transfer import tiles
from slidefront.puzzles.transfer.frame import Frame, Transfer, check_cells
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
        return tiles.tile_puzzle(name, text, tiles.ordered_home(*shape), metric)
    board = read_home(home, shape[:2] if shape else None)
    puzzle = tiles.tile_puzzle(name, text, board, metric)
    if shape is not None and puzzle.frame != tiles.frame(*shape, metric):
        raise PuzzleError(f"the hole of home does not have the shape that size {size} gives it")
    return puzzle


def _graph(fields: Fields, text: str, name: str) -> TransferPuzzle:
    home = fields.needed("home", "the label of each vertex, in order")
    return graph_puzzle(name, text, read_labels(home), fields.text("mover"), _edges(fields))


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


def graph_frame(vertices: int, edges: Sequence[tuple[int, int]]) -> Frame:
    """Make the frame of a graph: the mover's vertex is the anchor."""
    ways = sorted([(a, b) for a, b in edges] + [(b, a) for a, b in edges])
    moves = tuple(Transfer(a, b, str(b), ((b, a),)) for a, b in ways)
    return Frame("graph", 1, vertices, tuple((vertex,) for vertex in range(vertices)), moves)


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
