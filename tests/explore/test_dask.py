"""The Dask executor: tasks in workers, records back; checks of workers; small steps stay here."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker

from slidefront.check.verify import verify
from slidefront.errors import ArgumentError, ExecutorError, RunError, SlidefrontError
from slidefront.executors import dask, executor_of
from slidefront.executors.budget import Resources, WorkSizes
from slidefront.executors.dask import ClusterBudget, Dask
from slidefront.explore.expand import expand
from slidefront.explore.tasks import warm_up_step
from slidefront.notation.load import load
from slidefront.store.run import Run
from slidefront.watch import Step
from tests.cli.conftest import Command
from tests.cli.conftest import slidefront as slidefront
from tests.executors.test_threads import drawn_for_ten
from tests.explore.conftest import Divided, check_same
from tests.watchers import Told


@contextmanager
def cluster_of(workers: int, **given: int) -> Iterator[tuple[LocalCluster, Client]]:
    with (
        LocalCluster(n_workers=workers, processes=False, dashboard_address=":0", **given) as local,
        Client(local, set_as_default=False) as found,
    ):
        yield local, found


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Two workers on threads of this process: everything but the processes is as in a real cluster."""
    with cluster_of(2, threads_per_worker=2) as (_, found):
        yield found


@pytest.fixture
def executor(client: Client) -> Dask:
    return Dask(client)


@pytest.mark.parametrize("items", [0, 1, 3, 100])
def test_each_task_runs_once(executor: Dask, items: int) -> None:
    assert sorted(executor.run(np.square, range(items))) == [item * item for item in range(items)]


def test_failed_tasks_are_retried(executor: Dask, tmp_path: Path) -> None:
    def at_last(item: int) -> int:
        with (tmp_path / str(item)).open("a") as file:
            file.write(".")
        if (tmp_path / str(item)).stat().st_size < 1 + item % 3:
            raise OSError("try again")
        return item

    assert sorted(executor.run(at_last, range(6))) == [*range(6)]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 12


def test_tasks_are_drawn_as_needed_on_a_cluster(executor: Dask) -> None:
    assert 10 <= drawn_for_ten(executor) < 100


def test_cluster_computes_the_same_layers(client: Client, tmp_path: Path, eight: Run) -> None:
    steps: list[Step] = []
    resources = Divided(executor=client, sizes=WorkSizes(local_keys=3000))
    run = expand("8-puzzle", out=tmp_path / "run", resources=resources, watcher=Told(progress=steps.append))
    check_same(run, eight)
    through_files = [layer.depth for layer in run.layers if layer.written]
    assert 0 < len(through_files) < run.last_depth
    for step in steps:
        assert step.workers == (2 if step.depth in through_files else 0)
        assert step.tasks >= 2
    (tmp_path / "scratch").mkdir()
    report = verify(run, deep=True, resources=replace(resources, scratch=tmp_path / "scratch"))
    assert report.good


@pytest.mark.parametrize(("error", "without"), [(KeyboardInterrupt(), True), (ExecutorError("a late worker"), False)])
def test_interrupted_cluster_run_resumes(
    client: Client, tmp_path: Path, eight: Run, error: BaseException, without: bool
) -> None:
    """By a person, or by a worker that joins and will not do; resumed with the cluster or without it."""

    def stop(step: Step) -> None:
        if step.depth == 20 and step.done > 0.3:
            raise error

    resources = Divided(executor=client, sizes=WorkSizes(local_keys=100))
    with pytest.raises(type(error)):
        expand("8-puzzle", out=tmp_path / "run", resources=resources, watcher=Told(progress=stop))
    assert (tmp_path / "run" / "_scratch" / "plan.json").exists()
    assert (tmp_path / "run" / "_scratch" / "done.jsonl").read_text()
    resources = replace(resources, executor=None if without else client)
    check_same(expand("8-puzzle", out=tmp_path / "run", resources=resources), eight)


def prepare(executor: Dask, *folders: Path) -> None:
    executor.prepare(partial(warm_up_step, load("2x2")), folders)


