"""A Dask cluster of processes that can be killed: a scheduler, workers with folders of their own, and a client."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

# Steps with more keys than `local_keys` go to the cluster, in slices of `slice_boards`.
CLIENT = """
import json, sys
from slidefront.cli import main
from slidefront.executors import dask
from slidefront.explore import plan
given = json.loads(sys.argv[1])
dask.CONNECT_SECONDS = 10
dask.LOCAL_KEYS = given["local_keys"]
plan.LEAST_SLICE = given["slice_boards"]
plan.SPREAD_BYTES = 1 << 60
main(given["arguments"])
"""
SOON = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    "DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "2s",
}
Process = subprocess.Popen[str]


@dataclass
class Cluster:
    """A scheduler and workers, each a process."""

    folder: Path
    port: int
    count: int
    memory: str = "512MiB"
    scheduler: Process | None = None
    workers: list[Process] = field(default_factory=list)
    started: list[Process] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        words = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        self.scheduler = self._start("scheduler", words)

    def start_worker(self) -> Process:
        """Start a worker in a folder of its own, with a temporary folder of its own."""
        words = ["dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--memory-limit", self.memory]
        self.workers.append(self._start(f"worker-{len(self.started)}", [*words, "--no-dashboard"]))
        return self.workers[-1]

    def _start(self, name: str, words: list[str]) -> Process:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        with (folder / "log").open("a") as log:
            module, *rest = words
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *rest],
                cwd=folder,
                env={**os.environ, **SOON, "TMPDIR": str(folder)},
                stdout=log,
                stderr=log,
                text=True,
            )
        self.started.append(process)
        return process

    def fill(self) -> None:
        """Start what is missing."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.start_scheduler()
        while len(self.workers) < self.count:
            self.start_worker()

    def client(self, *arguments: str, local_keys: int = 1000, slice_boards: int = 3000) -> Process:
        """Start `slidefront` with its work on the cluster."""
        given = {
            "local_keys": local_keys,
            "slice_boards": slice_boards,
            "arguments": [*arguments, "--dask", self.address],
        }
        self.started.append(
            subprocess.Popen(
                [sys.executable, "-c", CLIENT, json.dumps(given)],
                cwd=self.folder,
                env={**os.environ, **SOON},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return self.started[-1]

    def stop(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
        for process in self.started:
            process.communicate()


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Start a cluster; none of its processes outlives the test."""
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = Cluster(folder, port, workers)
    try:
        started.fill()
        yield started
    finally:
        started.stop()


def wait_for(path: Path, process: Process) -> None:
    """Wait until a process has made a file."""
    until = time.monotonic() + 120
    while not path.exists():
        assert time.monotonic() < until, f"{path} does not come"
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
