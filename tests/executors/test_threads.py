"""Executors: every task once, errors come out, nothing begins after the end, no thread stays."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from slidefront.executors import Executor, Threads


@pytest.fixture(params=[1, 2, 5])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    threads = Threads(request.param)
    yield threads
    threads.close()


@pytest.mark.parametrize("items", [0, 1, 2, 3, 100])
def test_each_task_runs_once(executor: Executor, items: int) -> None:
    done: list[int] = []

    def task(item: int) -> int:
        done.append(item)
        return item * item

    assert sorted(executor.run(task, range(items))) == [item * item for item in range(items)]
    assert sorted(done) == list(range(items))


@pytest.mark.parametrize("number", [0, 1, 50, 99])
def test_errors_of_tasks_propagate(executor: Executor, number: int) -> None:
    def task(item: int) -> None:
        if item == number:
            raise ArithmeticError(item)

    with pytest.raises(ArithmeticError, match=str(number)):
        list(executor.run(task, range(100)))
    assert sorted(executor.run(abs, range(3))) == [0, 1, 2], "the executor works on"


def test_closing_starts_no_more_tasks(executor: Executor) -> None:
    begun: list[int] = []

    def task(item: int) -> int:
        begun.append(item)
        return item

    with closing(executor.run(task, range(100_000))) as results:
        next(results)
    count = len(begun)
    assert count < 1000
    assert sorted(executor.run(abs, range(3))) == [0, 1, 2]
    assert len(begun) == count, "none of the first tasks began later"


def drawn_for_ten(executor: Executor) -> int:
    """Count the tasks that are drawn until ten results are there."""
    drawn = 0

    def items() -> Iterator[int]:
        nonlocal drawn
        while True:
            yield drawn
            drawn += 1

    with closing(executor.run(abs, items())) as results:
        for _ in range(10):
            next(results)
    return drawn


def test_tasks_are_drawn_as_needed(executor: Executor) -> None:
    assert drawn_for_ten(executor) < 100


def test_threads_run_concurrently() -> None:
    meeting = threading.Barrier(3, timeout=30)
    threads = Threads(3)
    assert sorted(threads.run(lambda _: meeting.wait(), range(3))) == [0, 1, 2]
    threads.close()


def test_closing_waits_for_running_tasks() -> None:
    """Closing may not return while a task still writes."""
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def task(item: int) -> int:
        if item == 1:
            begun.set()
            assert go_on.wait(30)
            ended.set()
        return item

    threads = Threads(2)
    results = threads.run(task, range(2))
    assert next(results) == 0
    assert begun.wait(30)
    threading.Timer(0.05, go_on.set).start()
    results.close()
    assert ended.is_set()
    threads.close()


def test_single_task_runs_in_the_calling_thread(executor: Executor) -> None:
    """Handing it over would cost more than a small layer."""
    here = threading.current_thread()
    assert list(executor.run(lambda _: threading.current_thread(), [0])) == [here]
