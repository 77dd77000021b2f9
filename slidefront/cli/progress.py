"""Progress of long commands: one live line on a terminal, plain lines elsewhere; Ctrl-C and SIGTERM stop the work.

The work finishes its current task and saves what it has, and then the command ends.
"""

import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

import typer

from slidefront import units
from slidefront.cli.output import echo, is_quiet, note
from slidefront.errors import printable
from slidefront.machine import free_disk, process_memory
from slidefront.units import counted
from slidefront.watch import Checked, Interrupted, Round, Step, TableProgress, Threshold, Watcher

if TYPE_CHECKING:
    from slidefront.store.manifest import Layer, Manifest

STATUS_SECONDS = 10.0
"""How often the current work is printed if there is no terminal."""
LINE_SECONDS = 1.0
"""The same for layers and depths, whose lines say something new each time."""
LONG_DEPTH = 5.0  # seconds: on a terminal, the line of a longer depth stays on the screen
LONG_ROUND = 1.0  # seconds: on the screen stays the line of a longer round of a search
FEW_BOARDS = 1000  # a round with fewer is only long because kernels were compiled
SEARCHING = "searching … (the first search on a machine compiles for some seconds)"
STOPPING = "stopping after the current tasks (press Ctrl-C again to stop at once)"


class StopSignal:
    """Records the first signal as a request to stop; a second one stops at once."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> "StopSignal":
        for number in (signal.SIGINT, signal.SIGTERM):
            self._handlers[number] = signal.signal(number, self._record)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def __call__(self) -> bool:
        """Tell whether to stop."""
        return self.signal is not None

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that stopped the command: 130 or 143."""
        return 128 + (self.signal or signal.SIGINT)

    def _record(self, number: int, _frame: FrameType | None) -> None:
        if self.signal is not None:
            raise KeyboardInterrupt(number)
        self.signal = number


class StatusLine:
    """A line that shows the current work on a terminal, as a context manager; it disappears at the end.

    Without a terminal, a line is printed from time to time instead.
    """

    def __init__(self, text: str) -> None:
        self.quiet = is_quiet()
        self._status: Any = None
        self._printed_at = time.monotonic()
        if not self.quiet and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status("")
            self.update(text)

    @property
    def live(self) -> bool:
        """Whether there is a terminal to show it on."""
        return self._status is not None

    def __enter__(self) -> "StatusLine":
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def update(self, text: str, every: float | None = None) -> None:
        """Show the current work; without a terminal at most every so many seconds, by default STATUS_SECONDS."""
        if self._status is not None:
            from rich.text import Text

            self._status.update(Text(printable(text, "\n")))  # rich would take a name in brackets as markup
        elif time.monotonic() - self._printed_at >= (STATUS_SECONDS if every is None else every):
            self._printed_at = time.monotonic()
            self.print(text)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the live line away while others are printed where it is."""
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()

    def print(self, text: str) -> None:
        """Print a line that stays, above the live one if there is one."""
        if self._status is not None:
            self._status.console.print(printable(text, "\n"))
        elif not self.quiet:
            echo(text, sys.stderr)


def same_command() -> str:
    """Tell how to continue: with the command that was given."""
    return "to continue, run:\n    " + shlex.join(["slidefront", *sys.argv[1:]])


class LineProgress(Watcher):
    """Shows how far work is, and stops it on a signal.

    `outcome` says what interrupted work leaves behind, in words that follow `interrupted`.
    """

    def __init__(self, text: str, outcome: str | Callable[[], str] = "") -> None:
        self._outcome = outcome
        self._stop = StopSignal()
        self._told = False
        self._line = StatusLine(text)

    def __enter__(self) -> Self:
        self._stop.__enter__()
        self._line.__enter__()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._line.__exit__()
        self._stop.__exit__()
        if isinstance(error, Interrupted):
            outcome = self._outcome if isinstance(self._outcome, str) else self._outcome()
            note(f"interrupted{outcome}")
            raise typer.Exit(self._stop.exit_code) from None

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        if self._stop() and not self._told:
            self._told = True
            self._line.update(STOPPING)
        return self._stop()

    def hidden(self) -> AbstractContextManager[None]:
        """Take the live line away while others are printed where it is."""
        return self._line.hidden()

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that has asked to stop; 0 without one."""
        return self._stop.exit_code if self._stop() else 0

    def on_message(self, text: str) -> None:
        """Show how far the work is."""
        self._line.update(text)

    def on_note(self, text: str) -> None:
        """Leave a remark on the screen."""
        self._line.print(text)

    def on_layer(self, layer: "Layer") -> None:
        """Show a finished layer."""
        self._line.update(f"depth {layer.depth}: {counted(layer.boards, 'board')}", LINE_SECONDS)

    def on_depth(self, progress: TableProgress) -> None:
        """Show a depth of a table; on a terminal the line of a long one stays."""
        if self._line.live and progress.seconds >= LONG_DEPTH:
            self.on_note(str(progress))
        else:
            self._line.update(str(progress), LINE_SECONDS)

    def on_check(self, checked: Checked) -> None:
        """Show how much is verified; without a terminal, a line for each layer."""
        if self._line.live:
            work = "recomputing the layers" if checked.deep else "reading the layers"
            self._line.update(f"{work}: {100 * checked.done:.0f}%, depth {checked.depth}")
        elif checked.finished:
            verdict = "damaged" if not checked.good else "recomputed, identical" if checked.deep else "good"
            self.on_note(f"depth {checked.depth}: {verdict}")


