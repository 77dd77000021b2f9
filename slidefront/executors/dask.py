"""The executor of a Dask cluster: tasks go to workers as they are, records come back, keys go through shared files.

Dask decides which worker runs a task, and runs it again if that worker dies. So a task may run twice, even at the same
time; each attempt writes its own files, and only files that a record names count. This module raises errors
for failures that Dask does not survive: a lost scheduler, a task whose workers die each time, and a cluster without
workers.

Each worker is checked before it gets tasks: its versions, and whether the client sees its files in the shared folders.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

import numba
import numpy as np
from distributed import Client
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker
from distributed.utils import silence_logging_cmgr

import slidefront
from slidefront import machine
from slidefront.errors import ArgumentError, ExecutorError, RunError
from slidefront.executors import Record, Task
from slidefront.executors.budget import BASE_MEMORY, LEAST_TASK, MEMORY_TASK, WRITER, Budget, Resources

RETRIES = 2
"""How often a failed task is repeated, for example because a shared folder did not answer."""
POLL_SECONDS = 2.0
"""The time between two looks for new workers."""
ANSWER_SECONDS = 30.0
LOST = (OSError, CancelledError, TimeoutError, ClosedClientError)
"""The exceptions of a lost connection to the scheduler."""
WORKER_SECONDS = 600.0
"""How long a `Dask` waits for a first worker, or for another one after all have died."""
WORKER_BASE = BASE_MEMORY + (64 << 20)
"""The memory of a worker without tasks, with Dask itself."""
WORKER_SHARE = 0.7
"""Of a worker's memory limit; Dask pauses a worker at 80%, and kills it at 95%."""
CONNECT_SECONDS = 30


def versions() -> dict[str, str]:
    """Return the versions that must be equal in all processes."""
    return {"slidefront": slidefront.__version__, "numpy": np.__version__, "numba": numba.__version__}


@dataclass(frozen=True)
class Shared:
    """The kernels, folders, file and versions that workers must share with the client."""

    warm_up: Callable[[], None]
    """Loads the kernels of the tasks."""
    folders: tuple[Path, ...]
    """The folders that they write to."""
    file: Path | None
    """A file that they read."""
    versions: dict[str, str] = field(default_factory=versions)


async def check_worker(shared: Shared, token: str) -> tuple[str, str]:
    """Check a worker, in a thread of its own: its versions and folders. Load kernels there, and write to the folders.

    Return the fault of the worker, or an empty text, and the name of the files that it wrote to the folders.
    """
    name = f"check-{token}-{uuid4().hex}"

    def find_fault() -> str:
        for package, version in versions().items():
            if version != shared.versions[package]:
                return f"has {package} {version} where this process has {shared.versions[package]}"
        try:
            for folder in shared.folders:
                (folder / name).touch()
            if shared.file is not None:
                shared.file.read_bytes()
            shared.warm_up()
        except OSError as error:
            why = f"{error.strerror}: {error.filename}" if error.filename else str(error)
            return f"does not share the folders of this run: {why}"
        return ""

    return await asyncio.to_thread(find_fault), name


