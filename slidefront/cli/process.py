"""The process of a command: the signals that end it, and output that is closed, or whose terminal is gone.

`main` uses this module before anything else is imported.
"""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heeded() -> tuple[signal.Signals, ...]:
    """List the signals that end a command: not SIGTERM and SIGHUP where they are ignored, as under `nohup`."""
    ignored = [number for number in ENDING[1:] if signal.getsignal(number) is signal.SIG_IGN]
    return tuple(number for number in ENDING if number not in ignored)


def exit_at_once(number: int, _frame: FrameType | None) -> None:
    """End the program at a signal while it starts: there is nothing to save, so one line is enough."""
    with suppress(OSError):
        os.write(2, b"slidefront: interrupted\n")
    os._exit(128 + number)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """End a command at SIGTERM and SIGHUP as at Ctrl-C, by a KeyboardInterrupt with the number; ignore SIGUSR1."""

    def interrupt(number: int, _frame: FrameType | None) -> None:
        leave_dead_terminal()
        raise KeyboardInterrupt(number)

    before: dict[int, Any] = {number: signal.signal(number, interrupt) for number in heeded()[1:]}
    before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave_dead_terminal() -> None:
    """Discard what is printed from now on to a terminal that was closed, where printing would raise an error."""
    import termios

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            try:
                termios.tcgetattr(stream.fileno())
            except termios.error as error:
                if error.args[0] == errno.EIO:
                    discard(stream)


def open_streams() -> bool:
    """Prepare the standard streams; return whether output is open.

    Closed streams are opened as empty ones, so that no file gets their numbers. A letter, or a line of a drawing, that
    the output encoding cannot represent is printed as `?`.
    """
    is_open = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - until the end
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")
    return is_open


def discard(stream: TextIO) -> None:
    """Discard buffered and later output, which Python would otherwise try to write again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
