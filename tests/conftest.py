"""For all tests: what a shell that started them in the background must not change, and what slows all of them."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.forks import Forks

TESTS = Path(__file__).parent
settings.register_profile("no deadline", settings(), deadline=None)  # the first example may wait for the compiler
settings.load_profile("no deadline")


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start: a script's `command &` starts its command without it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before markers choose the tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the folders whose tests are all slow."""
    for item in items:
        if item.path.is_relative_to(TESTS / "browser") or item.path.is_relative_to(TESTS / "faults"):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the half million objects of the collected tests, 0.3 s each time that it runs."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Processes that start in a moment."""
    found = Forks()
    yield found
    found.close()
