"""Executors run a function over tasks and yield the records as they finish, in any order.

Tasks run on threads of this process, or on a Dask cluster (`slidefront.executors.dask`, with the extra `dask`).
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import closing, contextmanager
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol, TypeVar

from slidefront.errors import SlidefrontError
from slidefront.executors.budget import Budget, Resources
from slidefront.machine import close_pool, start_pool

Task = TypeVar("Task")
Record = TypeVar("Record")


class Executor(Protocol):
    """Runs tasks. `str(task)` is the name of a task in messages."""

    shares_memory: bool
    """Whether tasks may refer to memory of this process."""

    @property
    def workers(self) -> int:
        """The number of other processes that run tasks."""

    def prepare(self, warm_up: Callable[[], None], folders: Sequence[Path], file: Path | None = None) -> None:
        """Check that tasks can write to `folders` and read `file`; load their kernels with `warm_up`."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task. Tasks that have not started when the generator is closed never start."""

    def close(self) -> None:
        """Stop."""


class Threads:
    """Runs tasks on threads. A single task, or a single thread, runs in the calling thread, which costs less."""

    shares_memory = True
    workers = 0

    def __init__(self, threads: int = 1) -> None:
        self.count = threads
        self._pool = start_pool(threads, "slidefront") if threads > 1 else None

    def prepare(self, warm_up: Callable[[], None], folders: Sequence[Path], file: Path | None = None) -> None:
        """Do nothing: tasks run in this process, so they can access its folders and kernels."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run the tasks, with one task queued per running task; wait for started tasks in any case."""
        waiting = iter(tasks)
        first = list(islice(waiting, 2))
        waiting = chain(first, waiting)
        if self._pool is None or len(first) < 2:
            yield from map(work, waiting)
            return
        running: set[Future[Record]] = set()
        done: SimpleQueue[Future[Record]] = SimpleQueue()
        try:
            while True:
                for task in islice(waiting, 2 * self.count - len(running)):
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
        if self._pool is not None:
            close_pool(self._pool)


@contextmanager
def executor_of(resources: Resources) -> Iterator[tuple[Executor, Budget]]:
    """Start threads, or connect to a cluster; close them at the end."""
    if resources.executor is None:
        budget = resources.budget()
        with closing(Threads(budget.tasks)) as executor:
            yield executor, budget
            return
    try:
        from slidefront.executors.dask import executor_on
    except ImportError:
        raise SlidefrontError("a Dask cluster needs a library that is not installed: pip install distributed") from None
    with executor_on(resources) as executor_and_budget:
        yield executor_and_budget
