"""Progress of verifying, of tables, and of small spaces."""

from slidefront.cli.progress import LINE_SECONDS, LineProgress
from slidefront.store.manifest import Layer
from slidefront.units import counted
from slidefront.watch import Checked, TableProgress

LONG_DEPTH = 5.0  # seconds: on a terminal, the line of a longer depth stays on the screen


class VerifyProgress(LineProgress):
    """Shows how much is verified: live on a terminal, one plain line per layer elsewhere."""

    def on_check(self, checked: Checked) -> None:
        """Show the progress."""
        if self._line.live:
            work = "recomputing the layers" if checked.deep else "reading the layers"
            self._line.update(f"{work}: {100 * checked.done:.0f}%, depth {checked.depth}")
        elif checked.finished:
            verdict = "damaged" if not checked.good else "recomputed, identical" if checked.deep else "good"
            self.on_note(f"depth {checked.depth}: {verdict}")


class TableLines(LineProgress):
    """Shows the depths of a table: live on a terminal, where long ones stay; elsewhere a line, at most one a second."""

    def __init__(self, text: str, outcome: str = "", *, quiet: bool = False) -> None:
        super().__init__(text, outcome, quiet=quiet, every=LINE_SECONDS)

    def on_depth(self, progress: TableProgress) -> None:
        """Show a depth."""
        from slidefront.view.tables import progress_line

        if self._line.live and progress.seconds >= LONG_DEPTH:
            self.on_note(progress_line(progress))
        else:
            self._line.update(progress_line(progress))


class RunLines(LineProgress):
    """Shows the layers that a table writes as a run."""

    def on_layer(self, layer: Layer) -> None:
        """Show a layer."""
        self._line.update(f"depth {layer.depth}: {counted(layer.boards, 'board')}")


class SpaceProgress(LineProgress):
    """Shows how much of a space is explored, and stops where it has too many boards."""

    def __init__(self, text: str, most: int, *, quiet: bool = False) -> None:
        super().__init__(text, quiet=quiet)
        self._text = text
        self._left = most

    @property
    def too_many(self) -> bool:
        """Whether there are too many boards."""
        return self._left < 0

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop, or there are too many boards."""
        return self.too_many or super().stop()

    def on_layer(self, layer: Layer) -> None:
        """Count the boards."""
        self._left -= layer.boards
        self._line.update(f"{self._text} depth {layer.depth}")
