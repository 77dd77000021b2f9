"""Ctrl-C and SIGTERM: long commands finish the current task, save their work, and then exit."""

import signal
from types import FrameType, TracebackType
from typing import Any

from typer import Exit
from typer.core import TyperGroup


class StopSignal:
    """Records the first signal as a request to stop; a second one stops at once."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._handlers: dict[int, object] = {}

    def __enter__(self) -> "StopSignal":
        for number in (signal.SIGINT, signal.SIGTERM):
            self._handlers[number] = signal.signal(number, self._record)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def __call__(self) -> bool:
        """Tell whether to stop."""
        return self.signal is not None

    @property
    def exit_code(self) -> int:
        """The exit code for the signal that stopped the command: 130 or 143."""
        return 128 + (self.signal or signal.SIGINT)

    def _record(self, number: int, _frame: FrameType | None) -> None:
        if self.signal is not None:
            raise SecondSignal(number)
        self.signal = number


class SecondSignal(KeyboardInterrupt):
    """A second signal, which stops at once."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Interruption(Exception):  # noqa: N818 - not an error
    """Ctrl-C in a command that does not handle it, or a second signal: typer would exit without a message."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = 128 + number


class InterruptibleGroup(TyperGroup):
    """A group of commands that reports Ctrl-C, and ends when nobody reads its output any more."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Interruption(getattr(error, "number", signal.SIGINT)) from None
        except BrokenPipeError:
            raise Exit from None  # such as `| head`: the reader has what it wants, and typer would exit with code 1
