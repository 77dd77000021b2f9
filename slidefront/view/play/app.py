"""The application: a board, what is known of it, and a bar for its solution."""

from random import Random
from typing import ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from slidefront import units
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.drawing import Cell
from slidefront.routes.route import Route
from slidefront.view.palette import colours_of
from slidefront.view.play.advice import Advice, Adviser
from slidefront.view.play.board_view import BoardView
from slidefront.view.play.game import WAYS, Game, piece_for, step_on_graph, why_no_piece
from slidefront.view.play.scrub import ScrubBar

SECONDS = 0.45
"""How long each move of a solution is shown."""
LOW = 16
"""Rows of a window that are so few that the board gets all that it can."""
_SOLUTION_KEYS = "Space plays the solution, comma and full stop go one move back and on"
_ARROWS = {"up": "U", "down": "D", "left": "L", "right": "R"}


class PlayApp(App[None]):
    """Plays one puzzle."""

    CSS = """
    Screen { background: #1b1d22; color: #e4e6eb; }
    #title { text-style: bold; padding: 0 1; }
    BoardView { height: 1fr; margin: 1 2; }
    #status, #message { padding: 0 1; height: auto; }
    #message { color: #ee8866; min-height: 1; }
    .low BoardView { margin: 0 1; }
    .low #title { display: none; }
    .low #message { min-height: 0; }
    ScrubBar { height: 1; margin: 0 1; display: none; }
    """
    TITLE = "slidefront"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"arrow('{way}')", show=False) for key, way in _ARROWS.items()),
        Binding("h", "hint", "Hint"),
        Binding("s", "solution", "Solution"),
        Binding("q", "quit", "Quit"),
        Binding("u", "undo", "Undo"),
        Binding("n", "new", "New"),
        Binding("tab", "select(1)", "Piece", priority=True),
        Binding("shift+tab", "select(-1)", show=False, priority=True),
        Binding("y", "redo", "Redo"),
        Binding("r", "reset", "Reset"),
        Binding("space", "play", show=False),
        Binding("comma", "scrub(-1)", show=False),
        Binding("full_stop", "scrub(1)", show=False),
        Binding("home", "ends(0)", show=False),
        Binding("end", "ends(1)", show=False),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]  # fmt: skip

    def __init__(self, puzzle: Puzzle, start: str | int, route: Route | None = None) -> None:
        super().__init__()
        self.puzzle, self.game, self.adviser = puzzle, Game(puzzle, start), Adviser(puzzle)
        self.route = route
        """The solution that is shown, while one is."""
        self.at = 0
        self.selected: Cell | None = None
        self.advice: Advice | None = None
        self.message = ""
        self._grip = 0
        self._timer: Timer | None = None
        if route is not None:
            self.game.begin(route.positions[0])

    def compose(self) -> ComposeResult:
        """Lay out the window."""
        yield Static(self.puzzle.title, id="title", markup=False)
        yield BoardView(self.game.drawing(), colours_of(self.puzzle))
        with Vertical(id="below"):
            yield Static("", id="status", markup=False)
            yield Static("", id="message", markup=False)
            yield ScrubBar()
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#below").styles.height = "auto"
        if self.route is not None:
            self.message = _SOLUTION_KEYS
        elif self.game.solved:
            self.message = "this board is solved: press n for another"
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        """Leave out what does not fit in a low window."""
        self.screen.set_class(event.size.height < LOW, "low")

    # What is shown

    def _changed(self) -> None:
        """Show the present board, and look for what is known of it."""
        self._show_board()
        board = self.game.position.text
        self.advice = self.adviser.recall(board)
        self._show_status()
        if self.advice is None:
            self._advise(board)

    def _show_board(self) -> None:
        drawing = self.game.drawing()
        if self.selected is not None and self.selected not in drawing.owners:
            self.selected = None
        self.query_one(BoardView).show(drawing, self.selected)

    def _show_status(self) -> None:
        solved = "  Solved!" if self.game.solved else ""
        moves = units.counted(self.game.moves, "move")
        metric = f" ({self.puzzle.metric} metric)" if len(self.puzzle.metrics) > 1 else ""
        self.query_one("#status", Static).update(f"{moves}{metric}, {self._fewest()}{solved}")
        self.query_one("#message", Static).update(self.message)
        bar = self.query_one(ScrubBar)
        bar.display = self.route is not None
        if self.route is not None:
            bar.show(self.at, self.route.length)

    def _fewest(self) -> str:
        if self.advice is None:
            return "fewest from here: searching …"
        return self.advice.why or f"fewest from here: {self.advice.fewest}"

    @work(thread=True, exclusive=True)
    def _advise(self, board: str) -> None:
        """Search in the background; another board stops the search."""
        worker = get_current_worker()
        found = self.adviser.search(board, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.call_from_thread(self._advised, board, found)

    def _advised(self, board: str, found: Advice | None) -> None:
        if board == self.game.position.text:
            self.advice = found
            self._show_status()

    # What the person does

    def _did(self, message: str = "") -> None:
        """Show what a move by hand has changed; the solution that was shown is gone."""
        self.message = message
        if not message:
            self.route = None
            self._pause()
        self._changed()

    def action_arrow(self, way: str) -> None:
        """Move a piece one step: the selected one, or on a board of tiles the one that can move that way."""
        drawing = self.game.drawing()
        if drawing.graph is not None:
            move = step_on_graph(self.game.position, drawing, way)
            if move is None:
                self._did("no vertex next to the mover lies that way")
            else:
                self.game.make(move.what, move.way)
                self._did()
            return
        cell = self.selected or piece_for(self.game.position, drawing, way)
        if cell is None:
            self._did(why_no_piece(self.game.position, way))
            return
        piece = drawing.owners[cell]
        why = self.game.push(cell, way)
        if self.selected is not None and not why:
            after = [one for one in self.game.drawing().pieces if one.name == piece.name]
            shifted = (cell[0] + WAYS[way][0], cell[1] + WAYS[way][1])
            self.selected = shifted if any(shifted in one.cells for one in after) else min(after[0].cells)
        self._did(why)

    def action_select(self, by: int) -> None:
        """Select the next piece that can move."""
        drawing = self.game.drawing()
        cells = [min(piece.cells) for piece in drawing.pieces if not piece.frozen]
        piece = drawing.owners.get(self.selected) if self.selected else None
        at = cells.index(min(piece.cells)) + by if piece else (0 if by > 0 else -1)
        self.selected = cells[at % len(cells)]
        self._show_board()

    def action_undo(self) -> None:
        """Take back the last action."""
        self._did("" if self.game.undo() else "there is nothing to undo")

    def action_redo(self) -> None:
        """Make the last action again that was taken back."""
        self._did("" if self.game.redo() else "there is nothing to redo")

    def action_reset(self) -> None:
        """Go back to the start."""
        self.game.reset()
        self._did()

    def action_new(self) -> None:
        """Begin at a random board."""
        self.game.shuffle(Random())
        self.selected = None
        self._did()

    def action_hint(self) -> None:
        """Make the next move of a shortest route."""
        hint = self.advice.hint if self.advice else None
        if hint is None:
            self.message = "the search has not finished" if self.advice is None else "there is no move to hint at"
            self._show_status()
            return
        self.game.make(hint.what, hint.way)
        self._did()
        self.message = f"hint: {hint}"
        self._show_status()

    # The solution

    def action_solution(self) -> None:
        """Show a shortest route from here on."""
        route = self.advice.route if self.advice else None
        if route is None or not route.length:
            self.message = "the search has not finished" if self.advice is None else "there is no solution to show"
        else:
            self.route, self.at, self.message = route, 0, _SOLUTION_KEYS
        self._show_status()

    def action_play(self) -> None:
        """Play the solution, or pause it."""
        if self.route is None:
            self.action_solution()
        if self.route is None:
            return
        if self._timer is not None:
            self._pause()
            return
        if self.at == self.route.length:
            self._go(0)
        self._timer = self.set_interval(SECONDS, self._tick)

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def action_scrub(self, by: int) -> None:
        """Go one board of the solution back or on."""
        if self.route is None:
            self.action_solution()
        if self.route is not None:
            self._go(self.at + by)

    def action_ends(self, last: int) -> None:
        """Go to the first or the last board of the solution."""
        if self.route is not None:
            self._go(self.route.length * last)

    def _tick(self) -> None:
        self._go(self.at + 1)
        if self.route is None or self.at == self.route.length:
            self._pause()

    def _go(self, at: int) -> None:
        """Show a board of the solution: the moves to it are made, or taken back."""
        if self.route is None:
            return
        at = max(0, min(self.route.length, at))
        while self.at > at:
            self.game.undo()
            self.at -= 1
        while self.at < at:
            move = self.route.moves[self.at]
            self.game.make(move.what, move.way)
            self.at += 1
        self.message = str(self.route.moves[at - 1]) if at else ""
        self._changed()

    def on_scrub_bar_moved(self, event: ScrubBar.Moved) -> None:
        """Go where the bar says."""
        self._go(event.at)

    # The mouse

    def on_board_view_grabbed(self, event: BoardView.Grabbed) -> None:
        """Select the piece below the pointer."""
        self._grip = len(self.game.history)
        self.selected = event.cell if event.cell in self.game.drawing().owners else None
        self._show_board()

    def on_board_view_dragged(self, event: BoardView.Dragged) -> None:
        """Bring the piece as near to the pointer as it can come."""
        if event.start not in self.game.drawing(self.game.history[self._grip - 1]).owners:
            return
        self.game.drag(self._grip, event.start, event.cell)
        self.selected = None
        self._did()

    def on_board_view_released(self, event: BoardView.Released) -> None:
        """Take a click on a piece that can go one way only as a move."""
        if event.moved or event.cell not in self.game.drawing().owners:
            return
        ways = self.game.ways(event.cell)
        if len(ways) == 1:
            self.game.make(*ways[0])
            self.selected = None
            self._did()
