"""Thread pools that start and end safely even if Ctrl-C is pressed meanwhile."""

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from slidefront.errors import LimitError


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Delay Ctrl-C, SIGTERM and SIGHUP until the end of this block, which should be short.

    Python runs signal handlers between any two instructions of the main thread, even while the standard library holds
    its own locks and changes its lists of threads.
    """
    received: list[int] = []
    handlers = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                handlers[number] = signal.getsignal(number)
                if callable(handlers[number]):
                    signal.signal(number, lambda number, _: received.append(number))
        yield
    finally:
        _restore([(number, handler) for number, handler in handlers.items() if callable(handler)])
        for signal_number in dict.fromkeys(received):
            signal.raise_signal(signal_number)


def _restore(handlers: list[tuple[int, Any]]) -> None:
    """Restore all signal handlers, even if the first one is called at once and raises an exception."""
    if handlers:
        try:
            signal.signal(*handlers[0])
        finally:
            _restore(handlers[1:])


def start_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Return a pool whose threads all run.

    Each thread waits at a barrier for all others, so that each submit starts a new thread. The pool cannot be closed
    before all threads have passed the barrier.
    """
    with signals_held_back():
        pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        all_run = threading.Barrier(threads)
        try:
            for future in [pool.submit(all_run.wait) for _ in range(threads)]:
                future.result()
        except BaseException as error:
            all_run.abort()  # threads that wait at the barrier continue, and end with the pool
            pool.shutdown(wait=False)
            if isinstance(error, RuntimeError):
                raise LimitError(f"this system does not start {threads} threads: give fewer", "threads") from None
            raise
        return pool


@contextmanager
def thread_pool(threads: int, name: str) -> Iterator[ThreadPoolExecutor]:
    """Start a pool, and close it at the end of the block."""
    pool = start_pool(threads, name)
    try:
        yield pool
    finally:
        close_pool(pool)


def close_pool(pool: ThreadPoolExecutor) -> None:
    """Cancel the queued work of a pool, and wait for its threads to finish their current work."""
    with signals_held_back():
        pool.shutdown(wait=False, cancel_futures=True)
    pool.shutdown()
