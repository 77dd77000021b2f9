"""Progress of long commands on one line: live on a terminal, plain lines elsewhere."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import typer

from slidefront.cli.interrupt import StopSignal
from slidefront.watch import Interrupted, Watcher

STATUS_SECONDS = 10.0
"""How often the current work is printed if there is no terminal."""
LINE_SECONDS = 1.0
"""The same for layers and depths, whose lines say something new each time."""


class StatusLine:
    """A line that shows the current work on a terminal, as a context manager; it disappears at the end.

    Without a terminal, the line is printed every `every` seconds instead, by default STATUS_SECONDS.
    """

    def __init__(self, text: str, quiet: bool = False, every: float | None = None) -> None:
        self._status: Any = None
        self._every = float("inf") if quiet else STATUS_SECONDS if every is None else every
        self._printed_at = time.monotonic()
        if not quiet and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status(text, spinner="dots")

    @property
    def live(self) -> bool:
        """Whether there is a terminal to show it on."""
        return self._status is not None

    def __enter__(self) -> "StatusLine":
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def update(self, text: str) -> None:
        """Show the current work."""
        if self._status is not None:
            self._status.update(text)
        elif time.monotonic() - self._printed_at >= self._every:
            self._printed_at = time.monotonic()
            self.print(text)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the live line away while others are printed where it is."""
        if self._status is not None:
            self._status.stop()
        try:
            yield
        finally:
            if self._status is not None:
                self._status.start()

    def print(self, text: str) -> None:
        """Print a line that stays, above the live one if there is one."""
        if self._status is not None:
            self._status.console.print(text)
        else:
            print(text, file=sys.stderr, flush=True)


def same_command() -> str:
    """Tell how to continue: with the command that was given."""
    return "to continue, run:\n    " + shlex.join(["slidefront", *sys.argv[1:]])


class LineProgress(Watcher):
    """Shows how far work is, and stops it on a signal.

    `outcome` is what interrupted work leaves behind, in words that follow `interrupted`.
    """

    def __init__(self, text: str, outcome: str = "", *, quiet: bool = False, every: float | None = None) -> None:
        self._outcome = outcome
        self._quiet = quiet
        self._stop = StopSignal()
        self._line = StatusLine(text, quiet, every)

    def __enter__(self) -> Self:
        self._stop.__enter__()
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, trace)
        self._stop.__exit__(kind, error, trace)
        if isinstance(error, Interrupted):
            print(f"interrupted{self.outcome}", file=sys.stderr)
            raise typer.Exit(self._stop.exit_code) from None

    @property
    def outcome(self) -> str:
        """What interrupted work leaves behind."""
        return self._outcome

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that has asked to stop; 0 without one."""
        return self._stop.exit_code if self._stop() else 0

    def on_message(self, text: str) -> None:
        """Show how far the work is."""
        self._line.update(text)

    def on_note(self, text: str) -> None:
        """Leave a remark on the screen."""
        if not self._quiet:
            self._line.print(text)
