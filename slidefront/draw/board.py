"""Draw boards and goals as text. Each piece has an outline, and its name in its first cell.

┌───┬───────┬───┐
│ A │ X     │ B │        ▒ wall, ░ gate, · blank or hole
│   │       │   │
├───┼───┬───┼───┤
│ C │ D │ · │ E │
└───┴───┴───┴───┘

A graph is drawn with its edges as fine dots, and each vertex as its number and its label:

0:A⠤⠤⠤⠤⠤⠤1:B        a braille pattern has two by four dots, which is fine enough for slanted edges
 ⠈⠑⠢⢄
     2:[C]           brackets mark the mover
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from slidefront import units
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles.capabilities import Drawing, DrawnGraph, DrawnPiece, Place, place_text
from slidefront.puzzles.core import Position, Puzzle
from slidefront.units import NARROWEST, fill, padded, width_of

_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by the lines that meet: 1 up, 2 down, 4 left, 8 right
_WALL, _GATE, _BLANK = "▒", "░", "·"
_GAP = 3  # columns between boards


def draw_position(position: Position, width: int = 80) -> str:
    """Draw a board of a route, on which equal pieces have their own names; return its text if it has no drawing."""
    drawing = position.drawing()
    return position.text if drawing is None else draw_text(drawing, width)


def draw_text(drawing: Drawing, width: int = 80) -> str:
    """Write a drawing as text; a graph fits the width as far as its labels allow."""
    return _GridText(drawing).text() if drawing.graph is None else _graph_text(drawing, drawing.graph, width)


def side_by_side(blocks: Iterable[Sequence[str]], width: int) -> str:
    """Put blocks of lines side by side, as many as fit a width; shorter blocks are padded at the end."""
    blocks = list(blocks)
    room = max((width_of(line) for block in blocks for line in block), default=0) + _GAP
    across = max(1, (width + _GAP) // room)
    rows = []
    for start in range(0, len(blocks), across):
        lines = zip_longest(*blocks[start : start + across], fillvalue="")
        rows.append("\n".join("".join(padded(part, room) for part in parts).rstrip() for parts in lines))
    return "\n\n".join(rows)


def captioned(positions: Iterable[Position], captions: Sequence[str], width: int = 80) -> str:
    """Draw boards side by side, each under its caption."""
    blocks = (
        [caption, *draw_position(position, width).split("\n")]
        for position, caption in zip(positions, captions, strict=True)
    )
    return side_by_side(blocks, width)


def route_captions(route: Route) -> list[str]:
    """Return a caption for each board of a route: the move that leads to it."""
    return ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]


def describe_route(route: Route) -> str:
    """Describe the length and the ends of a route on one line."""
    groups = units.counted(len(route.groups), "group")
    return f"{units.counted(route.length, 'move')} in {groups}, from {route.boards[0]} to {route.boards[-1]}"


class _GridText:
    """The characters of a board. A cell is one character high, and lines and corners lie between cells.

    Cell (r, c) is at (2 r + 1, 2 c + 1). If one coordinate is even, the character is a line; if both are, a corner.
    """

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.room = max((width_of(piece.name) for piece in drawing.pieces), default=1) + 2
        self.numbered = all(piece.name.isdecimal() for piece in drawing.pieces)
        self.first = {min(piece.cells): piece for piece in drawing.pieces}

    def text(self) -> str:
        """Draw the board."""
        across = range(2 * self.drawing.columns + 1)
        return "\n".join("".join(self._character(y, x) for x in across) for y in range(2 * self.drawing.rows + 1))

    def _character(self, y: int, x: int) -> str:
        """Draw a cell, a line or a corner. If there is no line, walls and gates continue."""
        if y % 2 and x % 2:
            return self._inside((y // 2, x // 2))
        places = [(y, x)] if y % 2 or x % 2 else [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        pairs = [self._around(*place) for place in places]
        # a line lies around pieces and around the board, and not between blanks, walls and gates
        are_lines = [a is not b and not (isinstance(a, str) and isinstance(b, str)) for a, b in pairs]
        if any(are_lines):
            corner = sum(is_line << bit for bit, is_line in enumerate(are_lines))
            line = "│" if y % 2 else "─" if x % 2 else _CORNERS[corner]
        else:
            line = next((mark for mark in (_WALL, _GATE) if mark in self._around(y, x)), " ")
        return line * self.room if x % 2 else line

    def _around(self, y: int, x: int) -> list[DrawnPiece | str | None]:
        """List the contents of the cells around a line or a corner."""
        rows, columns = range((y - 1) // 2, y // 2 + 1), range((x - 1) // 2, x // 2 + 1)
        return [self._owner((row, column)) for row in rows for column in columns]

    def _owner(self, cell: Place) -> DrawnPiece | str | None:
        """Return the content of a cell; None outside the board."""
        if not (0 <= cell[0] < self.drawing.rows and 0 <= cell[1] < self.drawing.columns):
            return None
        if cell in self.drawing.owners:
            return self.drawing.owners[cell]
        return _WALL if cell in self.drawing.walls else _GATE if cell in self.drawing.gates else _BLANK

    def _inside(self, cell: Place) -> str:
        owner = self._owner(cell)
        if isinstance(owner, str):
            return owner.center(self.room) if owner == _BLANK else owner * self.room
        label = owner.name if owner and self.first.get(cell) is owner else ""
        return f" {padded(label, self.room - 2, right=self.numbered)} "


_Character = tuple[int, int]  # the column and row of a character
_ACROSS, _DOWN = 9, 4  # characters per unit of the layout
_LEAST_ACROSS = 4
_DOTS = ((1, 8), (2, 16), (4, 32), (64, 128))  # bits of a braille pattern by row and column


def _graph_text(drawing: Drawing, graph: DrawnGraph, width: int) -> str:
    """Draw a graph within a width, as far as its labels allow, and explain its moves."""
    names = [drawing.owners[0, vertex].name for vertex in range(drawing.columns)]
    labels = [f"{vertex}:{f'[{name}]' if name == graph.mover else name}" for vertex, name in enumerate(names)]
    widest = max(x for x, _ in graph.points)
    across = min(_ACROSS, (width - 2 - max(map(width_of, labels))) / widest) if widest else _ACROSS
    lines = _canvas(graph, labels, max(_LEAST_ACROSS, across))
    sentence = f"[{graph.mover}] moves to a vertex next to its own, and swaps with what is there."
    return "\n".join([*lines, "", fill(sentence, max(NARROWEST, width))])


def _canvas(graph: DrawnGraph, labels: list[str], across: float) -> list[str]:
    """Draw edges as dots between the middles of characters, then write the labels over them."""
    points = [(round(x * across) + 2, round(y * _DOWN)) for x, y in graph.points]
    dots: dict[_Character, int] = {}
    for start, end in graph.edges:
        (x, y), (to_x, to_y) = [(2 * column + 1, 4 * row + 2) for column, row in (points[start], points[end])]
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for step in range(steps + 1):
            dot_x, dot_y = round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps)
            character = dot_x // 2, dot_y // 4
            dots[character] = dots.get(character, 0) | _DOTS[dot_y % 4][dot_x % 2]
    width, height = max(x for x, _ in points) + 2, max(y for _, y in points) + 1
    lines = ["".join(chr(0x2800 + dots[x, y]) if (x, y) in dots else " " for x in range(width)) for y in range(height)]
    for (x, y), label in sorted(zip(points, labels, strict=True), key=lambda pair: -pair[0][0]):
        left = max(0, x - width_of(label) // 2)
        lines[y] = padded(lines[y][:left], left) + label + lines[y][left + width_of(label) :]
    return [line.rstrip() for line in lines]


def describe_goal(puzzle: Puzzle | str | Path) -> str:
    """Describe the goal; return an empty text if there is no goal, or a partial goal without the names of its pieces.

    >>> from slidefront import load
    >>> [describe_goal(load(name)) for name in ("8-puzzle", "15-puzzle", "klotski")]
    ['1 ... 8, hole first', '1 ... 15, hole last', 'X at row 4, column 2']
    """
    puzzle = load(puzzle)
    goal = puzzle.goal
    if goal.partial:
        return goal.text or ", ".join(f"{name} at {place_text(place)}" for name, place in goal.pieces)
    if goal.key is None:
        return ""
    hole = next((corner for corner, key in puzzle.ordered.items() if key == goal.key), "")
    drawing = puzzle.drawing(goal.key)
    if not hole or drawing is None:
        return puzzle.format(goal.key)
    return f"{drawing.pieces[0].name} ... {drawing.pieces[-1].name}, hole {hole}"


def goal_drawing(puzzle: Puzzle) -> Drawing | None:
    """Return the drawing of the goal; a partial goal shows the pieces that it names and the frozen pieces."""
    if puzzle.goal.key is not None:
        return puzzle.drawing(puzzle.goal.key)
    places, home = puzzle.goal.pieces, puzzle.drawing(puzzle.home)
    if home is None or not places:
        return None
    pieces = {piece.name: piece for piece in home.pieces}
    named = []
    for name, (row, column) in places:
        if name in pieces:  # moved so that its bounding box begins at its place
            top, left = (min(cell[axis] for cell in pieces[name].cells) for axis in (0, 1))
            cells = frozenset((r - top + row, c - left + column) for r, c in pieces[name].cells)
            named.append(replace(pieces[name], cells=cells))
    frozen = [piece for piece in home.pieces if piece.frozen and piece.name not in dict(places)]
    return replace(home, pieces=(*named, *frozen), targets=())
