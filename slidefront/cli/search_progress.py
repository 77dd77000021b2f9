"""Progress of searches: a live line on a terminal, and a plain line for each long round everywhere."""

import sys
from types import TracebackType

import typer

from slidefront import units
from slidefront.cli.interrupt import StopSignal
from slidefront.cli.progress import StatusLine
from slidefront.explore.watch import Interrupted, Round, Step, Threshold, Watcher
from slidefront.view.solved import round_line

LONG_ROUND = 1.0  # seconds: the line of a longer round stays on the screen
STARTING = "searching … (the first search on a machine compiles for some seconds)"


class SearchProgress(Watcher):
    """Shows one search after another; Ctrl-C ends them and reports what is known."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._stop = StopSignal()
        self._line = StatusLine(STARTING, quiet)
        self._name = ""
        self._at_least = 0
        self._round: Threshold | None = None

    def __enter__(self) -> "SearchProgress":
        self._stop.__enter__()
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, trace)
        self._stop.__exit__(kind, error, trace)
        if isinstance(error, Interrupted):
            known = f": no route of fewer than {units.counted(self._at_least, 'move')}" if self._at_least else ""
            print(f"interrupted{self._name and ' at '}{self._name}{known}", file=sys.stderr)
            raise typer.Exit(self._stop.exit_code) from None

    def begin(self, name: str = "") -> "SearchProgress":
        """Begin a search, with a name if there are several."""
        self._name, self._at_least, self._round = name, 0, None
        self._line.update(name or STARTING)
        return self

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    def searched(self, round_: Round | Threshold) -> None:
        """Show a round."""
        self._line.update(f"{self._name}{self._name and ': '}{round_line(round_)}")
        if isinstance(round_, Threshold):
            if self._round is not None and self._round.limit != round_.limit:
                self._keep(self._round)
            self._round = round_
            self._at_least = max(self._at_least, round_.limit)
        else:
            self._keep(round_)
            if not round_.met:
                self._at_least = max(self._at_least, round_.length + 1)

    def advanced(self, step: Step) -> None:
        """Show how much of a large layer is done."""
        if step.frontier > 1_000_000:
            self._line.update(f"layer {step.depth}: {100 * step.done:.0f}% of {step.frontier:,} boards")

    def _note(self, text: str) -> None:
        if not self._quiet:
            self._line.print(text)

    def told(self, text: str) -> None:
        """Show other work, such as the building of pattern databases."""
        self._line.update(text)

    def noted(self, text: str) -> None:
        """Leave a remark on the screen."""
        if not self._quiet:
            self._line.print(text)

    def _keep(self, round_: Round | Threshold) -> None:
        """Leave the line of a long round on the screen, unless there are several searches."""
        if self._quiet or self._name or round_.seconds < LONG_ROUND:
            return
        self._line.print(round_line(round_))


class PackProgress(Watcher):
    """Shows how far the making of problems is, and stops on a signal."""

    def __init__(self, *, every: float) -> None:
        self._stop = StopSignal()
        self._line = StatusLine("searching …", every=every)

    def __enter__(self) -> "PackProgress":
        self._stop.__enter__()
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, trace)
        self._stop.__exit__(kind, error, trace)
        if isinstance(error, Interrupted):
            print("interrupted: no problems were written", file=sys.stderr)
            raise typer.Exit(self._stop.exit_code) from None

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    def told(self, text: str) -> None:
        """Show how far the work is."""
        self._line.update(text)
