"""Draw boards and goals as text: each piece has an outline, and its name is in its first cell.

┌───┬───────┬───┐
│ A │ X     │ B │        ▒ wall, ░ gate, · blank or hole
│   │       │   │
├───┼───┬───┼───┤
│ C │ D │ · │ E │
└───┴───┴───┴───┘

A graph has its edges as fine dots, and each vertex as its number and what is there:

0:A⠤⠤⠤⠤⠤⠤1:B        braille patterns have two by four dots in a character, which is fine enough for slanted edges
 ⠈⠑⠢⢄
     2:[C]           brackets mark the label that moves
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from slidefront.draw.text import NARROWEST, fill, padded, width_of
from slidefront.puzzles.capabilities import Drawing, DrawnGraph, DrawnPiece, Place
from slidefront.puzzles.core import Position, Puzzle

_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by the lines that meet: 1 up, 2 down, 4 left, 8 right
_WALL, _GATE, _BLANK = "▒", "░", "·"
_GAP = 3  # columns between boards


def draw(puzzle: Puzzle, board: int | str, width: int = 80) -> str:
    """Draw a board, given as key, or as text with its own names."""
    return draw_position(puzzle.position(board), width)


def draw_position(position: Position, width: int = 80) -> str:
    """Draw a board of a route; equal pieces have their own names. Without a drawing it is its text."""
    drawing = position.drawing()
    return position.text if drawing is None else drawn(drawing, width)


def drawn(drawing: Drawing, width: int = 80) -> str:
    """Draw what a drawing describes."""
    return graph_text(drawing, width) if drawing.graph else _GridText(drawing).text()


def side_by_side(blocks: Iterable[Sequence[str]], width: int) -> str:
    """Put blocks of lines side by side, as many as fit a width; shorter blocks are padded at the end."""
    blocks = list(blocks)
    room = max((width_of(line) for block in blocks for line in block), default=0) + _GAP
    across = max(1, (width + _GAP) // room)
    rows = []
    for start in range(0, len(blocks), across):
        some = blocks[start : start + across]
        height = max(map(len, some))
        filled = [[*block, *[""] * (height - len(block))] for block in some]
        rows.append(
            "\n".join("".join(padded(part, room) for part in parts).rstrip() for parts in zip(*filled, strict=True))
        )
    return "\n\n".join(rows)


def captioned(positions: Iterable[Position], captions: Sequence[str], width: int = 80) -> str:
    """Draw boards side by side, each under its caption."""
    blocks = ([words, *draw_position(one, width).split("\n")] for one, words in zip(positions, captions, strict=True))
    return side_by_side(blocks, width)


class _GridText:
    """The characters of one board: each cell is a line high, and lines and corners lie between cells."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.room = max((width_of(piece.name) for piece in drawing.pieces), default=1) + 2
        self.numbered = all(piece.name.isdecimal() for piece in drawing.pieces)
        self.first = {min(piece.cells): piece for piece in drawing.pieces}

    def text(self) -> str:
        """Draw the board."""
        rows = self.drawing.rows
        lines = [self._rule(0)]
        for row in range(rows):
            lines += [self._row(row), self._rule(row + 1)]
        return "\n".join(lines)

    def _owner(self, cell: Place) -> DrawnPiece | str | None:
        """Return what a cell contains; None outside the board."""
        if not (0 <= cell[0] < self.drawing.rows and 0 <= cell[1] < self.drawing.columns):
            return None
        if cell in self.drawing.owners:
            return self.drawing.owners[cell]
        return _WALL if cell in self.drawing.walls else _GATE if cell in self.drawing.gates else _BLANK

    def _parted(self, one: Place, other: Place) -> bool:
        """Tell whether a line lies between two neighbours: around pieces, and around the board."""
        here, there = self._owner(one), self._owner(other)
        if here is there:
            return False
        return not (isinstance(here, str) and isinstance(there, str))

    def _between(self, *cells: Place) -> str:
        """Fill the space between cells without a line between them: walls have no gaps."""
        owners = [self._owner(cell) for cell in cells]
        return next((mark for mark in (_WALL, _GATE) if mark in owners), " ")

    def _rule(self, row: int) -> str:
        """Draw the line above the cells of a row."""
        line = ""
        for column in range(self.drawing.columns + 1):
            line += self._corner(row, column)
            if column < self.drawing.columns:
                pair = (row - 1, column), (row, column)
                line += ("─" if self._parted(*pair) else self._between(*pair)) * self.room
        return line

    def _corner(self, row: int, column: int) -> str:
        around = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
        upper_left, upper_right, lower_left, lower_right = around
        up, down = self._parted(upper_left, upper_right), self._parted(lower_left, lower_right)
        left, right = self._parted(upper_left, lower_left), self._parted(upper_right, lower_right)
        lines = up + 2 * down + 4 * left + 8 * right
        return _CORNERS[lines] if lines else self._between(*around)

    def _row(self, row: int) -> str:
        """Draw the cells of a row and the lines at their sides."""
        line = ""
        for column in range(self.drawing.columns + 1):
            pair = (row, column - 1), (row, column)
            line += "│" if self._parted(*pair) else self._between(*pair)
            if column < self.drawing.columns:
                line += self._inside((row, column))
        return line

    def _inside(self, cell: Place) -> str:
        owner = self._owner(cell)
        if isinstance(owner, str):
            return owner.center(self.room) if owner == _BLANK else owner * self.room
        label = owner.name if owner and self.first.get(cell) is owner else ""
        return f" {padded(label, self.room - 2, right=self.numbered)} "


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
    return f"{vertex}:[{piece.name}]" if moves else f"{vertex}:{piece.name}"


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


_HOLES = {"first": "hole first", "last": "hole last"}


def goal_words(puzzle: Puzzle) -> str:
    """Say what the goal is; nothing if there is none, or if the puzzle does not say which pieces a partial goal names.

    >>> from slidefront import load
    >>> [goal_words(load(name)) for name in ("8-puzzle", "15-puzzle", "klotski")]
    ['1 ... 8, hole first', '1 ... 15, hole last', 'X at row 4, column 2']
    """
    goal = puzzle.goal
    if goal.partial:
        return ", ".join(f"{name} at row {row + 1}, column {column + 1}" for name, (row, column) in goal.pieces)
    if goal.key is None:
        return ""
    corner = next((words for hole, words in _HOLES.items() if puzzle.ordered.get(hole) == goal.key), "")
    drawing = puzzle.drawing(goal.key)
    if not corner or drawing is None:
        return puzzle.format(goal.key)
    labels = [piece.name for piece in drawing.pieces]
    return f"{labels[0]} ... {labels[-1]}, {corner}"


def goal_drawing(puzzle: Puzzle) -> Drawing | None:
    """Describe how the goal looks: of a partial one, the pieces that it names and those that never move."""
    if puzzle.goal.key is not None:
        return puzzle.drawing(puzzle.goal.key)
    places, home = dict(puzzle.goal.pieces), puzzle.drawing(puzzle.home)
    if home is None or not places:
        return None
    pieces = [_at(one, places.get(one.name)) for one in home.pieces if one.name in places or one.frozen]
    return replace(home, pieces=tuple(pieces), targets=())


def _at(piece: DrawnPiece, place: Place | None) -> DrawnPiece:
    """Put a piece with the corner of its bounding box at a place."""
    if place is None:
        return piece
    top, left = (min(cell[axis] for cell in piece.cells) for axis in (0, 1))
    return replace(piece, cells=frozenset((r - top + place[0], c - left + place[1]) for r, c in piece.cells))
