"""Choose where the tasks of a run work: on threads of this process, or on a Dask cluster (extra `dask`).

A cluster is given by the address of its scheduler; `local:N` starts N worker processes on this machine while they are
needed. Small steps stay in this process, because their tasks would take longer to submit than to run.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slidefront import machine, units
from slidefront.errors import LimitError, RunError, SlidefrontError
from slidefront.executors import Executor, Threads
from slidefront.executors.budget import BASE, LEAST_TASK, MEMORY_TASK, WRITER, Budget, Needs, make_budget

if TYPE_CHECKING:
    from distributed import Client

CLIENT = 384 << 20
"""The memory of this process next to workers on the same machine."""
WORKER_BASE = BASE + (64 << 20)
"""The memory of a worker without tasks, with Dask itself."""
LOCAL_KEYS = 1 << 20
"""A step with fewer keys runs in this process, in a fraction of a second."""
WORKER_SHARE = 0.7
"""Of a worker's memory limit; Dask pauses a worker at 80%, and kills it at 95%."""
CONNECT_SECONDS = 30
WORKER_TTL = "30s"
"""A local worker that does not answer for this time counts as lost."""


@dataclass(frozen=True)
class ClusterBudget(Budget):
    """How many tasks a cluster runs at a time, and how much memory each may take."""

    task: int = LEAST_TASK  # on the worker with the least memory
    layer = 0  # no boards stay in memory if there are files

    @property
    def tasks(self) -> int:
        """The threads of all workers."""
        return self.threads

    def fits(self, needs: Needs) -> bool:
        """Tell whether a step is small enough to stay in this process."""
        return needs.keys <= LOCAL_KEYS

    def task_beside(self, needs: Needs) -> int:  # noqa: ARG002 - it is small
        """Return how many bytes the arrays of a task in this process may take."""
        return MEMORY_TASK


@contextmanager
def executor_of(
    cluster: "Client | str | None", threads: int | None, memory: int | str | None
) -> Iterator[tuple[Executor, Budget]]:
    """Start threads, or connect to a cluster; close it at the end."""
    if cluster is None:
        budget = make_budget(threads, memory)
        with closing(Threads(budget.tasks)) as executor:
            yield executor, budget
        return
    try:
        from distributed import Client
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise SlidefrontError("a Dask cluster needs the extra `dask`: pip install 'slidefront[dask]'") from None

    if not isinstance(cluster, str | Client):
        raise LimitError(f"the executor must be a Dask client, an address or local:N, not {type(cluster).__name__}")
    if (threads, memory) != (None, None) and not _is_local(cluster):
        raise LimitError(
            "a cluster has its own threads and memory limits: give these to its workers", "threads", "memory"
        )
    if not isinstance(cluster, str):
        yield _executor_on(cluster)
        return

    with silence_logging_cmgr(logging.CRITICAL), ExitStack() as stack:
        if _is_local(cluster):
            workers = int(cluster.removeprefix("local:"))
            client = stack.enter_context(_local(workers, make_budget(threads, memory)))
        else:
            client = stack.enter_context(_connect(cluster))
        yield _executor_on(client)


def _is_local(cluster: "Client | str") -> bool:
    return isinstance(cluster, str) and re.fullmatch(r"local:\d+", cluster) is not None


def _connect(address: str) -> "Client":
    from distributed import Client

    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise RunError(
            f"no Dask scheduler answers at {address}: give an address such as tcp://host:8786, or local:N",
            "dask",
        ) from None


@contextmanager
def _local(workers: int, budget: Budget) -> Iterator["Client"]:
    import dask
    from distributed import Client, LocalCluster

    if not 1 <= workers <= 256:
        raise LimitError(f"local:N must have 1 to 256 workers, not {workers}", "dask")
    each = max(1, budget.threads // workers)
    limit = (budget.memory - CLIENT) // workers
    least = CLIENT + int(workers * (WORKER_BASE + each * (LEAST_TASK + WRITER)) / WORKER_SHARE)
    if budget.memory < least:
        raise LimitError(
            f"{workers} workers with {units.counted(each, 'thread')} each need {units.size(least)} of memory in all: "
            f"give more memory, or fewer workers",
            "memory",
        )
    with (
        dask.config.set({"distributed.scheduler.worker-ttl": WORKER_TTL}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=each,
            memory_limit=limit,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
            preload="slidefront.executors.local_worker",
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _executor_on(client: "Client") -> tuple[Executor, Budget]:
    from slidefront.executors.dask import Dask

    executor = Dask(client)
    workers = executor.find_workers()
    task = min(_task_memory(worker) for worker in workers.values())
    return executor, ClusterBudget(executor.threads, machine.memory(), task)


def _task_memory(worker: dict[str, Any]) -> int:
    limit = worker["memory_limit"] or machine.memory()
    return max(LEAST_TASK, (int(WORKER_SHARE * limit) - WORKER_BASE) // int(worker["nthreads"]) - WRITER)
