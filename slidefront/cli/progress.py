"""Progress of long commands: one live line on a terminal, plain lines elsewhere, and the file of --log.

Ctrl-C, SIGTERM and SIGHUP stop the work: it finishes its current task and saves what it has, and then the command ends.
SIGUSR1 prints the progress.

The file of --log gets a line with the time for each finished layer, and once a minute for work in progress. Lines are
appended, with or without a terminal, so that one file records a long exploration over several interruptions.
"""

import math
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Self, TextIO

import typer

from slidefront import units
from slidefront.cli.output import command_text, echo, is_quiet, note
from slidefront.cli.process import heeded, leave_dead_terminal
from slidefront.compile import Compiling
from slidefront.errors import Advice, SlidefrontError, printable
from slidefront.machine import free_disk, process_memory
from slidefront.units import counted
from slidefront.watch import Checked, Interrupted, Round, Step, TableProgress, Threshold, Watcher

if TYPE_CHECKING:
    from slidefront.store.manifest import Layer, Manifest

STATUS_SECONDS = 10.0
"""The interval between lines about the current work if there is no terminal, in seconds."""
LINE_SECONDS = 1.0
"""The interval between lines about layers and depths, in seconds."""
LOG_SECONDS = 60.0
"""The interval between lines about the current work in the file of --log, in seconds."""
SEARCHING = "searching … (the first search on a machine compiles for some seconds)"
STOPPING = "stopping after the current tasks (press Ctrl-C again to stop at once)"


def command_line() -> str:
    """Return the command that was given."""
    return shlex.join(["slidefront", *sys.argv[1:]])


def same_command() -> str:
    """Return the advice to run the command again."""
    return f"to continue, run:\n    {command_line()}"


class Progress(Watcher):
    """Shows the progress of work: on a live line of a terminal, which disappears at the end, or else in a few lines.

    The first signal asks the work to stop, and the second signal ends it at once. `outcome` is text that follows
    `interrupted` and describes the state of the interrupted work. With `stops=False`, for work that never asks its
    watcher, the first signal ends the work at once.
    """

    def __init__(self, text: str, outcome: str | Callable[[], str] = "", *, stops: bool = True) -> None:
        self._outcome = outcome
        self._signals = heeded() if stops else ()
        self._is_asked = False
        self._handlers: dict[int, Any] = {}
        self._signal: int | None = None
        self._message = self._shown = text
        self._printed_at = time.monotonic()
        self._status: Any = None
        if not is_quiet() and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status("")
            self.show(text)

    def __enter__(self) -> Self:
        self._handlers = {number: signal.signal(number, self._record) for number in self._signals}
        if self._signals:
            self._handlers[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._ask)
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._status is not None:
            self._status.stop()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if isinstance(error, Interrupted):
            note(f"interrupted{self._outcome if isinstance(self._outcome, str) else self._outcome()}")
            raise typer.Exit(self.exit_code or 128 + signal.SIGINT) from None

    def _record(self, number: int, _frame: FrameType | None) -> None:
        leave_dead_terminal()
        if self._signal is not None:
            raise KeyboardInterrupt(number)
        self._signal = number

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._is_asked = True  # `stop` prints, because a handler may interrupt other printing

    def stop(self) -> bool:
        """Whether a signal has asked to stop; also print the progress if SIGUSR1 has asked for it."""
        if self._is_asked:
            self._is_asked = False
            with self.hidden():
                note(self._shown)
        if self._signal is not None and self._message != STOPPING:
            self.on_message(STOPPING)
        return self._signal is not None

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that has asked to stop: 130, 143 or 129; 0 without one."""
        return 0 if self._signal is None else 128 + self._signal

    def show(self, text: str, every: float | None = None) -> None:
        """Show the current work; without a terminal, at most once in `every` seconds, by default STATUS_SECONDS."""
        self._shown = text
        if self._status is not None:
            from rich.text import Text

            self._status.update(Text(printable(text, "\n")))  # rich would take a name in brackets as markup
        elif time.monotonic() - self._printed_at >= (STATUS_SECONDS if every is None else every):
            self._printed_at = time.monotonic()
            self.on_note(text)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the live line while other lines are printed."""
        if self._status is not None:
            self._status.stop()
        try:
            yield
        finally:
            if self._status is not None:
                self._status.start()

    def on_message(self, text: str) -> None:
        """Show the progress of the work."""
        self._message = text
        self.show(text)

    def on_note(self, text: str) -> None:
        """Print a line that stays, above the live line."""
        if self._status is not None:
            self._status.console.print(printable(text, "\n"))
        elif not is_quiet():
            echo(text, sys.stderr)

    def on_advice(self, advice: Advice) -> None:
        """Print a command that helps."""
        self.on_note(f"    {command_text(advice).strip('`')}")

    def on_round(self, round_: Round | Threshold) -> None:
        """Show a round of a search, which is a part of the work."""
        self.show(f"{self._message}; {round_}")

    def on_layer(self, layer: "Layer") -> None:
        """Show a finished layer."""
        self.show(f"depth {layer.depth}: {counted(layer.board_count, 'board')}", LINE_SECONDS)

    def on_depth(self, progress: TableProgress) -> None:
        """Show a depth of a table."""
        self.show(str(progress), LINE_SECONDS)

    def on_check(self, checked: Checked) -> None:
        """Show how much is verified; without a terminal, a line for each layer."""
        if self._status is not None:
            work = "recomputing the layers" if checked.deep else "reading the layers"
            self.show(f"{work}: {100 * checked.done:.0f}%, depth {checked.depth}")
        elif checked.finished:
            verdict = "damaged" if not checked.good else "recomputed, identical" if checked.deep else "good"
            self.on_note(f"depth {checked.depth}: {verdict}")


