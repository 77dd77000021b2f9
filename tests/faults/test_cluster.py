"""A cluster whose workers, clients and scheduler are killed at random moments makes the same layers."""

import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from slidefront.explore.expand import expand
from slidefront.store.run import Run
from tests.explore.conftest import check_nothing_else, check_same
from tests.faults.conftest import DEPTH
from tests.faults.processes import Cluster, Process, cluster, wait_for
from tests.faults.test_kill import check_readable


class Kills:
    """Runs that lose workers, clients and schedulers until so many are killed."""

    def __init__(self, started: Cluster, whole: Run, seed: int, **times: int) -> None:
        self.cluster = started
        self.whole = whole
        self.rng = random.Random(seed)
        self.waiting = [what for what, count in times.items() for _ in range(count)]
        self.rng.shuffle(self.waiting)
        self.done: Counter[str] = Counter()

    def disturb(self, out: Path) -> None:
        """Kill what a run needs, again and again, until it ends by itself."""
        reached = -1
        while not self._run(out):
            now = check_readable(out, self.whole)
            assert now >= reached, "a finished layer was lost"
            reached = now

    def _run(self, out: Path) -> bool:
        """Start a client, and kill until it ends; tell whether it ended well."""
        self.cluster.fill()
        client = self.cluster.client("expand", "11-puzzle", "--depth", str(DEPTH), "--out", str(out), "--quiet")
        wait_for(out / "_run.json", client)
        expected = 0
        while self.waiting and client.poll() is None and not expected:
            time.sleep(self.rng.uniform(0, 1))
            if client.poll() is None:
                expected = self._kill(self.waiting.pop(), client)
        _, errors = client.communicate(timeout=120)
        if expected == 2:
            (line,) = errors.splitlines()
            address = self.cluster.address
            lost = f"the Dask scheduler at {address} is lost: finished", f"no Dask scheduler answers at {address}: give"
            assert line.startswith(tuple(f"slidefront: {why}" for why in lost))
        assert client.returncode == expected, errors
        return expected == 0

    def _kill(self, what: str, client: Process) -> int:
        """Kill something; return the exit code of the client, 0 where it goes on."""
        self.done[what] += 1
        if what == "client":
            client.kill()
            return -signal.SIGKILL
        if what == "scheduler":
            assert self.cluster.scheduler is not None
            self.cluster.scheduler.kill()
            self.cluster.scheduler.wait()
            for worker in self.cluster.workers:
                worker.kill()
                worker.wait()
            return 2
        worker = self.rng.choice(self.cluster.workers)
        worker.kill()
        worker.wait()
        self.cluster.fill()
        return 0


def disturb(folder: Path, whole: Run, seed: int, **times: int) -> None:
    with cluster(folder / "cluster") as started:
        kills = Kills(started, whole, seed, **times)
        number = 0
        while kills.waiting:
            number += 1
            out = folder / f"run-{number}"
            kills.disturb(out)
            check_same(Run(out), whole)
            check_nothing_else(Run(out))
    assert kills.done == Counter(times)


def test_kills_in_a_cluster(tmp_path: Path, eleven: Run) -> None:
    disturb(tmp_path, eleven, seed=1, worker=2, client=1, scheduler=1)


@pytest.mark.soak
def test_a_worker_that_hangs_is_not_waited_for(tmp_path: Path, eleven: Run) -> None:
    """Then the run goes on without the cluster, as it is."""
    out = tmp_path / "run"
    with cluster(tmp_path / "cluster") as started:
        client = started.client("expand", "11-puzzle", "--depth", str(DEPTH - 1), "--out", str(out), "--quiet")
        wait_for(out / "layers" / "0017", client)
        started.workers[0].send_signal(signal.SIGSTOP)
        _, errors = client.communicate(timeout=120)
        assert (client.returncode, errors) == (0, "")
        assert started.workers[0].poll() is None
    check_same(expand("11-puzzle", depth=DEPTH, out=out), eleven)
