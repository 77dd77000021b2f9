"""The executor of a single machine: a pool of threads. Kernels run without the interpreter's lock."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, wait
from itertools import chain, islice
from queue import SimpleQueue

from slidefront.explore.executors import Here, Record, Task
from slidefront.threads import close_pool, start_pool


class Threads(Here):
    """Runs tasks on threads. A single task, or a single thread, runs in the calling thread, which costs less."""

    def __init__(self, threads: int) -> None:
        self.count = threads
        self._pool = start_pool(threads, "slidefront")

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run the tasks; always wait for those that have started."""
        rest = iter(tasks)
        first = list(islice(rest, 2))
        if self.count == 1 or len(first) < 2:
            yield from map(work, chain(first, rest))
        else:
            yield from self._run(work, chain(first, rest))

    def _run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Keep one task waiting for each that runs."""
        rest = iter(tasks)
        running: set[Future[Record]] = set()
        done: SimpleQueue[Future[Record]] = SimpleQueue()
        try:
            while True:
                for task in islice(rest, 2 * self.count - len(running)):
                    future = self._pool.submit(work, task)
                    running.add(future)
                    future.add_done_callback(done.put)
                if not running:
                    return
                future = done.get()
                running.remove(future)
                yield future.result()
        finally:
            for future in running:
                future.cancel()
            wait(running)

    def close(self) -> None:
        """End the threads."""
        close_pool(self._pool)
