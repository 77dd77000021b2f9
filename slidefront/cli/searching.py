"""How searches show what they do, and stop: on a terminal a live line; everywhere a plain one for each long round."""

import sys
from types import TracebackType

import typer

from slidefront import units
from slidefront.cli.live import LiveLine
from slidefront.cli.signals import Stopper
from slidefront.explore.grow import Interrupted
from slidefront.explore.watch import Step
from slidefront.search.depth_first.ida import Threshold
from slidefront.search.question import Hooks
from slidefront.search.two_way import Round
from slidefront.view.solved import round_line

LONG = 1.0  # seconds: a round that takes longer stays on the screen
START = "searching … (the first search on a machine compiles for some seconds)"


class Searching:
    """Some searches, one after the other; Ctrl-C ends them, and says how far they came."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._stop = Stopper()
        self._line = LiveLine(START, quiet)
        self._doing = ""
        self._at_least = 0
        self._round: Threshold | None = None

    def __enter__(self) -> "Searching":
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
            print(f"interrupted{self._doing and ' at '}{self._doing}{known}", file=sys.stderr)
            raise typer.Exit(self._stop.exit_code) from None

    def begin(self, doing: str = "") -> Hooks:
        """Begin a search; where there are many, say which."""
        self._doing, self._at_least, self._round = doing, 0, None
        self._line.show(doing or START)
        return Hooks(self._stop, self._tell, self._advanced)

    def _tell(self, round_: Round | Threshold) -> None:
        self._line.show(f"{self._doing}{self._doing and ': '}{round_line(round_)}")
        if isinstance(round_, Threshold):
            if self._round is not None and self._round.limit != round_.limit:
                self._keep(self._round)
            self._round = round_
            self._at_least = max(self._at_least, round_.limit)
        else:
            self._keep(round_)
            if not round_.met:
                self._at_least = max(self._at_least, round_.length + 1)

    def _advanced(self, step: Step) -> None:
        if step.frontier > 1_000_000:
            self._line.show(f"layer {step.depth}: {100 * step.done:.0f}% of {step.frontier:,} boards")

    def _keep(self, round_: Round | Threshold) -> None:
        """Leave the line of a long round on the screen, unless it is one of many searches."""
        if self._quiet or self._doing or round_.seconds < LONG:
            return
        self._line.leave(round_line(round_))
