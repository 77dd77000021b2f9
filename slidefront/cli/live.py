"""One line that says what is being done, on a terminal; it goes when the work is over. Elsewhere one now and then."""

import sys
import time
from types import TracebackType
from typing import Any


class LiveLine:
    """The line, in a `with`. Where there is no terminal, it is printed each `every` seconds, if that is given."""

    def __init__(self, text: str, quiet: bool = False, every: float = float("inf")) -> None:
        self._status: Any = None
        self._every = float("inf") if quiet else every
        self._said_at = time.monotonic()
        if not quiet and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False).status(text, spinner="dots")

    def __bool__(self) -> bool:
        """Tell whether there is one."""
        return self._status is not None

    def __enter__(self) -> "LiveLine":
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, text: str) -> None:
        """Say what is being done now."""
        if self._status is not None:
            self._status.update(text)
        elif time.monotonic() - self._said_at >= self._every:
            self._said_at = time.monotonic()
            self.leave(text)

    def leave(self, text: str) -> None:
        """Print a line that stays; above the live one, if there is one."""
        if self._status is not None:
            self._status.console.print(text)
        else:
            print(text, file=sys.stderr, flush=True)
