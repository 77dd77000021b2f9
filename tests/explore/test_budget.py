"""Budgets: what is asked for is checked, what is missing is said in one line."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from slidefront.errors import LimitError
from slidefront.explore import budget as budgets
from slidefront.explore.budget import (
    Needs,
    check_layer,
    check_space,
    free_disk,
    machine_memory,
    make_budget,
    memory_of,
    process_memory,
)
from slidefront.explore.expand import expand
from slidefront.puzzles.read.load import load
from tests.messages import refused

MI = 1 << 20
BASE = 320 * MI
LEAST = BASE + 2 * 32 * MI
Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize("threads", [1, 2, 1024])
def test_threads_as_asked(threads: int) -> None:
    assert make_budget(threads=threads).threads == threads


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**9])
def test_threads_out_of_range(threads: int) -> None:
    message = refused(LimitError, lambda: make_budget(threads=threads))
    assert str(threads) in message
    assert "--threads must be between 1 and 1024" in message


@pytest.mark.parametrize("memory", [LEAST, LEAST + 1, 1 << 50])
def test_memory_as_asked(memory: int) -> None:
    assert make_budget(threads=2, memory=memory).memory == memory


@pytest.mark.parametrize("memory", [0, -1, 1, LEAST - 1])
def test_too_little_memory(memory: int) -> None:
    assert "must be at least 384 MiB for 2 threads" in refused(
        LimitError, lambda: make_budget(threads=2, memory=memory)
    )


def test_defaults_are_of_this_machine() -> None:
    budget = make_budget()
    assert 1 <= budget.threads <= (os.cpu_count() or 1)
    assert 0 < budget.memory < machine_memory()


def test_memory_of_the_container_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": f"{512 * MI}\n"}
    monkeypatch.setattr(Path, "read_text", lambda self: limits[str(self)])
    assert machine_memory() == 512 * MI
    limits["/sys/fs/cgroup/memory.max"] = f"{300 * MI}\n"
    assert machine_memory() == 300 * MI


def test_memory_of_the_machine_without_a_container(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(self: Path) -> str:
        raise FileNotFoundError(self)

    monkeypatch.setattr(Path, "read_text", read)
    assert machine_memory() == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert process_memory() == 0


def test_process_memory_grows_with_the_process() -> None:
    before = process_memory()
    ballast = bytearray(os.urandom(1)) * (64 * MI)
    assert process_memory() >= before + 32 * MI
    assert len(ballast) == 64 * MI


def test_free_disk_is_that_of_the_nearest_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(path: Path) -> Usage:
        path.stat()  # a folder that is not there has no usage
        return Usage(100, 58, 42 if path == tmp_path else 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert free_disk(tmp_path / "a" / "b" / "c") == 42
    assert free_disk(tmp_path) == 42
    (tmp_path / "file").touch()
    assert free_disk(tmp_path / "file" / "in" / "it") == 1


def test_free_disk_of_a_relative_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def usage(path: Path) -> Usage:
        path.stat()
        return Usage(0, 0, 7 if path == tmp_path else 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert free_disk(Path("data") / "x") == 7


@pytest.mark.parametrize(("free", "enough"), [(3 * 181_440, True), (3 * 181_440 - 1, False), (0, False)])
def test_whole_space_must_fit_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, enough: bool
) -> None:
    monkeypatch.setattr(budgets, "free_disk", lambda _: free)
    puzzle = load("8-puzzle")
    if enough:
        check_space(puzzle, 181_440, 0, tmp_path)
        return
    message = refused(LimitError, check_space, puzzle, 181_440, 0, tmp_path)
    assert "all 181,440 boards of 8-puzzle" in message
    assert "532 KiB" in message
    assert "--depth" in message
    assert "--out" in message


def test_the_rest_of_a_space_must_fit_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("8-puzzle")
    run = expand(puzzle, depth=5, out=tmp_path / "run")
    with monkeypatch.context() as full:
        full.setattr(budgets, "free_disk", lambda _: 3 * 181_440 - 3 * run.boards - 1)
        message = refused(LimitError, lambda: expand(puzzle, out=tmp_path / "run"))
    assert f"the other {181_440 - run.boards:,} boards of 8-puzzle need" in message
    assert expand(puzzle, out=tmp_path / "run").boards == 181_440


def test_memory_of_a_step() -> None:
    assert memory_of(Needs(1000, 2000, 1500)) == BASE + 8 * 4500


def test_layer_beyond_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "free_disk", lambda _: 300 * MI)
    check_layer(5, Needs(0, 0, 70 * MI), False, tmp_path, tmp_path)
    message = refused(LimitError, check_layer, 5, Needs(0, 0, 100 * MI), False, tmp_path, tmp_path)
    assert message.startswith(
        "depth 5 needs about 300 MiB of disk beside the 64.0 MiB that are left alone, and 300 MiB are free"
    )
    assert f"layers to depth 4 are safe in {tmp_path}" in message


def test_a_disk_that_is_nearly_full_is_refused_for_a_reason_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """12 bytes needed, 50 MiB free, and refused all the same: the message must say what is asked to stay free."""
    monkeypatch.setattr(budgets, "free_disk", lambda _: 50 * MI)
    message = refused(LimitError, check_layer, 1, Needs(0, 0, 4), False, tmp_path, tmp_path)
    assert "64" in message


def test_layer_whose_chunks_go_through_scratch_needs_disk_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "free_disk", lambda _: 250 * MI)
    needs = Needs(MI, 10 * MI, 15 * MI)
    check_layer(5, needs, False, tmp_path, tmp_path)
    message = refused(LimitError, check_layer, 5, needs, True, tmp_path, tmp_path / "scratch")
    assert "needs about 201 MiB of disk" in message
    check_layer(5, Needs(MI, 9 * MI, 14 * MI), True, tmp_path, tmp_path)