def test_worker_without_the_folder_is_reported(executor: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask.Path, "touch", lambda path: (_ for _ in ()).throw(FileNotFoundError(2, "No", path)))
    with pytest.raises(RunError, match=r"the worker inproc://\S+ does not share the folders of this run: No: .*check-"):
        prepare(executor, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_worker_with_another_folder_is_reported(
    executor: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask.Path, "touch", lambda path: path.with_name("check-elsewhere").write_text(""))
    with pytest.raises(RunError, match=r"the worker inproc://\S+ writes to another \S+ than this process reads"):
        prepare(executor, tmp_path)


@pytest.mark.parametrize("name", ["slidefront", "numpy", "numba"])
def test_worker_with_another_version_is_reported(
    executor: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    versions, here = dask.versions, threading.current_thread()
    monkeypatch.setattr(
        dask,
        "versions",
        lambda: versions() if threading.current_thread() is here else {**versions(), name: "0.0.1"},
    )
    with pytest.raises(RunError, match=rf"the worker inproc://\S+ has {name} 0\.0\.1 where this process has "):
        prepare(executor, tmp_path)


def test_worker_that_fails_the_check_is_reported(executor: Dask, tmp_path: Path) -> None:
    def broken() -> None:
        raise ImportError("no numba here")

    with pytest.raises(RunError, match=r"the worker inproc://\S+ cannot run slidefront: ImportError: no numba here"):
        executor.prepare(broken, [tmp_path])


def test_missing_workers_raise_executor_error() -> None:
    says = "no worker has been connected to inproc"
    with cluster_of(0) as (_, empty), pytest.raises(ExecutorError, match=says):
        Dask(empty, worker_seconds=0.2, poll_seconds=0.05).find_workers()


def test_task_that_kills_its_workers_raises_executor_error(executor: Dask) -> None:
    def die(_: Any) -> None:
        raise KilledWorker("a task", SimpleNamespace(address="tcp://dead:1"), 3)

    with pytest.raises(
        ExecutorError, match="workers die again and again at spread-layer-7-slice-1: give them more mem"
    ):
        list(executor.run(die, ["spread-layer-7-slice-1"]))


def test_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "slidefront.executors.dask")  # a fresh process has not imported it
    with pytest.raises(SlidefrontError, match=r"pip install distributed"):
        expand("2x2", out=tmp_path / "run", resources=Resources(executor="tcp://host:8786"))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"executor": "tcp://127.0.0.1:9", "threads": 2}, "give these to its workers"),
        ({"executor": "tcp://127.0.0.1:9"}, "no Dask scheduler answers at tcp://127.0.0.1:9"),
        ({"executor": 4}, "the executor must be a Dask client or an address, not int"),
        ({"executor": "nonsense"}, "no Dask scheduler answers at nonsense"),
    ],
)
def test_invalid_clusters_raise_one_line_errors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: dict[str, Any], message: str
) -> None:
    monkeypatch.setattr(dask, "CONNECT_SECONDS", 0.5)
    with pytest.raises((ArgumentError, RunError), match=message) as refused:
        expand("2x2", out=tmp_path / "run", resources=Resources(**given))
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "run").exists()


def test_command_uses_cluster(slidefront: Command, client: Client) -> None:
    words = "--dask", "tcp://127.0.0.1:1"
    Path("scratch").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask, "_connect", lambda *_: nullcontext(client))
        assert '"whole": true' in slidefront("expand", "8-puzzle", "--json", *words).out
        assert "good" in slidefront("verify", "8-puzzle", "--deep", "--scratch", "scratch", *words).out
    for command in (["expand", "8-puzzle"], ["verify", "8-puzzle", "--scratch", "scratch"]):
        error = slidefront(*command, *words, "--threads", "2", code=2).err
        assert error == (
            "slidefront: a cluster has its own threads and memory limits: give these to its workers "
            "(--threads, --memory)\n"
        )


def test_cluster_budget_follows_its_workers(client: Client) -> None:
    with executor_of(Resources(executor=client)) as (_, budget):
        assert isinstance(budget, ClusterBudget)
        assert budget.tasks == 4
        assert budget.layer_boards == 0
        assert budget.fits(budget.sizes.local_keys)
        assert not budget.fits(budget.sizes.local_keys + 1)
    one = {"memory_limit": 2 << 30, "nthreads": 1}
    task = dask._task_memory(one)
    assert dask.WORKER_BASE + task + dask.WRITER <= 0.7 * one["memory_limit"]
    two = dask._task_memory({**one, "nthreads": 2})
    assert dask.WORKER_BASE + 2 * (two + dask.WRITER) <= 0.7 * one["memory_limit"]
    assert dask._task_memory({**one, "memory_limit": 1 << 28}) == dask.LEAST_TASK
    assert replace(budget, task_bytes=task).task_bytes == task


def test_late_workers_are_checked_and_used(tmp_path: Path) -> None:
    with cluster_of(1, threads_per_worker=1) as (local, found):
        executor = Dask(found)
        prepare(executor, tmp_path)
        assert executor.threads == 1
        local.scale(2)
        until = time.monotonic() + 30
        while len(executor.find_workers()) < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert len(executor._checked) == 2
