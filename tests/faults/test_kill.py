"""Killed at any moment, a run goes on with the same call and ends as if nothing had happened."""

import itertools
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from slidefront.explore.expand import expand
from slidefront.store import writer
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from tests.explore.conftest import check_same, checked
from tests.faults.conftest import DEPTH

EXPAND = """
import json, sys, tempfile
from slidefront.explore.expand import expand
from slidefront.explore import budget, plan
from slidefront.keys import segments
from slidefront.store import parts, writer
with tempfile.TemporaryDirectory() as warm:
    expand("2x2", out=warm)
given = json.loads(sys.stdin.readline())
writer.COMMIT_SECONDS = given.pop("commit_seconds")
parts.SMALL_BOARDS = given.pop("large")
if given.pop("spills"):
    budget.Budget.fits = lambda *_: False
    budget.Budget.layer = 0
    plan.GATHER_BYTES = 1 << 60
slices = given.pop("slice_boards")
plan.SLICE_BOARDS = plan.LEAST_SLICE = slices
plan.MOST_SLICES, plan.SPREAD_BYTES = 1 << 40, 1 << 60
print("begun", flush=True)
expand("11-puzzle", threads=2, **given)
"""

# Ends itself by SIGKILL at the given call of a function, before or after the call.
EXPAND_TO_A_POINT = """
import os, signal, sys
from pathlib import Path
from slidefront.explore.expand import expand
from slidefront.store import manifest, writer
folder, name, when, call = sys.argv[1:]
owners = {"save": manifest.Manifest, "replace": Path, "mkdir": Path, "write_bytes": Path,
         "sync": writer, "rmtree": writer.shutil}
owner = owners[name]
original, calls = getattr(owner, name), 0
def counted(*given, **named):
    global calls
    calls += 1
    if calls == int(call) and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    found = original(*given, **named)
    if calls == int(call):
        os.kill(os.getpid(), signal.SIGKILL)
    return found
setattr(owner, name, counted)
writer.COMMIT_SECONDS = 0
expand("pillars-6", out=folder)
"""


