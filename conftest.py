"""Fixtures for all tests and the docs: shared whole spaces, and settings that keep tests fast and independent."""

import fcntl
import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from slidefront.explore.expand import expand
from slidefront.store.run import Run
from tests.forks import Forks

TESTS = Path(__file__).parent / "tests"
settings.register_profile("tests", max_examples=50, deadline=None)  # the first example may wait for the compiler
settings.load_profile("tests")


def pytest_configure() -> None:
    """Reset ignored signals, and stop the garbage collector until all tests are collected.

    A script that runs `command &` ignores SIGINT, and nohup ignores SIGHUP; processes that tests start would inherit
    that. Nearly all objects of collected tests live until the end, so collecting them takes time for nothing.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(tryfirst=True)  # before markers choose the tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests: browsers, faults, clusters, real processes, and all tests with the whole 14-puzzle."""
    names = ("browser", "faults", "explore/test_dask.py", "cli/test_process.py", "../docs/dataframes.md")
    slow = [(TESTS / name).resolve() for name in names]
    for item in items:
        if "soak" not in item.keywords:  # soak tests have their own command
            large = "fourteen" in getattr(item, "fixturenames", ())
            if large or any(item.path.is_relative_to(path) for path in slow):
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Exempt the half million objects of the collected tests from garbage collection, which would take 0.3 s a time."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def compile_each_kernel_once(shared_folder: Path) -> Iterator[None]:
    """Let a worker wait while another worker compiles the same kernel, and then load it from the cache."""
    from numba.core.dispatcher import Dispatcher

    compile_or_load = Dispatcher.compile

    def compile_alone(kernel: Any, signature: Any) -> Any:
        if not kernel._cache.cache_path:  # another kernel calls it
            return compile_or_load(kernel, signature)
        name = sha256(f"{kernel.py_func.__module__} {kernel.py_func.__qualname__} {signature}".encode()).hexdigest()
        with (shared_folder / f"kernel-{name[:16]}").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return compile_or_load(kernel, signature)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", compile_alone)
        yield


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Processes that start within milliseconds."""
    forks = Forks()
    yield forks
    forks.close()


@pytest.fixture(scope="session", autouse=True)
def hide_compile_message() -> Iterator[None]:
    """Let commands print the same output whether kernels are compiled or come from the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("slidefront.cli.output.say_that_it_compiles", None)
        yield


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder whose data/ contains the shared runs."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / "data").mkdir()
    return folder


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def explored(runs: Path, shared_folder: Path) -> Callable[[str], Run]:
    """Explore a whole puzzle once for all workers. Each worker has its own folder with links to the same files."""

    def explore_or_link(name: str) -> Run:
        folder = runs / "data" / name
        if not folder.exists():  # a document may have explored into data/
            with (shared_folder / f"{name}.lock").open("wb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)  # the first worker explores, and the others find a finished run
                run = expand(name, out=shared_folder / name)
            shutil.copytree(run.path, folder, copy_function=os.link, ignore=shutil.ignore_patterns("_lock"))
        return Run(folder)

    return explore_or_link


@pytest.fixture(scope="session")
def fourteen(explored: Callable[[str], Run]) -> Run:
    """The whole 14-puzzle, 76,204,800 boards: large layers in several parts, and a folded key."""
    return explored("14-puzzle")


@pytest.fixture(scope="session")
def pillars(explored: Callable[[str], Run]) -> Run:
    """The whole pillars, 1,814,400 boards."""
    return explored("pillars")


@pytest.fixture(scope="session")
def ten(explored: Callable[[str], Run]) -> Run:
    """The whole 10-puzzle, undisturbed."""
    return explored("10-puzzle")


@pytest.fixture(scope="session")
def eight(explored: Callable[[str], Run]) -> Run:
    """The whole 8-puzzle, undisturbed; its goal is its home."""
    return explored("8-puzzle")


@pytest.fixture(scope="session")
def six(explored: Callable[[str], Run]) -> Run:
    """The six pillars, undisturbed: 360 boards, with a goal that is not home."""
    return explored("pillars-6")


@pytest.fixture(scope="session")
def klotski(explored: Callable[[str], Run]) -> Run:
    """The whole Klotski in the move metric, from home."""
    return explored("klotski")


@pytest.fixture(scope="session", autouse=True)
def skip_waiting_for_the_disk() -> Iterator[None]:
    """Skip syncing, which takes 6 ms a file; no test cuts the power of the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def pattern_cache_folder(shared_folder: Path) -> Path:
    """A folder that all workers share for pattern databases, instead of the user's cache."""
    folder = shared_folder / "cache"
    os.environ["SLIDEFRONT_CACHE"] = str(folder)
    return folder


@pytest.fixture(autouse=True)
def documents_share_a_folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run documents in the working folder with the shared data/, which contains the 8-puzzle as in the tutorial."""
    if isinstance(request.node, pytest.DoctestItem):
        request.getfixturevalue("eight")
        monkeypatch.chdir(request.getfixturevalue("runs"))
