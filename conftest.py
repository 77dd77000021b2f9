"""Fixtures for whole spaces that several tests and the docs share; the 14-puzzle takes some seconds."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slidefront.explore.expand import expand
from slidefront.store.run import Run
from tests.left_out import summary


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many tests were left out, and how to have them."""
    for line in summary(terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(line, yellow=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def said_by_every_machine() -> Iterator[None]:
    """Commands print the same in tests whether kernels are compiled or come from the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("slidefront.cli.output.say_that_it_compiles", None)
        yield


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to work in, whose data/ keeps the shared runs."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / "data").mkdir()
    return folder


@pytest.fixture(scope="session")
def of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def fourteen(runs: Path, of_all_workers: Path) -> Run:
    """The whole 14-puzzle, 76,204,800 boards: large layers in several parts, and a folded key."""
    with (of_all_workers / "14-puzzle.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the worker that needs it first explores it
        made = expand("14-puzzle", out=of_all_workers / "14-puzzle")
    folder = runs / "data" / "14-puzzle"
    shutil.copytree(made.path, folder, copy_function=os.link, ignore=shutil.ignore_patterns("_lock"))
    return Run(folder)


@pytest.fixture(scope="session")
def pillars(runs: Path) -> Run:
    """The whole pillars, 1,814,400 boards."""
    return expand("pillars", out=runs / "data" / "pillars")


@pytest.fixture(scope="session")
def ten(runs: Path) -> Run:
    """The whole 10-puzzle, undisturbed."""
    return expand("10-puzzle", out=runs / "data" / "10-puzzle")


@pytest.fixture(scope="session")
def klotski(runs: Path) -> Run:
    """The whole Klotski in the move metric, from home."""
    return expand("klotski", out=runs / "data" / "klotski")


@pytest.fixture(scope="session", autouse=True)
def nothing_waits_for_the_disk() -> Iterator[None]:
    """Leave out the wait for the disk, 6 ms a file: a fault that a test makes does not lose what the system holds."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def cache_folder_of_the_tests(of_all_workers: Path) -> Path:
    """Pattern databases that tests build never land in the user's cache; workers share them."""
    folder = of_all_workers / "cache"
    os.environ["SLIDEFRONT_CACHE"] = str(folder)
    return folder


@pytest.fixture(autouse=True)
def documents_work_in_a_folder_of_their_own(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a document explores into data/ is shared with the tests, and never lands in the real data/."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(request.getfixturevalue("runs"))