class SearchProgress(LineProgress):
    """Shows one search after another; Ctrl-C ends them and reports what is known."""

    def __init__(self) -> None:
        super().__init__(SEARCHING, self._known)
        self._name = ""
        self._at_least = 0
        self._round: Threshold | None = None

    def _known(self) -> str:
        """Say where the search was, and what is proved."""
        known = f": no route of fewer than {counted(self._at_least, 'move')}" if self._at_least else ""
        return f"{self._name and ' at '}{self._name}{known}"

    def begin(self, name: str = "") -> "SearchProgress":
        """Begin a search, with a name if there are several."""
        self._name, self._at_least, self._round = name, 0, None
        self._line.update(name or SEARCHING)
        return self

    def on_note(self, text: str) -> None:
        """Leave a remark on the screen; the search goes on, which may compile before it shows a round."""
        super().on_note(text)
        if self._line.live:
            self._line.update(self._name or SEARCHING)

    def on_round(self, round_: Round | Threshold) -> None:
        """Show a round."""
        self._line.update(f"{self._name}{self._name and ': '}{round_}")
        if isinstance(round_, Threshold):
            if self._round is not None and self._round.limit != round_.limit:
                self._keep(self._round)
            self._round = round_
            self._at_least = max(self._at_least, round_.limit)
        else:
            self._keep(round_)
            if not round_.met:
                self._at_least = max(self._at_least, round_.length + 1)

    def on_progress(self, step: Step) -> None:
        """Show how much of a large layer is done."""
        if step.frontier > 1_000_000:
            self._line.update(f"layer {step.depth}: {100 * step.done:.0f}% of {step.frontier:,} boards")

    def _keep(self, round_: Round | Threshold) -> None:
        """Leave the line of a long round on the screen, unless there are several searches."""
        boards = round_.nodes if isinstance(round_, Threshold) else round_.boards
        if not self._name and round_.seconds >= LONG_ROUND and boards >= FEW_BOARDS:
            self._line.print(str(round_))


STARTING = "starting … (the first run on a machine compiles for some seconds)"
_DRAW_SECONDS = 0.1
_BAR = 60  # characters


class ExpandProgress(LineProgress):
    """Shows the layers, and of the one in work how much is done and what it takes."""

    def __init__(self, folder: Path, *, to_end: bool) -> None:
        super().__init__(STARTING, self._saved)
        self._folder = folder
        self._to_end = to_end
        self._new = 0
        self._drawn_at = 0.0

    def _saved(self) -> str:
        from slidefront.store.run import Run

        return f": layers 0 to {Run(self._folder).greatest_depth} are saved in {self._folder}; {same_command()}"

    def on_open(self, manifest: "Manifest") -> None:
        """Start from the layers that exist."""
        self._manifest = manifest
        self._boards, self._bytes = manifest.boards, manifest.bytes
        self._began = self._layer_at = time.monotonic()

    def on_layer(self, layer: "Layer") -> None:
        """Count the layer; without a terminal, print it."""
        from slidefront.draw.spaces import layer_line

        self._boards += layer.boards
        self._bytes += layer.bytes
        self._new += layer.boards
        self._layer_at = time.monotonic()
        if not self._line.live:
            self._line.update(layer_line(layer, self._manifest.marks.text), LINE_SECONDS)

    def on_progress(self, step: Step) -> None:
        """Show the step on a terminal."""
        if self._line.live and time.monotonic() - self._drawn_at >= _DRAW_SECONDS and not self.stop():
            self._drawn_at = time.monotonic()
            self._line.update(self.text(step))

    def text(self, step: Step) -> str:
        """Say how far a step is; the bar shows the whole space, or the step if the size of the space is not known."""
        boards, total = self._boards + step.boards, self._manifest.total
        workers = f"{units.counted(step.workers, 'worker')}, {units.counted(step.tasks, 'task')}; " * bool(step.workers)
        used, free = units.size(self._bytes), units.size(free_disk(self._folder))
        return (
            f"depth {step.depth}: {100 * step.done:.0f}% of the layer done, {step.boards:,} boards from "
            f"{step.frontier:,}\n"
            f"  total {boards:,} boards{self._pace(boards, total)}\n"
            f"  {workers}memory {units.size(process_memory())}, disk {used} used, {free} free\n"
            f"  {bar(boards / total if total else step.done)}"
        )

    def _pace(self, boards: int, total: int | None) -> str:
        share = f", {100 * boards / total:.4g}% of {total:,}" if total else ""
        if self._new == 0:
            return share
        rate = self._new / max(1e-3, self._layer_at - self._began)
        left = f", {units.duration((total - boards) / rate)} left" if total and self._to_end else ""
        return f"{share}, {rate:,.0f} per second{left}"


def bar(done: float) -> str:
    """Draw a share of all work."""
    full = round(_BAR * min(1.0, done))
    return "━" * full + "─" * (_BAR - full)
