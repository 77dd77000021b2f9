"""How `verify` and `repair` show how far they are: a live line on a terminal, one plain line per layer elsewhere."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slidefront.explore.verify import Progress


class Verifying:
    """Hears how far the verifying of a run is."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._status: Any = None
        if not quiet and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status("verifying …", spinner="dots")

    def __enter__(self) -> "Verifying":
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def watch(self, progress: "Progress") -> None:
        """Show it."""
        if self._status is not None:
            work = "growing the layers again" if progress.deep else "reading the layers"
            self._status.update(f"{work}: {100 * progress.done:.0f}%, depth {progress.depth}")
        elif progress.finished and not self._quiet:
            verdict = "damaged" if not progress.good else "grown again, the same" if progress.deep else "good"
            print(f"depth {progress.depth}: {verdict}", file=sys.stderr, flush=True)
