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
    """Let Ctrl-C, SIGTERM and SIGHUP take effect only after this block. Keep it short.

    Python runs signal handlers between any two instructions of the main thread, also inside the standard library's
    own locks and lists of threads.
    """
    noted: list[int] = []
    handlers = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                handlers[number] = signal.getsignal(number)
                if callable(handlers[number]):
                    signal.signal(number, lambda number, _: noted.append(number))
        yield
    finally:
        _restore([(number, handler) for number, handler in handlers.items() if callable(handler)])
        for signalled in dict.fromkeys(noted):
            signal.raise_signal(signalled)


def _restore(handlers: list[tuple[int, Any]]) -> None:
    """Put signal handlers back, all of them: the first may be called, and raise, before the others are in place."""
    if handlers:
        try:
            signal.signal(*handlers[0])
        finally:
            _restore(handlers[1:])


def start_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Make a pool, and return it when all its threads run.

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
    """End the threads of a pool when their current work is done, and wait for that; other work is cancelled."""
    with signals_held_back():
        pool.shutdown(wait=False, cancel_futures=True)
    pool.shutdown()
