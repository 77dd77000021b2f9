"""The bar below the board that shows how far a solution has been played; a click or a drag goes to any of its boards.

━━━━━━━━━●──────────────── 12 of 31
"""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from slidefront.view.palette import DARK, WANTED


class ScrubBar(Widget):
    """Where in a solution the board is."""

    can_focus = False

    @dataclass
    class Moved(Message):
        """Someone has chosen another board of the solution."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.at, self.length = 0, 0
        self._down = False

    def show(self, at: int, length: int) -> None:
        """Show a place in a solution of some length."""
        self.at, self.length = at, length
        self.refresh()

    @property
    def _columns(self) -> int:
        return max(2, self.size.width - len(self._words))

    @property
    def _words(self) -> str:
        return f"  {self.at} of {self.length}"

    def render(self) -> Text:
        """Draw the bar."""
        knob = round((self._columns - 1) * self.at / max(1, self.length))
        text = Text("━" * knob, style=WANTED, no_wrap=True)
        text.append("●", style=f"bold {WANTED}")
        text.append("─" * (self._columns - knob - 1), style=DARK["blank"])
        return text.append(self._words)

    def _go(self, x: int) -> None:
        at = round(self.length * min(x, self._columns - 1) / (self._columns - 1))
        self.post_message(self.Moved(max(0, min(self.length, at))))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to a place."""
        self._down = True
        self.capture_mouse()
        self._go(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the pointer."""
        if self._down:
            self._go(event.x)

    def on_mouse_up(self, _: events.MouseUp) -> None:
        """End the drag."""
        self._down = False
        self.release_mouse()
