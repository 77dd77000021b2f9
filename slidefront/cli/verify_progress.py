"""Progress of `slidefront verify` and `repair`: live on a terminal, one plain line per layer elsewhere."""

import sys
from types import TracebackType

import typer

from slidefront.cli.interrupt import StopSignal
from slidefront.cli.progress import StatusLine
from slidefront.explore.watch import Checked, Interrupted, Watcher


class VerifyProgress(Watcher):
    """Shows how much is verified, and stops on a signal."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._stop = StopSignal()
        self._line = StatusLine("verifying …", quiet)

    def __enter__(self) -> "VerifyProgress":
        self._stop.__enter__()
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, trace)
        self._stop.__exit__(kind, error, trace)
        if isinstance(error, Interrupted):
            print("interrupted: nothing was changed", file=sys.stderr)
            raise typer.Exit(self._stop.exit_code) from None

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    def checked(self, checked: Checked) -> None:
        """Show the progress."""
        if self._line.live:
            work = "recomputing the layers" if checked.deep else "reading the layers"
            self._line.update(f"{work}: {100 * checked.done:.0f}%, depth {checked.depth}")
        elif checked.finished and not self._quiet:
            verdict = "damaged" if not checked.good else "recomputed, identical" if checked.deep else "good"
            self._line.print(f"depth {checked.depth}: {verdict}")
