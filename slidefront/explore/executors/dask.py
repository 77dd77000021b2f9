"""The executor of a Dask cluster: tasks go to workers as they are, records come back, keys go through shared files.

Dask decides which worker runs a task, and runs it again if that worker dies. So a task may run twice, even at the same
time; each attempt writes files of its own, and only those that a record names count. This module reports what Dask does
not survive: a lost scheduler, a task whose worker dies each time, and a cluster without workers.
"""

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic
from uuid import uuid4

from distributed import Client
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker

from slidefront.explore.executors import ExecutorError, Record, Task
from slidefront.explore.executors.workers import Shared, check_answers, check_worker, share
from slidefront.puzzles.core import Puzzle

RETRIES = 2
"""How often a failed task is repeated, for example because a shared folder did not answer."""
MOST_DEATHS = 10
"""How often the workers of one task may die, in addition to the deaths that Dask tolerates."""
POLL_SECONDS = 2.0
ANSWER_SECONDS = 30.0
LOST = (OSError, CancelledError, TimeoutError, ClosedClientError)
"""The exceptions of a lost connection to the scheduler."""
WORKER_SECONDS = 600.0
"""How long to wait for a first worker, or for another one after all have died."""


class Dask:
    """Runs tasks on the workers of a cluster."""

    shares_memory = False

    def __init__(self, client: Client) -> None:
        self._client = client
        self._name = client.scheduler.address
        self._scheduler: str | None = None
        self._workers: dict[str, Any] = {}
        self._checked: set[str] = set()
        self._shared: Shared | None = None

    @property
    def workers(self) -> int:
        """How many workers there were when a step began."""
        return len(self._workers)

    @property
    def threads(self) -> int:
        """How many threads they had."""
        return max(1, sum(int(worker["nthreads"]) for worker in self._workers.values()))

    def prepare(self, puzzle: Puzzle, folders: Sequence[Path], file: Path | None = None) -> None:
        """Check that each worker reads and writes the shared folders, and load its kernels."""
        self._shared = Shared(puzzle, tuple(folders), file)
        self._checked.clear()
        self.find_workers()

    def find_workers(self) -> dict[str, Any]:
        """Wait until there are workers, check those that are new, and return what the scheduler says of all."""
        began = time.monotonic()
        while not self._ask_for_workers():
            if time.monotonic() - began > WORKER_SECONDS:
                raise ExecutorError(
                    f"no worker has been connected to {self._name} for {WORKER_SECONDS:.0f} seconds: start some, and "
                    f"run the same command to continue"
                )
            time.sleep(POLL_SECONDS)
        new = [worker for worker in self._workers if worker not in self._checked]
        if new and self._shared is not None:
            with share(self._shared) as token:
                answers = self._ask_workers(new, self._shared, token)
                self._checked |= check_answers(answers, self._shared)
        return self._workers

    def _ask_workers(self, workers: list[str], shared: Shared, token: str) -> dict[str, Any]:
        try:
            return dict(self._client.run(check_worker, shared, token, workers=workers, on_error="return"))
        except LOST:
            raise self._lost() from None

    def _ask_for_workers(self) -> bool:
        self._check_connection()
        try:
            identity = self._client.sync(self._client.scheduler.identity, n_workers=-1, callback_timeout=ANSWER_SECONDS)
            if self._scheduler not in (None, identity["id"]):
                raise self._lost()  # another scheduler answers, which does not have our tasks
            self._scheduler = identity["id"]
            self._workers = dict(identity["workers"])
        except LOST:
            self._check_connection()
        return bool(self._workers)

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise self._lost()

    def _lost(self) -> ExecutorError:
        return ExecutorError(
            f"the Dask scheduler at {self._name} is lost: finished layers and tasks are safe; run the same command "
            f"to continue when it runs again"
        )

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run the tasks, with one waiting for each that runs."""
        self.find_workers()
        rest = iter(tasks)
        running = _Running(self._client, work)
        try:
            while True:
                for task in islice(rest, 2 * self.threads - len(running)):
                    running.submit(task)
                if not running:
                    return
                found = self._wait(running)
                if found is not None:
                    yield found[0]
        except ClosedClientError:
            raise self._lost() from None
        finally:
            running.cancel()

    def _wait(self, running: "_Running[Task]") -> tuple[Any] | None:
        """Return the record of a finished task, in a tuple; None if the task runs again."""
        while True:
            try:
                future = running.done.get(timeout=POLL_SECONDS)
                break
            except Empty:
                self.find_workers()
        try:
            return (running.take(future),)
        except KilledWorker:
            running.submit_again(future)
            return None
        except LOST:
            if future.status == "error":
                raise  # the exception comes from the task
            raise self._lost() from None

    def close(self) -> None:
        """Do nothing: whoever started the cluster stops it."""


class _Running(Generic[Task]):
    """The tasks that are submitted, and those of them that are done."""

    def __init__(self, client: Client, work: Callable[[Task], Any]) -> None:
        self._client = client
        self._work = work
        self._tasks: dict[Any, tuple[Task, int]] = {}
        self.done: SimpleQueue[Any] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._tasks)

    def submit(self, task: Task, deaths: int = 0) -> None:
        """Submit a task under its name; no other task, here or of another client, has the same."""
        key = f"{task}-{uuid4().hex[:8]}"
        future = self._client.submit(partial(self._work, task), key=key, pure=False, retries=RETRIES)
        self._tasks[future] = task, deaths
        future.add_done_callback(self.done.put)

    def submit_again(self, future: Any) -> None:
        """Submit a task again that Dask has given up because its workers died."""
        task, deaths = self._tasks.pop(future)
        if deaths == MOST_DEATHS:
            raise ExecutorError(
                f"workers die again and again at {task}: give them more memory, or look at their logs; finished "
                f"layers are safe"
            )
        self.submit(task, deaths + 1)

    def take(self, future: Any) -> Any:
        """Return the record of a task that is done."""
        record = future.result()
        del self._tasks[future]
        return record

    def cancel(self) -> None:
        """Cancel the tasks that have not finished."""
        if self._tasks and self._client.status == "running":
            with suppress(*LOST):
                self._client.cancel([*self._tasks])
