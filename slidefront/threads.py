"""Threads that Ctrl-C cannot make us lose sight of."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier


def start_all(pool: ThreadPoolExecutor, threads: int) -> None:
    """Start the threads of a new executor.

    Left to start each when it is first needed, it loses sight of one that starts while Ctrl-C strikes: nobody would
    wait for that thread, and another would do the same work beside it.
    """
    all_there = Barrier(threads)
    try:
        for _ in range(threads):
            pool.submit(all_there.wait)
    except BaseException:
        all_there.abort()
        pool.shutdown(wait=False)  # a lost thread would wait for work, and the program for that thread, for ever
        raise
