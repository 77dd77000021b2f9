"""A list of the puzzles that ship, to choose one to play."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from slidefront.puzzles import library
from slidefront.puzzles.load import load


class PickApp(App[str]):
    """Returns the name of the chosen puzzle."""

    CSS = "Static { padding: 0 1; text-style: bold; } OptionList { height: 1fr; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        """List names and titles."""
        names = library.names()
        wide = max(map(len, names))
        yield Static("Choose a puzzle with the arrow keys and Enter, or with a click")
        yield OptionList(*(Option(f"{name:<{wide}}  {load(name).title}", id=name) for name in names), markup=False)
        yield Footer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the choice."""
        self.exit(event.option_id)
