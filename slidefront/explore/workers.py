"""Who runs the tasks of a step: this thread, or a pool of threads over kernels that leave the GIL."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Protocol, TypeVar

from slidefront.threads import close_pool, start_pool

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers(Protocol):
    """Runs a function over items; results come as they are ready, in any order."""

    def run(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Generator[Result, None, None]:
        """Run the task for each item. What is not begun when the generator is closed is never begun."""


class Serial:
    """Runs each task when its result is asked for, here: a debugger works."""

    def run(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Generator[Result, None, None]:
        """Run the tasks one by one."""
        for item in items:
            yield task(item)


class Threads:
    """Runs tasks on a pool of threads."""

    def __init__(self, threads: int) -> None:
        self.count = threads
        self._pool = start_pool(threads, "slidefront")

    def run(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Generator[Result, None, None]:
        """Run the tasks with as many waiting as there are threads; those begun are waited for, come what may."""
        rest = iter(items)
        running: set[Future[Result]] = set()
        try:
            while True:
                running |= {self._pool.submit(task, item) for item in islice(rest, 2 * self.count - len(running))}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()
            wait(running)

    def close(self) -> None:
        """End the threads."""
        close_pool(self._pool)
