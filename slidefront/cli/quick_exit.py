"""Ctrl-C while the program starts: there is nothing to save, so it ends at once, with one line and no traceback."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def quick_exit() -> Iterator[None]:
    """End the program at Ctrl-C until the block is over."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _exit(number: int, _frame: FrameType | None) -> None:
    os.write(2, b"slidefront: interrupted\n")
    os._exit(128 + number)