class Dask:
    """Runs tasks on the workers of a cluster."""

    shares_memory = False

    def __init__(
        self, client: Client, *, worker_seconds: float = WORKER_SECONDS, poll_seconds: float = POLL_SECONDS
    ) -> None:
        self._client, self._worker_seconds, self._poll_seconds = client, worker_seconds, poll_seconds
        self._name = client.scheduler.address
        self._scheduler: str | None = None
        self._workers: dict[str, Any] = {}
        self._checked: set[str] = set()
        self._shared: Shared | None = None

    @property
    def workers(self) -> int:
        """The number of workers that the scheduler last reported."""
        return len(self._workers)

    @property
    def threads(self) -> int:
        """The number of threads of these workers."""
        return max(1, sum(int(worker["nthreads"]) for worker in self._workers.values()))

    def prepare(self, warm_up: Callable[[], None], folders: Sequence[Path], file: Path | None = None) -> None:
        """Check that each worker reads and writes the shared folders, and load its kernels."""
        self._shared = Shared(warm_up, tuple(folders), file)
        self._checked.clear()
        self.find_workers()

    def find_workers(self) -> dict[str, Any]:
        """Wait for workers, check the new ones, and return what the scheduler reports about all of them."""
        began = time.monotonic()
        while not self._ask_for_workers():
            if time.monotonic() - began > self._worker_seconds:
                raise ExecutorError(
                    f"no worker has been connected to {self._name} for {self._worker_seconds:.0f} seconds: "
                    f"start some, and run the same command to continue"
                )
            time.sleep(self._poll_seconds)
        new = [worker for worker in self._workers if worker not in self._checked]
        if new and self._shared is not None:
            self._check(new, self._shared)
        return self._workers

    def _check(self, workers: list[str], shared: Shared) -> None:
        """Raise ExecutorError for a worker that fails, or that has other versions or folders than this process.

        Remove the files that workers write for the check.
        """
        token = uuid4().hex
        try:
            answers = self._client.run(check_worker, shared, token, workers=workers, on_error="return")
            for worker, answer in answers.items():
                if isinstance(answer, OSError):
                    continue  # the worker was lost meanwhile
                if not isinstance(answer, tuple):
                    raise ExecutorError(f"the worker {worker} cannot run slidefront: {type(answer).__name__}: {answer}")
                fault, name = answer
                foreign = [folder for folder in shared.folders if not fault and not (folder / name).exists()]
                if foreign:
                    fault = f"writes to another {foreign[0]} than this process reads"
                if fault:
                    raise ExecutorError(f"the worker {worker} {fault}")
                self._checked.add(worker)
        except LOST:
            raise self._lost() from None
        finally:
            for path in (path for folder in shared.folders for path in folder.glob(f"check-{token}-*")):
                with suppress(OSError):
                    path.unlink()

    def _ask_for_workers(self) -> bool:
        """Ask the scheduler for its workers; return whether it has any."""
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
        """Run the tasks, with one task queued per running task."""
        self.find_workers()
        waiting = iter(tasks)
        running: dict[Any, Task] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                for task in islice(waiting, 2 * self.threads - len(running)):
                    # No other task has the same name, not even a task of another client.
                    name = f"{task}-{uuid4().hex[:8]}"
                    future = self._client.submit(partial(work, task), key=name, pure=False, retries=RETRIES)
                    running[future] = task
                    future.add_done_callback(done.put)
                if not running:
                    return
                future = self._next(done)
                yield self._record(future, running.pop(future))
        except ClosedClientError:
            raise self._lost() from None
        finally:
            if running and self._client.status == "running":
                with suppress(*LOST):
                    self._client.cancel([*running])

    def _next(self, done: "SimpleQueue[Any]") -> Any:
        """Wait for a finished task, and look for new workers meanwhile."""
        while True:
            try:
                return done.get(timeout=self._poll_seconds)
            except Empty:
                self.find_workers()

    def _record(self, future: Any, task: object) -> Any:
        """Return the record of a finished task."""
        try:
            return future.result()
        except KilledWorker:
            raise ExecutorError(
                f"workers die again and again at {task}: give them more memory, or look at their logs; finished "
                f"layers are safe"
            ) from None
        except LOST:
            if future.status == "error":
                raise  # the exception comes from the task
            raise self._lost() from None

    def close(self) -> None:
        """Do nothing: whoever started the cluster stops it."""


@dataclass(frozen=True)
class ClusterBudget(Budget):
    """The number of tasks that a cluster runs at a time, and the memory of each."""

    task_bytes: int = LEAST_TASK  # on the worker with the least memory
    layer_boards = 0  # no boards stay in memory if there are files

    @property
    def tasks(self) -> int:
        """The threads of all workers."""
        return self.threads

    def fits(self, key_count: int) -> bool:
        """Whether a step is small enough to stay in this process."""
        return key_count <= self.sizes.local_keys

    def task_beside(self, key_count: int) -> int:  # noqa: ARG002 - they are few
        """Return the bytes for the arrays of a task in this process."""
        return MEMORY_TASK


@contextmanager
def executor_on(resources: Resources) -> Iterator[tuple[Dask, Budget]]:
    """Use the cluster of resources; a connection that is opened here is closed at the end."""
    cluster = resources.executor
    if not isinstance(cluster, str | Client):
        raise ArgumentError(f"the executor must be a Dask client or an address, not {type(cluster).__name__}")
    if (resources.threads, resources.memory) != (None, None):
        raise ArgumentError(
            "a cluster has its own threads and memory limits: give these to its workers", "threads", "memory"
        )
    if not isinstance(cluster, str):
        yield _executor_with(cluster, resources)
        return
    with silence_logging_cmgr(logging.CRITICAL), _connect(cluster) as client:
        yield _executor_with(client, resources)


def _connect(address: str) -> Client:
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise RunError(
            f"no Dask scheduler answers at {address}: give an address such as tcp://host:8786",
            "dask",
        ) from None


def _executor_with(client: Client, resources: Resources) -> tuple[Dask, Budget]:
    executor = Dask(client)
    workers = executor.find_workers()
    task_bytes = min(_task_memory(worker) for worker in workers.values())
    sizes = resources.budget().sizes
    return executor, ClusterBudget(executor.threads, machine.memory(), sizes, task_bytes)


def _task_memory(worker: dict[str, Any]) -> int:
    limit = worker["memory_limit"] or machine.memory()
    return max(LEAST_TASK, (int(WORKER_SHARE * limit) - WORKER_BASE) // int(worker["nthreads"]) - WRITER)
