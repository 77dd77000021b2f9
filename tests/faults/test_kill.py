"""Killed at any moment, a run goes on with the same call and ends as if nothing had happened."""

import itertools
import random
import signal
import time
from pathlib import Path

import pytest

from slidefront.store.run import Run
from tests.explore.conftest import check_same, checked
from tests.faults.conftest import DEPTH
from tests.forks import Forks

# Parts of `large` boards or more are synced at once; with `spills` all goes through the scratch folder.
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


def check_readable(folder: Path, whole: Run) -> int:
    """Check what a killed process left: every layer that the manifest names. Return its depth."""
    if not (folder / "_run.json").exists():
        return -1
    run = Run(folder)
    for layer, expected in zip(run.layers, whole.layers, strict=False):
        assert (layer.boards, layer.marked, layer.digest) == (expected.boards, expected.marked, expected.digest)
        assert run.keys(layer.depth).tobytes() == checked(whole)[layer.depth].tobytes()
    return run.greatest_depth


@pytest.mark.parametrize(("blow", "times"), [(signal.SIGKILL, 20), (signal.SIGINT, 8)])
def test_struck_at_random_moments(forks: Forks, tmp_path: Path, eleven: Run, blow: signal.Signals, times: int) -> None:
    """Runs are struck again and again until they end by themselves; some between their first layer and their last."""
    rng, errors = random.Random(times), tmp_path / "errors"
    struck = inside = 0
    for number in range(4 * times):
        out, reached, most = tmp_path / str(number), -1, min(10, times - struck)
        commit_seconds = rng.choice([0, 0.1])
        for count in itertools.count():
            large, spills = rng.choice([(0, False), (1 << 18, False), (0, True)])
            given = {"large": large, "spills": spills, "slice_boards": rng.choice([1000, 10_000])}
            forks.start(EXPAND, {2: errors}, out=out, depth=DEPTH, commit_seconds=commit_seconds, **given)
            if count < most:
                depth = rng.randint(reached, DEPTH)
                while forks.strike(0) and len([*out.glob("layers/*")]) <= depth:
                    time.sleep(0.001)
                time.sleep(rng.uniform(0, 0.03))
                forks.strike(blow)
            code = forks.end()
            if code == 0:
                break
            assert code == -blow, errors.read_text()
            assert "Exception ignored" not in errors.read_text()
            struck += 1
            now = check_readable(out, eleven)
            assert now >= reached, "a finished layer was lost"
            inside += reached < now < DEPTH
            reached = now
        check_same(Run(out), eleven)
        if struck >= times:
            break
    assert struck >= times
    assert inside > 0