def start() -> subprocess.Popen[str]:
    """Start a process that imports what it needs and waits to be told what to expand."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", EXPAND], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@contextmanager
def processes() -> Iterator[Iterator[subprocess.Popen[str]]]:
    """Give process after process, with the next one always starting meanwhile; none outlives the test."""
    started = [start()]

    def following() -> Iterator[subprocess.Popen[str]]:
        while True:
            started.append(start())
            yield started[-2]

    try:
        yield following()
    finally:
        for process in started:
            process.kill()
            process.communicate()


def begin(
    process: subprocess.Popen[str],
    folder: Path,
    *,
    commit_seconds: float,
    slice_boards: int,
    large: int,
    spills: bool = False,
) -> None:
    """Let a process expand, and wait until it is about to begin.

    Parts of `large` boards or more are written at once, and with `spills` all layers go through scratch.
    """
    given = {
        "out": str(folder),
        "depth": DEPTH,
        "commit_seconds": commit_seconds,
        "slice_boards": slice_boards,
        "large": large,
        "spills": spills,
    }
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(given) + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "begun\n"


def check_readable(folder: Path, whole: Run) -> int:
    """Check what a killed process left: every layer that the manifest names. Return its depth."""
    if not (folder / "_run.json").exists():
        return -1
    run = Run(folder)
    for layer, expected in zip(run.layers, whole.layers, strict=False):
        assert (layer.boards, layer.marked, layer.digest) == (expected.boards, expected.marked, expected.digest)
        assert run.keys(layer.depth).tobytes() == checked(whole)[layer.depth].tobytes()
    return run.greatest_depth


def check_lock_is_free(folder: Path) -> None:
    if (folder / "_run.json").exists():
        with RunWriter(folder, Run(folder).manifest):
            pass


@dataclass
class Blows:
    """Runs that are struck at random moments until they end, and how often that was."""

    folder: Path
    whole: Run
    blow: signal.Signals
    rng: random.Random
    struck: int = 0
    inside: int = 0
    """How often a struck process had added layers, and had more to add."""

    def disturb(self, number: int, most: int, waiting: Iterator[subprocess.Popen[str]]) -> None:
        """Strike a run again and again until it ends by itself."""
        out = self.folder / str(number)
        commit_seconds = self.rng.choice([0, 0.1])
        reached = -1
        for count in itertools.count():
            process = next(waiting)
            large, spills = self.rng.choice([(0, False), (1 << 18, False), (0, True)])
            slice_boards = self.rng.choice([1000, 10_000])
            begin(process, out, commit_seconds=commit_seconds, slice_boards=slice_boards, large=large, spills=spills)
            if count < most:
                time.sleep(self.rng.uniform(0, 0.2))
                process.send_signal(self.blow)
            _, errors = process.communicate(timeout=120)
            if process.returncode == 0:
                return
            assert process.returncode == -self.blow, errors
            assert "Exception ignored" not in errors
            self.struck += 1
            now = check_readable(out, self.whole)
            assert now >= reached, "a finished layer was lost"
            self.inside += reached < now < DEPTH
            reached = now


def strike(folder: Path, whole: Run, blow: signal.Signals, seed: int, times: int) -> None:
    blows = Blows(folder, whole, blow, random.Random(seed))
    with processes() as waiting:
        for number in range(4 * times):
            blows.disturb(number, min(10, times - blows.struck), waiting)
            check_same(Run(folder / str(number)), whole)
            if blows.struck >= times:
                break
    assert blows.struck >= times
    assert blows.inside > 0, "none was struck between its first layer and its last"


def test_sigkill_at_random_moments(tmp_path: Path, eleven: Run) -> None:
    strike(tmp_path, eleven, signal.SIGKILL, seed=1, times=20)


def test_sigint_at_random_moments(tmp_path: Path, eleven: Run) -> None:
    strike(tmp_path, eleven, signal.SIGINT, seed=2, times=4)


@pytest.mark.parametrize(
    ("name", "when", "call"),
    [
        ("save", "before", 1),
        ("save", "before", 3),
        ("replace", "before", 2),
        ("replace", "after", 3),
        ("write_bytes", "before", 4),
        ("write_bytes", "after", 8),
        ("sync", "before", 4),
        ("sync", "before", 6),
        ("mkdir", "after", 1),
        ("rmtree", "before", 2),
    ],
)
def test_sigkill_at_a_point(tmp_path: Path, six: Run, name: str, when: str, call: int) -> None:
    """Points that random moments seldom hit: around the renames, syncs and saves of a commit."""
    out = tmp_path / "run"
    done = subprocess.run(
        [sys.executable, "-c", EXPAND_TO_A_POINT, str(out), name, when, str(call)], capture_output=True, text=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    check_readable(out, six)
    check_same(expand("pillars-6", out=out), six)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ctrl_c_while_a_thread_starts(
    tmp_path: Path, eleven: Run, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Then an executor knows nothing of the thread, and takes another for it."""
    start, started = threading.Thread.start, itertools.count(1)

    def start_struck(thread: threading.Thread) -> None:
        start(thread)
        if next(started) == number:
            raise KeyboardInterrupt

    monkeypatch.setattr(writer, "COMMIT_SECONDS", 0)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", start_struck)
        with pytest.raises(KeyboardInterrupt) as struck:
            expand("11-puzzle", depth=DEPTH, out=tmp_path, threads=2)
    assert next(started) > number
    assert struck.traceback, "which keeps all that stood in its frames alive, as at the end of a program"
    for thread in threading.enumerate():
        if thread.name.startswith("slidefront"):
            thread.join(10)
            assert not thread.is_alive()
    check_readable(tmp_path, eleven)
    check_same(expand("11-puzzle", depth=DEPTH, out=tmp_path, threads=2), eleven)


def test_sigint_keeps_what_is_finished_and_frees_the_lock(tmp_path: Path, eleven: Run) -> None:
    """Also layers that wait for a shared commit."""
    out, scratch = tmp_path / "run", tmp_path / "run" / "_scratch"
    with processes() as waiting:
        process = next(waiting)
        begin(process, out, commit_seconds=1000, slice_boards=100, large=0)
        until = time.monotonic() + 60
        while not (scratch / "0018-part-00000.parquet").exists():
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert errors.splitlines()[-1].startswith("KeyboardInterrupt")
    assert not scratch.exists()
    assert check_readable(out, eleven) >= 17
    check_lock_is_free(out)
