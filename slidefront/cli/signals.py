"""Signals: which of them end a command, and what happens if the terminal is gone."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heeded() -> tuple[signal.Signals, ...]:
    """List the signals that end a command: not SIGTERM and SIGHUP where they are ignored, as under `nohup`."""
    ignored = [number for number in ENDING[1:] if signal.getsignal(number) is signal.SIG_IGN]
    return tuple(number for number in ENDING if number not in ignored)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """End a command at SIGTERM and SIGHUP as at Ctrl-C, by a KeyboardInterrupt with the number; ignore SIGUSR1."""
    before: dict[int, Any] = {number: signal.signal(number, _interrupt) for number in heeded()[1:]}
    before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    leave_dead_terminal()
    raise KeyboardInterrupt(number)


def leave_dead_terminal() -> None:
    """Discard what is printed from now on to a terminal that was closed, where printing would raise an error."""
    import termios

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            try:
                termios.tcgetattr(stream.fileno())
            except termios.error as error:
                if error.args[0] == errno.EIO:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
