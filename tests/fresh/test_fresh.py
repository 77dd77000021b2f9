"""Commands and calls in new processes give the same answers in any state of the kernel cache.

Each process gets its own folders for caches. A command that ran with warm caches is the reference for all other states:
it must print the same and end with the same code.
"""

import json
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from tests.damage import flipped

HARDEST = "_ c 9 d/f b a e/3 7 2 5/4 8 6 1"
Done = subprocess.CompletedProcess[str]


class Place:
    """A folder to work in, with caches of its own."""

    def __init__(self, folder: Path, kernels: Path | None = None) -> None:
        self.folder = folder
        self.kernels = kernels or folder / "kernels"
        (folder / "work").mkdir(parents=True)
        caches = {"NUMBA_CACHE_DIR": self.kernels, "SLIDEFRONT_CACHE": folder / "cache"}
        self.environment = {**os.environ, **{name: str(path) for name, path in caches.items()}}
        self.prepare: Callable[[], None] | None = None
        self._answers: dict[str, Done] = {}

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start slidefront, a script, or the program that `-c` is followed by."""
        is_program = words[0] == "-c" or words[0].endswith(".py")
        command = [sys.executable, *(() if is_program else ("-m", "slidefront")), *words]
        return subprocess.Popen(
            command,
            cwd=self.folder / "work",
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=self.prepare,
        )

    def run(self, *words: str) -> Done:
        """Run slidefront to its end; nothing may end in a traceback."""
        process = self.start(*words)
        out, errors = process.communicate(timeout=120)
        assert "Traceback" not in errors, errors
        return subprocess.CompletedProcess(words, process.returncode, out, errors)

    def answer(self, words: str) -> Done:
        """Run a command with warm kernels, once for all tests: its first run compiles, and the second is returned."""
        if words not in self._answers:
            self.run(*words.split())
            self._answers[words] = self.run(*words.split())
        return self._answers[words]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place with compiled kernels; the commands that run in it add theirs."""
    place = Place(tmp_path_factory.mktemp("warm"))
    place.run("solve", "klotski")
    return place


def cold(folder: Path, _: Place) -> Place:
    return Place(folder)


def damaged(folder: Path, warm: Place) -> Place:
    """Damage the kernels: files in turn are empty, cut, have a wrong byte, or are missing."""
    shutil.copytree(warm.kernels, folder / "kernels")
    for number, path in enumerate(sorted((folder / "kernels").rglob("*.nbc"))):
        content = path.read_bytes()
        middle = len(content) // 2
        path.write_bytes([b"", content[:middle], flipped(content, middle), content][number % 4])
        if number % 4 == 3:
            path.unlink()
    return Place(folder)


def unwritable(folder: Path, _: Place) -> Place:
    """The cache folder cannot be created, even by root."""
    folder.mkdir()
    (folder / "file").write_text("")
    place = Place(folder, folder / "file" / "kernels")
    place.environment["NUMBA_CACHE_LOCATOR_CLASSES"] = "UserProvidedCacheLocator"
    return place


def full(folder: Path, _: Place) -> Place:
    place = Place(folder)
    place.prepare = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (0, 0))
    return place


PYTHON = """
import json, sys, slidefront
from concurrent.futures import ThreadPoolExecutor
asked = [("klotski", "home", {}), ("klotski", "home", {"max_seconds": 0}), ("8-puzzle", "876_41253", {}),
         ("8-puzzle", "876_41253", {"max_depth": 9}), ("8-puzzle", "2143657_8", {}),
         ("2x5", "12345/678_9", {"algorithm": "ida"}), ("15-puzzle", "1234/5678/9abc/d_ef", {}), ("2x2", "home", {})]
def answer(one):
    name, start, options = one
    known = slidefront.solve(name, start, **options)
    return [known.status, known.length, known.lower_bound, known.ended_by]
with ThreadPoolExecutor(8) as pool:
    together = list(pool.map(answer, asked))
print(json.dumps(together))
print(json.dumps([answer(one) for one in asked]))
"""
"""Eight threads that solve at once, without a guard of the main module, and the same again one by one."""

