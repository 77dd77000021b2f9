"""Progress of searches: a live line on a terminal, and a plain line for each long round everywhere."""

from slidefront import units
from slidefront.cli.progress import LineProgress
from slidefront.watch import Round, Step, Threshold

LONG_ROUND = 1.0  # seconds: the line of a longer round stays on the screen
FEW_BOARDS = 1000  # a round with fewer is only long because kernels were compiled
STARTING = "searching … (the first search on a machine compiles for some seconds)"


class SearchProgress(LineProgress):
    """Shows one search after another; Ctrl-C ends them and reports what is known."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(STARTING, quiet=quiet)
        self._name = ""
        self._at_least = 0
        self._round: Threshold | None = None

    @property
    def outcome(self) -> str:
        """Where the search was, and what is proved."""
        known = f": no route of fewer than {units.counted(self._at_least, 'move')}" if self._at_least else ""
        return f"{self._name and ' at '}{self._name}{known}"

    def begin(self, name: str = "") -> "SearchProgress":
        """Begin a search, with a name if there are several."""
        self._name, self._at_least, self._round = name, 0, None
        self._line.update(name or STARTING)
        return self

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
        if not self._quiet and not self._name and round_.seconds >= LONG_ROUND and boards >= FEW_BOARDS:
            self._line.print(str(round_))
