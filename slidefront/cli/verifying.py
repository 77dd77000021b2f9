"""How `verify` and `repair` show how far they are: a live line on a terminal, one plain line per layer elsewhere."""

from types import TracebackType
from typing import TYPE_CHECKING

from slidefront.cli.live import LiveLine

if TYPE_CHECKING:
    from slidefront.check.verify import Progress


class Verifying:
    """Hears how far the verifying of a run is."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._line = LiveLine("verifying …", quiet)

    def __enter__(self) -> "Verifying":
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, trace)

    def watch(self, progress: "Progress") -> None:
        """Show it."""
        if self._line:
            work = "growing the layers again" if progress.deep else "reading the layers"
            self._line.show(f"{work}: {100 * progress.done:.0f}%, depth {progress.depth}")
        elif progress.finished and not self._quiet:
            verdict = "damaged" if not progress.good else "grown again, the same" if progress.deep else "good"
            self._line.leave(f"depth {progress.depth}: {verdict}")
