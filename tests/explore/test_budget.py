"""Budgets: what is asked for is checked, what is missing is said in one line."""

from pathlib import Path
from typing import Any

import pytest

from slidefront import machine
from slidefront.errors import ArgumentError, LimitError
from slidefront.executors.budget import (
    BASE_MEMORY,
    LEAST_TASK,
    MEMORY_TASK,
    WRITER,
    Budget,
    Resources,
    step_memory,
)
from slidefront.explore.estimate import check_disk_for_layer
from slidefront.explore.expand import expand
from slidefront.notation.load import load
from tests.messages import refused

MI = 1 << 20
LEAST = BASE_MEMORY + 2 * (LEAST_TASK + WRITER)


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**9, 2.5, float("nan"), "5", [1]])
def test_thread_count_out_of_range_is_refused(threads: Any) -> None:
    message = refused(ArgumentError, lambda: Resources(threads).budget())
    assert str(threads) in message
    assert message.startswith("threads must be between 1 and 1024")


@pytest.mark.parametrize("memory", [0, -1, 1, LEAST - 1])
def test_memory_below_the_least_is_refused(memory: int) -> None:
    assert "memory must be at least 304 MiB" in refused(ArgumentError, lambda: Resources(2, memory).budget())


def test_rest_of_a_space_beyond_the_disk_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("8-puzzle")
    run = expand(puzzle, depth=5, out=tmp_path / "run")
    with monkeypatch.context() as full:
        full.setattr(machine, "free_disk", lambda _: 3 * 181_440 - 3 * run.board_count - 1)
        message = refused(LimitError, lambda: expand(puzzle, out=tmp_path / "run"))
    assert f"the other {181_440 - run.board_count:,} boards of 8-puzzle need" in message
    assert expand(puzzle, out=tmp_path / "run").board_count == 181_440


@pytest.mark.parametrize("threads", [1, 2, 3, 16, 64, 1024])
@pytest.mark.parametrize("memory", [LEAST, LEAST + 1, 512 * MI, 1 << 30, 16 << 30, 1 << 40])
def test_step_through_files_stays_within_memory(threads: int, memory: int) -> None:
    """All tasks at work, and what may be in memory of the frontier, the layer before and the new layer."""
    budget = Resources(threads, memory).budget()
    assert 1 <= budget.tasks <= threads
    assert budget.task >= LEAST_TASK
    assert budget.layer > 0
    assert BASE_MEMORY + budget.tasks * (budget.task + WRITER) + 3 * 8 * budget.layer <= memory
    if budget.work >= 2 * threads * (LEAST_TASK + WRITER):
        assert budget.tasks == threads, "as many as there is memory for"


@pytest.mark.parametrize("threads", [1, 2, 16, 64])
@pytest.mark.parametrize("memory", [LEAST, 512 * MI, 1 << 30, 16 << 30, 1 << 40])
def test_step_in_memory_stays_within_memory(threads: int, memory: int) -> None:
    budget = Resources(threads, memory).budget()
    shares = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)
    steps = [int(share * budget.work / 8) for share in shares]
    for keys in steps:
        assert LEAST_TASK <= budget.task_beside(keys) <= MEMORY_TASK
        assert step_memory(keys, threads) <= memory or not budget.fits(keys)
    assert budget.fits(steps[0])
    assert not budget.fits(steps[-1])


def test_step_fits_up_to_the_last_byte() -> None:
    keys = 3 << 25
    exact = step_memory(keys, 3)
    assert Budget(3, exact).fits(keys)
    assert not Budget(3, exact - 1).fits(keys)


def test_chunks_in_scratch_count_as_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "free_disk", lambda _: 250 * MI)
    check_disk_for_layer(5, 15 * MI, tmp_path, 26 * MI, None)
    message = refused(LimitError, check_disk_for_layer, 5, 15 * MI, tmp_path, 26 * MI, tmp_path / "scratch")
    assert "needs about 201 MiB of disk" in message
    check_disk_for_layer(5, 14 * MI, tmp_path, 24 * MI, tmp_path)
    assert "depths up to 32,767: " in refused(LimitError, check_disk_for_layer, 1 << 15, 1, tmp_path, 1, None)