class SearchProgress(Progress):
    """Shows a search; Ctrl-C ends it and prints the proof so far."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name or SEARCHING, self._known)
        self._name = name
        self._at_least = 0

    def _known(self) -> str:
        """Describe the board that was searched and the proof so far."""
        known = f": no route of fewer than {counted(self._at_least, 'move')}" if self._at_least else ""
        return f"{self._name and ' at '}{self._name}{known}"

    def on_round(self, round_: Round | Threshold) -> None:
        """Show a round."""
        self.show(f"{self._name}{self._name and ': '}{round_}")
        ruled_out = round_.limit if isinstance(round_, Threshold) else round_.length + (not round_.met)
        self._at_least = max(self._at_least, ruled_out)

    def on_progress(self, step: Step) -> None:
        """Show how much of a large layer is done."""
        if step.frontier > 1_000_000:
            self.show(f"layer {step.depth}: {100 * step.done:.0f}% of {step.frontier:,} boards")


_FEWEST_LAYERS = 5  # fewer layers do not show how a space grows


class Pace:
    """The boards of an exploration: how many per second, their share of the work, and the time left.

    The work is the whole space, or the layers up to a depth. The board count is extrapolated as soon as enough
    layers are finished.
    """

    def __init__(self, depth: int | None) -> None:
        """Explore to a depth, or to the end of the space."""
        self._depth = depth
        self._total: int | None = None
        self._counts: list[int] = []
        self._began, self._known = Compiling.clock(), 0

    def begin(self, counts: list[int], total: int | None) -> None:
        """Start from the board counts of the layers that exist; `total` is the board count of the space, if known."""
        self._counts, self._total, self._known = counts, total, sum(counts)

    def add(self, board_count: int) -> None:
        """Add a finished layer."""
        self._counts.append(board_count)

    def text(self, in_progress: int = 0, between: str = ", ") -> str:
        """Describe the boards so far, including the layer in progress, and their share and the time left, if known."""
        boards = sum(self._counts) + in_progress
        seconds = Compiling.clock() - self._began
        rate = (boards - self._known) / max(1e-3, seconds)
        text = f"{counted(boards, 'board')} in all, {rate:,.0f} per second"
        total, about, to_depth = self._total, "", ""
        if self._depth is not None:
            from slidefront.explore.estimate import extrapolate

            is_counted = len(self._counts) > self._depth
            if not is_counted and len(self._counts) < _FEWEST_LAYERS:
                return text
            total = max(boards, sum(extrapolate(self._counts, self._depth, total=self._total)))
            about, to_depth = "" if is_counted else "about ", f" to depth {self._depth}"
        if total is None:
            return text
        remaining = (total - boards) / rate if rate else math.inf
        is_steady = seconds >= 1 or remaining < 60  # the first layers are small, and slower than others
        left = f", {about}{units.duration(remaining)} left" if is_steady and rate else ""
        return f"{text}{between}{100 * boards / total:.4g}% of {about}{total:,}{to_depth}{left}"


STARTING = "starting … (the first run on a machine compiles for some seconds)"
_DRAW_SECONDS = 0.1


class ExpandProgress(Progress):
    """Shows the finished layers, and the progress and cost of the current layer."""

    def __init__(self, folder: Path, depth: int | None) -> None:
        super().__init__(STARTING, self._saved)
        self._folder = folder
        self._pace = Pace(depth)
        self._bytes = 0
        self._drawn_at = 0.0

    def _saved(self) -> str:
        from slidefront.store.run import Run

        return f": layers 0 to {Run(self._folder).last_depth} are saved in {self._folder}; {same_command()}"

    def on_open(self, manifest: "Manifest") -> None:
        """Start from the layers that exist."""
        self._pace.begin([layer.board_count for layer in manifest.layers], manifest.total)
        self._bytes = manifest.bytes

    def on_layer(self, layer: "Layer") -> None:
        """Count the layer; without a terminal, print it."""
        self._pace.add(layer.board_count)
        self._bytes += layer.bytes
        if self._status is None:
            super().on_layer(layer)

    def on_progress(self, step: Step) -> None:
        """Show the step on a terminal."""
        if self._status is not None and time.monotonic() - self._drawn_at >= _DRAW_SECONDS and not self.stop():
            self._drawn_at = time.monotonic()
            self.show(self.text(step))

    def text(self, step: Step) -> str:
        """Describe the progress of a step."""
        workers = f"{counted(step.workers, 'worker')}, {counted(step.tasks, 'task')}; " * bool(step.workers)
        pace = self._pace.text(step.board_count, between="\n  ")
        used, free = units.size(self._bytes), units.size(free_disk(self._folder))
        return (
            f"depth {step.depth}: {100 * step.done:.0f}% of the layer done, {step.board_count:,} boards from "
            f"{step.frontier:,}\n"
            f"  {pace}\n"
            f"  {workers}memory {units.size(process_memory())}, disk {used} used, {free} free"
        )


class Log(Watcher):
    """Writes the progress of work to a file, with the time of each line."""

    def __init__(self, file: TextIO, depth: int | None) -> None:
        self._file = file
        self._pace = Pace(depth)
        self._has_begun = False
        self._began = self._written_at = time.monotonic()

    def write(self, text: str) -> None:
        """Append a line with the time in UTC."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._file.write(f"{now} {printable(text)}\n")
        self._file.flush()
        self._written_at = time.monotonic()

    def _write_rarely(self, text: str) -> None:
        if time.monotonic() - self._written_at >= LOG_SECONDS:
            self.write(text)

    def on_open(self, manifest: "Manifest") -> None:
        """Start from the layers that exist."""
        self._pace.begin([layer.board_count for layer in manifest.layers], manifest.total)

    def on_layer(self, layer: "Layer") -> None:
        """Write a finished layer of a run."""
        self._pace.add(layer.board_count)
        boards, seconds = counted(layer.board_count, "board"), units.duration(layer.seconds)
        self.write(f"layer {layer.depth}: {boards} in {seconds}; {self._pace.text()}")

    def on_progress(self, step: Step) -> None:
        """Write the progress of a layer."""
        self._write_rarely(f"layer {step.depth}: {100 * step.done:.0f}% done; {self._pace.text(step.board_count)}")

    def on_depth(self, progress: TableProgress) -> None:
        """Write a finished depth of a table."""
        before = progress.reached - progress.board_count
        if not self._has_begun:
            self._pace.begin([before], progress.total)
            self._has_begun = True
        self._pace.add(progress.board_count)
        self.write(f"depth {progress.depth}: {counted(progress.board_count, 'board')}; {self._pace.text()}")

    def on_check(self, checked: Checked) -> None:
        """Write a checked layer."""
        work = "recomputed" if checked.deep else "read"
        left = (time.monotonic() - self._began) * (1 - checked.done) / checked.done if checked.done else 0
        share = f"{100 * checked.done:.0f}% {work}" + (f", {units.duration(left)} left" if left else "")
        if checked.finished:
            self.write(f"layer {checked.depth}: {'good' if checked.good else 'damaged'}; {share}")
        else:
            self._write_rarely(f"layer {checked.depth}: {share}")

    def on_round(self, round_: Round | Threshold) -> None:
        """Write a round of a search."""
        if isinstance(round_, Round):
            self.write(str(round_))
        else:
            self._write_rarely(str(round_))

    def on_message(self, text: str) -> None:
        """Write the progress of other work."""
        self._write_rarely(text)

    def on_note(self, text: str) -> None:
        """Write a note."""
        self.write(text)


