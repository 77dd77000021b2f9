"""The cache of compiled code: an edit of anything that is compiled into a kernel is noticed, wherever it is."""

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import slidefront
from slidefront.compile import kernel

FILES = {
    "numbers_there.py": "from typing import Any, NamedTuple\n\nSTEP = 1\n\nclass Given(NamedTuple):\n    values: Any\n",
    "helper_there.py": (
        "from slidefront.compile import kernel\nfrom numbers_there import STEP\n\n"
        "@kernel\ndef more(n):\n    return n + 10 * STEP\n"
    ),
    "work_there.py": (
        "from slidefront.compile import kernel\nfrom numbers_there import Given, STEP\n"
        "from helper_there import more\n\n"
        "@kernel\ndef work(given: Given):\n    total = 0\n    for value in given.values:\n"
        "        total += more(value) + STEP\n    return total\n"
    ),
}


def run(folder: Path) -> tuple[int, int]:
    """Call the kernel in a new process; return its answer, and how many kernels were taken from the cache."""
    code = (
        "import numpy, work_there; print(work_there.work(work_there.Given(numpy.array([100, 200]))))\n"
        "print(sum(work_there.work._compiled.stats.cache_hits.values()))"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(Path(__file__).parents[1])])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    answer, hits = map(int, done.stdout.split())
    return answer, hits


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    assert run(tmp_path) == (322, 0)
    assert run(tmp_path) == (322, 1), "the cache is used where nothing has changed"
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_edit_elsewhere_is_noticed(folder: Path) -> None:
    """A constant of another module, a kernel of another module, and the name of a named tuple that the kernel takes."""
    edit(folder / "numbers_there.py", "STEP = 1", "STEP = 2")
    assert run(folder) == (344, 0)
    edit(folder / "numbers_there.py", "STEP = 2", "STEP = 1")
    assert run(folder) == (322, 1)
    edit(folder / "helper_there.py", "10 * STEP", "20 * STEP")
    assert run(folder) == (342, 0)
    edit(folder / "numbers_there.py", "class Given", "class Renamed")
    with (folder / "numbers_there.py").open("a") as file:
        file.write("\nGiven = Renamed\n")
    assert run(folder) == (342, 0)


def test_every_kernel_of_slidefront_uses_only_what_the_cache_notices() -> None:
    found = 0
    for module in pkgutil.walk_packages(slidefront.__path__, "slidefront."):
        if module.name == "slidefront.__main__":
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if type(value) is type(counts_down):
                assert value.fingerprint
                found += 1
    assert found > 30


TABLE = np.arange(3)
NUMBER = np.uint64(7)


@kernel
def uses_an_array(place: int) -> int:
    return int(TABLE[place])


@kernel
def counts_down(n: int) -> int:
    return n if n < NUMBER else counts_down(n - 1)


def test_a_kernel_that_uses_a_global_array_is_refused() -> None:
    with pytest.raises(TypeError, match="the kernel uses_an_array uses TABLE, a ndarray: pass it as an argument"):
        uses_an_array(1)


def test_a_kernel_may_call_itself() -> None:
    assert counts_down(20) == 6


@kernel
def one_more(n: int) -> int:
    return n + 1


@kernel
def counts_to(n: int) -> int:
    total = 0
    for _ in range(n):
        total = one_more(total)
    return total


def test_a_kernel_that_gets_a_number_which_begins_as_a_constant_is_compiled_once() -> None:
    assert counts_to(5) == 5
    assert numba.njit(counts_to._inner.py_func)(5) == 5  # compiled here, where the kernel may be in the cache
    assert len(one_more._inner.signatures) == 1
