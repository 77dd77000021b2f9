"""A board as coloured characters, as large as a window allows.

██████ ██████       Each cell has a fixed width and height in characters. A column and half a line stay free between
█ 1  █ █ 2  █       pieces, so that two pieces of one colour can be told apart.
▀▀▀▀▀▀ ▀▀▀▀▀▀
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from slidefront.puzzles.drawing import Cell, Drawing
from slidefront.view.graph_text import braille
from slidefront.view.palette import DARK, PLAIN, Colours
from slidefront.view.svg import name_place
from slidefront.view.width import width_of

SIZES = ((10, 5), (8, 4), (6, 3), (4, 2), (3, 1))
"""The sizes of a cell in characters, the largest first."""
GROUND, WALL, GATE, NAME, DOT = (DARK[part] for part in ("board", "wall", "gate", "name", "blank"))
_UNITS = ((16, 8), (12, 6), (9, 4))  # of a graph: characters for each unit of its layout


@dataclass(frozen=True)
class Glyph:
    """One character with its colours."""

    letter: str = " "
    front: str = DOT
    back: str = GROUND
    bold: bool = False


class Canvas:
    """The characters of one board."""

    def __init__(self, drawing: Drawing, colours: Colours, selected: Cell | None, scale: tuple[int, int]) -> None:
        self.drawing, self.colours, self.scale = drawing, colours, scale
        self.width, self.height = size_of(drawing, scale)
        self.rows = [[Glyph() for _ in range(self.width)] for _ in range(self.height)]
        self.selected = drawing.owners.get(selected) if selected else None
        if drawing.graph:
            self._draw_graph()
        else:
            self._draw_cells()

    def lines(self) -> list[list[Segment]]:
        """Give the characters as what Rich prints."""
        return [[*Segment.simplify(Segment(one.letter, _style(one)) for one in row if one.letter)] for row in self.rows]

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Find the cell, or vertex, that a character belongs to."""
        across, down = self.scale
        if self.drawing.graph is None:
            cell = y // down, x // across
            return cell if cell[0] < self.drawing.rows and cell[1] < self.drawing.columns and min(x, y) >= 0 else None
        places = [self._vertex(number) for number in range(self.drawing.columns)]
        near = min(range(len(places)), key=lambda at: abs(places[at][0] - x) + 2 * abs(places[at][1] - y))
        away = abs(places[near][0] - x) + 2 * abs(places[near][1] - y)
        return (0, near) if away <= across // 2 else None

    def _draw_cells(self) -> None:
        across, down = self.scale
        for row in range(self.drawing.rows):
            for column in range(self.drawing.columns):
                self._draw_cell((row, column))
        for piece in self.drawing.pieces:
            x, y, cells = name_place(piece.cells)
            label = f"›{piece.label}‹" if piece is self.selected else piece.label
            label = label if width_of(label) <= cells * across - 1 else piece.label[: cells * across - 1]
            self._write(int(x * across - width_of(label) / 2), int(y * down - 0.5 * (down > 1)), label, bold=True)

    def _draw_cell(self, cell: Cell) -> None:
        """Fill a cell; its last column and line are free unless its piece goes on there."""
        across, down = self.scale
        piece = self.drawing.owners.get(cell)
        right, below = (cell[0], cell[1] + 1), (cell[0] + 1, cell[1])
        corner = (cell[0] + 1, cell[1] + 1)
        colour = self._colour(cell)
        for y in range(down):
            for x in range(across):
                last_x, last_y = x == across - 1, y == down - 1 and down > 1
                into = corner if last_x and last_y else right if last_x else below if last_y else cell
                beside = [right] * last_x + [below] * last_y + [into]
                whole = all(self._joined(cell, other) for other in beside)
                half = last_y and (not last_x or self._joined(cell, right)) and not whole
                glyph = Glyph(back=colour) if whole else Glyph("▀", colour) if half else Glyph()
                self.rows[cell[0] * down + y][cell[1] * across + x] = glyph
        if piece is None and cell not in self.drawing.walls:
            x, y = cell[1] * across + (across - 1) // 2, cell[0] * down + (down - 1) // 2
            self.rows[y][x] = replace(self.rows[y][x], letter="·", front=DOT)

    def _colour(self, cell: Cell) -> str:
        piece = self.drawing.owners.get(cell)
        if piece is not None:
            return self.colours.get(piece.name, PLAIN)
        return WALL if cell in self.drawing.walls else GATE if cell in self.drawing.gates else GROUND

    def _joined(self, one: Cell, other: Cell) -> bool:
        """Tell whether two cells are filled as one."""
        pieces = self.drawing.owners.get(one), self.drawing.owners.get(other)
        if any(pieces):
            return pieces[0] is pieces[1]
        return self._kind(one) == self._kind(other)

    def _kind(self, cell: Cell) -> str:
        inside = 0 <= cell[0] < self.drawing.rows and 0 <= cell[1] < self.drawing.columns
        return self._colour(cell) if inside else ""

    def _write(self, x: int, y: int, text: str, *, front: str = NAME, bold: bool = False) -> None:
        for letter in text:
            if 0 <= x < self.width:
                self.rows[y][x] = replace(self.rows[y][x], letter=letter, front=front, bold=bold)
            wide = width_of(letter) == 2
            if wide and x + 1 < self.width:
                self.rows[y][x + 1] = Glyph("")
            x += 2 if wide else 1

    def _vertex(self, number: int) -> tuple[int, int]:
        points = self.drawing.graph.points if self.drawing.graph else ()
        x, y = points[number]
        return round(x * self.scale[0]) + 4, round(y * self.scale[1]) + 1

    def _draw_graph(self) -> None:
        edges = self.drawing.graph.edges if self.drawing.graph else ()
        places = [self._vertex(number) for number in range(self.drawing.columns)]
        for (row, column), letter in braille([(places[one], places[other]) for one, other in edges]).items():
            self.rows[row][column] = Glyph(letter, DARK["line"])
        for number, (x, y) in enumerate(places):
            piece = self.drawing.owners[0, number]
            label = f"›{piece.label}‹" if piece is self.selected else piece.label
            label = label.center(5)[:9]
            for line in range(y - 1, y + 2):
                for column in range(x - 2, x - 2 + len(label)):
                    back = self.colours.get(piece.name, PLAIN)
                    self.rows[line][column] = Glyph(back=back) if line <= y else Glyph("▀", back)
            self._write(x - 2, y, label, bold=True)
            self._write(x - 2 + len(label), y - 1, str(number), front=DARK["text"])


@cache
def _style(glyph: Glyph) -> Style:
    return Style(color=glyph.front, bgcolor=Color.parse(glyph.back), bold=glyph.bold)


def size_of(drawing: Drawing, scale: tuple[int, int]) -> tuple[int, int]:
    """Tell how many characters a board takes."""
    if drawing.graph is None:
        return drawing.columns * scale[0], drawing.rows * scale[1]
    points = drawing.graph.points
    return (
        round(max(x for x, _ in points) * scale[0]) + 11,
        round(max(y for _, y in points) * scale[1]) + 3,
    )


def choose_scale(drawing: Drawing, width: int, height: int) -> tuple[int, int] | None:
    """Choose the largest size that fits a window; None if even the least does not."""
    sizes = SIZES if drawing.graph is None else _UNITS
    fits: Callable[[tuple[int, int]], bool] = lambda scale: (  # noqa: E731
        size_of(drawing, scale)[0] <= width and size_of(drawing, scale)[1] <= height
    )
    return next((scale for scale in sizes if fits(scale)), None)


def least_size(drawing: Drawing) -> tuple[int, int]:
    """Tell how large a window must be for a board."""
    return size_of(drawing, (SIZES if drawing.graph is None else _UNITS)[-1])