SOLVE = """
solve klotski
solve klotski --max-seconds 0 --json
solve klotski --max-depth 5
solve klotski --start two.txt --max-seconds 0
solve 8-puzzle --start 876_41253
solve 8-puzzle --start 876_41253 --max-seconds 0 --json
solve 8-puzzle --start 876_41253 --algorithm bfs --memory 300MiB
solve 8-puzzle --start 2143657_8 --json
solve 6x6
solve 3x4 --start 1234/5678/9a_b --algorithm ida
"""
OTHERS = """
expand 8-puzzle
expand 2x3 --out run
verify run --deep
table 8-puzzle --out 8.table
depth 8.table 3124756_8
depth run 12345_
stats run
hardest run
export run --out run.csv
problems run
info klotski
solvable 8-puzzle 3124756_8
compare 8-puzzle --start 31247_685
replay 8-puzzle DRD --start 3124756_8
find 2x3 --out found
page 2x2 --out a.html
patterns build 2x4
list
runs
"""


def masked(text: str) -> str:
    """Replace what differs from process to process: times, and the folder."""
    text = re.sub(r"/\S*/(work|cache)", "", text)
    text = re.sub(r'"(seconds|written|created|finished)": [^,\n]*', r"\1", text)
    return " ".join(re.sub(r"\d+\.\d+( ms| s| minutes?)?|[\d,]+ (ms|s|minutes?|per second)\b", "#", text).split())


def check_same(warm: Place, place: Place, words: str) -> None:
    """Run a command in a place, and compare its answer with that of the warm place."""
    for folder in (warm.folder, place.folder):
        (folder / "work" / "two.txt").write_text("AXXB/AXXB/CDDE/CFGE/H..I\nAXXB/AXXB/CDDE/CFGE/I..H\n")
    expected, done = warm.answer(words), place.run(*words.split())
    assert (done.returncode, masked(done.stdout)) == (expected.returncode, masked(expected.stdout)), done.stderr
    assert done.returncode == 3 or "--max-seconds 0" not in words, done.stderr
    assert "interrupted" not in done.stderr


def test_limits_work_with_cold_kernels(warm: Place, tmp_path: Path) -> None:
    """The core of the matrix; the whole matrix is slow."""
    check_same(warm, cold(tmp_path / "new", warm), "solve klotski --max-seconds 0 --json")


FAR = "14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3"  # 57 moves: Korf's first board


def test_time_limit_excludes_compiling(tmp_path: Path) -> None:
    """The search has time to begin only because the time for compiling is not counted."""
    words = ["15-puzzle", "--goal", "hole-first", "--start", FAR, "--algorithm", "bfs", "--max-seconds", "1"]
    done = Place(tmp_path / "new").run("solve", *words, "--json")
    known = json.loads(done.stdout)
    assert (done.returncode, known["status"], known["ended_by"]) == (3, "unfinished", "max_seconds")
    assert known["lower_bound"] > 1
    assert sum(one["seconds"] for one in known["rounds"]) <= known["seconds"]


def test_two_processes_compile_at_the_same_time(tmp_path: Path) -> None:
    place = Place(tmp_path / "shared")
    program = "import numpy; from slidefront.keys.algebra import digest; print(digest(numpy.arange(9**6, dtype='u8')))"
    both = [place.start("-c", program) for _ in range(2)]
    outputs = [process.communicate(timeout=120) for process in both]
    assert outputs[0] == outputs[1] == (outputs[0][0], "")
    assert [process.returncode for process in both] == [0, 0]
    assert {path.suffix for path in place.kernels.rglob("*.*")} == {".nbc"}


@pytest.mark.slow
@pytest.mark.parametrize("make", [cold, damaged, unwritable, full])
def test_threads_of_a_fresh_process_solve_concurrently(
    warm: Place, tmp_path: Path, make: Callable[[Path, Place], Place]
) -> None:
    warm.run("-c", PYTHON)
    together, one_by_one = make(tmp_path / "new", warm).run("-c", PYTHON).stdout.splitlines()
    assert json.loads(together) == json.loads(one_by_one)
    statuses = [known[0] for known in json.loads(together)]
    assert statuses == [
        *("optimal", "unfinished", "optimal", "unfinished", "unsolvable"),
        *("optimal", "optimal", "optimal"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "make"),
    [
        *product(SOLVE.strip().splitlines(), [cold, damaged]),
        *product(["solve klotski", *SOLVE.strip().splitlines()[-2:]], [unwritable, full]),
    ],
)
def test_solve_answers_as_with_warm_kernels(
    warm: Place, tmp_path: Path, words: str, make: Callable[[Path, Place], Place]
) -> None:
    """Three commands show what a cache that cannot be written changes: it is the same for every kernel."""
    check_same(warm, make(tmp_path / "new", warm), words)


