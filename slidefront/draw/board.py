"""Draw boards as text: each piece has an outline, and its name is in its first cell.

┌───┬───────┬───┐
│ A │ X     │ B │        ▒ wall, ░ gate, · blank or hole
│   │       │   │
├───┼───┬───┼───┤
│ C │ D │ · │ E │
└───┴───┴───┴───┘
"""

from collections.abc import Iterable, Sequence

from slidefront.draw.graph_text import graph_text
from slidefront.draw.width import padded, width_of
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Cell, Drawing, DrawnPiece

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


def draw_side_by_side(puzzle: Puzzle, keys: Iterable[int], width: int) -> str:
    """Draw boards in rows that fit a width, each over its text."""
    return side_by_side(([*draw(puzzle, key, width).split("\n"), puzzle.format(key)] for key in keys), width)


class _GridText:
    """The characters of one board: each cell is a line high, and lines and corners lie between cells."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.room = max((width_of(piece.label) for piece in drawing.pieces), default=1) + 2
        self.numbered = all(piece.label.isdecimal() for piece in drawing.pieces)
        self.first = {min(piece.cells): piece for piece in drawing.pieces}

    def text(self) -> str:
        """Draw the board."""
        rows = self.drawing.rows
        lines = [self._rule(0)]
        for row in range(rows):
            lines += [self._row(row), self._rule(row + 1)]
        return "\n".join(lines)

    def _owner(self, cell: Cell) -> DrawnPiece | str | None:
        """Return what a cell contains; None outside the board."""
        if not (0 <= cell[0] < self.drawing.rows and 0 <= cell[1] < self.drawing.columns):
            return None
        if cell in self.drawing.owners:
            return self.drawing.owners[cell]
        return _WALL if cell in self.drawing.walls else _GATE if cell in self.drawing.gates else _BLANK

    def _parted(self, one: Cell, other: Cell) -> bool:
        """Tell whether a line lies between two neighbours: around pieces, and around the board."""
        here, there = self._owner(one), self._owner(other)
        if here is there:
            return False
        return not (isinstance(here, str) and isinstance(there, str))

    def _between(self, *cells: Cell) -> str:
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

    def _inside(self, cell: Cell) -> str:
        owner = self._owner(cell)
        if isinstance(owner, str):
            return owner.center(self.room) if owner == _BLANK else owner * self.room
        label = owner.label if owner and self.first.get(cell) is owner else ""
        return f" {padded(label, self.room - 2, right=self.numbered)} "