class Both(Watcher):
    """Passes everything on to two watchers; the first one can stop the work."""

    def __init__(self, first: Watcher, second: Watcher) -> None:
        self._first = first
        for name in vars(Watcher):
            if name.startswith("on_"):
                setattr(self, name, partial(self._tell, getattr(first, name), getattr(second, name)))

    @staticmethod
    def _tell(first: Callable[[Any], None], second: Callable[[Any], None], value: Any) -> None:
        first(value)
        second(value)

    def stop(self) -> bool:
        """Ask the first watcher."""
        return self._first.stop()


@contextmanager
def logged(shown: Watcher, path: Path | None, depth: int | None = None) -> Iterator[Watcher]:
    """Show progress, and write it to the file of --log with the command and how it ended.

    `depth` is the last depth that the command explores; None to explore to the end of the space.
    """
    with ExitStack() as stack:
        if isinstance(shown, Progress):
            stack.enter_context(shown)
        if path is None:
            yield shown
            return
        try:
            file = stack.enter_context(path.open("a", encoding="utf-8"))
        except OSError as error:
            message = f"cannot write {path}: {error.strerror or error}; choose another file"
            raise SlidefrontError(message, "log") from None
        log = Log(file, depth)
        log.write(f"started: {command_line()}")
        try:
            yield Both(shown, log)
        except Interrupted:
            log.write("interrupted")
            raise
        except BaseException as error:
            log.write(f"failed: {error or type(error).__name__}")
            raise
        log.write("finished")