@pytest.mark.slow
def test_commands_answer_alike_with_cold_and_damaged_kernels(tmp_path: Path) -> None:
    """Each command may use the files of earlier commands."""
    usual = Place(tmp_path / "cold")
    first, *others = OTHERS.strip().splitlines()
    usual.run(*first.split())
    place = damaged(tmp_path / "new", usual)
    place.run(*first.split())
    for words in others:
        expected, done = usual.run(*words.split()), place.run(*words.split())
        assert (done.returncode, masked(done.stdout)) == (expected.returncode, masked(expected.stdout)), words
        assert done.returncode == 0, words


SPAWN = """
import multiprocessing, os, slidefront
multiprocessing.set_start_method("spawn", force=True)
two = slidefront.Resources(threads=2)
run = slidefront.expand("2x3", out=f"run-{os.getpid()}", resources=two)
assert slidefront.verify(run, deep=True).good
assert slidefront.make_table("2x3", f"{os.getpid()}.table").last_depth == 21
assert slidefront.solve("8-puzzle", "876_41253", algorithm="bfs").length == 31
assert not multiprocessing.active_children()
if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        asked = [("8-puzzle", "876_41253"), (run.puzzle, "12_345"), ("klotski",)]
        print([found.length for found in pool.starmap(slidefront.solve, asked)])
        print(pool.map(len, [run.layers]))
"""
"""Calls without a guard of the main module, which each spawned process repeats; results and layers are pickled."""


@pytest.mark.slow
def test_spawned_processes_need_no_main_guard(warm: Place, tmp_path: Path) -> None:
    place = Place(tmp_path / "new", warm.kernels)
    script = place.folder / "script.py"
    script.write_text(SPAWN)
    assert place.run(str(script)).stdout == "[31, 13, 81]\n[22]\n"


SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)]


def strike(process: subprocess.Popen[str], ready: Callable[[], bool], blow: signal.Signals) -> tuple[str, str]:
    """Send a signal as soon as a process is at work, and return what it printed."""
    until = time.monotonic() + 100
    while not ready():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(blow)
    return process.communicate(timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize(("blow", "code"), SIGNALS)
@pytest.mark.parametrize("words", ["solve 15-puzzle --json --algorithm ida --start", "patterns build 4x4 --large"])
def test_signals_end_searches_and_builds(
    warm: Place, tmp_path: Path, words: str, blow: signal.Signals, code: int
) -> None:
    """Tests of `expand` send the same signals to it, on a terminal."""
    place = Place(tmp_path / "new", warm.kernels)
    process = place.start(*words.split(), *([HARDEST] if words.endswith("--start") else []))
    began = time.monotonic()
    out, errors = strike(process, lambda: time.monotonic() > began + 4, blow)
    assert process.returncode == code, errors
    assert "Traceback" not in errors
    if code > 0 and out:
        known = json.loads(out)
        assert (known["status"], known["ended_by"]) == ("unfinished", "watcher")
        assert known["lower_bound"] >= 40
    elif code > 0:
        assert "interrupted; the same command continues the build" in errors
        assert [*(place.folder / "cache" / "patterns").glob("*.unfinished")]


@pytest.mark.slow
def test_usr1_prints_progress_and_ends_nothing(warm: Place, tmp_path: Path) -> None:
    place = Place(tmp_path / "new", warm.kernels)
    process = place.start("expand", "11-puzzle", "--out", "run")
    layers = place.folder / "work" / "run" / "layers"
    while not (layers / "0005").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGUSR1)
    _, errors = strike(process, (layers / "0012").exists, signal.SIGINT)
    assert process.returncode == 130
    assert re.search(r"^(depth \d+: |starting)", errors, re.MULTILINE)


@pytest.mark.slow
def test_closed_terminal_keeps_finished_layers(warm: Place, tmp_path: Path) -> None:
    place = Place(tmp_path / "new", warm.kernels)
    words, said = ["expand", "11-puzzle", "--out", "run"], b""
    child, terminal = pty.fork()
    if not child:
        os.chdir(place.folder / "work")
        os.execve(sys.executable, [sys.executable, "-m", "slidefront", *words], place.environment)
    while not (place.folder / "work" / "run" / "layers" / "0010").exists():
        said += os.read(terminal, 4096)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 129, said
    assert b"Traceback" not in said
    assert place.run(*words, "--depth", "12").returncode == 0
