"""Graph puzzles: a label on each vertex, and one mover that swaps with a neighbour along an edge.

A - B        the mover C can swap with B: A C B
    |
    C        a move is named by the vertex that the mover goes to
"""

from collections.abc import Sequence

from slidefront.errors import PuzzleError
from slidefront.puzzles.labels import HOLE_MARKS, Labels
from slidefront.puzzles.transfer.frame import Frame, Transfer, check_cells
from slidefront.puzzles.transfer.puzzle import TransferPuzzle


def frame(vertices: int, edges: Sequence[tuple[int, int]]) -> Frame:
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
    return TransferPuzzle(name, text, frame(len(home), edges), labels, [labels.names.index(token) for token in home])
