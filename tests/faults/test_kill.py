"""Work that is killed at any moment resumes with the same call, and ends as if nothing had happened."""

import itertools
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from slidefront.apps.find.search import JOURNAL_NAME
from slidefront.check.verify import verify
from slidefront.store.run import Run
from tests.explore.conftest import check_same, checked
from tests.faults.conftest import DEPTH
from tests.forks import Forks

# Parts of `large` boards or more are synced at once; with `spills` all goes through the scratch folder.
EXPAND = """
from slidefront.executors.budget import Budget, Resources, WorkSizes
from slidefront.explore.expand import expand
sizes = WorkSizes(
    slice_boards=slice_boards, least_slice=slice_boards, most_slices=1 << 40, spread_bytes=1 << 60,
    gather_bytes=1 << 60 if spills else 40, synced_boards=large, commit_seconds=commit_seconds,
)
class AllInFiles(Budget):
    layer_boards = 0
    def fits(self, keys):
        return False
class Divided(Resources):
    def budget(self, *limits):
        budget = super().budget(*limits)
        return (AllInFiles if spills else Budget)(budget.threads, budget.memory, sizes)
expand("11-puzzle", resources=Divided(threads=2), depth=depth, out=out)
"""


def check_readable(folder: Path, whole: Run) -> int:
    """Check every layer that the manifest of a killed run names, and return its last depth."""
    if not (folder / "_run.json").exists():
        return -1
    run = Run(folder)
    for layer, expected in zip(run.layers, whole.layers, strict=False):
        facts = [(each.board_count, each.selected_count, each.digest) for each in (layer, expected)]
        assert facts[0] == facts[1]
        assert run.keys(layer.depth).tobytes() == checked(whole)[layer.depth].tobytes()
    return run.last_depth


@pytest.mark.parametrize(("blow", "times"), [(signal.SIGKILL, 20), (signal.SIGINT, 8)])
def test_kills_at_random_moments_lose_no_layer(
    forks: Forks, tmp_path: Path, eleven: Run, blow: signal.Signals, times: int
) -> None:
    """Runs are killed repeatedly until they end; at least one kill comes between their first layer and their last."""
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


FIND = """
from slidefront.cli import main
main(["find", "3x2", "--out", out, "--threads", "2", "-q"])
"""


def test_killed_find_resumes_to_the_same_files(forks: Forks, tmp_path: Path) -> None:
    """Whatever the log contains, the same command ends with the same files."""
    rng, struck = random.Random(1), 0

    def results(folder: Path) -> dict[str, bytes]:
        paths = [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "_"]
        return {str(path.relative_to(folder)): path.read_bytes() for path in paths}

    def logged(folder: Path) -> int:
        return (folder / JOURNAL_NAME).read_bytes().count(b"\n") if (folder / JOURNAL_NAME).exists() else 0

    forks.start(FIND, {2: tmp_path / "errors"}, out=tmp_path / "whole")
    assert forks.end() == 0
    expected, most = results(tmp_path / "whole"), logged(tmp_path / "whole")
    assert "table.csv" in expected
    for number in range(4):
        out = tmp_path / str(number)
        for blow in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL, None):
            forks.start(FIND, {2: tmp_path / "errors"}, out=out)
            if blow is not None:
                lines = rng.randrange(most)
                while forks.strike(0) and logged(out) < lines:
                    time.sleep(0.001)
                time.sleep(rng.uniform(0, 0.02))
                forks.strike(blow)
            code = forks.end()
            struck += code != 0
            expected_codes = {signal.SIGKILL: (-9,), signal.SIGINT: (130, -2)}  # -2: before the command began
            assert code in (0, *expected_codes.get(blow, ())), (tmp_path / "errors").read_text()
        assert results(out) == expected
        assert not [*out.rglob("*.tmp")]
    assert struck > 4


def test_concurrent_processes_build_one_table(tmp_path: Path) -> None:
    """One process builds it; the others are refused, or find it finished."""
    words = [sys.executable, "-m", "slidefront", "table", "10-puzzle", "-q", "--out", str(tmp_path / "a.table")]
    for _ in range(2):
        running = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        ended = [(process.communicate()[1], process.returncode) for process in running]
        assert {code for _, code in ended} <= {0, 2}
        assert 0 in {code for _, code in ended}
        for errors in (errors for errors, code in ended if code):
            assert re.search("another process (is making the table|has just written)", errors), errors
        assert verify(tmp_path / "a.table", deep=True).good
        assert [path.name for path in tmp_path.iterdir()] == ["a.table"]
        (tmp_path / "a.table").unlink()
