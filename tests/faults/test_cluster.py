"""A Dask cluster whose workers, clients and scheduler are killed at random moments produces the same layers."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from slidefront.explore.expand import expand
from slidefront.store.run import Run
from tests.explore.conftest import check_same
from tests.faults.conftest import DEPTH
from tests.faults.test_kill import check_readable

# Steps with more than 1000 keys go to the cluster, in slices of 3000 boards.
CLIENT = """
import sys
from dataclasses import replace
from slidefront.cli import main
from slidefront.executors import dask
from slidefront.executors.budget import Resources, WorkSizes
usual, sizes = Resources.budget, WorkSizes(least_slice=3000, spread_bytes=1 << 60, local_keys=1000)
Resources.budget = lambda *given, **named: replace(usual(*given, **named), sizes=sizes)
dask.CONNECT_SECONDS = 10
main(sys.argv[1:])
"""
TIMEOUTS = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    "DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "2s",
}
Process = subprocess.Popen[str]


class Cluster:
    """A scheduler and two workers, each a process with a folder and a temporary folder of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.scheduler: Process | None = None
        self.workers: list[Process] = []
        self.started: list[Process] = []

    def start_missing(self) -> None:
        """Start the scheduler and the workers that do not run."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        while len(self.workers) < 2:
            words = [self.address, "--no-nanny", "--nthreads", "1", "--memory-limit", "512MiB"]
            self.workers.append(self._start("worker", *words))

    def _start(self, program: str, *words: str) -> Process:
        folder = self.folder / f"{program}-{len(self.started)}"
        folder.mkdir(parents=True)
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *words, "--no-dashboard"]
        environment = {**os.environ, **TIMEOUTS, "TMPDIR": str(folder)}
        with (folder / "log").open("a") as log:
            process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, text=True)
        self.started.append(process)
        return process

    def expand(self, out: Path, depth: int, until: str) -> Process:
        """Start `slidefront expand` on the cluster, and wait until the run has a file."""
        words = ["expand", "11-puzzle", "--depth", str(depth), "--out", str(out), "--quiet", "--dask", self.address]
        command, pipe = [sys.executable, "-c", CLIENT, *words], subprocess.PIPE
        client = subprocess.Popen(command, env={**os.environ, **TIMEOUTS}, stdout=pipe, stderr=pipe, text=True)
        self.started.append(client)
        deadline = time.monotonic() + 120
        while not (out / until).exists():
            assert time.monotonic() < deadline, f"{out / until} is missing"
            assert client.poll() is None, client.communicate()
            time.sleep(0.01)
        return client

    def kill(self, role: str, client: Process, rng: random.Random) -> int:
        """Kill the client, a worker, or the scheduler with its workers; return the exit code expected of the client."""
        assert self.scheduler is not None
        roles = {"client": [client], "scheduler": [self.scheduler, *self.workers], "worker": [rng.choice(self.workers)]}
        for process in roles[role]:
            process.kill()
            process.wait()
        if role == "worker":
            self.start_missing()
        return {"client": -signal.SIGKILL, "scheduler": 2, "worker": 0}[role]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster none of whose processes outlives the test."""
    cluster = Cluster(tmp_path / "cluster")
    try:
        cluster.start_missing()
        yield cluster
    finally:
        for process in cluster.started:
            process.kill()
            process.communicate()


def test_killed_workers_clients_and_schedulers_lose_no_layer(tmp_path: Path, eleven: Run, cluster: Cluster) -> None:
    rng, waiting = random.Random(1), ["worker", "worker", "client", "scheduler"]
    rng.shuffle(waiting)
    kills: Counter[int] = Counter()
    for number in range(4):
        out, reached, code = tmp_path / f"run-{number}", -1, 1
        while code:
            cluster.start_missing()
            client, code = cluster.expand(out, DEPTH, "_run.json"), 0
            while waiting and client.poll() is None and not code:
                time.sleep(rng.uniform(0, 1))
                if client.poll() is None:
                    code = cluster.kill(waiting.pop(), client, rng)
                    kills[code] += 1
            _, errors = client.communicate(timeout=120)
            assert client.returncode == code, errors
            if code == 2:
                (line,) = errors.splitlines()
                lost = f"the Dask scheduler at {cluster.address} is lost: finished"
                assert line.startswith(
                    (f"slidefront: {lost}", f"slidefront: no Dask scheduler answers at {cluster.address}: give")
                )
            depth = check_readable(out, eleven)
            assert depth >= reached, "a finished layer was lost"
            reached = depth
        check_same(Run(out), eleven)
        if not waiting:
            break
    assert kills == {0: 2, -signal.SIGKILL: 1, 2: 1}


@pytest.mark.soak
def test_run_finishes_without_a_hanging_worker(tmp_path: Path, eleven: Run, cluster: Cluster) -> None:
    client = cluster.expand(tmp_path / "run", DEPTH - 1, "layers/0017")
    cluster.workers[0].send_signal(signal.SIGSTOP)
    _, errors = client.communicate(timeout=120)
    assert (client.returncode, errors) == (0, "")
    assert cluster.workers[0].poll() is None
    check_same(expand("11-puzzle", depth=DEPTH, out=tmp_path / "run"), eleven)
