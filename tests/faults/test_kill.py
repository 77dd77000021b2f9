"""Killed at any moment, a run goes on with the same call and ends as if nothing had happened."""

import itertools
import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from slidefront.store.run import Run
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
