"""Budgets and estimates: what is asked for is checked, what is missing is said in one line, and runs take as much."""

import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from slidefront import estimate_depth, machine
from slidefront.errors import ArgumentError, LimitError
from slidefront.executors.budget import BASE_MEMORY, LEAST_TASK, MEMORY_TASK, WRITER, Budget, Resources, step_memory
from slidefront.explore.estimate import check_depth, check_disk_for_layer, estimate, extrapolate
from slidefront.explore.expand import expand
from slidefront.notation.boards import start_at
from slidefront.notation.load import load
from tests.messages import refused
from tests.watchers import Told
from tools.golden import golden_counts

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
        full.setattr(machine, "free_disk", lambda _: 64 * MI + 3 * 181_440 - 3 * run.board_count - 1)
        message = refused(LimitError, lambda: expand(puzzle, out=tmp_path / "run"))
    assert f"the other {181_440 - run.board_count:,} boards of 8-puzzle need" in message
    assert expand(puzzle, out=tmp_path / "run").board_count == 181_440
    monkeypatch.setattr(machine, "free_disk", lambda _: 0)
    assert expand(puzzle, out=tmp_path / "run").manifest.whole, "nothing is left to write"


@pytest.mark.parametrize("threads", [1, 2, 3, 16, 64, 1024])
@pytest.mark.parametrize("memory", [LEAST, LEAST + 1, 512 * MI, 1 << 30, 16 << 30, 1 << 40])
def test_step_through_files_stays_within_memory(threads: int, memory: int) -> None:
    """All tasks at work, and what may be in memory of the frontier, the layer before and the new layer."""
    budget = Resources(threads, memory).budget()
    assert 1 <= budget.tasks <= threads
    assert budget.task_bytes >= LEAST_TASK
    assert budget.layer_boards > 0
    assert BASE_MEMORY + budget.tasks * (budget.task_bytes + WRITER) + 3 * 8 * budget.layer_boards <= memory
    if budget.work_bytes >= 2 * threads * (LEAST_TASK + WRITER):
        assert budget.tasks == threads, "as many as there is memory for"


@pytest.mark.parametrize("threads", [1, 2, 16, 64])
@pytest.mark.parametrize("memory", [LEAST, 512 * MI, 1 << 30, 16 << 30, 1 << 40])
def test_step_in_memory_stays_within_memory(threads: int, memory: int) -> None:
    budget = Resources(threads, memory).budget()
    shares = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)
    steps = [int(share * budget.work_bytes / 8) for share in shares]
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


@pytest.mark.parametrize("name", ["11-puzzle", "14-puzzle", "15-puzzle", "mural"])
def test_estimates_ten_layers_ahead_are_close(name: str) -> None:
    counts = golden_counts(name)
    for counted in range(15, 22):
        depth = min(counted + 10, len(counts) - 1)
        estimated = extrapolate(counts[: counted + 1], depth, total=sum(counts))
        assert 2 / 3 < sum(estimated) / sum(counts[: depth + 1]) < 2
        assert sum(extrapolate(counts[: counted + 1], 200, total=sum(counts))) <= sum(counts)


def test_counted_layers_are_exact(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=12, out=tmp_path / "run")
    needs = estimate_depth("8-puzzle", 12)
    assert (needs.board_count, needs.counted_depth) == (run.board_count, 12)
    assert not str(needs).startswith("about")
    assert estimate_depth("10-puzzle", 30_000).counted_depth == 30_000
    assert "up to 32,767" in refused(LimitError, estimate_depth, "8-puzzle", 1 << 15)
    assert extrapolate([1, 2, 4], 5_000)[-1] == 1 << 64
    whole = estimate_depth("2x3", 100)
    assert (whole.board_count, whole.counted_depth) == (360, 100)


def test_estimate_uses_the_given_threads() -> None:
    threads = set[str]()

    def note_threads() -> bool:
        threads.update(thread.name for thread in threading.enumerate() if "slidefront" in thread.name)
        return False

    for number, pool_size in ((1, 0), (2, 2)):  # one thread needs no pool
        estimate_depth("14-puzzle", 28, resources=Resources(threads=number), watcher=Told(stop=note_threads))
        assert len(threads) == pool_size


def test_estimate_continues_the_layers_of_a_run(tmp_path: Path) -> None:
    puzzle = load("14-puzzle")
    run = expand(puzzle, depth=14, out=tmp_path / "run")
    starts = start_at(puzzle, "home").keys

    alone = estimate(puzzle, starts, 20, counted=100)
    from_run = estimate(puzzle, starts, 20, counted=100, run=run)
    assert alone.counted_depth < from_run.counted_depth == 14


def test_depth_beyond_the_disk_raises_limit_error(tmp_path: Path) -> None:
    puzzle = load("15-puzzle")
    starts, out = start_at(puzzle, "home").keys, tmp_path / "run"
    large = Resources(memory="8GiB")
    needed = estimate_depth(puzzle, 26, resources=large).disk_bytes + 64 * MI
    check_depth(puzzle, starts, 26, out, free=needed, resources=large)
    less = partial(check_depth, puzzle, starts, 26, out, free=needed - (1 << 20))
    message = refused(LimitError, partial(less, resources=large))
    assert message.startswith("15-puzzle to depth 26 needs about ")
    assert "choose a lower depth, or a larger disk" in message
    with_scratch = refused(LimitError, partial(less, free=2 * needed, resources=Resources(memory="512MiB")))
    assert "to depth 26 needs about " in with_scratch
    run = expand(puzzle, depth=5, out=out)
    check_depth(puzzle, starts, 5, out, run=run, free=0)
