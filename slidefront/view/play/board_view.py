"""The board as a Textual widget: draws itself as large as it can, and tells what the mouse does to it."""

import textwrap
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from slidefront.puzzles.drawing import Cell, Drawing
from slidefront.view.palette import Colours
from slidefront.view.play.canvas import Canvas, choose_scale, least_size


class BoardView(Widget):
    """Shows one board."""

    can_focus = False

    @dataclass
    class Grabbed(Message):
        """The mouse went down on a cell."""

        cell: Cell

    @dataclass
    class Dragged(Message):
        """The mouse moved to another cell while it was down."""

        start: Cell
        cell: Cell

    @dataclass
    class Released(Message):
        """The mouse went up."""

        moved: bool
        cell: Cell

    def __init__(self, drawing: Drawing, colours: Colours) -> None:
        super().__init__()
        self._drawing, self._colours = drawing, colours
        self._selected: Cell | None = None
        self._canvas: Canvas | None = None
        self._grabbed: Cell | None = None
        self._last: Cell | None = None
        self._moved = False

    def show(self, drawing: Drawing, selected: Cell | None) -> None:
        """Show another board."""
        self._drawing, self._selected = drawing, selected
        self._draw()

    @property
    def too_large(self) -> str:
        """Say that the board does not fit, if it does not."""
        if choose_scale(self._drawing, self.size.width, self.size.height):
            return ""
        width, height = least_size(self._drawing)
        return (
            f"The board needs {width} x {height} characters, and has {self.size.width} x {self.size.height}: enlarge "
            f"the window, or make its letters smaller."
        )

    def _draw(self) -> None:
        scale = choose_scale(self._drawing, self.size.width, self.size.height)
        self._canvas = Canvas(self._drawing, self._colours, self._selected, scale) if scale else None
        self.refresh()

    def on_resize(self) -> None:
        """Choose the size of the board anew."""
        self._draw()

    def _corner(self) -> tuple[int, int]:
        """Find where the board begins, which is in the middle of the widget."""
        width, height = (self._canvas.width, self._canvas.height) if self._canvas else (0, 0)
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def render_line(self, y: int) -> Strip:
        """Draw one line of characters."""
        left, top = self._corner()
        if self._canvas is None:
            return self._message_line(y)
        if not top <= y < top + self._canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        segments = self._canvas.lines()[y - top]
        return Strip([*Strip.blank(left, self.rich_style), *segments]).adjust_cell_length(
            self.size.width, self.rich_style
        )

    def _message_line(self, y: int) -> Strip:
        lines = textwrap.wrap(self.too_large, max(1, self.size.width))
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Find the cell at a place in the widget."""
        left, top = self._corner()
        return self._canvas.cell_at(x - left, y - top) if self._canvas else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self._grabbed = self._last = cell
            self._moved = False
            self.capture_mouse()
            self.post_message(self.Grabbed(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell which cell the pointer has come to."""
        cell = self.cell_at(event.x, event.y)
        if self._grabbed is not None and cell is not None and cell != self._last:
            self._last, self._moved = cell, True
            self.post_message(self.Dragged(self._grabbed, cell))

    def on_mouse_up(self, _: events.MouseUp) -> None:
        """End the click or the drag."""
        if self._grabbed is not None:
            self.release_mouse()
            self.post_message(self.Released(moved=self._moved, cell=self._grabbed))
            self._grabbed = None
