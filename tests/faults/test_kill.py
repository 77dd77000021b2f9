"""Killed at any moment, a run goes on with the same call and ends as if nothing had happened."""

import itertools
import random
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from slidefront.executors import Resources
from slidefront.explore.expand import expand
from slidefront.store import writer
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from tests.explore.conftest import check_same, checked
from tests.faults.conftest import DEPTH
from tests.forks import Forks

EXPAND = """
from slidefront.executors import Resources, budget
from slidefront.explore import plan
from slidefront.explore.expand import expand
from slidefront.store import parts, writer
writer.COMMIT_SECONDS, parts.SMALL_BOARDS = commit_seconds, large
if spills:
    budget.Budget.fits = lambda *_: False
    budget.Budget.layer = 0
    plan.GATHER_BYTES = 1 << 60
plan.SLICE_BOARDS = plan.LEAST_SLICE = slice_boards
plan.MOST_SLICES, plan.SPREAD_BYTES = 1 << 40, 1 << 60
expand("11-puzzle", resources=Resources(threads=2), depth=depth, out=out)
"""

# Ends itself by SIGKILL at the given call of a function, before or after the call.
EXPAND_TO_A_POINT = """
import os, signal
from pathlib import Path
from slidefront.explore.expand import expand
from slidefront.store import manifest, writer
owners = {"save": manifest.Manifest, "replace": Path, "mkdir": Path, "write_bytes": Path,
         "sync": writer, "rmtree": writer.shutil}
owner = owners[name]
original, calls = getattr(owner, name), 0
def counted(*given, **named):
    global calls
    calls += 1
    if calls == call and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    found = original(*given, **named)
    if calls == call:
        os.kill(os.getpid(), signal.SIGKILL)
    return found
setattr(owner, name, counted)
writer.COMMIT_SECONDS = 0
expand("pillars-6", out=out)
"""


def begin(
    forks: Forks, folder: Path, *, commit_seconds: float, slice_boards: int, large: int, spills: bool = False
) -> None:
    """Let a process expand. Parts of `large` boards or more are written at once, with `spills` all through scratch."""
    given = {"commit_seconds": commit_seconds, "slice_boards": slice_boards, "large": large, "spills": spills}
    forks.start(EXPAND, {2: folder.parent / "errors"}, out=folder, depth=DEPTH, **given)


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

    forks: Forks
    folder: Path
    whole: Run
    blow: signal.Signals
    rng: random.Random
    struck: int = 0
    inside: int = 0
    """How often a struck process had added layers, and had more to add."""

    def disturb(self, number: int, most: int) -> None:
        """Strike a run again and again until it ends by itself."""
        out = self.folder / str(number)
        commit_seconds = self.rng.choice([0, 0.1])
        reached = -1
        for count in itertools.count():
            large, spills = self.rng.choice([(0, False), (1 << 18, False), (0, True)])
            slice_boards = self.rng.choice([1000, 10_000])
            begin(
                self.forks,
                out,
                commit_seconds=commit_seconds,
                slice_boards=slice_boards,
                large=large,
                spills=spills,
            )
            if count < most:
                time.sleep(self.rng.uniform(0, 0.2))
                self.forks.strike(self.blow)
            code, errors = self.forks.end(), (self.folder / "errors").read_text()
            if code == 0:
                return
            assert code == -self.blow, errors
            assert "Exception ignored" not in errors
            self.struck += 1
            now = check_readable(out, self.whole)
            assert now >= reached, "a finished layer was lost"
            self.inside += reached < now < DEPTH
            reached = now


def strike(forks: Forks, folder: Path, whole: Run, blow: signal.Signals, seed: int, times: int) -> None:
    blows = Blows(forks, folder, whole, blow, random.Random(seed))
    for number in range(4 * times):
        blows.disturb(number, min(10, times - blows.struck))
        check_same(Run(folder / str(number)), whole)
        if blows.struck >= times:
            break
    assert blows.struck >= times
    assert blows.inside > 0, "none was struck between its first layer and its last"


def test_sigkill_at_random_moments(forks: Forks, tmp_path: Path, eleven: Run) -> None:
    strike(forks, tmp_path, eleven, signal.SIGKILL, seed=1, times=20)


def test_sigint_at_random_moments(forks: Forks, tmp_path: Path, eleven: Run) -> None:
    strike(forks, tmp_path, eleven, signal.SIGINT, seed=2, times=4)


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
def test_sigkill_at_a_point(forks: Forks, tmp_path: Path, six: Run, name: str, when: str, call: int) -> None:
    """Points that random moments seldom hit: around the renames, syncs and saves of a commit."""
    out = tmp_path / "run"
    forks.start(EXPAND_TO_A_POINT, {2: tmp_path / "errors"}, out=out, name=name, when=when, call=call)
    code, errors = forks.end(), (tmp_path / "errors").read_text()
    assert code == -signal.SIGKILL, errors
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
            expand("11-puzzle", depth=DEPTH, out=tmp_path, resources=Resources(threads=2))
    assert next(started) > number
    assert struck.traceback, "which keeps all that stood in its frames alive, as at the end of a program"
    for thread in threading.enumerate():
        if thread.name.startswith("slidefront"):
            thread.join(10)
            assert not thread.is_alive()
    check_readable(tmp_path, eleven)
    check_same(expand("11-puzzle", depth=DEPTH, out=tmp_path, resources=Resources(threads=2)), eleven)


def test_sigint_keeps_what_is_finished_and_frees_the_lock(forks: Forks, tmp_path: Path, eleven: Run) -> None:
    """Also layers that wait for a shared commit."""
    out, scratch = tmp_path / "run", tmp_path / "run" / "_scratch"
    begin(forks, out, commit_seconds=1000, slice_boards=100, large=0)
    until = time.monotonic() + 60
    while not (scratch / "0018-part-00000.parquet").exists():
        assert time.monotonic() < until
        time.sleep(0.002)
    forks.strike(signal.SIGINT)
    code, errors = forks.end(), (tmp_path / "errors").read_text()
    assert code == -signal.SIGINT
    assert errors.splitlines()[-1].startswith("KeyboardInterrupt")
    assert not scratch.exists()
    assert check_readable(out, eleven) >= 17
    check_lock_is_free(out)
