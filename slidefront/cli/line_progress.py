"""Progress on one line: what watchers of searches, verifications and problem packs have in common."""

import shlex
import sys
from types import TracebackType
from typing import Self

import typer

from slidefront.cli.interrupt import StopSignal
from slidefront.cli.progress import StatusLine
from slidefront.explore.watch import Checked, Interrupted, TableProgress, Watcher

LONG_DEPTH = 5.0  # seconds: on a terminal, the line of a longer depth stays on the screen


class LineProgress(Watcher):
    """Shows how far work is, and stops it on a signal."""

    outcome = ""
    """What interrupted work leaves behind, in words that follow `interrupted`."""

    def __init__(self, text: str, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._stop = StopSignal()
        self._line = StatusLine(text, quiet)

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

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that has asked to stop; 0 without one."""
        return self._stop.exit_code if self._stop() else 0

    def told(self, text: str) -> None:
        """Show how far the work is."""
        self._line.update(text)

    def noted(self, text: str) -> None:
        """Leave a remark on the screen."""
        if not self._quiet:
            self._line.print(text)


class PackProgress(LineProgress):
    """Shows how far the making of problems is."""

    outcome = ": no problems were written"


class PublishProgress(LineProgress):
    """Shows how much of a run is published."""

    outcome = ": run the same command again to continue"


class VerifyProgress(LineProgress):
    """Shows how much is verified: live on a terminal, one plain line per layer elsewhere."""

    outcome = ": nothing was changed"

    def checked(self, checked: Checked) -> None:
        """Show the progress."""
        if self._line.live:
            work = "recomputing the layers" if checked.deep else "reading the layers"
            self._line.update(f"{work}: {100 * checked.done:.0f}%, depth {checked.depth}")
        elif checked.finished:
            verdict = "damaged" if not checked.good else "recomputed, identical" if checked.deep else "good"
            self.noted(f"depth {checked.depth}: {verdict}")


class TableLines(LineProgress):
    """Shows the depths of a table: live on a terminal, where long ones stay, and one plain line each elsewhere."""

    @property
    def outcome(self) -> str:  # type: ignore[override]
        """What is saved, and how to continue."""
        command = shlex.join(["slidefront", *sys.argv[1:]])
        return f": the finished depths are saved; to continue, run:\n    {command}"

    def counted(self, progress: TableProgress) -> None:
        """Show a depth."""
        from slidefront.view.tables import progress_line

        if self._line.live and progress.seconds < LONG_DEPTH:
            self._line.update(progress_line(progress))
        else:
            self.noted(progress_line(progress))


class FindProgress(LineProgress):
    """Shows how much of a kind of puzzles is searched."""

    @property
    def outcome(self) -> str:  # type: ignore[override]
        """What is saved, and how to continue."""
        command = shlex.join(["slidefront", *sys.argv[1:]])
        return f": what was found is saved; to continue, run:\n    {command}"
