"""The cache of compiled kernels: an edit of anything that is compiled into a kernel recompiles it."""

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, Flags
from numba.core.targetconfig import TargetConfig

import slidefront
from slidefront.compile import NEWEST_TRIED, Compiling, _pipelines, _quick_comparisons, kernel
from tests.damage import flipped

with_own_pipelines = pytest.mark.skipif(_pipelines() is None, reason=f"numba is newer than {NEWEST_TRIED}")
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


def run() -> tuple[int, int]:
    """Call the kernel of a fresh module; return its result, and the count of kernels loaded from the cache."""
    for name in FILES:
        sys.modules.pop(Path(name).stem, None)
    there: Any = importlib.import_module("work_there")
    return there.work(there.Given(np.array([100, 200]))), sum(there.work._compiled.stats.cache_hits.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # which does not notice an edit within a second
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    assert run() == (322, 0)
    assert run() == (322, 1), "the cache is used where nothing has changed"
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new))


def cut(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


def write_no_pickle(path: Path) -> None:
    """Write an entry with a valid digest that cannot be unpickled, as after renaming classes."""
    path.write_bytes(sha256(b"no pickle").digest() + b"no pickle")


@pytest.mark.parametrize(
    "damage", [lambda path: cut(path, 0), lambda path: cut(path, 500), write_no_pickle, Path.unlink]
)
def test_damaged_cache_entry_is_rebuilt(folder: Path, damage: Any) -> None:
    (entry,) = (folder / "cache").rglob("*.nbc")
    damage(entry)
    assert run() == (322, 0)
    assert run() == (322, 1)
    entry.write_bytes(flipped(entry.read_bytes(), -100, 4))
    assert run() == (322, 0)


def fail(*_: Any, **__: Any) -> None:
    raise OSError


def test_kernel_works_with_an_unwritable_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename fails, a folder has the name of the entry, or the cache folder was removed and a file has its name."""
    (entry,) = (folder / "cache").rglob("*.nbc")
    entry.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        assert run() == (322, 0)
        assert not [*entry.parent.iterdir()]
    entry.mkdir()
    assert run() == (322, 0)
    assert not [*entry.parent.glob("*.tmp")]
    shutil.rmtree(folder / "cache")
    (folder / "cache").write_text("")
    assert run() == (322, 0)


def test_kernel_is_loaded_from_an_unwritable_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", fail)  # by which numba finds out
    assert run() == (322, 1)
    (entry,) = (folder / "cache").rglob("*.nbc")
    cut(entry, 500)
    assert run() == (322, 0)


def test_entry_for_other_argument_types_is_rejected(folder: Path) -> None:
    """A process does not overwrite entries that another process has saved since it started."""
    (entry,) = (folder / "cache").rglob("*.nbc")
    there: Any = sys.modules["work_there"]
    there.work(there.Given(np.array([100.0])))
    (other,) = {*(folder / "cache").rglob("*.nbc")} - {entry}
    other.write_bytes(entry.read_bytes())
    sys.modules.pop("work_there")
    there = importlib.import_module("work_there")
    assert there.work(there.Given(np.array([100.5]))) == 111.5


def test_edit_of_a_used_module_recompiles_the_kernel(folder: Path) -> None:
    """A constant of another module, a kernel of another module, and the name of a named tuple that the kernel takes."""
    edit(folder / "numbers_there.py", "STEP = 1", "STEP = 2")
    assert run() == (344, 0)
    edit(folder / "numbers_there.py", "STEP = 2", "STEP = 1")
    assert run() == (322, 1)
    edit(folder / "helper_there.py", "10 * STEP", "20 * STEP")
    assert run() == (342, 0)
    edit(folder / "numbers_there.py", "class Given", "class Renamed")
    with (folder / "numbers_there.py").open("a") as file:
        file.write("\nGiven = Renamed\n")
    assert run() == (342, 0)


def test_every_kernel_has_a_fingerprint() -> None:
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


def test_kernel_may_call_itself_but_not_use_a_global_array() -> None:
    assert counts_down(20) == 6
    with pytest.raises(TypeError, match="the kernel uses_an_array uses TABLE, a ndarray: pass it as an argument"):
        uses_an_array(1)


@kernel
def one_more(n: int) -> int:
    return n + 1


@kernel
def counts_to(n: int) -> int:
    total = 0
    for _ in range(n):
        total = one_more(total)
    return total


@with_own_pipelines
def test_constant_argument_compiles_no_second_version() -> None:
    assert counts_to(5) == 5
    library(counts_to)  # the entry may be in the cache
    assert len(one_more._inner.signatures) == 1


def library(kernel: Any) -> Any:
    """Return the code of a kernel as other kernels link it."""
    kernel._inner.compile((numba.int64,))
    return kernel._inner.overloads[numba.int64,].library


@with_own_pipelines
def test_inlined_kernel_has_no_machine_code() -> None:
    """The test uses private parts of numba, as they are in the versions up to NEWEST_TRIED."""
    replaced = {"_optimize_functions", "_optimize_final_module", "_finalize_final_module", "get_pointer_to_function"}
    own = {name for name, value in vars(type(library(one_more))).items() if isinstance(value, FunctionType)}
    assert own == replaced <= {*vars(CPUCodeLibrary), *vars(JITCodeLibrary)}
    assert [*signature(CompilerBase).parameters] == [*signature(Compiler).parameters]
    assert [*signature(CompilerBase).parameters][:3] == ["typingctx", "targetctx", "library"]
    assert library(one_more)._finalized
    assert not library(one_more)._codegen._engine.is_symbol_defined(
        next(library(one_more).get_defined_functions()).name
    )


@with_own_pipelines
def test_compiler_flags_compare_as_in_numba() -> None:
    """Also if one sets a flag to the default of the other."""
    options: list[Any] = [Flags() for _ in range(4)]
    options[1].nrt = True
    options[2].nrt, options[3].nrt = False, True
    with _quick_comparisons():
        assert TargetConfig.__eq__.__module__ == "slidefront.compile"
        for flags in options:
            for other in options:
                assert (flags == other) == (flags.values() == other.values())
                assert hash(flags) == hash(other)
        assert options[0] != "options"
    library(one_more)
    assert TargetConfig.__eq__.__module__ == TargetConfig.__hash__.__module__ == "numba.core.targetconfig"


def test_compiling_is_timed_and_announced_once() -> None:
    said: list[str] = []
    before, clock, Compiling.begins = Compiling.seconds, Compiling.clock(), lambda: said.append("compiling")
    try:
        for cached in (numba.int64, numba.float64):
            assert counts_down._compiled._compiler.compile((cached,), None)
    finally:
        Compiling.begins = None
    assert said == ["compiling"]
    assert Compiling.seconds > before
    assert Compiling.clock() >= clock


def test_clock_pauses_in_all_threads_while_one_compiles() -> None:
    with Compiling.paused():
        first = Compiling.clock()
        with Compiling.paused():
            time.sleep(0.001)
        assert Compiling.clock() == first
    assert Compiling.clock() > first


@pytest.mark.usefixtures("folder")
def test_clock_pauses_until_compiled_code_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    there: Any = sys.modules["work_there"]
    clocks: list[float] = []
    for name in ("load_overload", "save_overload"):
        monkeypatch.setattr(there.work._compiled._cache, name, lambda *_: clocks.append(Compiling.clock()))
    assert there.work(there.Given(np.array([0.5]))) == 11.5
    assert clocks[0] == clocks[1]


def test_command_line_does_not_import_scipy() -> None:
    """numba imports scipy.linalg if it is installed, and kernels of other libraries may need it."""
    code = (
        "import sys; from importlib.util import find_spec; from slidefront.compile import Compiling\n"
        "Compiling.scipy = False\nfrom slidefront.keys.algebra import digest; import numpy\n"
        "digest(numpy.arange(3, dtype=numpy.uint64)); print('scipy.linalg' in sys.modules)\n"
        "if find_spec('scipy'):\n    import scipy.linalg"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


NEWER_NUMBA = "import numba, sys\nnumba.__version__ = '999.0.0'\nsys.path.insert(0, sys.argv[1])\n"


def run_with_newer_numba(folder: Path, code: str) -> str:
    command = [sys.executable, "-c", NEWER_NUMBA + code, str(folder)]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_newer_numba_compiles_kernels_without_private_parts(folder: Path) -> None:
    code = (
        "import numpy as np\nfrom work_there import Given, work\nfrom slidefront.compile import Compiling\n"
        "Compiling.begins = lambda: print('compiling')\n"
        "print(work(Given(np.array([100, 200]))), sum(work._compiled.stats.cache_hits.values()))\n"
        "print(work._compiled._compiler.pipeline_class.__module__)"
    )
    pipeline = "numba.core.compiler\n"
    assert run_with_newer_numba(folder, code) == f"compiling\n322 0\n{pipeline}"
    assert run_with_newer_numba(folder, code) == f"322 1\n{pipeline}"


@pytest.mark.slow
def test_newer_numba_explores_and_solves(tmp_path: Path) -> None:
    code = (
        "import slidefront\nfolder = sys.argv[1]\n"
        "run = slidefront.expand('3x3', out=folder + '/run')\n"
        "table = slidefront.make_table('2x4', folder + '/t.table')\n"
        "print(run.board_count, table.board_count, slidefront.solve('klotski').length)"
    )
    assert run_with_newer_numba(tmp_path, code) == "181440 20160 81\n"
