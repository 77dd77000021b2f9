"""Draw a graph as text: edges as fine dots, each vertex as its number and what is there.

0:A⠤⠤⠤⠤⠤⠤1:B        braille patterns have two by four dots in a character, which is fine enough for slanted edges
 ⠈⠑⠢⢄
     2:[C]           brackets mark the label that moves
"""

from collections.abc import Sequence

from slidefront.draw.table import fill
from slidefront.draw.width import NARROWEST, padded, width_of
from slidefront.puzzles.drawing import Drawing, DrawnGraph

_Character = tuple[int, int]  # the column and row of a character
_ACROSS, _DOWN = 9, 4  # characters for each unit of the layout
_LEAST = 4
_DOTS = ((1, 8), (2, 16), (4, 32), (64, 128))  # bits of a braille pattern by row and column


def graph_text(drawing: Drawing, width: int) -> str:
    """Draw a graph within a width, as far as its labels allow, and say what moves."""
    graph = drawing.graph
    if graph is None:
        raise ValueError("this drawing has no graph")
    labels = [_label(drawing, vertex) for vertex in range(drawing.columns)]
    widest = max(x for x, _ in graph.points)
    across = min(_ACROSS, (width - 2 - max(map(width_of, labels))) / widest) if widest else _ACROSS
    lines = _canvas(graph, labels, max(_LEAST, across))
    sentence = f"[{graph.mover}] moves to a vertex next to its own, and swaps with what is there."
    return "\n".join([*lines, "", fill(sentence, max(NARROWEST, width))])


def _label(drawing: Drawing, vertex: int) -> str:
    piece = drawing.owners[0, vertex]
    moves = drawing.graph is not None and piece.name == drawing.graph.mover
    return f"{vertex}:[{piece.label}]" if moves else f"{vertex}:{piece.label}"


def _canvas(graph: DrawnGraph, labels: list[str], across: float) -> list[str]:
    """Draw edges as dots, then write the labels over them."""
    at = [(round(x * across) + 2, round(y * _DOWN)) for x, y in graph.points]
    dots = braille([(at[one], at[other]) for one, other in graph.edges])
    height = max(y for _, y in at) + 1
    width = max(x for x, _ in at) + 2
    rows = [[dots.get((r, c), " ") for c in range(width)] for r in range(height)]
    lines = ["".join(row) for row in rows]
    for (x, y), label in sorted(zip(at, labels, strict=True), key=lambda one: -one[0][0]):
        left = max(0, x - width_of(label) // 2)
        lines[y] = padded(lines[y][:left], left) + label + lines[y][left + width_of(label) :]
    return [line.rstrip() for line in lines]


def braille(lines: Sequence[tuple[_Character, _Character]]) -> dict[tuple[int, int], str]:
    """Draw lines between characters, given as column and row: the letter in each row and column that has dots."""
    dots: dict[tuple[int, int], int] = {}
    for start, end in lines:
        for x, y in _line(start, end):
            cell = y // 4, x // 2
            dots[cell] = dots.get(cell, 0) | _DOTS[y % 4][x % 2]
    return {cell: chr(0x2800 + bits) for cell, bits in dots.items()}


def _line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """List the dots from the middle of one character to that of another."""
    (x, y), (to_x, to_y) = [(2 * column + 1, 4 * row + 2) for column, row in (start, end)]
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    return [(round(x + (to_x - x) * i / steps), round(y + (to_y - y) * i / steps)) for i in range(steps + 1)]
