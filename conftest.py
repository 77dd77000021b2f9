"""For all tests and the docs: whole spaces that several share, and what slows all of them or would disturb them."""

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
    """Let signals reach the processes that tests start: `command &` in a script ignores SIGINT, and nohup SIGHUP.

    Nearly all objects of the collected tests live until the end: the garbage collector, which would look at them again
    and again for a third of the time, waits for them.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(tryfirst=True)  # before markers choose the tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests: of browsers, kills, clusters and real processes, and all with the whole 14-puzzle."""
    names = ("browser", "faults", "explore/test_dask.py", "cli/test_process.py", "../docs/dataframes.md")
    slow = [(TESTS / name).resolve() for name in names]
    for item in items:
        if "soak" not in item.keywords:  # these have a command of their own
            large = "fourteen" in getattr(item, "fixturenames", ())
            if large or any(item.path.is_relative_to(path) for path in slow):
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the half million objects of the collected tests, 0.3 s each time that it runs."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def each_kernel_is_compiled_once(of_all_workers: Path) -> Iterator[None]:
    """A worker that needs a kernel waits while another one compiles it, and then reads it from the cache."""
    from numba.core.dispatcher import Dispatcher

    compile_or_load = Dispatcher.compile

    def compile_alone(kernel: Any, signature: Any) -> Any:
        if not kernel._cache.cache_path:  # another kernel calls it
            return compile_or_load(kernel, signature)
        name = sha256(f"{kernel.py_func.__module__} {kernel.py_func.__qualname__} {signature}".encode()).hexdigest()
        with (of_all_workers / f"kernel-{name[:16]}").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return compile_or_load(kernel, signature)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", compile_alone)
        yield


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Processes that start in a moment."""
    found = Forks()
    yield found
    found.close()


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
def explored(runs: Path, of_all_workers: Path) -> Callable[[str], Run]:
    """Explore a whole puzzle once for all workers; each has its own folder, with links to the same files."""

    def explore_or_link(name: str) -> Run:
        folder = runs / "data" / name
        if not folder.exists():  # also a document explores into data/
            with (of_all_workers / f"{name}.lock").open("wb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)  # the worker that needs it first explores it
                made = expand(name, out=of_all_workers / name)
            shutil.copytree(made.path, folder, copy_function=os.link, ignore=shutil.ignore_patterns("_lock"))
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
    """The six pillars, undisturbed: 360 boards, explored in a moment; their goal is another board than home."""
    return explored("pillars-6")


@pytest.fixture(scope="session")
def klotski(explored: Callable[[str], Run]) -> Run:
    """The whole Klotski in the move metric, from home."""
    return explored("klotski")


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
    """Give documents a data/ that the tests share. It has the 8-puzzle, as after the commands of the tutorial."""
    if isinstance(request.node, pytest.DoctestItem):
        request.getfixturevalue("eight")
        monkeypatch.chdir(request.getfixturevalue("runs"))
